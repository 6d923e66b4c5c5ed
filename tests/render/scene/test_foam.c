// SPDX-License-Identifier: MIT
#include "tests/check.h"

#include "render/scene/foam.h"
#include <stdlib.h>
#include <string.h>

static const double level = 0.3;
static const dyn_waves water = {.level = 0.3};

// A box of 1 m × 1 m × 2 m with its centre at this height.
static foam_body box_at(double z) { return (foam_body){{mat3_identity(), {4, 5, z}}, {-0.5, -0.5, -1}, {0.5, 0.5, 1}}; }

// Moves the box from z at this speed for t seconds, at `rate` pictures a second.
static void move_box(foam *f, double from, double t, double z, double speed, double rate) {
    int n = (int)lround(t * rate);
    for (int k = 0; k <= n; k++) {
        foam_body b = box_at(z + speed * k / rate);
        foam_update(f, from + k / rate, &water, &b, 1);
    }
}

static int count_patches(const foam_mark *m, int n) {
    int k = 0;
    for (int i = 0; i < n; i++) k += !m[i].drop;
    return k;
}

static void no_foam_away_from_the_surface(void **state) {
    (void)state;
    static foam_mark m[FOAM_MOST];
    const double z[] = {-6, 8};
    for (int i = 0; i < 2; i++) {
        foam *f = calloc(1, sizeof *f);
        move_box(f, 100, 3, z[i], 0.2, 60);
        assert_int_equal(foam_list_marks(f, &water, m), 0);
        free(f);
    }
}

static void patches_lie_on_the_outline_and_drops_above(void **state) {
    (void)state;
    static foam_mark m[FOAM_MOST];
    foam *f = calloc(1, sizeof *f);
    move_box(f, 100, 1, 1, -1.2, 60); // falls in
    int n = foam_list_marks(f, &water, m), lying = count_patches(m, n);
    assert_true(lying >= 9);
    assert_true(n > lying);
    for (int i = 0; i < n; i++) {
        assert_true(m[i].opacity > 0 && m[i].opacity <= 1 && m[i].size > 0 && m[i].size < 1.5);
        if (m[i].drop) {
            assert_true(m[i].place.z >= level && m[i].place.z < level + 2);
            continue;
        }
        CHECK_NEAR(m[i].place.z, level, 0);
        double x = fabs(m[i].place.x - 4), y = fabs(m[i].place.y - 5);
        assert_true(x < 0.5 + 1e-9 && y < 0.5 + 1e-9);
    }
    free(f);
}

static void foam_grows_with_speed(void **state) {
    (void)state;
    static foam_mark m[FOAM_MOST];
    const double speed[] = {0.05, 0.4, 2};
    double before = 0;
    for (int i = 0; i < 3; i++) {
        foam *f = calloc(1, sizeof *f);
        double sum = 0;
        move_box(f, 100, 0.8, level - 0.4 * speed[i], speed[i], 60);
        int n = foam_list_marks(f, &water, m);
        for (int k = 0; k < n; k++) sum += m[k].opacity * m[k].size;
        assert_true(sum > 1.1 * before);
        before = sum;
        free(f);
    }
}

static void same_pictures_give_the_same_foam(void **state) {
    (void)state;
    static foam_mark a[FOAM_MOST], b[FOAM_MOST];
    foam *f = calloc(1, sizeof *f), *g = calloc(1, sizeof *g);
    move_box(f, 100, 2, -1, 0.3, 30);
    move_box(g, 100, 2, -1, 0.3, 30);
    int n = foam_list_marks(f, &water, a);
    assert_int_equal(foam_list_marks(g, &water, b), n);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        assert_memory_equal(&a[i].place, &b[i].place, sizeof a[i].place);
        CHECK_NEAR(a[i].opacity, b[i].opacity, 0);
    }
    foam_body still = box_at(-0.4);
    foam_update(g, 102, &water, &still, 1); // the same time again
    assert_int_equal(foam_list_marks(g, &water, b), n);
    free(f);
    free(g);
}

