// SPDX-License-Identifier: MIT
// Times the colliding-pair query of an anchor against a bow in all linked codes, on poses of a real heave, and compares
// the pairs.
#include "rt/frame/clock.h"
#include "tests/bench/pairs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POSES 1000
#define MOST (1 << 20) // pairs of one query
#define CODES 16
#define SPARED 3.0  // radius about the housed anchor in which the bow is not refined [m]
#define BEFORE 5000 // steps from the first pose to the first touch

static const char usage[] =
    "usage: bench_pairs [--repeats N] [--anchor N] [--bow N] [--scenario FILE] [--poses FILE] [--scaling]\n"
    "                   [--code NAME]\n"
    "Runs the scenario, and times the query of all intersecting pairs of triangles of the anchor's head and the bow:\n"
    "at 1 000 poses spread over the heave, and at 1 000 successive steps.\n"
    "  --anchor N, --bow N  refine the meshes to this number of triangles (10 000, 100 000)\n"
    "  --repeats N          repeats; the least time of a pose counts (5)\n"
    "  --scenario FILE      the heave (the shipped one)\n"
    "  --poses FILE         read the poses of the heave from FILE, or write them if FILE does not exist\n"
    "  --scaling            cost against the size of the bow, 1 000 to 1 000 000 triangles\n"
    "  --code NAME          one code alone\n";

typedef struct options {
    int repeats, anchor, bow, scaling;
    const char *scenario, *code, *poses;
} options;

typedef struct entry {
    const pairs_code *code;
    void *self;
    double *us;          // least time of each pose [µs]
    long missing, extra; // pairs
    int wrong;           // poses with either
} entry;

typedef struct bench {
    pairs_mesh anchor, bow;
    entry entry[CODES];
    int n;
    pairs_pair *found, *all; // (MOST)
} bench;

static int read_count(const char *text) {
    int n = text ? atoi(text) : 0;
    if (n > 0) return n;
    fputs(usage, stderr);
    exit(2);
}

static options read_options(int argc, char **argv) {
    options o = {.repeats = 5, .anchor = 10000, .bow = 100000};
    o.scenario = HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml";
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--scaling"))
            o.scaling = 1;
        else if (!strcmp(argv[i], "--repeats"))
            o.repeats = read_count(value), i++;
        else if (!strcmp(argv[i], "--anchor"))
            o.anchor = read_count(value), i++;
        else if (!strcmp(argv[i], "--bow"))
            o.bow = read_count(value), i++;
        else if (!strcmp(argv[i], "--scenario") && value)
            o.scenario = value, i++;
        else if (!strcmp(argv[i], "--poses") && value)
            o.poses = value, i++;
        else if (!strcmp(argv[i], "--code") && value)
            o.code = value, i++;
        else {
            fputs(usage, strcmp(argv[i], "--help") ? stderr : stdout);
            exit(strcmp(argv[i], "--help") ? 2 : 0);
        }
    }
    return o;
}

static void add_codes(bench *b, const pairs_code *codes, const char *only) {
    for (; codes->name && b->n < CODES; codes++) {
        if (only && strcmp(only, codes->name)) continue;
        entry *e = &b->entry[b->n];
        *e = (entry){.code = codes, .self = codes->create(&b->anchor, &b->bow), .us = calloc(POSES, sizeof *e->us)};
        if (e->self && e->us) b->n++;
    }
}

static void add_all_codes(bench *b, const char *only) {
    add_codes(b, pairs_hawse, only);
#ifdef PAIRS_FCL
    add_codes(b, pairs_fcl, only);
#else
    printf("skipped: fcl (libfcl-dev is not installed)\n");
#endif
#ifdef PAIRS_ODE
    add_codes(b, pairs_ode, only);
#else
    printf("skipped: ode (libode-dev is not installed)\n");
#endif
#ifdef PAIRS_BULLET
    add_codes(b, pairs_bullet, only);
#else
    printf("skipped: bullet (libbullet-dev is not installed)\n");
#endif
}

static void destroy_codes(bench *b) {
    for (int i = 0; i < b->n; i++) {
        b->entry[i].code->destroy(b->entry[i].self);
        free(b->entry[i].us);
    }
    b->n = 0;
}

