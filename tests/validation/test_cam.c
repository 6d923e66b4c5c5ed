// SPDX-License-Identifier: MIT
// The shipped cam and follower. The face on an eccentric circle lifts by e sin(angle), exactly; the contact force is
// Newton's second law of the follower; above the speed at which it is zero at the top the face leaves the cam, and
// the follower swings on its spring. The contact's stiffness K causes a depth N / K.
#include "tests/validation/ledger.h"
#include "tests/validation/planar_rig.h"

static const double E = 0.01, MASS = 0.5, STIFFNESS = 2000, PRELOAD = 50, MIDDLE = 0.04;
static const char SCENARIO[] = "config/scenarios/contact/cam_follower.yaml";

static planar_rig rig;
static double contact_stiffness = 1e7; // as in the scenario

// Angle of the cam's centre from the horizontal; it starts straight down.
static double angle_at(double t, double omega) { return omega * t - 0.5 * M_PI; }

static double force_at(double t, double omega) {
    return PRELOAD + (STIFFNESS - MASS * omega * omega) * E * sin(angle_at(t, omega));
}

static void load(double omega, double h) {
    planar_load(&rig, "cam_follower.yaml");
    rig.sc.model.drivers.item[0].motion.rate = omega;
    rig.sc.model.materials.item[0].law.stiffness = contact_stiffness;
    if (h > 0) rig.sc.solver.step = h;
}

typedef struct errors {
    double lift, lift_less_depth, force;
} errors;

// Largest errors over two turns, after the first bounce has decayed.
static errors run(double omega) {
    errors most = {0, 0, 0};
    const double h = rig.sc.solver.step;
    planar_start(&rig);
    long steps = lround(4 * M_PI / omega / h), first = lround(0.02 / h);
    for (long k = 1; k <= first + steps; k++) {
        planar_step(&rig);
        if (k < first) continue;
        double t = (double)k * h, lift = planar_value(&rig, "height") - MIDDLE - E * sin(angle_at(t, omega));
        most.lift = fmax(most.lift, fabs(lift));
        most.lift_less_depth = fmax(most.lift_less_depth, fabs(lift + force_at(t, omega) / contact_stiffness));
        most.force = fmax(most.force, fabs(planar_value(&rig, "force") - force_at(t, omega)));
    }
    planar_end(&rig);
    return most;
}

static void test_lift_and_force(void **state) {
    (void)state;
    ledger l = ledger_begin("cam", "Flat-faced follower with a spring on an eccentric round cam, 300 rpm", SCENARIO);
    double omega = 10 * M_PI;
    load(omega, 0);
    errors e = run(omega);
    double most = PRELOAD + (STIFFNESS - MASS * omega * omega) * E;
    ledger_row(&l, "largest error of lift over two turns", "m", 0, "e sin(angle); limit: the depth N/K", e.lift,
               1.01 * most / contact_stiffness);
    // the damper adds at most its cap, 200 s/m, times the rate of the depth to the force
    double rate = fabs(STIFFNESS - MASS * omega * omega) * E * omega / contact_stiffness;
    ledger_row(&l, "the same with the depth N/K taken out", "m", 0,
               "e sin(angle) - N/K, N by Newton's second law; limit: the damper's share of the depth",
               e.lift_less_depth, 200 * rate * most / contact_stiffness);
    ledger_row(&l, "largest error of the contact force", "N", 0, "F0 + (k - m omega²) e sin(angle)", e.force, 0.05);
    enum { POINTS = 200 };
    static double x[POINTS], y[POINTS], z[POINTS];
    load(omega, 0);
    planar_start(&rig);
    for (int k = 0; k < POINTS; k++) {
        for (int i = 0; i < 15; i++) planar_step(&rig);
        x[k] = 15e-4 * (k + 1);
        y[k] = planar_value(&rig, "force");
        z[k] = force_at(x[k], omega);
    }
    planar_end(&rig);
    ledger_curve(&l, "Contact force", "hawse", "time [s]", "force [N]", x, y, POINTS);
    ledger_curve(&l, "Contact force", "closed form", "time [s]", "force [N]", x, z, POINTS);
    ledger_end(&l);
}

