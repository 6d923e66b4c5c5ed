// SPDX-License-Identifier: MIT
#include "render/instrument/strip_chart.h"
#include <math.h>

static strip_sample *sample_at(strip_chart *c, int i) { return &c->sample[(c->first + i) % STRIP_KEPT]; }
static strip_mark *mark_at(strip_chart *c, int i) { return &c->mark[(c->first_mark + i) % STRIP_MARKS]; }

static void drop_after(strip_chart *c, double t, int64_t slot) {
    while (c->n > 0 && sample_at(c, c->n - 1)->slot >= slot) c->n--;
    while (c->n_marks > 0 && mark_at(c, c->n_marks - 1)->t >= t) c->n_marks--;
}

static void drop_before(strip_chart *c, double t) {
    for (; c->n > 0 && (double)(sample_at(c, 0)->slot + 1) < (t - STRIP_SPAN_S) * STRIP_SAMPLES_S; c->n--)
        c->first = (c->first + 1) % STRIP_KEPT;
    for (; c->n_marks > 0 && mark_at(c, 0)->t < t - STRIP_SPAN_S; c->n_marks--)
        c->first_mark = (c->first_mark + 1) % STRIP_MARKS;
}

static strip_sample *new_sample(strip_chart *c, int64_t slot) {
    if (c->n == STRIP_KEPT)
        c->first = (c->first + 1) % STRIP_KEPT;
    else
        c->n++;
    strip_sample *s = sample_at(c, c->n - 1);
    s->slot = slot;
    for (int k = 0; k < STRIP_CHANNELS; k++) s->v[k] = (strip_range){INFINITY, -INFINITY};
    return s;
}

static void add_mark(strip_chart *c, double t, strip_event event) {
    if (c->n_marks == STRIP_MARKS)
        c->first_mark = (c->first_mark + 1) % STRIP_MARKS;
    else
        c->n_marks++;
    *mark_at(c, c->n_marks - 1) = (strip_mark){t, event};
}

static bool marked_since(const strip_chart *c, strip_event event, double t) {
    for (int i = c->n_marks - 1; i >= 0; i--) {
        const strip_mark *m = &c->mark[(c->first_mark + i) % STRIP_MARKS];
        if (m->t < t) return false;
        if (m->event == event) return true;
    }
    return false;
}

// Marks the events that began since the last snapshot. Misses have at most one mark in STRIP_MISS_S.
static void mark_events(strip_chart *c, const dyn_snapshot *s, bool follows) {
    const dyn_gauges *g = &s->gauges;
    bool failsafe = safety_infer(&c->safety, g).safety == RT_SAFETY_FAILSAFE || g->estop;
    const uint8_t is[STRIP_EVENTS] = {g->housed, g->jammed, failsafe, s->info.misses > c->misses};
    for (int k = 0; k < STRIP_EVENTS; k++) {
        bool begun = is[k] && (k == STRIP_MISS ? !marked_since(c, STRIP_MISS, s->t - STRIP_MISS_S) : !c->was[k]);
        if (follows && begun) add_mark(c, s->t, (strip_event)k);
        c->was[k] = is[k];
    }
    c->misses = s->info.misses;
}

void strip_chart_clear(strip_chart *c) { c->n = c->n_marks = 0; }

// Normal forces of the contacts: their sum and the largest; links of the chain do not count.
static void sum_contacts(const dyn_snapshot *s, double *sum, double *most) {
    *sum = *most = 0;
    for (int k = 0; k < s->n_contacts; k++) {
        const dyn_snapshot_contact *c = &s->contact[k];
        if (c->body < 0 || c->body >= s->n_bodies || s->body[c->body].kind == DYN_SHOW_LINK) continue;
        double force = vec3_norm(c->normal_force);
        *sum += force;
        *most = fmax(*most, force);
    }
}

void strip_chart_add(strip_chart *c, const dyn_snapshot *s) {
    if (!isfinite(s->t) || fabs(s->t) > 1e9) return;
    safety_history_add(&c->safety, s);
    int64_t slot = (int64_t)floor(s->t * STRIP_SAMPLES_S);
    bool any = c->n > 0, back = any && s->t < c->t;
    if (any && s->t == c->t) return;
    if (back) drop_after(c, s->t, slot);
    drop_before(c, s->t);
    strip_sample *at = c->n > 0 && sample_at(c, c->n - 1)->slot == slot ? sample_at(c, c->n - 1) : new_sample(c, slot);
    const dyn_gauges shown = dyn_gauges_shown(&s->gauges), *g = &shown;
    double sum, most;
    sum_contacts(s, &sum, &most);
    const double value[STRIP_CHANNELS] = {g->tension_n,
                                          g->anchor_tension_n,
                                          g->speed_m_s,
                                          g->chain_out_m,
                                          g->lever,
                                          g->brake,
                                          g->clutch,
                                          g->stopper != TACKLE_STOPPER_OPEN,
                                          g->failsafe,
                                          g->release,
                                          g->motor_torque_nm,
                                          g->motor_load,
                                          g->motor_rad_s,
                                          g->motor_pa,
                                          g->lining_c,
                                          g->wear_m,
                                          g->hinge_rad,
                                          g->counter_m,
                                          g->anchor_m,
                                          g->flukes_rad,
                                          g->sway_m_s,
                                          s->ship.roll_rad,
                                          s->ship.pitch_rad,
                                          s->ship.hawse_m_s,
                                          sum,
                                          most};
    for (int k = 0; k < STRIP_CHANNELS; k++) {
        if (!isfinite(value[k])) continue;
        at->v[k].lo = fminf(at->v[k].lo, (float)value[k]);
        at->v[k].hi = fmaxf(at->v[k].hi, (float)value[k]);
    }
    c->t = s->t;
    mark_events(c, s, any && !back);
}

void strip_chart_columns(const strip_chart *c, strip_channel channel, double t0, double t1, int n, strip_range *out) {
    for (int i = 0; i < n; i++) out[i] = (strip_range){NAN, NAN};
    for (int i = 0; i < c->n; i++) {
        const strip_sample *s = &c->sample[(c->first + i) % STRIP_KEPT];
        double t = ((double)s->slot + 0.5) / STRIP_SAMPLES_S;
        int k = (int)floor((t - t0) / (t1 - t0) * n);
        if (k < 0 || k >= n || s->v[channel].lo > s->v[channel].hi) continue;
        out[k].lo = fminf(out[k].lo, s->v[channel].lo); // fminf ignores NaN
        out[k].hi = fmaxf(out[k].hi, s->v[channel].hi);
    }
}

bool strip_chart_extremes(const strip_range *column, int n, strip_range *out) {
    *out = (strip_range){NAN, NAN};
    for (int i = 0; i < n; i++) {
        out->lo = fminf(out->lo, column[i].lo);
        out->hi = fmaxf(out->hi, column[i].hi);
    }
    return !isnan(out->lo);
}

double strip_chart_scale(double lo, double hi, double least, double *from, double *to) {
    if (hi - lo < least) {
        double middle = 0.5 * (lo + hi);
        lo = lo >= 0 && middle < least / 2 ? 0 : middle - least / 2;
        hi = lo + least;
    }
    double rough = (hi - lo) / 3, p = pow(10, floor(log10(rough)));
    double step = rough <= p ? p : rough <= 2 * p ? 2 * p : rough <= 5 * p ? 5 * p : 10 * p;
    *from = step * floor(lo / step + 1e-9);
    *to = step * ceil(hi / step - 1e-9);
    return step;
}
