// SPDX-License-Identifier: MIT
// KVLCC2 by the MMG standard method: forces at a point, turning circles, zig-zags. The expected values come from an
// independent program that integrates the equations of Yasukawa & Yoshimura (2015) by a fourth-order Runge-Kutta
// method.
#include "tests/check.h"
#include "tests/dynamics/manoeuvre/kvlcc2.h"

#define CHECK_SHARE(value, expected, share) CHECK_NEAR((value), (expected), (share)*fabs(expected))

static const manoeuvre_around calm = {.current = {0, 0}};

typedef struct point {
    manoeuvre_ship ship;
    manoeuvre_state at;
    double x, y, n, du, dv, dr;
} point;

static void test_one_point(void **unused) {
    (void)unused;
    const point points[] = {
        {kvlcc2_model(),
         {.u = 1.1, .v = -0.165, .r = 0.05, .shaft = 12, .rudder = 20 * degree},
         -0.97399,
         150.265,
         117.137,
         -0.0132515,
         -0.00877091,
         0.00469441},
        {kvlcc2_full(),
         {.u = 7, .v = -1.05, .r = 0.006, .shaft = 1.7, .rudder = 20 * degree},
         -1.91551e5,
         1.11242e7,
         6.79316e8,
         -0.0104943,
         -0.00698831,
         1.66748e-4},
    };
    for (int k = 0; k < 2; k++) {
        manoeuvre_state m = points[k].at;
        const manoeuvre_force f = manoeuvre_forces(&points[k].ship, &m, &calm);
        manoeuvre_accelerate(&points[k].ship, &f, &m);
        CHECK_SHARE(f.x, points[k].x, 6e-6);
        CHECK_SHARE(f.y, points[k].y, 6e-6);
        CHECK_SHARE(f.n, points[k].n, 6e-6);
        CHECK_SHARE(m.du, points[k].du, 6e-6);
        CHECK_SHARE(m.dv, points[k].dv, 6e-6);
        CHECK_SHARE(m.dr, points[k].dr, 6e-6);
    }
}

// A ship under way at its balanced revolutions.
typedef struct trial {
    manoeuvre_ship ship;
    manoeuvre_state m;
    manoeuvre_order order;
    double h, t;
} trial;

static trial start(const manoeuvre_ship *s, double speed, double shaft, double h) {
    trial t = {.ship = *s, .m = {.u = speed, .shaft = shaft}, .order = {.shaft = shaft}, .h = h};
    manoeuvre_start(s, &calm, &t.m);
    return t;
}

static void advance(trial *t) {
    manoeuvre_step(&t->ship, &t->order, &calm, t->h, &t->m);
    t->t += t->h;
}

typedef struct circle {
    double advance, transfer, diameter, t90, speed, turn, drift; // lengths by L, speed by U0, r', beta [deg]
} circle;

static circle turn(trial *t, double rudder, double until) {
    double length = t->ship.hull.length, u0 = t->m.u;
    circle c = {0};
    t->order.rudder = rudder;
    while (t->t < until) {
        double was = fabs(t->m.heading);
        advance(t);
        double now = fabs(t->m.heading);
        if (was < 90 * degree && now >= 90 * degree)
            c.advance = t->m.x / length, c.transfer = t->m.y / length, c.t90 = t->t;
        if (was < 180 * degree && now >= 180 * degree) c.diameter = t->m.y / length;
    }
    double speed = hypot(t->m.u, t->m.v);
    c.speed = speed / u0, c.turn = t->m.r * length / speed, c.drift = atan2(-t->m.v, t->m.u) / degree;
    return c;
}

typedef struct turning_case {
    manoeuvre_ship ship;
    double speed, shaft, rudder, h, until; // rudder [deg]
    circle expected;
} turning_case;

