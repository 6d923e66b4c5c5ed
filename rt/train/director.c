// SPDX-License-Identifier: MIT
#include "rt/train/director.h"
#include "rt/recording/csv_pace.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEVER UINT64_MAX

static bool is_done(const train_director *t, int k) { return t->act_at[k] != NEVER; }

// What follows from the frames of events and acts.
static void update_standing(train_director *t) {
    uint64_t newest = 0;
    t->events = 0;
    t->failures = 0;
    memset(t->done, 0, sizeof t->done);
    for (int k = 0; k < RT_EVENT_COUNT; k++)
        if (t->event_at[k] != NEVER) t->events |= RT_EVENT_BIT(k);
    int last = 0;
    for (int k = 0; k < t->e->acts.n; k++) {
        if (!is_done(t, k)) continue;
        t->done[k / 64] |= (uint64_t)1 << (k % 64);
        if (last == 0 || t->act_at[k] >= newest) newest = t->act_at[k], last = k + 1;
    }
    for (int f = 0; f < RT_FAILURE_COUNT; f++) { // the latest act on each failure decides
        uint64_t failed = 0, mended = 0;
        for (int k = 0; k < t->e->acts.n; k++) {
            const train_act *a = &t->e->acts.item[k];
            if (is_done(t, k) && a->failure == f && t->act_at[k] + 1 > failed) failed = t->act_at[k] + 1;
            if (is_done(t, k) && a->mended == f && t->act_at[k] + 1 > mended) mended = t->act_at[k] + 1;
        }
        if (failed > mended) t->failures |= (uint16_t)(1u << f);
    }
    train_weather_follow(&t->weather, t->e, t->act_at, t->h);
    atomic_store_explicit(&t->newest, last, memory_order_relaxed);
    atomic_store_explicit(&t->taken_place, t->done[0], memory_order_relaxed);
}

void train_director_note(train_director *t, uint64_t frame, const rt_command *c, rt_events events) {
    const bool acts = c->act > 0 && c->act <= t->e->acts.n && !is_done(t, c->act - 1);
    if (acts) t->act_at[c->act - 1] = frame;
    for (int k = 0; k < RT_EVENT_COUNT && events; k++, events >>= 1)
        if ((events & 1) && t->event_at[k] == NEVER) t->event_at[k] = frame, t->events |= RT_EVENT_BIT(k);
    if (acts) update_standing(t);
}

// Tests the conditions at a row. Those of acts that have taken place are left alone.
static void test_conditions(train_director *t, session *s, double now) {
    if (!csv_pace_due(&t->pace, now)) return;
    sim_values(&s->sim, t->value);
    const train_seen seen = {now, t->value, t->events, t->done};
    for (int k = 0; k < t->e->acts.n; k++) {
        const train_act *a = &t->e->acts.item[k];
        if (a->condition.n == 0 || is_done(t, k) || t->armed_at[k] != NEVER) continue;
        train_watch_row(&t->watch[k], &a->condition, &seen);
        if (t->watch[k].holds) t->armed_at[k] = s->frames;
    }
    if (t->e->end.n == 0) return;
    train_watch_row(&t->end, &t->e->end, &seen);
    if (!t->end.holds) return;
    if (t->pauses)
        s->pause_at = s->frames + 1;
    else
        s->ended = true;
}

// The time limit ends or pauses the run.
static void set_limit(const train_director *t) {
    const double end = t->h * (double)t->first + t->e->time_limit;
    if (t->pauses)
        session_pause_after(t->s, end);
    else
        session_end_after(t->s, end);
}

// The first act that is due now; -1: none. One act a frame: another waits for the next.
static int find_due(const train_director *t, double now) {
    const double since = t->h * (double)(t->s->frames - t->first);
    const uint64_t pressed = atomic_load_explicit(&t->pressed, memory_order_relaxed);
    for (int k = 0; k < t->e->acts.n; k++) {
        const train_act *a = &t->e->acts.item[k];
        if (is_done(t, k)) continue;
        if (a->at >= 0 && since >= a->at) return k;
        if (t->armed_at[k] != NEVER && now >= t->h * (double)t->armed_at[k] + a->after) return k;
        if (a->button && pressed >> k & 1) return k;
    }
    return -1;
}

