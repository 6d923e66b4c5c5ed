// SPDX-License-Identifier: MIT
// Tests of the water's further forces: added mass, slamming, plates in oblique flow, water that runs off, a current
// that falls with depth, lee of the hull. Against closed forms, balances of momentum and differences.
#include "dynamics/water/plates.h"
#include "dynamics/water/run_off.h"
#include "tests/dynamics/sea_tangent.h"
#include "tests/random.h"

static double volume_of(const sea_rig *r) { return r->mass / steel; }

// Gives the ball added volumes, over its own; starts it anew.
static void add_water(sea_rig *r, double across, double along) {
    r->sea.part[0].def.across_added = across * volume_of(r);
    r->sea.part[0].def.along_added = along * volume_of(r);
    memset(r->k.state.qdd, 0, (size_t)r->k.model.n_nodes * sizeof(vec3));
    assert_true(dyn_initial_acceleration(&r->k.model, &r->k.state, r->k.work, &(rt_command){0}) < 1e-8);
}

static vec3 acceleration(const sea_rig *r) {
    dyn_eval e = sea_now(r);
    vec3 a = {0, 0, 0};
    for (int i = 0; i < 4; i++)
        a = vec3_madd(a, r->sea.part[0].weight[i], dyn_node_acceleration(&e, r->k.model.body[r->body].node[i]));
    return a;
}

static void set_speed(sea_rig *r, vec3 v) {
    for (int i = 0; i < 2; i++) r->k.state.qd[r->k.model.body[r->body].node[i]] = v;
}

static void step(sea_rig *r) {
    rt_events events = 0;
    dyn_step(&r->k.model, &r->k.state, r->k.work, &(rt_command){0}, NULL, &events);
}

// A ball let go under water: (steel - salt) g = (steel + C salt) a. With coefficients of its own along an axis at 45
// deg, the accelerations along and across it differ.
static void let_go_under_water(void **state) {
    (void)state;
    sea_rig r;
    sea_make(&r, 1e-3, 0.3, steel, 1, vec3_make(0, 0, -5), NULL);
    add_water(&r, 0.5, 0.5);
    CHECK_VEC3(acceleration(&r), vec3_make(0, 0, -(steel - salt) * g / (steel + 0.5 * salt)), 1e-8);
    const int *node = r.k.model.body[r.body].node;
    vec3 axis = vec3_unit(vec3_make(1, 0, -1)), side = vec3_unit(vec3_make(1, 0, 1)), middle = sea_middle(&r);
    r.k.state.q[node[0]] = vec3_madd(middle, -0.5 * r.radius, axis);
    r.k.state.q[node[1]] = vec3_madd(middle, 0.5 * r.radius, axis);
    r.k.state.q[node[3]] = side;
    add_water(&r, 1.2, 0.3);
    double pull = (steel - salt) * g * sqrt(0.5);
    CHECK_NEAR(vec3_dot(acceleration(&r), axis), pull / (steel + 0.3 * salt), 1e-7);
    CHECK_NEAR(vec3_dot(acceleration(&r), side), -pull / (steel + 1.2 * salt), 1e-7);
    sea_destroy(&r);
}

// In waves a held ball is pushed with (1 + C) of its water's mass times the water's acceleration, besides its buoyancy;
// in axes that accelerate, too.
static void held_in_waves(void **state) {
    (void)state;
    const dyn_waves waves = sea_waves(1.5, 6, 0.7);
    sea_rig r;
    sea_make(&r, 1e-3, 0.2, steel, 0, vec3_make(3, -1, -2), &waves);
    add_water(&r, 0.8, 0.8);
    memset(r.k.state.qdd, 0, (size_t)r.k.model.n_nodes * sizeof(vec3));
    for (int k = 0; k < 12; k++) {
        dyn_eval e = sea_now(&r);
        e.t = 0.5 * k;
        const dyn_axes axes = {.turn = {1, 0, 0, 0}, .r = mat3_identity(), .a = {0.3 * k, 0.1, -0.2}};
        e.axes = &axes;
        const vec3 a = dyn_waves_at(&waves, vec3_make(3, -1, -2), e.t).acceleration;
        vec3 f = vec3_scale(1.8, a);
        f = vec3_madd(f, -0.8, axes.a);
        f.z += g;
        CHECK_VEC3(tackle_sea_force_on(&r.sea, &e, r.body), vec3_scale(salt * volume_of(&r), f), 1e-6);
    }
    sea_destroy(&r);
}

