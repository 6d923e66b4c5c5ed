// SPDX-License-Identifier: MIT
// Heights and soils of the bottom as drawn: bilinear over a sloping plane, its edge beyond the table, a copy of its
// own.
#include "render/view/bottom.h"
#include "tests/check.h"

static double over(double x, double y) { return 0.3 * x - 0.2 * y + 0.01 * x * y; }

static void heights_and_soils(void **state) {
    (void)state;
    render_bottom b = {.at = {1, 2, -20}, .normal = vec3_unit(vec3_make(0.1, 0, 1)), .from = {-5, 0}, .step = 2.5};
    assert_true(render_bottom_height(&b, 11, 50) + 21 < 1e-12); // the plane falls by a tenth
    assert_true(render_bottom_create(&b, 5, 3));
    for (int k = 0; k < 15; k++)
        b.over[k] = (float)over(-5 + 2.5 * (k % 5), 2.5 * (k / 5)), b.soil[k] = (unsigned char)(k % 5 > 2 ? 3 : 1);
    for (double x = -5; x <= 5; x += 0.31)
        for (double y = 0; y <= 5; y += 0.17) {
            CHECK_NEAR(render_bottom_height(&b, x, y), -20 - 0.1 * (x - 1) + over(x, y), 1e-6);
            assert_int_equal(render_bottom_soil(&b, x, y), x < 1.25 ? 1 : 3);
        }
    CHECK_NEAR(render_bottom_height(&b, 100, -7), -20 - 0.1 * 99 + over(5, 0), 1e-6);
    assert_int_equal(render_bottom_soil(&b, -1e9, 1e9), 1);
    render_bottom copy = b;
    assert_true(render_bottom_copy(&copy) && copy.over != b.over);
    render_bottom_free(&b);
    CHECK_NEAR(render_bottom_height(&copy, 5, 5), -20 - 0.1 * 4 + over(5, 5), 1e-6);
    render_bottom_free(&copy);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(heights_and_soils)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
