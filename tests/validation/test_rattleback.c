// SPDX-License-Identifier: MIT
// The rattleback of Kane & Levinson 1982, spun both ways, against rolling without slip. Causes of the differences:
// - the contact yields by N / k, and its damper absorbs energy: 16 % of the total in 5 s with K = 1e8 N/m^1.5, and
//   1 % with the scenario's 1e9 (at a tenth of the stiffness and without damping the foot leaves the table);
// - the bristle yields by up to F / k = 0.75 pre_slide, 7.5 µm in the scenario; v_stick hardly matters (0.003 rad/s
//   between 10 and 30 mm/s), since the creep is far below it;
// - h: 0.2 ms in place of 0.1 ms changes the spin in the first 2 s by 0.05 rad/s.
// The rolling body presses with 1.7 N to 68 N and needs a friction coefficient of 0.77: it never leaves the plane.
#include "tests/validation/ledger.h"
#include "tests/validation/reference/rolling.h"
#include "tests/validation/toy.h"

static toy t;

enum { SAMPLES = 501 };
static const double EVERY = 0.01; // [s]

typedef struct history {
    double t[SAMPLES], spin[SAMPLES], tilt[SAMPLES],
        energy[SAMPLES]; // about the vertical [rad/s], of the long axis [rad]
    double rise, lost;   // highest rise of the energy above its least so far, loss [J]
    double lent;         // most that the bristle has stored [J]
    int off;             // steps without contact
} history;

static vec3 world(const ref_rolling_state *s, const double v[3]) {
    vec3 x = {0, 0, 0};
    double *out[3] = {&x.x, &x.y, &x.z};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) *out[i] += s->r[i][k] * v[k];
    return x;
}

static ref_rolling reference_of(void) {
    const scenario_body *b = &t.sc.model.bodies.item[0];
    const double *i = b->inertia, *p = b->products;
    ref_rolling r = {.mass = b->mass,
                     .gravity = 9.81,
                     .below = 0.01,
                     .inertia = {{i[0], p[0], p[2]}, {p[0], i[1], p[1]}, {p[2], p[1], i[2]}},
                     .accuracy = 1e-12};
    memcpy(r.axis, t.sc.model.shapes.item[1].semi_axes, sizeof r.axis);
    return r;
}

// Both tilts half a degree, spun about its own third axis.
static ref_rolling_state start_of(double spin) {
    double a = 0.5 * M_PI / 180, c = cos(a), s = sin(a);
    return (ref_rolling_state){{{c, 0, s}, {s * s, c, -s * c}, {-c * s, s, c * c}}, {0, 0, spin}};
}

static void sample(history *h, int k, double spin, double slope, double energy) {
    h->t[k] = k * EVERY, h->spin[k] = spin, h->tilt[k] = asin(slope), h->energy[k] = energy;
}

static void run_reference(double spin, history *h) {
    toy_load(&t, "rattleback");
    ref_rolling b = reference_of();
    scenario_free(&t.sc);
    ref_rolling_state s = start_of(spin);
    for (int k = 0; k < SAMPLES; k++) {
        if (k > 0) assert_true(ref_rolling_run(&b, (k - 1) * EVERY, k * EVERY, &s));
        sample(h, k, world(&s, s.w).z, s.r[2][0], ref_rolling_energy(&b, &s));
    }
    h->lost = h->energy[0] - h->energy[SAMPLES - 1];
}

// Normal force at the start, from the vertical acceleration of the rolling body.
static double first_normal_force(const ref_rolling *b, double spin) {
    double f[3], v[3], z[2], dt = 1e-5;
    for (int k = 0; k < 2; k++) {
        ref_rolling_state s = start_of(spin);
        if (k > 0) assert_true(ref_rolling_run(b, 0, dt, &s));
        ref_rolling_foot(b, &s, f, v);
        z[k] = world(&s, v).z;
    }
    return b->mass * (b->gravity + (z[1] - z[0]) / dt);
}

// Contact parameters in place of the scenario's.
typedef struct contact_try {
    double stiffness, pre_slide, restitution, h;
} contact_try;

static const contact_try level[3] = {{1e9, 4e-6, 0.5, 40e-6}, {1e10, 8.6e-7, 0.5, 20e-6}, {1e11, 1.86e-7, 0.5, 10e-6}};

