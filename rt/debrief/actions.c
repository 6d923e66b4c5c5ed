// SPDX-License-Identifier: MIT
// Carries out the actions of panels and keys.
#include "rt/debrief/private.h"
#include <math.h>

static double step_of(const debrief *b) { return b->view.replay->sim->model.h; }

static void go_to(debrief *b, double t, int64_t now_ns) {
    picture_replay_go(&b->view, round(t / step_of(b)), now_ns);
    debrief_fill_charts(b);
}

static void go_to_mark(debrief *b, bool forward, int64_t now_ns) {
    const panel_mark *m = timeline_next(&b->marks, debrief_time(b), forward);
    if (!m) {
        debrief_say(b, false, forward ? "no event after this one" : "no event before this one");
        return;
    }
    go_to(b, m->t, now_ns);
    debrief_say(b, false, "%.3f s: %s", m->t, m->text);
}

static void add_note(debrief *b, const char *text) {
    if (!b->notes[0]) {
        debrief_say(b, true, "no file for notes beside this recording");
        return;
    }
    timeline_add_note(&b->marks, debrief_time(b), text);
    if (timeline_write_notes(&b->marks, b->notes, &b->own) == RT_OK)
        debrief_say(b, false, "note kept in %s", b->notes);
    else
        debrief_say_error(b);
}

// Sets an end of the part; the other end follows if the part would be empty.
static void mark_part(debrief *b, bool in) {
    double t = debrief_time(b), first = (double)b->view.from * step_of(b), last = (double)b->view.to * step_of(b);
    if (!b->has_part) b->part_in = first, b->part_out = last;
    b->has_part = true;
    *(in ? &b->part_in : &b->part_out) = t;
    if (b->part_out <= b->part_in) *(in ? &b->part_out : &b->part_in) = in ? last : first;
    debrief_say(b, false, "part from %.3f to %.3f s; F3 writes it as a film", b->part_in, b->part_out);
}

static void save_picture(debrief *b) {
    char file[PICTURE_PATH];
    if (picture_screenshot(b->window, b->def->file, debrief_time(b), file, &b->own) == RT_OK)
        debrief_say(b, false, "picture written: %s", file);
    else
        debrief_say_error(b);
}

// Carries out an action on the time; false if it is none.
static bool do_time_action(debrief *b, const panel_action *a, int64_t now_ns) {
    switch (a->ask) {
    case PANEL_START:
    case PANEL_PAUSE:
        picture_replay_play(&b->view, a->ask == PANEL_START, now_ns);
        return true;
    case PANEL_STEP:
        picture_replay_play(&b->view, false, now_ns);
        picture_replay_go(&b->view, (double)b->view.replay->next + 1, now_ns);
        return true;
    case PANEL_SPEED:
        picture_replay_set_speed(&b->view, a->value, now_ns);
        return true;
    case PANEL_SEEK:
        go_to(b, a->value, now_ns);
        return true;
    case PANEL_NEXT_MARK:
        go_to_mark(b, a->value > 0, now_ns);
        return true;
    case PANEL_BRANCH:
        b->branch = b->over = true;
        return true;
    default:
        return false;
    }
}

// Acknowledges the alarms up to the displayed time.
static void acknowledge_all(debrief *b) {
    int n = render_alarms(b->window)->n;
    for (int k = 0; k < n; k++) alarm_log_acknowledge(&b->alarms, k);
}

static void do_other_action(debrief *b, const panel_action *a, int64_t now_ns) {
    switch (a->ask) {
    case PANEL_NOTE:
        add_note(b, a->text);
        return;
    case PANEL_PART_IN:
    case PANEL_PART_OUT:
        mark_part(b, a->ask == PANEL_PART_IN);
        return;
    case PANEL_FILM:
        debrief_film_begin(b, now_ns);
        return;
    case PANEL_PICTURE:
        save_picture(b);
        return;
    case PANEL_ACKNOWLEDGE:
        alarm_log_acknowledge(&b->alarms, b->shown.alarm[a->index].record);
        return;
    case PANEL_ACKNOWLEDGE_ALL:
        acknowledge_all(b);
        return;
    default:
        views_do_action(b->window, a, b->shown_switch);
    }
}

void debrief_do_action(debrief *b, const panel_action *a, int64_t now_ns) {
    if (b->film.film) return; // the film needs the replay; Esc stops it
    if (!do_time_action(b, a, now_ns)) do_other_action(b, a, now_ns);
}
