// SPDX-License-Identifier: MIT
// Tests of chains of uniform rods against reference solutions in minimal coordinates: ten rods released from the
// horizontal, and the natural frequencies of five hanging rods.
#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "tests/check.h"
#include "tests/dynamics/ship.h"
#include <string.h>

// ---- ten rods of 0.1 m, 0.1 kg released from the horizontal -----------------------------------------------------

enum { RODS = 10, SAMPLES = 3 };
static const double rod_time[SAMPLES] = {0.1, 0.25, 0.4};

typedef struct rods {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    int p[RODS + 1]; // points
} rods;

static void rods_free(rods *r) {
    dyn_work_destroy(r->work);
    dyn_state_free(&r->state);
    dyn_model_destroy(&r->model);
}

// n uniform rods in a straight line from the origin, in the x-z plane; v is the other direction in the plane.
static void rods_make(rods *r, double h, int n, double length, double mass, vec3 along, vec3 v) {
    const double inertia = mass * length * length / 12;
    *r = (rods){0};
    dyn_model *m = &r->model;
    assert_true(dyn_model_create(m, h, vec3_make(0, 0, -9.81), 1 + 3 * n, n, 0, 0, 0));
    r->p[0] = dyn_add_node(m, vec3_make(0, 0, 0), true);
    for (int k = 0; k < n; k++) {
        int un = dyn_add_node(m, vec3_make(0, length, 0), false), vn = dyn_add_node(m, vec3_scale(length, v), false);
        r->p[k + 1] = dyn_add_node(m, vec3_scale((k + 1) * length, along), false);
        // slender in the plane of the motion; the thickness across that plane has no effect
        const dyn_body_def def = {.p0 = r->p[k],
                                  .p1 = r->p[k + 1],
                                  .u = un,
                                  .v = vn,
                                  .rb_p1 = {length, 0, 0},
                                  .ub = {0, length, 0},
                                  .vb = {0, 0, length},
                                  .mass = mass,
                                  .centre = {length / 2, 0, 0},
                                  .inertia = ship_diagonal(0.1 * inertia, inertia, inertia)};
        assert_int_equal(dyn_add_body(m, &def, NULL), RT_OK);
    }
    assert_int_equal(dyn_model_finish(m, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(m, &r->state), RT_OK);
    dyn_step_def step = dyn_step_def_default();
    step.tolerance = 1e-11;
    r->work = dyn_work_create(m, &step);
    assert_non_null(r->work);
    assert_true(dyn_initial_acceleration(m, &r->state, r->work, &(rt_command){0}) < 1e-7);
}

static void rods_run(double h, vec3 tip[SAMPLES], vec3 middle[SAMPLES]) {
    rods r;
    rods_make(&r, h, RODS, 0.1, 0.1, vec3_make(1, 0, 0), vec3_make(0, 0, 1));
    const dyn_state *s = &r.state;
    rt_events events = 0;
    for (int at = 0; at < SAMPLES;) {
        dyn_step(&r.model, &r.state, r.work, &(rt_command){0}, NULL, &events);
        if (s->step != (uint64_t)llround(rod_time[at] / h)) continue;
        tip[at] = s->q[r.p[RODS]];
        middle[at++] = s->q[r.p[RODS / 2]];
    }
    assert_int_equal(events, 0);
    rods_free(&r);
}

// Reference positions at the sample times, from the minimal-coordinate solution.
static void rods_reference(const char *path, vec3 tip[SAMPLES], vec3 middle[SAMPLES]) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char line[512];
    int found = 0;
    while (found < SAMPLES && fgets(line, sizeof line, f)) {
        double t, x, z, mx, mz;
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf", &t, &x, &z, &mx, &mz) != 5 || fabs(t - rod_time[found]) > 1e-9)
            continue;
        tip[found] = vec3_make(x, 0, z);
        middle[found++] = vec3_make(mx, 0, mz);
    }
    fclose(f);
    assert_int_equal(found, SAMPLES);
}

