// SPDX-License-Identifier: MIT
// Follows a run for its score: rt/train/total.c judges what is noted here.
#include "rt/train/private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

train_score *train_score_create(const train_exercise *e, double h, int channels) {
    train_score *s = calloc(1, sizeof *s);
    if (s) s->value = calloc((size_t)channels, sizeof *s->value);
    if (!s || !s->value) {
        free(s);
        return NULL;
    }
    s->e = e, s->h = h, s->channels = channels;
    for (int k = 0; k < TRAIN_ITEMS; k++) {
        objective_state *o = &s->objective[k];
        o->met = o->after = train_watch_begin();
        for (int i = 0; i < TRAIN_STEPS; i++) o->step[i] = train_watch_begin();
        o->from = k < e->objectives.n && e->objectives.item[k].after.n > 0 ? -1 : 0;
        o->value = (double)NAN;
        s->duty[k].watch = s->forbidden[k].watch = train_watch_begin();
        s->forbidden[k].last = -1;
    }
    return s;
}

void train_score_free(train_score *s) {
    if (s) free(s->value);
    free(s);
}

double train_score_time(const train_score *s) { return s->h * (double)s->frames; }

// ---- frames: events and reports ------------------------------------------------------------------------------------

// The row with a report's number follows its frame: watch_duty looks the number up.
static void add_due(train_score *s, int k, double t, uint64_t frame) {
    duty_state *d = &s->duty[k];
    if (d->n < DUES)
        d->due[d->n++] = (due){.t = t, .frame = frame, .number = s->e->reports.item[k].channel >= 0 ? -1 : 0};
    else
        s->unheard++;
}

static void hear(train_score *s, uint64_t frame, uint8_t phrase) {
    const bool fresh = phrase && phrase != s->phrase;
    s->phrase = phrase;
    if (fresh && s->n_said == SAID) s->unheard++;
    if (!fresh || s->n_said == SAID) return;
    const double bearing = s->e->bearing >= 0 && s->has_row ? s->value[s->e->bearing] : (double)NAN;
    s->said[s->n_said++] = (said){train_time_after(s, frame), frame, phrase, bearing};
}

// Counts a forbidden act that begins now, unless it only chatters.
static void count_forbidden(forbidden_state *f, double t, uint64_t frame) {
    if (f->last >= 0 && t - f->last <= REARM_S) return;
    if (f->times++ == 0) f->first = frame;
    f->latest = frame;
}

static void count_events(train_score *s, uint64_t frame, rt_events events) {
    const train_exercise *e = s->e;
    const double t = train_time_after(s, frame);
    for (int k = 0; k < e->objectives.n; k++) {
        const train_objective *o = &e->objectives.item[k];
        objective_state *own = &s->objective[k];
        if (o->rule != TRAIN_COUNT || own->from < 0 || !own->seen || !(events >> o->index & 1)) continue;
        if (o->whilst.n > 0 && !own->met.holds) continue;
        own->value++;
        own->at = frame;
    }
    for (int k = 0; k < e->reports.n; k++)
        if (e->reports.item[k].event >= 0 && events >> e->reports.item[k].event & 1) add_due(s, k, t, frame);
    for (int k = 0; k < e->forbidden.n; k++) {
        forbidden_state *f = &s->forbidden[k];
        if (e->forbidden.item[k].event < 0 || !(events >> e->forbidden.item[k].event & 1)) continue;
        count_forbidden(f, t, frame);
        f->last = t;
    }
}

void train_score_frame(train_score *s, uint64_t frame, const rt_command *c, rt_events events) {
    s->frames = frame + 1;
    s->events |= events;
    if (c->act > 0 && c->act <= s->e->acts.n) s->acts[(c->act - 1) / 64] |= (uint64_t)1 << ((c->act - 1) % 64);
    hear(s, frame, c->phrase);
    count_events(s, frame, events);
}

// ---- rows: channels ------------------------------------------------------------------------------------------------