// A body that enters fast keeps its momentum and shares it with the added water: m v = (m + m_a) v'. On the way out
// nothing pulls: it keeps its speed. Gravity is negligible in a passage of 10 ms.
static void entry_shares_the_momentum(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        double h = k ? 2.5e-5 : 5e-5, density = 2000;
        sea_rig r;
        sea_make(&r, h, 0.3, density, 0, vec3_make(0, 0, 0.35), NULL);
        r.sea.gravity = 0;
        r.k.model.gravity = vec3_make(0, 0, 0);
        double volume = r.mass / density, added = salt * 0.9 * volume;
        r.sea.part[0].def.across_added = r.sea.part[0].def.along_added = 0.9 * volume;
        memset(r.k.state.qdd, 0, (size_t)r.k.model.n_nodes * sizeof(vec3));
        dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
        set_speed(&r, vec3_make(12, 0, -60));
        while (sea_middle(&r).z > -0.4) step(&r);
        double left = r.mass / (r.mass + added);
        CHECK_VEC3(sea_speed(&r), vec3_make(12 * left, 0, -60 * left), k ? 0.05 : 0.1);
        set_speed(&r, vec3_make(0, 0, 40));
        dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
        while (sea_middle(&r).z < 0.4) step(&r);
        CHECK_VEC3(sea_speed(&r), vec3_make(0, 0, 40), 1e-6);
        sea_destroy(&r);
    }
}

static void tangents_match_differences(void **state) {
    (void)state;
    uint64_t seed = 11;
    int entries = 0;
    for (int i = 0; i < 20; i++) {
        dyn_waves waves = sea_waves(i % 2 ? 1 : 0, 5, 0.3 * i);
        sea_rig r;
        sea_make(&r, 1e-3, 0.5, steel, 1, vec3_make(random_unit(&seed), 0, 0.3 * random_unit(&seed)), &waves);
        r.sea.part[0].def.across_added = volume_of(&r), r.sea.part[0].def.along_added = 0.4 * volume_of(&r);
        vec3 q[BALL_NODES], qd[BALL_NODES];
        memcpy(q, r.k.state.q, sizeof q);
        for (int n = 0; n < BALL_NODES; n++) {
            vec3 off = random_vec3(&seed, 0.05);
            qd[n] = random_vec3(&seed, n < DYN_FIRST_NODE ? 0 : 2);
            if (n >= DYN_FIRST_NODE) q[n] = vec3_add(q[n], off);
        }
        dyn_eval e = sea_now(&r);
        e.q = q, e.qd = qd, e.t = 0.7 * i;
        r.sea.force.predict(&r.sea, &e, NULL);
        entries += r.sea.part[0].entry > 0;
        if (r.sea.part[0].share > 0.02 && r.sea.part[0].share < 0.98)
            check_tangent(&r.k, &r.sea.force, &e, q, qd, OF_PLACE);
        check_tangent(&r.k, &r.sea.force, &e, q, qd, OF_VELOCITY);
        check_tangent(&r.k, &r.sea.force, &e, q, qd, OF_ACCELERATION);
        sea_destroy(&r);
    }
    assert_true(entries > 3);
}

// A plate of 1 m by 0.5 m through the ball's middle: normal z, extents along x and y.
static void make_plate(sea_rig *r, tackle_plates *p) {
    sea_make(r, 1e-3, 0.5, steel, 0, vec3_make(0, 0, -5), NULL);
    assert_int_equal(tackle_plates_create(p, 1, &r->sea), RT_OK);
    const tackle_plate_def def = {
        .part = 0, .at = {0.25, 0, 0}, .normal = {0, 0, 1}, .extent = {{1, 0, 0}, {0, 0.5, 0}}, .ca = 1.9 * 0.5};
    tackle_plates_add(p, &r->k.model, &def);
}

