// SPDX-License-Identifier: MIT
// Clipping of the visible part of a picture, checked by counting pixels.
#include "tests/check.h"

#include "render/scene/seen.h"
#include "tests/random.h"
#include <string.h>

enum { SIDE = 24 };

static bool contains(const int box[4], int x, int y) {
    return x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3];
}

// True if any pixel of this row or column of `seen` is not covered.
static bool edge_is_seen(const int (*covered)[4], int n, const int seen[4], int axis, int at) {
    for (int i = 0; i < seen[2 + !axis]; i++) {
        int x = axis ? seen[0] + i : at, y = axis ? at : seen[1] + i;
        bool hidden = false;
        for (int k = 0; k < n; k++) hidden = hidden || contains(covered[k], x, y);
        if (!hidden) return true;
    }
    return false;
}

static void desk_and_bar_are_cut_off(void **state) {
    (void)state;
    static const int covered[3][4] = {{6, 292, 606, 236}, {0, 656, 1280, 40}, {876, 196, 404, 460}};
    int seen[4] = {0, 286, 1280, 410};
    scene_clip_visible(covered, 3, seen);
    assert_memory_equal(seen, ((int[4]){0, 286, 876, 370}), sizeof seen);
    scene_clip_visible(covered, 0, seen);
    assert_memory_equal(seen, ((int[4]){0, 286, 876, 370}), sizeof seen);
}

// Random boxes: no visible pixel is lost, and no remaining edge is hidden by one box from end to end.
static void no_visible_pixel_is_lost(void **state) {
    (void)state;
    uint64_t random = 1;
    int cuts = 0, whole = 0;
    for (int k = 0; k < 200000; k++) {
        int box[4][4], n = 1 + k % 3;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                int most = j < 2 || i < 3 ? SIDE : SIDE - box[i][j - 2];
                box[i][j] = (int)(random_bits(&random) % (uint64_t)(most + 1)) - (i < 3 && j < 2 ? SIDE / 4 : 0);
            }
        int seen[4];
        memcpy(seen, box[3], sizeof seen);
        scene_clip_visible((const int(*)[4])box, n, seen);
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                bool hidden = !contains(box[3], x, y);
                for (int i = 0; i < n; i++) hidden = hidden || contains(box[i], x, y);
                if (!hidden && !contains(seen, x, y)) fail_msg("case %d: %d, %d is lost", k, x, y);
                if (!contains(box[3], x, y) && contains(seen, x, y)) fail_msg("case %d: %d, %d is new", k, x, y);
            }
        if (seen[2] <= 0 || seen[3] <= 0) {
            whole++;
            continue;
        }
        cuts += memcmp(seen, box[3], sizeof seen) != 0;
        for (int i = 0; i < n; i++)
            for (int axis = 0; axis < 2; axis++) {
                const int(*one)[4] = (const int(*)[4])box[i];
                if (!edge_is_seen(one, 1, seen, axis, seen[axis]) ||
                    !edge_is_seen(one, 1, seen, axis, seen[axis] + seen[2 + axis] - 1))
                    fail_msg("case %d: box %d hides an edge of what is left", k, i);
            }
    }
    assert_true(cuts > 1000 && whole > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(desk_and_bar_are_cut_off),
                                       cmocka_unit_test(no_visible_pixel_is_lost)};
    return cmocka_run_group_tests_name("render.scene.seen", tests, NULL, NULL);
}
