// SPDX-License-Identifier: MIT
// Asks every code that is linked in how deep convex shapes are in each other: time, yes or no, and depth.
#include "rt/frame/clock.h"
#include "tests/bench/convex_pairs.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODES = 16, SETS = 64, REPEATS = 101, MOST = 10000 };

static const char usage[] =
    "usage: bench_convex [--pairs N] [--repeats N] [--table FILE] [--check]\n"
    "The pairs of the shared table (convex_depth.csv) and random ones of each two kinds (200), through hawse, libccd\n"
    "and FCL in turns: time as a ratio to hawse and to hawse depth (one point, as the peers), contacts missed and\n"
    "invented, error of the depth. A row of a table is the median of the repeats (15). --check: no times; exit code 1\n"
    "where hawse is wrong, 77 where there is no peer.\n";

typedef struct options {
    int pairs, repeats;
    bool check;
    const char *table;
} options;

// What one code made of one set of pairs.
typedef struct verdict {
    int asked, missed, invented;
    double worst, median; // error of the depth over the depth, where there is contact
    double ratio, us;     // of the time to hawse's, for the pairs that the code has; and a pair [µs]
    double like;          // of the time to that of hawse's depth alone; NaN: there is none
} verdict;

typedef struct bench {
    const convex_code *code[CODES];
    int codes;
    convex_set set[SETS];
    int sets;
} bench;

static int number(const char *text, int most) {
    int n = text ? atoi(text) : 0;
    if (n > 0 && n <= most) return n;
    fputs(usage, stderr);
    exit(2);
}

static options read_options(int argc, char **argv) {
    options o = {.pairs = 200, .repeats = 15, .table = HAWSE_SHARED_DATA "/oracles/convex_depth.csv"};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--check"))
            o.check = true;
        else if (!strcmp(argv[i], "--pairs"))
            o.pairs = number(value, MOST), i++;
        else if (!strcmp(argv[i], "--repeats"))
            o.repeats = number(value, REPEATS), i++;
        else if (!strcmp(argv[i], "--table") && value)
            o.table = value, i++;
        else {
            fputs(usage, strcmp(argv[i], "--help") ? stderr : stdout);
            exit(strcmp(argv[i], "--help") ? 2 : 0);
        }
    }
    return o;
}

static void add_codes(bench *b, const convex_code *codes) {
    for (; codes->name && b->codes < CODES; codes++) b->code[b->codes++] = codes;
}

static convex_set *add_set(bench *b, const char *source, int x, int y, int n) {
    convex_set *s = &b->set[b->sets];
    snprintf(s->name, sizeof s->name, "%s-%s, %s", convex_names[x], convex_names[y], source);
    s->pair = calloc((size_t)n, sizeof *s->pair);
    if (!s->pair) exit(3);
    return s;
}

static void add_sets(bench *b, const options *o) {
    for (int x = 0; x < CONVEX_KINDS; x++)
        for (int y = 0; y < CONVEX_KINDS; y++) {
            convex_set *s = add_set(b, "table", x, y, 100);
            s->n = convex_pairs_read(o->table, (convex_kind)x, (convex_kind)y, s->pair, 100);
            if (s->n > 0)
                b->sets++;
            else
                free(s->pair);
        }
    for (int x = 0; x < CONVEX_KINDS; x++)
        for (int y = x; y < CONVEX_KINDS; y++) {
            convex_set *s = add_set(b, "random", x, y, o->pairs);
            s->n = o->pairs, b->sets++;
            convex_pairs_random((convex_kind)x, (convex_kind)y, (unsigned)(x * CONVEX_KINDS + y), s->pair, s->n);
        }
}

