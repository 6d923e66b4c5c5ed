// SPDX-License-Identifier: MIT
// How a blow's peak, impulse and energy follow step, stiffness and mesh: a tessellated sphere of 900 kg meets a plate
// at 0.5 m/s, by each contact method. The reference is the law's own equation m d'' = -K d^n (1 + a d'/v), integrated
// by Runge and Kutta's method: n = 3/2 for a region, n = 2 and K = pi k R for a sphere of radius R on a foundation of
// modulus k (its pressure k depth over a cap of the area 2 pi R depth). With --table it prints the table of loads.md.
#include "contact/set/hull_foundation.h"
#include "tests/contact/shapes.h"
#include "tests/validation/blow_touches.h"
#include "tests/validation/ledger.h"
#include "tests/validation/plates.h"
#include "tests/validation/sliding_body.h"

#define MASS 900.0
#define SPEED 0.5
#define RADIUS 0.3
#define RESTITUTION 0.2

typedef struct method {
    const char *name;
    double stiffness, exponent; // of the law's equation, at factor 1
    bool foundation;
} method;
static const method methods[] = {{"regions", 2e9, 1.5, false}, {"foundation", M_PI * 1e10 * RADIUS, 2, true}};

// A drop: method, step, factor on the stiffness, level of the sphere's mesh (8 4^level triangles).
typedef struct drop_case {
    int method;
    double step, factor;
    int level;
} drop_case;

// Peak force of the law's equation, and its elastic part then.
static void law_peak(const method *m, double factor, double *peak, double *elastic) {
    const double k = m->stiffness * factor, a = contact_hysteresis(CONTACT_LAW_EXACT, RESTITUTION), dt = 1e-7;
    double d = 0, v = SPEED;
    *peak = *elastic = 0;
    while (v > 0) { // the peak comes before the deepest point
        double s[4], r[4], x = d, u = v;
        for (int i = 0; i < 4; i++) {
            s[i] = u, r[i] = -k * pow(x, m->exponent) * (1 + a * u / SPEED) / MASS;
            double part = i < 2 ? dt / 2 : dt;
            x = d + part * s[i], u = v + part * r[i];
        }
        d += dt / 6 * (s[0] + 2 * s[1] + 2 * s[2] + s[3]), v += dt / 6 * (r[0] + 2 * r[1] + 2 * r[2] + r[3]);
        double own = k * pow(d, m->exponent), force = own * (1 + a * v / SPEED);
        if (force > *peak) *peak = force, *elastic = own;
    }
}

static contact_material material(const drop_case *c) {
    contact_material m = contact_material_default();
    m.restitution = RESTITUTION;
    m.stiffness *= c->factor;
    m.mu_static = m.mu_dynamic = 0;
    return m;
}

// Result of a drop: its blow, and the change of momentum.
typedef struct fall {
    blow b;
    double momentum;
} fall;

static fall drop(const drop_case *c) {
    contact_mesh ball = make_sphere(RADIUS, vec3_make(0, 0, 0), c->level);
    contact_mesh plate = make_plate(-1, -1, 1, 1, 0.2, 12, 12);
    contact_material m = material(c);
    contact_surface surface = {0};
    contact_hull_foundation foundation = {0};
    sliding_body b;
    rt_diag d = {0};
    double i = 0.4 * MASS * RADIUS * RADIUS;
    const mat3 turn = mat3_rotation(vec3_unit(vec3_make(1, 2, 3)), 1.1);
    const pose at = {turn, {0.013, 0.007, RADIUS + 0.37 * SPEED * c->step}};
    sliding_body_begin(&b, MASS, (mat3){{{i, 0, 0}, {0, i, 0}, {0, 0, i}}}, &at, vec3_make(0, 0, 0), c->step);
    if (methods[c->method].foundation) {
        assert_int_equal(contact_bvh_build(&plate, &b.hull_tree), RT_OK);
        assert_int_equal(contact_surface_create(&surface, &plate, &b.hull_tree), RT_OK);
        assert_int_equal(contact_hull_foundation_create(&foundation, b.body, &ball, &surface, 1e10 * c->factor, &m, &d),
                         RT_OK);
        dyn_add_force(&b.model, &foundation.force);
    } else {
        sliding_body_add_regions(&b, &ball, &plate, &m);
    }
    sliding_body_finish(&b);
    sliding_body_throw(&b, vec3_make(0, 0, -SPEED));
    const contact_set *set = methods[c->method].foundation ? &foundation.set : &b.contact.set;
    blow_log log = {0};
    blow_touch touch[BLOW_TOUCHES];
    for (int k = 0; k < 0.1 / c->step; k++) {
        sliding_body_step(&b);
        blow_log_update(&log, touch, blow_touches_of(set, touch), k * c->step, c->step);
    }
    blow_log_end(&log);
    assert_int_equal(log.n, 1);
    const fall f = {log.hardest[0], MASS * (sliding_body_velocity(&b).z + SPEED)};
    sliding_body_free(&b);
    contact_hull_foundation_free(&foundation);
    contact_surface_free(&surface);
    contact_mesh_free(&ball), contact_mesh_free(&plate);
    return f;
}

