// SPDX-License-Identifier: MIT
// What does a step of a long chain cost, most of it on the bottom, under a ship that moves in waves? All links against
// the links that do not sleep.
#include "tests/bench/program.h"
#include "tests/dynamics/long_line.h"
#include <string.h>

static const char usage[] =
    "usage: %s [--seconds S] [--links N --depth D --step H]\n"
    "Steps chains of 62 mm with 100 to 1220 links at 1 ms and 2 ms under a ship in an irregular sea\n"
    "(S simulated seconds each, 20), all links and with links that sleep. Prints the thread's CPU\n"
    "time of a step. With --links: one chain alone.\n";

typedef struct row {
    double mean, middle, p99, longest; // CPU time of a step [s]
    double awake;                      // mean number of links
    double evaluations, tension;       // of a step; root mean square of the tension at the hawse [N]
} row;

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static row measure(const long_line_def *d, double seconds) {
    static long_line l;
    const int n = (int)lround(seconds / d->step);
    double *t = calloc((size_t)n, sizeof *t);
    row r = {0};
    long_line_must(t != NULL, "memory");
    long_line_make(&l, d);
    long_line_settle(&l, 2);
    for (int k = 0; k < n; k++) {
        const double begin = now(CLOCK_THREAD_CPUTIME_ID);
        long_line_step(&l);
        t[k] = now(CLOCK_THREAD_CPUTIME_ID) - begin;
        r.mean += t[k] / n, r.evaluations += (double)l.last.evaluations / n;
        r.awake += (d->links - (d->rests ? (double)ground_rest_state_of(&l.rest, &l.model, &l.state)->asleep : 0)) / n;
        r.tension += long_line_tension(&l) * long_line_tension(&l) / n;
    }
    qsort(t, (size_t)n, sizeof *t, compare);
    r.middle = t[n / 2], r.p99 = t[n * 99 / 100], r.longest = t[n - 1], r.tension = sqrt(r.tension);
    free(t);
    long_line_free(&l);
    return r;
}

static void print(const long_line_def *d, const row *r) {
    printf("| %4d | %2.0f | %.0f ms | %-5s | %4.0f | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f | %.1f |\n", d->links,
           d->depth, 1e3 * d->step, d->rests ? "sleep" : "all", r->awake, 1e3 * r->mean, 1e3 * r->middle, 1e3 * r->p99,
           1e3 * r->longest, 1e6 * r->mean / r->awake, r->evaluations, 1e-3 * r->tension);
    fflush(stdout);
}

static void both(int links, double depth, double step, double seconds) {
    long_line_def d = {.links = links,
                       .step = step,
                       .bar = 0.062,
                       .depth = depth,
                       .pull = depth,
                       .height = 2.5,
                       .period = 8,
                       .irregular = true};
    for (int k = 0; k < 2; k++) {
        d.rests = k == 1, d.every = k == 1 ? 8 : 1;
        const row r = measure(&d, seconds);
        print(&d, &r);
    }
}

int main(int argc, char **argv) {
    double seconds = 20, links = 0, depth = 60, step = 2e-3;
    for (int k = 1; k < argc; k += 2) {
        const char *value = k + 1 < argc ? argv[k + 1] : NULL;
        double *to = !strcmp(argv[k], "--seconds") ? &seconds
                     : !strcmp(argv[k], "--links") ? &links
                     : !strcmp(argv[k], "--depth") ? &depth
                     : !strcmp(argv[k], "--step")  ? &step
                                                   : NULL;
        if (!to) {
            fprintf(stderr, usage, argv[0]);
            return 2;
        }
        *to = positive(argv[k], value);
    }
    printf("| links | depth | step | which | awake | mean ms | p50 | p99 | longest | us a link awake | evaluations | "
           "kN |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    if (links > 0) {
        both((int)links, depth, step, seconds);
        return 0;
    }
    for (int k = 0; k < 2; k++) {
        const double h = k == 0 ? 2e-3 : 1e-3;
        const int shallow[] = {100, 300, 600, 1220}, deep[] = {600, 900, 1220};
        for (int i = 0; i < 4; i++) both(shallow[i], 10, h, seconds);
        for (int i = 0; i < 3; i++) both(deep[i], 60, h, seconds);
    }
    return 0;
}
