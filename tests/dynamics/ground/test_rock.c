// SPDX-License-Identifier: MIT
// A box on rock: how deep it lies, what holds it on the level and at a step, tangent, energy; from sand onto rock.
#include "dynamics/ground/body.h"
#include "tests/dynamics/ground_tangent.h"
#include "tests/random.h"

static const double g = 9.81, side = 0.4, mass = 300;
static const ground_soil rock = {.law = GROUND_ROCK,
                                 .sinks = 0.002,
                                 .damping = 2,
                                 .friction = 0.45,
                                 .mobilise = 0.005,
                                 .body_settle = 0.01,
                                 .bearing = 1e9,
                                 .weight = 9e3};
static const ground_soil sand = {.strength = 2e5,
                                 .sinks = 0.02,
                                 .damping = 2,
                                 .friction = 0.45,
                                 .mobilise = 0.005,
                                 .body_settle = 0.01,
                                 .weight = 9e3};
static const ground_plane level = {.normal = {0, 0, 1}};

typedef struct rig {
    mechanism k;
    ground_body ground;
    int body;
} rig;

// A cube with 4 by 4 patches a face, its middle at this place, on this bottom.
static void make_box(rig *r, vec3 at, const ground_bottom *bottom) {
    enum { N = 4 };
    *r = (rig){0};
    mechanism_make(&r->k, 1e-3, vec3_make(0, 0, -g));
    const double i = mass * side * side / 6;
    const brick b = {.at = {mat3_identity(), at}, .length = 0.2, .mass = mass, .inertia = {i, i, i}};
    r->body = mechanism_body(&r->k, &b);
    assert_int_equal(ground_body_create(&r->ground, 6 * N * N, &level, &rock), RT_OK);
    ground_body_set_bottom(&r->ground, bottom);
    ground_body_add_part(&r->ground, r->body);
    for (int f = 0; f < 6; f++)
        for (int k = 0; k < N * N; k++) {
            const double s = 0.5 * side, u = side * ((k % N + 0.5) / N - 0.5), v = side * ((k / N + 0.5) / N - 0.5),
                         sign = f & 1 ? 1 : -1;
            const vec3 place[3] = {{sign * s, u, v}, {u, sign * s, v}, {u, v, sign * s}},
                       normal[3] = {{sign, 0, 0}, {0, sign, 0}, {0, 0, sign}};
            const ground_patch_def p = {.area = side * side / (N * N), .at = place[f / 2], .normal = normal[f / 2]};
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

// Pulls along x by this share of friction's limit, grown in half a second: the way that the box has moved after 2 s
// [m].
static double moved_under(rig *r, double share) {
    for (int i = 0; i < 1000; i++) mechanism_step(&r->k);
    const double from = middle(r).x;
    for (int i = 0; i < 2000; i++) {
        const double pull = share * rock.friction * g * fmin(2e-3 * i, 1);
        r->k.model.gravity = vec3_make(pull, 0, -g);
        mechanism_step(&r->k);
    }
    return middle(r).x - from;
}

// On level rock the box lies W / (bearing × area) deep, and nothing but friction holds it.
static void level_rock_holds_by_friction_alone(void **state) {
    (void)state;
    ground_bottom b;
    ground_bottom_make(&b, &level, &rock);
    rig r;
    make_box(&r, vec3_make(0, 0, 0.5 * side), &b);
    for (int i = 0; i < 2000; i++) mechanism_step(&r.k);
    CHECK_NEAR(0.5 * side - middle(&r).z, mass * g / (rock.bearing * side * side), 1e-5);
    dyn_eval e = dyn_eval_at(&r.k.model, &r.k.state);
    CHECK_VEC3(ground_body_force_on(&r.ground, &e, r.k.state.z, 0), vec3_make(0, 0, mass * g), 1e-3 * mass * g);
    assert_true(ground_body_touches(&r.ground, r.k.state.z) && ground_body_mud(&r.ground, r.k.state.z, 0) == 0);
    CHECK_NEAR(moved_under(&r, 0.9), 0.9 * rock.mobilise, 1e-3);
    free_box(&r);
    make_box(&r, vec3_make(0, 0, 0.5 * side), &b);
    // at 1.25 of the limit from 0.4 s on: what is left accelerates it
    const double a = rock.friction * g, t1 = 0.1, v = 2 * 1.25 * a * t1 * t1 / 2,
                 x = 1.25 * a * 2 * t1 * t1 * t1 / 6 + v * 1.5 + 0.25 * a * 1.5 * 1.5 / 2;
    CHECK_NEAR(moved_under(&r, 1.25), x, 0.05 * x);
    free_box(&r);
}

static double step_up(double x) { return x < 1 ? 0 : 0.6; }

// At a step of the bathymetry the box holds a pull of twice the friction's limit.
static void a_step_holds_it(void **state) {
    (void)state;
    ground_bottom b;
    ground_bottom_make(&b, &level, &rock);
    assert_true(ground_grid_create(&b.grid, 41, 5));
    b.grid.from[0] = -4, b.grid.from[1] = -4, b.grid.step[0] = 0.25, b.grid.step[1] = 2;
    for (int k = 0; k < 41 * 5; k++) b.grid.z[k] = step_up(-4 + 0.25 * (k % 41));
    assert_true(ground_grid_finish(&b.grid));
    rig r;
    make_box(&r, vec3_make(0, 0, 0.5 * side), &b);
    const double x = moved_under(&r, 2), more = middle(&r).x;
    for (int i = 0; i < 1000; i++) mechanism_step(&r.k);
    print_message("moved %g m onto the step, then %g m; height %g m\n", x, middle(&r).x - more, middle(&r).z);
    assert_true(x < 1 && fabs(middle(&r).x - more) < 0.02);
    free_box(&r);
    ground_bottom_free(&b);
}

// K and C along random motions of a box pressed onto rock, its bristles within their length.
static void tangent_by_differences(void **state) {
    (void)state;
    uint64_t seed = 9;
    ground_bottom b;
    ground_bottom_make(&b, &level, &rock);
    rig r;
    make_box(&r, vec3_make(0, 0, 0.5 * side - 2e-5), &b);
    for (int i = 0; i < 200; i++) mechanism_step(&r.k);
    for (int n = 0; n < 20; n++) {
        vec3 along[MECHANISM_NODES] = {{0, 0, 0}};
        for (int i = 0; i < 4; i++) along[r.k.model.body[r.body].node[i]] = random_vec3(&seed, 1);
        ground_check_tangent(&r.k, &r.ground.force, r.k.state.z, along, 1e-4);
    }
    free_box(&r);
}

// Thrown from sand onto an area of rock, which stands in the sand, and onto rock alone: energy never grows.
static void gains_no_energy(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        ground_bottom b;
        ground_bottom_make(&b, &level, k ? &sand : &rock);
        if (k) b.areas = 1, b.area[0] = (ground_area){.at = {4, 0}, .half = {2.5, 5}};
        ground_site_make(&b.site[1], &rock, NULL, 0);
        ground_bottom_finish(&b);
        rig r;
        make_box(&r, vec3_make(0, 0, k ? 0.5 * side - 0.05 : 0.5), &b);
        mechanism_spin(&r.k, r.body, vec3_make(k ? 9 : 3, 0.3, k ? 0 : -3), vec3_make(k ? 0 : 1, k ? 0 : 2, 0));
        mechanism_step(&r.k);
        double before = dyn_energy(&r.k.model, &r.k.state), gained = 0;
        const double first = before;
        for (int i = 0; i < 3000; i++) {
            mechanism_step(&r.k);
            const double now = dyn_energy(&r.k.model, &r.k.state);
            gained = fmax(gained, now - before);
            before = fmin(before, now);
        }
        print_message("energy %g to %g J, gained at most %g J; ends at %g, %g m\n", first, before, gained, middle(&r).x,
                      middle(&r).z);
        assert_true(gained < 0.01 * (first - before));
        assert_true(k == 0 || middle(&r).x > 1.2);
        free_box(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(level_rock_holds_by_friction_alone),
                                       cmocka_unit_test(a_step_holds_it), cmocka_unit_test(tangent_by_differences),
                                       cmocka_unit_test(gains_no_energy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
