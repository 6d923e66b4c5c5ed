// SPDX-License-Identifier: MIT
// The page of alarms: the list after IMO MSC.302(87), unacknowledged first.
#include "render/panel/private.h"
#include <stdio.h>

static const float button = 100; // [points]

static void draw_alarm(panel *p, const panel_alarm *a, int index) {
    char name[32];
    ImU32 colour = a->alarm ? PANEL_RED : a->unacknowledged ? PANEL_AMBER : PANEL_BRIGHT;
    ImGui::PushID(index);
    panel_paragraph(colour, a->text);
    panel_text(PANEL_DIM, "%02d:%04.1f %s%s%s", (int)(a->t / 60), a->t - 60 * (int)(a->t / 60), a->priority, a->state,
               a->first ? ", first-out" : "");
    if (a->unacknowledged) {
        snprintf(name, sizeof name, "acknowledge %d", index);
        ImGui::SameLine(ImGui::GetContentRegionMax().x -
                        button * p->unit); // beside the longest: warning, cleared, first-out
        if (panel_button(p, "Acknowledge", name, true, button * p->unit, 0))
            panel_post_action(p, PANEL_ACKNOWLEDGE, index, 0, NULL);
    }
    ImGui::Separator();
    ImGui::PopID();
}

void panel_alarms_draw(panel *p, const panel_state *s) {
    bool any = false;
    for (int i = 0; i < s->n_alarms; i++) any = any || s->alarm[i].unacknowledged;
    if (panel_button(p, "Acknowledge all", "acknowledge all", any, 150 * p->unit, 0))
        panel_post_action(p, PANEL_ACKNOWLEDGE_ALL, 0, 0, NULL);
    ImGui::SameLine();
    if (panel_button(p, s->alarms_muted ? "Muted" : "Mute 30 s", "mute alarms", any && !s->alarms_muted, 116 * p->unit,
                     0))
        panel_post_action(p, PANEL_MUTE_ALARMS, 0, 0, NULL);
    panel_tip("silences the buzzer for 30 s, or until the next alarm");
    ImGui::Separator();
    if (s->n_alarms == 0) panel_paragraph(PANEL_DIM, "No alarms.");
    for (int i = 0; i < s->n_alarms; i++) draw_alarm(p, &s->alarm[i], i);
    if (s->more_alarms > 0) panel_text(PANEL_DIM, "%d more", s->more_alarms);
}
