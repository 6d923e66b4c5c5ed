// SPDX-License-Identifier: MIT
// A box in sand: how deep it sinks, what drags it, what it holds, that it comes to rest and gains no energy.
#include "dynamics/ground/body.h"
#include "dynamics/soil/sand.h"
#include "tests/dynamics/ground_tangent.h"

static const double g = 9.81, strength = 2e5, side = 0.4;
static const ground_soil sand = {.strength = 2e5, .friction = 0.45, .mobilise = 0.005, .body_settle = 0.01};

typedef struct rig {
    mechanism k;
    ground_body ground;
    int body;
} rig;

// A cube with n patches a side and face, its middle at this height.
static void make_box(rig *r, double mass, double height, int n) {
    *r = (rig){0};
    mechanism_make(&r->k, 1e-3, vec3_make(0, 0, -g));
    const double i = mass * side * side / 6;
    const brick b = {
        .at = {mat3_identity(), vec3_make(0, 0, height)}, .length = 0.2, .mass = mass, .inertia = {i, i, i}};
    r->body = mechanism_body(&r->k, &b);
    const ground_plane plane = {.normal = {0, 0, 1}};
    assert_int_equal(ground_body_create(&r->ground, 6 * n * n, &plane, &sand), RT_OK);
    ground_body_add_part(&r->ground, r->body);
    for (int f = 0; f < 6; f++)
        for (int k = 0; k < n * n; k++) {
            const double s = 0.5 * side, u = side * ((k % n + 0.5) / n - 0.5), v = side * ((k / n + 0.5) / n - 0.5),
                         sign = f & 1 ? 1 : -1;
            ground_patch_def p = {.area = side * side / (n * n)};
            if (f / 2 == 0) p.at = vec3_make(sign * s, u, v), p.normal = vec3_make(sign, 0, 0);
            if (f / 2 == 1) p.at = vec3_make(u, sign * s, v), p.normal = vec3_make(0, sign, 0);
            if (f / 2 == 2) p.at = vec3_make(u, v, sign * s), p.normal = vec3_make(0, 0, sign);
            ground_body_add_patch(&r->ground, &r->k.model, &p);
        }
    ground_body_finish(&r->ground);
    dyn_add_force(&r->k.model, &r->ground.force);
    mechanism_finish(&r->k);
}

static void free_box(rig *r) {
    ground_body_free(&r->ground);
    mechanism_free(&r->k);
}

static vec3 middle(const rig *r) {
    dyn_eval e = dyn_eval_at(&r->k.model, &r->k.state);
    return dyn_body_pose(&e, r->body).p;
}

// Let go at the surface the box sinks until the soil has taken the work of its weight, W d = strength × area × d²/2,
// and stays there: soil does not push it out again.
static void sinks_until_it_is_borne(void **state) {
    (void)state;
    rig r;
    const double mass = 300;
    make_box(&r, mass, 0.5 * side + 0.001, 4);
    for (int i = 0; i < 4000; i++) mechanism_step(&r.k);
    const vec3 down = {0, 0, -1}, up = {0, 0, 1};
    double per_depth = strength * ground_sand_stress(down, down, up, sand.friction).z;
    double depth = 0.5 * side - middle(&r).z, expected = mass * g / (per_depth * side * side);
    print_message("depth %g m, expected %g m\n", depth, expected);
    const vec3 from = middle(&r);
    for (int i = 0; i < 4000; i++) mechanism_step(&r.k);
    CHECK_NEAR(vec3_norm(vec3_sub(middle(&r), from)), 0, 1e-6);
    CHECK_NEAR(depth, 2 * expected, 0.02 * expected);
    free_box(&r);
}

// Thrown down, along and up, the box loses energy in every step.
static void gains_no_energy(void **state) {
    (void)state;
    rig r;
    make_box(&r, 300, 0.3, 4);
    mechanism_spin(&r.k, r.body, vec3_make(3, 1, -4), vec3_make(1, 2, -1));
    double before = dyn_energy(&r.k.model, &r.k.state), gained = 0, first = before;
    for (int i = 0; i < 5000; i++) {
        mechanism_step(&r.k);
        double now = dyn_energy(&r.k.model, &r.k.state);
        gained = fmax(gained, now - before);
        before = fmin(before, now);
    }
    print_message("energy %g to %g J, gained at most %g J; rests at %g m\n", first, before, gained, middle(&r).z);
    assert_true(gained < 5);
    free_box(&r);
}

// A box pressed into the bottom, moved by less than what mobilises the soil: K and C along the displacement, which is
// the part that the tangent has.
static void tangent_by_differences(void **state) {
    (void)state;
    const vec3 ways[] = {{0, 0, -1}, {1, 0, 0}, {0.6, 0, -0.8}};
    for (int n = 0; n < 3; n++) {
        rig r;
        make_box(&r, 300, 0.5 * side - 0.15, 2);
        dyn_eval e = dyn_eval_at(&r.k.model, &r.k.state);
        r.ground.force.predict(&r.ground, &e, r.k.state.z);
        r.ground.force.accept(&r.ground, &e, r.k.state.z); // the soil holds it where it is
        vec3 along[MECHANISM_NODES] = {{0, 0, 0}};
        for (int i = 0; i < 2; i++) along[r.k.model.body[r.body].node[i]] = ways[n];
        for (int i = 0; i < r.k.model.n_nodes; i++)
            r.k.state.q[i] = vec3_madd(r.k.state.q[i], 0.3 * sand.mobilise, along[i]);
        ground_check_tangent(&r.k, &r.ground.force, r.k.state.z, along, 1e-6);
        free_box(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sinks_until_it_is_borne), cmocka_unit_test(gains_no_energy),
                                       cmocka_unit_test(tangent_by_differences)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
