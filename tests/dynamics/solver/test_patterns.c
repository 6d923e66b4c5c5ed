// SPDX-License-Identifier: MIT
// Tests of the solvers against dense elimination on many patterns with changing sets of active nodes, and of the block
// solver's elimination order.
#include "dynamics/solver/block.h"
#include "dynamics/solver/solver.h"
#include "tests/check.h"
#include "tests/dynamics/dense.h"
#include "tests/random.h"
#include <string.h>

#define KINDS 2
#define MOST_NODES 100

static const dyn_solver_kind kinds[KINDS] = {DYN_SOLVER_BLOCK, DYN_SOLVER_KLU};

// Couples each pair of the nodes.
static void couple_all(dyn_pattern *p, const int *node, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) dyn_pattern_add(p, node[i], node[j]);
}

// Pattern of a chain: nodes P0, then v, u, P of each link, numbered as in dynamics/tackle/chain.c. Angles also couple
// each joint's vectors; a lifter is a last node coupled to all others.
static int chain(dyn_pattern *p, int links, bool angles, bool lifter) {
    int n = 3 * links + 1;
    for (int k = 0; k < links; k++) {
        int b = 3 * k;
        couple_all(p, (const int[4]){b, b + 1, b + 2, b + 3}, 4);
        if (lifter) couple_all(p, (const int[4]){n, b, b + 2, b + 3}, 4);
        if (k + 1 == links) break;
        dyn_pattern_add(p, b + 2, b + 5);
        if (!angles) continue;
        couple_all(p, (const int[4]){b + 5, b + 1, b + 3, b}, 4);
        couple_all(p, (const int[4]){b + 2, b + 4, b + 6, b + 3}, 4);
    }
    return lifter ? n + 1 : n;
}

static int star(dyn_pattern *p, int arms, int centre) {
    for (int i = 0; i <= arms; i++)
        if (i != centre) dyn_pattern_add(p, i, centre);
    return arms + 1;
}

static int grid(dyn_pattern *p, int rows, int columns) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            if (r > 0) dyn_pattern_add(p, r * columns + c, (r - 1) * columns + c);
            if (c > 0) dyn_pattern_add(p, r * columns + c, r * columns + c - 1);
        }
    return rows * columns;
}

static int random_graph(dyn_pattern *p, int nodes, double density, uint64_t seed) {
    for (int i = 0; i < nodes; i++)
        for (int j = 0; j < i; j++)
            if (fabs(random_unit(&seed)) < density) dyn_pattern_add(p, i, j);
    return nodes;
}

#define PATTERNS 13
static dyn_matrix make(int pattern) {
    dyn_pattern p = {0};
    int n = 0;
    switch (pattern) {
    case 0:
        n = chain(&p, 1, false, false);
        break;
    case 1:
        n = chain(&p, 30, false, false);
        break;
    case 2:
        n = chain(&p, 30, true, false);
        break;
    case 3:
        n = chain(&p, 30, false, true);
        break;
    case 4:
        n = chain(&p, 30, true, true);
        break;
    case 5:
        n = star(&p, 40, 0);
        break;
    case 6:
        n = star(&p, 40, 40);
        break;
    case 7:
        n = star(&p, 40, 17);
        break;
    case 8:
        n = grid(&p, 8, 9);
        break;
    case 9:
        n = random_graph(&p, 50, 0.05, 1);
        break; // disconnected
    case 10:
        n = random_graph(&p, 50, 0.3, 2);
        break;
    case 11:
        n = random_graph(&p, 30, 1, 3);
        break; // full
    case 12:
        n = 5;
        break; // nothing coupled
    }
    dyn_matrix m;
    assert_int_equal(dyn_matrix_create(&m, n, &p), RT_OK);
    dyn_pattern_free(&p);
    assert_true(n <= MOST_NODES);
    return m;
}

// Fills in unit masses and, for each coupled pair, a penalty of two constraints: definite for every set of nodes. The
// last node, like a lifter, is coupled only to nodes from `first` on.
static void fill(dyn_matrix *m, int first, uint64_t *seed) {
    dyn_matrix_clear(m);
    for (int i = 0; i < m->n_nodes; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            int j = m->col[k];
            double *ii = m->a + 9 * (m->start[i + 1] - 1), *jj = m->a + 9 * (m->start[j + 1] - 1), *ij = m->a + 9 * k;
            if (i == j) {
                for (int c = 0; c < 3; c++) ii[4 * c] += 1;
                continue;
            }
            if (i == m->n_nodes - 1 && j < first) continue;
            double scale = pow(10, 3 * fabs(random_unit(seed)));
            for (int row = 0; row < 2; row++) {
                double b[6];
                for (int c = 0; c < 6; c++) b[c] = random_unit(seed);
                for (int e = 0; e < 9; e++) {
                    ii[e] += scale * b[e / 3] * b[e % 3];
                    jj[e] += scale * b[3 + e / 3] * b[3 + e % 3];
                    ij[e] += scale * b[e / 3] * b[3 + e % 3];
                }
            }
        }
}