static void watch_extreme(const train_objective *o, objective_state *own, const train_score *s, uint64_t frame) {
    const double raw = s->value[o->index], v = o->rule == TRAIN_MAX ? fabs(raw) : raw;
    if (isnan(v)) return;
    own->seen = true;
    if (!isnan(own->value) && (o->rule == TRAIN_MAX ? v <= own->value : v >= own->value)) return;
    own->value = v;
    own->at = frame;
}

// The sequence is complete at the first row at which all its conditions hold, each having come to hold no earlier than
// the one before it.
static void watch_sequence(const train_objective *o, objective_state *own, const train_seen *seen, uint64_t frame) {
    bool all = true;
    own->seen = true;
    for (int k = 0; k < o->steps; k++) {
        train_watch_row(&own->step[k], &o->step[k], seen);
        if (own->step[k].edge) own->began[k] = seen->t;
        all = all && own->step[k].holds && (k == 0 || own->began[k] >= own->began[k - 1]);
    }
    if (!all || !isnan(own->value)) return;
    own->value = own->began[o->steps - 1] - own->began[0];
    own->at = frame;
}

static void watch_objective(const train_objective *o, objective_state *own, const train_score *s,
                            const train_seen *seen, uint64_t frame) {
    if (own->from < 0) {
        train_watch_row(&own->after, &o->after, seen);
        if (own->after.holds) own->from = seen->t;
    }
    if (own->from < 0) return;
    const bool on = o->whilst.n == 0 || train_condition_now(&o->whilst, seen);
    if (o->rule == TRAIN_COUNT) {
        own->met.holds = on;
        if (on && !own->seen) own->seen = true, own->value = 0;
    }
    if ((o->rule == TRAIN_MAX || o->rule == TRAIN_MIN) && on) watch_extreme(o, own, s, frame);
    if (o->rule == TRAIN_SEQUENCE) watch_sequence(o, own, seen, frame);
    if (o->rule != TRAIN_REACH && o->rule != TRAIN_AT_END) return;
    own->seen = true;
    train_watch_row(&own->met, &o->condition, seen);
    if (own->met.edge && isnan(own->value)) own->value = own->met.since - own->from, own->at = frame;
}

// The number that a report due at the frame of this row must have.
static int number_of(const train_duty *r, const train_score *s) {
    const double v = s->value[r->channel];
    if (r->kind != RT_PHRASE_LEADING) return (int)v;
    const int hour = (int)lround(v / (M_PI / 6));
    return (hour + 23) % 12 + 1; // -6 .. 6 to 1 .. 12
}

static void watch_duty(train_score *s, int k, const train_seen *seen, uint64_t frame) {
    const train_duty *r = &s->e->reports.item[k];
    duty_state *d = &s->duty[k];
    if (r->event < 0) {
        train_watch_row(&d->watch, &r->due, seen);
        if (d->watch.edge) add_due(s, k, seen->t, frame);
    }
    for (int i = d->n - 1; i >= 0 && d->due[i].number < 0; i--) d->due[i].number = number_of(r, s);
}

static void watch_forbidden(const train_forbidden *f, forbidden_state *own, const train_seen *seen, uint64_t frame) {
    if (f->event >= 0) return;
    train_watch_row(&own->watch, &f->condition, seen);
    if (own->watch.edge) count_forbidden(own, seen->t, frame);
    if (own->watch.holds) own->last = seen->t;
}

void train_score_row(train_score *s, uint64_t frame, const double *value) {
    const train_exercise *e = s->e;
    memcpy(s->value, value, (size_t)s->channels * sizeof *value);
    s->has_row = true;
    const train_seen seen = {train_time_after(s, frame), s->value, s->events, s->acts};
    for (int k = 0; k < e->objectives.n; k++)
        watch_objective(&e->objectives.item[k], &s->objective[k], s, &seen, frame);
    for (int k = 0; k < e->reports.n; k++) watch_duty(s, k, &seen, frame);
    for (int k = 0; k < e->forbidden.n; k++) watch_forbidden(&e->forbidden.item[k], &s->forbidden[k], &seen, frame);
}
