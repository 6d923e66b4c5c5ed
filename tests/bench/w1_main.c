// SPDX-License-Identifier: MIT
// Runs W1 in the linked code and prints one line of JSON: positions, joint gap, time per step.
#include "tests/bench/program.h"
#include "tests/bench/w1.h"
#include <string.h>

#define BLOCK 100 // most steps between two readings of the clocks
#define MARK 0.1  // time between two positions [s]

static const char usage[] =
    "usage: %s [--list] [--method NAME] [--links N] [--h SECONDS] [--seconds S]\n"
    "Runs the swinging chain and prints one line of JSON: [t, x, y, z] of the flukes' centre of mass every 0.1 s,\n"
    "the worst joint gap, and the time per step (wall and thread CPU).\n"
    "  --list         print the methods and exit\n"
    "  --method NAME  the method (the first of --list)\n"
    "  --links N      links of the chain (10)\n"
    "  --h SECONDS    step; must divide 0.1 s (0.001)\n"
    "  --seconds S    length of the motion (10)\n";

typedef struct options {
    const char *method;
    int links;
    double h, seconds;
    int list;
} options;

typedef struct timing {
    double wall, cpu;         // of all steps [s]
    double wall_min, cpu_min; // of the fastest block, per step [s]
} timing;

static options read_options(int argc, char **argv) {
    options o = {.method = w1_codes[0].method, .links = 10, .h = 1e-3, .seconds = 10};
    for (int k = 1; k < argc; k++) {
        const char *name = argv[k], *value = k + 1 < argc ? argv[k + 1] : NULL;
        if (!strcmp(name, "--list")) {
            o.list = 1;
            continue;
        }
        k++;
        if (!strcmp(name, "--method") && value)
            o.method = value;
        else if (!strcmp(name, "--links"))
            o.links = (int)ceil(fmin(positive(name, value), 1e6));
        else if (!strcmp(name, "--h"))
            o.h = positive(name, value);
        else if (!strcmp(name, "--seconds"))
            o.seconds = positive(name, value);
        else {
            fprintf(stderr, usage, argv[0]);
            exit(2);
        }
    }
    if (fabs(MARK / o.h - round(MARK / o.h)) > 1e-6) {
        fprintf(stderr, "--h: expected a step that divides %g s, found %g\n", MARK, o.h);
        exit(2);
    }
    return o;
}

static const w1_code *find_code(const char *method) {
    for (const w1_code *c = w1_codes; c->method; c++)
        if (!strcmp(c->method, method)) return c;
    return NULL;
}

// Runs the steps; reads the clocks around the stepping only.
static void timed_steps(const w1_code *code, void *self, int steps, timing *t, long *done) {
    double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_THREAD_CPUTIME_ID);
    code->step(self, steps);
    cpu = now(CLOCK_THREAD_CPUTIME_ID) - cpu;
    wall = now(CLOCK_MONOTONIC) - wall;
    t->wall += wall;
    t->cpu += cpu;
    t->wall_min = fmin(t->wall_min, wall / steps);
    t->cpu_min = fmin(t->cpu_min, cpu / steps);
    *done += steps;
}

// Runs all steps, in blocks, and prints the position at every mark. Returns 0 as soon as the position is not finite.
static int run_steps(const w1_code *code, void *self, const options *o, timing *t) {
    long total = lround(fmax(o->seconds / o->h, 1)), per_mark = lround(MARK / o->h), done = 0;
    int finite = 1;
    double gap = 0;
    printf(", \"position\": [");
    while (done < total && finite) {
        long stop = (done / per_mark + 1) * per_mark;
        if (stop > total) stop = total;
        timed_steps(code, self, (int)(stop - done < BLOCK ? stop - done : BLOCK), t, &done);
        double x[3];
        code->flukes(self, x);
        finite = isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]);
        gap = fmax(gap, code->gap(self));
        if (finite && done % per_mark == 0)
            printf("%s[%.10g, %.12f, %.12f, %.12f]", done > per_mark ? ", " : "", (double)done * o->h, x[0], x[1],
                   x[2]);
    }
    t->wall /= (double)done;
    t->cpu /= (double)done;
    printf("], \"steps\": %ld, \"finite\": %s", done, finite ? "true" : "false");
    if (isfinite(gap)) printf(", \"gap\": %.3e", gap);
    return finite;
}

int main(int argc, char **argv) {
    options o = read_options(argc, argv);
    if (o.list) {
        for (const w1_code *c = w1_codes; c->method; c++) printf("%s\n", c->method);
        return 0;
    }
    const w1_code *code = find_code(o.method);
    if (!code) {
        fprintf(stderr, "--method: %s has no method \"%s\"; --list prints its methods\n", w1_code_name, o.method);
        return 2;
    }
    void *self = code->create(o.links, o.h);
    if (!self) {
        fprintf(stderr, "cannot set up %s %s with %d links at h = %g s\n", w1_code_name, o.method, o.links, o.h);
        return 1;
    }
    timing t = {.wall_min = INFINITY, .cpu_min = INFINITY};
    printf("{\"code\": \"%s\", \"method\": \"%s\", \"links\": %d, \"h\": %.10g", w1_code_name, code->method, o.links,
           o.h);
    int finite = run_steps(code, self, &o, &t);
    printf(", \"wall_us\": %.4f, \"cpu_us\": %.4f, \"wall_us_min\": %.4f, \"cpu_us_min\": %.4f}\n", 1e6 * t.wall,
           1e6 * t.cpu, 1e6 * t.wall_min, 1e6 * t.cpu_min);
    code->destroy(self);
    return finite ? 0 : 1;
}