static int compare_pairs(const void *x, const void *y) {
    const pairs_pair *a = x, *b = y;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

// Sorts the pairs, removes duplicates, returns their number.
static int sort_unique(pairs_pair *p, int n) {
    int kept = 0;
    qsort(p, (size_t)n, sizeof *p, compare_pairs);
    for (int i = 0; i < n; i++)
        if (kept == 0 || compare_pairs(&p[kept - 1], &p[i])) p[kept++] = p[i];
    return kept;
}

static int query(const bench *b, int code, const pairs_pose *at) {
    int n = b->entry[code].code->query(b->entry[code].self, at, b->found, MOST);
    return n < MOST ? n : MOST;
}

// False if a peer names a triangle that does not exist (-1).
static bool pair_exists(const bench *b, pairs_pair p) {
    return p.a >= 0 && p.a < b->anchor.nt && p.b >= 0 && p.b < b->bow.nt;
}

// Of all pairs that any code names at this pose, those that intersect by exact arithmetic are the true set. Counts the
// missing and extra pairs of each code. Returns the size of the true set.
static int judge_pose(bench *b, const pairs_pose *at) {
    pairs_pair *set[CODES];
    int n[CODES], all = 0, kept = 0;
    for (int i = 0; i < b->n; i++) {
        n[i] = sort_unique(b->found, query(b, i, at));
        set[i] = malloc((size_t)(n[i] + 1) * sizeof *set[i]);
        if (!set[i] || all + n[i] > MOST) exit(3);
        memcpy(set[i], b->found, (size_t)n[i] * sizeof *set[i]);
        memcpy(b->all + all, b->found, (size_t)n[i] * sizeof *b->all);
        all += n[i];
    }
    all = sort_unique(b->all, all);
    for (int i = 0; i < all; i++)
        if (pair_exists(b, b->all[i]) && pairs_intersect(&b->anchor, &b->bow, at, b->all[i]))
            b->all[kept++] = b->all[i];
    for (int i = 0; i < b->n; i++) {
        int right = 0;
        for (int k = 0; k < n[i]; k++)
            right += bsearch(&set[i][k], b->all, (size_t)kept, sizeof *b->all, compare_pairs) != NULL;
        b->entry[i].missing += kept - right;
        b->entry[i].extra += n[i] - right;
        b->entry[i].wrong += right != kept || right != n[i];
        free(set[i]);
    }
    return kept;
}

static void measure(bench *b, const pairs_pose *at, int repeats) {
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < POSES; k++) b->entry[i].us[k] = HUGE_VAL;
    for (int r = 0; r < repeats; r++)
        for (int i = 0; i < b->n; i++)
            for (int k = 0; k < POSES; k++) {
                int64_t start = rt_clock_thread_cpu_ns();
                query(b, i, &at[k]);
                b->entry[i].us[k] = fmin(b->entry[i].us[k], 1e-3 * (double)(rt_clock_thread_cpu_ns() - start));
            }
}

