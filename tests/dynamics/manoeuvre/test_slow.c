// SPDX-License-Identifier: MIT
// A ship that is slow, drifts, stops or moves astern: closed forms, the water's frame, trials against IMO MSC.137(76).
#include "tests/check.h"
#include "tests/dynamics/manoeuvre/kvlcc2.h"

#define CHECK_SHARE(value, expected, share) CHECK_NEAR((value), (expected), (share)*fabs(expected))

static const manoeuvre_around calm = {.current = {0, 0}};
static const double knot = 1852.0 / 3600;

static void run(const manoeuvre_ship *s, const manoeuvre_order *o, const manoeuvre_around *a, double seconds,
                manoeuvre_state *m) {
    const double h = 0.02;
    for (long k = 0; k < lround(seconds / h); k++) manoeuvre_step(s, o, a, h, m);
}

// Drag of the cross flow: ½ρLd C_D v² across, ½ρLd C_D r² L³/32 about midship.
static void test_cross_flow(void **unused) {
    (void)unused;
    const manoeuvre_ship s = kvlcc2_full();
    const manoeuvre_hull *h = &s.hull;
    double q = 0.5 * s.water * h->length * h->draught * h->cross_drag, v = 0.4, r = 0.002;
    manoeuvre_force across = manoeuvre_hull_force(&s, 0, v, 0), turn = manoeuvre_hull_force(&s, 0, 0, r);
    CHECK_SHARE(across.y, -q * v * v, 1e-12);
    CHECK_NEAR(across.n, 0, 1e-9 * q);
    CHECK_SHARE(turn.n, -q * r * r * pow(h->length, 3) / 32 * (1 - 2.0 / (20 * 20)), 1e-9); // by 20 strips
    CHECK_NEAR(turn.y, 0, 1e-9 * q);
}

// Between both forms the forces change by small amounts where the velocity does, and their slope has no jump.
static void test_blend_is_smooth(void **unused) {
    (void)unused;
    const manoeuvre_ship s = kvlcc2_full();
    const double step = 1e-3, force = 0.5 * s.water * s.hull.length * s.hull.draught;
    for (int path = 0; path < 3; path++) {
        double last[2] = {0};
        for (int k = 0; k < 6000; k++) {
            double u = path == 2 ? 2 : (k + 1) * step, v = path == 2 ? -3 + k * step : -0.3, r = path == 1 ? 0.004 : 0;
            double y = manoeuvre_hull_force(&s, u, v, r).y / force;
            if (k > 1) CHECK_NEAR(y - 2 * last[0] + last[1], 0, 60 * step * step);
            last[1] = last[0], last[0] = y;
        }
    }
}

// In a uniform current the ship moves as in still water, carried along.
static void test_current_carries(void **unused) {
    (void)unused;
    manoeuvre_ship s = manoeuvre_standard(180, 9.5, 41000);
    const manoeuvre_around current = {.current = {0.7, -1.1}};
    const manoeuvre_order order = {.shaft = 1, .rudder = 25 * degree, .thruster = 0.5};
    manoeuvre_state still = {.u = 3}, carried = still;
    s.windage.lateral = 0; // the air does not move along
    manoeuvre_start(&s, &calm, &still);
    manoeuvre_start(&s, &current, &carried);
    run(&s, &order, &calm, 600, &still);
    run(&s, &order, &current, 600, &carried);
    CHECK_NEAR(carried.x - 600 * 0.7, still.x, 1e-6);
    CHECK_NEAR(carried.y + 600 * 1.1, still.y, 1e-6);
    CHECK_NEAR(carried.heading, still.heading, 1e-12);
    assert_true(fabs(still.heading) > 1);
}

// Blendermann (1994): a tanker in ballast of 2 700 m², 20 m/s abeam: ½ 1.225 400 0.70 2 700 = 463 kN. From ahead and
// from astern the frontal area alone bears.
static void test_wind(void **unused) {
    (void)unused;
    const manoeuvre_ship s = manoeuvre_standard(180, 6.5, 27378);
    const double q = 0.5 * 1.225 * 400, from_starboard[2] = {0, -20}, ahead[2] = {-20, 0}, astern[2] = {20, 0};
    manoeuvre_force f = manoeuvre_wind_force(&s, from_starboard);
    CHECK_NEAR(f.y, -463.05e3, 1);
    CHECK_NEAR(f.n, 6 * f.y, 1); // by the lever of the areas' centroid
    CHECK_NEAR(f.x, 0, 1e-6);
    CHECK_NEAR(manoeuvre_wind_force(&s, ahead).x, -q * 0.75 * 620, 1);
    CHECK_NEAR(manoeuvre_wind_force(&s, astern).x, q * 0.55 * 620, 1);
}

// A ship adrift across the wind: drag of air and water are equal, v = V sqrt(rho_a A_L CD_t / (rho L d C_D)) for the
// wind relative to the ship.
static void test_drifts_with_the_wind(void **unused) {
    (void)unused;
    manoeuvre_ship s = manoeuvre_standard(180, 6.5, 27378);
    const manoeuvre_around wind = {.wind = {0, 15}};
    manoeuvre_state m = {0};
    s.hull.centre = s.windage.centroid = s.propeller.wake = 0; // stays abeam
    s.rudder.area = 0;
    manoeuvre_start(&s, &wind, &m);
    run(&s, &(manoeuvre_order){0}, &wind, 1500, &m);
    double share = sqrt(1.225 * 2700 * 0.70 / (1025 * 180 * 6.5 * s.hull.cross_drag));
    CHECK_NEAR(m.heading, 0, 1e-9);
    CHECK_SHARE(m.v, 15 * share / (1 + share), 1e-3);
}

