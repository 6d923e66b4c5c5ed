// SPDX-License-Identifier: MIT
// Tests of all kinds of constraint rows against central differences at random states: six rows of a body, universal
// joint, cable lifter. All rows except the lifter's are polynomials of second degree: central differences are exact
// within rounding. For the lifter's ripple, differences of fourth order have an error of STEP⁴/30 of the fifth
// derivative, below 1e-10.
#include "dynamics/core/constraint.h"
#include "tests/check.h"
#include "tests/dynamics/ship.h"
#include "tests/random.h"
#include <string.h>

#define LINKS 5
#define STEP 5e-4 // of the differences [m]
// Rounding of a difference, a few ulp of |phi| <= 100 over STEP, plus the error from the ripple.
#define ROUNDING 1e-10

// Weights of the central difference of fourth order at -2, -1, 1, 2 steps.
static double weight(int side) { return (side > 0 ? 1 : -1) * (abs(side) == 1 ? 8.0 : -1.0) / (12 * STEP); }

typedef struct rig {
    ship s;
    vec3 *q, *qd;
    dyn_row *row, *other;
    dyn_eval e;
    uint64_t seed;
} rig;

static void make(rig *r, uint64_t seed) {
    const ship_def d = {
        .h = 1e-3, .d = 0.068, .gamma = 1e5, .links = LINKS, .capacity = LINKS + 2, .step = dyn_step_def_default()};
    *r = (rig){.seed = seed};
    ship_make(&r->s, &d);
    const dyn_model *m = &r->s.model;
    size_t n = (size_t)m->n_nodes, rows = (size_t)m->n_rows;
    r->q = calloc(n, sizeof *r->q);
    r->qd = calloc(n, sizeof *r->qd);
    r->row = calloc(rows, sizeof *r->row);
    r->other = calloc(rows, sizeof *r->other);
    if (!r->q || !r->qd || !r->row || !r->other) abort();
    for (int i = 0; i < m->n_nodes; i++) {
        bool ground = i < DYN_FIRST_NODE;
        r->q[i] = vec3_add(m->node0[i], ground ? vec3_make(0, 0, 0) : random_vec3(&r->seed, 0.3));
        r->qd[i] = ground ? vec3_make(0, 0, 0) : random_vec3(&r->seed, 2);
    }
    r->e = dyn_eval_at(m, &r->s.state);
    r->e.q = r->q, r->e.qd = r->qd;
    // a top link with a roll offset, partly run down, on either side of the end where it became the top link
    tackle_lifter_state *z = (tackle_lifter_state *)(void *)(r->s.state.z + m->force_z[r->s.lifter.force_index]);
    z->roll = 0.03;
    z->sigma_ref = (double)(seed % 2);
    r->q[r->s.lifter.node] = vec3_make((0.15 - r->s.lifter.phase0) * r->s.chain.link.pitch / r->s.lifter.radius, 0, 0);
    dyn_rows_eval(m, &r->e, r->row);
}

static void destroy(rig *r) {
    free(r->q);
    free(r->qd);
    free(r->row);
    free(r->other);
    ship_free(&r->s);
}

static double *coordinate(vec3 *x, int i, int c) { return c == 0 ? &x[i].x : c == 1 ? &x[i].y : &x[i].z; }

static double gradient(const dyn_row *row, int node, int c) {
    double sum = 0;
    for (int k = 0; k < row->n; k++)
        if (row->node[k] == node) sum += *coordinate((vec3 *)row->g, k, c);
    return sum;
}

// Evaluates all rows with coordinate c of node i moved by step.
static void eval_rows_moved(rig *r, int i, int c, double step, dyn_row *row) {
    double *x = coordinate(r->q, i, c), x0 = *x;
    *x = x0 + step;
    dyn_rows_eval(&r->s.model, &r->e, row);
    *x = x0;
}

