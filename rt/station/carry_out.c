// SPDX-License-Identifier: MIT
// The main thread's side: commands of the page become inputs of the frames, one after the other, and the log follows
// the run.
#include "rt/station/private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TAKEN_NS 1000000000 // longest wait for a frame to take a command over [ns]
#define STANDS_NS 30000000  // after this time no frame runs any more in a pause [ns]

static const char *const order_name[RT_ORDERS] = {"engine", "rudder", "thruster"};

// ---- log -----------------------------------------------------------------------------------------------------------

// Name of the failure in a script, with spaces for underscores: "power lost".
static const char *failure_words(rt_failure f, char words[32]) {
    snprintf(words, 32, "%s", rt_failure_name(f));
    for (char *c = words; *c; c++)
        if (*c == '_') *c = ' ';
    return words;
}

// Events of the run so far that mean something to the crew; one that comes again and again has a line each
// TIMELINE_APART_S.
static void follow_events(station *st) {
    session *s = st->desk.s;
    const int n = s->n_events;
    if (n < st->events_read) st->events_read = n; // after a rewind
    for (; st->events_read < n; st->events_read++) {
        const session_event *e = &s->event[st->events_read];
        const double t = s->sim.model.h * (double)e->frame;
        st->marks.n = st->marks.n < TIMELINE_MARKS / 2 ? st->marks.n : 0; // the newest are enough
        if (timeline_add_event(&st->marks, t, e->kind))
            station_log(st, e->frame, "event", "%.200s", st->marks.mark[st->marks.n - 1].text);
    }
}

// Whether a frame has taken over something of this kind since the last call; *frame, *number: the newest.
static bool follow_intake(station *st, int kind, uint64_t *frame, int *number) {
    const uint64_t newest = atomic_load_explicit(&st->desk.s->took[kind], memory_order_relaxed);
    if (newest == 0 || newest == st->took[kind]) return false;
    st->took[kind] = newest;
    *frame = (newest >> 8) - 1;
    *number = (int)(newest & 255);
    return true;
}

static void follow_reports(station *st) {
    uint64_t frame;
    int number;
    char text[64];
    if (!follow_intake(st, SESSION_TOOK_REPORT, &frame, &number)) return;
    rt_phrase_text((uint8_t)number, text, sizeof text);
    if (text[0]) station_log(st, frame, "report", "%s", text);
}

static void follow_acts(station *st) {
    const train_exercise *e = &st->desk.exercise->e;
    uint64_t frame;
    int number;
    if (!follow_intake(st, SESSION_TOOK_ACT, &frame, &number) || !st->desk.exercise->active || number > e->acts.n)
        return;
    const train_act *a = &e->acts.item[number - 1];
    if (a->order[0])
        station_log(st, frame, "order", "bridge: %.180s", a->order);
    else
        station_log(st, frame, "act", "%.180s", a->name.text);
}

// ---- commands ------------------------------------------------------------------------------------------------------

static void answer(station *st, const dyn_snapshot *now, uint64_t frame, bool paused) {
    station_answer_command(st, frame, paused ? now->t : st->desk.s->sim.model.h * (double)frame, paused);
}

static uint64_t intake(const station *st, int kind) {
    return atomic_load_explicit(&st->desk.s->took[kind], memory_order_relaxed);
}

// The intake that shows that a frame has taken the command over; -1: no frame needs to.
static int intake_of(const station_command *c) {
    return c->what == STATION_FAIL    ? (int)SESSION_TOOK_FAILURES
           : c->what == STATION_PRESS ? (int)SESSION_TOOK_ACT
           : c->what == STATION_ORDER ? c->which
                                      : -1;
}

// Why this run has no such control; NULL: it has.
static const char *check_command(const station *st, const station_command *c, const dyn_snapshot *now) {
    const train_run *t = st->desk.exercise;
    if (c->what == STATION_FAIL && !st->desk.s->sim.kind->has_windlass) return "this run has no windlass to fail";
    if (c->what == STATION_ORDER && now->ship.conning.known == 0) return "this ship does not manoeuvre";
    if (c->what != STATION_PRESS) return NULL;
    if (!t->active || c->which > t->e.acts.n) return "no such act";
    if (!t->e.acts.item[c->which - 1].button) return "this act has no button";
    const uint64_t done = atomic_load_explicit(&t->director.taken_place, memory_order_relaxed);
    return done >> (c->which - 1) & 1 ? "this act has taken place" : NULL;
}

static void switch_failure(station *st, const station_command *c, const dyn_snapshot *now) {
    const unsigned bit = 1u << c->which;
    char words[32];
    _Atomic unsigned *failures = &st->desk.s->failures;
    const unsigned before = c->on ? atomic_fetch_or_explicit(failures, bit, memory_order_relaxed)
                                  : atomic_fetch_and_explicit(failures, ~bit, memory_order_relaxed);
    station_log(st, now->frame, "instructor", "%s %s", failure_words((rt_failure)c->which, words),
                c->on ? "on" : "off");
    if (!(before & bit) == !c->on) answer(st, now, now->frame, false); // as it was
}

static void give_order(station *st, const station_command *c, const dyn_snapshot *now) {
    session_order(st->desk.s, (rt_order)c->which, (int16_t)lround(RT_ORDER_FULL * c->share));
    station_log(st, now->frame, "instructor", "%s %+.0f %%", order_name[c->which], 100 * c->share);
}