// Ahead with the inflow reversed the thrust grows to a bound, and speed leaves the thruster a share: both parameters.
static void test_bounds_of_thrust(void **unused) {
    (void)unused;
    manoeuvre_ship s = manoeuvre_standard(180, 9.5, 41000);
    const double k0 = s.propeller.k[0];
    CHECK_SHARE(manoeuvre_thrust_coefficient(&s.propeller, -0.1, 1), k0 - s.propeller.k[1] * 0.1 / s.propeller.diameter,
                1e-12);
    CHECK_SHARE(manoeuvre_thrust_coefficient(&s.propeller, -50, 1), 1.3 * k0, 1e-12);
    s.propeller.reversed = 1.1;
    CHECK_SHARE(manoeuvre_thrust_coefficient(&s.propeller, -50, 1), 1.1 * k0, 1e-12);
    s.thruster.force = 1e5;
    manoeuvre_state m = {.u = 4, .thruster = -1};
    CHECK_SHARE(manoeuvre_thruster_force(&s, &m).y, -2e4, 1e-12);
    s.thruster.left = 0.35;
    CHECK_SHARE(manoeuvre_thruster_force(&s, &m).y, -3.5e4, 1e-12);
    m.u = -1.25;
    CHECK_SHARE(manoeuvre_thruster_force(&s, &m).y, -5e4, 1e-12);
}

// IMO MSC.137(76): from full ahead with full astern the track reach is at most 15 lengths. Astern the propeller moves
// the stern to port.
static void test_crash_stop(void **unused) {
    (void)unused;
    const manoeuvre_ship s = kvlcc2_full();
    double full = manoeuvre_full_ahead(&s, 15.5 * knot), reach = 0, seconds = 0;
    const manoeuvre_order astern = {.shaft = -0.7 * full};
    manoeuvre_state m = {.u = 15.5 * knot, .shaft = full};
    CHECK_SHARE(full, 1.7785, 1e-3);
    manoeuvre_start(&s, &calm, &m);
    CHECK_NEAR(m.du, 0, 1e-6);
    for (; m.u > 0 && seconds < 3000; seconds += 1) {
        run(&s, &astern, &calm, 1, &m);
        reach += hypot(m.u, m.v);
    }
    print_message("crash stop: track reach %.1f L in %.0f s, heading %.0f deg\n", reach / 320, seconds,
                  m.heading / degree);
    assert_true(reach < 15 * 320 && reach > 5 * 320);
    assert_true(m.heading > 0);
    run(&s, &astern, &calm, 1200, &m);
    print_message("astern: %.1f kn\n", m.u / knot);
    assert_true(m.u < -3 * knot && m.u > -12 * knot);
}

// An engine ordered astern runs down, waits for its start, and reverses; the rudder follows at its rate.
static void test_gear(void **unused) {
    (void)unused;
    const manoeuvre_ship s = kvlcc2_full();
    const manoeuvre_order order = {.shaft = -1, .rudder = 60 * degree};
    manoeuvre_state m = {.shaft = 1.5};
    manoeuvre_start(&s, &calm, &m);
    run(&s, &order, &calm, 10, &m);
    CHECK_NEAR(m.rudder, 10 * 2.34 * degree, 1e-9);
    assert_true(m.shaft > 0.5);
    run(&s, &order, &calm, 10, &m);
    CHECK_NEAR(m.rudder, 35 * degree, 1e-12); // its stop
    double down = s.gear.shaft_lag * log(1.5 / s.gear.reverse_at) + s.gear.start_delay;
    run(&s, &order, &calm, down - 20 - 0.5, &m);
    assert_true(m.shaft > 0);
    run(&s, &order, &calm, 1, &m);
    assert_true(m.shaft <= 0);
    run(&s, &order, &calm, 5 * s.gear.shaft_lag, &m);
    CHECK_NEAR(m.shaft, -1, 0.01);
}

// Left alone, a ship comes to rest from any velocity.
static void test_comes_to_rest(void **unused) {
    (void)unused;
    const manoeuvre_ship s = manoeuvre_standard(180, 9.5, 41000);
    static const double from[][3] = {{8, 0, 0}, {-4, 0.5, 0}, {1, 3, 0.01}, {0, 0, 0.03}, {6, -2, -0.02}};
    for (int k = 0; k < 5; k++) {
        manoeuvre_state m = {.u = from[k][0], .v = from[k][1], .r = from[k][2]};
        manoeuvre_start(&s, &calm, &m);
        run(&s, &(manoeuvre_order){0}, &calm, 7200, &m);
        assert_true(hypot(m.u, m.v) < 0.5 && fabs(m.r) < 0.002);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cross_flow),           cmocka_unit_test(test_blend_is_smooth),
        cmocka_unit_test(test_current_carries),      cmocka_unit_test(test_wind),
        cmocka_unit_test(test_drifts_with_the_wind), cmocka_unit_test(test_bounds_of_thrust),
        cmocka_unit_test(test_crash_stop),           cmocka_unit_test(test_gear),
        cmocka_unit_test(test_comes_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