static void test_gradient_matches_differences(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        rig r;
        make(&r, seed);
        const dyn_model *m = &r.s.model;
        double *slope = calloc((size_t)m->n_rows, sizeof *slope);
        for (int i = DYN_FIRST_NODE; i < m->n_nodes; i++)
            for (int c = 0; c < 3; c++) {
                memset(slope, 0, (size_t)m->n_rows * sizeof *slope);
                for (int side = -2; side <= 2; side++) {
                    if (side == 0) continue;
                    eval_rows_moved(&r, i, c, side * STEP, r.other);
                    for (int k = 0; k < m->n_rows; k++) slope[k] += weight(side) * r.other[k].phi;
                }
                for (int k = 0; k < m->n_rows; k++) CHECK_NEAR(gradient(&r.row[k], i, c), slope[k], ROUNDING);
            }
        free(slope);
        destroy(&r);
    }
}

// gamma = (d phi_q / dt) qd: the change of phi_q along the motion, times the velocity.
static void test_gamma_matches_differences(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        rig r;
        make(&r, seed);
        const dyn_model *m = &r.s.model;
        double *change = calloc((size_t)m->n_rows, sizeof *change);
        for (int side = -2; side <= 2; side++) {
            if (side == 0) continue;
            for (int i = 0; i < m->n_nodes; i++) r.q[i] = vec3_madd(r.q[i], side * STEP, r.qd[i]);
            dyn_rows_eval(m, &r.e, r.other);
            for (int k = 0; k < m->n_rows; k++) change[k] += weight(side) * dyn_row_times(&r.other[k], r.qd);
            for (int i = 0; i < m->n_nodes; i++) r.q[i] = vec3_madd(r.q[i], -side * STEP, r.qd[i]);
        }
        int moving = 0;
        for (int k = 0; k < m->n_rows; k++) {
            CHECK_NEAR(r.row[k].gamma, change[k], ROUNDING * 10);
            moving += fabs(change[k]) > 0.1;
        }
        assert_true(moving > 6 * LINKS); // the motion changes the rows
        free(change);
        destroy(&r);
    }
}

static double tangent_entry(const dyn_matrix *t, int i, int ci, int j, int cj) {
    int k = i >= j ? dyn_matrix_find(t, i, j) : dyn_matrix_find(t, j, i);
    if (k < 0) return 0;
    return i >= j ? t->a[9 * k + 3 * ci + cj] : t->a[9 * k + 3 * cj + ci];
}

// Mass of the pair of nodes (i, j).
static double mass_of(const rig *r, int i, int ci, int j, int cj) {
    const dyn_model *m = &r->s.model;
    if (ci != cj) return 0;
    double sum = i == j ? *coordinate(m->node_inertia, i, ci) : 0;
    for (int k = 0; k < m->n_bodies; k++)
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++)
                if (r->s.state.body_on[k] && m->body[k].node[a] == i && m->body[k].node[b] == j)
                    sum += m->body[k].m[a][b];
    return sum;
}

// True when the tangent includes phi_qqᵀ lambda of the row: rows |d|², |u|², |v|² of bodies with lambda > 0, or all
// rows.
static bool has_curvature(const rig *r, int k, const double *lambda, dyn_curvature curvature) {
    if (k >= dyn_first_group_row(&r->s.model)) return false; // the lifter omits its small term
    if (curvature != DYN_CURVATURE_POSITIVE) return curvature == DYN_CURVATURE_FULL;
    return k < dyn_bilinear_row(&r->s.model, 0) && k / DYN_LANES % DYN_BODY_ROWS < 3 && lambda[k] > 0;
}

