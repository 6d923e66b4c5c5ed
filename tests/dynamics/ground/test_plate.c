// SPDX-License-Identifier: MIT
// Plates pushed into and pulled out of sand and clay, against closed forms, and how the patches converge to them.
#include "dynamics/ground/body.h"
#include "dynamics/ground/clay.h"
#include "dynamics/ground/sand.h"
#include "tests/dynamics/mechanism.h"

static const double side = 0.8;
static const vec3 up = {0, 0, 1}, down = {0, 0, -1}, ahead = {1, 0, 0};
static const ground_soil sand = {.strength = 2e5, .friction = 0.45, .mobilise = 1e-4};
static const ground_soil bed = {.density = 0.6, .weight = 9e3, .critical = 0.576, .friction = 0.45, .mobilise = 1e-4};
static const ground_soil clay = {.law = GROUND_CLAY,
                                 .shear = 2e3,
                                 .shear_up = 1.5e3,
                                 .adhesion = 0.4,
                                 .suction = 0.3,
                                 .breadth = 2,
                                 .mobilise = 1e-4};

// Force [N] of the soil on a thin square plate, both its faces in n × n patches, of this normal and with its middle at
// this depth, that has moved along `way` by more than what mobilises the soil. Its edge `along` is level.
static vec3 force_on_plate(const ground_soil *soil, vec3 normal, vec3 along, vec3 way, double depth, int n) {
    mechanism k;
    ground_body g;
    mechanism_make(&k, 1e-3, vec3_make(0, 0, -9.81));
    const brick b = {
        .at = {mat3_identity(), vec3_make(0, 0, -depth)}, .length = 0.2, .mass = 1, .inertia = {1, 1, 1}};
    const int body = mechanism_body(&k, &b);
    const ground_plane plane = {.normal = up};
    assert_int_equal(ground_body_create(&g, 2 * n * n, &plane, soil), RT_OK);
    ground_body_add_part(&g, body);
    const vec3 other = vec3_cross(normal, along);
    for (int i = 0; i < 2 * n * n; i++) {
        const double u = side * ((i / 2 % n + 0.5) / n - 0.5), v = side * ((i / 2 / n + 0.5) / n - 0.5);
        const ground_patch_def p = {.at = vec3_madd(vec3_scale(u, along), v, other),
                                    .normal = vec3_scale(i & 1 ? -1 : 1, normal),
                                    .area = side * side / (n * n)};
        ground_body_add_patch(&g, &k.model, &p);
    }
    ground_body_finish(&g);
    dyn_add_force(&k.model, &g.force);
    mechanism_finish(&k);
    dyn_eval e = dyn_eval_at(&k.model, &k.state);
    g.force.predict(&g, &e, k.state.z);
    g.force.accept(&g, &e, k.state.z);
    for (int i = 0; i < k.model.n_nodes; i++)
        k.state.q[i] = vec3_madd(k.state.q[i], 3 * soil->mobilise, k.model.node_is_vector[i] ? vec3_make(0, 0, 0) : way);
    e = dyn_eval_at(&k.model, &k.state);
    g.force.predict(&g, &e, k.state.z);
    const vec3 f = ground_body_force_on(&g, &e, k.state.z, 0);
    ground_body_free(&g);
    mechanism_free(&k);
    return f;
}
