// SPDX-License-Identifier: MIT
// Which report answers which time at which one was due.
#include "rt/train/private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
