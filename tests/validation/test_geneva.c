// SPDX-License-Identifier: MIT
// The shipped Geneva drive of six slots against its exact kinematics. While the pin drives, with the crank at the angle
// a from the line of centres, tan b = l sin a / (1 - l cos a), l = sin(pi/6), b the wheel's angle from the middle of
// its travel (Bickford, Mechanisms for Intermittent Motion, 1972, ch. 9: external Geneva wheel); between, it stands
// still. What play (5 µm around pin and lock) leaves the wheel: driven, 5 µm over the pin's distance from the wheel's
// axis; held, a turn by d moves its arc by 60 mm d across the line of centres, until the lock meets it where it reaches
// farthest off that line, at the angle x from it: 5 µm / (60 mm sin x). The arc ends at x = 58.4°; the lock's edge
// passes the line of centres as the pin leaves or enters, so that on one side x is the crank's angle since then.
#include "tests/validation/ledger.h"
#include "tests/validation/planar_rig.h"

static const double OMEGA = 4 * M_PI, LAMBDA = 0.5, PLAY = 5e-6, START = -2 * M_PI / 3, ARC_END = 58.4 * M_PI / 180;
static const char SCENARIO[] = "config/scenarios/contact/geneva.yaml";

static planar_rig rig;

// The crank's angle from the line of centres, -pi .. pi, and how many turns of the wheel by 60° are done.
static double crank_at(double t, int *cycles) {
    double a = START + OMEGA * t;
    *cycles = (int)floor((a + M_PI) / (2 * M_PI));
    return a - 2 * M_PI * *cycles;
}

typedef struct motion {
    double angle, rate; // of the wheel from the start; it turns against the crank
    bool driven;
} motion;

static motion exact(double t) {
    int cycles;
    double a = crank_at(t, &cycles), b = M_PI / 6;
    motion m = {.driven = fabs(a) < M_PI / 3};
    if (m.driven) b = atan2(LAMBDA * sin(a), 1 - LAMBDA * cos(a));
    if (!m.driven && a < 0) b = -b;
    m.angle = -(cycles * M_PI / 3 + M_PI / 6 + b);
    if (m.driven) m.rate = -OMEGA * LAMBDA * (cos(a) - LAMBDA) / (1 - 2 * LAMBDA * cos(a) + LAMBDA * LAMBDA);
    return m;
}

typedef struct errors {
    double pin, rate;   // largest: of the pin across its slot [m], of the wheel's rate
    double lock;        // of the wheel's arc across the lock's surface, while that holds it [m]
    double after[3];    // the wheel's angle in the middle of the stand after each cycle
    double fastest;     // its rate when the pin is on the line of centres
    double drive, hold; // largest forces [N]
} errors;

static void load(int segments, char files[2][RT_CONFIG_TEXT]) {
    const char *const shape[] = {"slots", "lock"}, *const what[] = {"geneva_wheel", "geneva_lock"};
    planar_load(&rig, "geneva.yaml");
    for (int k = 0; segments > 0 && k < 2; k++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "%s %d", what[k], 1 + (k + 1) * segments);
        planar_contour(&rig, shape[k], arguments);
        snprintf(files[k], RT_CONFIG_TEXT, "%s", planar_shape(&rig, shape[k])->file);
        planar_shape(&rig, shape[k])->smooth_angle = 0.6;
    }
}

// Distance of the pin from the wheel's axis [m].
static double pin_distance(double a) { return 0.06 * sqrt(1 - 2 * LAMBDA * cos(a) + LAMBDA * LAMBDA); }

static void update_errors(errors *e, double t) {
    int cycles;
    double a = crank_at(t, &cycles), wheel = planar_value(&rig, "wheel"), rate = planar_value(&rig, "wheel_rate");
    motion m = exact(t);
    double off = fabs(wheel - m.angle);
    // within two degrees of where the pin enters and leaves both may hold the wheel, or neither yet
    if (fabs(fabs(a) - M_PI / 3) < M_PI / 90) return;
    if (m.driven) {
        e->pin = fmax(e->pin, off * pin_distance(a));
        e->rate = fmax(e->rate, fabs(rate - m.rate));
        e->drive = fmax(e->drive, planar_value(&rig, "drive"));
        if (fabs(a) < 0.5 * OMEGA * rig.sc.solver.step) e->fastest = rate;
    } else {
        e->lock = fmax(e->lock, off * 0.06 * sin(fmin(fabs(a) - M_PI / 3, ARC_END)));
        e->hold = fmax(e->hold, planar_value(&rig, "hold"));
        int done = a > 0 ? cycles + 1 : cycles;
        if (done < 3 && fabs(fabs(a) - M_PI) < OMEGA * rig.sc.solver.step) e->after[done] = wheel;
    }
}

