// SPDX-License-Identifier: MIT
// The slow motion as a source of the ship's axes: against the equations stepped alone, by differences, and with a
// pendulum below the ship, whose swing and the ship's motion change each other.
#include "dynamics/manoeuvre/motion.h"
#include "dynamics/manoeuvre/standard.h"
#include "tests/dynamics/mechanism.h"

static const double pi = 3.14159265358979323846, gravity = 9.81;

typedef struct afloat {
    mechanism k;
    moving_ship ship;
    manoeuvre_motion motion;
    manoeuvre_motion_def def;
    rt_command command;
} afloat;

static void afloat_make(afloat *f, double h, vec3 g) {
    mechanism_make(&f->k, h, g);
    rt_telegraph_standard(f->def.revolutions);
    moving_ship_create(&f->ship, f->def.midship);
    assert_int_equal(manoeuvre_motion_add(&f->motion, &f->def, &f->k.model, &f->k.state, &f->ship), RT_OK);
    f->k.model.motion = &f->ship.motion;
}

static void afloat_start(afloat *f) {
    mechanism_finish(&f->k);
    manoeuvre_motion_start(&f->motion, &f->k.state);
    f->ship.held = false;
    dyn_state_start_axes(&f->k.model, &f->k.state);
    dyn_initial_acceleration(&f->k.model, &f->k.state, f->k.work, &f->command);
}

static void afloat_step(afloat *f) { dyn_step(&f->k.model, &f->k.state, f->k.work, &f->command, NULL, &f->k.events); }

static void afloat_destroy(afloat *f) {
    manoeuvre_motion_free(&f->motion);
    mechanism_free(&f->k);
}

// A ship under way with rudder and current: its axes are where the equations alone bring it, in the axes with y to
// port.
static void test_axes_follow_the_equations(void **unused) {
    (void)unused;
    const double h = 0.01;
    afloat f = {.def = {.ship = manoeuvre_standard(180, 9.5, 41000),
                        .full = 2,
                        .speed = 6,
                        .current = {0.3, -0.4},
                        .midship = {-80, 1, 0}},
                .command = {.orders = {.engine = 500, .rudder = 600}}};
    afloat_make(&f, h, vec3_make(0, 0, 0));
    dyn_add_point_mass(&f.k.model, dyn_add_node(&f.k.model, vec3_make(0, 0, 0), false), 1e-3);
    afloat_start(&f);
    const manoeuvre_around around = {.current = {0.3, 0.4}};
    const manoeuvre_order first = {0}, then = {.shaft = 1, .rudder = 0.6 * f.def.ship.gear.rudder_most};
    manoeuvre_state alone = {.u = 6};
    manoeuvre_start(&f.def.ship, &around, &alone);
    for (int k = 0; k < 30000; k++) {
        afloat_step(&f);
        manoeuvre_step(&f.def.ship, k == 0 ? &first : &then, &around, h, &alone); // orders act from the next step on
    }
    const dyn_axes *a = f.k.state.axes;
    vec3 midship = dyn_axes_to_world(a, f.def.midship);
    print_message("after 300 s at (%.1f, %.1f) m, heading %.1f rad\n", alone.x, alone.y, alone.heading);
    assert_true(alone.heading > 1.5);
    CHECK_NEAR(midship.x, -80 + alone.x, 2e-2);
    CHECK_NEAR(midship.y, 1 - alone.y, 2e-2);
    CHECK_NEAR(a->r.m[0][0], cos(alone.heading), 1e-6);
    CHECK_NEAR(a->r.m[1][0], -sin(alone.heading), 1e-6);
    CHECK_NEAR(a->w.z, -alone.r, 1e-6);
    afloat_destroy(&f);
}

#define LENGTH 20.0
#define BOB 1e5

// A hull without water forces: mass and added mass alone.
static manoeuvre_ship bare_hull(void) {
    manoeuvre_ship s = {.water = 1000, .gear = {.shaft_lag = 1, .rudder_rate = 1, .thruster_lag = 1}};
    s.hull = (manoeuvre_hull){
        .length = 100, .draught = 5, .volume = 1000, .gyration = 0.25, .mass_x = 0.01, .mass_y = 0.2, .inertia = 0.01};
    s.rudder.height = 1;
    return s;
}

