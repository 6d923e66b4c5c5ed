// SPDX-License-Identifier: MIT
// Impulse, energies, duration and peak of blows against closed forms, and their sum against the momentum of a body that
// bounces. For a linear contact (n = 1, e = 1) on a mass m: duration pi sqrt(m / K), peak v sqrt(K m), impulse 2 m v
// (Goldsmith 1960, Impact, §4.1). For any law and restitution e: impulse m v (1 + e), absorbed m v² (1 - e²) / 2.
#include "tests/validation/blow_touches.h"
#include "tests/validation/ledger.h"
#include "tests/validation/shape_drop.h"

#define MASS 900.0
#define SPEED 0.5
// The log has the forces of Newton's last iterate, the motion those after its last move: at the solver's default
// tolerance of 1e-8 m they differ by at most this share.
#define NEWTON 1e-4

static contact_material material(double e, double exponent, double stiffness) {
    contact_material m = contact_material_default();
    m.restitution = e;
    m.exponent = exponent;
    m.stiffness = stiffness;
    m.damping_max = 1e6;
    m.v_min = 1e-3;
    m.mu_static = m.mu_dynamic = 0;
    return m;
}

typedef struct drop {
    shape_drop d;
    blow_log log;
    double t;
} drop;

static void begin(drop *x, const contact_shape *shape, const mat3 *r, double height, const contact_material *m,
                  vec3 inertia, double g, double h) {
    static const contact_shape ground = {.kind = CONTACT_PLANE};
    const pose in = {mat3_identity(), {0, 0, 0}}, at = {*r, {0, 0, height}};
    memset(x, 0, sizeof *x);
    shape_drop_make(&x->d, shape, &in, &at, &ground, m, MASS, inertia, vec3_make(0, 0, -g), h);
    sliding_body_throw(&x->d.b, vec3_make(0, 0, -SPEED));
}

static void step(drop *x) {
    blow_touch touch[BLOW_TOUCHES];
    sliding_body_step(&x->d.b);
    x->t += x->d.b.model.h;
    blow_log_update(&x->log, touch, blow_touches_of(&x->d.contact.set, touch), x->t, x->d.b.model.h);
}

// A sphere that touches within the first step; runs until it has been free for a while.
static blow sphere_blow(const contact_material *m, double h, const contact_structure *structure, double *out) {
    const contact_shape sphere = {.kind = CONTACT_SPHERE, .size = {0.3, 0, 0}};
    const mat3 r = mat3_identity();
    drop x;
    begin(&x, &sphere, &r, 0.3 + 0.37 * SPEED * h, m, vec3_make(32.4, 32.4, 32.4), 0, h);
    x.d.contact.set.structure = structure;
    for (int k = 0; k < 4000 && (x.log.n == 0 || x.log.n_open > 0); k++) step(&x);
    assert_int_equal(x.log.n, 1);
    *out = sliding_body_velocity(&x.d.b).z;
    shape_drop_free(&x.d);
    return x.log.hardest[0];
}

static void linear_blow_has_its_closed_form(void **state) {
    (void)state;
    ledger l = ledger_begin("blows", "a sphere of 900 kg meets a plane at 0.5 m/s on a linear contact of 20 MN/m", "");
    const double k = 20e6, h = 1e-4;
    double out;
    const contact_material m = material(1, 1, k);
    const blow b = sphere_blow(&m, h, NULL, &out);
    const char *source = "Goldsmith 1960, §4.1";
    ledger_row(&l, "impulse", "N s", 2 * MASS * SPEED, source, b.impulse_ns, 0.1);
    ledger_row(&l, "energy of the approach", "J", 0.5 * MASS * SPEED * SPEED, source, b.energy_j, 0.02);
    ledger_row(&l, "energy absorbed", "J", 0, source, b.absorbed_j, 0.02);
    ledger_row(&l, "peak force", "N", SPEED * sqrt(k * MASS), source, b.peak_n, 20);
    ledger_row(&l, "duration", "s", M_PI * sqrt(MASS / k), source, b.duration_s, h);
    ledger_end(&l);
}