// In flow at the angle a to the plate: the force is normal to it, 1/2 density C A U² sin a, and acts 0.3 chords from
// the leading edge at small angles, in the middle at right angles.
static void plate_in_oblique_flow(void **state) {
    (void)state;
    sea_rig r;
    tackle_plates p;
    make_plate(&r, &p);
    for (int k = 0; k <= 18; k++) {
        double a = k * PI / 36, u = 3, extent = k % 2 ? 1 : 0.5;
        dyn_eval e = sea_now(&r);
        vec3 qd[BALL_NODES] = {{0}}, way = k % 2 ? vec3_make(1, 0, 0) : vec3_make(0, 1, 0);
        const int *node = r.k.model.body[r.body].node;
        qd[node[0]] = qd[node[1]] = vec3_madd(vec3_make(0, 0, u * sin(a)), u * cos(a), way);
        e.qd = qd;
        r.sea.force.predict(&r.sea, &e, NULL);
        p.force.predict(&p, &e, NULL);
        evaluate_force(&p.force, &e, r.k.state.q, qd);
        vec3 sum = vec3_add(pushed[node[0]], pushed[node[1]]);
        CHECK_VEC3(sum, vec3_make(0, 0, -0.5 * salt * 1.9 * 0.5 * u * u * sin(a)), 1e-9);
        vec3 ahead = vec3_sub(dyn_body_point(&e, r.body, p.plate[0].now), sea_middle(&r));
        CHECK_VEC3(ahead, vec3_scale(0.2 * extent * cos(a) * cos(a), way), 1e-12);
    }
    tackle_plates_free(&p);
    sea_destroy(&r);
}

// In any motion through still water the plate takes energy, and its tangent matches.
static void plate_takes_energy(void **state) {
    (void)state;
    sea_rig r;
    tackle_plates p;
    make_plate(&r, &p);
    uint64_t seed = 3;
    for (int k = 0; k < 40; k++) {
        vec3 q[BALL_NODES], qd[BALL_NODES] = {{0}};
        memcpy(q, r.k.state.q, sizeof q);
        for (int n = DYN_FIRST_NODE; n < BALL_NODES; n++) qd[n] = random_vec3(&seed, 3);
        dyn_eval e = sea_now(&r);
        e.qd = qd;
        r.sea.force.predict(&r.sea, &e, NULL);
        p.force.predict(&p, &e, NULL);
        evaluate_force(&p.force, &e, q, qd);
        double power = 0;
        for (int n = 0; n < BALL_NODES; n++) power += vec3_dot(pushed[n], qd[n]);
        assert_true(power < 0);
        check_tangent(&r.k, &p.force, &e, q, qd, OF_VELOCITY);
    }
    tackle_plates_free(&p);
    sea_destroy(&r);
}

// Lifted out at once, the held water falls by exp(-t/T); under water it has no weight.
static void held_water_runs_off(void **state) {
    (void)state;
    sea_rig r;
    sea_make(&r, 1e-2, 0.3, steel, 0, vec3_make(0, 0, -1), NULL);
    tackle_run_off held;
    double z[1] = {0};
    tackle_run_off_create(&held, &r.sea, 0, 1, 0.2, 1.5);
    assert_int_equal(held.force.z_size, sizeof z);
    for (int k = 0; k <= 300; k++) {
        dyn_eval e = sea_now(&r);
        if (k == 1)
            for (int i = 0; i < 2; i++) r.k.state.q[r.k.model.body[r.body].node[i]].z += 2;
        r.sea.force.predict(&r.sea, &e, NULL);
        memset(pushed, 0, sizeof pushed);
        e.force = pushed;
        held.force.accept(&held, &e, z);
        held.force.eval(&held, &e, z);
        const int *node = r.k.model.body[r.body].node;
        double weight = -pushed[node[0]].z - pushed[node[1]].z;
        CHECK_NEAR(weight, k ? salt * g * 0.2 * exp(-0.01 * k / 1.5) : 0, 1e-8);
    }
    sea_destroy(&r);
}

