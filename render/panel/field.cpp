// SPDX-License-Identifier: MIT
// Field of the scenario page: name, editable value, error.
#include "render/panel/private.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static panel_edit *find_edit(panel *p, const panel_field *f) {
    for (auto &e : p->edit)
        if (!strcmp(e.path, f->path)) {
            e.seen = true;
            return &e;
        }
    return NULL;
}

static void send_value(panel *p, const panel_field *f, int index, const char *text) {
    snprintf(p->sent_path, sizeof p->sent_path, "%s", f->path);
    snprintf(p->sent, sizeof p->sent, "%s", text);
    panel_post_action(p, PANEL_SET, index, 0, text);
}

// Starts editing. Two edits exist, because one text may gain the focus in the picture in which another loses it.
static void begin_edit(panel *p, const panel_field *f, const char *text) {
    panel_edit *e = p->edit[0].path[0] ? &p->edit[1] : &p->edit[0];
    snprintf(e->path, sizeof e->path, "%s", f->path);
    snprintf(e->text, sizeof e->text, "%s", text);
    e->seen = true;
}

// Draws an editable text. Leaving it sends it, by Enter or otherwise; Escape restores it. A refused text stays for
// correction.
static void edit_text(panel *p, const panel_field *f, int index) {
    char still[PANEL_TEXT];
    panel_edit *e = find_edit(p, f);
    bool refused = f->error[0] && !strcmp(p->sent_path, f->path);
    snprintf(still, sizeof still, "%s", refused ? p->sent : f->value);
    ImGui::InputText("##value", e ? e->text : still, PANEL_TEXT, ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemActivated())
        begin_edit(p, f, still);
    else if (e && !ImGui::IsItemActive()) {
        e->path[0] = 0;
        if (strcmp(e->text, still)) send_value(p, f, index, e->text);
    }
}

// Copies the next word of "a|b|c". Returns the rest; NULL if s is NULL.
static const char *next_word(const char *s, char *word, size_t size) {
    if (!s) return NULL;
    size_t n = strcspn(s, "|");
    snprintf(word, size, "%.*s", (int)n, s);
    return s[n] ? s + n + 1 : "";
}

static void draw_choice(panel *p, const panel_field *f, int index, const char *id, ImGuiComboFlags flags) {
    if (!ImGui::BeginCombo(id, f->value, flags)) return;
    char word[PANEL_TEXT];
    for (const char *s = f->choices; *s;) {
        s = next_word(s, word, sizeof word);
        bool now = !strcmp(word, f->value);
        if (ImGui::Selectable(word, now) && !now) send_value(p, f, index, word);
        panel_store_place(p, "choice %s", word);
        if (now) ImGui::SetItemDefaultFocus();
    }
    ImGui::EndCombo();
}

static void draw_checkbox(panel *p, const panel_field *f, int index) {
    bool on = !strcmp(f->value, "true");
    if (ImGui::Checkbox("##value", &on)) send_value(p, f, index, on ? "true" : "false");
}

static void show_field_tip(const panel_field *f) {
    char range[160] = "", unit[64] = "";
    bool plain = !f->unit || !strcmp(f->unit, "1");
    if (f->min != 0 || f->max != 0)
        snprintf(range, sizeof range, "\n%g \xe2\x80\xa6 %g%s%s", f->min, f->max, plain ? "" : " ",
                 plain ? "" : f->unit);
    if (!plain) snprintf(unit, sizeof unit, "\nunit %s; you may add another, e.g. 50 mm", f->unit);
    panel_tip("%s\n%s%s%s%s", f->path, f->help ? f->help : "", range, unit, f->changed ? "\nchanged, not saved" : "");
}

// Draws a file's path: the user types it, or chooses a file beside it.
static void edit_path(panel *p, const panel_field *f, int index) {
    ImGui::SetNextItemWidth(ImGui::CalcItemWidth() - ImGui::GetFrameHeight());
    edit_text(p, f, index);
    panel_store_place(p, "field %s", f->path);
    show_field_tip(f);
    ImGui::SameLine(0, 0);
    draw_choice(p, f, index, "##files", ImGuiComboFlags_NoPreview | ImGuiComboFlags_PopupAlignLeft);
    panel_store_place(p, "files %s", f->path);
}

// Draws "bar diameter" for "chain.bar_diameter", with the section in front if asked for.
static void draw_name(const panel_field *f, bool with_section) {
    char word[128];
    const char *dot = strchr(f->path, '.');
    snprintf(word, sizeof word, "%s", dot ? dot + 1 : f->path);
    for (char *c = word; *c; c++)
        if (*c == '_' || *c == '.') *c = ' ';
    ImGui::AlignTextToFramePadding();
    if (with_section && dot) {
        panel_text(PANEL_DIM, "%.*s ", (int)(dot - f->path), f->path);
        show_field_tip(f);
        ImGui::SameLine(0, 0);
    }
    panel_text(f->error[0] ? PANEL_RED : f->changed ? PANEL_AMBER : PANEL_BRIGHT, "%s%s", f->changed ? "* " : "", word);
    show_field_tip(f);
}

static void edit_value(panel *p, const panel_field *f, int index) {
    if (f->choices)
        draw_choice(p, f, index, "##value", 0);
    else if (f->is_bool)
        draw_checkbox(p, f, index);
    else
        edit_text(p, f, index);
    panel_store_place(p, "field %s", f->path);
    show_field_tip(f);
}

// A value without a unit is in the SI unit; the field shows the unit behind it.
static bool needs_unit(const panel_field *f) {
    size_t n = strlen(f->value);
    return f->unit && strcmp(f->unit, "1") && !(n > 0 && isalpha((unsigned char)f->value[n - 1]));
}

void panel_field_draw(panel *p, const panel_state *s, int index, bool with_section) {
    const panel_field *f = &s->field[index];
    bool unit = needs_unit(f);
    float unit_width = unit ? ImGui::CalcTextSize("kg m2").x + ImGui::GetStyle().ItemSpacing.x : 0;
    ImGui::PushID(f->path);
    draw_name(f, with_section);
    ImGui::SameLine(200 * p->unit);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - unit_width);
    if (f->is_path && f->choices)
        edit_path(p, f, index);
    else
        edit_value(p, f, index);
    if (unit) {
        ImGui::SameLine();
        panel_text(PANEL_DIM, "%s", f->unit);
    }
    if (f->error[0]) panel_paragraph(PANEL_RED, f->error);
    ImGui::PopID();
}
