// SPDX-License-Identifier: MIT
// The smaller pages: display, devices, instructor.
#include "render/panel/private.h"
#include <stdio.h>

static void draw_switch(panel *p, const panel_switch *w, int index, panel_ask ask, const char *kind) {
    bool on = w->on;
    ImGui::PushID(index);
    if (ImGui::Checkbox(w->name, &on)) panel_post_action(p, ask, index, 0, NULL);
    panel_store_place(p, "%s %s", kind, w->name);
    panel_tip("%s", w->help ? w->help : w->name);
    ImGui::PopID();
}

// One of the roles, as a row of radio buttons; none is on if a switch differs from all of them.
static void draw_roles(panel *p, const panel_state *s) {
    for (int i = 0; i < s->n_roles; i++) {
        if (i) ImGui::SameLine();
        if (ImGui::RadioButton(s->role[i], s->role_now == i)) panel_post_action(p, PANEL_ROLE, i, 0, NULL);
        panel_store_place(p, "role %s", s->role[i]);
        panel_tip("%s", s->role_help[i]);
    }
    if (s->n_roles > 0) ImGui::Separator();
}

static void draw_cameras(panel *p, const panel_state *s) {
    const int columns = 3;
    for (int i = 0; i < s->n_cameras; i++) {
        char label[64];
        snprintf(label, sizeof label, "%s %s", s->camera[i].help, s->camera[i].name);
        if (i % columns) ImGui::SameLine((float)(i % columns) * 128 * p->unit);
        if (ImGui::RadioButton(label, s->camera[i].on)) panel_post_action(p, PANEL_CAMERA, i, 0, NULL);
        panel_store_place(p, "camera %s", s->camera[i].name);
        panel_tip("camera %s: key %s", s->camera[i].name, s->camera[i].help);
    }
    ImGui::Separator();
}

// Names the chosen charts that do not fit.
static void draw_surplus(panel *p, const panel_state *s) {
    int chosen = 0;
    for (int i = 0; i < s->n_charts; i++) chosen += s->chart[i].on;
    if (chosen <= s->most_charts) return;
    panel_text(PANEL_AMBER, "%d chosen: the first %d are drawn", chosen, s->most_charts);
    panel_store_place(p, "surplus charts");
}

// The charts are chosen in a list that stays open.
static void draw_charts(panel *p, const panel_state *s) {
    if (panel_button(p, "Charts...", "charts", true, 130 * p->unit, 0)) ImGui::OpenPopup("charts");
    panel_tip("choose the traces of the strip (k shows it)");
    if (!ImGui::BeginPopup("charts")) return;
    for (int i = 0; i < s->n_charts; i++) draw_switch(p, &s->chart[i], i, PANEL_CHART, "chart");
    draw_surplus(p, s);
    ImGui::EndPopup();
}

// Two columns, to show all switches at once.
void panel_display_draw(panel *p, const panel_state *s) {
    draw_roles(p, s);
    draw_cameras(p, s);
    int rows = (s->n_shown + 1) / 2;
    for (int i = 0; i < rows; i++) {
        draw_switch(p, &s->shown[i], i, PANEL_SHOW, "switch");
        if (rows + i == s->n_shown) continue;
        ImGui::SameLine(190 * p->unit);
        draw_switch(p, &s->shown[rows + i], rows + i, PANEL_SHOW, "switch");
    }
    ImGui::Separator();
    const panel_switch sound = {"sound", "chain, brake, motor, alarms", s->sound};
    if (!s->recorded) {
        draw_switch(p, &sound, 0, PANEL_SOUND, "switch");
        ImGui::SameLine(190 * p->unit);
    }
    if (panel_button(p, "Save the picture", "picture", true, 0, 0)) panel_post_action(p, PANEL_PICTURE, 0, 0, NULL);
    panel_tip("as a PNG file");
    if (s->n_charts > 0 && s->recorded) ImGui::SameLine(190 * p->unit);
    if (s->n_charts > 0) draw_charts(p, s);
}

