// SPDX-License-Identifier: MIT
// The Events page: marks of the run, notes, and the marked part of a recording.
#include "render/panel/private.h"
#include <stdio.h>

static void draw_steps(panel *p, const panel_state *s) {
    if (panel_button(p, "Previous event", "previous mark", s->n_marks > 0, 130 * p->unit, 0))
        panel_post_action(p, PANEL_NEXT_MARK, 0, -1, NULL);
    panel_tip("jump to the mark before the displayed time (Page up)");
    ImGui::SameLine();
    if (panel_button(p, "Next event", "next mark", s->n_marks > 0, 130 * p->unit, 0))
        panel_post_action(p, PANEL_NEXT_MARK, 0, 1, NULL);
    panel_tip("jump to the mark after it (Page down)");
}

static void draw_note(panel *p) {
    float width = 88 * p->unit;
    ImGui::SetNextItemWidth(-width - ImGui::GetStyle().ItemSpacing.x);
    bool enter = ImGui::InputTextWithHint("##note", "note at the displayed time", p->note, sizeof p->note,
                                          ImGuiInputTextFlags_EnterReturnsTrue);
    panel_store_place(p, "note");
    panel_tip("kept in a text file beside the recording");
    ImGui::SameLine();
    if ((panel_button(p, "Add note", "add note", p->note[0] != 0, -1, 0) || enter) && p->note[0]) {
        panel_post_action(p, PANEL_NOTE, 0, 0, p->note);
        p->note[0] = 0;
    }
}

// The part for a film, and the branch: of a recording only.
static void draw_part(panel *p, const panel_state *s) {
    char in[24] = "begin", out[24] = "end";
    if (s->has_part) {
        panel_format_time(in, sizeof in, s->part_in);
        panel_format_time(out, sizeof out, s->part_out);
    }
    float width = 88 * p->unit;
    if (panel_button(p, "Mark in", "mark in", true, width, 0)) panel_post_action(p, PANEL_PART_IN, 0, 0, NULL);
    panel_tip("the part begins at the displayed time ( [ )");
    ImGui::SameLine();
    if (panel_button(p, "Mark out", "mark out", true, width, 0)) panel_post_action(p, PANEL_PART_OUT, 0, 0, NULL);
    panel_tip("the part ends at the displayed time ( ] )");
    ImGui::SameLine();
    if (panel_button(p, "Film", "film", s->has_part, width, 0)) panel_post_action(p, PANEL_FILM, 0, 0, NULL);
    panel_tip("write the part as a film (.mp4), from this camera (F3)");
    ImGui::SameLine();
    if (panel_button(p, "Branch", "branch", true, -1, 0)) panel_post_action(p, PANEL_BRANCH, 0, 0, NULL);
    panel_tip("start a live run from the displayed time (F5)");
    panel_text(PANEL_DIM, "part: %s to %s", in, out);
}

static void draw_mark(panel *p, const panel_state *s, int k) {
    const panel_mark *m = &s->mark[k];
    char at[24], label[160], name[24];
    panel_format_time(at, sizeof at, m->t);
    snprintf(label, sizeof label, "%s  %s", at, m->text);
    snprintf(name, sizeof name, "row %d", k);
    ImGui::PushID(k);
    ImGui::PushStyleColor(ImGuiCol_Text, panel_mark_colour(m->kind));
    bool past = m->t <= s->t + 1e-9, last = past && (k + 1 == s->n_marks || s->mark[k + 1].t > s->t + 1e-9);
    if (ImGui::Selectable(label, last)) panel_post_action(p, PANEL_SEEK, 0, m->t, NULL);
    ImGui::PopStyleColor();
    panel_store_place(p, "%s", name);
    ImGui::PopID();
}

void panel_events_draw(panel *p, const panel_state *s) {
    draw_steps(p, s);
    draw_note(p);
    if (s->recorded) draw_part(p, s);
    ImGui::Separator();
    ImGui::BeginChild("marks", ImVec2(0, 0), false, ImGuiWindowFlags_NavFlattened);
    if (s->n_marks == 0) panel_paragraph(PANEL_DIM, "No events yet.");
    for (int k = 0; k < s->n_marks; k++) draw_mark(p, s, k);
    ImGui::EndChild();
}
