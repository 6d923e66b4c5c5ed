// SPDX-License-Identifier: MIT
// The page of the windlass: controls beside the levers, and readings that the console has no gauge for.
#include "render/panel/private.h"
#include <string.h>

static const float second_column = 190; // [points]

// The reading that tells what became of a control; NULL: none.
static const panel_reading *find_reading(const panel_state *s, const char *name) {
    for (int i = 0; i < s->n_readings; i++)
        if (strcmp(s->reading[i].name, name) == 0) return &s->reading[i];
    return NULL;
}

static bool is_control(const panel_state *s, const char *name) {
    for (int i = 0; i < s->n_controls; i++)
        if (strcmp(s->control[i].name, name) == 0) return true;
    return false;
}

static void draw_reading(panel *p, const panel_reading *r, ImU32 colour) {
    panel_text(colour, "%s", r->text);
    panel_store_place(p, "reading %s", r->name);
}

static void draw_control(panel *p, const panel_state *s, int index) {
    const panel_switch *w = &s->control[index];
    const panel_reading *state = find_reading(s, w->name);
    bool on = w->on;
    ImGui::PushID(index);
    if (ImGui::Checkbox(w->name, &on)) panel_post_action(p, PANEL_CONTROL, index, 0, NULL);
    panel_store_place(p, "control %s", w->name);
    panel_tip("%s", w->help);
    ImGui::PopID();
    if (!state) return;
    ImGui::SameLine();
    draw_reading(p, state, PANEL_DIM);
}

static void draw_lamp_test(panel *p) {
    if (panel_button(p, "Lamp test", "lamp test", true, 116 * p->unit, 0))
        panel_post_action(p, PANEL_LAMP_TEST, 0, 0, NULL);
    panel_tip("lights all lamps of the console for 3 s");
}

// Two columns; the lamp test is the last of the controls.
static void draw_controls(panel *p, const panel_state *s) {
    const int rows = (s->n_controls + 2) / 2;
    for (int row = 0; row < rows; row++) {
        draw_control(p, s, row);
        ImGui::SameLine(second_column * p->unit);
        if (row + rows < s->n_controls)
            draw_control(p, s, row + rows);
        else if (row + rows == s->n_controls)
            draw_lamp_test(p);
        else
            ImGui::NewLine();
    }
}

static void draw_preset(panel *p) {
    ImGui::SetNextItemWidth(-1);
    bool enter = ImGui::InputTextWithHint("##preset", "preset length of chain, such as 55 m; 0: none", p->preset,
                                          sizeof p->preset, ImGuiInputTextFlags_EnterReturnsTrue);
    panel_store_place(p, "preset");
    panel_tip("an alarm when the chain counter, veering, passes this length");
    if (enter) panel_post_action(p, PANEL_PRESET, 0, 0, p->preset);
}

void panel_windlass_draw(panel *p, const panel_state *s) {
    if (s->n_controls == 0) {
        panel_paragraph(PANEL_DIM, "A mechanism has no windlass.");
        return;
    }
    draw_controls(p, s);
    draw_preset(p);
    ImGui::Separator();
    for (int i = 0; i < s->n_readings; i++) {
        if (is_control(s, s->reading[i].name)) continue; // stands beside it
        panel_text(PANEL_DIM, "%s", s->reading[i].name);
        ImGui::SameLine(second_column * p->unit);
        draw_reading(p, &s->reading[i], PANEL_BRIGHT);
    }
    panel_bridge_draw(p, s);
}
