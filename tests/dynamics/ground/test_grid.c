// SPDX-License-Identifier: MIT
// The surface through a grid: closed forms that it has exactly, slopes by finite differences, its edges and gaps.
#include "dynamics/ground/grid.h"
#include "dynamics/math/math3.h"
#include "tests/check.h"
#include "tests/random.h"

enum { NX = 12, NY = 9 };

typedef double height_of(double x, double y);

static double sloping(double x, double y) { return -20 + 0.3 * x - 0.12 * y; }
static double bowl(double x, double y) { return -15 + 0.2 * x - 0.1 * y + 0.03 * x * x - 0.02 * x * y + 0.011 * y * y; }
static double waves(double x, double y) { return -12 + 0.6 * sin(0.7 * x + 0.2) * cos(0.5 * y); }

static ground_grid make(height_of *height) {
    ground_grid g;
    assert_true(ground_grid_create(&g, NX, NY));
    g.from[0] = -7, g.from[1] = 3, g.step[0] = 1.5, g.step[1] = 0.8;
    for (int k = 0; k < NX * NY; k++) g.z[k] = height(g.from[0] + 1.5 * (k % NX), g.from[1] + 0.8 * (k / NX));
    assert_true(ground_grid_finish(&g));
    return g;
}

// Plane and parabola are exact away from the edge, since central differences are.
static void has_the_closed_forms(void **state) {
    (void)state;
    height_of *const form[] = {sloping, bowl};
    uint64_t seed = 5;
    for (int n = 0; n < 2; n++) {
        ground_grid g = make(form[n]);
        for (int k = 0; k < 2000; k++) {
            const double x = uniform(&seed, -5.5, 8), y = uniform(&seed, 3.8, 8.6), e = 1e-4;
            const ground_height h = ground_grid_at(&g, x, y);
            CHECK_NEAR(h.z, form[n](x, y), 1e-12);
            CHECK_NEAR(h.zx, (form[n](x + e, y) - form[n](x - e, y)) / (2 * e), 1e-9);
            CHECK_NEAR(h.zy, (form[n](x, y + e) - form[n](x, y - e)) / (2 * e), 1e-9);
        }
        ground_grid_free(&g);
    }
}

// Slopes by finite differences, inside, across the borders of cells, at the edge and beyond; bounds that hold.
static void slopes_by_differences(void **state) {
    (void)state;
    ground_grid g = make(waves);
    uint64_t seed = 7;
    const double e = 1e-6;
    double top = -INFINITY, steepest = 0;
    for (int k = 0; k < 20000; k++) {
        const bool border = k % 4 == 0;
        const double x = border ? g.from[0] + 1.5 * (k / 4 % (NX + 2) - 1) : uniform(&seed, -11, 13),
                     y = uniform(&seed, 0, 13);
        const ground_height h = ground_grid_at(&g, x, y), a = ground_grid_at(&g, x - e, y),
                            b = ground_grid_at(&g, x + e, y), c = ground_grid_at(&g, x, y - e),
                            d = ground_grid_at(&g, x, y + e);
        CHECK_NEAR(h.zx, (b.z - a.z) / (2 * e), 2e-6);
        CHECK_NEAR(h.zy, (d.z - c.z) / (2 * e), 2e-6);
        CHECK_NEAR(b.zx, a.zx, 1e-5); // the slope is continuous
        CHECK_NEAR(d.zy, c.zy, 1e-5);
        top = fmax(top, h.z), steepest = fmax(steepest, hypot(h.zx, h.zy));
    }
    print_message("top %g of %g m, steepest %g of %g\n", top, g.top, steepest, g.steepest);
    assert_true(top <= g.top && steepest <= g.steepest);
    assert_true(g.top < top + 0.5 && g.steepest < 3 * steepest);
    ground_grid_free(&g);
}

