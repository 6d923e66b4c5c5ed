// SPDX-License-Identifier: MIT
// Is the time of a step bounded? Records the CPU time of every step in ten minutes of the swinging chain (W1, joints of
// the tackle with friction and limits). The same motion runs twice, bit for bit. The smaller of a step's two times
// excludes most of the machine's other work.
#include "tests/bench/w1_tackle.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ITERATIONS = 64 };

static const char usage[] =
    "usage: %s [--links N] [--seconds S] [--h SECONDS] [--mu COEFFICIENT]\n"
    "Runs W1 with the joints of the tackle (100 links, 600 s, h = 0.001 s, friction 0.2). Prints "
    "the distribution of\n"
    "the thread's CPU time per step, for all steps and by number of Newton iterations. Then "
    "repeats the motion and\n"
    "prints the distribution of the smaller of each step's two times.\n";

typedef struct options {
    int links;
    double seconds, h, mu;
} options;

// One step: its CPU time [ns] and iterations.
typedef struct sample {
    int32_t ns;
    int16_t newton, factors;
} sample;

typedef struct outcome {
    sample *sample;
    long n, capped, factors;
    double swing[2]; // largest distance of the flukes from the vertical through the top, in the first and last 10 s [m]
} outcome;

static double read_number(const char *name, const char *text, double least) {
    char *end = NULL;
    double x = text ? strtod(text, &end) : -1;
    if (text && end != text && *end == 0 && x >= least && x < 1e9) return x;
    fprintf(stderr, "%s: expected a number of %g or more, found \"%s\"\n", name, least, text ? text : "nothing");
    exit(2);
}

static options read_options(int argc, char **argv) {
    options o = {.links = 100, .seconds = 600, .h = 1e-3, .mu = 0.2};
    for (int k = 1; k < argc; k += 2) {
        const char *name = argv[k], *value = k + 1 < argc ? argv[k + 1] : NULL;
        if (!strcmp(name, "--links")) {
            o.links = (int)read_number(name, value, 1);
        } else if (!strcmp(name, "--seconds")) {
            o.seconds = read_number(name, value, 0);
        } else if (!strcmp(name, "--h")) {
            o.h = read_number(name, value, 1e-6);
        } else if (!strcmp(name, "--mu")) {
            o.mu = read_number(name, value, 0);
        } else {
            fprintf(stderr, usage, argv[0]);
            exit(2);
        }
    }
    return o;
}

static int64_t cpu_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

// Runs the motion; `repeat`: stores the smaller of the two times of each step.
static void run_steps(w1_tackle *w, const options *o, outcome *out, bool repeat) {
    long tail = (long)(10 / o->h);
    for (long n = 0; n < out->n; n++) {
        int64_t t = cpu_now();
        dyn_step_info info = w1_tackle_step(w);
        t = cpu_now() - t;
        int32_t ns = (int32_t)(t < INT32_MAX ? t : INT32_MAX);
        if (repeat && out->sample[n].ns < ns) ns = out->sample[n].ns;
        out->sample[n] = (sample){ns, (int16_t)info.newton, (int16_t)info.factors};
        if (repeat) continue;
        out->capped += info.capped;
        out->factors += info.factors;
        vec3 x = w1_tackle_flukes(w);
        double off = hypot(x.x, x.y);
        if (n < tail) out->swing[0] = fmax(out->swing[0], off);
        if (n >= out->n - tail) out->swing[1] = fmax(out->swing[1], off);
    }
}

static int compare_times(const void *a, const void *b) {
    const sample *x = a, *y = b;
    return (x->ns > y->ns) - (x->ns < y->ns);
}

static double quantile(const sample *s, long n, double share) { return 1e-3 * s[(long)(share * (double)(n - 1))].ns; }

static void print_line(const char *name, const sample *s, long n) {
    double median = quantile(s, n, 0.5), tail = quantile(s, n, 0.999);
    printf("%-14s %8ld %8.1f %8.1f %8.1f %8.1f %8.2f\n", name, n, median, quantile(s, n, 0.99), tail,
           1e-3 * s[n - 1].ns, tail / median);
}

// Prints the distribution of all samples, then by number of iterations.
static void print_table(const char *what, const outcome *o) {
    sample *sorted = malloc((size_t)o->n * sizeof *sorted), *part = malloc((size_t)o->n * sizeof *part);
    if (sorted && part) {
        memcpy(sorted, o->sample, (size_t)o->n * sizeof *sorted);
        qsort(sorted, (size_t)o->n, sizeof *sorted, compare_times);
        printf("%-14s %8s %8s %8s %8s %8s %8s\n", what, "steps", "median", "p99", "p99.9", "max", "p99.9/m");
        print_line("all", sorted, o->n);
        for (int i = 0; i < MOST_ITERATIONS; i++) {
            long n = 0;
            for (long k = 0; k < o->n; k++)
                if (sorted[k].newton == i) part[n++] = sorted[k];
            char name[32];
            snprintf(name, sizeof name, "%d iteration%s", i, i == 1 ? "" : "s");
            if (n > 0) print_line(name, part, n);
        }
    }
    free(sorted);
    free(part);
}

// Runs the motion once from its start. Returns false if the chain cannot be created or the state is not finite.
static bool run_motion(const options *o, outcome *out, bool repeat) {
    w1_tackle w;
    const w1_tackle_def def = {.links = o->links, .h = o->h, .swivel = true, .limits = true, .mu = o->mu};
    if (!w1_tackle_make(&w, &def)) {
        fprintf(stderr, "bench_steady: cannot create a chain of %d links\n", o->links);
        w1_tackle_free(&w);
        return false;
    }
    run_steps(&w, o, out, repeat);
    bool finite = dyn_state_finite(&w.model, &w.state);
    w1_tackle_free(&w);
    return finite;
}

int main(int argc, char **argv) {
    options o = read_options(argc, argv);
    outcome out = {.n = (long)(o.seconds / o.h)};
    out.sample = calloc((size_t)out.n + 1, sizeof *out.sample);
    bool good = out.n > 0 && out.sample && run_motion(&o, &out, false);
    if (good) {
        print_table("us, as run", &out);
        printf("%ld steps at the iteration cap; %.3f factorisations a step; swing %.2f m in the first 10 s, %.2f m in "
               "the last\n",
               out.capped, (double)out.factors / (double)out.n, out.swing[0], out.swing[1]);
        good = run_motion(&o, &out, true);
    }
    if (good) print_table("us, smaller", &out);
    free(out.sample);
    return good ? 0 : 1;
}