static void set_pace(station *st, const dyn_snapshot *now, bool runs) {
    char why[STATION_REASON];
    if (!st->desk.pace(st->desk.ctx, runs, why))
        station_refuse_command(st, why);
    else
        station_log(st, now->frame, "instructor", "%s", runs ? "resumed" : "paused");
}

static void begin_command(station *st, const dyn_snapshot *now, int64_t now_ns) {
    const station_command *c = &st->command;
    const char *why = check_command(st, c, now);
    const int kind = intake_of(c);
    st->acting = true;
    st->acted_ns = now_ns;
    if (kind >= 0) st->before = intake(st, kind);
    if (why) {
        station_refuse_command(st, why);
        return;
    }
    switch (c->what) {
    case STATION_FAIL:
        switch_failure(st, c, now);
        return;
    case STATION_PRESS:
        train_director_press(&st->desk.exercise->director, c->which - 1);
        station_log(st, now->frame, "instructor", "button: %.180s",
                    st->desk.exercise->e.acts.item[c->which - 1].name.text);
        return;
    case STATION_ORDER:
        give_order(st, c, now);
        return;
    case STATION_WRITE:
        st->desk.note(st->desk.ctx, c->text);
        station_log(st, now->frame, "note", "%s", c->text);
        answer(st, now, now->frame, false);
        return;
    case STATION_BACK:
        station_go_back(st, now);
        return;
    case STATION_KEEP:
        station_keep_moment(st, now);
        return;
    case STATION_RETURN:
        station_return_to_moment(st, now);
        return;
    default:
        set_pace(st, now, c->what == STATION_RESUME);
    }
}

// Whether the intake shows this command: of acts, this one and no other.
static bool is_taken(const station *st, int kind, uint64_t newest) {
    return newest != st->before && (kind != SESSION_TOOK_ACT || (int)(newest & 255) == st->command.which);
}

// Answers the command once a frame has taken it over, or none will for now.
static void end_command(station *st, const dyn_snapshot *now, int64_t now_ns) {
    const int kind = intake_of(&st->command);
    const uint64_t newest = kind >= 0 ? intake(st, kind) : 0;
    const int64_t age = now_ns - st->acted_ns;
    if (kind < 0 && age >= STANDS_NS) answer(st, now, now->frame, false);
    if (kind < 0) return;
    if (is_taken(st, kind, newest))
        answer(st, now, (newest >> 8) - 1, false);
    else if (!session_pace_runs(&st->desk.s->pace) && age >= STANDS_NS)
        answer(st, now, 0, true);
    else if (age > TAKEN_NS)
        station_refuse_command(st, "given, but no frame took it over within 1 s");
}

static void carry_out(station *st, const dyn_snapshot *now, int64_t now_ns) {
    if (st->acting) end_command(st, now, now_ns);
    while (!st->acting && rt_queue_pop(&st->commands, &st->command)) {
        if (now_ns - st->command.given_ns > STATION_PATIENCE_NS)
            station_refuse_command(st, "too late: the simulator was busy");
        else
            begin_command(st, now, now_ns);
    }
}

// ---- runs
// ------------------------------------------------------------------------------------------------------------

rt_status station_begin(station *st, const station_desk *desk, rt_diag *d) {
    char *table = station_table_write(desk);
    if (!table) {
        rt_diag_error(d, NULL, 0, 0, "--station: no memory");
        return RT_ERR_MEMORY;
    }
    if (st->acting) station_refuse_command(st, "the run has ended");
    while (rt_queue_pop(&st->commands, &st->command)) station_refuse_command(st, "the run has ended");
    pthread_mutex_lock(&st->lock);
    char *old = st->table;
    st->table = table;
    pthread_mutex_unlock(&st->lock);
    free(old);
    st->desk = *desk;
    st->events_read = 0;
    st->marks = (timeline){0};
    memset(st->took, 0, sizeof st->took);
    st->desk.title = NULL; // it goes with the caller
    st->shown.ended = false;
    st->shown.moments = 0;
    st->given_file[0] = 0;
    return station_begin_score(st, d);
}

static void publish(station *st, const dyn_snapshot *now) {
    station_fill(&st->shown, &st->desk, now);
    st->shown.sequence++;
    *(station_values *)rt_latest_back(&st->newest) = st->shown;
    rt_latest_publish(&st->newest);
    atomic_store(&st->sequence, st->shown.sequence);
}

void station_pump(station *st, const dyn_snapshot *now, int64_t now_ns) {
    if (!st || now->n_bodies == 0) return; // no snapshot yet
    follow_events(st);
    follow_reports(st);
    follow_acts(st);
    station_follow_recording(st);
    if (st->encrypted) station_follow_pairing(st);
    carry_out(st, now, now_ns);
    if (now_ns < st->due_ns) return;
    st->due_ns = now_ns + STATION_PERIOD_NS;
    publish(st, now);
}

void station_end(station *st, const dyn_snapshot *now, uint64_t frames) {
    if (!st || now->n_bodies == 0) return;
    follow_events(st);
    follow_reports(st);
    follow_acts(st);
    station_follow_recording(st);
    station_finish_score(st, frames);
    st->shown.ended = true;
    publish(st, now);
}
