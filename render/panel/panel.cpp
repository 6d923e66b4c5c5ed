// SPDX-License-Identifier: MIT
// Creation and layout of the panels, their two windows, and the delivery of actions.
#include "render/panel/private.h"
#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>
#include <imgui_internal.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Margins for the status line above and the instruments below (render/instrument/gauges.c) [points].
static const float bar_top = 24, side_width = 404, free_below = 196;

static panel *fail_create(panel *p, rt_diag *d, const char *why) {
    rt_diag_error(d, NULL, 0, 0, "panels: %s", why);
    panel_destroy(p);
    return NULL;
}

panel *panel_create(SDL_Window *window, SDL_GLContext context, rt_diag *d) {
    panel *p = static_cast<panel *>(calloc(1, sizeof *p));
    if (!p) return fail_create(p, d, "no memory");
    p->window = window;
    p->tab_wanted = -1;
    p->seek = NAN;
    SDL_GL_MakeCurrent(window, context);
    p->gui = ImGui::CreateContext();
    ImGui::SetCurrentContext(p->gui);
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = NULL;
    io.LogFilename = NULL;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    panel_input_clear(p);
    if (!panel_style_init(p)) return fail_create(p, d, "no memory for the font");
    p->drawable = ImGui_ImplOpenGL3_Init("#version 330 core");
    if (!p->drawable) return fail_create(p, d, "no OpenGL functions");
    return p;
}

void panel_destroy(panel *p) {
    if (!p) return;
    if (p->gui) {
        ImGui::SetCurrentContext(p->gui);
        panel_design_free(p);
        if (p->drawable) ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext(p->gui);
    }
    free(p);
}

void panel_show(panel *p, bool shown) {
    if (p->shown == shown) return;
    ImGui::SetCurrentContext(p->gui);
    p->shown = shown;
    p->navigating = p->editing = p->popup = p->focus_next = false;
    memset(p->edit, 0, sizeof p->edit);
    p->n_pending = p->n_places = 0;
    p->held = p->held_outside = 0;
    memset(p->rect, 0, sizeof p->rect);
    memset(p->captured, 0, sizeof p->captured);
    panel_input_clear(p);
    ImGui::ClearActiveID();
    ImGui::ClosePopupsOverWindow(NULL, false);
    ImGui::FocusWindow(NULL);
}

bool panel_is_shown(const panel *p) { return p->shown; }

bool panel_find_item(const panel *p, const char *what, float *x, float *y) {
    for (int i = 0; i < p->n_places; i++)
        if (!strcmp(p->place[i].what, what)) {
            *x = p->place[i].x;
            *y = p->place[i].y;
            return true;
        }
    return false;
}

// True if the state still permits the action: the clicked item may be gone.
static bool action_is_possible(const panel_state *s, const panel_action *a) {
    switch (a->ask) {
    case PANEL_NOTHING:
        return false;
    case PANEL_OPEN:
    case PANEL_SAVE_AS:
        return a->text[0];
    case PANEL_SET:
        return a->index >= 0 && a->index < s->n_fields;
    case PANEL_UNDO:
        return s->can_undo;
    case PANEL_REDO:
        return s->can_redo;
    case PANEL_START:
    case PANEL_STEP:
        return !s->running;
    case PANEL_PAUSE:
        return s->running;
    case PANEL_SPEED:
        return a->value >= 0.125 && a->value <= 8;
    case PANEL_SEEK:
        return a->value >= s->t_first && a->value <= s->t_last;
    case PANEL_CALIBRATE:
        return a->index >= 0 && a->index < s->n_axes;
    case PANEL_FAILURE:
        return a->index >= 0 && a->index < s->n_failures;
    case PANEL_SHOW:
        return a->index >= 0 && a->index < s->n_shown;
    case PANEL_CONTROL:
        return a->index >= 0 && a->index < s->n_controls;
    case PANEL_ORDER:
    case PANEL_ENGINE_STEP:
    case PANEL_RUDDER_STEP:
    case PANEL_THRUSTER_STEP:
        return s->n_telegraph > 0;
    case PANEL_ROLE:
        return a->index >= 0 && a->index < s->n_roles;
    case PANEL_ACKNOWLEDGE:
        return a->index >= 0 && a->index < s->n_alarms;
    case PANEL_CAMERA:
        return a->index >= 0 && a->index < s->n_cameras;
    case PANEL_CHART:
        return a->index >= 0 && a->index < s->n_charts;
    case PANEL_NEXT_MARK:
        return s->n_marks > 0;
    case PANEL_NOTE:
        return a->text[0];
    case PANEL_PART_IN:
    case PANEL_PART_OUT:
    case PANEL_BRANCH:
        return s->recorded;
    case PANEL_FILM:
        return s->recorded && s->has_part;
    case PANEL_APPLY:
    case PANEL_ACKNOWLEDGE_ALL:
    case PANEL_MUTE_ALARMS:
    case PANEL_PRESET:
    case PANEL_REPORT:
    case PANEL_NUMBER:
    case PANEL_NEXT_NUMBER:
    case PANEL_NEXT_REPORT:
    case PANEL_SAY:
    case PANEL_LAMP_TEST:
    case PANEL_MEASURE_DESIGNS:
    case PANEL_TRY_DESIGNS:
    case PANEL_KEEP_DESIGN:
    case PANEL_SOUND:
    case PANEL_PICTURE:
        return true;
    }
    return false;
}