static double lift_error(int segments, double smooth) {
    char contour[64];
    snprintf(contour, sizeof contour, "circle 40 %d", segments);
    load(10 * M_PI, 0);
    planar_shape(&rig, "cam")->smooth_angle = smooth;
    planar_contour(&rig, "cam", contour);
    char path[RT_CONFIG_TEXT];
    snprintf(path, sizeof path, "%s", planar_shape(&rig, "cam")->file);
    errors e = run(10 * M_PI);
    unlink(path);
    print_message("%4d segments, %s: lift off by %.2e m, force by %.2e N\n", segments,
                  smooth > 0 ? "smooth" : "a polygon", e.lift_less_depth, e.force);
    return e.lift_less_depth;
}

// The number of segments: the cam's contour is off by the fourth power of their length where it is smooth. As a polygon
// it makes the face hop from facet to facet, for comparison. Ten times as stiff as shipped, so that the depth hides no
// error.
static void test_segments(void **state) {
    (void)state;
    ledger l =
        ledger_begin("cam_segments", "The same cam by its number of segments, smooth and as a polygon", SCENARIO);
    double smooth[4], polygon[4], x[4];
    contact_stiffness = 1e8;
    for (int k = 0; k < 4; k++) {
        x[k] = 12 << k;
        smooth[k] = lift_error(12 << k, 0.6);
        polygon[k] = lift_error(24 << k, 0);
    }
    contact_stiffness = 1e7;
    ledger_curve(&l, "Convergence", "smooth", "segments", "largest error of lift [m]", x, smooth, 4);
    for (int k = 0; k < 4; k++) x[k] *= 2;
    ledger_curve(&l, "Convergence", "polygon", "segments", "largest error of lift [m]", x, polygon, 4);
    double theta = 2 * M_PI / 24, parabola = 0.04 * pow(theta, 4) / 128;
    ledger_row(&l, "error with 24 segments, smooth", "m", parabola,
               "arc against parabola: R theta⁴/128, theta = 2 pi/24", smooth[1], 0.02 * parabola);
    ledger_row(&l, "order of convergence, smooth, 24 to 48 segments", "1", 4, "arc against parabola",
               log2(smooth[1] / smooth[2]), 0.3);
    ledger_end(&l);
}

static bool leaves(double omega) {
    load(omega, 0);
    planar_start(&rig);
    long steps = lround(4 * M_PI / omega / rig.sc.solver.step), first = lround(2 * M_PI / omega / rig.sc.solver.step);
    bool off = false;
    for (long k = 1; k <= steps; k++) {
        planar_step(&rig);
        if (k > first && !(planar_value(&rig, "force") > 0)) off = true;
    }
    planar_end(&rig);
    return off;
}

static double jump_speed(void) { return sqrt((PRELOAD / E + STIFFNESS) / MASS); }

static void test_jump(void **state) {
    (void)state;
    ledger l = ledger_begin("cam_jump", "The speed from which the face leaves the cam", SCENARIO);
    double low = 0.9 * jump_speed(), high = 1.1 * jump_speed();
    assert_true(!leaves(low) && leaves(high));
    for (int k = 0; k < 10; k++) {
        double middle = 0.5 * (low + high);
        *(leaves(middle) ? &high : &low) = middle;
    }
    ledger_row(&l, "speed of lift-off", "rad/s", jump_speed(), "sqrt((F0/e + k)/m)", 0.5 * (low + high),
               2e-3 * jump_speed());
    ledger_end(&l);
}

// Rigid cam and follower: they part where the force is zero, and the follower swings on the spring alone.
typedef struct flight {
    double from, to, gap; // instants, the largest gap
} flight;

static double gap_at(double t, double from, double omega) {
    double w = sqrt(STIFFNESS / MASS), rest = -PRELOAD / STIFFNESS; // about the middle
    double y = E * sin(angle_at(from, omega)) - rest, v = E * omega * cos(angle_at(from, omega)), s = t - from;
    return rest + y * cos(w * s) + v / w * sin(w * s) - E * sin(angle_at(t, omega));
}

