// SPDX-License-Identifier: MIT
// Elements common to all panels.
#include "render/panel/private.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void panel_post_action(panel *p, panel_ask ask, int index, double value, const char *text) {
    if (p->n_pending == PANEL_PENDING) return;
    panel_action *a = &p->pending[p->n_pending++];
    memset(a, 0, sizeof *a);
    a->ask = ask;
    a->index = index;
    a->value = value;
    snprintf(a->text, sizeof a->text, "%s", text ? text : "");
}

void panel_store_place(panel *p, const char *format, ...) {
    ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    ImVec2 at((lo.x + hi.x) / 2, (lo.y + hi.y) / 2);
    if (p->n_places == PANEL_PLACES || !ImGui::IsRectVisible(at, ImVec2(at.x + 1, at.y + 1))) return;
    auto *place = &p->place[p->n_places++];
    va_list args;
    va_start(args, format);
    vsnprintf(place->what, sizeof place->what, format, args);
    va_end(args);
    place->x = at.x;
    place->y = at.y;
}

void panel_store_place_at(panel *p, float x, float y, const char *name) {
    if (p->n_places == PANEL_PLACES) return;
    auto *place = &p->place[p->n_places++];
    snprintf(place->what, sizeof place->what, "%s", name);
    place->x = x;
    place->y = y;
}

void panel_tip(const char *format, ...) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    va_list args;
    va_start(args, format);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(42 * ImGui::GetFontSize());
    ImGui::TextV(format, args);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    va_end(args);
}

bool panel_button(panel *p, const char *label, const char *name, bool possible, float width, ImU32 colour) {
    char id[160];
    snprintf(id, sizeof id, "%s###%s", label, name);
    if (colour) ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::BeginDisabled(!possible);
    bool pressed = ImGui::Button(id, ImVec2(width, 0));
    ImGui::EndDisabled();
    if (colour) ImGui::PopStyleColor();
    panel_store_place(p, "%s", name);
    return pressed;
}

void panel_text(ImU32 colour, const char *format, ...) {
    va_list args;
    va_start(args, format);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextV(format, args);
    ImGui::PopStyleColor();
    va_end(args);
}

void panel_paragraph(ImU32 colour, const char *text) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

const char *panel_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