// Plating of 16 mm on frames 0.7 m apart, behind the same contact: springs in series. Nothing is lost or gained in it.
static void plating_is_a_spring_in_series(void **state) {
    (void)state;
    ledger l = ledger_begin("blow on plating", "the same on plating of 16 mm between frames 0.7 m apart", "");
    const contact_plating shell = {.thickness = 0.016, .spacing = 0.7};
    const contact_structure hull = {.compliance = contact_plating_compliance(&shell)};
    const double h = 1e-4, k = 1 / (1 / 20e6 + hull.compliance);
    double out;
    const contact_material m = material(1, 1, 20e6);
    const blow b = sphere_blow(&m, h, &hull, &out);
    const char *source = "Goldsmith 1960, §4.1, with 1/K + alpha s²/D";
    ledger_row(&l, "impulse", "N s", 2 * MASS * SPEED, source, b.impulse_ns, 0.1);
    ledger_row(&l, "energy absorbed", "J", 0, source, b.absorbed_j, 0.02);
    ledger_row(&l, "peak force", "N", SPEED * sqrt(k * MASS), source, b.peak_n, 20);
    ledger_row(&l, "duration", "s", M_PI * sqrt(MASS / k), source, b.duration_s, h);
    ledger_end(&l);
}

// However coarse the step: the impulse is the change of momentum, the energies are the changes of kinetic energy.
static void impulse_is_the_change_of_momentum(void **state) {
    (void)state;
    const double e[] = {0.2, 0.5, 0.8, 1}, step_s[] = {2.5e-4, 1e-3, 4e-3};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            double out;
            const contact_material m = material(e[i], 1.5, 2e9);
            const blow b = sphere_blow(&m, step_s[j], NULL, &out);
            double momentum = MASS * (SPEED + out), kinetic = 0.5 * MASS * (SPEED * SPEED - out * out);
            print_message("e %.1f, step %.2f ms: %d frames, impulse %.6f N s, momentum %.6f N s, peak %.1f kN\n", e[i],
                          1e3 * step_s[j], b.frames, b.impulse_ns, momentum, 1e-3 * b.peak_n);
            CHECK_NEAR(b.impulse_ns, momentum, NEWTON * momentum);
            CHECK_NEAR(b.absorbed_j, kinetic, NEWTON * MASS * SPEED * SPEED);
            assert_true(b.energy_j <= 0.5 * MASS * SPEED * SPEED * (1 + NEWTON));
            CHECK_NEAR(b.approach_m_s, SPEED, 1e-9);
        }
}

// A tilted box bounces from corner to corner under gravity: the impulses of all blows balance weight and momentum.
static void sum_of_blows_balances_the_momentum(void **state) {
    (void)state;
    const double g = 9.81, h = 1e-4;
    const contact_shape box = {.kind = CONTACT_BOX, .size = {0.3, 0.2, 0.1}};
    const mat3 r = mat3_rotation(vec3_unit(vec3_make(1, 0.4, 0.2)), 0.6);
    const contact_material m = material(1, 1.5, 2e9);
    drop x;
    begin(&x, &box, &r, 0.5, &m, vec3_make(15, 30, 39), g, h);
    for (int k = 0; k < 20000 || x.log.n_open > 0; k++) step(&x);
    assert_true(x.log.begun > 3);
    double momentum = MASS * (g * x.t + sliding_body_velocity(&x.d.b).z + SPEED);
    print_message("%llu blows: %.3f N s; weight and momentum %.3f N s\n", (unsigned long long)x.log.begun,
                  x.log.impulse_ns, momentum);
    assert_int_equal(x.log.not_followed, 0);
    CHECK_NEAR(x.log.impulse_ns, momentum, NEWTON * momentum);
    shape_drop_free(&x.d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_blow_has_its_closed_form),
        cmocka_unit_test(plating_is_a_spring_in_series),
        cmocka_unit_test(impulse_is_the_change_of_momentum),
        cmocka_unit_test(sum_of_blows_balances_the_momentum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
