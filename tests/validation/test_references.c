// SPDX-License-Identifier: MIT
// The integrator and the chain references of the validation cases against closed forms, published values, independent
// programs' tables (skipped where those are absent) and each other.
#include "tests/check.h"
#include "tests/validation/reference/chain.h"
#include "tests/validation/reference/linear.h"
#include "tests/validation/reference/ode.h"

#include <stdlib.h>
#include <string.h>

static bool decay(const void *context, double t, const double *y, double *dy) {
    (void)context;
    dy[0] = -y[0];
    dy[1] = y[2];
    dy[2] = -y[1];
    dy[3] = -2 * t * y[3] * y[3]; // 1/(1 + t^2)
    return true;
}

static void test_ode(void **state) {
    (void)state;
    double y[4] = {1, 0, 1, 1};
    ref_ode ode = {decay, NULL, 4, 1e-13, 0};
    int steps = ref_ode_run(&ode, 0, 20, y);
    print_message("%d steps\n", steps);
    assert_in_range(steps, 1, 200);
    CHECK_NEAR(y[0], exp(-20), 1e-12);
    CHECK_NEAR(y[1], sin(20), 2e-12);
    CHECK_NEAR(y[2], cos(20), 2e-12);
    CHECK_NEAR(y[3], 1 / 401.0, 1e-12);
}

static bool blow_up(const void *context, double t, const double *y, double *dy) {
    (void)context, (void)t;
    dy[0] = y[0] * y[0];
    return true;
}

static void test_ode_reports_a_singularity(void **state) {
    (void)state;
    double y[1] = {1};
    ref_ode ode = {blow_up, NULL, 1, 1e-12, 0};
    assert_int_equal(ref_ode_run(&ode, 0, 2, y), -1); // 1/(1 - t)
}

static bool stiff(const void *context, double t, const double *y, double *dy) {
    (void)context;
    dy[0] = -2e4 * (y[0] - cos(t)) - sin(t); // cos t
    return true;
}

static void test_ode_stays_stable_and_exact_when_stiff(void **state) {
    (void)state;
    double y[1] = {1};
    ref_ode ode = {stiff, NULL, 1, 1e-12, 0};
    assert_true(ref_ode_run(&ode, 0, 3, y) > 0);
    CHECK_NEAR(y[0], cos(3), 2e-12); // one step's tolerance, 1e-12 (1 + |y|): stiff errors do not add up
}

static void test_linear_solvers(void **state) {
    (void)state;
    double hilbert[16], copy[16], b[4], c[4], values[4];
    for (int i = 0; i < 4; i++) {
        b[i] = 0;
        for (int j = 0; j < 4; j++) {
            hilbert[4 * i + j] = 1.0 / (i + j + 1);
            b[i] += hilbert[4 * i + j] * (j + 1);
        }
    }
    memcpy(copy, hilbert, sizeof copy);
    memcpy(c, b, sizeof c);
    assert_true(ref_solve(4, copy, b));
    memcpy(copy, hilbert, sizeof copy);
    assert_true(ref_solve_spd(4, copy, c));
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(b[i], i + 1, 1e-11);
        CHECK_NEAR(c[i], i + 1, 1e-11);
    }
    ref_eigenvalues(4, hilbert, values); // trace and determinant 1/6 048 000 of the Hilbert matrix
    CHECK_NEAR(values[0] + values[1] + values[2] + values[3], 1 + 1.0 / 3 + 1.0 / 5 + 1.0 / 7, 1e-14);
    CHECK_NEAR(values[0] * values[1] * values[2] * values[3] * 6048000, 1, 1e-10);
    double zero_first[4] = {0, 1, 1, 0}, x[2] = {2, 3}, singular[4] = {1, 2, 2, 4}, indefinite[4] = {1, 2, 2, 1};
    assert_true(ref_solve(2, zero_first, x));
    CHECK_NEAR(x[0], 3, 0);
    assert_false(ref_solve(2, singular, x));
    assert_false(ref_solve_spd(2, indefinite, x));
}

// Next row of comma-separated numbers; false at the end. Skips lines that do not begin with `columns` numbers.
static bool read_row(FILE *f, int columns, double *row) {
    char line[1024];
    while (fgets(line, sizeof line, f)) {
        char *at = line, *end = line;
        int c = 0;
        for (; c < columns; c++, at = end + 1) {
            row[c] = strtod(at, &end);
            if (end == at) break;
        }
        if (c == columns) return true;
    }
    return false;
}

