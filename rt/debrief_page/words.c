// SPDX-License-Identifier: MIT
// Order, values and names of the items.
#include "rt/debrief_page/private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double rank(const train_result *r) { return !r->judged ? -1 : train_result_loss(r) + (r->failed ? 1e9 : 0); }

static int by_rank(const void *a, const void *b) {
    const train_result *const *x = a, *const *y = b;
    const double d = rank(*y) - rank(*x);
    return d > 0 ? 1 : d < 0 ? -1 : *x > *y ? 1 : -1;
}

// What never came is shown as it was at the end; all else where its evidence begins.
static uint64_t moment_of(const train_result *r) {
    return r->kind == TRAIN_OBJECTIVE && isnan(r->value) ? r->to : r->from;
}

int debrief_sort(const train_total *t, double h, debrief_item item[TRAIN_RESULTS]) {
    const train_result *order[TRAIN_RESULTS];
    int lost = 0;
    for (int k = 0; k < t->results; k++) order[k] = &t->result[k];
    qsort(order, (size_t)t->results, sizeof order[0], by_rank);
    for (int k = 0; k < t->results; k++) {
        const uint64_t frame = moment_of(order[k]);
        item[k] = (debrief_item){(int)(order[k] - t->result), order[k]->judged ? train_result_loss(order[k]) : -1,
                                 h * (double)(frame + 1), frame};
        lost += rank(order[k]) > 0;
    }
    return lost;
}

void debrief_write_value(FILE *f, double v, const char *unit) {
    const bool large = strcmp(unit, "N") == 0 || strcmp(unit, "N m") == 0;
    if (!isfinite(v)) {
        fputs("–", f);
        return;
    }
    fprintf(f, "%.4g", large ? v / 1000 : v);
    if (strcmp(unit, "1") == 0 || !unit[0]) return;
    fputs(large ? " k" : " ", f);
    compare_escape(f, unit);
}

void debrief_write_command(FILE *f, const debrief_part *p, double t) {
    if (!p->page->shown) return;
    fputs("<code>hawse replay ", f);
    compare_escape(f, p->page->shown);
    fprintf(f, " --window --from %.1f</code>", fmax(0, t - DEBRIEF_BEFORE_S));
}

const char *debrief_kind(const train_result *r) {
    return r->kind == TRAIN_OBJECTIVE ? "objective" : r->kind == TRAIN_REPORT ? "report" : "forbidden";
}
