// SPDX-License-Identifier: MIT
// Moving axes: what rests in the world must rest in the axes of a ship that moves; the axes are part of the state.
#include "tests/dynamics/moving_rig.h"

// ---- a free mass at rest --------------------------------------------------------------------------------------------

// A force element without force that asks for a shorter step.
static void no_force(void *self, const dyn_eval *e, const void *z) { (void)self, (void)e, (void)z; }
static double ask_for(const void *self, const dyn_eval *e, const void *z) {
    (void)e, (void)z;
    return *(const double *)self;
}

// Largest departure [m] of a free mass at rest in the world, 300 m off, over the time. A step h may be divided into
// equal parts.
static double departure(double h, int parts, double seconds) {
    rig r;
    double part = h / parts;
    const dyn_force asker = {.self = &part, .eval = no_force, .longest_step = ask_for};
    rig_make(&r, h, vec3_make(0, 0, 0), &at_anchor, vec3_make(-60, 0, 2));
    const vec3 home = {300, -40, -30}, none = {0, 0, 0};
    int node = dyn_add_node(&r.k.model, home, false);
    dyn_add_point_mass(&r.k.model, node, 100);
    if (parts > 1) dyn_add_force(&r.k.model, &asker);
    dyn_step_def def = dyn_step_def_default();
    def.substeps = parts;
    mechanism_finish_with(&r.k, 1e6, &def);
    set_in_world(&r, node, true, home, none);
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    double most = 0;
    for (int64_t n = llround(seconds / h); n > 0; n--) {
        mechanism_step(&r.k);
        if (n % 64 == 1) most = fmax(most, vec3_norm(vec3_sub(in_world(&r, node), home)));
    }
    assert_int_equal(r.k.events, 0);
    mechanism_free(&r.k);
    return most;
}

static void test_free_mass_rests(void **unused) {
    (void)unused;
    double off = departure(1e-3, 1, 3600);
    print_message("free mass, 1 h at 1 ms: %.3g mm off\n", 1e3 * off);
    assert_true(off <= 2e-3);
}

static void test_second_order(void **unused) {
    (void)unused;
    double coarse = departure(4e-3, 1, 1200), fine = departure(2e-3, 1, 1200), order = log2(coarse / fine);
    print_message("free mass, 20 min: %.3g mm at 4 ms, %.3g mm at 2 ms, order %.3f\n", 1e3 * coarse, 1e3 * fine, order);
    CHECK_NEAR(order, 2, 0.1);
}

// In a divided step the axes are stepped with the parts: the result is that of steps of a part.
static void test_divided_steps(void **unused) {
    (void)unused;
    double divided = departure(16e-3, 4, 300), whole = departure(4e-3, 1, 300), undivided = departure(16e-3, 1, 300);
    print_message("free mass, 5 min: %.3g mm in quarters of 16 ms, %.3g mm at 4 ms, %.3g mm at 16 ms\n", 1e3 * divided,
                  1e3 * whole, 1e3 * undivided);
    CHECK_NEAR(divided, whole, 0.05 * whole);
    assert_true(undivided > 4 * whole);
}

// A body at rest in the world keeps its place and attitude, and its energy is zero.
static void test_free_body_rests(void **unused) {
    (void)unused;
    rig r;
    rig_make(&r, 1e-3, vec3_make(0, 0, 0), &at_anchor, vec3_make(-60, 0, 2));
    const vec3 home = {80, -20, -10}, none = {0, 0, 0};
    const brick b = {.at = {mat3_rotation(vec3_make(0, 0.6, 0.8), 0.9), home},
                     .length = 2,
                     .mass = 500,
                     .centre = {0.4, 0.1, 0.2},
                     .inertia = {100, 300, 250}};
    int body = mechanism_body(&r.k, &b);
    mechanism_finish(&r.k);
    vec3 was[4];
    for (int i = 0; i < 4; i++) {
        int node = r.k.model.body[body].node[i];
        was[i] = r.k.model.node0[node];
        set_in_world(&r, node, i < 2, was[i], none);
    }
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    for (int n = 0; n < 60000; n++) mechanism_step(&r.k);
    for (int i = 0; i < 4; i++) {
        int node = r.k.model.body[body].node[i];
        vec3 now = i < 2 ? in_world(&r, node) : mat3_mul(&rig_axes(&r)->r, r.k.state.q[node]);
        CHECK_VEC3(now, was[i], i < 2 ? 1e-5 : 1e-7);
    }
    CHECK_NEAR(dyn_energy(&r.k.model, &r.k.state), 0, 1e-9);
    mechanism_free(&r.k);
}

// ---- the state ------------------------------------------------------------------------------------------------------

// The axes are part of the state: a restored state continues to the same bits. A held ship changes no bit of a motion.
static void run_pendulum(const sines *motion, bool held, int steps, vec3 *q, vec3 *qd) {
    rig r;
    int row;
    rig_make(&r, 1e-3, vec3_make(0, 0, -gravity), motion ? motion : &at_anchor, vec3_make(-60, 0, 2));
    r.ship.held = held;
    if (!motion) r.k.model.motion = NULL;
    int bob = add_pendulum(&r, hawse, &row);
    mechanism_finish(&r.k);
    r.k.state.q[bob] = vec3_add(hawse, vec3_make(12, 0, -16));
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    size_t size = 0;
    unsigned char *kept = NULL;
    for (int n = 0; n < steps; n++) {
        if (n == steps / 2) {
            const void *bytes = dyn_state_bytes(&r.k.state, &size);
            kept = malloc(size);
            memcpy(kept, bytes, size);
        }
        mechanism_step(&r.k);
    }
    *q = r.k.state.q[bob], *qd = r.k.state.qd[bob];
    assert_true(dyn_state_restore(&r.k.state, kept, size));
    for (int n = steps / 2; n < steps; n++) mechanism_step(&r.k);
    assert_memory_equal(q, &r.k.state.q[bob], sizeof *q);
    assert_memory_equal(qd, &r.k.state.qd[bob], sizeof *qd);
    free(kept);
    mechanism_free(&r.k);
}

static void test_state(void **unused) {
    (void)unused;
    vec3 moving[2], held[2], rest[2];
    run_pendulum(&at_anchor, false, 2000, &moving[0], &moving[1]);
    run_pendulum(&at_anchor, true, 2000, &held[0], &held[1]);
    run_pendulum(NULL, false, 2000, &rest[0], &rest[1]);
    assert_memory_equal(held, rest, sizeof held);
    assert_true(vec3_norm(vec3_sub(moving[0], rest[0])) > 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_free_mass_rests), cmocka_unit_test(test_second_order),
                                       cmocka_unit_test(test_divided_steps), cmocka_unit_test(test_free_body_rests),
                                       cmocka_unit_test(test_state)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