static void prepare(double spin, const contact_try *c) {
    double foot[3], v[3];
    toy_load(&t, "rattleback");
    scenario_body *body = &t.sc.model.bodies.item[0];
    scenario_point *g = &t.sc.model.points.item[0];
    scenario_shape *shell = &t.sc.model.shapes.item[1];
    contact_material *m = &t.sc.model.materials.item[0].law;
    ref_rolling b = reference_of();
    ref_rolling_state s = start_of(spin);
    if (c) {
        m->stiffness = c->stiffness, m->pre_slide = c->pre_slide, m->restitution = c->restitution, m->v_stick = 0.03;
        t.sc.solver.step = c->h, t.sc.solver.tolerance = 1e-13;
    }
    ref_rolling_foot(&b, &s, foot, v);
    double depth = pow(first_normal_force(&b, spin) / m->stiffness, 1 / m->exponent);
    vec3 z = vec3_make(s.r[0][2], s.r[1][2], s.r[2][2]), x = vec3_make(s.r[0][0], s.r[1][0], s.r[2][0]);
    vec3 at = {0, 0, -world(&s, foot).z - depth};
    toy_set_vector(g->at, at), toy_set_vector(g->velocity, world(&s, v));
    toy_set_vector(body->angular_velocity, world(&s, s.w));
    toy_set_vector(body->x_axis, x), toy_set_vector(body->y_axis, vec3_make(s.r[0][1], s.r[1][1], s.r[2][1]));
    toy_place_shape(shell, vec3_madd(at, b.below, z), x, z);
}

static void check_vector_near(const double a[3], const double b[3], double tolerance) {
    for (int i = 0; i < 3; i++) CHECK_NEAR(a[i], b[i], tolerance);
}

// Checks that the file has the reference's start, to its printed digits.
static void check_shipped_start(void) {
    static toy file;
    toy_load(&file, "rattleback");
    check_vector_near(file.sc.model.points.item[0].at, t.sc.model.points.item[0].at, 1e-8);
    check_vector_near(file.sc.model.points.item[0].velocity, t.sc.model.points.item[0].velocity, 1e-6);
    check_vector_near(file.sc.model.bodies.item[0].x_axis, t.sc.model.bodies.item[0].x_axis, 1e-9);
    check_vector_near(file.sc.model.bodies.item[0].y_axis, t.sc.model.bodies.item[0].y_axis, 1e-9);
    check_vector_near(file.sc.model.bodies.item[0].angular_velocity, t.sc.model.bodies.item[0].angular_velocity, 1e-8);
    check_vector_near(file.sc.model.shapes.item[1].at, t.sc.model.shapes.item[1].at, 1e-8);
    check_vector_near(file.sc.model.shapes.item[1].x_axis, t.sc.model.shapes.item[1].x_axis, 1e-9);
    check_vector_near(file.sc.model.shapes.item[1].z_axis, t.sc.model.shapes.item[1].z_axis, 1e-9);
    scenario_free(&file.sc);
}

static void run(history *h) {
    toy_start(&t);
    const contact_material *m = &t.sc.model.materials.item[0].law;
    int every = (int)lround(EVERY / t.sc.solver.step);
    double e = toy_energy(&t), least = e;
    *h = (history){0};
    for (int k = 0; k < SAMPLES; k++) {
        for (int i = 0; k > 0 && i < every; i++) {
            toy_step(&t);
            e = toy_energy(&t), least = fmin(least, e);
            h->rise = fmax(h->rise, e - least);
            contact_shape_sum c = toy_contact(&t, 0);
            h->off += c.hits == 0;
            // F² / 2k with k = mu N / pre_slide
            if (c.hits) h->lent = fmax(h->lent, c.friction * c.friction * m->pre_slide / (2 * m->mu_static * c.normal));
        }
        toy_motion is = toy_read_motion(&t, 0);
        sample(h, k, is.omega.z, is.r.m[2][0], e);
    }
    h->lost = h->energy[0] - e;
    toy_free(&t);
}

// First time at which the spin has changed its sign; NAN: never.
static double reversal(const history *h) {
    for (int k = 1; k < SAMPLES; k++)
        if (h->spin[k] * h->spin[0] < 0) return h->t[k - 1] + EVERY * h->spin[k - 1] / (h->spin[k - 1] - h->spin[k]);
    return NAN;
}