// Removes and returns the oldest permitted action.
static panel_action next_action(panel *p, const panel_state *s) {
    panel_action a = {};
    while (p->n_pending > 0 && a.ask == PANEL_NOTHING) {
        if (action_is_possible(s, &p->pending[0])) a = p->pending[0];
        p->n_pending--;
        memmove(p->pending, p->pending + 1, (size_t)p->n_pending * sizeof *p->pending);
    }
    return a;
}

static bool is_drawn(const panel *p, int width, int height) {
    return p->shown && width >= PANEL_SMALLEST && height >= PANEL_SMALLEST;
}

// Computes the rectangles of bar and pages in a picture of this size. The library's context is current.
static void compute_layout(panel *p, int width, int height) {
    panel_style_scale(p, height);
    float u = p->unit, w = (float)width, top = (bar_top + PANEL_BAR_HEIGHT) * u;
    const float bar[4] = {0, floorf(bar_top * u), w, ceilf(top)};
    const float pages[4] = {floorf(w - fminf(side_width * u, w)), floorf(top), w,
                            ceilf(fmaxf((float)height - free_below * u, top + 80))};
    memcpy(p->rect[PANEL_BAR], bar, sizeof bar);
    memcpy(p->rect[PANEL_SIDE], pages, sizeof pages);
}

int panel_covers(panel *p, int width, int height, int box[PANEL_COVERS][4]) {
    if (!is_drawn(p, width, height)) return 0;
    ImGui::SetCurrentContext(p->gui);
    compute_layout(p, width, height);
    for (int k = 0; k < PANEL_COVERS; k++) {
        const float *r = p->rect[k];
        const int at[4] = {(int)r[0], height - (int)r[3], (int)(r[2] - r[0]), (int)(r[3] - r[1])};
        memcpy(box[k], at, sizeof at);
    }
    return PANEL_COVERS;
}

// Opens one of the two windows.
static void begin_window(panel *p, panel_area area, const char *name) {
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar |
                                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBringToFrontOnFocus;
    const float *r = p->rect[area];
    ImGui::SetNextWindowPos(ImVec2(r[0], r[1]));
    ImGui::SetNextWindowSize(ImVec2(r[2] - r[0], r[3] - r[1]));
    ImGui::Begin(name, NULL, flags);
    if (!p->focus_next || p->area != area) return;
    // Tab moved the focus here: frame the main button of the bar, or the item of the pages framed last.
    p->focus_next = false;
    ImGuiWindow *window = ImGui::GetCurrentWindow();
    ImGui::FocusWindow(window);
    if (area == PANEL_BAR || window->NavLastIds[0] == 0) ImGui::NavInitWindow(window, true);
    p->gui->NavDisableHighlight = false;
    p->gui->NavDisableMouseHover = true;
}

static void draw_message_line(const panel_state *s) {
    ImGui::Separator();
    if (s->message && s->message[0]) {
        panel_paragraph(s->message_is_error ? PANEL_RED : PANEL_GREEN, s->message);
        panel_tip("%s", s->message); // the whole text, if truncated
        return;
    }
    panel_text(PANEL_DIM, "Tab: panels by keyboard  F2: hide");
    panel_tip("Tab: to the panels, then to the next one. Arrows move, Enter acts.\n"
              "Ctrl+Page Down: next page. Ctrl+Z: undo. Esc: back to the deck.\n"
              "The deck keeps its letters and the space bar, except while you edit.");
}