// Adds a bob below the pivot, swung out along the unit vector `side`.
static int hang_bob(afloat *f, vec3 pivot, vec3 side, double angle) {
    vec3 at = vec3_madd(vec3_madd(pivot, -LENGTH * cos(angle), vec3_make(0, 0, 1)), LENGTH * sin(angle), side);
    int top = dyn_add_node(&f->k.model, pivot, true), bob = dyn_add_node(&f->k.model, at, false);
    dyn_add_point_mass(&f->k.model, bob, BOB);
    dyn_add_row(&f->k.model, &(dyn_row_def){bob, top, bob, top, 0.5 / LENGTH, LENGTH * LENGTH}, -1, -1);
    return bob;
}

// Velocity of the bob in the world.
static vec3 bob_velocity(const afloat *f, int bob) {
    const dyn_state *s = &f->k.state;
    return mat3_mul(&s->axes->r, dyn_axes_velocity(s->axes, s->q[bob], s->qd[bob]));
}

// A pendulum of the mass m under a ship of the mass M: w² = g/L (1 + m/M), M with its added mass; ship and bob keep
// their momentum.
static void check_swing(vec3 side, double mass) {
    const double h = 1e-3;
    afloat f = {.def = {.ship = bare_hull()}};
    afloat_make(&f, h, vec3_make(0, 0, -gravity));
    int bob = hang_bob(&f, vec3_make(0, 0, 3), side, 0.02);
    afloat_start(&f);
    double last = 0, crossed[3] = {0}, worst = 0, most = 0;
    for (int k = 1, n = 0; n < 3 && k < 40000; k++) {
        afloat_step(&f);
        vec3 at = f.k.state.q[bob], ship = f.k.state.axes->v, v = bob_velocity(&f, bob);
        double out = vec3_dot(at, side), momentum = BOB * vec3_dot(v, side) + mass * vec3_dot(ship, side);
        worst = fmax(worst, fabs(momentum)), most = fmax(most, fabs(mass * vec3_dot(ship, side)));
        if (last < 0 && out >= 0) crossed[n++] = h * (k - out / (out - last));
        last = out;
    }
    double period = crossed[2] - crossed[1], wanted = 2 * pi * sqrt(LENGTH / (gravity * (1 + BOB / mass)));
    print_message("period %.4f s, closed form %.4f s; momentum off by %.2g of the ship's\n", period, wanted,
                  worst / most);
    CHECK_NEAR(period, wanted, 1e-3 * wanted);
    assert_true(worst < 2e-3 * most);
    afloat_destroy(&f);
}

static void test_pendulum_moves_the_ship(void **unused) {
    (void)unused;
    const double added = 0.5 * 1000 * 100 * 100 * 5; // ½ rho L² d
    check_swing(vec3_make(1, 0, 0), 1e6 + 0.01 * added);
    check_swing(vec3_make(0, 1, 0), 1e6 + 0.2 * added);
}

// A bob swinging across at the bow turns the ship: ship and bob keep their moment of momentum about the world's
// vertical.
static void test_pendulum_turns_the_ship(void **unused) {
    (void)unused;
    const double h = 1e-3, added = 0.5 * 1000 * 100 * 100 * 5, mass = 1e6 + 0.2 * added,
                 inertia = 1e6 * 625 + 0.01 * added * 1e4;
    afloat f = {.def = {.ship = bare_hull()}};
    f.def.ship.hull.mass_x = 0.2; // equal added masses: no Munk moment
    afloat_make(&f, h, vec3_make(0, 0, -gravity));
    int bob = hang_bob(&f, vec3_make(45, 0, 3), vec3_make(0, 1, 0), 0.05);
    afloat_start(&f);
    double worst = 0, most = 0;
    for (int k = 0; k < 20000; k++) {
        afloat_step(&f);
        const dyn_axes *a = f.k.state.axes;
        vec3 at = dyn_axes_to_world(a, f.k.state.q[bob]), v = bob_velocity(&f, bob);
        double own = inertia * a->w.z + mass * (a->p.x * a->v.y - a->p.y * a->v.x),
               moment = BOB * (at.x * v.y - at.y * v.x);
        worst = fmax(worst, fabs(own + moment)), most = fmax(most, fabs(own));
    }
    print_message("moment of momentum off by %.2g of the ship's\n", worst / most);
    assert_true(worst < 2e-3 * most && most > 1e5);
    afloat_destroy(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axes_follow_the_equations),
        cmocka_unit_test(test_pendulum_moves_the_ship),
        cmocka_unit_test(test_pendulum_turns_the_ship),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
