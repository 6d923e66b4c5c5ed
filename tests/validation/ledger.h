// SPDX-License-Identifier: MIT
// The validation ledger: for each checked quantity of a case the reference, its source, our value and the limit; curves
// for the plots. Writing a row asserts it. With HAWSE_LEDGER=FILE the ledger also appends one JSON object a line to
// FILE, for tests/validation/report.py.
#ifndef HAWSE_TESTS_VALIDATION_LEDGER_H
#define HAWSE_TESTS_VALIDATION_LEDGER_H

#include "tests/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct ledger {
    const char *name;
    FILE *file;   // NULL: HAWSE_LEDGER is not set
    double begun; // processor time of the process [s]
} ledger;

static inline double ledger_cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void ledger_text(FILE *f, const char *key, const char *text) {
    fprintf(f, ", \"%s\": \"", key);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', f);
        fputc(*text, f);
    }
    fputc('"', f);
}

// Begins a case. name: short, lower case. about: what is simulated, one sentence. scenario_file: a scenario for
// `hawse sil` (relative to the root), "" if none.
static inline ledger ledger_begin(const char *name, const char *about, const char *scenario_file) {
    const char *path = getenv("HAWSE_LEDGER");
    ledger l = {.name = name, .file = path && *path ? fopen(path, "a") : NULL, .begun = ledger_cpu()};
    if (!l.file) return l;
    fprintf(l.file, "{\"row\": \"case\"");
    ledger_text(l.file, "case", name), ledger_text(l.file, "about", about),
        ledger_text(l.file, "scenario", scenario_file);
    fprintf(l.file, "}\n");
    return l;
}

// Writes a quantity and asserts |value - reference| <= limit. source: origin of the reference (closed form, paper and
// equation, file). The row gets the processor time since the last row or the start of the case.
static inline void ledger_row(ledger *l, const char *quantity, const char *unit, double reference, const char *source,
                              double value, double limit) {
    double now = ledger_cpu();
    if (l->file) {
        fprintf(l->file, "{\"row\": \"value\"");
        ledger_text(l->file, "case", l->name), ledger_text(l->file, "quantity", quantity);
        ledger_text(l->file, "unit", unit), ledger_text(l->file, "source", source);
        fprintf(l->file, ", \"reference\": %.10g, \"value\": %.10g, \"limit\": %.3g, \"cpu_s\": %.3f}\n", reference,
                value, limit, now - l->begun);
        fflush(l->file);
    }
    l->begun = now;
    print_message("%s: %s: %.8g %s, reference %.8g (%s), off by %.3g of %.3g\n", l->name, quantity, value, unit,
                  reference, source, value - reference, limit);
    CHECK_NEAR(value, reference, limit);
}

// Writes a curve for a plot; curves of one plot title share their axes. At most a few hundred points.
static inline void ledger_curve(const ledger *l, const char *plot, const char *curve, const char *x_label,
                                const char *y_label, const double *x, const double *y, int n) {
    if (!l->file) return;
    fprintf(l->file, "{\"row\": \"curve\"");
    ledger_text(l->file, "case", l->name), ledger_text(l->file, "plot", plot), ledger_text(l->file, "curve", curve);
    ledger_text(l->file, "x_label", x_label), ledger_text(l->file, "y_label", y_label);
    for (int k = 0; k < 2; k++) {
        fprintf(l->file, ", \"%s\": [", k ? "y" : "x");
        for (int i = 0; i < n; i++) fprintf(l->file, "%s%.6g", i ? ", " : "", k ? y[i] : x[i]);
        fprintf(l->file, "]");
    }
    fprintf(l->file, "}\n");
    fflush(l->file);
}

static inline void ledger_end(ledger *l) {
    if (l->file) fclose(l->file);
    l->file = NULL;
}

#endif
