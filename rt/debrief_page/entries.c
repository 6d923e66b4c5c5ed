// SPDX-License-Identifier: MIT
// Entries of the time line: what the trainee's hands and voice did, events and alarms, orders and acts.
#include "rt/command/phrase.h"
#include "rt/command/telegraph.h"
#include "rt/debrief_page/private.h"
#include "rt/timeline/timeline.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// A control that is in one of a few states. While it stays in one, its entry keeps the furthest value.
typedef struct control {
    int state, between; // now; state through which it passes on its way
    int entry;          // index in the time line; -1: none yet
    double furthest;
} control;

typedef struct reader {
    debrief_record *r;
    const train_exercise *e;
    control lever, brake;
    rt_command last;
    bool begun;
} reader;

static int add(debrief_record *r, double t, debrief_lane lane, int grade, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static int add(debrief_record *r, double t, debrief_lane lane, int grade, const char *format, ...) {
    va_list a;
    if (r->n == DEBRIEF_ENTRIES) {
        r->left_out++;
        return -1;
    }
    debrief_entry *e = &r->entry[r->n];
    *e = (debrief_entry){.t = t, .lane = lane, .grade = grade};
    va_start(a, format);
    vsnprintf(e->text, sizeof e->text, format, a);
    va_end(a);
    return r->n++;
}

static void rewrite(debrief_record *r, int entry, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void rewrite(debrief_record *r, int entry, const char *format, ...) {
    va_list a;
    if (entry < 0) return;
    va_start(a, format);
    vsnprintf(r->entry[entry].text, sizeof r->entry[entry].text, format, a);
    va_end(a);
}

// ---- the trainee ---------------------------------------------------------------------------------------------------

#define LEVER_NEUTRAL 0.03 // share of the lever's way about neutral
#define BRAKE_END 0.05     // share of the brake's way at either end
#define BRIEF_S 2.5        // [s]

// Enters a state of a control. A state between two others that lasts less than BRIEF_S is a part of the next.
static void enter(reader *w, control *c, double t, int state, const char *text) {
    const bool brief = c->entry >= 0 && c->state == c->between && t - w->r->entry[c->entry].t < BRIEF_S;
    if (brief)
        rewrite(w->r, c->entry, "%s", text);
    else
        c->entry = add(w->r, t, DEBRIEF_TRAINEE, 0, "%s", text);
    c->state = state;
}

static void follow_lever(reader *w, double t, double lever) {
    const int state = lever > LEVER_NEUTRAL ? 1 : lever < -LEVER_NEUTRAL ? -1 : 0;
    control *c = &w->lever;
    if (state != c->state) {
        c->furthest = 0;
        enter(w, c, t, state, "lever to neutral");
    }
    if (state == 0 || fabs(lever) <= c->furthest) return;
    c->furthest = fabs(lever);
    rewrite(w->r, c->entry, "%s, lever up to %.0f %%", state > 0 ? "heaves" : "walks back", 100 * c->furthest);
}

static void follow_brake(reader *w, double t, double brake) {
    const int state = brake > 1 - BRAKE_END ? 1 : brake < BRAKE_END ? -1 : 0;
    control *c = &w->brake;
    if (!w->begun) c->state = state;
    if (state != c->state) {
        c->furthest = brake;
        enter(w, c, t, state, state > 0 ? "brake set" : state < 0 ? "brake off" : "brake partly set");
    }
    if (state != 0 || c->entry < 0) return;
    c->furthest = fmin(c->furthest, brake);
    rewrite(w->r, c->entry, "brake partly set, down to %.0f %%", 100 * c->furthest);
}

static void follow_bit(reader *w, double t, bool was, bool is, const char *on, const char *off) {
    if (w->begun && was != is && (is ? on : off)) add(w->r, t, DEBRIEF_TRAINEE, 0, "%s", is ? on : off);
}

static void follow_controls(reader *w, double t, const rt_command *c) {
    static const char *const text[RT_CONTROLS][2] = {{"chain lashed", "lashing off"},
                                                     {"pump stopped", "pump started"},
                                                     {"counter set to zero", "counter set to zero"},
                                                     {"bell struck", "bell struck"},
                                                     {"slow speed", "fast speed"},
                                                     {"wash on", "wash off"},
                                                     {"anchor ball hoisted", "anchor ball lowered"},
                                                     {NULL, NULL},
                                                     {"remote position has command", "local position has command"},
                                                     {NULL, NULL},
                                                     {"anchor watch set", "anchor watch set"}};
    const rt_command *b = &w->last;
    follow_bit(w, t, b->clutch, c->clutch, "clutch engaged", "clutch disengaged");
    follow_bit(w, t, b->stopper, c->stopper, "stopper bar lowered", "stopper bar lifted");
    follow_bit(w, t, b->release, c->release, "EMERGENCY RELEASE", NULL);
    for (int k = 0; k < RT_CONTROLS; k++)
        follow_bit(w, t, b->controls >> k & 1, c->controls >> k & 1, text[k][0], text[k][1]);
}

static void follow_report(reader *w, double t, const rt_command *c) {
    char phrase[64];
    if (!c->phrase || (w->begun && c->phrase == w->last.phrase)) return;
    rt_phrase_text(c->phrase, phrase, sizeof phrase);
    add(w->r, t, DEBRIEF_TRAINEE, 0, "reports: %s", phrase);
}

// ---- bridge and instructor -----------------------------------------------------------------------------------------

static void follow_act(reader *w, double t, const rt_command *c) {
    if (c->act == 0 || c->act > w->e->acts.n) return;
    const train_act *a = &w->e->acts.item[c->act - 1];
    if (a->order[0])
        add(w->r, t, DEBRIEF_BRIDGE, 0, "“%.100s”", a->order);
    else
        add(w->r, t, DEBRIEF_BRIDGE, 0, "act: %s", a->name.text);
}

static void follow_failures(reader *w, double t, const rt_command *c) {
    for (int k = 0; k < RT_FAILURE_COUNT; k++) {
        const bool was = w->begun && w->last.failures >> k & 1, is = c->failures >> k & 1;
        if (was != is)
            add(w->r, t, DEBRIEF_BRIDGE, is, "%s: %s", is ? "failure planted" : "failure cleared",
                rt_failure_name((rt_failure)k));
    }
}

static void follow_orders(reader *w, double t, const rt_command *c) {
    const rt_orders *was = &w->last.orders, *is = &c->orders;
    if (is->engine != was->engine)
        add(w->r, t, DEBRIEF_BRIDGE, 0, "engine: %s", rt_telegraph[rt_telegraph_nearest(is->engine)].name);
    if (is->rudder != was->rudder)
        add(w->r, t, DEBRIEF_BRIDGE, 0, "rudder: %+d %% (+: starboard)", is->rudder * 100 / RT_ORDER_FULL);
    if (is->thruster != was->thruster)
        add(w->r, t, DEBRIEF_BRIDGE, 0, "bow thruster: %+d %% (+: starboard)", is->thruster * 100 / RT_ORDER_FULL);
}

// ---- all -----------------------------------------------------------------------------------------------------------

static int by_time(const void *a, const void *b) {
    const debrief_entry *x = a, *y = b;
    return x->t > y->t ? 1 : x->t < y->t ? -1 : (int)x->lane - (int)y->lane;
}

static void read_machine(debrief_record *r, rt_player *p) {
    static timeline marks;
    static alarm_log alarms;
    rt_diag ignored = {0}; // the end of a recording that was cut off
    marks = (timeline){0};
    timeline_read_recording(&marks, p, &alarms, &ignored);
    for (int k = 0; k < marks.n; k++) {
        const panel_mark *m = &marks.mark[k];
        add(r, m->t, DEBRIEF_MACHINE, m->kind == PANEL_MARK_ALARM ? 2 : m->kind == PANEL_MARK_WARNING, "%s", m->text);
    }
    r->left_out += marks.left_out;
}

void debrief_read_entries(debrief_record *r, const train_exercise *e, rt_player *p) {
    reader w = {.r = r, .e = e, .lever = {.between = 2, .entry = -1}, .brake = {.entry = -1}};
    rt_record_row row;
    rt_diag ignored = {0};
    rt_play_seek(p, 0);
    while (rt_play_next(p, &row, &ignored) == RT_PLAY_FRAME) {
        const rt_command *c = &row.command;
        const double t = r->h * (double)(row.frame + 1);
        follow_lever(&w, t, c->lever);
        follow_brake(&w, t, c->brake);
        follow_controls(&w, t, c);
        follow_report(&w, t, c);
        follow_act(&w, t, c);
        follow_failures(&w, t, c);
        follow_orders(&w, t, c);
        w.last = *c;
        w.begun = true;
    }
    read_machine(r, p);
    qsort(r->entry, (size_t)r->n, sizeof r->entry[0], by_time);
}
