// SPDX-License-Identifier: MIT
// Every force law through the whole machinery: the rebound of a ball on a plane follows the law's formula, the
// friction of a block on a plane the law's curve. References: the equation of the rebound ratio, closed forms, and a
// Runge-Kutta integration of the equation of motion.
#include "tests/validation/ledger.h"
#include "tests/validation/shape_drop.h"

static const double RADIUS = 0.3, MASS = 900, SPEED = 0.5, GAP = 1e-3, G = 9.81;

// Rebound ratio of the ball, thrown straight down.
static double rebound_of(const contact_material *m, double h) {
    const contact_shape ball = {.kind = CONTACT_SPHERE, .size = {RADIUS, 0, 0}}, floor = {.kind = CONTACT_PLANE};
    const pose in = {mat3_identity(), {0, 0, 0}}, at = {mat3_identity(), {0.013, 0.007, RADIUS + GAP}};
    double i = 0.4 * MASS * RADIUS * RADIUS;
    shape_drop s;
    shape_drop_make(&s, &ball, &in, &at, &floor, m, MASS, vec3_make(i, i, i), vec3_make(0, 0, 0), h);
    shape_rebound r = shape_drop_run(&s, vec3_make(0, 0, -SPEED), 10);
    shape_drop_free(&s);
    return r.velocity.z / SPEED;
}

// Laws with a hysteresis factor a(e): the formulas as published.
static double hunt_crossley(double e) { return 1.5 * (1 - e); }
static double herbert_mcwhannell(double e) { return 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3); }
static double lee_wang(double e) { return 0.75 * (1 - e); }
static double lankarani(double e) { return 0.75 * (1 - e * e); }
static double zhiying_qishao(double e) { return 0.75 * (1 - e * e) * exp(2 * (1 - e)); }
static double gonthier(double e) { return (1 - e * e) / e; }
static double flores(double e) { return 8 * (1 - e) / (5 * e); }
static double hu_guo(double e) { return 3 * (1 - e) / (2 * e); }

static const struct {
    const char *name;
    contact_normal_law law;
    double (*factor)(double e); // NULL: the rebound ratio is e
} FAMILY[] = {{"exact", CONTACT_LAW_EXACT, NULL},
              {"Hunt-Crossley 1975", CONTACT_LAW_HUNT_CROSSLEY, hunt_crossley},
              {"Herbert-McWhannell 1977", CONTACT_LAW_HERBERT_MCWHANNELL, herbert_mcwhannell},
              {"Lee-Wang 1983", CONTACT_LAW_LEE_WANG, lee_wang},
              {"Lankarani-Nikravesh 1990", CONTACT_LAW_LANKARANI, lankarani},
              {"Zhiying-Qishao 2006", CONTACT_LAW_ZHIYING_QISHAO, zhiying_qishao},
              {"Gonthier 2004", CONTACT_LAW_GONTHIER, gonthier},
              {"Flores 2011", CONTACT_LAW_FLORES, flores},
              {"Hu-Guo 2015", CONTACT_LAW_HU_GUO, hu_guo}};

// The rebound ratio e' of m d'' = -K d^n (1 + a d'/v0): a (1 + e') = ln((1 + a) / (1 - a e')), by halving.
static double rebound_ratio(double a) {
    double low = 0, high = fmin(1, 1 / a);
    for (int i = 0; i < 200; i++) {
        double e = 0.5 * (low + high), left = a * (1 + e) - log((1 + a) / (1 - a * e));
        if (left > 0)
            low = e;
        else
            high = e;
    }
    return 0.5 * (low + high);
}

// K such that the elastic contact of the ball lasts this long: T = 2.943 d / v, d = (5 m v² / (4 K))^(2/5) (Hertz).
static contact_material material(contact_normal_law law, double duration) {
    contact_material m = contact_material_default();
    m.law = law;
    m.damping_max = 1e6; // no guard rail: the law alone
    m.v_min = 1e-3;
    m.stiffness = 1.25 * MASS * SPEED * SPEED / pow(duration * SPEED / 2.943, 2.5);
    m.mu_static = m.mu_dynamic = 0;
    return m;
}