static errors run(int segments, double seconds) {
    errors e = {.pin = 0};
    char files[2][RT_CONFIG_TEXT] = {"", ""};
    load(segments, files);
    planar_start(&rig);
    for (int k = 0; k < 2; k++)
        if (*files[k]) unlink(files[k]);
    double h = rig.sc.solver.step;
    for (long k = 1; k <= lround(seconds / h); k++) {
        planar_step(&rig);
        update_errors(&e, (double)k * h);
    }
    planar_end(&rig);
    return e;
}

static void test_kinematics(void **state) {
    (void)state;
    ledger l = ledger_begin("geneva", "External Geneva drive of six slots, 120 rpm, 5 µm of play", SCENARIO);
    errors e = run(0, 1.5);
    ledger_row(&l, "largest error of the pin across its slot, while it drives", "m", 0,
               "tan b = l sin a/(1 - l cos a); limit: the play, and the depth of the largest force", e.pin,
               PLAY + e.drive / 1e7);
    ledger_row(&l, "rate of the wheel on the line of centres", "rad/s", -OMEGA * LAMBDA / (1 - LAMBDA),
               "omega l/(1 - l)", e.fastest, 0.05);
    ledger_row(&l, "largest error of the rate, while it drives", "rad/s", 0, "derivative of b", e.rate, 0.38);
    ledger_row(&l, "largest error of the arc across the lock, while that holds", "m", 0,
               "the wheel stands; limit: the play, and the depth of the largest force", e.lock, PLAY + e.hold / 1e7);
    for (int k = 1; k < 3; k++) {
        char name[64];
        snprintf(name, sizeof name, "angle after %d cycle%s", k, k > 1 ? "s" : "");
        ledger_row(&l, name, "rad", -k * M_PI / 3, "60 deg a turn of the crank; limit: the lock's play", e.after[k],
                   (PLAY + e.hold / 1e7) / (0.06 * sin(ARC_END)));
    }
    ledger_end(&l);
}

// The number of segments of each arc, of the wheel and twice as many of the lock. The flanks are straight: it does not
// matter to the pin. The arcs are off by r theta⁴/128 (arc against parabola), of which the lock's play grows.
static void test_segments(void **state) {
    (void)state;
    ledger l = ledger_begin("geneva_segments", "The same drive by the number of segments of its arcs", SCENARIO);
    double x[4], pin[4], lock[4];
    for (int k = 0; k < 4; k++) {
        int n = 6 << k;
        errors e = run(n, 1);
        double theta = 2 * ARC_END / n, slot = M_PI / n, arc = 0.022 * pow(theta, 4) / 128;
        print_message("%3d segments an arc: pin off by %.2e m, arc by %.2e m\n", n, e.pin, e.lock);
        x[k] = n, pin[k] = e.pin, lock[k] = e.lock;
        char name[80];
        snprintf(name, sizeof name, "%d segments: largest error of the pin across its slot", n);
        ledger_row(&l, name, "m", 0, "limit: the play and the depth", e.pin,
                   PLAY + e.drive / 1e7 + 0.004 * pow(slot, 4) / 128);
        snprintf(name, sizeof name, "%d segments: largest error of the arc across the lock", n);
        ledger_row(&l, name, "m", 0, "limit: the play, the depth, the arcs' errors r theta⁴/128", e.lock,
                   PLAY + e.hold / 1e7 + 2 * arc);
    }
    ledger_curve(&l, "Convergence", "pin", "segments", "largest error [m]", x, pin, 4);
    ledger_curve(&l, "Convergence", "lock", "segments", "largest error [m]", x, lock, 4);
    ledger_end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinematics),
        cmocka_unit_test(test_segments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