// The tangent is mass + s (phi_qᵀ alpha phi_q + phi_qqᵀ lambda), with phi_qq from differences of phi_q. A large lambda
// makes the geometric part visible beside the penalties.
static void check_tangent(dyn_curvature curvature) {
    rig r;
    make(&r, 1);
    const dyn_model *m = &r.s.model;
    dyn_matrix t = m->matrix_pattern;
    t.a = calloc(9 * ((size_t)t.n_blocks + 1), sizeof(double));
    double *lambda = calloc((size_t)m->n_rows, sizeof *lambda), s = 1e-6;
    for (int k = 0; k < m->n_rows; k++) lambda[k] = 1e11 * random_unit(&r.seed);
    r.e.tangent = &t;
    dyn_constraint_tangent(m, &r.e, r.row + dyn_first_group_row(m), lambda, curvature, s);
    int geometric = 0;
    for (int j = DYN_FIRST_NODE; j < m->n_nodes; j++)
        for (int cj = 0; cj < 3 && !m->fixed[j]; cj++) {
            dyn_row *plus = calloc((size_t)m->n_rows, sizeof *plus);
            eval_rows_moved(&r, j, cj, STEP, plus);
            eval_rows_moved(&r, j, cj, -STEP, r.other);
            for (int i = DYN_FIRST_NODE; i < m->n_nodes; i++)
                for (int ci = 0; ci < 3 && !m->fixed[i]; ci++) {
                    double sum = mass_of(&r, i, ci, j, cj), size = fabs(sum);
                    for (int k = 0; k < m->n_rows; k++) {
                        double g = m->alpha[k] * gradient(&r.row[k], i, ci) * gradient(&r.row[k], j, cj);
                        if (has_curvature(&r, k, lambda, curvature)) {
                            double second = (gradient(&plus[k], i, ci) - gradient(&r.other[k], i, ci)) / (2 * STEP);
                            g += lambda[k] * second;
                            geometric += fabs(second) > 0.1;
                        }
                        sum += s * g;
                        size += s * fabs(g);
                    }
                    CHECK_NEAR(tangent_entry(&t, i, ci, j, cj), sum, 1e-11 * size);
                }
            free(plus);
        }
    assert_int_equal(geometric > 0, curvature != DYN_CURVATURE_NONE);
    free(lambda);
    free(t.a);
    destroy(&r);
}

static void test_tangent_matches_differences(void **state) {
    (void)state;
    check_tangent(DYN_CURVATURE_NONE);
    check_tangent(DYN_CURVATURE_POSITIVE);
    check_tangent(DYN_CURVATURE_FULL);
}

// The step's kernels for phi, phi_q v, phi_qᵀ w and gamma agree with the evaluated rows.
static void test_kernels_agree_with_rows(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        rig r;
        make(&r, seed);
        const dyn_model *m = &r.s.model;
        size_t rows = (size_t)m->n_rows, nodes = (size_t)m->n_nodes;
        double *out = calloc(rows, sizeof *out), *w = calloc(rows, sizeof *w);
        vec3 *f = calloc(nodes, sizeof *f), *expected = calloc(nodes, sizeof *f);
        const dyn_row *group = r.row + dyn_first_group_row(m);
        dyn_phi_q at = {r.q, group};
        dyn_phi(m, &r.e, group, out);
        for (int k = 0; k < m->n_rows; k++) CHECK_NEAR(out[k], r.row[k].phi, 1e-13 * (1 + fabs(out[k])));
        dyn_phi_gamma(m, &r.e, group, out);
        for (int k = 0; k < m->n_rows; k++) CHECK_NEAR(out[k], r.row[k].gamma, 1e-12 * (1 + fabs(out[k])));
        dyn_phi_q_times(m, r.s.state.body_on, at, r.qd, out);
        for (int k = 0; k < m->n_rows; k++)
            CHECK_NEAR(out[k], dyn_row_times(&r.row[k], r.qd), 1e-12 * (1 + fabs(out[k])));
        for (int k = 0; k < m->n_rows; k++) {
            w[k] = random_unit(&r.seed);
            for (int i = 0; i < r.row[k].n; i++)
                expected[r.row[k].node[i]] = vec3_madd(expected[r.row[k].node[i]], -w[k], r.row[k].g[i]);
        }
        dyn_phi_q_subtract(m, r.s.state.body_on, at, w, f);
        for (int i = DYN_FIRST_NODE; i < m->n_nodes; i++) CHECK_NEAR(vec3_norm(vec3_sub(f[i], expected[i])), 0, 1e-13);
        free(out);
        free(w);
        free(f);
        free(expected);
        destroy(&r);
    }
}

