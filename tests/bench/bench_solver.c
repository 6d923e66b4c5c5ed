// SPDX-License-Identifier: MIT
// Times linear solvers on the tangent of a chain: microseconds a link for one factorisation and one solve, medians of
// alternating repeats in one run. Counts the block solver's operations from its structure. Measures the multiply-add
// peak of the machine in the same run and prints the share that the block solver reaches.
//
// Usage: bench_solver [links [repeats]]
#include "dynamics/solver/block.h"
#include "dynamics/solver/block_simd.h"
#include "dynamics/solver/solver.h"
#include "tests/random.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KINDS 2
#define MOST_REPEATS 101
#define PENALTY 1e5

static const char *const kind_name[KINDS] = {"block", "klu"};

// Nodes as in dynamics/tackle/chain.c: P0, then v, u, P of each link.
typedef enum pattern_kind {
    PATTERN_UNIVERSAL, // bodies, and the row u·u of each universal joint
    PATTERN_ANGLES,    // and both angles of each joint (friction, limits)
    PATTERN_LIFTER,    // and a last node that may touch every link, and touches the last one
    PATTERNS,
} pattern_kind;

static const char *const pattern_name[PATTERNS] = {"universal rows", "with joint angles", "with cable lifter"};

typedef struct element {
    int n, node[6];
} element;

static int v_of(int k) { return 3 * k + 1; }
static int u_of(int k) { return 3 * k + 2; }
static int p_of(int k) { return 3 * k; }

// Elements of link k and of its joint with the next link; returns their number.
static int link_elements(pattern_kind kind, int links, int k, element *e) {
    int n = 0;
    e[n++] = (element){4, {p_of(k), v_of(k), u_of(k), p_of(k + 1)}};
    if (k + 1 == links) return n;
    e[n++] = (element){2, {u_of(k), u_of(k + 1)}};
    if (kind == PATTERN_UNIVERSAL) return n;
    e[n++] = (element){4, {u_of(k + 1), v_of(k), p_of(k + 1), p_of(k)}};
    e[n++] = (element){4, {u_of(k), v_of(k + 1), p_of(k + 2), p_of(k + 1)}};
    return n;
}

static void couple_nodes(dyn_pattern *p, const element *e) {
    for (int i = 0; i < e->n; i++)
        for (int j = 0; j < i; j++) dyn_pattern_add(p, e->node[i], e->node[j]);
}

static element lifter_element(int links, int k) { return (element){4, {3 * links + 1, p_of(k), p_of(k + 1), u_of(k)}}; }

// Adds penalty × BᵀB with a random B of six rows: a rigid body's, or a joint's.
static void add_element(dyn_matrix *m, const element *e, uint64_t *seed) {
    double b[6][18];
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 3 * e->n; c++) b[r][c] = random_unit(seed);
    for (int i = 0; i < e->n; i++)
        for (int j = 0; j < e->n; j++) {
            if (e->node[i] < e->node[j]) continue;
            double *a = m->a + 9 * dyn_matrix_find(m, e->node[i], e->node[j]);
            for (int s = 0; s < 9; s++)
                for (int r = 0; r < 6; r++) a[s] += PENALTY * b[r][3 * i + s / 3] * b[r][3 * j + s % 3];
        }
}