// Values of the power law, and the mean over a draught by Simpson's rule.
static void current_falls_with_depth(void **state) {
    (void)state;
    const dyn_current c = {.tide = {1, 0, 0}, .drift = {0, 0.4, 0}, .depth = 40};
    CHECK_VEC3(dyn_current_at(&c, 0), vec3_make(1, 0.4, 0), 1e-15);
    CHECK_VEC3(dyn_current_at(&c, -20), vec3_make(pow(0.5, 1.0 / 7), 0.4 * 0.6, 0), 1e-15);
    CHECK_VEC3(dyn_current_at(&c, -40), vec3_make(0, 0.4 * 0.2, 0), 1e-15);
    CHECK_VEC3(dyn_current_at(&c, -60), vec3_make(0, 0, 0), 0);
    vec3 mean = {0, 0, 0};
    enum { PARTS = 1000 };
    for (int k = 0; k <= PARTS; k++)
        mean = vec3_madd(mean,
                         (k == 0 || k == PARTS ? 1
                          : k % 2              ? 4
                                               : 2) /
                             (3.0 * PARTS),
                         dyn_current_at(&c, -9.0 * k / PARTS));
    CHECK_VEC3(dyn_current_mean(&c, 9), mean, 1e-10);
    const dyn_current even = {.tide = {0.7, -0.2, 0}};
    CHECK_VEC3(dyn_current_at(&even, -300), even.tide, 0);
    CHECK_VEC3(dyn_current_mean(&even, 9), even.tide, 0);
}

// Shares of the height of waves of 4, 6 and 8 s behind a hull of 30 m beam and 9.5 m draught, to their printed digits;
// the shadow lies behind the hull, is continuous, and there is none with the waves along the ship.
static void lee_of_the_hull(void **state) {
    (void)state;
    const dyn_shelter s = {.length = 180, .beam = 30, .draught = 9.5, .middle = {-76, 0, 0}};
    const double period[] = {4, 6, 8}, share[] = {0.02, 0.20, 0.50};
    for (int k = 0; k < 3; k++) {
        double w = 2 * PI / period[k];
        CHECK_NEAR(dyn_shelter_passed(&s, w * w / g), share[k], 0.005);
    }
    dyn_axes axes = dyn_axes_rest;
    dyn_axes_turn(&axes, (const double[4]){cos(0.4), 0, 0, sin(0.4)});
    const vec3 bow = {cos(0.8), sin(0.8), 0}, port = {-sin(0.8), cos(0.8), 0};
    const vec3 middle = vec3_scale(-76, bow);
    CHECK_NEAR(dyn_shelter_at(&s, &axes, port, vec3_madd(middle, 25, port)), 1, 1e-12);
    CHECK_NEAR(dyn_shelter_at(&s, &axes, port, vec3_madd(middle, -25, port)), 0, 1e-12);
    CHECK_NEAR(dyn_shelter_at(&s, &axes, port, vec3_madd(middle, 80, port)), 0, 1e-12);
    CHECK_NEAR(dyn_shelter_at(&s, &axes, port, vec3_madd(vec3_madd(middle, 25, port), 120, bow)), 0, 1e-12);
    CHECK_NEAR(dyn_shelter_at(&s, &axes, bow, vec3_madd(middle, 25, port)), 0, 1e-12);
    double last = 0;
    for (int k = -1000; k <= 1000; k++) {
        double lee = dyn_shelter_at(&s, &axes, port, vec3_madd(middle, 0.1 * k, port));
        assert_true(k == -1000 || fabs(lee - last) < 0.012);
        last = lee;
    }
    dyn_waves waves = sea_waves(2, 6, 0.7);
    waves.wave[0].passed = 0.2;
    const vec3 x = {3, 2, -1};
    dyn_water open = dyn_waves_at(&waves, x, 1), lee = dyn_waves_in_lee(&waves, x, 1, 1);
    CHECK_VEC3(lee.velocity, vec3_scale(0.2, open.velocity), 1e-12);
    CHECK_NEAR(lee.surface, 0.2 * open.surface, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(let_go_under_water),        cmocka_unit_test(held_in_waves),
        cmocka_unit_test(entry_shares_the_momentum), cmocka_unit_test(tangents_match_differences),
        cmocka_unit_test(plate_in_oblique_flow),     cmocka_unit_test(plate_takes_energy),
        cmocka_unit_test(held_water_runs_off),       cmocka_unit_test(current_falls_with_depth),
        cmocka_unit_test(lee_of_the_hull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
