// SPDX-License-Identifier: MIT
// The ship's axes and its motion sources: rates against finite differences, rest, tables of motions.
#include "dynamics/ship/ship.h"
#include "tests/check.h"
#include "tests/rt/scratch.h"
#include <string.h>

static const double degree = 3.14159265358979323846 / 180;

// Every motion, at another frequency each.
static void add_sines(const void *self, double t, ship_motions *sum) {
    (void)self;
    for (int k = 0; k < SHIP_MOTIONS; k++) {
        double size = k < SHIP_ROLL ? 3 : 0.7, w = 0.3 + 0.1 * k, p = w * t + k;
        sum->x[k] += size * sin(p), sum->v[k] += size * w * cos(p), sum->a[k] -= size * w * w * sin(p);
    }
}

static moving_ship make_ship(vec3 reference, const ship_source *source) {
    moving_ship s;
    moving_ship_create(&s, reference);
    if (source) moving_ship_add(&s, source);
    return s;
}

static dyn_axes axes_at(const moving_ship *s, double t) {
    dyn_axes a;
    ship_motions m = moving_ship_motions(s, t);
    ship_axes(&m, s->reference, &a);
    return a;
}

#define CHECK_CLOSE(value, expected, tolerance) CHECK_NEAR(vec3_norm(vec3_sub((value), (expected))), 0, (tolerance))

// Fourth-order central difference of values at -2, -1, 1, 2 steps.
static vec3 difference(const vec3 at[4], double step) {
    vec3 near = vec3_sub(at[2], at[1]), far = vec3_sub(at[3], at[0]);
    return vec3_scale(1 / (12 * step), vec3_madd(vec3_scale(8, near), -1, far));
}

static void test_axes_by_differences(void **unused) {
    (void)unused;
    static const double step = 1e-2, offset[4] = {-2, -1, 1, 2};
    const ship_source sines = {NULL, add_sines};
    const moving_ship s = make_ship(vec3_make(-60, 3, 5), &sines);
    for (double t = 0; t < 30; t += 1.7) {
        dyn_axes now = axes_at(&s, t), near[4];
        vec3 p[4], v[4], w[4], column[4];
        for (int k = 0; k < 4; k++) {
            near[k] = axes_at(&s, t + offset[k] * step);
            p[k] = near[k].p, v[k] = near[k].v, w[k] = near[k].w;
        }
        CHECK_CLOSE(now.v, difference(p, step), 1e-6);
        CHECK_CLOSE(now.a, difference(v, step), 1e-6);
        CHECK_CLOSE(now.w_change, difference(w, step), 1e-7);
        for (int c = 0; c < 3; c++) { // R' = R [W]x
            for (int k = 0; k < 4; k++) column[k] = mat3_column(&near[k].r, c);
            vec3 unit = vec3_make(c == 0, c == 1, c == 2);
            CHECK_CLOSE(mat3_mul(&now.r, vec3_cross(now.w, unit)), difference(column, step), 1e-7);
        }
    }
}

// Roll to starboard, pitch bow down and yaw to port are positive; R = Rz Ry Rx; the reference point has the motions.
static void test_signs(void **unused) {
    (void)unused;
    const vec3 reference = {-60, 0, 2}, bow = {50, 0, 0}, port = {0, 10, 0};
    ship_motions m = {.x = {1, 2, 3, 0.1, 0.2, 0.3}};
    dyn_axes a;
    ship_axes(&m, reference, &a);
    CHECK_CLOSE(dyn_axes_to_world(&a, reference), vec3_make(-59, 2, 5), 1e-12);
    mat3 rz = mat3_rotation(vec3_make(0, 0, 1), 0.3), ry = mat3_rotation(vec3_make(0, 1, 0), 0.2),
         rx = mat3_rotation(vec3_make(1, 0, 0), 0.1), zy = mat3_matmul(&rz, &ry), all = mat3_matmul(&zy, &rx);
    for (int c = 0; c < 3; c++) CHECK_CLOSE(mat3_column(&a.r, c), mat3_column(&all, c), 1e-14);
    assert_true(mat3_mul(&ry, bow).z < 0 && mat3_mul(&rx, port).z > 0 && mat3_mul(&rz, bow).y > 0);
}

// A ship at rest has the world's axes to the last bit.
static void test_rest(void **unused) {
    (void)unused;
    const ship_source sines = {NULL, add_sines};
    moving_ship s = make_ship(vec3_make(-60.3, 1.7, 2.1), &sines);
    dyn_axes a;
    s.held = true;
    s.motion.self = &s;
    s.motion.at(s.motion.self, 12.5, &a);
    assert_true(vec3_norm(a.p) == 0 && vec3_norm(a.v) == 0 && vec3_norm(a.a) == 0);
    assert_true(memcmp(&a.r, &dyn_axes_rest.r, sizeof a.r) == 0 && vec3_norm(a.w) == 0 && vec3_norm(a.w_change) == 0);
}