static void compare_hanging(const char *path, const ref_rods *r, double x, double z) {
    SKIP_WITHOUT(path);
    ref_joint joints[REF_RODS_MAX + 1];
    double row[6];
    int rows = 0;
    assert_true(ref_rods_hang(r, x, z, joints));
    FILE *f = fopen(path, "r");
    for (; read_row(f, 6, row); rows++) {
        const ref_joint *j = &joints[rows];
        CHECK_NEAR(j->x, row[1], 1e-11);
        CHECK_NEAR(j->z, row[2], 1e-11);
        CHECK_NEAR(j->h, row[3], 1e-9);
        CHECK_NEAR(j->v, row[4], 1e-9);
        CHECK_NEAR(hypot(j->h, j->v), row[5], 1e-9);
    }
    fclose(f);
    assert_int_equal(rows, r->count + 1);
}

static void test_hanging_rods_a(void **state) {
    (void)state;
    compare_hanging(HAWSE_SHARED_DATA "/chainrefs/static_rods_a.csv", &(ref_rods){10, 0.2, 1}, 1.5, 0);
}

static void test_hanging_rods_b(void **state) {
    (void)state;
    compare_hanging(HAWSE_SHARED_DATA "/chainrefs/static_rods_b.csv", &(ref_rods){20, 0.2, 8}, 2.5, 1);
}

// Two rods of 1 m with their ends 1.2 m apart: middle joint 0.8 m down; moments of one rod about its upper end give
// H 0.8 = m g 0.6/2.
static void test_two_hanging_rods(void **state) {
    (void)state;
    ref_joint j[3];
    assert_true(ref_rods_hang(&(ref_rods){2, 1, 3}, 1.2, 0, j));
    CHECK_NEAR(j[1].x, 0.6, 1e-14);
    CHECK_NEAR(j[1].z, -0.8, 1e-14);
    CHECK_NEAR(j[0].h, 3 * 9.81 * 0.3 / 0.8, 1e-12);
    CHECK_NEAR(j[0].v, -3 * 9.81, 1e-12);
    assert_false(ref_rods_hang(&(ref_rods){2, 1, 3}, 2.1, 0, j));
}

static void test_hanging_rods_converge_to_the_catenary(void **state) {
    (void)state;
    double previous = 0;
    for (int n = 15; n <= 120; n *= 2) {
        ref_joint j[REF_RODS_MAX + 1];
        double p[2], error = 0;
        assert_true(ref_rods_hang(&(ref_rods){n, 3.0 / n, 24.0 / n}, 2, 0.7, j));
        double h = ref_catenary(3, 8 * 9.81, 2, 0.7, 1, p);
        CHECK_NEAR(p[0], 2, 1e-14);
        CHECK_NEAR(p[1], 0.7, 1e-14);
        for (int i = 0; i <= n; i++) {
            ref_catenary(3, 8 * 9.81, 2, 0.7, (double)i / n, p);
            error = fmax(error, hypot(j[i].x - p[0], j[i].z - p[1]));
        }
        print_message("%3d rods: shape %.3g m, pull %.3g N from the catenary\n", n, error, j[0].h - h);
        if (previous > 0) CHECK_NEAR(log2(previous / error), 2, 0.1);
        previous = error;
    }
}

static void test_rods_released_from_the_horizontal(void **state) {
    (void)state;
    const char *path = HAWSE_SHARED_DATA "/chainrefs/dyn_horizontal_release_N10.csv";
    SKIP_WITHOUT(path);
    ref_rods r = {10, 0.1, 0.1};
    ref_rods_state s = {.rate = {0}};
    double row[8], t = 0;
    int rows = 0;
    FILE *f = fopen(path, "r");
    for (; read_row(f, 8, row) && row[0] < 1.0005; rows++) { // the whip at 0.55 s amplifies round-off
        ref_rods_sample o;
        assert_true(ref_rods_move(&r, t, row[0], &s));
        t = row[0];
        ref_rods_sample_at(&r, &s, &o);
        CHECK_NEAR(o.tip[0], row[1], 1e-8);
        CHECK_NEAR(o.tip[1], row[2], 1e-8);
        CHECK_NEAR(o.middle[0], row[3], 1e-8);
        CHECK_NEAR(o.middle[1], row[4], 1e-8);
        CHECK_NEAR(o.pull[0], row[5], 1e-5);
        CHECK_NEAR(o.pull[1], row[6], 1e-5);
        CHECK_NEAR(o.energy, 0, 1e-9);
    }
    fclose(f);
    assert_in_range(rows, 100, 1000);
}

