// SPDX-License-Identifier: MIT
// One parameter: name, editable value, error.
#include "render/panel/private.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static panel_edit *edit_of(panel *p, const panel_field *f) {
    for (auto &e : p->edit)
        if (!strcmp(e.path, f->path)) {
            e.seen = true;
            return &e;
        }
    return NULL;
}

static void send(panel *p, const panel_field *f, int index, const char *text) {
    snprintf(p->sent_path, sizeof p->sent_path, "%s", f->path);
    snprintf(p->sent, sizeof p->sent, "%s", text);
    panel_post_action(p, PANEL_SET, index, 0, text);
}

// One text may gain the focus in the picture in which another loses it.
static void begin_edit(panel *p, const panel_field *f, const char *text) {
    panel_edit *e = p->edit[0].path[0] ? &p->edit[1] : &p->edit[0];
    snprintf(e->path, sizeof e->path, "%s", f->path);
    snprintf(e->text, sizeof e->text, "%s", text);
    e->seen = true;
}

// Leaving a text sends it, by Enter or otherwise; Escape restores it. A refused text stays to be corrected.
static void edit_text(panel *p, const panel_field *f, int index) {
    char still[PANEL_TEXT];
    panel_edit *e = edit_of(p, f);
    bool refused = f->error[0] && !strcmp(p->sent_path, f->path);
    snprintf(still, sizeof still, "%s", refused ? p->sent : f->value);
    ImGui::InputText("##value", e ? e->text : still, PANEL_TEXT, ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemActivated())
        begin_edit(p, f, still);
    else if (e && !ImGui::IsItemActive()) {
        e->path[0] = 0;
        if (strcmp(e->text, still)) send(p, f, index, e->text);
    }
}

// The next of "a|b|c", into word; NULL at the end.
static const char *next_word(const char *s, char *word, size_t size) {
    if (!s) return NULL;
    size_t n = strcspn(s, "|");
    snprintf(word, size, "%.*s", (int)n, s);
    return s[n] ? s + n + 1 : "";
}

static void choose(panel *p, const panel_field *f, int index, const char *id, ImGuiComboFlags flags) {
    if (!ImGui::BeginCombo(id, f->value, flags)) return;
    char word[PANEL_TEXT];
    for (const char *s = f->choices; *s;) {
        s = next_word(s, word, sizeof word);
        bool now = !strcmp(word, f->value);
        if (ImGui::Selectable(word, now) && !now) send(p, f, index, word);
        panel_mark(p, "choice %s", word);
        if (now) ImGui::SetItemDefaultFocus();
    }
    ImGui::EndCombo();
}

static void tick(panel *p, const panel_field *f, int index) {
    bool on = !strcmp(f->value, "true");
    if (ImGui::Checkbox("##value", &on)) send(p, f, index, on ? "true" : "false");
}

static void explain(const panel_field *f) {
    char range[160] = "", unit[64] = "";
    bool plain = !f->unit || !strcmp(f->unit, "1");
    if (f->min != 0 || f->max != 0)
        snprintf(range, sizeof range, "\n%g \xe2\x80\xa6 %g%s%s", f->min, f->max, plain ? "" : " ",
                 plain ? "" : f->unit);
    if (!plain) snprintf(unit, sizeof unit, "\na number is in %s; another unit may be written behind it", f->unit);
    panel_tip("%s\n%s%s%s%s", f->path, f->help ? f->help : "", range, unit,
              f->changed ? "\nchanged since the file" : "");
}

// A file's path is written, or chosen from those beside it.
static void edit_path(panel *p, const panel_field *f, int index) {
    ImGui::SetNextItemWidth(ImGui::CalcItemWidth() - ImGui::GetFrameHeight());
    edit_text(p, f, index);
    panel_mark(p, "field %s", f->path);
    explain(f);
    ImGui::SameLine(0, 0);
    choose(p, f, index, "##files", ImGuiComboFlags_NoPreview | ImGuiComboFlags_PopupAlignLeft);
    panel_mark(p, "files %s", f->path);
}

// "bar diameter" of "chain.bar_diameter"; the section in front unless it is shown elsewhere.
static void label(const panel_field *f, bool with_section) {
    char word[128];
    const char *dot = strchr(f->path, '.');
    snprintf(word, sizeof word, "%s", dot ? dot + 1 : f->path);
    for (char *c = word; *c; c++)
        if (*c == '_' || *c == '.') *c = ' ';
    ImGui::AlignTextToFramePadding();
    if (with_section && dot) {
        panel_text(PANEL_DIM, "%.*s ", (int)(dot - f->path), f->path);
        explain(f);
        ImGui::SameLine(0, 0);
    }
    panel_text(f->error[0] ? PANEL_RED : f->changed ? PANEL_AMBER : PANEL_BRIGHT, "%s%s", f->changed ? "* " : "", word);
    explain(f);
}

static void edit_value(panel *p, const panel_field *f, int index) {
    if (f->choices)
        choose(p, f, index, "##value", 0);
    else if (f->is_bool)
        tick(p, f, index);
    else
        edit_text(p, f, index);
    panel_mark(p, "field %s", f->path);
    explain(f);
}

// A value without a unit is in the SI unit, which is shown behind it.
static bool shows_unit(const panel_field *f) {
    size_t n = strlen(f->value);
    return f->unit && strcmp(f->unit, "1") && !(n > 0 && isalpha((unsigned char)f->value[n - 1]));
}

void panel_field_draw(panel *p, const panel_state *s, int index, bool with_section) {
    const panel_field *f = &s->field[index];
    bool unit = shows_unit(f);
    float unit_width = unit ? ImGui::CalcTextSize("kg m2").x + ImGui::GetStyle().ItemSpacing.x : 0;
    ImGui::PushID(f->path);
    label(f, with_section);
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
