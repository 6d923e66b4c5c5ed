// SPDX-License-Identifier: MIT
// The waves stay in the world: a ball that sinks through them takes the same way, computed in the axes of a ship that
// moves in the same waves, and in axes at rest.
#include "dynamics/ship/ship.h"
#include "tests/dynamics/sea_rig.h"

enum { STEPS = 15000 };

static const ship_form coaster = {
    .length = 80, .beam = 13, .draught = 4.8, .block = 0.7, .waterplane = 0.8, .metacentric_height = 0.8};

// Sinks the ball from below the surface at rest; records where it is in the world.
static void sink(const dyn_motion *motion, const dyn_waves *waves, vec3 *way) {
    const vec3 start = {20, 8, -1};
    sea_rig r;
    sea_make_moving(&r, 1e-3, 0.3, 1.3 * salt, 0.6, start, waves, motion);
    const dyn_axes *a = r.k.state.axes;
    const int *node = r.k.model.body[r.body].node;
    for (int i = 0; i < 4 && a; i++) {
        vec3 *q = &r.k.state.q[node[i]], none = {0, 0, 0};
        *q = i < 2 ? dyn_axes_from_world(a, *q) : mat3_tmul(&a->r, *q);
        vec3 carried = i < 2 ? dyn_axes_velocity(a, *q, none) : dyn_axes_vector_velocity(a, *q, none);
        r.k.state.qd[node[i]] = vec3_scale(-1, carried);
    }
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    for (int n = 0; n < STEPS; n++) {
        mechanism_step(&r.k);
        way[n] = a ? dyn_axes_to_world(a, sea_middle(&r)) : sea_middle(&r);
    }
    sea_destroy(&r);
}

static void test_ball_sinks_in_the_world(void **unused) {
    (void)unused;
    static vec3 moving[STEPS], still[STEPS];
    const dyn_waves_def def = {.height = 3, .period = 7, .direction = 2.4, .gravity = g};
    const dyn_waves waves = dyn_waves_jonswap(&def, 3.3, 4);
    moving_ship s;
    moving_ship_create(&s, vec3_make(-35, 0, 1));
    const ship_responses from = ship_closed_form_responses(&coaster, s.reference);
    const ship_wave_motion motion = ship_wave_motion_make(&waves, s.reference, &from);
    const ship_source source = ship_wave_motion_source(&motion);
    moving_ship_add(&s, &source);
    sink(&s.motion, &waves, moving);
    sink(NULL, &waves, still);
    double off = 0, moved = 0;
    for (int n = 0; n < STEPS; n++) {
        dyn_axes a;
        s.motion.at(s.motion.self, 1e-3 * (n + 1), &a);
        off = fmax(off, vec3_norm(vec3_sub(moving[n], still[n])));
        moved = fmax(moved, fabs(dyn_axes_height(&a, vec3_make(20, 8, 0))));
    }
    print_message("the ball is %.3g mm off; the ship's bow moved by %.2f m\n", 1e3 * off, moved);
    assert_true(off < 1e-4 && moved > 0.5 && still[STEPS - 1].z < -10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ball_sinks_in_the_world)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
