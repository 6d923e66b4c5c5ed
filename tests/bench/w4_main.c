// SPDX-License-Identifier: MIT
// Runs W4 in the linked code and prints one line of JSON: tension at the fairlead, its noise, joint gap, time per step.
#include "tests/bench/program.h"
#include "tests/bench/w4.h"
#include <string.h>

static const char usage[] =
    "usage: %s [--list] [--method NAME] [--links N] [--h SECONDS]\n"
    "Drags a chain over the bottom: 8 s calmed, 2 s free, 4 s measured. Prints one line of JSON: mean tension at the\n"
    "fairlead, its standard deviation, the worst joint gap, and the time per step (wall and thread CPU).\n"
    "  --list         print the methods and exit\n"
    "  --method NAME  the method (the first of --list)\n"
    "  --links N      links of the chain (200)\n"
    "  --h SECONDS    step (0.001)\n";

#define CALM 8.0
#define FREE 2.0
#define MEASURED 4.0 // [s]

typedef struct options {
    const char *method;
    int links;
    double h;
} options;

static options read_options(int argc, char **argv) {
    options o = {.method = w4_codes[0].method, .links = 200, .h = 1e-3};
    for (int k = 1; k < argc; k += 2) {
        const char *name = argv[k], *value = k + 1 < argc ? argv[k + 1] : NULL;
        if (!strcmp(name, "--list")) {
            for (const w4_code *c = w4_codes; c->method; c++) printf("%s\n", c->method);
            exit(0);
        } else if (!strcmp(name, "--method") && value)
            o.method = value;
        else if (!strcmp(name, "--links"))
            o.links = (int)ceil(fmin(positive(name, value), 1e5));
        else if (!strcmp(name, "--h"))
            o.h = positive(name, value);
        else {
            fprintf(stderr, usage, argv[0]);
            exit(2);
        }
    }
    return o;
}

typedef struct sums {
    double tension, square, gap, wall, cpu;
    int n, timed;
} sums;

static void run(const w4_code *code, void *self, double h, sums *s) {
    const int calm = (int)(CALM / h), from = (int)((CALM + FREE) / h), end = (int)((CALM + FREE + MEASURED) / h);
    for (int k = 0; k < end; k++) {
        const double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_THREAD_CPUTIME_ID);
        code->step(self);
        if (k >= calm) s->cpu += now(CLOCK_THREAD_CPUTIME_ID) - cpu, s->wall += now(CLOCK_MONOTONIC) - wall, s->timed++;
        if (k < calm) code->calm(self);
        if (k < from) continue;
        const double t = code->tension(self);
        s->tension += t, s->square += t * t, s->n++;
        s->gap = fmax(s->gap, code->gap(self));
    }
}

int main(int argc, char **argv) {
    const options o = read_options(argc, argv);
    const w4_code *code = w4_codes;
    while (code->method && strcmp(code->method, o.method) != 0) code++;
    if (!code->method) {
        fprintf(stderr, "--method: %s has no method \"%s\"; --list prints its methods\n", w4_code_name, o.method);
        return 2;
    }
    void *self = code->create(o.links, o.h);
    if (!self) {
        fprintf(stderr, "cannot set up %s %s with %d links at h = %g s\n", w4_code_name, o.method, o.links, o.h);
        return 1;
    }
    sums s = {0};
    run(code, self, o.h, &s);
    const double mean = s.tension / s.n, noise = sqrt(fmax(s.square / s.n - mean * mean, 0)),
                 expected = w4_tension(o.links);
    printf("{\"code\": \"%s\", \"method\": \"%s\", \"links\": %d, \"h\": %.10g, \"tension_n\": %.6g, \"expected_n\": "
           "%.6g, "
           "\"error\": %.6g, \"noise\": %.6g, \"gap\": %.3e, \"wall_us\": %.4f, \"cpu_us\": %.4f}\n",
           w4_code_name, code->method, o.links, o.h, mean, expected, mean / expected - 1, noise / expected, s.gap,
           1e6 * s.wall / s.timed, 1e6 * s.cpu / s.timed);
    code->destroy(self);
    return isfinite(mean) ? 0 : 1;
}