static void test_family(void **state) {
    (void)state;
    ledger l = ledger_begin("normal laws with hysteresis", "A ball of 900 kg meets a plane with 0.5 m/s", "");
    const double set[] = {0.2, 0.5, 0.8};
    char what[96];
    for (size_t k = 0; k < sizeof FAMILY / sizeof *FAMILY; k++)
        for (int i = 0; i < 3; i++) {
            contact_material m = material(FAMILY[k].law, 0.032);
            m.restitution = set[i];
            double want = FAMILY[k].factor ? rebound_ratio(FAMILY[k].factor(set[i])) : set[i];
            snprintf(what, sizeof what, "rebound ratio, %s, e set to %.1f", FAMILY[k].name, set[i]);
            ledger_row(&l, what, "1", want, "a(1 + e') = ln((1 + a)/(1 - a e')) of the published a(e)",
                       rebound_of(&m, 1e-3), 0.001);
        }
    ledger_end(&l);
}

// Integrates m x'' = -F(x, x') until the mass separates; the test has its own F.
typedef double force_law(const contact_material *m, double x, double v);

static double integrated(const contact_material *m, force_law *force, double dt) {
    double x = 0, v = SPEED;
    for (int k = 0; k < 10000000 && (x > 0 || v > 0); k++) {
        double a1 = -force(m, x, v) / MASS, x2 = x + 0.5 * dt * v, v2 = v + 0.5 * dt * a1;
        double a2 = -force(m, x2, v2) / MASS, x3 = x + 0.5 * dt * v2, v3 = v + 0.5 * dt * a2;
        double a3 = -force(m, x3, v3) / MASS, x4 = x + dt * v3, v4 = v + dt * a3;
        double a4 = -force(m, x4, v4) / MASS;
        x += dt / 6 * (v + 2 * v2 + 2 * v3 + v4);
        v += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    return -v / SPEED;
}

static double smooth(double x, double x0, double y0, double x1, double y1) {
    double t = (x - x0) / (x1 - x0);
    return x <= x0 ? y0 : x >= x1 ? y1 : y0 + (y1 - y0) * t * t * (3 - 2 * t);
}

static double impact_force(const contact_material *m, double x, double v) {
    if (x <= 0) return 0;
    return fmax(m->stiffness * pow(x, m->exponent) + smooth(x, 0, 0, m->impact_depth, m->impact_damping) * v, 0);
}

static double volume_force(const contact_material *m, double x, double v) {
    if (x <= 0) return 0;
    double area = M_PI * x * (2 * RADIUS - x);
    return fmax(area * m->stiffness * pow(x, m->exponent) + smooth(x, 0, 0, m->impact_depth, m->impact_damping) * v, 0);
}

static double user_force(const contact_material *m, double x, double v) {
    (void)m;
    return x <= 0 ? 0 : fmax(4e7 * x + 3e10 * x * x * x + 2e4 * v * x / 1e-3, 0);
}

// The same through the interface of a user's law.
static int user_normal(const hawse_contact_press *in, hawse_contact_normal_force *out) {
    double x = -in->gap, v = -in->gap_rate;
    out->elastic = 4e7 * x + 3e10 * x * x * x;
    out->force = fmax(out->elastic + 2e7 * v * x, 0);
    out->d_gap = -(4e7 + 9e10 * x * x + 2e7 * v);
    out->d_gap_rate = -2e7 * x;
    return 0;
}

static void test_commercial(void **state) {
    (void)state;
    ledger l = ledger_begin("normal laws of the multibody codes", "A ball of 900 kg meets a plane with 0.5 m/s", "");
    const char *source = "Runge-Kutta integration of m x'' = -F";
    char what[96];
    for (int i = 0; i < 3; i++) {
        contact_material m = material(CONTACT_LAW_IMPACT, 0.02);
        m.impact_damping = 2e4 * pow(4, i), m.impact_depth = 1e-3;
        snprintf(what, sizeof what, "rebound ratio, IMPACT, c = %g N s/m", m.impact_damping);
        ledger_row(&l, what, "1", integrated(&m, impact_force, 1e-6), source, rebound_of(&m, 1e-4), 1e-3);
    }
    for (int i = 0; i < 3; i++) {
        contact_material m = material(CONTACT_LAW_POISSON, 0.02);
        m.restitution = 0.2 + 0.3 * i, m.v_transition = 1e-3;
        snprintf(what, sizeof what, "rebound ratio, Poisson, e set to %.1f", m.restitution);
        ledger_row(&l, what, "1", m.restitution, "energy given back: e² of what was taken", rebound_of(&m, 1e-4), 2e-3);
    }
    for (int i = 0; i < 3; i++) {
        contact_material m = material(CONTACT_LAW_VOLUME, 0.02);
        m.stiffness =
            contact_layers_in_series(contact_layer_stiffness(1e8, 0.3, 0.02), contact_layer_stiffness(2e8, 0.4, 0.03));
        m.exponent = 1, m.impact_damping = i == 0 ? 0 : 1e4 * pow(4, i), m.impact_depth = 1e-3;
        snprintf(what, sizeof what, "rebound ratio, volume, c = %g N s/m", m.impact_damping);
        ledger_row(&l, what, "1", integrated(&m, volume_force, 1e-6), source, rebound_of(&m, 1e-4), 1e-3);
    }
    const contact_user_law user = {user_normal, NULL};
    contact_material m = material(CONTACT_LAW_USER, 0.02);
    m.user = &user;
    ledger_row(&l, "rebound ratio, user-defined", "1", integrated(&m, user_force, 1e-6), source, rebound_of(&m, 1e-4),
               1e-3);
    ledger_end(&l);
}

// A flat punch on the layer: a linear oscillator, damped at once, until the force is zero. With w0 = 1 it is
// x = exp(-zeta t) sin(w t) / w, and x'' = 0 where tan(w t) = 2 zeta w / (2 zeta² - 1).
static void test_flat_volume(void **state) {
    (void)state;
    ledger l = ledger_begin("volume law under a flat punch", "A box of 900 kg, as triangles, meets a plate flat", "");
    const contact_shape box = {.kind = CONTACT_BOX, .size = {0.1, 0.15, 0.2}},
                        plate = {.kind = CONTACT_PLANE, .size = {1, 1, 0}};
    const pose in = {mat3_identity(), {0, 0, 0}},
               at = {mat3_rotation(vec3_make(0, 0, 1), 0.3), {0.013, 0.007, 0.2 + GAP}};
    shape_mesh body, ground;
    char what[96];
    shape_mesh_make(&body, &box, 1e-3), shape_mesh_make(&ground, &plate, 1e-3);
    for (double zeta = 0; zeta<0.5; zeta = zeta> 0 ? 2 * zeta : 0.1) {
        contact_material m = material(CONTACT_LAW_VOLUME, 0.02);
        m.stiffness = 4e9, m.exponent = 1, m.impact_depth = 1e-9;
        m.impact_damping = 2 * zeta * sqrt(4e9 * 0.06 * MASS);
        double w = sqrt(1 - zeta * zeta), t = atan2(2 * zeta * w, 2 * zeta * zeta - 1) / w;
        double want = -exp(-zeta * t) * (cos(w * t) - zeta / w * sin(w * t));
        shape_drop s;
        shape_drop_make(&s, &body.shape, &in, &at, &ground.shape, &m, MASS, vec3_make(20, 15, 10), vec3_make(0, 0, 0),
                        2e-5);
        shape_rebound r = shape_drop_run(&s, vec3_make(0, 0, -SPEED), 10);
        shape_drop_free(&s);
        snprintf(what, sizeof what, "rebound ratio, damping ratio %.1f", zeta);
        ledger_row(&l, what, "1", zeta > 0 ? want : 1, "damped oscillator up to x'' = 0", r.velocity.z / SPEED, 2e-3);
    }
    shape_mesh_free(&body), shape_mesh_free(&ground);
    ledger_end(&l);
}

// Friction coefficient over speed: the published formula with the odd branch through zero, on which the printed one's
// third line has a step of no length.
static double curve(const contact_material *m, double v) {
    if (m->friction == CONTACT_FRICTION_STEP_DYNAMIC)
        return smooth(v, -m->v_dynamic, -m->mu_dynamic, m->v_dynamic, m->mu_dynamic);
    if (v > m->v_dynamic) return m->mu_dynamic;
    if (v > m->v_stick) return smooth(v, m->v_stick, m->mu_static, m->v_dynamic, m->mu_dynamic);
    return smooth(v, -m->v_stick, -m->mu_static, m->v_stick, m->mu_static);
}

static const double DRAG = 0.4; // coefficient per m/s

static int user_friction(const hawse_contact_slide *in, hawse_contact_friction_force *out) {
    for (int i = 0; i < 3; i++) {
        out->force[i] = -DRAG * in->normal_force * in->velocity[i];
        out->d_velocity[i][i] = -DRAG * in->normal_force;
    }
    return 0;
}

// Throws the block along the plane; returns its friction after a step over the elastic force of the step before, which
// bounds it.
static double coefficient_at(shape_drop *s, double speed, double *now) {
    double bound = 0;
    for (int i = 0; i < s->contact.set.n; i++) bound += s->contact.set.item[i].elastic_force;
    for (int i = 0; i < 4; i++) s->b.state.qd[DYN_FIRST_NODE + i] = vec3_make(0, 0, 0);
    sliding_body_throw(&s->b, vec3_make(speed * cos(0.4), speed * sin(0.4), 0));
    sliding_body_step(&s->b);
    dyn_eval e = dyn_eval_at(&s->b.model, &s->b.state);
    double w[4]; // of the middle of its lower face: it nods a little
    dyn_body_weights(&s->b.model, s->b.body, vec3_make(0, 0, -0.1), w);
    vec3 v = dyn_body_velocity(&e, s->b.body, w);
    *now = hypot(v.x, v.y);
    return contact_shape_contact_sum(&s->contact).friction / bound;
}

static void check_friction(ledger *l, const char *name, const contact_material *m) {
    const contact_shape block = {.kind = CONTACT_BOX, .size = {0.3, 0.2, 0.1}}, plane = {.kind = CONTACT_PLANE};
    const double times[] = {0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 3, 10};
    enum { SPEEDS = sizeof times / sizeof *times };
    const pose in = {mat3_identity(), {0, 0, 0}};
    double sink = pow(MASS * G / 4 / m->stiffness, 1 / 1.5), speed[SPEEDS], got[SPEEDS], want[SPEEDS];
    const pose at = {mat3_rotation(vec3_make(0, 0, 1), 0.2), {0, 0, 0.1 - sink}};
    shape_drop s;
    char what[96];
    shape_drop_make(&s, &block, &in, &at, &plane, m, MASS, vec3_make(15, 30, 39), vec3_make(0, 0, -G), 1e-3);
    for (int k = 0; k < 500; k++) sliding_body_step(&s.b);
    CHECK_NEAR(contact_shape_contact_sum(&s.contact).normal, MASS * G, 1e-3 * MASS * G);
    for (int i = 0; i < SPEEDS; i++) {
        got[i] = coefficient_at(&s, times[i] * m->v_stick, &speed[i]);
        want[i] = m->friction == CONTACT_FRICTION_USER ? DRAG * speed[i] : curve(m, speed[i]);
        snprintf(what, sizeof what, "coefficient, %s, at %.4g mm/s", name, 1e3 * speed[i]);
        ledger_row(l, what, "1", want[i], m->friction == CONTACT_FRICTION_USER ? "its own formula" : "STEP in speed",
                   got[i], 5e-4); // the Newton iteration leaves 1e-5 m/s: over the steepest slope 1.4e-4
    }
    ledger_curve(l, name, "measured", "speed [m/s]", "friction over normal force", speed, got, SPEEDS);
    ledger_curve(l, name, "formula", "speed [m/s]", "friction over normal force", speed, want, SPEEDS);
    shape_drop_free(&s);
}

static void test_friction(void **state) {
    (void)state;
    ledger l = ledger_begin("friction laws", "A block of 900 kg slides on a plane at many speeds", "");
    contact_material m = contact_material_default();
    m.stiffness = 1e9;
    m.v_stick = 0.02, m.v_dynamic = 0.04, m.mu_static = 0.4, m.mu_dynamic = 0.25;
    m.friction = CONTACT_FRICTION_STEP;
    check_friction(&l, "static and dynamic Coulomb", &m);
    m.friction = CONTACT_FRICTION_STEP_DYNAMIC;
    check_friction(&l, "dynamic Coulomb", &m);
    const contact_user_law user = {NULL, user_friction};
    m.friction = CONTACT_FRICTION_USER, m.user = &user;
    check_friction(&l, "user-defined", &m);
    ledger_end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_family), cmocka_unit_test(test_commercial),
                                       cmocka_unit_test(test_flat_volume), cmocka_unit_test(test_friction)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