static void test_rods_released_from_the_horizontal(void **state) {
    (void)state;
    const char *path = HAWSE_SHARED_DATA "/chainrefs/dyn_horizontal_release_N10.csv";
    SKIP_WITHOUT(path);
    vec3 tip[3][SAMPLES], middle[3][SAMPLES];
    rods_reference(path, tip[0], middle[0]);
    rods_run(1e-3, tip[1], middle[1]);
    rods_run(5e-4, tip[2], middle[2]);
    for (int k = 0; k < SAMPLES; k++) {
        vec3(*const of[2])[SAMPLES] = {tip, middle};
        for (int i = 0; i < 2; i++) {
            double coarse = vec3_norm(vec3_sub(of[i][1][k], of[i][0][k])),
                   error = vec3_norm(vec3_sub(of[i][2][k], of[i][0][k]));
            CHECK_NEAR(error, 0, 1.1 / 3 * vec3_norm(vec3_sub(of[i][1][k], of[i][2][k])) + 1e-9);
            CHECK_NEAR(log2(coarse / error), 2, 0.1);
        }
    }
}

// ---- natural frequencies of hanging rods ------------------------------------------------------------------------

enum { MODES = 5, SWING = 8000 };

// Relative residual of x(t) after the best fit by cosines of the frequencies w, by normal equations.
static double misfit(const double *x, double h, const double *w) {
    double a[MODES][MODES + 1] = {{0}}, c[MODES], all = 0, left = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int n = 0; n < SWING; n++) {
            double fit = 0;
            for (int i = 0; i < MODES; i++) c[i] = cos(w[i] * (n + 1) * h);
            for (int i = 0; i < MODES; i++) {
                if (pass == 0)
                    for (int j = 0; j <= MODES; j++) a[i][j] += c[i] * (j < MODES ? c[j] : x[n]);
                else
                    fit += c[i] * a[i][MODES];
            }
            if (pass == 1) all += x[n] * x[n], left += (x[n] - fit) * (x[n] - fit);
        }
        for (int k = 0; k < MODES && pass == 0;
             k++) // Gauss-Jordan; cosines of different frequencies are nearly orthogonal
            for (int i = 0; i < MODES; i++) {
                double f = i == k ? 1 - 1 / a[k][k] : a[i][k] / a[k][k];
                for (int j = 0; j <= MODES; j++) a[i][j] -= f * a[k][j];
            }
    }
    return sqrt(left / all);
}

static void reference_frequencies(const char *path, int n, double w[MODES]) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char line[512];
    bool found = false;
    while (!found && fgets(line, sizeof line, f)) {
        int rods_of_line = 0;
        found = sscanf(line, "%d,%lf,%lf,%lf,%lf,%lf", &rods_of_line, &w[0], &w[1], &w[2], &w[3], &w[4]) == 6 &&
                rods_of_line == n;
    }
    fclose(f);
    assert_true(found);
}

// Five rods of 1 m in total, released from 1 mrad. The tip swings with the five reference frequencies. An error of half
// a percent in any of them breaks the fit.
static void test_frequencies_of_hanging_rods(void **state) {
    (void)state;
    const char *path = HAWSE_SHARED_DATA "/chainrefs/hanging_chain_freqs.csv";
    SKIP_WITHOUT(path);
    static double x[SWING];
    double w[MODES], angle = 1e-3, h = 5e-4;
    reference_frequencies(path, MODES, w);
    for (int k = 0; k < MODES; k++) w[k] *= sqrt(9.81);
    rods r;
    rods_make(&r, h, MODES, 0.2, 1, vec3_make(sin(angle), 0, -cos(angle)), vec3_make(cos(angle), 0, sin(angle)));
    rt_events events = 0;
    for (int n = 0; n < SWING; n++) {
        dyn_step(&r.model, &r.state, r.work, &(rt_command){0}, NULL, &events);
        x[n] = r.state.q[r.p[MODES]].x;
    }
    rods_free(&r);
    assert_int_equal(events, 0);
    double fit = misfit(x, h, w);
    assert_true(fit < 1e-4);
    for (int k = 0; k < MODES; k++)
        for (int side = -1; side <= 1; side += 2) {
            double off[MODES];
            memcpy(off, w, sizeof off);
            off[k] *= 1 + side * 5e-3;
            assert_true(misfit(x, h, off) > 5 * fit);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rods_released_from_the_horizontal),
        cmocka_unit_test(test_frequencies_of_hanging_rods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