static double apart(const history *a, const history *b, double until) {
    double most = 0;
    for (int k = 0; k * EVERY <= until; k++) most = fmax(most, fabs(a->spin[k] - b->spin[k]));
    return most;
}

static void curves(ledger *l, const char *name, const history *h) {
    ledger_curve(l, "spin about the vertical", name, "t [s]", "spin [rad/s]", h->t, h->spin, SAMPLES);
    ledger_curve(l, "height of the long axis' end", name, "t [s]", "slope [rad]", h->t, h->tilt, SAMPLES);
    ledger_curve(l, "energy", name, "t [s]", "energy [J]", h->t, h->energy, SAMPLES);
}

static const char ODE[] = "rolling without slip, integrated: reference/rolling.c";

// The shipped file reverses; spun the other way it does not. Energy only decreases.
static void test_shipped(void **state) {
    (void)state;
    static history want, is;
    ledger l = ledger_begin("rattleback", "Ellipsoid with skew masses spun on a plane both ways: one reverses",
                            "config/scenarios/contact/rattleback.yaml");
    for (int way = -1; way <= 1; way += 2) {
        const char *name = way < 0 ? "spun -5 rad/s" : "spun +5 rad/s";
        char text[96];
        run_reference(5 * way, &want);
        CHECK_NEAR(want.lost, 0, 1e-11); // of 0.12 J
        prepare(5 * way, NULL);
        if (way < 0) check_shipped_start();
        run(&is);
        assert_int_equal(is.off, 0);
        if (way < 0) {
            ledger_row(&l, "spun -5 rad/s: time of reversal", "s", reversal(&want), ODE, reversal(&is), 0.15);
        } else {
            assert_true(isnan(reversal(&want)) && isnan(reversal(&is)));
            ledger_row(&l, "spun +5 rad/s: spin after 5 s", "rad/s", want.spin[SAMPLES - 1], ODE, is.spin[SAMPLES - 1],
                       0.1);
        }
        snprintf(text, sizeof text, "%s: spin in the first 2 s, largest difference", name);
        ledger_row(&l, text, "rad/s", 0, ODE, apart(&is, &want, 2), 0.25);
        snprintf(text, sizeof text, "%s: highest rise of the energy above its least", name);
        // the energy excludes the bristle's; its stiffness follows the normal force, which can add as much again
        ledger_row(&l, text, "J", 0, "friction and damping only take; the bristle lends its elastic energy", is.rise,
                   2 * is.lent);
        snprintf(text, sizeof text, "%s, rolling", name), curves(&l, text, &want);
        snprintf(text, sizeof text, "%s, as shipped", name), curves(&l, text, &is);
    }
    ledger_end(&l);
}

// A stiffer contact approaches the rolling body. The normal damper absorbs the lost energy: with the
// rate N'/k and c ~ N it is sum c (N'/k)², k ~ K^(2/3), and falls by 10^(4/3) when K grows tenfold.
static void test_stiffer(void **state) {
    (void)state;
    static history want, is;
    static const double limit[3] = {0.6, 0.03, 0.01}, late[3] = {0.1, 0.01, 0.005}; // [rad/s], [s]
    double lost[3];
    ledger l = ledger_begin("rattleback stiffness", "The same with ever stiffer contact, spun -5 rad/s",
                            "config/scenarios/contact/rattleback.yaml");
    run_reference(-5, &want);
    for (int i = 0; i < 3; i++) {
        char text[96];
        prepare(-5, &level[i]);
        run(&is);
        assert_int_equal(is.off, 0);
        lost[i] = is.lost;
        snprintf(text, sizeof text, "K = %.0e: spin in the first 2 s, largest difference", level[i].stiffness);
        ledger_row(&l, text, "rad/s", 0, ODE, apart(&is, &want, 2), limit[i]);
        snprintf(text, sizeof text, "K = %.0e: time of reversal", level[i].stiffness);
        ledger_row(&l, text, "s", reversal(&want), ODE, reversal(&is), late[i]);
        snprintf(text, sizeof text, "spun -5 rad/s, K = %.0e", level[i].stiffness), curves(&l, text, &is);
    }
    ledger_row(&l, "exponent of the loss in K, 1e9 to 1e10", "1", -4.0 / 3, "damper of a Hertz contact",
               log10(lost[1] / lost[0]), 0.2);
    ledger_end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shipped), cmocka_unit_test(test_stiffer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
