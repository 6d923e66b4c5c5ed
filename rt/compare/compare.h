// SPDX-License-Identifier: MIT
// Compares two reports of one scenario and judges which differences are regressions.
#ifndef HAWSE_RT_COMPARE_COMPARE_H
#define HAWSE_RT_COMPARE_COMPARE_H

#include "rt/base/base.h"
#include <jansson.h>
#include <stdio.h>

enum { COMPARE_ITEMS = 256, COMPARE_QUANTILES = 8, COMPARE_ROWS = 24, COMPARE_NOTES = 8 };

// Increase above which a quantity is a regression [%].
typedef struct compare_limits {
    double p50, p99, p99_9; // times; p99 also limits the p90
    double work;            // mean number of Newton iterations
    double misses;          // rates of misses by own work, cap hits and dropped contacts
} compare_limits;

compare_limits compare_limits_default(void);

typedef enum compare_verdict {
    COMPARE_NOT_JUDGED = 0,
    COMPARE_SAME,       // the change is within the limit, or without evidence
    COMPARE_BETTER,     // lower by more than the limit, with evidence
    COMPARE_REGRESSION, // higher by more than the limit, with evidence
} compare_verdict;

const char *compare_verdict_name(compare_verdict v);

// One quantity of both reports.
typedef struct compare_item {
    char name[96];    // path of its keys in the report: "phase_ns.solve.p50"
    double base, now; // in the report's unit; NAN if missing
    compare_verdict verdict;
    char why[128]; // the evidence, or the reason for no verdict
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
    bool same_state; // equal number of steps and equal hash after the last one
    bool same_host;  // equal processor, kernel and scheduler; times of different hosts are shown but not judged
    compare_item item[COMPARE_ITEMS];
    int n_items;
    compare_row row[COMPARE_ROWS];
    int n_rows;
    char note[COMPARE_NOTES][256];
    int n_notes;
    int regressions;
} compare;

// Reads both reports. Fails with RT_ERR_FORMAT and one message for each fault: no JSON, no report, another scenario,
// step, duration or kind of run. The caller calls compare_free in any case.
rt_status compare_read(compare *c, const char *base, const char *now, rt_diag *d);
// Fills items, rows and notes by c->limits.
void compare_judge(compare *c);
// Returns the value at a path of keys such as "frame.work_ns", or with an array's index "event_list.0.t_s"; NULL if
// there is none.
json_t *compare_at(const json_t *report, const char *path);
// Write the result to a file. Fail with RT_ERR_FILE and a message, and then leave no file.
rt_status compare_write_json(const compare *c, const char *path, rt_diag *d);
rt_status compare_write_junit(const compare *c, const char *path, rt_diag *d);
rt_status compare_write_html(const compare *c, const char *path, rt_diag *d);
// Writes a file by the function `write`; fails in the same way.
rt_status compare_write_text(const compare *c, const char *path, void (*write)(FILE *f, const compare *c), rt_diag *d);
// Prints the table for the terminal.
void compare_print(const compare *c, FILE *f);
// Writes text with the characters < > & " escaped for XML and HTML; replaces control characters by spaces.
void compare_escape(FILE *f, const char *text);
void compare_free(compare *c);

#endif
