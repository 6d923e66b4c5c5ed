// SPDX-License-Identifier: MIT
// Orientation predicates against integer arithmetic of 190 bits, on nearly and exactly degenerate points.
#include "contact/tree/predicates.h"
#include "tests/check.h"
#include "tests/random.h"

__extension__ typedef __int128 wide;

typedef struct ipoint {
    int64_t c[3];
} ipoint;

static vec3 to_double(ipoint p) { return vec3_make((double)p.c[0], (double)p.c[1], (double)p.c[2]); }

static wide minor(ipoint a, ipoint b, ipoint c, ipoint d, int i, int j) {
    return (wide)(b.c[i] - a.c[i]) * (d.c[j] - c.c[j]) - (wide)(b.c[j] - a.c[j]) * (d.c[i] - c.c[i]);
}

// Sign of ((b - a) x (c - a)) . (d - a) for |coordinate| < 2^61. The minors are split at 2^62, so that nothing
// overflows.
static int exact_orient(ipoint a, ipoint b, ipoint c, ipoint d, double *value) {
    const wide base = (wide)1 << 62;
    wide high = 0, low = 0;
    for (int i = 0; i < 3; i++) {
        wide m = minor(a, b, a, c, (i + 1) % 3, (i + 2) % 3), w = d.c[i] - a.c[i];
        wide m0 = m % base, m1;
        if (m0 < 0) m0 += base;
        m1 = (m - m0) / base;
        high += m1 * w;
        low += m0 * w;
    }
    wide rest = low % base;
    if (rest < 0) rest += base;
    high += (low - rest) / base;
    *value = (double)high * 0x1p62 + (double)rest;
    return high != 0 ? (high > 0 ? 1 : -1) : rest > 0;
}

static int exact_cross_sign(ipoint a, ipoint b, ipoint c, ipoint d) {
    for (int i = 0; i < 3; i++) {
        wide m = minor(a, b, c, d, (i + 1) % 3, (i + 2) % 3);
        if (m != 0) return m > 0 ? 1 : -1;
    }
    return 0;
}

static int sign(double v) { return (v > 0) - (v < 0); }

static void check_points(ipoint a, ipoint b, ipoint c, ipoint d, int *zeros) {
    double value;
    vec3 pa = to_double(a), pb = to_double(b), pc = to_double(c), pd = to_double(d);
    int expected = exact_orient(a, b, c, d, &value);
    assert_int_equal(sign(contact_orient3d(pa, pb, pc, pd)), expected);
    double accurate = contact_orient3d_exact(pa, pb, pc, pd);
    assert_int_equal(sign(accurate), expected);
    // for small values the two rounded parts of the reference may cancel
    if (fabs(value) > 0x1p64) CHECK_NEAR(accurate / value, 1, 1e-14);
    assert_int_equal(contact_cross_sign(pa, pb, pc, pd), exact_cross_sign(a, b, c, d));
    *zeros += expected == 0;
}

static void small_integer_grids_have_exact_signs(void **state) {
    (void)state;
    uint64_t s = 1;
    int zeros = 0;
    for (int n = 0; n < 200000; n++) {
        ipoint p[4];
        for (int i = 0; i < 12; i++) p[i / 3].c[i % 3] = (int64_t)(random_bits(&s) % 5) - 2;
        check_points(p[0], p[1], p[2], p[3], &zeros);
    }
    assert_true(zeros > 20000);
}

// Rounds coordinates of 61 bits to 53 significant bits, so that doubles hold them exactly; their differences need two
// components.
static ipoint round_to_double(ipoint p) {
    for (int i = 0; i < 3; i++) p.c[i] = (int64_t)(double)p.c[i];
    return p;
}

static void nearly_coplanar_wide_points_have_exact_signs(void **state) {
    (void)state;
    uint64_t s = 2;
    int zeros = 0, filtered = 0;
    for (int n = 0; n < 100000; n++) {
        ipoint p[4];
        for (int i = 0; i < 9; i++) {
            int shift = 4 + (int)(random_bits(&s) % 50); // exponents differ, so the differences have tails
            p[i / 3].c[i % 3] = (int64_t)(random_bits(&s)) >> shift;
        }
        int64_t u = (int64_t)(random_bits(&s) % 16), v = (int64_t)(random_bits(&s) % 16);
        for (int i = 0; i < 3; i++) {
            p[3].c[i] = p[0].c[i] + (p[1].c[i] - p[0].c[i]) / 32 * u + (p[2].c[i] - p[0].c[i]) / 32 * v;
            p[3].c[i] += (int64_t)(random_bits(&s) % 3) - 1;
        }
        for (int i = 0; i < 4; i++) p[i] = round_to_double(p[i]);
        check_points(p[0], p[1], p[2], p[3], &zeros);
        vec3 a = to_double(p[0]), b = to_double(p[1]), c = to_double(p[2]), d = to_double(p[3]);
        double value, plain = vec3_dot(vec3_cross(vec3_sub(b, a), vec3_sub(c, a)), vec3_sub(d, a));
        filtered += sign(plain) != exact_orient(p[0], p[1], p[2], p[3], &value);
    }
    assert_true(filtered > 100); // the plain determinant has wrong signs here
}

// The grid of Kettner et al. 2008 ("Classroom examples of robustness problems"): d moves about a point of the plane in
// steps of one unit in the last place.
static void last_place_grid_has_exact_signs(void **state) {
    (void)state;
    int zeros = 0;
    const int64_t unit = 1 << 3, half = (int64_t)1 << 55; // 2^55 + 8 k is a double
    ipoint a = {{12 * half / 8, 12 * half / 8, 12 * half / 8}}, b = {{0, 0, half}}, c = {{half, half, 0}};
    for (int64_t x = -32; x < 32; x++)
        for (int64_t y = -32; y < 32; y++) {
            ipoint d = {{half / 2 + unit * x, half / 2 + unit * y, half / 2 + unit * 3}};
            check_points(round_to_double(a), b, c, round_to_double(d), &zeros);
        }
    assert_true(zeros > 0);
}

static void orientation_is_counter_clockwise(void **state) {
    (void)state;
    vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    CHECK_NEAR(contact_orient3d(o, x, y, z), 1, 0); // z is above the plane in which x to y is counter-clockwise
    assert_int_equal(contact_cross_sign(o, y, o, z), 1);
    assert_int_equal(contact_cross_sign(o, y, o, x), -1);
    assert_int_equal(contact_cross_sign(o, y, o, y), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orientation_is_counter_clockwise),
        cmocka_unit_test(small_integer_grids_have_exact_signs),
        cmocka_unit_test(nearly_coplanar_wide_points_have_exact_signs),
        cmocka_unit_test(last_place_grid_has_exact_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