static const drop_case cases[] = {{0, 2e-3, 1, 5},    {0, 1e-3, 1, 5},      {0, 5e-4, 1, 5},    {0, 2.5e-4, 1, 5},
                                  {0, 1.25e-4, 1, 5}, {0, 2.5e-4, 0.25, 5}, {0, 2.5e-4, 4, 5},  {0, 1e-3, 4, 5},
                                  {0, 1e-3, 1, 4},    {0, 1e-3, 1, 6},      {1, 2e-3, 1, 5},    {1, 1e-3, 1, 5},
                                  {1, 5e-4, 1, 5},    {1, 2.5e-4, 1, 5},    {1, 1.25e-4, 1, 5}, {1, 2.5e-4, 0.25, 5},
                                  {1, 2.5e-4, 4, 5},  {1, 1e-3, 4, 5},      {1, 1e-3, 1, 4},    {1, 1e-3, 1, 6}};
enum { CASES = sizeof cases / sizeof cases[0] };

static void print_table(void) {
    printf(
        "| method | step ms | K | triangles | peak kN | of it elastic | law's peak kN | of it elastic | impulse N s | "
        "energy J | absorbed J | frames |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int k = 0; k < CASES; k++) {
        const drop_case *c = &cases[k];
        double peak, elastic;
        const fall f = drop(c);
        law_peak(&methods[c->method], c->factor, &peak, &elastic);
        printf("| %s | %g | %g | %d | %.1f | %.0f %% | %.1f | %.0f %% | %.1f | %.1f | %.1f | %d |\n",
               methods[c->method].name, 1e3 * c->step, c->factor, 8 << 2 * c->level, 1e-3 * f.b.peak_n,
               100 * f.b.peak_elastic_n / f.b.peak_n, 1e-3 * peak, 100 * elastic / peak, f.b.impulse_ns, f.b.energy_j,
               f.b.absorbed_j, f.b.frames);
    }
}

// Whatever step, stiffness and mesh: the impulse is the change of momentum, the energy that of the approach.
static void impulse_and_energy_do_not_follow_the_contact(void **state) {
    (void)state;
    for (int k = 0; k < CASES; k++) {
        const fall f = drop(&cases[k]);
        CHECK_NEAR(f.b.impulse_ns, f.momentum, 1e-3 * f.momentum);
        // the deepest point lies between two frames, eight of which are an impact at 2 ms
        CHECK_NEAR(f.b.energy_j, 0.5 * MASS * SPEED * SPEED, 0.02 * 0.5 * MASS * SPEED * SPEED);
    }
}

// The damper starts at zero with the depth; where the force of the law's own equation is largest it is three quarters
// of it (e = 0.2). In small steps the simulated peak is that peak: no part of it comes from the first step.
static void peak_converges_to_the_laws_own(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        double peak, elastic;
        const drop_case c = {k, 1.25e-4, 1, 6};
        const fall f = drop(&c);
        law_peak(&methods[k], 1, &peak, &elastic);
        print_message("%s: %.1f kN, of the law %.1f kN, elastic %.0f %%\n", methods[k].name, 1e-3 * f.b.peak_n,
                      1e-3 * peak, 100 * elastic / peak);
        CHECK_NEAR(f.b.peak_n, peak, 0.02 * peak);
        CHECK_NEAR(elastic / peak, 0.25, 0.05);
    }
}

// Adds peak and impulse of a drop to the ledger, expected within these shares of the law's; returns the peak [kN].
static double add_rows(ledger *l, const drop_case *c, const char *at, double off, double lost) {
    const double momentum = MASS * SPEED * (1 + RESTITUTION);
    double peak, elastic;
    char name[64];
    const fall f = drop(c);
    law_peak(&methods[c->method], c->factor, &peak, &elastic);
    snprintf(name, sizeof name, "%s, %s: peak", methods[c->method].name, at);
    ledger_row(l, name, "N", peak, "m d'' = -K d^n (1 + a d'/v), Runge and Kutta", f.b.peak_n, off * peak);
    snprintf(name, sizeof name, "%s, %s: impulse", methods[c->method].name, at);
    ledger_row(l, name, "N s", momentum, "m v (1 + e)", f.b.impulse_ns, lost * momentum);
    return 1e-3 * f.b.peak_n;
}