// Beyond the edge its heights go on, level from one cell on; any coordinate has a height.
static void level_beyond_the_edge(void **state) {
    (void)state;
    ground_grid g = make(waves);
    const double last = g.from[0] + 1.5 * (NX - 1);
    for (int j = 0; j < NY; j++) {
        const double y = g.from[1] + 0.8 * j;
        const ground_height h = ground_grid_at(&g, last + 1.5, y), far = ground_grid_at(&g, 1e7, y);
        CHECK_NEAR(h.z, g.z[j * NX + NX - 1], 1e-12);
        CHECK_NEAR(h.zx, 0, 1e-12);
        CHECK_NEAR(far.z, h.z, 1e-12);
    }
    const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300};
    for (int k = 0; k < 25; k++) assert_true(isfinite(ground_grid_at(&g, odd[k % 5], odd[k / 5]).z));
    assert_true(ground_grid_known(&g, last, g.from[1]) && !ground_grid_known(&g, last + 0.1, g.from[1]));
    assert_false(ground_grid_known(&g, NAN, 4));
    ground_grid_free(&g);
}

// A grid turned to any direction has plane, slopes, corners and known region turned with it.
static void turns_with_its_axes(void **state) {
    (void)state;
    uint64_t seed = 9;
    for (int n = 0; n < 12; n++) {
        const double a = uniform(&seed, -3, 3), c = cos(a), s = sin(a), slope[2] = {0.3, -0.12};
        ground_grid g = make(sloping);
        g.axis[0] = c, g.axis[1] = s;
        for (int k = 0; k < 500; k++) {
            const double u = uniform(&seed, -5.5, 8), v = uniform(&seed, 3.8, 8.6), x = c * u - s * v,
                         y = s * u + c * v;
            const ground_height h = ground_grid_at(&g, x, y);
            double at[2];
            ground_grid_place(&g, x, y, at);
            CHECK_NEAR(at[0], u, 1e-12), CHECK_NEAR(at[1], v, 1e-12);
            CHECK_NEAR(h.z, sloping(u, v), 1e-11);
            CHECK_NEAR(h.zx, c * slope[0] - s * slope[1], 1e-12);
            CHECK_NEAR(h.zy, s * slope[0] + c * slope[1], 1e-12);
        }
        for (int k = 0; k < 4; k++) {
            const double u = k & 1 ? g.from[0] + 1.5 * (NX - 1) : g.from[0],
                         v = k & 2 ? g.from[1] + 0.8 * (NY - 1) : g.from[1];
            double at[2];
            ground_grid_corner(&g, k, at);
            CHECK_NEAR(at[0], c * u - s * v, 1e-12), CHECK_NEAR(at[1], s * u + c * v, 1e-12);
            const double in = k & 1 ? -0.01 : 0.01, up = k & 2 ? -0.01 : 0.01;
            assert_true(ground_grid_known(&g, at[0] + c * in - s * up, at[1] + s * in + c * up));
            assert_false(ground_grid_known(&g, at[0] - c * in + s * up, at[1] - s * in - c * up));
        }
        ground_grid_free(&g);
    }
}

// A gap gets heights between those of its edge, and is known as a gap.
static void gaps_are_filled(void **state) {
    (void)state;
    ground_grid g;
    assert_true(ground_grid_create(&g, NX, NY));
    g.step[0] = g.step[1] = 1;
    for (int k = 0; k < NX * NY; k++) {
        g.filled[k] = k % NX >= 4 && k % NX <= 8 && k / NX >= 2;
        g.z[k] = g.filled[k] ? 1e9 : k % NX < 6 ? -10 : -14;
    }
    assert_true(ground_grid_finish(&g));
    for (int k = 0; k < NX * NY; k++) assert_true(g.z[k] <= -10 && g.z[k] >= -14);
    assert_true(ground_grid_known(&g, 1.5, 5) && !ground_grid_known(&g, 6, 6) && !ground_grid_known(&g, 2.5, 6));
    ground_grid_free(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(has_the_closed_forms), cmocka_unit_test(slopes_by_differences),
                                       cmocka_unit_test(level_beyond_the_edge), cmocka_unit_test(turns_with_its_axes),
                                       cmocka_unit_test(gaps_are_filled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