// Rows of links inboard of the lifter are inactive.
static void test_rows_beyond_lifter_are_inactive(void **state) {
    (void)state;
    rig r;
    make(&r, 2);
    int off = 0;
    for (int k = 0; k < 2; k++) {
        int body = r.s.chain.body[LINKS + k];
        assert_int_equal(r.s.state.body_on[body], 0);
        for (int i = 0; i < 6; i++) {
            const dyn_row *row = &r.row[dyn_body_row(body, i)];
            assert_int_equal(row->n, 0);
            assert_true(row->phi == 0 && row->gamma == 0);
            off++;
        }
    }
    for (int k = 0; k < r.s.model.n_rows; k++) off -= r.row[k].n == 0;
    int empty = DYN_BODY_ROWS * (r.s.model.n_batches * DYN_LANES - r.s.model.n_bodies);
    assert_int_equal(off, -2 - empty); // and the two universal joints above the top link
    destroy(&r);
}

// At the start all rows are satisfied, also when the links' width is oblique to the lifter.
static void test_rows_hold_at_the_start(void **state) {
    (void)state;
    rig r;
    make(&r, 1);
    ship *s = &r.s;
    tackle_lifter_start(&s->lifter, &s->model, &s->state, LINKS);
    double askew = 0.3;
    s->lifter.axis[(LINKS - 1) % 2] = mat3_column(&(mat3){{{cos(askew), 0, 0}, {sin(askew), 0, 0}, {0, 0, 0}}}, 0);
    tackle_lifter_start(&s->lifter, &s->model, &s->state, LINKS);
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    dyn_rows_eval(&s->model, &e, r.other);
    assert_true(fabs(tackle_lifter_state_of(&s->lifter, &s->model, &s->state)->roll) > 0.05);
    for (int k = 0; k < s->model.n_rows; k++) CHECK_NEAR(r.other[k].phi, 0, 1e-14);
    destroy(&r);
}

// The lifter's penalties follow from the link at its exit: gamma 4/h² over (1 - sigma)²/m1 + sigma²/m0 + slope²/J, with
// the effective masses of the link's end points.
static void test_lifter_penalty(void **state) {
    (void)state;
    rig r;
    make(&r, 1);
    const dyn_model *m = &r.s.model;
    const tackle_lifter *l = &r.s.lifter;
    // at half a link the ripple reduces the speed by 2/(10² - 1)
    double mass[2] = {0, 0}, sigma = 0, slope = (1 - 2.0 / 99) * l->radius / r.s.chain.link.pitch;
    for (int k = 0; k < m->n_bodies; k++)
        for (int i = 0; i < 4; i++)
            for (int end = 0; end < 2; end++)
                if (m->body[k].node[i] == r.s.chain.p[LINKS - 1 + end]) mass[end] += m->body[k].m[i][i];
    sigma = 0.25 / mass[0] + 0.25 / mass[1];
    vec3 back = vec3_sub(m->node0[r.s.chain.p[LINKS - 1]], m->node0[r.s.chain.p[LINKS]]);
    const double length[3] = {back.x, back.y, back.z};
    for (int i = 0; i < 3; i++) {
        double along = slope * length[i];
        double expected = 1e5 * 4 / (m->h * m->h) / (sigma + along * along / m->node_inertia[l->node].x);
        CHECK_NEAR(m->alpha[m->group[l->rows_index].first_row + i], expected, 1e-12 * expected);
    }
    destroy(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient_matches_differences),
        cmocka_unit_test(test_gamma_matches_differences),
        cmocka_unit_test(test_tangent_matches_differences),
        cmocka_unit_test(test_kernels_agree_with_rows),
        cmocka_unit_test(test_rows_beyond_lifter_are_inactive),
        cmocka_unit_test(test_rows_hold_at_the_start),
        cmocka_unit_test(test_lifter_penalty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
