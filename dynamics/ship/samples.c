// SPDX-License-Identifier: MIT
// Samples of responses, and the table made from them.
#include "dynamics/ship/private.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 200000 };
#define MOST_FREQUENCY 100.0 // [rad/s]
#define MOST_RESPONSE 100.0  // [m/m], [rad/m]

static const double degree = 3.14159265358979323846 / 180;

ship_sample *ship_samples_add(ship_samples *s, double heading, double frequency, const ship_rows *r) {
    if (s->n == MOST_SAMPLES) {
        rt_diag_error(r->d, r->file, r->line, 0, "expected at most %d waves", MOST_SAMPLES);
        return NULL;
    }
    if (s->n == s->capacity) {
        int capacity = s->capacity ? 2 * s->capacity : 256;
        ship_sample *item = realloc(s->item, (size_t)capacity * sizeof *item);
        if (!item) {
            rt_diag_error(r->d, r->file, r->line, 0, "no memory for the table");
            return NULL;
        }
        s->item = item, s->capacity = capacity;
    }
    ship_sample *x = &s->item[s->n++];
    *x = (ship_sample){.heading = heading, .frequency = frequency, .line = r->line};
    return x;
}

// Refuses values that are no ship's: they would leave the range of the numbers.
static rt_status check_range(const ship_samples *s, const char *file, rt_diag *d) {
    for (int k = 0; k < s->n; k++) {
        const ship_sample *x = &s->item[k];
        double most = 0;
        bool good = x->frequency <= MOST_FREQUENCY;
        for (int j = 0; j < SHIP_MOTIONS; j++) {
            double size = hypot(x->response.re[j], x->response.im[j]);
            good = good && size <= MOST_RESPONSE;
            most = fmax(most, size);
        }
        if (good) continue;
        rt_diag_error(d, file, x->line, 0,
                      "expected a frequency up to %g rad/s and responses up to %g m/m, rad/m, found %g rad/s and %g",
                      MOST_FREQUENCY, MOST_RESPONSE, x->frequency, most);
        return RT_ERR_FORMAT;
    }
    return RT_OK;
}

static int by_wave(const void *a, const void *b) {
    const ship_sample *x = a, *y = b;
    if (x->heading != y->heading) return x->heading < y->heading ? -1 : 1;
    if (x->frequency != y->frequency) return x->frequency < y->frequency ? -1 : 1;
    return x->line - y->line;
}

static int count_frequencies(const ship_samples *s) {
    int n = 1;
    while (n < s->n && s->item[n].heading == s->item[0].heading) n++;
    return n;
}

// Checks that the sorted samples are a grid with n frequencies: each heading has those of the first.
static rt_status check_grid(const ship_samples *s, int n, const char *file, rt_diag *d) {
    for (int k = 0; k < s->n; k++) {
        const ship_sample *x = &s->item[k], *first = &s->item[k % n], *start = &s->item[k - k % n];
        bool again = k > 0 && x->heading == x[-1].heading && x->frequency == x[-1].frequency;
        if (again) {
            rt_diag_error(d, file, x->line, 0, "line %d has this wave of %g rad/s at %g deg before", x[-1].line,
                          x->frequency, x->heading / degree);
            return RT_ERR_FORMAT;
        }
        if (x->frequency == first->frequency && x->heading == start->heading) continue;
        rt_diag_error(
            d, file, x->line, 0,
            "expected the same frequencies at each heading: after line %d, %g rad/s at %g deg, found %g rad/s "
            "at %g deg",
            first->line, first->frequency, first->heading / degree, x->frequency, x->heading / degree);
        return RT_ERR_FORMAT;
    }
    if (s->n % n == 0) return RT_OK;
    rt_diag_error(d, file, s->item[s->n - 1].line, 0, "the last heading lacks frequencies of the first");
    return RT_ERR_FORMAT;
}

static rt_status fill_table(ship_table *t, const ship_samples *s, int n, const char *file, rt_diag *d) {
    int headings = s->n / n, *line = calloc((size_t)headings, sizeof *line);
    t->heading = calloc((size_t)headings, sizeof *t->heading);
    t->frequency = calloc((size_t)n, sizeof *t->frequency);
    t->response = calloc((size_t)s->n, sizeof *t->response);
    rt_status status = RT_ERR_MEMORY;
    if (line && t->heading && t->frequency && t->response) {
        t->headings = headings, t->frequencies = n;
        for (int k = 0; k < s->n; k++) t->response[k] = s->item[k].response;
        for (int k = 0; k < n; k++) t->frequency[k] = s->item[k].frequency;
        for (int k = 0; k < headings; k++) t->heading[k] = s->item[k * n].heading, line[k] = s->item[k * n].line;
        status = ship_table_check(t, line, file, d);
    } else {
        rt_diag_error(d, file, 0, 0, "no memory for the table");
    }
    free(line);
    return status;
}

rt_status ship_table_make(ship_table *t, ship_samples *s, const char *file, rt_diag *d) {
    if (s->n == 0) {
        rt_diag_error(d, file, 0, 0, "has no responses");
        return RT_ERR_FORMAT;
    }
    rt_status status = check_range(s, file, d);
    if (status != RT_OK) return status;
    qsort(s->item, (size_t)s->n, sizeof *s->item, by_wave);
    int n = count_frequencies(s);
    status = check_grid(s, n, file, d);
    return status == RT_OK ? fill_table(t, s, n, file, d) : status;
}
