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
        panel_tip("pause; then resume or rewind");
        return;
    }
    const char *label = s->rewound ? "Branch" : s->started ? "Go on" : "Start";
    if (draw_main_button(p, label, "start", width, IM_COL32(0x1c, 0x67, 0x3a, 0xff), IM_COL32(0x26, 0x8a, 0x4e, 0xff)))
        panel_post_action(p, PANEL_START, 0, 0, NULL);
    panel_tip(s->rewound ? "resume from the time shown, in a branch" : "start the run; F1 lists all keys");
}

static void draw_speed_buttons(panel *p, const panel_state *s) {
    static const struct {
        const char *label, *name;
        double value;
    } choice[] = {
        {"1", "speed 1", 1}, {"1/2", "speed 1/2", 0.5}, {"1/5", "speed 1/5", 0.2}, {"1/10", "speed 1/10", 0.1}};
    for (const auto &c : choice) {
        bool now = fabs(s->speed - c.value) < 1e-6;
        ImGui::SameLine(0, (&c == choice ? 8 : 2) * p->unit);
        if (now) ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(0x2f, 0x5f, 0x86, 0xff));
        if (panel_button(p, c.label, c.name, true, 44 * p->unit, 0) && !now)
            panel_post_action(p, PANEL_SPEED, 0, c.value, NULL);
        if (now) ImGui::PopStyleColor();
        panel_tip("%s", c.value < 1 ? "slow motion" : "real time");
    }
}

static void format_time(char *out, size_t size, double t) {
    long tenths = lround(10 * fmax(0, fmin(t, 359999))); // rounds first, so that no minute has 60.0 s
    snprintf(out, size, "%02ld:%04.1f", tenths / 600, (double)(tenths % 600) / 10);
}

// Draws the slider over the recorded time. Posts a seek when the user releases it.
static void draw_time_slider(panel *p, const panel_state *s, float width) {
    double value = p->seek >= 0 ? p->seek : fmin(fmax(s->t, 0), s->t_last);
    const double zero = 0, end = s->t_last > 0 ? s->t_last : 1;
    const char *label = s->rewound ? "starts a branch from here" : "";
    ImGui::SetNextItemWidth(width);
    ImGui::BeginDisabled(!(s->t_last > 0));
    if (s->rewound) ImGui::PushStyleColor(ImGuiCol_Text, PANEL_AMBER);
    bool moved = ImGui::SliderScalar("##time", ImGuiDataType_Double, &value, &zero, &end, label,
                                     ImGuiSliderFlags_NoInput | ImGuiSliderFlags_NoRoundToFormat);
    if (s->rewound) ImGui::PopStyleColor();
    ImGui::EndDisabled();
    panel_store_place(p, "time");
    if (moved) p->seek = fmin(fmax(value, 0), s->t_last);
    if (!ImGui::IsItemActive() && p->seek >= 0) {
        panel_post_action(p, PANEL_SEEK, 0, p->seek, NULL);
        p->seek = -1;
    }
    if (!ImGui::IsItemActive()) panel_tip("recorded time: drag to rewind");
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
    ImGui::SameLine(0, 16 * u);
    draw_time_slider(p, s, ImGui::GetContentRegionAvail().x - text - 12 * u);
    char at[24], end[24];
    format_time(at, sizeof at, p->seek >= 0 ? p->seek : s->t);
    format_time(end, sizeof end, s->t_last);
    ImGui::SameLine();
    panel_text(s->rewound || p->seek >= 0 ? PANEL_AMBER : PANEL_BRIGHT, "%s", at);
    ImGui::SameLine(0, 0);
    panel_text(PANEL_DIM, " / %s", end);
}
