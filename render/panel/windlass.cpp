// SPDX-License-Identifier: MIT
// The page of the windlass: controls beside the levers, and readings that the console has no gauge for.
#include "render/panel/private.h"

static void draw_control(panel *p, const panel_switch *w, int index) {
    bool on = w->on;
    ImGui::PushID(index);
    if (ImGui::Checkbox(w->name, &on)) panel_post_action(p, PANEL_CONTROL, index, 0, NULL);
    panel_store_place(p, "control %s", w->name);
    panel_tip("%s", w->help);
    ImGui::PopID();
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
    for (int i = 0; i < s->n_controls; i++) draw_control(p, &s->control[i], i);
    if (panel_button(p, "Lamp test", "lamp test", true, 116 * p->unit, 0))
        panel_post_action(p, PANEL_LAMP_TEST, 0, 0, NULL);
    panel_tip("lights all lamps of the console for 3 s");
    draw_preset(p);
    ImGui::Separator();
    for (int i = 0; i < s->n_readings; i++) {
        panel_text(PANEL_DIM, "%s", s->reading[i].name);
        ImGui::SameLine(190 * p->unit);
        panel_text(PANEL_BRIGHT, "%s", s->reading[i].text);
    }
}