// Draws the tab of page k, on the next line if this one is full.
static void draw_tab(panel *p, int k, const char *label, const char *name, bool first) {
    char place[32];
    float padding = 2 * p->unit, width = ImGui::CalcTextSize(label).x + 2 * padding, gap = 2 * p->unit;
    if (!first && ImGui::GetItemRectMax().x + gap + width <= ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x)
        ImGui::SameLine(0, gap);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(padding, ImGui::GetStyle().FramePadding.y));
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetColorU32(p->tab == k ? ImGuiCol_TabActive : ImGuiCol_Tab));
    snprintf(place, sizeof place, "tab %s", name);
    if (panel_button(p, label, place, true, width, 0)) p->tab = k;
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

static void draw_side(panel *p, const panel_state *s) {
    static const char *const name[PANEL_TABS] = {"Scenario", "Design",     "Display", "Windlass", "Alarms",
                                                 "Devices",  "Instructor", "Events",  "Exercise"};
    static const char *const label[PANEL_TABS] = {"Setup", "Design", "View",   "Deck",    "Alarms",
                                                  "Input", "Faults", "Events", "Exercise"};
    static void (*const show[PANEL_TABS])(panel *, const panel_state *) = {
        panel_scenario_draw, panel_design_draw,     panel_display_draw, panel_windlass_draw, panel_alarms_draw,
        panel_devices_draw,  panel_instructor_draw, panel_events_draw,  panel_exercise_draw};
    static const bool live[PANEL_TABS] = {true, true, false, true, false, true, true, false, true}; // needs a live run
    const auto has = [&](int k) { return !(s->recorded && live[k]) && (k != PANEL_TAB_EXERCISE || s->exercise); };
    if (p->tab_wanted >= 0) p->tab = p->tab_wanted;
    p->tab_wanted = -1;
    if (s->exercise && !p->briefed) p->tab = PANEL_TAB_EXERCISE, p->briefed = true;
    while (!has(p->tab)) p->tab = (p->tab + 1) % PANEL_TABS;
    bool first = true;
    for (int i = 0; i < PANEL_TABS; i++) {
        const int k = (i + PANEL_TAB_EXERCISE) % PANEL_TABS;
        if (!has(k)) continue;
        draw_tab(p, k, label[k], name[k], first);
        first = false;
    }
    ImGui::Separator();
    float footer = 2.9f * ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild(name[p->tab], ImVec2(0, -footer), false, ImGuiWindowFlags_NavFlattened);
    show[p->tab](p, s);
    ImGui::EndChild();
    draw_message_line(s);
}

// Determines the keyboard focus. A click outside a text returns it to the deck.
static void update_focus(panel *p) {
    ImGuiContext *g = p->gui;
    p->popup = g->OpenPopupStack.Size > 0;
    for (auto &e : p->edit) // an edit whose field is gone: another scenario
        if (!e.seen) e.path[0] = 0;
    p->editing = g->ActiveId != 0 && g->InputTextState.ID == g->ActiveId;
    if (!p->navigating && !p->editing && !p->popup && !ImGui::IsAnyItemActive() && g->NavWindow)
        ImGui::FocusWindow(NULL);
}

static void begin_picture(panel *p, int width, int height) {
    ImGuiIO &io = ImGui::GetIO();
    Uint64 now = SDL_GetTicks64();
    io.DisplaySize = ImVec2((float)width, (float)height);
    io.DeltaTime = p->drawn_ms && now > p->drawn_ms ? fminf((float)(now - p->drawn_ms) / 1000, 0.1f) : 0.001f;
    p->drawn_ms = now;
    p->picture_w = (float)width;
    p->picture_h = (float)height;
    p->n_places = 0;
    p->edit[0].seen = p->edit[1].seen = false;
    compute_layout(p, width, height);
    panel_input_feed(p);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
}

panel_action panel_draw(panel *p, const panel_state *s, int width, int height, backing *b, unsigned to) {
    if (!is_drawn(p, width, height)) {
        memset(p->rect, 0, sizeof p->rect); // hidden panels cannot be clicked
        p->n_places = 0;
        return panel_action();
    }
    ImGui::SetCurrentContext(p->gui);
    begin_picture(p, width, height);
    ImGui::PushFont(ImGui::GetIO().FontDefault);
    begin_window(p, PANEL_BAR, "bar");
    panel_bar_draw(p, s);
    ImGui::End();
    begin_window(p, PANEL_SIDE, "side");
    draw_side(p, s);
    ImGui::End();
    ImGui::PopFont();
    update_focus(p);
    ImGui::Render();
    panel_ground_draw(p, b, to);
    return next_action(p, s);
}
