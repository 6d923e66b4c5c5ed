// SPDX-License-Identifier: MIT
// Section of a design, and sliders of its measures.
#include "render/panel/private.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static ImU32 colour_of(int part, bool stale) {
    const ImU32 colour[] = {PANEL_BRIGHT, PANEL_AMBER, PANEL_BLUE, PANEL_GREEN};
    return stale ? PANEL_EDGE : colour[part];
}

void panel_section_draw(panel *p, const panel_design *d, float width, float height, const char *name) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, ImVec2(at.x + width, at.y + height), IM_COL32(0x0c, 0x12, 0x18, 0xff));
    float wide = d->hi[0] - d->lo[0], high = d->hi[1] - d->lo[1];
    if (d->n_lines > 0 && wide > 0 && high > 0) {
        float scale = fminf(width / wide, height / high), x0 = at.x + 0.5f * (width - scale * wide),
              y0 = at.y + 0.5f * (height + scale * high);
        list->PushClipRect(at, ImVec2(at.x + width, at.y + height), true);
        for (int k = 0; k < d->n_lines; k++) {
            const panel_line *l = &d->line[k];
            list->AddLine(ImVec2(x0 + scale * (l->x0 - d->lo[0]), y0 - scale * (l->y0 - d->lo[1])),
                          ImVec2(x0 + scale * (l->x1 - d->lo[0]), y0 - scale * (l->y1 - d->lo[1])),
                          colour_of(l->part, d->stale), p->unit);
        }
        list->PopClipRect();
    }
    ImGui::Dummy(ImVec2(width, height));
    panel_store_place(p, "%s", name);
    panel_tip("section along the hawse pipe; the anchor drawn home, without a pull");
}

// Factor and unit in which the slider shows a measure.
static double shown_factor(const panel_field *f, const char **unit) {
    bool length = f->unit && !strcmp(f->unit, "m"), angle = f->unit && !strcmp(f->unit, "rad");
    *unit = length ? "mm" : angle ? "deg" : "";
    return length ? 1000 : angle ? 57.29577951308232 : 1;
}

void panel_field_slider_draw(panel *p, const panel_state *s, int index) {
    const panel_field *f = &s->field[index];
    const char *unit, *dot = strrchr(f->path, '.');
    double factor = shown_factor(f, &unit);
    char name[64], format[16], text[64];
    snprintf(name, sizeof name, "%s", dot ? dot + 1 : f->path);
    for (char *c = name; *c; c++)
        if (*c == '_') *c = ' ';
    snprintf(format, sizeof format, "%s %s", strcmp(unit, "deg") ? "%.0f" : "%.1f", unit);
    bool held = !strcmp(p->slider, f->path);
    float value = held ? p->slider_value : (float)(factor * f->number), lo = (float)(factor * f->min),
          hi = (float)(factor * f->max);
    ImGui::PushID(f->path);
    ImGui::AlignTextToFramePadding();
    panel_text(f->error[0] ? PANEL_RED : f->changed ? PANEL_AMBER : PANEL_BRIGHT, "%s", name);
    ImGui::SameLine(124 * p->unit);
    ImGui::SetNextItemWidth(-1);
    bool moved = ImGui::SliderFloat("##slider", &value, lo, hi, format, ImGuiSliderFlags_AlwaysClamp);
    panel_store_place(p, "slider %s", f->path);
    if (!ImGui::IsItemActive()) panel_tip("%s\n%s\nCtrl+click: type a value", f->path, f->help ? f->help : "");
    if (moved || (held && ImGui::IsItemActive())) {
        snprintf(p->slider, sizeof p->slider, "%s", f->path);
        p->slider_value = value;
    } else if (held) { // released
        p->slider[0] = 0;
        snprintf(text, sizeof text, format, (double)value);
        panel_post_action(p, PANEL_SET, index, 0, text);
    }
    if (f->error[0]) panel_paragraph(PANEL_RED, f->error);
    ImGui::PopID();
}