// One rod about its end, two by the roots of their characteristic equation, many against the continuum.
static void test_frequencies(void **state) {
    (void)state;
    double w[REF_RODS_MAX];
    ref_rods_frequencies(1, w);
    CHECK_NEAR(w[0], sqrt(1.5), 1e-14);
    // n = 2: (4/3 x - 3/2)(x/3 - 1/2) - x^2/4 = 0 for x = l w^2/g, w = sqrt(2 x) in units of sqrt(g/L)
    ref_rods_frequencies(2, w);
    double b = -7.0 / 6, a = 7.0 / 36, c = 0.75, root = sqrt(b * b - 4 * a * c);
    CHECK_NEAR(w[0], sqrt(2 * (-b - root) / (2 * a)), 1e-13);
    CHECK_NEAR(w[1], sqrt(2 * (-b + root) / (2 * a)), 1e-13);
    // the hanging chain: half the zeros of J0 (Bernoulli 1732), reached with 1/n^2
    static const double zero[3] = {2.404825557695773, 5.520078110286311, 8.653727912911013};
    double previous = 0;
    for (int n = 30; n <= 120; n *= 2) {
        ref_rods_frequencies(n, w);
        if (previous > 0) CHECK_NEAR(log2(previous / (w[2] - zero[2] / 2)), 2, 0.05);
        previous = w[2] - zero[2] / 2;
    }
    for (int i = 0; i < 3; i++) CHECK_NEAR(w[i], zero[i] / 2, 1e-2);
}

static void test_frequencies_of_the_table(void **state) {
    (void)state;
    const char *path = HAWSE_SHARED_DATA "/chainrefs/hanging_chain_freqs.csv";
    SKIP_WITHOUT(path);
    double row[6], w[REF_RODS_MAX];
    int rows = 0;
    FILE *f = fopen(path, "r");
    while (read_row(f, 6, row)) {
        int n = (int)row[0];
        if (n == 0) continue; // the continuum
        rows++;
        ref_rods_frequencies(n, w);
        for (int i = 0; i < 5 && i < n; i++) CHECK_NEAR(w[i], row[1 + i], 1e-9);
    }
    fclose(f);
    assert_int_equal(rows, 8);
}

// The integral is B(3/4, 1/2)/2; against free fall of L, sqrt(2), Calkin and March's 0.847.
static void test_fold_of_the_continuum(void **state) {
    (void)state;
    CHECK_NEAR(ref_fold_time(1), tgamma(0.75) * tgamma(0.5) / tgamma(1.25) / 2, 1e-12);
    CHECK_NEAR(ref_fold_time(1) / sqrt(2), 0.847213, 5e-7);
    CHECK_NEAR(ref_fold_time(1e-4) / sqrt(2e-4), 1, 1e-4); // free fall at first
}

// At nine tenths of the length: the last tenth is a whip, in which single rods decide.
static void test_fold_of_rods_converges_to_the_continuum(void **state) {
    (void)state;
    double exact = ref_fold_time(0.9) / sqrt(1.8), previous = 0;
    for (int n = 15; n <= 60; n *= 2) {
        double error = (ref_fold_time_rods(n, 0.9) / sqrt(1.8) - exact) / exact;
        print_message("%d rods: %.6f of free fall, continuum %.6f: %+.3f %%\n", n, (1 + error) * exact, exact,
                      100 * error);
        if (previous > 0) assert_true(fabs(error) < previous / 2);
        previous = fabs(error);
    }
    assert_true(previous < 0.0025);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ode),
        cmocka_unit_test(test_ode_reports_a_singularity),
        cmocka_unit_test(test_ode_stays_stable_and_exact_when_stiff),
        cmocka_unit_test(test_linear_solvers),
        cmocka_unit_test(test_two_hanging_rods),
        cmocka_unit_test(test_hanging_rods_a),
        cmocka_unit_test(test_hanging_rods_b),
        cmocka_unit_test(test_hanging_rods_converge_to_the_catenary),
        cmocka_unit_test(test_rods_released_from_the_horizontal),
        cmocka_unit_test(test_frequencies),
        cmocka_unit_test(test_frequencies_of_the_table),
        cmocka_unit_test(test_fold_of_the_continuum),
        cmocka_unit_test(test_fold_of_rods_converges_to_the_continuum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
