// SPDX-License-Identifier: MIT
// The bar at the top: time and transport.
#include "render/panel/private.h"
#include <math.h>
#include <stdio.h>

// Draws the main button, with a background of its own.
static bool draw_main_button(panel *p, const char *label, const char *name, float width, ImU32 ground, ImU32 lit) {
    ImGui::PushStyleColor(ImGuiCol_Button, ground);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, lit);
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, lit);
    bool pressed = panel_button(p, label, name, true, width, 0);
    ImGui::PopStyleColor(3);
    return pressed;
}

static void draw_start_button(panel *p, const panel_state *s, float width) {
    if (s->running) {
        if (draw_main_button(p, "Pause", "pause", width, IM_COL32(0x6b, 0x4c, 0x0e, 0xff),
                             IM_COL32(0x8c, 0x64, 0x14, 0xff)))
            panel_post_action(p, PANEL_PAUSE, 0, 0, NULL);
        panel_tip(s->recorded ? "pause the replay (space)" : "pause; resume from here, or rewind (F5)");
        return;
    }
    const char *label = s->recorded ? "Play" : s->rewound ? "Branch" : s->started ? "Resume" : "Start";
    if (draw_main_button(p, label, "start", width, IM_COL32(0x1c, 0x67, 0x3a, 0xff), IM_COL32(0x26, 0x8a, 0x4e, 0xff)))
        panel_post_action(p, PANEL_START, 0, 0, NULL);
    panel_tip("%s", s->recorded  ? "play the recording (space)"
                    : s->rewound ? "resume from the displayed time, in a branch (F5)"
                                 : "start the simulated time (F5); F1 shows the keys");
}

static void draw_speed_buttons(panel *p, const panel_state *s) {
    static const struct {
        const char *label, *name;
        double value;
    } choice[] = {{"1/8", "speed 1/8", 0.125}, {"1/4", "speed 1/4", 0.25}, {"1/2", "speed 1/2", 0.5},
                  {"1", "speed 1", 1},         {"2", "speed 2", 2},        {"4", "speed 4", 4},
                  {"8", "speed 8", 8}};
    for (const auto &c : choice) {
        bool now = fabs(s->speed - c.value) < 1e-6;
        ImGui::SameLine(0, (&c == choice ? 8 : 2) * p->unit);
        if (now) ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(0x2f, 0x5f, 0x86, 0xff));
        if (panel_button(p, c.label, c.name, true, (c.value < 1 ? 34 : 22) * p->unit, 0) && !now)
            panel_post_action(p, PANEL_SPEED, 0, c.value, NULL);
        if (now) ImGui::PopStyleColor();
        panel_tip("%s", c.value < 1   ? "slow motion"
                        : c.value > 1 ? "faster than real time, as far as the machine can"
                                      : "real time");
    }
}

// Shows the speed that the machine reaches, where it falls short of the one that was asked for.
static void draw_reached_speed(const panel_state *s) {
    bool short_of = s->running && s->reached > 0 && s->reached < 0.93 * s->speed;
    float width = ImGui::CalcTextSize("reaches 0.00x ").x, x = ImGui::GetCursorPosX();
    if (short_of) {
        panel_text(PANEL_AMBER, "reaches %.*fx", s->reached < 1 ? 2 : 1, s->reached);
        panel_tip("behind: the machine reaches %.2f times real time, %g asked", s->reached, s->speed);
        ImGui::SameLine(0, 0);
    }
    ImGui::SetCursorPosX(x + (short_of ? width : 0));
}

void panel_bar_draw(panel *p, const panel_state *s) {
    float u = p->unit, text = ImGui::CalcTextSize("00:00.0 / 00:00.0").x;
    ImGui::SetCursorPosY((PANEL_BAR_HEIGHT * u - ImGui::GetFrameHeight()) / 2);
    draw_start_button(p, s, 84 * u);
    ImGui::SameLine();
    if (panel_button(p, "Step", "step", !s->running, 52 * u, 0)) panel_post_action(p, PANEL_STEP, 0, 0, NULL);
    panel_tip("one frame");
    ImGui::SameLine(0, 16 * u);
    ImGui::AlignTextToFramePadding();
    panel_text(PANEL_DIM, "speed");
    draw_speed_buttons(p, s);
    ImGui::SameLine(0, 10 * u);
    draw_reached_speed(s);
    panel_slider_draw(p, s, ImGui::GetContentRegionAvail().x - text - 12 * u);
    char at[24], end[24];
    panel_format_time(at, sizeof at, isnan(p->seek) ? s->t : p->seek);
    panel_format_time(end, sizeof end, s->t_last);
    ImGui::SameLine();
    panel_text(s->rewound || !isnan(p->seek) ? PANEL_AMBER : PANEL_BRIGHT, "%s", at);
    ImGui::SameLine(0, 0);
    panel_text(PANEL_DIM, " / %s", end);
}