static void give(session *s, rt_order which, double share) {
    if (!isnan(share)) session_order(s, which, (int16_t)lround(RT_ORDER_FULL * share));
}

// Carries out an act in this frame: what fails is in this frame's command, an order to the engine acts from the next.
static void carry_out(const train_director *t, session *s, int k, rt_command *c) {
    const train_act *a = &t->e->acts.item[k];
    c->act = (uint8_t)(k + 1);
    give(s, RT_ORDER_ENGINE, a->engine);
    give(s, RT_ORDER_RUDDER, a->rudder);
    give(s, RT_ORDER_THRUSTER, a->thruster);
}

static void step(void *ctx, session *s, rt_command *c, rt_events input) {
    train_director *t = ctx;
    const double now = sim_time(&s->sim);
    if (s->frames > t->first) train_director_note(t, s->frames - 1, &(rt_command){0}, s->sim.events);
    train_director_note(t, s->frames, &(rt_command){0}, input);
    test_conditions(t, s, now);
    const int k = c->act ? -1 : find_due(t, now); // an operator that is a recording has the act
    if (k >= 0) carry_out(t, s, k, c);
    train_director_note(t, s->frames, c, 0);
    c->failures |= t->failures;
    train_weather_write(&t->weather, now, &c->weather);
}

static void forget(uint64_t at[], int n, uint64_t frames) {
    for (int k = 0; k < n; k++)
        if (at[k] != NEVER && at[k] >= frames) at[k] = NEVER;
}

static void begin_watches(train_director *t) {
    for (int k = 0; k < TRAIN_ACTS; k++) t->watch[k] = train_watch_begin();
    t->end = train_watch_begin();
}

// A condition that was holding begins anew: its time is not in the recording.
static void rewound(void *ctx, uint64_t frames) {
    train_director *t = ctx;
    forget(t->event_at, RT_EVENT_COUNT, frames);
    forget(t->act_at, TRAIN_ACTS, frames);
    forget(t->armed_at, TRAIN_ACTS, frames);
    begin_watches(t);
    update_standing(t);
    set_limit(t);
    csv_pace_seek(&t->pace, t->h * (double)frames);
    atomic_store_explicit(&t->pressed, 0, memory_order_relaxed);
}

rt_status train_director_begin(train_director *t, const train_exercise *e, session *s, bool pauses, rt_diag *d) {
    *t = (train_director){.e = e, .s = s, .pauses = pauses, .h = s->sim.model.h, .pace = csv_pace_of(&s->sim)};
    t->first = train_exercise_first_frame(e, t->h);
    csv_pace_seek(&t->pace, sim_time(&s->sim));
    t->value = calloc((size_t)sim_columns(&s->sim), sizeof *t->value);
    if (!t->value) {
        rt_diag_error(d, e->path, 0, 0, "no memory for the exercise");
        return RT_ERR_MEMORY;
    }
    memset(t->event_at, 0xff, sizeof t->event_at);
    memset(t->act_at, 0xff, sizeof t->act_at);
    memset(t->armed_at, 0xff, sizeof t->armed_at);
    t->weather = train_weather_begin(&s->sim.sc, &s->weather);
    begin_watches(t);
    set_limit(t);
    s->director = (session_director){step, rewound, t};
    return RT_OK;
}

void train_director_press(train_director *t, int act) {
    atomic_fetch_or_explicit(&t->pressed, (uint64_t)1 << act, memory_order_relaxed);
}

void train_director_end(train_director *t, session *s) {
    s->director = (session_director){0};
    free(t->value);
    t->value = NULL;
}
