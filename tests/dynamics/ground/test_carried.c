// SPDX-License-Identifier: MIT
// Soil that a block carries: what it weighs under water, in the air and between, in closed form; the account of energy
// while it is taken up, lifted, and washed off; tangent.
#include "dynamics/ground/carried.h"
#include "tests/dynamics/ground_tangent.h"

static const double g = 9.81, submerged = 7e3, water = 10e3, room = 0.4, mass = 500;

typedef struct rig {
    mechanism k;
    ground_carried carried;
    int body;
    double share; // that the block carries
} rig;

static double share_of(const void *ctx, const dyn_eval *e, int k) {
    (void)e, (void)k;
    return ((const rig *)ctx)->share;
}

// A block at this height that rises at v without gravity of its own; the soil hangs 0.3 m above its frame.
static void make_block(rig *r, double height, double v) {
    *r = (rig){0};
    mechanism_make(&r->k, 1e-3, vec3_make(0, 0, 0));
    const brick b = {
        .at = {mat3_identity(), vec3_make(0, 0, height - 0.3)}, .length = 0.2, .mass = mass, .inertia = {50, 50, 50}};
    const ground_carried_def def = {submerged, water, share_of, r};
    r->body = mechanism_body(&r->k, &b);
    assert_int_equal(ground_carried_create(&r->carried, 1, &def), RT_OK);
    ground_carried_add(&r->carried, &r->k.model, r->body, vec3_make(0, 0, 0.3), room);
    ground_carried_finish(&r->carried);
    dyn_add_force(&r->k.model, &r->carried.force);
    mechanism_finish(&r->k);
    for (int i = 0; i < 2; i++) r->k.state.qd[r->k.model.body[r->body].node[i]] = vec3_make(0, 0, v);
}

static void free_block(rig *r) {
    ground_carried_free(&r->carried);
    mechanism_free(&r->k);
}

static double height(const rig *r) { return r->k.state.q[r->k.model.body[r->body].node[0]].z + 0.3; }
static double speed(const rig *r) { return r->k.state.qd[r->k.model.body[r->body].node[0]].z; }
static double volume(const rig *r) { return ground_carried_volume(&r->carried, r->k.state.z); }

// Weight pulls m a = -W: W = V gamma' deep, V (gamma' + gamma_w) in the air, and V (gamma' + gamma_w / 2) half out.
static void weighs_as_it_should(void **state) {
    (void)state;
    static const double at[] = {-20, -0.5, 0, 5}, unit[] = {7e3, 7e3, 12e3, 17e3};
    for (int i = 0; i < 4; i++) {
        rig r;
        make_block(&r, at[i], 0);
        r.share = 0.5;
        for (int n = 0; n < 2; n++)
            mechanism_step(&r.k); // takes the soil up; the rule has half of it in the first step
        CHECK_NEAR(volume(&r), 0.5 * room, 1e-15);
        double before = speed(&r);
        mechanism_step(&r.k);
        mechanism_step(&r.k);
        CHECK_NEAR(before - speed(&r), 2e-3 * 0.5 * room * unit[i] / mass, 2e-6);
        CHECK_NEAR(ground_carried_mass(&r.carried, volume(&r), g), 0.2 * 17e3 / g, 1e-9);
        free_block(&r);
    }
}

// Thrown up from below, the block comes as high as its energy carries the soil: m v²/2 = the weight's work, through the
// surface. Nothing is gained by taking soil up, or when it falls off at a height.
static void account_of_energy(void **state) {
    (void)state;
    rig r;
    const double from = -2, v = 7;
    make_block(&r, from, v);
    r.share = 1;
    for (int n = 0; n < 2; n++) mechanism_step(&r.k);
    const double e0 = dyn_energy(&r.k.model, &r.k.state), lowest = height(&r), v0 = speed(&r);
    for (int i = 0; speed(&r) > 0 && i < 10000; i++) mechanism_step(&r.k);
    const double rise = height(&r) - lowest,
                 work = room * (submerged * rise + water * height(&r)); // of the pores' water: from the surface on
    CHECK_NEAR(work, 0.5 * mass * v0 * v0, 1e-3 * work);
    CHECK_NEAR(dyn_energy(&r.k.model, &r.k.state), e0, 1e-5 * work);
    r.share = 0.25; // most falls off at rest
    mechanism_step(&r.k);
    CHECK_NEAR(dyn_energy(&r.k.model, &r.k.state), e0, 1e-5 * work);
    for (int i = 0; height(&r) > 1 && i < 10000; i++) mechanism_step(&r.k);
    CHECK_NEAR(dyn_energy(&r.k.model, &r.k.state), e0, 1e-5 * work);
    free_block(&r);
}

// Within the surface's height the force falls with height by V gamma_w a metre: the stiffness is positive.
static void tangent_by_differences(void **state) {
    (void)state;
    static vec3 along[MECHANISM_NODES + DYN_FIRST_NODE], q[2][MECHANISM_NODES + DYN_FIRST_NODE];
    rig r;
    const double d = 1e-5;
    make_block(&r, 0.1, 0);
    r.share = 1;
    mechanism_step(&r.k);
    const mechanism *k = &r.k;
    for (int i = 0; i < 4; i++) along[k->model.body[r.body].node[i]] = vec3_make(0.2, -0.1, i < 2 ? 1 : 0);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < k->model.n_nodes; i++) q[side][i] = vec3_madd(k->state.q[i], side ? d : -d, along[i]);
    const dyn_force *f = &r.carried.force;
    double low = ground_power(k, f, k->state.z, q[0], k->state.qd, along),
           high = ground_power(k, f, k->state.z, q[1], k->state.qd, along), slope = (low - high) / (2 * d);
    CHECK_NEAR(ground_tangent(k, f, k->state.z, along, 1, 0), slope, 1e-6 * slope);
    assert_true(slope > 0.5 * room * water);
    CHECK_NEAR(ground_tangent(k, f, k->state.z, along, 0, 1), 0, 0);
    free_block(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(weighs_as_it_should), cmocka_unit_test(account_of_energy),
                                       cmocka_unit_test(tangent_by_differences)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
