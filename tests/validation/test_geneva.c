// SPDX-License-Identifier: MIT
// The shipped Geneva drive of six slots against its exact kinematics. While the pin drives, with the crank at the angle
// a from the line of centres, tan b = l sin a / (1 - l cos a), l = sin(pi/6), b the wheel's angle from the middle of its
// travel (Bickford, Mechanisms for Intermittent Motion, 1972, ch. 9: external Geneva wheel); between, it stands still.
// What play (5 µm around pin and lock) leaves the wheel: 5 µm over the pin's distance from the wheel's axis, 30 mm at
// the least; held by the lock it turns until the ends of its arc, 60 mm sin(58.4°) off the line of centres, meet it.
#include "tests/validation/ledger.h"
#include "tests/validation/planar_rig.h"

static const double OMEGA = 4 * M_PI, LAMBDA = 0.5, PLAY = 5e-6, START = -2 * M_PI / 3;
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
    double angle, pin, rate, dwell; // largest; pin: of the pin across its slot [m]
    double after[3];                // the wheel's angle in the middle of the stand after each cycle
    double fastest;                 // its rate when the pin is on the line of centres
    double hops;                    // largest force on the pin [N]
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

static void look(errors *e, double t) {
    int cycles;
    double a = crank_at(t, &cycles), wheel = planar_value(&rig, "wheel"), rate = planar_value(&rig, "wheel_rate");
    motion m = exact(t);
    double off = fabs(wheel - m.angle);
    // within two degrees of where the pin enters and leaves both may hold the wheel, or neither yet
    if (fabs(fabs(a) - M_PI / 3) < M_PI / 90) return;
    if (m.driven) {
        e->angle = fmax(e->angle, off);
        e->pin = fmax(e->pin, off * pin_distance(a));
        e->rate = fmax(e->rate, fabs(rate - m.rate));
        e->hops = fmax(e->hops, planar_value(&rig, "drive"));
        if (fabs(a) < 0.5 * OMEGA * rig.sc.solver.step) e->fastest = rate;
    } else {
        e->dwell = fmax(e->dwell, off);
        if (cycles < 3 && fabs(fabs(a) - M_PI) < OMEGA * rig.sc.solver.step) e->after[cycles] = wheel;
    }
}

static errors run(int segments, double seconds) {
    errors e = {.angle = 0};
    char files[2][RT_CONFIG_TEXT] = {"", ""};
    load(segments, files);
    planar_start(&rig);
    for (int k = 0; k < 2; k++)
        if (*files[k]) unlink(files[k]);
    double h = rig.sc.solver.step;
    for (long k = 1; k <= lround(seconds / h); k++) {
        planar_step(&rig);
        look(&e, (double)k * h);
    }
    planar_end(&rig);
    return e;
}

// What the lock's play, and an arc that is off by so much, let the wheel turn.
static double lock_play(double arc) { return (PLAY + arc) / (0.06 * sin(58.4 * M_PI / 180)); }

static void test_kinematics(void **state) {
    (void)state;
    ledger l = ledger_begin("geneva", "External Geneva drive of six slots, 120 rpm, 5 µm of play", SCENARIO);
    errors e = run(0, 1.5);
    ledger_row(&l, "largest error of the pin across its slot, while it drives", "m", 0,
               "tan b = l sin a/(1 - l cos a); limit: the play, and the depth of the largest force",
               e.pin, PLAY + e.hops / 1e7);
    ledger_row(&l, "rate of the wheel on the line of centres", "rad/s", -OMEGA * LAMBDA / (1 - LAMBDA),
               "omega l/(1 - l)", e.fastest, 0.05);
    ledger_row(&l, "largest error of the rate, while it drives", "rad/s", 0, "derivative of b", e.rate, 0.38);
    ledger_row(&l, "largest turn while the lock holds", "rad", 0, "limit: the lock's play", e.dwell, 1.05 * lock_play(0));
    for (int k = 1; k < 3; k++) {
        char name[64];
        snprintf(name, sizeof name, "angle after %d cycle%s", k, k > 1 ? "s" : "");
        ledger_row(&l, name, "rad", -k * M_PI / 3, "60 deg a turn of the crank; limit: the lock's play", e.after[k],
                   1.05 * lock_play(0));
    }
    ledger_end(&l);
}

static void test_segments(void **state) {
    (void)state;
    for (int n = 6; n <= 48; n *= 2) {
        errors e = run(n, 1);
        double theta = 2 * 58.4 * M_PI / 180 / n;
        print_message("%3d segments an arc: pin off by %.2e m, rate %.3f rad/s, held within %.2e rad of %.2e\n", n, e.pin,
                      e.rate, e.dwell, lock_play(2 * 0.022 * pow(theta, 4) / 128));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinematics),
        cmocka_unit_test(test_segments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
