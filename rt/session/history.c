// SPDX-License-Identifier: MIT
#include "rt/session/history.h"
#include "rt/recording/csv.h"
#include <math.h>
#include <stdlib.h>

// Touches every page, so that no frame takes a page fault.
static void touch_pages(report_history *h) {
    volatile char *byte = (volatile char *)h;
    for (size_t at = 0; at < sizeof *h; at += 4096) byte[at] = 0;
}

report_history *report_history_create(const sim *s) {
    report_history *h = calloc(1, sizeof *h);
    if (!h) return NULL;
    touch_pages(h);
    sim_column chart[SIM_CHARTS];
    h->channels = s->kind->charts(s, chart);
    for (int k = 0; k < h->channels; k++) h->name[k] = chart[k].name, h->unit[k] = chart[k].unit;
    h->pace = csv_pace_of(s);
    csv_pace_seek(&h->pace, sim_time(s));
    return h;
}

void report_history_free(report_history *h) { free(h); }

static void merge_row(report_row *into, const report_row *r) {
    for (int k = 0; k < REPORT_CHANNELS; k++) {
        into->low[k] = fmin(into->low[k], r->low[k]);
        into->high[k] = fmax(into->high[k], r->high[k]);
    }
}

// Adds the row to level 0, and each row that it completes to the level above.
static void add_row(report_history *h, report_row row) {
    for (int k = 0; k < REPORT_LEVELS; k++) {
        report_level *l = &h->level[k];
        if (l->n < REPORT_ROWS)
            l->row[l->n++] = row;
        else
            l->full = true;
        if (k + 1 == REPORT_LEVELS) return;
        report_level *above = &h->level[k + 1];
        if (above->halves++ == 0)
            above->part = row;
        else
            merge_row(&above->part, &row);
        if (above->halves < 2) return;
        above->halves = 0;
        row = above->part;
    }
}

static int rows_before(const report_level *l, double t) {
    int low = 0, high = l->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (l->row[middle].t < t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// After a rewind: drops the rows from t on, to within one row of each level. step: between two frames [s].
static void drop_rows_after(report_history *h, double t, double step) {
    for (int k = 0; k < REPORT_LEVELS; k++) {
        report_level *l = &h->level[k];
        l->n = rows_before(l, t);
        l->halves = 0;
    }
    csv_pace_seek(&h->pace, t - step);
}

void report_history_add(report_history *h, sim *s) {
    report_row row = {.t = sim_time(s)};
    double v[REPORT_CHANNELS];
    if (row.t <= h->last) drop_rows_after(h, row.t, s->model.h);
    h->last = row.t;
    if (!s->kind->chart_values(s, csv_pace_due(&h->pace, row.t), v)) return;
    for (int k = 0; k < h->channels; k++) row.low[k] = row.high[k] = v[k];
    add_row(h, row);
}

int report_history_points(const report_history *h, double *t, double *const y[REPORT_CHANNELS]) {
    int k = 0, n = 0;
    while (k + 1 < REPORT_LEVELS && h->level[k].full) k++;
    const report_level *l = &h->level[k];
    report_row rest = l->part; // frames that did not fill a row of this level
    bool some = k > 0 && l->halves > 0;
    for (int i = k - 1; i > 0; i--)
        if (h->level[i].halves > 0) {
            if (some)
                merge_row(&rest, &h->level[i].part);
            else
                rest = h->level[i].part;
            some = true;
        }
    for (int i = 0; i < l->n + some; i++) {
        const report_row *r = i < l->n ? &l->row[i] : &rest;
        for (int side = 0; side < 2; side++, n++) {
            t[n] = r->t;
            for (int c = 0; c < h->channels; c++) y[c][n] = side ? r->high[c] : r->low[c];
        }
    }
    return n;
}