static flight exact_flight(double omega) {
    flight f = {.gap = 0};
    f.from = (asin(PRELOAD / (E * (MASS * omega * omega - STIFFNESS))) + 0.5 * M_PI) / omega;
    double low = 0, high = 0;
    for (double t = f.from + 1e-5; high == 0; t += 1e-5) {
        double g = gap_at(t, f.from, omega);
        f.gap = fmax(f.gap, g);
        if (t > f.from + 2e-3 && g < 0) low = t - 1e-5, high = t;
    }
    for (int k = 0; k < 50; k++) *(gap_at(0.5 * (low + high), f.from, omega) > 0 ? &low : &high) = 0.5 * (low + high);
    f.to = low;
    return f;
}

static void test_flight(void **state) {
    (void)state;
    ledger l = ledger_begin("cam_flight", "The first flight of the follower at 1.3 times that speed", SCENARIO);
    double omega = 1.3 * jump_speed(), h = 2e-5;
    flight f = exact_flight(omega), got = {0, 0, 0};
    load(omega, h);
    planar_start(&rig);
    for (long k = 1; got.to == 0 && k < 5000; k++) {
        double t = (double)k * h;
        planar_step(&rig);
        bool touches = planar_value(&rig, "force") > 0;
        if (t < 0.8 * f.from) continue; // the first bounce
        if (!touches && got.from == 0) got.from = t;
        if (touches && got.from > 0) got.to = t;
        if (got.from > 0) got.gap = fmax(got.gap, planar_value(&rig, "height") - MIDDLE - E * sin(angle_at(t, omega)));
    }
    planar_end(&rig);
    ledger_row(&l, "largest gap", "m", f.gap, "the spring's swing, closed form", got.gap, 0.01 * f.gap);
    ledger_row(&l, "time of landing", "s", f.to, "the spring's swing, closed form", got.to, 1e-4);
    ledger_end(&l);
}

// A roller of radius r on the same cam: its middle is R + r from the cam's, and the force goes through both.
typedef struct roller {
    double height, force;
} roller;

static roller roller_at(double t, double omega) {
    double a = angle_at(t, omega), reach = 0.05, u = E * cos(a), du = -E * sin(a) * omega, ddu = -u * omega * omega;
    double w = sqrt(reach * reach - u * u), height = E * sin(a) + w;
    double acceleration = -E * sin(a) * omega * omega - (du * du + u * ddu) / w - u * u * du * du / (w * w * w);
    return (roller){height, (STIFFNESS * (height - 0.025) + MASS * acceleration) * reach / w};
}

static void test_roller(void **state) {
    (void)state;
    ledger l = ledger_begin("cam_roller", "Roller follower with a spring on an eccentric round cam, 300 rpm",
                            "config/scenarios/contact/cam_roller.yaml");
    double omega = 10 * M_PI, lift = 0, force = 0, most = 0;
    planar_load(&rig, "cam_roller.yaml");
    planar_start(&rig);
    for (int k = 1; k <= 4000; k++) {
        planar_step(&rig);
        if (k < 200) continue; // the first bounce
        roller exact = roller_at(1e-4 * k, omega);
        lift = fmax(lift, fabs(planar_value(&rig, "height") - exact.height));
        force = fmax(force, fabs(planar_value(&rig, "force") - exact.force));
        most = fmax(most, exact.force);
    }
    planar_end(&rig);
    ledger_row(&l, "largest error of the roller's height over two turns", "m", 0,
               "e sin a + sqrt((R+r)² - e² cos² a); limit: the depth N/K, across the pressure angle", lift,
               1.01 * most / contact_stiffness * 0.05 / sqrt(0.05 * 0.05 - E * E));
    ledger_row(&l, "largest error of the contact force", "N", 0,
               "Newton's second law along the guide, over cos(pressure angle)", force, 0.05);
    ledger_end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lift_and_force), cmocka_unit_test(test_segments), cmocka_unit_test(test_jump),
        cmocka_unit_test(test_flight),         cmocka_unit_test(test_roller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
