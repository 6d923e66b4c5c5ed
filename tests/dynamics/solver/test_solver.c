// SPDX-License-Identifier: MIT
// Tests of the solvers against dense elimination on chains with inactive nodes, and of no allocation after creation.
#include "dynamics/solver/solver.h"
#include "tests/check.h"
#include "tests/dynamics/dense.h"
#include "tests/random.h"
#include <SuiteSparse_config.h>
#include <stdlib.h>
#include <string.h>

#define NODES 40
#define N (3 * NODES)
#define REACH 4 // nodes that an element couples

#define KINDS 2
static const dyn_solver_kind kinds[KINDS] = {DYN_SOLVER_BLOCK, DYN_SOLVER_KLU};

// Pattern of elements of REACH successive nodes, and a last node that may couple to any other.
static dyn_matrix chain_pattern(void) {
    dyn_pattern p = {0};
    dyn_matrix m;
    for (int i = 0; i + 1 < NODES; i++) {
        for (int j = i; j < i + REACH && j + 1 < NODES; j++) dyn_pattern_add(&p, i, j);
        dyn_pattern_add(&p, NODES - 1, i);
    }
    assert_int_equal(dyn_matrix_create(&m, NODES, &p), RT_OK);
    dyn_pattern_free(&p);
    return m;
}

// Adds scale × BᵀB with a random B of 3 rows on the given nodes: a penalty of three constraints.
static void add_element(dyn_matrix *m, const int *node, int n, double scale, uint64_t *seed) {
    double b[3][3 * (REACH + 1)];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3 * n; c++) b[r][c] = random_unit(seed);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (node[i] < node[j]) continue;
            double *a = m->a + 9 * dyn_matrix_find(m, node[i], node[j]);
            for (int e = 0; e < 9; e++)
                for (int r = 0; r < 3; r++) a[e] += scale * b[r][3 * i + e / 3] * b[r][3 * j + e % 3];
        }
}

// Fills in unit masses and penalties up to 10^exponent; the last node is coupled to the nodes before `end`.
static void fill(dyn_matrix *m, int end, double exponent, uint64_t *seed) {
    dyn_matrix_clear(m);
    for (int i = 0; i < NODES; i++)
        for (int c = 0; c < 3; c++) m->a[9 * dyn_matrix_find(m, i, i) + 4 * c] += 1;
    for (int i = 0; i + REACH < NODES; i++) {
        int node[REACH];
        for (int k = 0; k < REACH; k++) node[k] = i + k;
        add_element(m, node, REACH, pow(10, exponent * fabs(random_unit(seed))), seed);
    }
    const int top[4] = {NODES - 1, end - 1, end - 2, end - 3};
    add_element(m, top, 4, pow(10, exponent), seed);
}

// Sets the positions: nodes from `end` to the last are inactive; nodes divisible by `ground` are ground.
static int set_positions(int end, int ground, int *position) {
    int n = 0;
    for (int i = 0; i < NODES; i++) {
        bool on = i < end || i == NODES - 1;
        position[i] = on && (ground == 0 || i % ground != ground - 1) ? n++ : -1;
    }
    return n;
}

static void random_vector(double *x, uint64_t *seed) {
    for (int k = 0; k < N; k++) x[k] = random_unit(seed);
}

static double largest(const double *x) {
    double most = 0;
    for (int k = 0; k < N; k++) most = fmax(most, fabs(x[k]));
    return most;
}

// Solves one random right-hand side with s and compares with the dense solution.
static void check_solution(dyn_solver *s, const dyn_matrix *m, const int *position, uint64_t *seed) {
    double x[N], y[N];
    random_vector(x, seed);
    memcpy(y, x, sizeof y);
    dyn_solver_solve(s, x);
    dense_solve(m, position, y);
    for (int k = 0; k < N; k++) {
        if (position[k / 3] >= 0)
            CHECK_NEAR(x[k], y[k], 1e-10 * largest(y));
        else
            assert_true(x[k] == y[k]);
    }
}

static void test_solvers_match_dense_on_random_matrices(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        dyn_matrix m = chain_pattern();
        dyn_solver *s = dyn_solver_create(kinds[kind], &m);
        assert_non_null(s);
        uint64_t seed = 1;
        // the set of active nodes changes between factors, as when links join and leave
        for (int trial = 0; trial < 40; trial++) {
            int position[NODES], end = 8 + (7 * trial) % (NODES - 8),
                                 n = set_positions(end, trial % 3 ? 0 : 5, position);
            fill(&m, end, trial % 4, &seed);
            assert_int_equal(dyn_solver_factor(s, &m, position, n).bad_pivots, 0);
            check_solution(s, &m, position, &seed);
            check_solution(s, &m, position, &seed);
        }
        dyn_solver_destroy(s);
        dyn_matrix_free(&m);
    }
}

