// SPDX-License-Identifier: MIT
// The furrow of an anchor dragged over a level bottom: where it runs, how long it is, gaps, rewinding, its triangles.
#include "render/trace/furrow.h"
#include "tests/check.h"
#include <string.h>

static const render_bottom level = {.known = true, .at = {0, 0, -20}, .normal = {0, 0, 1}};

// Crown pin there; flukes 1.2 m long point ahead and down into the bottom.
static pose head_at(double x, double y, double z) {
    const double s = sqrt(0.5);
    return (pose){mat3_columns(vec3_make(0, 1, 0), vec3_make(s, 0, s), vec3_make(s, 0, -s)), vec3_make(x, y, z)};
}

static void drag(furrow *f, double from, double to, double z) {
    for (double x = from; x < to; x += 0.1) {
        const pose p = head_at(x, 3, z);
        furrow_add(f, x, &p, &level);
    }
}

static const furrow_point *at(const furrow *f, int k) { return &f->point[(f->first + k) % FURROW_POINTS]; }

static void follows_the_tips(void **state) {
    (void)state;
    furrow f = {.fluke = 1.2, .breadth = 2};
    drag(&f, 0, 10, -20);
    assert_true(f.n > 30 && f.n < 42);
    for (int k = 0; k < f.n; k++) {
        CHECK_NEAR(at(&f, k)->y, 3, 1e-12);
        CHECK_NEAR(at(&f, k)->depth, 1.2 * sqrt(0.5), 1e-9);
        assert_true(at(&f, k)->joined == (k > 0));
    }
    CHECK_NEAR(at(&f, 0)->x, 1.2 * sqrt(0.5), 1e-9);
    drag(&f, 10, 12, -18); // clear of the bottom
    drag(&f, 12, 14, -20);
    int gaps = 0;
    for (int k = 1; k < f.n; k++) gaps += !at(&f, k)->joined;
    assert_int_equal(gaps, 1);
}

// An anchor that skates, its pin on the bottom and its flukes flat, scrapes half its thickness deep under the crown.
static void skating_head_scrapes(void **state) {
    (void)state;
    furrow f = {.fluke = 1.2, .breadth = 2, .half = 0.3};
    for (double x = 0; x < 5; x += 0.1) {
        const pose flat = {mat3_columns(vec3_make(0, 1, 0), vec3_make(0, 0, 1), vec3_make(1, 0, 0)),
                           vec3_make(x, 3, -20)};
        furrow_add(&f, x, &flat, &level);
    }
    assert_true(f.n > 15 && f.n < 22);
    CHECK_NEAR(at(&f, 1)->depth, 0.3, 1e-12);
    CHECK_NEAR(at(&f, f.n - 1)->x, 5, 0.4);
}

static void forgets_the_oldest_and_what_a_rewind_undoes(void **state) {
    (void)state;
    furrow f = {.fluke = 1.2, .breadth = 2};
    drag(&f, 0, 300, -20);
    assert_int_equal(f.n, FURROW_POINTS);
    assert_true(at(&f, 0)->x > 150 && at(&f, f.n - 1)->x > 299);
    const pose p = head_at(250, 3, -20);
    furrow_add(&f, 250, &p, &level);
    assert_true(f.n < FURROW_POINTS && at(&f, f.n - 1)->t <= 250);
}

// Ten triangles a piece, all seen from above, none below the bottom, as broad as the head with its ridges.
static void triangles_lie_on_the_bottom(void **state) {
    (void)state;
    furrow_triangle out[FURROW_TRIANGLES];
    furrow f = {.fluke = 1.2, .breadth = 2};
    drag(&f, 0, 300, -20);
    double least = INFINITY, most = -INFINITY;
    for (int k = 0; k < FURROW_TRIANGLES * (f.n - 1); k++) {
        assert_true(k % FURROW_TRIANGLES > 0 || furrow_piece(&f, &level, k / FURROW_TRIANGLES + 1, out));
        const vec3 *c = out[k % FURROW_TRIANGLES].corner;
        assert_true(vec3_cross(vec3_sub(c[1], c[0]), vec3_sub(c[2], c[0])).z > 0);
        for (int i = 0; i < 3; i++) {
            assert_true(c[i].z >= -20 && c[i].z < -19);
            least = fmin(least, c[i].y), most = fmax(most, c[i].y);
        }
    }
    const double ridge = 1.5 * 0.2 * 1.2 * sqrt(0.5);
    CHECK_NEAR(least, 3 - 0.8 - ridge, 1e-6), CHECK_NEAR(most, 3 + 0.8 + ridge, 1e-6);
}

// In a bend the pieces meet: each begins with the corners with which the one before it ended.
static void pieces_of_a_bend_meet(void **state) {
    (void)state;
    furrow f = {.fluke = 1.2, .breadth = 2};
    for (double a = 0; a < 3; a += 0.02) {
        const pose p = head_at(6 * cos(a), 6 * sin(a), -20);
        furrow_add(&f, a, &p, &level);
    }
    furrow_triangle before[FURROW_TRIANGLES], now[FURROW_TRIANGLES];
    assert_true(f.n > 30 && furrow_piece(&f, &level, 1, before));
    for (int i = 2; i < f.n; i++) {
        assert_true(furrow_piece(&f, &level, i, now));
        for (int k = 0; k < FURROW_TRIANGLES; k += 2) {
            assert_true(vec3_norm(vec3_sub(now[k].corner[0], before[k].corner[1])) < 1e-12);
            assert_true(vec3_norm(vec3_sub(now[k].corner[2], before[k + 1].corner[0])) < 1e-12);
        }
        memcpy(before, now, sizeof before);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(follows_the_tips), cmocka_unit_test(skating_head_scrapes),
                                       cmocka_unit_test(pieces_of_a_bend_meet),
                                       cmocka_unit_test(forgets_the_oldest_and_what_a_rewind_undoes),
                                       cmocka_unit_test(triangles_lie_on_the_bottom)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
