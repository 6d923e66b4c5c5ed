// SPDX-License-Identifier: MIT
#include "tests/check.h"

#include "render/view/blend.h"
#include <stdlib.h>

static void check_rotation(const mat3 *r, const mat3 *expected, double tolerance) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) CHECK_NEAR(r->m[i][j], expected->m[i][j], tolerance);
}

// Blending a rotation with the same rotation turned about any axis gives the fraction of the turn.
static void rotations_turn_evenly(void **state) {
    (void)state;
    const double angle[] = {0, 1e-9, 1e-3, 0.5, 2, 3.1};
    for (int i = 0; i < 40; i++)
        for (int k = 0; k < 6; k++) {
            vec3 axis = vec3_unit(vec3_make(sin(i), cos(2.3 * i), sin(0.7 * i + 1)));
            pose a = {mat3_rotation(vec3_unit(vec3_make(cos(i), 1, sin(1.7 * i))), 0.37 * i), {1, 2, 3}}, b = a;
            mat3 turn = mat3_rotation(axis, angle[k]), part = mat3_rotation(axis, 0.3 * angle[k]);
            b.r = mat3_matmul(&turn, &a.r);
            b.p = vec3_make(2, 2, -7);
            mat3 expected = mat3_matmul(&part, &a.r);
            pose m = blend_pose(&a, &b, 0.3);
            check_rotation(&m.r, &expected, 1e-12);
            CHECK_NEAR(m.p.x, 1.3, 1e-15);
            CHECK_NEAR(m.p.z, 0, 1e-14);
        }
}

static void half_turn_stays_a_rotation(void **state) {
    (void)state;
    pose a = {mat3_identity(), vec3_make(0, 0, 0)}, b = {mat3_rotation(vec3_make(0, 1, 0), M_PI), vec3_make(0, 0, 0)};
    pose m = blend_pose(&a, &b, 0.5);
    CHECK_NEAR(mat3_det(&m.r), 1, 1e-12);
}

static void add_body(dyn_snapshot *s, int kind, int number, double z) {
    s->body[s->n_bodies++] = (dyn_snapshot_body){kind, number, {mat3_identity(), {0, 0, z}}};
}

// One link joins at the upper end and one leaves at the lower. Neighbours in the list must not be mixed up.
static void bodies_are_matched_by_kind_and_number(void **state) {
    (void)state;
    dyn_snapshot *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    dyn_snapshot_body *out = calloc(DYN_SNAPSHOT_BODIES, sizeof *out);
    for (int i = 0; i < 5; i++) add_body(a, DYN_SHOW_LINK, i, 10 * i);
    add_body(a, DYN_SHOW_SHANK, 0, -10);
    for (int i = 1; i < 7; i++) add_body(b, DYN_SHOW_LINK, i, 10 * i + 1);
    add_body(b, DYN_SHOW_SHANK, 0, -9);
    assert_int_equal(blend_bodies(a, b, 0.25, out), 7);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(out[i].number, i + 1);
        CHECK_NEAR(out[i].pose.p.z, 10 * (i + 1) + 0.25, 1e-12);
    }
    CHECK_NEAR(out[4].pose.p.z, 51, 0); // only in next: pose of next
    CHECK_NEAR(out[5].pose.p.z, 61, 0);
    CHECK_NEAR(out[6].pose.p.z, -9.75, 1e-12);
    assert_int_equal(blend_bodies(NULL, b, 0.25, out), 7);
    CHECK_NEAR(out[0].pose.p.z, 11, 0);
    free(a);
    free(b);
    free(out);
}

static void readings_are_blended_and_lamps_are_not(void **state) {
    (void)state;
    dyn_snapshot *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
#define SET(member, sensors) a->gauges.member = 100, b->gauges.member = 200;
    DYN_READINGS(SET)
#undef SET
    b->gauges.clutch = 1;
    dyn_gauges g = blend_gauges(a, b, 0.25);
#define CHECK(member, sensors) CHECK_NEAR(g.member, 125, 1e-12);
    DYN_READINGS(CHECK)
#undef CHECK
    assert_int_equal(g.clutch, 1);
    free(a);
    free(b);
}

// The picture lags the clock by one period: never before the older snapshot, never after the newer.
static void picture_lags_one_period(void **state) {
    (void)state;
    const int64_t ms = 1000000;
    dyn_snapshot *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    *a = (dyn_snapshot){.frame = 100, .wall_ns = 5000 * ms};
    *b = (dyn_snapshot){.frame = 101, .wall_ns = 5010 * ms}; // slow motion: a frame every 10 ms
    for (int k = 0; k <= 10; k++) CHECK_NEAR(blend_alpha(a, b, (5010 + k) * ms), 0.1 * k, 1e-12);
    CHECK_NEAR(blend_alpha(a, b, 5060 * ms), 1, 0); // the frames have stopped
    CHECK_NEAR(blend_alpha(a, b, 5005 * ms), 0, 0);
    b->frame = 116; // one snapshot every sixteen frames of 1 ms; the picture is 0.4 ms after the newest
    b->wall_ns = 5016 * ms;
    CHECK_NEAR(blend_alpha(a, b, 5016 * ms + 2 * ms / 5), (16 - 0.6) / 16, 1e-12);
    free(a);
    free(b);
}

// A 144 Hz display of 10 ms frames: the displayed time moves with the clock, one period behind.
static void fast_display_moves_evenly(void **state) {
    (void)state;
    const int64_t period = 10000000;
    dyn_snapshot *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    for (int k = 0; k < 60; k++) {
        int64_t now = 3 * period + (int64_t)k * 6944444;
        b->frame = (uint64_t)(now / period);
        a->frame = b->frame - 1;
        b->wall_ns = (int64_t)b->frame * period;
        a->wall_ns = b->wall_ns - period;
        double shown = (double)a->wall_ns + blend_alpha(a, b, now) * (double)period;
        CHECK_NEAR(shown, (double)(now - period), 1);
    }
    free(a);
    free(b);
}

// Two equal snapshots, or a rewind: the newer is shown.
static void newer_is_shown_without_an_interval(void **state) {
    (void)state;
    dyn_snapshot *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    *a = *b = (dyn_snapshot){.frame = 7, .wall_ns = 1000};
    CHECK_NEAR(blend_alpha(a, b, 1000), 1, 0);
    a->frame = 90; // rewound
    b->wall_ns = 2000;
    CHECK_NEAR(blend_alpha(a, b, 1500), 1, 0);
    free(a);
    free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_turn_evenly),
        cmocka_unit_test(half_turn_stays_a_rotation),
        cmocka_unit_test(bodies_are_matched_by_kind_and_number),
        cmocka_unit_test(readings_are_blended_and_lamps_are_not),
        cmocka_unit_test(picture_lags_one_period),
        cmocka_unit_test(fast_display_moves_evenly),
        cmocka_unit_test(newer_is_shown_without_an_interval),
    };
    return cmocka_run_group_tests_name("render.view.blend", tests, NULL, NULL);
}
