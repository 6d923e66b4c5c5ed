// SPDX-License-Identifier: MIT
// A sphere rolls over a flat plate with a fine and irregular tessellation: the normal force stays its weight, upright.
// Three cases separate the effects of the plate's triangles and of the sphere's facets: an analytic sphere on the
// plate; the sphere as a mesh on a plate of two triangles, and on the tessellated one, by contact regions. The facets
// deviate by the sagitta R (1 - cos(pi / N)), which must be small beside the working penetration.
#include "tests/validation/plates.h"
#include "tests/validation/round_body.h"

static const double H = 1e-3, G = 9.81, RADIUS = 0.3, MASS = 900, SPEED = 0.4;
static const double DEPTH = 5e-3; // working penetration [m]

static contact_material material(void) {
    contact_material m = contact_material_default();
    m.stiffness = MASS * G / pow(DEPTH, m.exponent);
    return m;
}

typedef struct ripple {
    double mean, half; // of the normal force, half of max - min [N]
    double lateral;    // largest part of the normal force along the plate [N]
} ripple;

// Rolls without slip, along no special direction, for a second after half a second to settle.
static ripple roll(sliding_body *b, const contact_set *set) {
    const double course = 0.35;
    vec3 v = vec3_make(SPEED * cos(course), SPEED * sin(course), 0);
    vec3 w = vec3_scale(1 / (RADIUS - DEPTH), vec3_make(-v.y, v.x, 0));
    for (int i = 0; i < 4; i++) {
        vec3 *q = &b->state.q[DYN_FIRST_NODE], arm = i < 2 ? vec3_sub(q[i], q[0]) : q[i];
        b->state.qd[DYN_FIRST_NODE + i] = vec3_add(i < 2 ? v : vec3_make(0, 0, 0), vec3_cross(w, arm));
    }
    ripple r = {0, 0, 0};
    double low = INFINITY, high = 0;
    for (int k = 0; k < 1500; k++) {
        vec3 f = {0, 0, 0};
        sliding_body_step(b);
        if (k < 500) continue;
        for (int i = 0; i < set->n; i++) f = vec3_madd(f, set->item[i].normal_force, set->item[i].touch.normal);
        r.mean += f.z / 1000;
        r.lateral = fmax(r.lateral, hypot(f.x, f.y));
        low = fmin(low, f.z), high = fmax(high, f.z);
    }
    r.half = 0.5 * (high - low);
    CHECK_NEAR(vec3_norm(sliding_body_velocity(b)), SPEED, 0.01 * SPEED);
    return r;
}

static ripple roll_round(const contact_mesh *corners, const contact_mesh *plate) {
    round_body r = {
        .radius = RADIUS, .corners = corners, .mesh = plate, .ground = plate ? ROUND_ON_MESH : ROUND_ON_PLANE};
    contact_material m = material();
    round_body_make(&r, &m, MASS, vec3_make(0, 0, RADIUS - DEPTH), vec3_make(0, 0, -G), H);
    ripple got = roll(&r.b, &r.set);
    round_body_free(&r);
    return got;
}

static ripple roll_mesh(const contact_mesh *ball, const contact_mesh *plate) {
    double i = 0.4 * MASS * RADIUS * RADIUS;
    const pose at = {mat3_identity(), {0, 0, RADIUS - DEPTH}};
    contact_material m = material();
    sliding_body b;
    sliding_body_make(&b, ball, plate, &m, MASS, (mat3){{{i, 0, 0}, {0, i, 0}, {0, 0, i}}}, &at, vec3_make(0, 0, -G),
                      H);
    ripple got = roll(&b, &b.contact.set);
    sliding_body_free(&b);
    return got;
}

static double print_ripple(const char *what, ripple r) {
    print_message("| %s | %.3f %% | %.0e |\n", what, 100 * r.half / r.mean, r.lateral / r.mean);
    CHECK_NEAR(r.mean, MASS * G, 0.01 * MASS * G);
    CHECK_NEAR(r.lateral / r.mean, 0, 1e-9);
    return r.half / r.mean;
}

static void test_ripple(void **state) {
    (void)state;
    contact_mesh plate = make_plate(-0.2, -0.2, 0.8, 0.4, 0.4, 40, 30);
    contact_mesh flat = make_box(vec3_make(2, 2, 0.2), vec3_make(0, 0, -0.2));
    CHECK_NEAR(print_ripple("sphere on the plate", roll_round(NULL, &plate)), 0, 0.01);
    for (int n = 4; n <= (PLATES_SHORT ? 4 : 7); n++) {
        contact_mesh ball = make_sphere(RADIUS, vec3_make(0, 0, 0), n);
        double sagitta = RADIUS * (1 - cos(M_PI / (4 << n))) / DEPTH, own, all;
        char text[96];
        snprintf(text, sizeof text, "%d facets, sagitta %.3f of the depth, on two triangles", ball.nt, sagitta);
        own = print_ripple(text, roll_mesh(&ball, &flat));
        snprintf(text, sizeof text, "%d facets, sagitta %.3f of the depth, on the plate", ball.nt, sagitta);
        all = print_ripple(text, roll_mesh(&ball, &plate));
        contact_mesh_free(&ball);
        if (n < 7) continue; // coarser spheres only show the trend with the sagitta
        CHECK_NEAR(all, 0, 0.01);
        CHECK_NEAR(all, own, 0.001); // what the plate adds
    }
    contact_mesh_free(&plate), contact_mesh_free(&flat);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ripple)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