// The number of puffs does not depend on the display's rate: puffs have their own times of birth.
static void rate_of_pictures_does_not_matter(void **state) {
    (void)state;
    static foam_mark m[FOAM_MOST];
    foam *f = calloc(1, sizeof *f), *g = calloc(1, sizeof *g);
    move_box(f, 100, 2, -1, 0.4, 20);
    move_box(g, 100, 2, -1, 0.4, 144);
    int a = count_patches(m, foam_list_marks(f, &water, m)), b = count_patches(m, foam_list_marks(g, &water, m));
    assert_true(a > 10);
    assert_in_range(b, a - 2, a + 2);
    free(f);
    free(g);
}

static void box_drips_and_dries(void **state) {
    (void)state;
    static foam_mark m[FOAM_MOST];
    foam *f = calloc(1, sizeof *f);
    move_box(f, 100, 3, 0, 0.6, 60); // lifted clear: its foot is 0.5 m above the water
    int drops = 0;
    for (int k = 1; k <= 60; k++) {
        foam_body b = box_at(1.8);
        foam_update(f, 103 + k / 60.0, &water, &b, 1);
        int n = foam_list_marks(f, &water, m);
        for (int i = 0; i < n; i++) drops += m[i].drop;
    }
    assert_true(drops > 20);
    move_box(f, 104, 12, 1.8, 0, 60);
    assert_int_equal(foam_list_marks(f, &water, m), 0);
    free(f);
}

// A link heaved out of the water at 0.15 m/s is wet and drips straight down, and is dry a quarter of a minute later. A
// link that was never in the water stays dry.
static void wet_links_drip_and_dry(void **state) {
    (void)state;
    static foam_mark m[FOAM_MOST];
    foam *f = calloc(1, sizeof *f);
    int drops = 0;
    for (int k = 0; k <= 60 * 30; k++) {
        double t = 100 + k / 60.0, z = fmin(level - 0.3 + 0.15 * k / 60.0, level + 3);
        const foam_link link[2] = {{7, {4, 5, z}}, {30, {4, 6, level + 2}}};
        foam_update_chain(f, t, &water, link, 2);
        foam_update(f, t, &water, NULL, 0);
        assert_false(foam_link_is_wet(f, 30));
        if (t < 100 + 2 + 12 - 0.1) assert_true(foam_link_is_wet(f, 7)); // under water for 2 s
        int n = foam_list_marks(f, &water, m);
        for (int i = 0; i < n; i++) {
            drops += m[i].drop;
            CHECK_NEAR(m[i].place.x, 4, 1e-9);
            CHECK_NEAR(m[i].place.y, 5, 1e-9);
        }
        if (t > 100 + 2 + 12 + 2) assert_int_equal(n, 0);
    }
    assert_true(drops > 100);
    assert_false(foam_link_is_wet(f, 7));
    free(f);
}

static const foam_pipe hawse = {{4, 5, 6}, {0, 0.6, 0.8}, 5, 0.5};

static bool is_within_pipe(vec3 at) {
    vec3 off = vec3_sub(at, hawse.mouth);
    double along = vec3_dot(off, hawse.axis);
    return along >= 0 && along <= hawse.length && vec3_norm(vec3_madd(off, -along, hawse.axis)) <= 0.5 * hawse.bore;
}