// Largest share of the momentum that turns the sphere: it meets the plate by a facet, off its centre by at most the
// radius a of a circle round the facet, and 1 / (1 + a² m / I) of the impulse of a smooth sphere arrests it.
static double share_that_turns(int level) {
    contact_mesh ball = make_sphere(RADIUS, vec3_make(0, 0, 0), level);
    double most = 0;
    for (int i = 0; i < ball.nt; i++)
        for (int k = 0; k < 3; k++) {
            vec3 edge = vec3_sub(ball.vertex[ball.tri[i].v[k]], ball.vertex[ball.tri[i].v[(k + 1) % 3]]);
            most = fmax(most, vec3_norm2(edge) / 3);
        }
    contact_mesh_free(&ball);
    return most / (0.4 * RADIUS * RADIUS);
}

// Peak and impulse by step, stiffness and mesh, for the page of report.py. The limits of the foundation at 1 and 2 ms
// contain the step's cap on its damper (contact/set/hull_foundation.c). Stiffness and mesh vary at 0.25 ms, where the
// step has converged.
static void peak_and_impulse_by_step_stiffness_and_mesh(void **state) {
    (void)state;
    static const double step_ms[] = {2, 1, 0.5, 0.25, 0.125}, factor[] = {0.25, 1, 4},
                        triangles[] = {2048, 8192, 32768};
    static const double off[2][5] = {{0.25, 0.1, 0.03, 0.01, 0.005}, {0.4, 0.12, 0.02, 0.01, 0.01}};
    static const double lost[2][5] = {{0.02, 0.01, 0.003, 0.003, 0.003}, {0.2, 0.05, 0.001, 0.001, 0.001}};
    ledger l =
        ledger_begin("loads", "a tessellated sphere of 900 kg meets a plate at 0.5 m/s, e = 0.2, by both methods", "");
    for (int k = 0; k < 2; k++) {
        double kilonewtons[5];
        char at[32];
        for (int i = 0; i < 5; i++) {
            snprintf(at, sizeof at, "%g ms", step_ms[i]);
            kilonewtons[i] = add_rows(&l, &(drop_case){k, 1e-3 * step_ms[i], 1, 5}, at, off[k][i], lost[k][i]);
        }
        ledger_curve(&l, "Peak force by step", methods[k].name, "step [ms]", "peak [kN]", step_ms, kilonewtons, 5);
        for (int i = 0; i < 3; i++) {
            snprintf(at, sizeof at, "stiffness x %g", factor[i]);
            kilonewtons[i] = add_rows(&l, &(drop_case){k, 2.5e-4, factor[i], 5}, at, 0.02, lost[k][3]);
        }
        ledger_curve(&l, "Peak force by stiffness", methods[k].name, "K / default", "peak [kN]", factor, kilonewtons,
                     3);
        for (int i = 0; i < 3; i++) {
            snprintf(at, sizeof at, "%g triangles", triangles[i]);
            kilonewtons[i] = add_rows(&l, &(drop_case){k, 2.5e-4, 1, 4 + i}, at, 0.02, 0.001 + share_that_turns(4 + i));
        }
        ledger_curve(&l, "Peak force by mesh", methods[k].name, "triangles", "peak [kN]", triangles, kilonewtons, 3);
    }
    ledger_end(&l);
}

// Hertz: F ~ K^(1 / (n + 1)).
static void peak_follows_the_stiffness(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        const drop_case soft = {k, 2.5e-4, 0.25, 5}, hard = {k, 2.5e-4, 4, 5};
        double power = log(drop(&hard).b.peak_n / drop(&soft).b.peak_n) / log(16);
        print_message("%s: peak ~ K^%.3f\n", methods[k].name, power);
        CHECK_NEAR(power, 1 / (methods[k].exponent + 1), 0.02);
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--table") == 0) return print_table(), 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impulse_and_energy_do_not_follow_the_contact),
        cmocka_unit_test(peak_converges_to_the_laws_own),
        cmocka_unit_test(peak_and_impulse_by_step_stiffness_and_mesh),
        cmocka_unit_test(peak_follows_the_stiffness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
