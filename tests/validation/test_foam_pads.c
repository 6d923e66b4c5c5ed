// SPDX-License-Identifier: MIT
// A crate on elastic layers, by the volume law and as triangles, against the damped oscillator m z'' = m g - K A z - c
// z' from first touch.
#include "rt/mechanism/mechanism.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/validation/ledger.h"

static const double MASS = 100, G = 9.81, AREA = 0.12, HALF = 0.1, DAMPING = 400;

typedef struct swing {
    double top[8], time[8]; // heights and times at which it turns downward
    int tops;
} swing;

static double energy(const sim *s, const scenario *sc) {
    for (int k = 0; k < sc->model.records.n; k++) {
        const scenario_record *r = &sc->model.records.item[k];
        if (r->what == SCENARIO_ENERGY) return mechanism_column_value(mechanism_of(s), r, &s->state, &s->step);
    }
    fail_msg("no column of the energy");
    return 0;
}

static swing run(sim *s, const scenario *sc) {
    swing w = {.tops = 0};
    long steps = lround(sc->end.duration / sc->solver.step);
    double before = 0, at = 0;
    for (long k = 0; k < steps; k++) {
        assert_true(sim_frame(s, &(rt_command){0}, NULL));
        double v = s->state.qd[DYN_FIRST_NODE].z, z = s->state.q[DYN_FIRST_NODE].z, h = sc->solver.step;
        if (before > 0 && v <= 0 && w.tops < 8) {
            w.time[w.tops] = h * ((double)k + before / (before - v)); // where v crosses zero between k and k + 1
            w.top[w.tops++] = fmax(at, z);
        }
        before = v, at = z;
    }
    return w;
}

static void test_swing(void **state) {
    (void)state;
    const char *file = "config/scenarios/contact/foam_pads.yaml";
    ledger l = ledger_begin("crate on foam", "A crate of triangles swings on elastic layers, by the volume law", file);
    static scenario sc;
    static sim s;
    rt_diag d = {0};
    char path[512];
    snprintf(path, sizeof path, "%s/%s", HAWSE_SOURCE_DIR, file);
    if (scenario_load(path, false, &sc, &d) != RT_OK || sim_create(&s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    // a layer held sideways has the modulus lambda + 2 mu; two of 50 mm are one of 100 mm
    double nu = 0.3, e = 1e5, lame = nu * e / ((1 + nu) * (1 - 2 * nu)), shear = e / (2 * (1 + nu));
    double k = (lame + 2 * shear) / 0.1 * AREA, w0 = sqrt(k / MASS), zeta = DAMPING / (2 * sqrt(k * MASS));
    double sink = MASS * G / k, period = 2 * M_PI / (w0 * sqrt(1 - zeta * zeta));
    double begun = energy(&s, &sc);
    swing w = run(&s, &sc);
    const char *source = "damped oscillator of stiffness K A";
    assert_int_equal(w.tops, 8);
    ledger_row(&l, "period of swinging", "s", period, source, (w.time[6] - w.time[0]) / 6, 1e-3 * period);
    double rest = HALF - sink, decrement = log((w.top[0] - rest) / (w.top[2] - rest)) / 2;
    double want = 2 * M_PI * zeta / sqrt(1 - zeta * zeta);
    ledger_row(&l, "logarithmic decrement", "1", want, source, decrement, 0.01 * want);
    ledger_row(&l, "first top", "m", rest + sink * exp(-want), source, w.top[0], 1e-3 * sink);
    ledger_row(&l, "height at rest", "m", rest, source, s.state.q[DYN_FIRST_NODE].z, 1e-3 * sink);
    ledger_row(&l, "energy at rest, from the start", "J", -MASS * G * sink + 0.5 * k * sink * sink,
               "gravity and the layers' own", energy(&s, &sc) - begun, 1e-3 * MASS * G * sink);
    vec3 aside = s.state.q[DYN_FIRST_NODE];
    ledger_row(&l, "way aside", "m", 0, "it stays upright and in place", hypot(aside.x, aside.y), 1e-9);
    ledger_end(&l);
    sim_destroy(&s);
    scenario_free(&sc);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_swing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