static void test_turning_circles(void **unused) {
    (void)unused;
    const double knot = 1852.0 / 3600, full = 15.5 * knot, model = 1.17935;
    const turning_case cases[] = {
        {kvlcc2_model(), model, 11.855, 35, 1e-3, 200, {3.079, 1.332, 3.118, 25.80, 0.383, 0.861, 18.96}},
        {kvlcc2_model(), model, 11.855, -35, 1e-3, 200, {3.090, -1.332, -3.105, 25.54, 0.384, -0.886, -19.24}},
        {kvlcc2_full(), full, 1.7785, 35, 5e-3, 1500, {2.975, 1.270, 3.004, 169.2, 0.377, 0.890, 19.4}},
        {kvlcc2_full(), full, 1.7785, -35, 5e-3, 1500, {3.000, -1.281, -3.013, 168.0, 0.380, -0.909, -19.6}},
    };
    for (int k = 0; k < 4; k++) {
        trial t = start(&cases[k].ship, cases[k].speed, cases[k].shaft, cases[k].h);
        const circle c = turn(&t, cases[k].rudder * degree, cases[k].until), *e = &cases[k].expected;
        print_message("A_D %.3f L, transfer %.3f L, D_T %.3f L, t90 %.2f s, U/U0 %.3f, r' %.3f, beta %.2f deg\n",
                      c.advance, c.transfer, c.diameter, c.t90, c.speed, c.turn, c.drift);
        CHECK_SHARE(c.advance, e->advance, 5e-3);
        CHECK_SHARE(c.transfer, e->transfer, 5e-3);
        CHECK_SHARE(c.diameter, e->diameter, 5e-3);
        CHECK_SHARE(c.t90, e->t90, 5e-3);
        CHECK_SHARE(c.speed, e->speed, 5e-3);
        CHECK_SHARE(c.turn, e->turn, 5e-3);
        CHECK_SHARE(c.drift, e->drift, 5e-3);
    }
}

// First and second overshoot of a zig-zag [deg]: beyond the heading at which the rudder was reversed.
static void zigzag(trial *t, double angle, double overshoot[2]) {
    overshoot[0] = overshoot[1] = 0;
    t->order.rudder = angle;
    for (int reversed = 0; reversed < 3 && t->t < 3000;) {
        advance(t);
        double side = t->order.rudder > 0 ? 1 : -1, beyond = -side * t->m.heading - fabs(angle);
        if (reversed > 0) overshoot[reversed - 1] = fmax(overshoot[reversed - 1], beyond / degree);
        if (side * t->m.heading >= fabs(angle)) t->order.rudder = -t->order.rudder, reversed++;
    }
}

typedef struct zigzag_case {
    manoeuvre_ship ship;
    double speed, shaft, angle, h, first, second; // [deg]
} zigzag_case;

static void test_zigzags(void **unused) {
    (void)unused;
    const double full = 15.5 * 1852 / 3600, model = 1.17935;
    const zigzag_case cases[] = {
        {kvlcc2_model(), model, 11.855, 10, 1e-3, 4.94, 13.57},
        {kvlcc2_model(), model, 11.855, -10, 1e-3, 7.01, 8.77},
        {kvlcc2_model(), model, 11.855, 20, 1e-3, 10.50, 15.63},
        {kvlcc2_model(), model, 11.855, -20, 1e-3, 13.64, 11.66},
        {kvlcc2_full(), full, 1.7785, 10, 5e-3, 4.89, 13.14},
        {kvlcc2_full(), full, 1.7785, -10, 5e-3, 6.93, 8.50},
        {kvlcc2_full(), full, 1.7785, 20, 5e-3, 10.46, 15.32},
        {kvlcc2_full(), full, 1.7785, -20, 5e-3, 13.57, 11.46},
    };
    for (int k = 0; k < 8; k++) {
        trial t = start(&cases[k].ship, cases[k].speed, cases[k].shaft, cases[k].h);
        double found[2];
        zigzag(&t, cases[k].angle * degree, found);
        print_message("%g deg: overshoots %.2f, %.2f deg\n", cases[k].angle, found[0], found[1]);
        CHECK_NEAR(found[0], cases[k].first, 0.1);
        CHECK_NEAR(found[1], cases[k].second, 0.1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_point),
        cmocka_unit_test(test_turning_circles),
        cmocka_unit_test(test_zigzags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
