// SPDX-License-Identifier: MIT
// Tests of the solvers' bad pivots and reported condition on matrices with known pivots.
#include "dynamics/solver/solver.h"
#include "tests/check.h"
#include <string.h>

#define NODES 40
#define N (3 * NODES)

#define KINDS 2
static const dyn_solver_kind kinds[KINDS] = {DYN_SOLVER_BLOCK, DYN_SOLVER_KLU};
static const int position[NODES] = {0}; // all nodes are active

// A pattern with each node coupled to the next.
static dyn_matrix pattern(void) {
    dyn_pattern p = {0};
    dyn_matrix m;
    for (int i = 0; i + 1 < NODES; i++) dyn_pattern_add(&p, i, i + 1);
    assert_int_equal(dyn_matrix_create(&m, NODES, &p), RT_OK);
    dyn_pattern_free(&p);
    return m;
}

// Sets a diagonal matrix with these values at even and odd nodes.
static void set_diagonal(dyn_matrix *m, double even, double odd) {
    dyn_matrix_clear(m);
    for (int i = 0; i < NODES; i++)
        for (int c = 0; c < 3; c++) m->a[9 * dyn_matrix_find(m, i, i) + 4 * c] = i % 2 ? odd : even;
}

// Two coupled unknowns [1 1; 1 1] have a second pivot of exactly zero. Other pivots are negative, zero or NaN.
static void test_bad_pivot_is_replaced(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        dyn_matrix m = pattern();
        dyn_solver *s = dyn_solver_create(kinds[kind], &m);
        set_diagonal(&m, 1, 1);
        m.a[9 * dyn_matrix_find(&m, 11, 10)] = 1;
        dyn_factor f = dyn_solver_factor(s, &m, position, NODES);
        assert_int_equal(f.bad_pivots, 1);
        // the repair makes it [1 1; 1 2], with a second pivot of 1: the solution for (1, 1) is x = (1, 0)
        double x[N] = {0};
        x[30] = x[33] = 1;
        dyn_solver_solve(s, x);
        int zero = fabs(x[30]) < 0.5 ? 30 : 33; // the second in the solver's order
        CHECK_NEAR(x[zero], 0, 1e-14);
        CHECK_NEAR(x[63 - zero], 1, 1e-14);
        m.a[9 * dyn_matrix_find(&m, 20, 20) + 4] = -1;
        m.a[9 * dyn_matrix_find(&m, 30, 30) + 8] = 0;
        assert_int_equal(dyn_solver_factor(s, &m, position, NODES).bad_pivots, 3);
        memset(x, 0, sizeof x);
        x[61] = 5;
        x[92] = 7;
        dyn_solver_solve(s, x); // both pivots are 1 now
        CHECK_NEAR(x[61], 5, 1e-13);
        CHECK_NEAR(x[92], 7, 1e-13);
        m.a[9 * dyn_matrix_find(&m, 30, 30) + 8] = NAN;
        assert_int_equal(dyn_solver_factor(s, &m, position, NODES).bad_pivots, 3);
        set_diagonal(&m, 4, 4); // the next good matrix is solved without repair
        f = dyn_solver_factor(s, &m, position, NODES);
        assert_int_equal(f.bad_pivots, 0);
        assert_true(f.rcond == 1);
        for (int k = 0; k < N; k++) x[k] = k;
        dyn_solver_solve(s, x);
        for (int k = 0; k < N; k++) assert_true(x[k] == 0.25 * k);
        dyn_solver_destroy(s);
        dyn_matrix_free(&m);
    }
}

// An indefinite matrix: the block solver replaces and counts every negative pivot. KLU gives up after eight, and its
// solution is then zero.
static void test_indefinite_matrix_is_repaired_or_refused(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        dyn_matrix m = pattern();
        dyn_solver *s = dyn_solver_create(kinds[kind], &m);
        for (int negative = 8; negative <= 9; negative++) {
            dyn_matrix_clear(&m);
            for (int i = 0; i < NODES; i++)
                for (int c = 0; c < 3; c++)
                    m.a[9 * dyn_matrix_find(&m, i, i) + 4 * c] = i < negative && c == 1 ? -2 : 3;
            bool gives_up = negative > 8 && kinds[kind] != DYN_SOLVER_BLOCK;
            dyn_factor f = dyn_solver_factor(s, &m, position, NODES);
            assert_int_equal(f.bad_pivots, gives_up ? -1 : negative);
            if (gives_up) assert_true(f.rcond == 0);
            double x[N];
            for (int k = 0; k < N; k++) x[k] = 6;
            dyn_solver_solve(s, x);
            for (int k = 0; k < N; k++) CHECK_NEAR(x[k], gives_up ? 0 : k / 3 < negative && k % 3 == 1 ? 6 : 2, 1e-14);
        }
        // [1 2; 2 1] has the pivots 1 and -3; the second is replaced by its diagonal entry 1
        set_diagonal(&m, 1, 1);
        double *b = m.a + 9 * dyn_matrix_find(&m, 12, 12);
        b[1] = b[3] = 2;
        assert_int_equal(dyn_solver_factor(s, &m, position, NODES).bad_pivots, 1);
        dyn_solver_destroy(s);
        dyn_matrix_free(&m);
    }
}

// The pivots of [a c; c b] are a and b - c²/a, or b and a - c²/b: over the diagonal, 1 - c²/(a b) in either order.
static void test_rcond_is_least_relative_pivot(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        dyn_matrix m = pattern();
        dyn_solver *s = dyn_solver_create(kinds[kind], &m);
        static const double c[] = {0, 0.5, 0.9, 0.999999};
        for (int k = 0; k < 8; k++) {
            set_diagonal(&m, 1e-4, 1e4);
            double *b = m.a + 9 * (k < 4 ? dyn_matrix_find(&m, 15, 14) : dyn_matrix_find(&m, 15, 15));
            if (k < 4)
                b[5] = c[k];
            else
                b[1] = b[3] = 1e4 * c[k - 4];
            dyn_factor f = dyn_solver_factor(s, &m, position, NODES);
            assert_int_equal(f.bad_pivots, 0);
            CHECK_NEAR(f.rcond, 1 - c[k % 4] * c[k % 4], 1e-15);
        }
        dyn_solver_destroy(s);
        dyn_matrix_free(&m);
    }
}

// [1 c; c 1] with 1 - c² on either side of the floor, 1e-13 of the diagonal; in two blocks and within one.
static void test_pivot_below_floor_is_bad(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        dyn_matrix m = pattern();
        dyn_solver *s = dyn_solver_create(kinds[kind], &m);
        for (int k = 0; k < 8; k++) {
            bool bad = k % 2, within = k & 2;
            double size = k & 4 ? 1e6 : 1, c = size * sqrt(1 - (bad ? 2e-14 : 1e-12));
            set_diagonal(&m, size, size);
            double *b = m.a + 9 * (within ? dyn_matrix_find(&m, 15, 15) : dyn_matrix_find(&m, 15, 14));
            if (within)
                b[5] = b[7] = c;
            else
                b[8] = c;
            dyn_factor f = dyn_solver_factor(s, &m, position, NODES);
            assert_int_equal(f.bad_pivots, bad);
            CHECK_NEAR(f.rcond, bad ? 1 : 1e-12, bad ? 0 : 1e-15);
        }
        dyn_solver_destroy(s);
        dyn_matrix_free(&m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_pivot_is_replaced),
        cmocka_unit_test(test_indefinite_matrix_is_repaired_or_refused),
        cmocka_unit_test(test_rcond_is_least_relative_pivot),
        cmocka_unit_test(test_pivot_below_floor_is_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
