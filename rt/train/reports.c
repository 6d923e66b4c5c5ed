// SPDX-License-Identifier: MIT
// Which report answers which time at which one was due.
#include "rt/train/private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HOUR (M_PI / 6)
#define NEAR_HOUR 0.35 // bearing off a reported hour that still counts, 20 deg [rad]

static bool says(const said *a, const train_duty *d, int number) {
    int n;
    const rt_phrase_kind kind = rt_phrase_kind_of(a->phrase, &n);
    if (kind != d->kind) return false;
    if (kind == RT_PHRASE_LEADING && !isnan(a->bearing))
        return fabs(remainder(a->bearing - n * HOUR, 2 * M_PI)) <= NEAR_HOUR;
    return number == 0 || n == number;
}

// The report of that time: the first of the right words from `early` before to twice `within` after, that no other time
// has used; -1: none.
static int find_said(const train_score *s, const train_duty *d, const due *when, const bool used[SAID]) {
    for (int k = 0; k < s->n_said; k++)
        if (!used[k] && s->said[k].t >= when->t - d->early && s->said[k].t <= when->t + 2 * d->within &&
            says(&s->said[k], d, when->number))
            return k;
    return -1;
}

// A report belongs to the latest time at which it was due.
void train_match_duty(const train_score *s, int k, int matched[DUES]) {
    bool used[SAID] = {false};
    const duty_state *own = &s->duty[k];
    for (int i = own->n - 1; i >= 0; i--) {
        matched[i] = find_said(s, &s->e->reports.item[k], &own->due[i], used);
        if (matched[i] >= 0) used[matched[i]] = true;
    }
}

// Whether the words were so: right at or after a time at which they were due, or the chain's lead as it was.
static bool is_so(const train_score *s, const said *a) {
    for (int k = 0; k < s->e->reports.n; k++) {
        const train_duty *d = &s->e->reports.item[k];
        if (d->kind == RT_PHRASE_LEADING && says(a, d, 0)) return true;
        for (int i = 0; i < s->duty[k].n; i++)
            if (a->t >= s->duty[k].due[i].t - d->early && says(a, d, s->duty[k].due[i].number)) return true;
    }
    return false;
}

int train_count_false(const train_score *s, int k, uint64_t *first) {
    const train_duty *d = &s->e->reports.item[k];
    int n = 0;
    for (int i = 0; i < k; i++)
        if (s->e->reports.item[i].kind == d->kind) return 0;
    for (int i = 0, number; i < s->n_said; i++) {
        const said *a = &s->said[i];
        if (rt_phrase_kind_of(a->phrase, &number) != d->kind || is_so(s, a)) continue;
        if (n++ == 0) *first = a->frame;
    }
    return n;
}

static train_report_state state_of(const train_score *s, const train_duty *d, const train_report *r) {
    if (isnan(r->said_t)) return train_score_time(s) > r->due_t + 2 * d->within ? TRAIN_MISSED : TRAIN_DUE;
    return r->said_t <= r->due_t + d->within ? TRAIN_GIVEN : TRAIN_LATE;
}

static int by_time(const void *a, const void *b) {
    const train_report *x = a, *y = b;
    const double tx = isnan(x->due_t) ? x->said_t : x->due_t, ty = isnan(y->due_t) ? y->said_t : y->due_t;
    return tx < ty ? -1 : tx > ty;
}

int train_score_reports(const train_score *s, train_report out[TRAIN_REPORTS]) {
    bool used[SAID] = {false};
    int n = 0;
    for (int k = 0; k < s->e->reports.n; k++) {
        int matched[DUES];
        train_match_duty(s, k, matched);
        for (int i = 0; i < s->duty[k].n && n < TRAIN_REPORTS; i++) {
            const due *when = &s->duty[k].due[i];
            train_report *r = &out[n++];
            *r = (train_report){.item = k, .due_t = when->t, .said_t = (double)NAN, .number = when->number};
            if (r->number < 0) r->number = 0;
            if (matched[i] >= 0) {
                used[matched[i]] = true;
                r->said_t = s->said[matched[i]].t;
                r->phrase = s->said[matched[i]].phrase;
            }
            r->state = state_of(s, &s->e->reports.item[k], r);
        }
    }
    for (int i = 0; i < s->n_said && n < TRAIN_REPORTS; i++)
        if (!used[i])
            out[n++] = (train_report){.item = -1,
                                      .due_t = (double)NAN,
                                      .said_t = s->said[i].t,
                                      .phrase = s->said[i].phrase,
                                      .state = TRAIN_NOT_DUE};
    qsort(out, (size_t)n, sizeof *out, by_time);
    return n;
}