// Draws a value in -1..1 on a scale, with n marks at the calibrated positions.
static void draw_scale(const panel *p, const char *name, double value, ImU32 colour, const double *mark, int n) {
    ImGui::AlignTextToFramePadding();
    panel_text(PANEL_DIM, "%s", name);
    ImGui::SameLine(66 * p->unit);
    float number = ImGui::CalcTextSize("+0.000").x, height = ImGui::GetFrameHeight();
    float width = ImGui::GetContentRegionAvail().x - number - 2 * ImGui::GetStyle().ItemSpacing.x;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList *list = ImGui::GetWindowDrawList();
    auto x_of = [&](double v) { return at.x + width * (float)(0.5 + 0.5 * (v < -1 ? -1 : v > 1 ? 1 : v)); };
    float top = at.y + 0.2f * height, bottom = at.y + 0.8f * height, zero = x_of(0),
          x = x_of(value == value ? value : 0);
    list->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + width, bottom), PANEL_TRACK);
    list->AddRectFilled(ImVec2(zero < x ? zero : x, top), ImVec2(zero < x ? x : zero, bottom), colour);
    list->AddLine(ImVec2(zero, top), ImVec2(zero, bottom), PANEL_DIM, p->unit);
    for (int k = 0; k < n; k++)
        list->AddLine(ImVec2(x_of(mark[k]), at.y), ImVec2(x_of(mark[k]), at.y + height), PANEL_AMBER, 2 * p->unit);
    list->AddLine(ImVec2(x, top), ImVec2(x, bottom), PANEL_BRIGHT, 3 * p->unit);
    ImGui::Dummy(ImVec2(width, height));
    ImGui::SameLine();
    panel_text(PANEL_BRIGHT, "%+.3f", value);
}

static void draw_axis(panel *p, const panel_axis *a, int index) {
    static const char *const label[] = {"Low", "Centre", "High", "Store"}, *const name[] = {"low", "centre", "high",
                                                                                            "store"};
    static const char *const help[] = {"put the lever at its low end, then press", "let the lever rest, then press",
                                       "put the lever at its high end, then press",
                                       "keep this calibration in the device map"};
    const double mark[] = {a->low, a->centre, a->high};
    ImGui::PushID(index);
    panel_text(PANEL_BRIGHT, "%s", a->name);
    draw_scale(p, "raw", a->raw, PANEL_BLUE, mark, 3);
    draw_scale(p, "mapped", a->mapped, PANEL_GREEN, NULL, 0);
    for (int k = 0; k < 4; k++) {
        char id[32];
        snprintf(id, sizeof id, "%s %d", name[k], index);
        if (k) ImGui::SameLine();
        if (panel_button(p, label[k], id, true, 88 * p->unit, 0)) panel_post_action(p, PANEL_CALIBRATE, index, k, NULL);
        panel_tip("%s", help[k]);
    }
    ImGui::Separator();
    ImGui::PopID();
}

void panel_devices_draw(panel *p, const panel_state *s) {
    panel_text(PANEL_DIM, "at the controls: ");
    ImGui::SameLine(0, 0);
    panel_text(PANEL_BRIGHT, "%s", s->device && s->device[0] ? s->device : "nobody");
    ImGui::Separator();
    if (s->n_axes == 0) panel_paragraph(PANEL_DIM, "This device has no axes to calibrate.");
    for (int i = 0; i < s->n_axes; i++) draw_axis(p, &s->axis[i], i);
}

void panel_instructor_draw(panel *p, const panel_state *s) {
    if (s->n_failures == 0) {
        panel_paragraph(PANEL_DIM, "This scenario has no failures to switch on.");
        return;
    }
    panel_paragraph(PANEL_DIM, "Failures act at once.");
    for (int i = 0; i < s->n_failures; i++) draw_switch(p, &s->failure[i], i, PANEL_FAILURE, "failure");
}