static int compare_values(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double mean(const double *x) {
    double sum = 0;
    for (int k = 0; k < POSES; k++) sum += x[k];
    return sum / POSES;
}

static void print_table(bench *b) {
    double ours = HUGE_VAL;
    printf("%-14s %9s %9s %9s %9s %7s  %8s %8s %6s\n", "", "mean us", "median", "p99", "max", "ratio", "missing",
           "extra", "poses");
    for (int i = 0; i < b->n; i++)
        if (!strcmp(b->entry[i].code->name, "hawse")) ours = mean(b->entry[i].us);
    for (int i = 0; i < b->n; i++) {
        entry *e = &b->entry[i];
        double average = mean(e->us);
        qsort(e->us, POSES, sizeof *e->us, compare_values);
        printf("%-14s %9.2f %9.2f %9.2f %9.2f %7.2f  %8ld %8ld %6d\n", e->code->name, average, e->us[POSES / 2],
               e->us[POSES * 99 / 100], e->us[POSES - 1], average / ours, e->missing, e->extra, e->wrong);
    }
}

static void print_comparison(bench *b, const char *title, const pairs_pose *at, int repeats) {
    long pairs = 0;
    for (int i = 0; i < b->n; i++) b->entry[i].missing = b->entry[i].extra = b->entry[i].wrong = 0;
    for (int k = 0; k < POSES; k++) pairs += judge_pose(b, &at[k]);
    measure(b, at, repeats);
    printf("\n%s: %.1f intersecting pairs a pose\n", title, (double)pairs / POSES);
    print_table(b);
}

// The first step at which the anchor touches the bow; n if none.
static int find_first_touch(bench *b, const pairs_pose *at, int n) {
    const pairs_code *hawse = &pairs_hawse[0];
    void *self = hawse->create(&b->anchor, &b->bow);
    int k = 0;
    while (self && k < n && hawse->query(self, &at[k], b->found, MOST) == 0) k++;
    if (self) hawse->destroy(self);
    return k;
}

// The poses of all steps, from the file of --poses if it exists; else from a run, which is written to that file.
static pairs_pose *get_heave(const options *o, int *n) {
    FILE *f = o->poses ? fopen(o->poses, "rb") : NULL;
    pairs_pose *at = NULL;
    if (f) {
        if (fread(n, sizeof *n, 1, f) == 1 && *n > 0 && (at = malloc((size_t)*n * sizeof *at)) &&
            fread(at, sizeof *at, (size_t)*n, f) != (size_t)*n)
            free(at), at = NULL;
        fclose(f);
        return at;
    }
    at = pairs_heave(o->scenario, n);
    if (at && o->poses && (f = fopen(o->poses, "wb"))) {
        fwrite(n, sizeof *n, 1, f);
        fwrite(at, sizeof *at, (size_t)*n, f);
        fclose(f);
    }
    return at;
}

static void spread_poses(const pairs_pose *heave, int from, int n, pairs_pose *out) {
    for (int k = 0; k < POSES; k++) out[k] = heave[from + (int)((double)k * (n - 1 - from) / (POSES - 1))];
}

// Prints the cost against the size of the bow, at poses spread over the heave: time and pairs of nodes of a walk from
// the roots. Triangles are removed or added away from the contact, so the answer stays the same.
static void print_scaling(const options *o, const pairs_pose *at, const pairs_mesh *anchor, const pairs_mesh *shipped) {
    static const int sizes[] = {1000, 3000, 10000, 30000, 100000, 300000, 1000000};
    printf("%9s %9s %9s %9s %9s %12s\n", "triangles", "walk us", "nodes", "listed us", "pairs", "us / log2 n");
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        bench b = {.anchor = *anchor, .found = malloc(MOST * sizeof *b.found)};
        b.bow = sizes[s] < shipped->nt ? pairs_mesh_cropped(shipped, sizes[s], at[POSES - 1].p)
                                       : pairs_mesh_refined(shipped, sizes[s], at[POSES - 1].p, SPARED);
        add_codes(&b, pairs_hawse, NULL);
        if (b.n < 2 || !b.found) exit(3);
        measure(&b, at, o->repeats);
        double visits = 0, pairs = 0;
        for (int k = 0; k < POSES; k++) {
            pairs += (double)query(&b, 0, &at[k]) / POSES;
            visits += (double)pairs_hawse_visits(b.entry[0].self) / POSES;
        }
        printf("%9d %9.2f %9.0f %9.2f %9.1f %12.3f\n", b.bow.nt, mean(b.entry[0].us), visits, mean(b.entry[1].us),
               pairs, mean(b.entry[0].us) / log2(b.bow.nt));
        destroy_codes(&b);
        pairs_mesh_free(&b.bow);
        free(b.found);
    }
}

int main(int argc, char **argv) {
    static const double nowhere[3] = {0, 0, 0};
    options o = read_options(argc, argv);
    setvbuf(stdout, NULL, _IOLBF, 0);
    pairs_mesh head = pairs_mesh_load(HAWSE_SOURCE_DIR "/config/models/head.ply"),
               hull = pairs_mesh_load(HAWSE_SOURCE_DIR "/config/models/bow.ply");
    bench b = {.anchor = pairs_mesh_refined(&head, o.anchor, nowhere, 0),
               .bow = pairs_mesh_refined(&hull, o.bow, nowhere, 0)};
    b.found = malloc(MOST * sizeof *b.found), b.all = malloc(MOST * sizeof *b.all);
    static pairs_pose at[POSES];
    int n;
    pairs_pose *heave = get_heave(&o, &n);
    if (!heave || !b.found || !b.all) return 3;
    int touch = find_first_touch(&b, heave, n);
    add_all_codes(&b, o.code);
    if (b.n == 0) return 2;
    printf("anchor %d triangles, bow %d; %d steps, first touch at step %d\n", b.anchor.nt, b.bow.nt, n, touch);
    if (n - touch < POSES) {
        fprintf(stderr, "bench_pairs: heave too short: after the first touch it needs at least %d steps\n", POSES);
        return 2;
    }
    spread_poses(heave, touch > BEFORE ? touch - BEFORE : 0, n, at);
    if (o.scaling) {
        print_scaling(&o, at, &b.anchor, &hull);
    } else {
        print_comparison(&b, "1 000 poses spread over the heave", at, o.repeats);
        print_comparison(&b, "1 000 successive steps from the first touch", heave + touch, o.repeats);
    }
    destroy_codes(&b);
    free(b.found), free(b.all), free(heave);
    pairs_mesh_free(&b.anchor), pairs_mesh_free(&b.bow), pairs_mesh_free(&head), pairs_mesh_free(&hull);
    return 0;
}
