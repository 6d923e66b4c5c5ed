// SPDX-License-Identifier: MIT
// A ball in the sea against closed forms, and in a wave against an integration of its own.
#include "tests/dynamics/sea_rig.h"
#include "tests/validation/ledger.h"

#define ABOUT "a ball in the sea: a body of one part, free"

// Steel under water.
static void weight_in_water(void **state) {
    (void)state;
    ledger l = ledger_begin("sea, weight in water", ABOUT, "");
    sea_rig r;
    sea_make(&r, 1e-3, 0.3, steel, 1, vec3_make(0, 0, -2), NULL);
    double weight = r.mass * g;
    ledger_row(&l, "weight in water over weight", "1", 1 - salt / steel, "Archimedes, 1 - 1025/7850",
               (weight - sea_lift(&r)) / weight, 1e-12);
    ledger_end(&l);
    sea_destroy(&r);
}

// Sinking, drag bears what the weight in water is: v∞ = sqrt(2 (m - density V) g / (density Cd A)), and on the way
// v = v∞ tanh(t v∞ density Cd A / 2 m), for there is no added mass.
static void terminal_speed(void **state) {
    (void)state;
    ledger l = ledger_begin("sea, sinking ball", ABOUT, "");
    sea_rig r;
    sea_make(&r, 2e-3, 0.1, steel, 1.2, vec3_make(0, 0, -1), NULL);
    double volume = r.mass / steel, cd_area = 1.2 * PI * 0.01;
    double v = sqrt(2 * (r.mass - salt * volume) * g / (salt * cd_area)), rate = 0.5 * v * salt * cd_area / r.mass;
    double off = 0;
    for (int k = 1; k <= 5000; k++) {
        mechanism_step(&r.k);
        off = fmax(off, fabs(-sea_speed(&r).z - v * tanh(rate * 2e-3 * k)));
        assert_true(r.k.last.newton < 6);
    }
    ledger_row(&l, "terminal speed", "m/s", v, "sqrt(2 (m - density V) g / (density Cd A))", -sea_speed(&r).z,
               1e-6 * v);
    ledger_row(&l, "largest departure from v tanh(t/T) in 10 s", "m/s", 0, "closed form", off, 1e-5 * v);
    ledger_end(&l);
    sea_destroy(&r);
}

// Independent equations of motion of a ball in a wave that runs along x.
typedef struct drift {
    double a, w, k, phase, mass, volume, drag; // drag: 1/2 density Cd A
} drift;

static void rate(const drift *d, double t, const double y[4], double dy[4]) {
    double p = d->k * y[0] - d->w * t + d->phase, speed = d->a * d->w * exp(d->k * fmin(y[1], 0));
    double u = speed * cos(p), v = speed * sin(p), ru = y[2] - u, rv = y[3] - v, displaced = salt * d->volume;
    dy[0] = y[2], dy[1] = y[3];
    // of one sine wave (v grad) v is k |v|², upward
    dy[2] = (displaced * d->w * v - d->drag * fabs(ru) * ru) / d->mass;
    dy[3] = (displaced * (g - d->w * u + d->k * speed * speed) - d->drag * fabs(rv) * rv) / d->mass - g;
}

