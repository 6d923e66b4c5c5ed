// SPDX-License-Identifier: MIT
#include "tests/check.h"

#include "render/scene/inset.h"

static void inset_is_within_the_visible_part(void **state) {
    (void)state;
    const int size[][2] = {{1280, 720}, {3840, 2160}, {640, 360}, {720, 1280}, {2560, 720}};
    for (int i = 0; i < 5; i++)
        for (int below = 0; below < size[i][1]; below += size[i][1] / 16) {
            const int w = size[i][0], h = size[i][1], above = h / 30, rows = h - below - above;
            int frame[4] = {0, 0, w, h}, seen[4] = {0, below, w, rows < 0 ? 0 : rows}, p[4];
            bool panels = below / 16 % 2;
            if (!inset_place(frame, seen, panels, p)) continue;
            assert_true(p[0] > 0 && p[0] + p[2] < w);
            assert_true(panels ? p[0] + p[2] < w / 2 : p[0] > w / 2);
            assert_true(p[1] > below && p[1] + p[3] < h - above);
            assert_true(p[2] <= 0.28 * w && p[3] <= rows / 2);
            CHECK_NEAR((double)p[2] / p[3], 16.0 / 9, 0.05);
        }
}

static void inset_has_full_size_or_is_omitted(void **state) {
    (void)state;
    int frame[4] = {0, 0, 1280, 720}, seen[4] = {0, 192, 1280, 504}, p[4];
    assert_true(inset_place(frame, seen, false, p));
    assert_int_equal(p[2], 358); // 28 %
    seen[3] = 90;
    assert_false(inset_place(frame, seen, false, p));
    seen[3] = 0;
    assert_false(inset_place(frame, seen, false, p));
}

static void inset_never_repeats_the_large_view(void **state) {
    (void)state;
    for (int v = 0; v < RENDER_VIEWS; v++) assert_true(inset_view((render_view)v) != (render_view)v);
    assert_int_equal(inset_view(RENDER_VIEW_DECK), RENDER_VIEW_BOLSTER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inset_is_within_the_visible_part),
        cmocka_unit_test(inset_has_full_size_or_is_omitted),
        cmocka_unit_test(inset_never_repeats_the_large_view),
    };
    return cmocka_run_group_tests_name("render.scene.inset", tests, NULL, NULL);
}
