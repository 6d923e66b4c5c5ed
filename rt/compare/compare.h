// SPDX-License-Identifier: MIT
// Compares two reports of one scenario: what changed, and what is evidence of a regression.
#ifndef HAWSE_RT_COMPARE_COMPARE_H
#define HAWSE_RT_COMPARE_COMPARE_H

#include "rt/base/base.h"
#include <jansson.h>
#include <stdio.h>

enum { COMPARE_ITEMS = 256, COMPARE_QUANTILES = 8, COMPARE_ROWS = 24, COMPARE_NOTES = 8 };

// How much more is a regression [%].
typedef struct compare_limits {
    double p50, p99, p99_9; // of times
    double work;            // of the mean number of Newton iterations
    double misses;          // of the rate of misses by our own work and of other rare events
} compare_limits;

compare_limits compare_limits_default(void);

typedef enum compare_verdict {
    COMPARE_TOLD = 0, // not judged
    COMPARE_SAME,     // no more than the limit, or no evidence that it is more
    COMPARE_BETTER,   // less by more than the limit, with evidence
    COMPARE_REGRESSION,
} compare_verdict;

const char *compare_verdict_name(compare_verdict v);

// One quantity of both reports.
typedef struct compare_item {
    char name[96];    // its place in the report: "phase_ns.solve.p50"
    double base, now; // in the report's unit; NAN if missing
    compare_verdict verdict;
    char why[128]; // the evidence, or why it was not judged
} compare_item;

// A distribution of times of both reports, for the plots.
typedef struct compare_row {
    char name[64];
    int n;
    char quantile[COMPARE_QUANTILES][8];                    // "p50"
    double base[COMPARE_QUANTILES], now[COMPARE_QUANTILES]; // [ns]
} compare_row;

typedef struct compare {
    const char *base_path, *new_path;
    json_t *base, *now;
    compare_limits limits;
    bool same_state; // the hash after the last step
    bool same_host;  // processor, kernel and scheduler; if they differ, times are shown and not judged
    compare_item item[COMPARE_ITEMS];
    int n_items;
    compare_row row[COMPARE_ROWS];
    int n_rows;
    char note[COMPARE_NOTES][256];
    int n_notes;
    int regressions;
} compare;

// Reads both reports; RT_ERR_FILE or RT_ERR_FORMAT with every fault told: no JSON, no report, another scenario, step or
// duration. compare_free is due in any case.
rt_status compare_read(compare *c, const char *base, const char *now, rt_diag *d);
// Fills items, rows and notes by c->limits.
void compare_judge(compare *c);
// The value at a path of keys such as "frame.work_ns" or, by its number, "event_list.0.t_s"; or NULL.
json_t *compare_at(const json_t *report, const char *path);
// Writes the result; RT_ERR_FILE with a message, leaving no file.
rt_status compare_write_json(const compare *c, const char *path, rt_diag *d);
rt_status compare_write_junit(const compare *c, const char *path, rt_diag *d);
rt_status compare_write_html(const compare *c, const char *path, rt_diag *d);
// The same to the file that `write` prints to.
rt_status compare_write_text(const compare *c, const char *path, void (*write)(FILE *f, const compare *c), rt_diag *d);
// A table for the terminal.
void compare_print(const compare *c, FILE *f);
// Writes text with what XML and HTML reserve replaced.
void compare_escape(FILE *f, const char *text);
void compare_free(compare *c);

#endif