// ---- prescribed motion ----------------------------------------------------------------------------------------------

static const char head[] = "time_s,surge_m,sway_m,heave_m,roll_deg,pitch_deg,yaw_deg\n";

static rt_status load(ship_prescribed *p, const char *text, rt_diag *d) {
    *d = (rt_diag){0};
    return ship_prescribed_load(p, scratch_text("motion.csv", text), d);
}

static void test_prescribed(void **unused) {
    (void)unused;
    char text[4096];
    int n = snprintf(text, sizeof text, "# a test\n%s", head);
    for (int i = 0; i <= 20; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%g, %g, 0, %g, %g, 0, 90 # row %d\n", 0.5 * i, 0.3 * i,
                      sin(0.5 * i), 5 * cos(0.5 * i), i);
    ship_prescribed p;
    static rt_diag d;
    assert_int_equal(load(&p, text, &d), RT_OK);
    const ship_source source = ship_prescribed_source(&p);
    const moving_ship s = make_ship(vec3_make(0, 0, 0), &source);
    for (int i = 0; i <= 20; i++) {
        ship_motions m = moving_ship_motions(&s, 0.5 * i);
        CHECK_NEAR(m.x[SHIP_SURGE], 0.3 * i, 1e-12);
        CHECK_NEAR(m.x[SHIP_HEAVE], sin(0.5 * i), 1e-5);
        CHECK_NEAR(m.x[SHIP_ROLL], 5 * degree * cos(0.5 * i), 1e-6);
        CHECK_NEAR(m.x[SHIP_YAW], 90 * degree, 1e-12);
    }
    for (double t = 0.11; t < 25; t += 0.13) { // also beyond the end at 10 s
        const double step = 1e-4;
        ship_motions m = moving_ship_motions(&s, t), a = moving_ship_motions(&s, t - step),
                     b = moving_ship_motions(&s, t + step);
        for (int k = 0; k < SHIP_MOTIONS; k++) {
            CHECK_NEAR(m.v[k], (b.x[k] - a.x[k]) / (2 * step), 1e-6);
            CHECK_NEAR(m.a[k], (b.v[k] - a.v[k]) / (2 * step), 2e-4);
        }
    }
    ship_motions late = moving_ship_motions(&s, 10 + SHIP_COMES_TO_REST), end = moving_ship_motions(&s, 10);
    CHECK_NEAR(late.x[SHIP_SURGE], end.x[SHIP_SURGE] + 0.5 * SHIP_COMES_TO_REST * end.v[SHIP_SURGE], 1e-12);
    for (int k = 0; k < SHIP_MOTIONS; k++) assert_true(late.v[k] == 0 && late.a[k] == 0);
    ship_prescribed_free(&p);
}

static void test_bad_motions(void **unused) {
    (void)unused;
    static const struct {
        const char *rows, *says;
    } bad[] = {{"0,0,0,0,0,0,0\n1,0,0,0,0,0,0\n1,0,0,0,0,0,0\n", ":4: error: expected a time after 1 s, found 1 s"},
               {"0,0,0,0,0,0,0\n1,0,0,x,0,0,0\n", ":3: error: value 4: expected a number, found 'x'"},
               {"0,0,0,0,0,0\n", ":2: error: expected 7 values, found 6"},
               {"3,0,0,0,0,0,0\n", ":2: error: expected a first time of 0 or before, found 3 s"},
               {"0,0,0,0,0,0,0\n1,0,0,0,0,0,0\n", "expected at least 3 rows of motions, found 2"},
               {"0,0,0,0,0,0,0\n0.1,0,0,1,0,0,0\n0.2,0,0,0,0,0,0\n0.3,0,0,0,0,0,0\n", ":3: error: heave_m: expected"}};
    ship_prescribed p;
    static rt_diag d;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        char text[512];
        snprintf(text, sizeof text, "%s%s", head, bad[k].rows);
        assert_int_equal(load(&p, text, &d), RT_ERR_FORMAT);
        if (!strstr(d.text, bad[k].says)) fail_msg("expected '%s' in '%s'", bad[k].says, d.text);
    }
    assert_int_equal(load(&p, "time,surge\n", &d), RT_ERR_FORMAT);
    assert_non_null(strstr(d.text, ":1: error: column 1: expected 'time_s', found 'time'"));
    assert_int_equal(ship_prescribed_load(&p, "/nowhere/motion.csv", &d), RT_ERR_FILE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_axes_by_differences), cmocka_unit_test(test_signs),
                                       cmocka_unit_test(test_rest), cmocka_unit_test(test_prescribed),
                                       cmocka_unit_test(test_bad_motions)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