static bool make_matrix(dyn_matrix *m, pattern_kind kind, int links) {
    dyn_pattern p = {0};
    element e[8];
    int nodes = 3 * links + (kind == PATTERN_LIFTER ? 2 : 1);
    for (int k = 0; k < links; k++) {
        for (int n = link_elements(kind, links, k, e); n > 0; n--) couple_nodes(&p, &e[n - 1]);
        element l = lifter_element(links, k);
        if (kind == PATTERN_LIFTER) couple_nodes(&p, &l);
    }
    bool ok = dyn_matrix_create(m, nodes, &p) == RT_OK;
    dyn_pattern_free(&p);
    uint64_t seed = 1;
    for (int i = 0; i < nodes && ok; i++)
        for (int c = 0; c < 3; c++) m->a[9 * dyn_matrix_find(m, i, i) + 4 * c] = 1;
    for (int k = 0; k < links && ok; k++)
        for (int n = link_elements(kind, links, k, e); n > 0; n--) add_element(m, &e[n - 1], &seed);
    element last = lifter_element(links, links - 1);
    if (ok && kind == PATTERN_LIFTER) add_element(m, &last, &seed);
    return ok;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_values(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *t, int n) {
    qsort(t, (size_t)n, sizeof *t, compare_values);
    return t[n / 2];
}

// Peak rate of (fused, if built so) multiply-adds with the widest vectors of this build, in 12 independent sums
// [flop/s].
static double measure_peak(void) {
    double best = 0;
    for (int repeat = 0; repeat < 5; repeat++) {
        v4 sum[12], a = v4_all(1e-9), b = v4_all(1 + 1e-9);
        for (int k = 0; k < 12; k++) sum[k] = v4_all(k);
        double t0 = now();
        for (int i = 0; i < 400000; i++) {
            for (int k = 0; k < 12; k++) sum[k] = v4_sub_mul(sum[k], a, b);
            __asm__ volatile("" : "+x"(a));
        }
        double rate = 400000.0 * 12 * 8 / (now() - t0);
        for (int k = 1; k < 12; k++) sum[0] = sum[0] + sum[k];
        __asm__ volatile("" : : "x"(sum[0]));
        if (rate > best) best = rate;
    }
    return best;
}

// Operations with every node active: a multiply-add is two, a division one. The border counts from column `first` on.
typedef struct operations {
    double factor, solve;
    int blocks, updates;
} operations;

static operations count_operations(const block_symbolic *s, int first) {
    operations o = {0};
    for (int k = 0; k < s->n; k++) {
        int rows = (k < first ? s->core_end[k] : s->start[k + 1]) - s->start[k] - 1;
        int updates = rows * (rows + 1) / 2;
        // scalar LDLᵀ of a 3×3 block: 3 quotients, 4 multiply-adds and 3 products; a block of L: 9 multiply-adds and 9
        // products; an update: 27 multiply-adds, 18 where it is symmetric
        o.factor += 14 + 27 * rows + 54 * (updates - rows) + 36 * rows;
        o.solve += 2 * (18 * rows + 6) + 3;
        o.blocks += rows;
        o.updates += updates;
    }
    return o;
}

static void time_solvers(pattern_kind kind, int links, int repeats, double peak) {
    dyn_matrix m;
    if (!make_matrix(&m, kind, links)) exit(3);
    dyn_solver *s[KINDS];
    block_symbolic symbolic;
    int n = 3 * m.n_nodes, active = 0, *position = calloc((size_t)m.n_nodes, sizeof *position);
    double *x = calloc((size_t)n, sizeof *x), *b = calloc((size_t)n, sizeof *b);
    static double t[KINDS][2][MOST_REPEATS];
    if (!position || !x || !b || !block_order_best(&symbolic, &m)) exit(3);
    for (int i = 0; i < m.n_nodes; i++) position[i] = i == 0 ? -1 : active++;
    uint64_t seed = 2;
    for (int i = 0; i < n; i++) b[i] = random_unit(&seed);
    for (int k = 0; k < KINDS; k++) {
        s[k] = dyn_solver_create((dyn_solver_kind)k, &m);
        if (!s[k]) exit(3);
        dyn_solver_factor(s[k], &m, position, active);
    }
    int inner = 1 + 20000 / links;
    for (int r = 0; r < repeats; r++)
        for (int k = 0; k < KINDS; k++) {
            double t0 = now();
            for (int i = 0; i < inner; i++) dyn_solver_factor(s[k], &m, position, active);
            double t1 = now();
            for (int i = 0; i < inner; i++) {
                memcpy(x, b, (size_t)n * sizeof *x); // repeated solves of x would underflow
                dyn_solver_solve(s[k], x);
            }
            double t2 = now();
            t[k][0][r] = (t1 - t0) / inner / links * 1e6;
            t[k][1][r] = (t2 - t1) / inner / links * 1e6;
        }
    operations o = count_operations(&symbolic, symbolic.n - symbolic.n_border - (kind == PATTERN_LIFTER ? 3 : 0));
    printf("%s, %d links: %.2f blocks and %.2f updates a link, longest path %.2f pivots a link, border %d\n",
           pattern_name[kind], links, (double)o.blocks / links, (double)o.updates / links,
           (double)symbolic.height / links, symbolic.n_border);
    double first = 0;
    for (int k = 0; k < KINDS; k++) {
        double factor = median(t[k][0], repeats), solve = median(t[k][1], repeats);
        if (k == 0) first = factor + solve;
        printf("  %-6s factor %7.4f  solve %7.4f  both %7.4f us a link  ratio %5.2f", kind_name[k], factor, solve,
               factor + solve, (factor + solve) / first);
        if (k == 0)
            printf("  %.0f + %.0f flops a link, %.1f and %.1f GFLOP/s, %.0f %% and %.0f %% of %.1f", o.factor / links,
                   o.solve / links, o.factor / links / factor * 1e-3, o.solve / links / solve * 1e-3,
                   o.factor / links / factor * 1e8 / peak, o.solve / links / solve * 1e8 / peak, peak * 1e-9);
        printf("\n");
    }
    for (int k = 0; k < KINDS; k++) dyn_solver_destroy(s[k]);
    block_symbolic_free(&symbolic);
    dyn_matrix_free(&m);
    free(position);
    free(x);
    free(b);
}

int main(int argc, char **argv) {
    int links = argc > 1 ? atoi(argv[1]) : 0, repeats = argc > 2 ? atoi(argv[2]) : 11;
    if (argc > 3 || (argc > 1 && (links < 2 || links > 5000)) || repeats < 1 || repeats > MOST_REPEATS) {
        fprintf(stderr, "usage: bench_solver [links (2..5000) [repeats (1..%d)]]\n", MOST_REPEATS);
        return 2;
    }
    double peak = measure_peak();
    static const int sizes[] = {50, 100, 300, 1220};
    for (int kind = 0; kind < PATTERNS; kind++)
        for (int k = 0; k < 4; k++)
            if (!links || k == 0) time_solvers((pattern_kind)kind, links ? links : sizes[k], repeats, peak);
    return 0;
}