// Deactivates a share of the nodes and sets their couplings to values that the solver must not read.
static int choose_active(dyn_matrix *m, double share, int *position, uint64_t *seed) {
    int n = 0;
    for (int i = 0; i < m->n_nodes; i++) position[i] = fabs(random_unit(seed)) < share ? -1 : n++;
    for (int i = 0; i < m->n_nodes; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            if (position[i] < 0 || position[m->col[k]] < 0)
                for (int e = 0; e < 9; e++) m->a[9 * k + e] = NAN;
    return n;
}

static void check(dyn_solver *const *s, const dyn_matrix *m, const int *position, int active, uint64_t *seed) {
    double b[3 * MOST_NODES], x[3 * MOST_NODES], exact[3 * MOST_NODES], most = 0;
    int n = 3 * m->n_nodes;
    for (int i = 0; i < n; i++) exact[i] = b[i] = random_unit(seed);
    dense_solve(m, position, exact);
    for (int i = 0; i < n; i++) most = fmax(most, fabs(exact[i]));
    for (int kind = 0; kind < KINDS; kind++) {
        dyn_factor f = dyn_solver_factor(s[kind], m, position, active);
        assert_int_equal(f.bad_pivots, 0);
        assert_true(f.rcond > 1e-9 && f.rcond <= 1);
        memcpy(x, b, sizeof x);
        dyn_solver_solve(s[kind], x);
        for (int i = 0; i < n; i++) {
            if (position[i / 3] >= 0)
                CHECK_NEAR(x[i], exact[i], 1e-10 * most);
            else
                assert_true(x[i] == b[i]);
        }
    }
}

static void test_solvers_match_dense_on_all_patterns(void **state) {
    (void)state;
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        dyn_matrix m = make(pattern);
        dyn_solver *s[KINDS];
        for (int k = 0; k < KINDS; k++) assert_non_null(s[k] = dyn_solver_create(kinds[k], &m));
        uint64_t seed = 10;
        for (int trial = 0; trial < 12; trial++) {
            int position[MOST_NODES];
            // the first coupling of the last node varies
            fill(&m, trial % 4 == 0 ? 0 : (trial * 17) % m.n_nodes, &seed);
            int active = choose_active(&m, trial % 3 == 0 ? 0 : 0.15 * (trial % 5), position, &seed);
            check(s, &m, position, active, &seed);
        }
        for (int k = 0; k < KINDS; k++) dyn_solver_destroy(s[k]);
        dyn_matrix_free(&m);
    }
}

// The same matrix gives the same bits, whatever was factored before.
static void test_same_matrix_gives_same_bits(void **state) {
    (void)state;
    dyn_matrix m = make(4);
    dyn_solver *fresh = dyn_solver_create(DYN_SOLVER_BLOCK, &m), *used = dyn_solver_create(DYN_SOLVER_BLOCK, &m);
    uint64_t seed = 4;
    int position[MOST_NODES];
    double x[3 * MOST_NODES], y[3 * MOST_NODES];
    for (int trial = 0; trial < 10; trial++) {
        fill(&m, 9 * trial, &seed);
        dyn_solver_factor(used, &m, position, choose_active(&m, 0.1 * (trial % 4), position, &seed));
    }
    // a non-finite solution of all nodes leaves no trace when some nodes become inactive
    dyn_solver_factor(used, &m, position, choose_active(&m, 0, position, &seed));
    for (int i = 0; i < 3 * m.n_nodes; i++) y[i] = NAN;
    dyn_solver_solve(used, y);
    fill(&m, 60, &seed);
    int active = choose_active(&m, 0.2, position, &seed);
    dyn_solver_factor(fresh, &m, position, active);
    dyn_solver_factor(used, &m, position, active);
    for (int i = 0; i < 3 * m.n_nodes; i++) x[i] = y[i] = random_unit(&seed);
    dyn_solver_solve(fresh, x);
    dyn_solver_solve(used, y);
    assert_memory_equal(x, y, 3 * (size_t)m.n_nodes * sizeof *x);
    dyn_solver_destroy(fresh);
    dyn_solver_destroy(used);
    dyn_matrix_free(&m);
}

// A plain chain is eliminated from both ends: the longest path has half of its pivots, and fill occurs only where the
// ends meet. A lifter forms the border, and the chain is then eliminated from one end.
static void test_chain_is_eliminated_from_both_ends(void **state) {
    (void)state;
    static const struct {
        bool lifter;
        int height, border; // pivots on the longest path, per two links; nodes of the border
        double blocks;      // blocks of L below the diagonal, per link
    } expected[] = {{false, 2, 0, 7}, {true, 6, 1, 11}};
    for (int k = 0; k < 2; k++) {
        dyn_pattern p = {0};
        dyn_matrix m;
        block_symbolic s;
        int links = 200, n = chain(&p, links, false, expected[k].lifter);
        assert_int_equal(dyn_matrix_create(&m, n, &p), RT_OK);
        assert_true(block_order_best(&s, &m));
        assert_int_equal(s.n_border, expected[k].border);
        assert_true(2 * s.height <= expected[k].height * links + 12);
        assert_true(s.n_blocks - s.n <= expected[k].blocks * links + 6);
        if (expected[k].border) assert_int_equal(s.order[n - 1], n - 1);
        block_symbolic_free(&s);
        dyn_matrix_free(&m);
        dyn_pattern_free(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solvers_match_dense_on_all_patterns),
        cmocka_unit_test(test_same_matrix_gives_same_bits),
        cmocka_unit_test(test_chain_is_eliminated_from_both_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
