// SPDX-License-Identifier: MIT
// Compares all linked codes on the depth of convex shapes: time, contact or none, depth.
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
    "Queries the pairs of the shared table (convex_depth.csv) and random pairs of each two kinds in hawse, libccd and\n"
    "FCL, in turns. Prints the time as a ratio to hawse and to hawse depth (one point, as the peers), the contacts\n"
    "missed and invented, and the error of the depth.\n"
    "  --pairs N     random pairs of each two kinds (200)\n"
    "  --repeats N   repeats; a row is their median (15)\n"
    "  --table FILE  the table of certified depths\n"
    "  --check       no times; exit code 1 if hawse is wrong, 77 if no peer is installed\n";

typedef struct options {
    int pairs, repeats;
    bool check;
    const char *table;
} options;

// Result of one code on one set of pairs.
typedef struct verdict {
    int asked, missed, invented;
    double worst, median; // error of the depth over the depth, of pairs in contact
    double ratio, us;     // time over hawse's, for the pairs that the code has; time of a pair [µs]
    double depth_ratio;   // time over that of hawse's depth alone; NaN: hawse has no such query
} verdict;

typedef struct bench {
    const convex_code *code[CODES];
    int codes;
    convex_set set[SETS];
    int sets;
} bench;

static int read_count(const char *text, int most) {
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
            o.pairs = read_count(value, MOST), i++;
        else if (!strcmp(argv[i], "--repeats"))
            o.repeats = read_count(value, REPEATS), i++;
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

static int compare_values(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(double *v, int n) {
    if (n == 0) return NAN;
    qsort(v, (size_t)n, sizeof *v, compare_values);
    return v[n / 2];
}

// Creates an instance of the code for each pair of the set; NULL if the code has no such pair.
static void **create_instances(const convex_code *code, const convex_set *s) {
    void **self = calloc((size_t)s->n, sizeof *self);
    if (!self) exit(3);
    for (int i = 0; i < s->n; i++) self[i] = code->create(&s->pair[i].a, &s->pair[i].b);
    return self;
}

static void destroy_instances(const convex_code *code, const convex_set *s, void **self) {
    for (int i = 0; i < s->n; i++)
        if (self[i]) code->destroy(self[i]);
    free(self);
}

// Rounding decides contact below this depth; such pairs count as neither missed nor invented [m].
#define GRAZING 1e-12

static verdict judge_code(const convex_code *code, const convex_set *s, void **self) {
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

static double time_queries(const convex_code *code, const convex_set *s, void **self, void **with) {
    convex_found found = {0};
    int64_t begun = rt_clock_thread_cpu_ns();
    for (int i = 0; i < s->n; i++)
        if (self[i] && with[i]) code->query(self[i], &found);
    return 1e-9 * (double)(rt_clock_thread_cpu_ns() - begun);
}

enum { WHOLE = 0, DEPTH = 1 }; // hawse's first two codes

// Times the codes in turns on the pairs of a set: the median ratio of each code's time to hawse's on the same pairs.
static void measure(const bench *b, const convex_set *s, int repeats, void ***self, verdict *v) {
    double ratio[REPEATS], depth_ratio[REPEATS], us[REPEATS];
    for (int k = 0; k < b->codes; k++) {
        if (v[k].asked == 0) continue;
        for (int r = 0; r < repeats; r++) {
            double whole = time_queries(b->code[WHOLE], s, self[WHOLE], self[k]),
                   theirs = time_queries(b->code[k], s, self[k], self[WHOLE]),
                   depth = v[DEPTH].asked ? time_queries(b->code[DEPTH], s, self[DEPTH], self[k]) : (double)NAN;
            ratio[r] = theirs / whole, depth_ratio[r] = theirs / depth, us[r] = 1e6 * theirs / v[k].asked;
        }
        v[k].ratio = median(ratio, repeats), v[k].us = median(us, repeats);
        v[k].depth_ratio = v[DEPTH].asked ? median(depth_ratio, repeats) : (double)NAN;
    }
}

static void print_set(const bench *b, const convex_set *s, const verdict *v) {
    int meet = 0;
    for (int i = 0; i < s->n; i++) meet += s->pair[i].depth > 0;
    printf("\n%s: %d pairs, %d meet\n  %-14s %6s %6s %6s %8s %6s %9s %11s %11s\n", s->name, s->n, meet, "", "ratio",
           "depth", "us", "asked", "missed", "invented", "median err", "worst err");
    for (int k = 0; k < b->codes; k++)
        if (v[k].asked > 0)
            printf("  %-14s %6.2f %6.2f %6.2f %8d %6d %9d %11.1e %11.1e\n", b->code[k]->name, v[k].ratio,
                   v[k].depth_ratio, v[k].us, v[k].asked, v[k].missed, v[k].invented, v[k].median, v[k].worst);
}

// True if hawse finds every contact of the set, invents none, and has all depths within 1e-6 (relative). Prints faults.
static bool check_hawse(const bench *b, const convex_set *s, const verdict *v) {
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
    for (int k = 0; k < b->codes; k++)
        self[k] = create_instances(b->code[k], s), v[k] = judge_code(b->code[k], s, self[k]);
    if (!o->check) measure(b, s, o->repeats, self, v), print_set(b, s, v);
    bool good = check_hawse(b, s, v);
    for (int k = 0; k < b->codes; k++) destroy_instances(b->code[k], s, self[k]);
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
    printf("skipped: libccd (libccd-dev is not installed)\n");
#endif
#ifdef CONVEX_FCL
    add_codes(&b, convex_fcl);
#else
    printf("skipped: fcl (libfcl-dev or a C++ compiler is not installed)\n");
#endif
    for (int k = 0; k < b.codes && !o.check; k++) printf("%-14s %s\n", b.code[k]->name, b.code[k]->setting);
    add_sets(&b, &o);
    bool good = true;
    for (int i = 0; i < b.sets; i++) good &= run_set(&b, &b.set[i], &o), free(b.set[i].pair);
    return !good ? 1 : b.codes == ours ? 77 : 0;
}
