// SPDX-License-Identifier: MIT
// The scenario page: selection, parameters, saving.
#include "render/panel/private.h"
#include <stdio.h>
#include <string.h>

static void draw_loss_question(panel *p) {
    if (!ImGui::BeginPopup("lose changes")) return;
    panel_text(PANEL_AMBER, "The changes to this scenario are not saved.");
    if (panel_button(p, "Open, discard changes", "lose", true, 0, 0)) {
        panel_post_action(p, PANEL_OPEN, 0, 0, p->open);
        ImGui::CloseCurrentPopup();
    }
    ImGui::SameLine();
    if (panel_button(p, "Cancel", "stay", true, 0, 0)) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

static void draw_open_list(panel *p, const panel_state *s) {
    bool lose = false;
    ImGui::SetNextItemWidth(-1);
    char label[PANEL_TEXT];
    snprintf(label, sizeof label, "%s%s", s->scenario ? panel_base_name(s->scenario) : "Open ...",
             s->modified ? "  * changed" : "");
    bool open = ImGui::BeginCombo("##open", label, ImGuiComboFlags_HeightLarge);
    panel_store_place(p, "open");
    if (open) {
        for (int i = 0; i < s->n_files; i++) {
            ImGui::PushID(i);
            bool now = s->scenario && !strcmp(s->file[i], s->scenario);
            bool chosen = ImGui::Selectable(panel_base_name(s->file[i]), now);
            panel_store_place(p, "file %s", panel_base_name(s->file[i]));
            panel_tip("%s", s->file[i]);
            ImGui::PopID();
            if (!chosen) continue;
            snprintf(p->open, sizeof p->open, "%s", s->file[i]);
            lose = s->modified;
            if (!lose) panel_post_action(p, PANEL_OPEN, 0, 0, p->open);
        }
        ImGui::EndCombo();
    } else
        panel_tip("%s\nopen another scenario", s->scenario ? s->scenario : "");
    if (lose) ImGui::OpenPopup("lose changes");
    draw_loss_question(p);
}

static bool matches_search(const panel *p, const panel_field *f) { return panel_search_matches(p->find, f); }

static size_t section_length(const panel_field *f) {
    const char *dot = strchr(f->path, '.');
    return dot ? (size_t)(dot - f->path) : 0;
}

static bool same_section(const panel_field *a, const panel_field *b) {
    size_t n = section_length(a);
    return n == section_length(b) && !strncmp(a->path, b->path, n);
}

static void draw_main_fields(panel *p, const panel_state *s) {
    for (int i = 0; i < s->n_fields; i++)
        if (s->field[i].main && matches_search(p, &s->field[i])) panel_field_draw(p, s, i, true);
}

// Draws the rest of the section of field `first`, folded. Opens it if it has an error or a match.
static void draw_section(panel *p, const panel_state *s, int first) {
    int n = 0, changed = 0, wrong = 0;
    for (int i = first; i < s->n_fields; i++) {
        const panel_field *f = &s->field[i];
        if (f->main || !same_section(f, &s->field[first]) || !matches_search(p, f)) continue;
        n++;
        changed += f->changed;
        wrong += f->error[0] != 0;
    }
    if (n == 0) return;
    char title[160], name[64];
    snprintf(name, sizeof name, "%.*s", (int)section_length(&s->field[first]), s->field[first].path);
    snprintf(title, sizeof title, "more of %s%s###section %s", name,
             wrong     ? ": wrong"
             : changed ? ": changed"
                       : "",
             name);
    if (wrong || p->find[0]) ImGui::SetNextItemOpen(true);
    ImU32 colour = wrong ? PANEL_RED : changed ? PANEL_AMBER : PANEL_DIM;
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    bool open = ImGui::CollapsingHeader(title);
    ImGui::PopStyleColor();
    panel_store_place(p, "section %s", name);
    if (!open) return;
    for (int i = first; i < s->n_fields; i++)
        if (!s->field[i].main && same_section(&s->field[i], &s->field[first]) && matches_search(p, &s->field[i]))
            panel_field_draw(p, s, i, false);
}

static bool is_first_of_section(const panel_state *s, int index) {
    for (int i = 0; i < index; i++)
        if (same_section(&s->field[i], &s->field[index])) return false;
    return true;
}

static bool any_match(const panel *p, const panel_state *s) {
    for (int i = 0; i < s->n_fields; i++)
        if (matches_search(p, &s->field[i])) return true;
    return false;
}

static void draw_fields(panel *p, const panel_state *s) {
    if (p->find[0] && !any_match(p, s)) {
        char text[96];
        snprintf(text, sizeof text, "No setting matches '%s'.", p->find);
        panel_paragraph(PANEL_AMBER, text);
        panel_store_place(p, "no match");
        return;
    }
    draw_main_fields(p, s);
    ImGui::Spacing();
    for (int i = 0; i < s->n_fields; i++)
        if (is_first_of_section(s, i)) draw_section(p, s, i);
}

static void draw_change_buttons(panel *p, const panel_state *s) {
    float width = 66 * p->unit;
    if (panel_button(p, "Undo", "undo", s->can_undo, width, 0)) panel_post_action(p, PANEL_UNDO, 0, 0, NULL);
    panel_tip("undo the last change (Ctrl+Z)");
    ImGui::SameLine();
    if (panel_button(p, "Redo", "redo", s->can_redo, width, 0)) panel_post_action(p, PANEL_REDO, 0, 0, NULL);
    panel_tip("redo the change (Ctrl+Y)");
    ImGui::SameLine();
    if (panel_button(p, "Restart with changes", "apply", true, -1, s->unapplied ? PANEL_AMBER : 0))
        panel_post_action(p, PANEL_APPLY, 0, 0, NULL);
    panel_tip("restart at time zero with these settings");
}

// On another scenario, proposes a file name beside the scenario's own.
static void propose_file(panel *p, const char *scenario) {
    if (!strcmp(p->file_of, scenario)) return;
    const char *end = strstr(panel_base_name(scenario), ".yaml");
    int stem = (int)(end ? end - scenario : (long)strlen(scenario));
    snprintf(p->file_of, sizeof p->file_of, "%s", scenario);
    snprintf(p->file, sizeof p->file, "%.*s-2.yaml", stem < PANEL_TEXT - 8 ? stem : 0, scenario);
}

static void draw_save_as(panel *p, const panel_state *s) {
    propose_file(p, s->scenario ? s->scenario : "");
    float width = 66 * p->unit;
    ImGui::SetNextItemWidth(-width - ImGui::GetStyle().ItemSpacing.x);
    bool enter = ImGui::InputTextWithHint("##file", "file name to save as", p->file, sizeof p->file,
                                          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    panel_store_place(p, "save as");
    panel_tip("scenario file to write");
    ImGui::SameLine();
    if ((panel_button(p, "Save", "save", p->file[0] != 0, -1, 0) || enter) && p->file[0])
        panel_post_action(p, PANEL_SAVE_AS, 0, 0, p->file);
    panel_tip("save these settings; comments and units stay");
}

void panel_scenario_draw(panel *p, const panel_state *s) {
    draw_open_list(p, s);
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##find", "find a setting", p->find, sizeof p->find);
    panel_store_place(p, "find");
    float below = 2 * ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild("fields", ImVec2(0, -below), false, ImGuiWindowFlags_NavFlattened);
    draw_fields(p, s);
    ImGui::EndChild();
    ImGui::Separator();
    draw_change_buttons(p, s);
    draw_save_as(p, s);
}