// The chain wash: jets in the pipe, water that falls from the mouth, rings on the sea below, wet links in the pipe.
// Off, nothing of it is left but what still falls. After a jump in time it looks as if it had run before.
static void wash_runs_through_the_pipe(void **state) {
    (void)state;
    static foam_mark m[FOAM_MOST];
    const foam_link link[2] = {{7, vec3_madd(hawse.mouth, 2, hawse.axis)}, {8, vec3_madd(hawse.mouth, -1, hawse.axis)}};
    for (int first = 0; first < 2; first++) {
        foam *f = calloc(1, sizeof *f);
        int jets = 0, falling = 0, rings = 0;
        for (int k = 0; k <= (first ? 0 : 120); k++) {
            double t = 100 + k / 60.0;
            foam_update(f, t, &water, NULL, 0);
            foam_update_wash(f, t, &water, &hawse, first || k > 0, link, 2);
        }
        int n = foam_list_marks(f, &water, m);
        for (int i = 0; i < n; i++) {
            bool in = m[i].drop && is_within_pipe(m[i].place);
            jets += in, falling += m[i].drop && m[i].place.z < hawse.mouth.z, rings += !m[i].drop;
            assert_true(m[i].place.z >= level && m[i].place.z < hawse.mouth.z + hawse.length);
        }
        if (jets < 4 || falling < 20 || (!first && rings < 3))
            fail_msg("%d jets, %d drops, %d rings", jets, falling, rings);
        assert_true(foam_link_is_wet(f, 7));
        assert_false(foam_link_is_wet(f, 8));
        for (int k = 0; k < 60 * 5; k++) {
            foam_update(f, 102 + k / 60.0, &water, NULL, 0);
            foam_update_wash(f, 102 + k / 60.0, &water, &hawse, false, link, 2);
        }
        assert_int_equal(foam_list_marks(f, &water, m), 0);
        free(f);
    }
}

// After a jump in time, forward or back, the foam equals that of a first call.
static void time_jump_starts_fresh_foam(void **state) {
    (void)state;
    static foam_mark a[FOAM_MOST], b[FOAM_MOST];
    const double to[] = {150, 40};
    for (int i = 0; i < 2; i++) {
        foam *f = calloc(1, sizeof *f), *fresh = calloc(1, sizeof *fresh);
        move_box(f, 100, 2, -1, 0.3, 60);
        foam_body at = box_at(0.5);
        foam_update(f, to[i], &water, &at, 1);
        foam_update(fresh, to[i], &water, &at, 1);
        int n = foam_list_marks(f, &water, a);
        assert_int_equal(foam_list_marks(fresh, &water, b), n);
        assert_true(n > 5); // as if the box had been breaking the surface before
        for (int k = 0; k < n; k++) assert_memory_equal(&a[k].place, &b[k].place, sizeof a[k].place);
        free(f);
        free(fresh);
    }
}

static void capacity_and_nonfinite_values_are_handled(void **state) {
    (void)state;
    static foam_mark m[FOAM_MOST];
    foam *f = calloc(1, sizeof *f);
    for (int k = 0; k < 600; k++) {
        foam_body b[2] = {box_at(sin(0.2 * k)), box_at(cos(0.2 * k))};
        foam_update(f, 100 + k / 60.0, &water, b, 2);
        assert_true(foam_list_marks(f, &water, m) <= FOAM_MOST);
    }
    foam_body b = box_at(NAN);
    foam_update(f, 111, &water, &b, 1);
    foam_update(f, NAN, &water, &b, 1);
    foam_update(f, 1e300, &water, &b, 1);
    b = box_at(0);
    b.pose.p.x = INFINITY;
    foam_update(f, 111.1, &water, &b, 1);
    int n = foam_list_marks(f, &water, m);
    for (int i = 0; i < n; i++) assert_true(isfinite(m[i].place.x) && isfinite(m[i].size));
    free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_foam_away_from_the_surface),
        cmocka_unit_test(patches_lie_on_the_outline_and_drops_above),
        cmocka_unit_test(foam_grows_with_speed),
        cmocka_unit_test(same_pictures_give_the_same_foam),
        cmocka_unit_test(rate_of_pictures_does_not_matter),
        cmocka_unit_test(box_drips_and_dries),
        cmocka_unit_test(wet_links_drip_and_dry),
        cmocka_unit_test(wash_runs_through_the_pipe),
        cmocka_unit_test(time_jump_starts_fresh_foam),
        cmocka_unit_test(capacity_and_nonfinite_values_are_handled),
    };
    return cmocka_run_group_tests_name("render.scene.foam", tests, NULL, NULL);
}
