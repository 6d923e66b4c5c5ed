// SPDX-License-Identifier: MIT
// The time slider with its marks.
#include "render/panel/private.h"
#include <math.h>
#include <stdio.h>

ImU32 panel_mark_colour(panel_mark_kind kind) {
    switch (kind) {
    case PANEL_MARK_ALARM:
        return PANEL_RED;
    case PANEL_MARK_WARNING:
        return PANEL_AMBER;
    case PANEL_MARK_NOTE:
        return PANEL_BLUE;
    case PANEL_MARK_EVENT:
        break;
    }
    return PANEL_GREEN;
}

void panel_format_time(char *out, size_t size, double t) {
    long tenths = lround(10 * fmax(0, fmin(t, 359999))); // rounds first, so that no minute has 60.0 s
    snprintf(out, size, "%02ld:%04.1f", tenths / 600, (double)(tenths % 600) / 10);
}

// The slider last drawn: where its grab travels [px].
typedef struct travel {
    float left, right, top, bottom;
    double first, last; // [s]
} travel;

static travel travel_of(const panel_state *s) {
    const float padding = 2; // of the library's slider
    ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    float half = ImGui::GetStyle().GrabMinSize / 2 + padding;
    return {lo.x + half, hi.x - half, lo.y, hi.y, s->t_first, s->t_last > s->t_first ? s->t_last : s->t_first + 1};
}

static float place_of(const travel *v, double t) {
    return v->left + (v->right - v->left) * (float)((t - v->first) / (v->last - v->first));
}

static bool is_on_slider(const travel *v, double t) { return t >= v->first && t <= v->last; }

// The mark under the mouse, the gravest of those at the same distance; -1: none.
static int mark_under_mouse(const panel *p, const panel_state *s, const travel *v) {
    float x = ImGui::GetIO().MousePos.x, best = 5 * p->unit;
    int found = -1;
    for (int k = 0; k < s->n_marks; k++) {
        float away = fabsf(place_of(v, s->mark[k].t) - x);
        bool graver = found >= 0 && away == best && s->mark[k].kind > s->mark[found].kind;
        if (is_on_slider(v, s->mark[k].t) && (away < best || graver)) best = away, found = k;
    }
    return found;
}

static void draw_mark(panel *p, const panel_state *s, const travel *v, int k) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    char name[24];
    float u = p->unit, x = floorf(place_of(v, s->mark[k].t)) + 0.5f;
    ImU32 colour = panel_mark_colour(s->mark[k].kind);
    list->AddLine(ImVec2(x, v->top), ImVec2(x, v->bottom), colour, u);
    list->AddTriangleFilled(ImVec2(x - 4 * u, v->top - 4 * u), ImVec2(x + 4 * u, v->top - 4 * u),
                            ImVec2(x, v->top + 4 * u), colour);
    snprintf(name, sizeof name, "mark %d", k);
    panel_store_place_at(p, x, (v->top + v->bottom) / 2, name);
}

static void draw_marks(panel *p, const panel_state *s, const travel *v) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    float u = p->unit;
    if (s->has_part && s->part_out > s->part_in)
        list->AddRectFilled(ImVec2(place_of(v, s->part_in), v->bottom - 3 * u),
                            ImVec2(place_of(v, s->part_out), v->bottom), PANEL_BLUE);
    for (int kind = PANEL_MARK_EVENT; kind <= PANEL_MARK_ALARM; kind++) // the gravest on top
        for (int k = 0; k < s->n_marks; k++)
            if (s->mark[k].kind == kind && is_on_slider(v, s->mark[k].t)) draw_mark(p, s, v, k);
}

// Lists the marks under the mouse, as many as a glance takes in.
static void show_tip(const panel *p, const panel_state *s, const travel *v, int mark) {
    const int most = 4;
    char text[most * 128], at[24];
    size_t used = 0;
    if (mark < 0) {
        panel_tip("%s", s->recorded ? "the recording: drag to move in time, click a mark to jump to it"
                                    : "the recorded time: drag to rewind, click a mark to jump to it");
        return;
    }
    float x = place_of(v, s->mark[mark].t);
    for (int k = 0, n = 0; k < s->n_marks && n < most; k++) {
        if (fabsf(place_of(v, s->mark[k].t) - x) > 2 * p->unit) continue;
        panel_format_time(at, sizeof at, s->mark[k].t);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s  %s", n++ ? "\n" : "", at, s->mark[k].text);
    }
    panel_tip("%s", text);
}

void panel_slider_draw(panel *p, const panel_state *s, float width) {
    bool can_seek = s->t_last > s->t_first;
    double value = !isnan(p->seek) ? p->seek : fmin(fmax(s->t, s->t_first), s->t_last);
    const double first = s->t_first, end = can_seek ? s->t_last : s->t_first + 1;
    const char *label = s->rewound ? "starts a branch from here" : "";
    ImGui::SetNextItemWidth(width);
    ImGui::BeginDisabled(!can_seek);
    if (s->rewound) ImGui::PushStyleColor(ImGuiCol_Text, PANEL_AMBER);
    bool moved = ImGui::SliderScalar("##time", ImGuiDataType_Double, &value, &first, &end, label,
                                     ImGuiSliderFlags_NoInput | ImGuiSliderFlags_NoRoundToFormat);
    if (s->rewound) ImGui::PopStyleColor();
    ImGui::EndDisabled();
    panel_store_place(p, "time");
    travel v = travel_of(s);
    int mark = ImGui::IsItemHovered() || ImGui::IsItemActive() ? mark_under_mouse(p, s, &v) : -1;
    if (ImGui::IsItemActivated()) p->seek_dragged = false;
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 3 * p->unit)) p->seek_dragged = true;
    if (moved) p->seek = fmin(fmax(value, s->t_first), s->t_last);
    if (ImGui::IsItemActive() && !p->seek_dragged && mark >= 0) p->seek = s->mark[mark].t; // a click on a mark
    if (!ImGui::IsItemActive() && !isnan(p->seek)) {
        panel_post_action(p, PANEL_SEEK, 0, p->seek, NULL);
        p->seek = NAN;
    }
    if (!ImGui::IsItemActive()) show_tip(p, s, &v, mark);
    draw_marks(p, s, &v);
}