static int ascending(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(double *v, int n) {
    if (n == 0) return NAN;
    qsort(v, (size_t)n, sizeof *v, ascending);
    return v[n / 2];
}

// Instances of one code for the pairs of a set; NULL where the code has no such pair.
static void **instances(const convex_code *code, const convex_set *s) {
    void **self = calloc((size_t)s->n, sizeof *self);
    if (!self) exit(3);
    for (int i = 0; i < s->n; i++) self[i] = code->create(&s->pair[i].a, &s->pair[i].b);
    return self;
}

static void remove_instances(const convex_code *code, const convex_set *s, void **self) {
    for (int i = 0; i < s->n; i++)
        if (self[i]) code->destroy(self[i]);
    free(self);
}

// Grazing pairs, which the last bits decide, are neither missed nor invented.
#define GRAZING 1e-12

static verdict judge(const convex_code *code, const convex_set *s, void **self) {
    verdict v = {0};
    double *error = calloc((size_t)s->n, sizeof *error);
    if (!error) exit(3);
    int errors = 0;
    for (int i = 0; i < s->n; i++) {
        if (!self[i]) continue;
        const convex_pair *p = &s->pair[i];
        convex_found found = {0};
        code->query(self[i], &found);
        v.asked++;
        if (p->depth - p->slack > GRAZING && !found.meet) v.missed++;
        if (p->depth < -GRAZING && found.meet) v.invented++;
        if (p->depth <= GRAZING || !found.meet) continue;
        double over = found.depth - p->depth, under = p->depth - p->slack - found.depth;
        error[errors++] = fmax(fmax(over, under), 0) / p->depth;
        v.worst = fmax(v.worst, error[errors - 1]);
    }
    v.median = median(error, errors);
    free(error);
    return v;
}

static double seconds(const convex_code *code, const convex_set *s, void **self, void **with) {
    convex_found found = {0};
    int64_t begun = rt_clock_thread_cpu_ns();
    for (int i = 0; i < s->n; i++)
        if (self[i] && with[i]) code->query(self[i], &found);
    return 1e-9 * (double)(rt_clock_thread_cpu_ns() - begun);
}

enum { WHOLE = 0, DEPTH = 1 }; // hawse's first two codes

// The codes in turns on the pairs of a set: of each the median of its time over hawse's on the same pairs.
static void measure(const bench *b, const convex_set *s, int repeats, void ***self, verdict *v) {
    double ratio[REPEATS], like[REPEATS], us[REPEATS];
    for (int k = 0; k < b->codes; k++) {
        if (v[k].asked == 0) continue;
        for (int r = 0; r < repeats; r++) {
            double whole = seconds(b->code[WHOLE], s, self[WHOLE], self[k]),
                   theirs = seconds(b->code[k], s, self[k], self[WHOLE]),
                   depth = v[DEPTH].asked ? seconds(b->code[DEPTH], s, self[DEPTH], self[k]) : (double)NAN;
            ratio[r] = theirs / whole, like[r] = theirs / depth, us[r] = 1e6 * theirs / v[k].asked;
        }
        v[k].ratio = median(ratio, repeats), v[k].us = median(us, repeats);
        v[k].like = v[DEPTH].asked ? median(like, repeats) : (double)NAN;
    }
}

static void show(const bench *b, const convex_set *s, const verdict *v) {
    int meet = 0;
    for (int i = 0; i < s->n; i++) meet += s->pair[i].depth > 0;
    printf("\n%s: %d pairs, %d meet\n  %-14s %6s %6s %6s %8s %6s %9s %11s %11s\n", s->name, s->n, meet, "", "ratio",
           "depth", "us", "asked", "missed", "invented", "median err", "worst err");
    for (int k = 0; k < b->codes; k++)
        if (v[k].asked > 0)
            printf("  %-14s %6.2f %6.2f %6.2f %8d %6d %9d %11.1e %11.1e\n", b->code[k]->name, v[k].ratio, v[k].like,
                   v[k].us, v[k].asked, v[k].missed, v[k].invented, v[k].median, v[k].worst);
}

// Whether hawse is right on the set: every contact, none too many, depths within 1e-6.
static bool right(const bench *b, const convex_set *s, const verdict *v) {
    bool good = true;
    for (int k = 0; k < b->codes; k++) {
        if (strncmp(b->code[k]->name, "hawse", 5) || v[k].asked == 0) continue;
        if (v[k].missed == 0 && v[k].invented == 0 && v[k].worst <= 1e-6) continue;
        printf("%s: %s: %d missed, %d invented, depth off by %.2g\n", s->name, b->code[k]->name, v[k].missed,
               v[k].invented, v[k].worst);
        good = false;
    }
    return good;
}

static bool run_set(const bench *b, const convex_set *s, const options *o) {
    void **self[CODES];
    verdict v[CODES];
    for (int k = 0; k < b->codes; k++) self[k] = instances(b->code[k], s), v[k] = judge(b->code[k], s, self[k]);
    if (!o->check) measure(b, s, o->repeats, self, v), show(b, s, v);
    bool good = right(b, s, v);
    for (int k = 0; k < b->codes; k++) remove_instances(b->code[k], s, self[k]);
    return good;
}

int main(int argc, char **argv) {
    options o = read_options(argc, argv);
    static bench b;
    setvbuf(stdout, NULL, _IOLBF, 0);
    add_codes(&b, convex_hawse);
    int ours = b.codes;
#ifdef CONVEX_CCD
    add_codes(&b, convex_ccd);
#else
    printf("skipped: libccd (libccd-dev is not here)\n");
#endif
#ifdef CONVEX_FCL
    add_codes(&b, convex_fcl);
#else
    printf("skipped: fcl (libfcl-dev or a C++ compiler is not here)\n");
#endif
    for (int k = 0; k < b.codes && !o.check; k++) printf("%-14s %s\n", b.code[k]->name, b.code[k]->setting);
    add_sets(&b, &o);
    bool good = true;
    for (int i = 0; i < b.sets; i++) good &= run_set(&b, &b.set[i], &o), free(b.set[i].pair);
    return !good ? 1 : b.codes == ours ? 77 : 0;
}