static void runge_kutta(const drift *d, double t, double h, double y[4]) {
    double k[4][4], x[4];
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 4; i++) x[i] = s == 0 ? y[i] : y[i] + (s == 3 ? h : 0.5 * h) * k[s - 1][i];
        rate(d, t + (s == 0 ? 0 : s == 3 ? h : 0.5 * h), x, k[s]);
    }
    for (int i = 0; i < 4; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

// A ball in a wave of 1.6 m and 5 s, from rest; and one as heavy as the water that it displaces, which starts as the
// water does: it goes where the water goes, and drifts as Stokes (1847) has it, a² w k exp(2 k z).
static void ball_drifts_in_a_wave(void **state) {
    (void)state;
    ledger l = ledger_begin("sea, ball drifting in a wave", ABOUT, "");
    const double h = 2e-3, radius = 0.25, w = 2 * PI / 5, wave = w * w / g;
    dyn_waves waves = sea_waves(1.6, 5, 0);
    for (int carried = 0; carried < 2; carried++) {
        double density = carried ? salt : 1.02 * salt, apart = 0, x[2][60], z[2][60];
        sea_rig r;
        sea_make(&r, h, radius, density, 1.1, vec3_make(3, 0, -1.5), &waves);
        const drift d = {0.8, w, wave, 0.4, r.mass, r.mass / density, 0.5 * salt * 1.1 * PI * radius * radius};
        const vec3 flow = dyn_waves_at(&waves, vec3_make(3, 0, -1.5), 0).velocity;
        double y[4] = {3, -1.5, carried ? flow.x : 0, carried ? flow.z : 0};
        for (int i = 0; i < 2; i++) r.k.state.qd[r.k.model.body[r.body].node[i]] = vec3_make(y[2], 0, y[3]);
        dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
        for (int k = 0; k < 15000; k++) {
            for (int i = 0; i < 2; i++) runge_kutta(&d, k * h + i * h / 2, h / 2, y);
            mechanism_step(&r.k);
            vec3 at = sea_middle(&r);
            apart = fmax(apart, hypot(at.x - y[0], at.z - y[1]));
            if (k % 250 == 249) x[0][k / 250] = at.x, z[0][k / 250] = at.z, x[1][k / 250] = y[0], z[1][k / 250] = y[1];
        }
        ledger_row(&l, carried ? "carried: way in 30 s" : "from rest, 2 % heavier: way in 30 s", "m", y[0] - 3,
                   "Runge-Kutta of fourth order, 1 ms", sea_middle(&r).x - 3, 2e-4);
        ledger_row(&l, "largest distance from it in 30 s", "m", 0, "Runge-Kutta of fourth order, 1 ms", apart, 2e-4);
        const char *plot = carried ? "carried" : "from rest";
        ledger_curve(&l, plot, "hawse", "x [m]", "z [m]", x[0], z[0], 60);
        ledger_curve(&l, plot, "Runge-Kutta", "x [m]", "z [m]", x[1], z[1], 60);
        if (carried) {
            // about the mean height of its orbit, to the order of its steepness
            double mean = 0;
            for (int k = 0; k < 60; k++) mean += z[0][k] / 60;
            double stokes = 0.64 * w * wave * exp(2 * wave * mean) * 30;
            ledger_row(&l, "drift in six periods", "m", stokes, "Stokes, a² w k exp(2 k z) t", sea_middle(&r).x - 3,
                       wave * 0.8 * stokes);
        }
        sea_destroy(&r);
    }
    ledger_end(&l);
}

// A ball of half the water's density, lifted and let go, without drag. As far down as up, for the cap is odd about the
// middle; small, it swings as a mass on the spring density g A of its waterline.
static void ball_bobs_at_its_closed_form_period(void **state) {
    (void)state;
    ledger l = ledger_begin("sea, bobbing ball", ABOUT, "");
    sea_rig r;
    sea_make(&r, 1e-3, 0.5, 0.5 * salt, 0, vec3_make(0, 0, 0.3), NULL);
    double start = dyn_energy(&r.k.model, &r.k.state), least = 1, off = 0;
    for (int k = 0; k < 10000; k++) {
        mechanism_step(&r.k);
        least = fmin(least, sea_middle(&r).z);
        off = fmax(off, fabs(dyn_energy(&r.k.model, &r.k.state) - start));
    }
    ledger_row(&l, "lowest place, let go at +0.3 m", "m", -0.3, "symmetry", least, 1e-4);
    ledger_row(&l, "largest change of energy over m g 0.3 m in 10 s", "1", 0, "conservation", off / (r.mass * g * 0.3),
               1e-5);
    sea_destroy(&r);
    sea_make(&r, 1e-3, 0.5, 0.5 * salt, 0, vec3_make(0, 0, 5e-3), NULL);
    double last = 5e-3, first_down = 0, down = 0;
    int crossings = 0;
    for (int k = 1; k <= 10000; k++) {
        mechanism_step(&r.k);
        double z = sea_middle(&r).z;
        if (last > 0 && z <= 0) {
            down = 1e-3 * (k - z / (z - last));
            if (crossings++ == 0) first_down = down;
        }
        last = z;
    }
    assert_true(crossings > 4);
    ledger_row(&l, "period of small bobbing", "s", 2 * PI * sqrt(r.mass / (salt * g * PI * 0.25)),
               "2 pi sqrt(m / (density g A)), no added mass", (down - first_down) / (crossings - 1), 1e-4);
    ledger_end(&l);
    sea_destroy(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(weight_in_water), cmocka_unit_test(terminal_speed),
                                       cmocka_unit_test(ball_drifts_in_a_wave),
                                       cmocka_unit_test(ball_bobs_at_its_closed_form_period)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
