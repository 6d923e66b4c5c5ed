// SPDX-License-Identifier: MIT
// A bulk carrier of 180 m in ballast lies to one anchor in 20 m/s of wind and sheers from side to side (fish-tailing).
// The chain is an inextensible catenary of 62 mm links in 25 m of water, without inertia. The expected values are those
// of an independent program with the same hull and wind coefficients; it did not give its added masses and surge
// coefficients, which are KVLCC2's here.
#include "tests/check.h"
#include "tests/dynamics/manoeuvre/kvlcc2.h"

#define WEIGHT 719.0 // of the chain in water [N/m]
#define SCOPE 220.0  // chain from hawse to anchor [m]
#define DEPTH 25.0   // below the hawse [m]
#define HAWSE 84.0   // ahead of midship [m]

static const double pi = 3.14159265358979323846;

static manoeuvre_ship bulker(void) {
    manoeuvre_ship s = manoeuvre_standard(180, 6.5, 27378);
    manoeuvre_hull *h = &s.hull;
    h->centre = 0, h->x_vr = 0;
    h->y_v = -0.25, h->y_r = 0.06, h->n_v = -0.08, h->n_r = -0.04;
    s.rudder.area = 0;
    return s;
}

// Horizontal distance from the anchor to the hawse at the horizontal tension t: on the ground, then
// s = sqrt(H² + 2Ha) of catenary, a = t/w; lifted whole: s² - H² = (2a sinh(X/2a))².
static double reach(double t) {
    double a = t / WEIGHT, lifted = sqrt(DEPTH * DEPTH + 2 * DEPTH * a);
    if (lifted < SCOPE) return SCOPE - lifted + a * acosh(1 + DEPTH / a);
    return 2 * a * asinh(sqrt(SCOPE * SCOPE - DEPTH * DEPTH) / (2 * a));
}

static double tension(double distance) {
    double low = 1, high = 1e8;
    if (distance <= reach(low)) return 0;
    for (int k = 0; k < 50; k++) {
        double middle = sqrt(low * high);
        if (reach(middle) < distance)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Pull of the chain from the anchor at the world's origin.
static double pull(const manoeuvre_state *m, manoeuvre_force *f) {
    double c = cos(m->heading), s = sin(m->heading), x = m->x + HAWSE * c, y = m->y + HAWSE * s, far = hypot(x, y),
           t = tension(far), ahead = -t / far * (c * x + s * y), across = -t / far * (-s * x + c * y);
    *f = (manoeuvre_force){ahead, across, HAWSE * across};
    return t;
}

typedef struct swing {
    double yaw, sway, period, mean, peak; // [deg], [m], [s], [N]
} swing;

// The swings of the second half of a run, counted by the zero upcrossings of the heading.
static swing lie_at_anchor(const manoeuvre_ship *s, double wind, double seconds) {
    const double h = 0.1;
    manoeuvre_around a = {.wind = {-wind, 0}};
    manoeuvre_state m = {.x = -reach(100e3) - HAWSE, .y = 5, .heading = 0.05};
    swing out = {0};
    double first = 0, last = 0;
    int ups = -1, n = 0;
    pull(&m, &a.tackle);
    manoeuvre_start(s, &a, &m);
    for (long k = 0; k < lround(seconds / h); k++) {
        double was = m.heading, t = pull(&m, &a.tackle);
        manoeuvre_step(s, &(manoeuvre_order){0}, &a, h, &m);
        if (k * h < 0.5 * seconds) continue;
        out.yaw = fmax(out.yaw, fabs(m.heading) / degree), out.sway = fmax(out.sway, fabs(m.y));
        out.peak = fmax(out.peak, t), out.mean += t, n++;
        if (was < 0 && m.heading >= 0) last = k * h, first = ups++ < 0 ? last : first;
    }
    out.mean /= n, out.period = (last - first) / ups;
    return out;
}

static void check_swing(double wind, double yaw, double sway, double period, double mean) {
    const manoeuvre_ship s = bulker();
    const swing f = lie_at_anchor(&s, wind, 12000);
    print_message("%g m/s: yaw %.1f deg, sway %.0f m, period %.0f s, tension mean %.0f, peak %.0f kN\n", wind, f.yaw,
                  f.sway, f.period, 1e-3 * f.mean, 1e-3 * f.peak);
    CHECK_NEAR(f.yaw, yaw, 0.05 * yaw);
    CHECK_NEAR(f.sway, sway, 0.05 * sway);
    CHECK_NEAR(f.period, period, 0.05 * period);
    CHECK_NEAR(f.mean, mean, 0.05 * mean);
}

static void test_fishtailing(void **unused) {
    (void)unused;
    check_swing(20, 58.9, 123, 979, 233e3);
    check_swing(25, 59, 123, 784, 358e3);
}

// Small surge against the chain: period 2 pi sqrt((m + m_x)/k), k = w / (acosh(1 + H/a) - 2/sqrt(1 + 2a/H)).
static void test_surge_period(void **unused) {
    (void)unused;
    manoeuvre_ship s = bulker();
    const double h = 0.05, steady = 114e3, a = steady / WEIGHT,
                 k = WEIGHT / (acosh(1 + DEPTH / a) - 2 / sqrt(1 + 2 * a / DEPTH)),
                 mass = s.water * (s.hull.volume + 0.5 * 180 * 180 * 6.5 * s.hull.mass_x);
    manoeuvre_around around = {.wind = {0, 0}};
    manoeuvre_state m = {.x = -reach(steady) - HAWSE - 0.1};
    double ups[2] = {0};
    s.windage.lateral = 0, s.hull.resistance = 0;
    manoeuvre_start(&s, &around, &m);
    for (int i = 0, n = 0; n < 2 && i < 20000; i++) {
        double was = m.u;
        pull(&m, &around.tackle);
        around.tackle.x -= steady; // in place of the wind
        manoeuvre_step(&s, &(manoeuvre_order){0}, &around, h, &m);
        if (i > 0 && was < 0 && m.u >= 0) ups[n++] = i * h;
    }
    print_message("k %.1f kN/m, period %.1f s\n", 1e-3 * k, ups[1] - ups[0]);
    CHECK_NEAR(ups[1] - ups[0], 2 * pi * sqrt(mass / k), 0.01 * 149);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fishtailing),
        cmocka_unit_test(test_surge_period),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