// Node i is coupled to a node of mass 1 and to one of 1e8: the column's largest entry is not on the diagonal. A general
// solver would pivot on this entry, which is zero once one of the nodes is inactive. A definite matrix needs only
// diagonal pivots.
static void test_uneven_masses_with_inactive_nodes(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        dyn_matrix m = chain_pattern();
        dyn_solver *s = dyn_solver_create(kinds[kind], &m);
        int position[NODES], n = set_positions(NODES - 1, 0, position);
        for (int set = 0; set < 3; set++) { // of active nodes
            dyn_matrix_clear(&m);
            for (int i = 0; i < NODES; i++)
                for (int c = 0; c < 3; c++)
                    m.a[9 * dyn_matrix_find(&m, i, i) + 4 * c] = i % 3 == 2 ? 1e8 : i % 3 == 1 ? 1.1 : 1;
            for (int i = 0; i + 2 < NODES - 1; i += 3)
                for (int c = 0; c < 3; c++) {
                    m.a[9 * dyn_matrix_find(&m, i + 1, i) + 4 * c] = 1;
                    m.a[9 * dyn_matrix_find(&m, i + 2, i + 1) + 4 * c] = 2000;
                }
            n = set_positions(NODES - 1 - 3 * set, set ? 3 + set : 0, position);
            uint64_t seed = 3;
            assert_int_equal(dyn_solver_factor(s, &m, position, n).bad_pivots, 0);
            check_solution(s, &m, position, &seed);
        }
        dyn_solver_destroy(s);
        dyn_matrix_free(&m);
    }
}

static int calls; // calls of any allocator

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t each);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t each);
void *__wrap_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n) { return calls++, __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t each) { return calls++, __real_calloc(n, each); }
void *__wrap_realloc(void *p, size_t n) { return calls++, __real_realloc(p, n); }

static int suitesparse_calls;
static void *counted_malloc(size_t n) { return suitesparse_calls++, malloc(n); }
static void *counted_calloc(size_t n, size_t each) { return suitesparse_calls++, calloc(n, each); }
static void *counted_realloc(void *p, size_t n) { return suitesparse_calls++, realloc(p, n); }
static void counted_free(void *p) {
    suitesparse_calls++;
    free(p);
}

// No allocator is called from the first factor on, neither libc's nor SuiteSparse's, with any set of active nodes and
// with bad pivots.
static void test_solver_allocates_nothing_after_creation(void **state) {
    (void)state;
    struct SuiteSparse_config_struct before = SuiteSparse_config;
    SuiteSparse_config.malloc_func = counted_malloc;
    SuiteSparse_config.calloc_func = counted_calloc;
    SuiteSparse_config.realloc_func = counted_realloc;
    SuiteSparse_config.free_func = counted_free;
    for (int kind = 0; kind < KINDS; kind++) {
        dyn_matrix m = chain_pattern();
        calls = suitesparse_calls = 0;
        dyn_solver *s = dyn_solver_create(kinds[kind], &m);
        assert_true(calls > 0 && suitesparse_calls > 0); // the counters work
        int position[NODES];
        uint64_t seed = 7;
        double x[N];
        calls = suitesparse_calls = 0;
        for (int trial = 0; trial < 20; trial++) {
            int end = 8 + trial, n = set_positions(end, 0, position);
            fill(&m, end, 3, &seed);
            if (trial % 5 == 4) m.a[9 * dyn_matrix_find(&m, 3, 3)] = -1;
            dyn_factor f = dyn_solver_factor(s, &m, position, n);
            assert_true(trial % 5 == 4 ? f.bad_pivots != 0 : f.bad_pivots == 0);
            random_vector(x, &seed);
            dyn_solver_solve(s, x);
        }
        assert_int_equal(calls, 0);
        assert_int_equal(suitesparse_calls, 0);
        dyn_solver_destroy(s);
        dyn_matrix_free(&m);
    }
    SuiteSparse_config = before;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solvers_match_dense_on_random_matrices),
        cmocka_unit_test(test_uneven_masses_with_inactive_nodes),
        cmocka_unit_test(test_solver_allocates_nothing_after_creation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
