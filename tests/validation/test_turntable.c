// SPDX-License-Identifier: MIT
// A ball of mass m and inertia beta m a² rolls without slip on a table that turns with W. With u = v - a w × z the
// velocity of its lowest point, m v' = F and beta m a² w' = -a z × F give u' = (1 + beta)/(beta m) F; u = W z × r
// throughout, hence
//     v' = W' z × v,  W' = W beta / (1 + beta):  2/7 W for the solid ball, 2/5 W for the thin shell,
// a circle about r + z × v / W' (Weltner, Am. J. Phys. 47 (1979) 984; Burns, Am. J. Phys. 49 (1981) 56).
//
// Effect of the elastic contact. The force acts half of the depth d above the lowest point: a becomes a - d/2 in
// the equations of rotation. The table carries the bristle s round, F = -(k s + c q) with the slip
// q = s' - W z × s. Of a solution v ~ exp(i w t) (complex numbers for the plane)
//     q = m w (w - W) v / (k + i (w - W) c),   w = W' (1 + w q / (W v)),
// whose imaginary part is the creep of the spiral. By contact/law/bristle.c a steady slip of size |q| has
// k = kappa mu N / pre_slide, c = kappa mu N / (4 v_stick) + (1 - kappa) mu N / sqrt(q² + (v_stick / 100)²),
// kappa = exp(-q² / v_stick²).
#include "tests/validation/ledger.h"
#include "tests/validation/toy.h"
#include <complex.h>

static toy t;

static const double SETTLED = 0.5; // the bristle has taken up its load [s]

typedef struct orbit {
    double rate, growth; // of the velocity's angle [rad/s], of ln |v| [1/s], from SETTLED on
    double speed;        // at the end
    double drift;        // farthest way of the circle's centre, over its radius
    double depth;        // at the end [m]
    double slipped;      // largest friction force over the static limit
    double x[201], y[201];
    int points;
} orbit;

static double table_speed(void) { return t.sc.model.drivers.item[0].angle.rate; }

// The ball of inertia beta m a² starts at r with v, rolling.
static void prepare(double beta, vec3 r, vec3 v, double refined) {
    toy_load(&t, "turntable");
    scenario_body *b = &t.sc.model.bodies.item[toy_body(&t, "ball")];
    scenario_point *centre = &t.sc.model.points.item[b->point[0]];
    scenario_shape *sphere = &t.sc.model.shapes.item[1];
    double a = sphere->radius, w = table_speed();
    r.z = centre->at[2];
    toy_set_vector(centre->at, r), toy_set_vector(centre->velocity, v);
    toy_place_shape(sphere, r, vec3_make(1, 0, 0), vec3_make(0, 0, 1));
    for (int i = 0; i < 3; i++) b->inertia[i] = beta * b->mass * a * a;
    toy_set_vector(b->angular_velocity, vec3_make(-(v.y - w * r.x) / a, (v.x + w * r.y) / a, 0));
    t.sc.solver.step /= refined;
}

static orbit run(double beta, vec3 r, vec3 v, double duration, double refined) {
    orbit o = {0};
    prepare(beta, r, v, refined);
    toy_start(&t);
    double h = t.sc.solver.step, angle = 0, orbital = table_speed() * beta / (1 + beta);
    int ball = toy_body(&t, "ball"), steps = (int)lround(duration / h), settled = (int)lround(SETTLED / h);
    vec3 last = {0, 0, 0}, first = last, about0 = last;
    for (int k = 0; k <= steps; k++) {
        if (k > 0) toy_step(&t);
        contact_shape_sum c = toy_contact(&t, 0);
        toy_motion is = toy_read_motion(&t, ball);
        vec3 u = is.velocity, about = {is.centre.x - u.y / orbital, is.centre.y + u.x / orbital, 0};
        if (k % (steps / 200) == 0) o.x[o.points] = is.centre.x, o.y[o.points++] = is.centre.y;
        if (k < settled) continue;
        if (k == settled) last = first = u, about0 = about;
        angle += atan2(last.x * u.y - last.y * u.x, last.x * u.x + last.y * u.y);
        last = u;
        o.drift = fmax(o.drift, vec3_norm(vec3_sub(about, about0)) * orbital / vec3_norm(first));
        assert_int_equal(c.hits, 1);
        o.slipped = fmax(o.slipped, c.friction / (t.sc.model.materials.item[0].law.mu_static * c.normal));
        o.depth = c.depth;
    }
    o.rate = angle / (duration - SETTLED);
    o.speed = vec3_norm(last);
    o.growth = log(vec3_norm(last) / vec3_norm(first)) / (duration - SETTLED);
    toy_free(&t);
    return o;
}

// The complex rate w of the head of this file at the speed v, by iteration.
static double complex predicted(double beta, double depth, const contact_material *m, double w_table, double a,
                                double v) {
    const double complex i = CMPLX(0, 1);
    double arm = 1 - 0.5 * depth / a, own = beta / (arm * arm), hold = m->mu_static * 9.81; // by the ball's mass
    double rolls = w_table * own / (1 + own), size = 0;
    double complex w = rolls;
    for (int n = 0; n < 50; n++) {
        double kappa = exp(-size * size / (m->v_stick * m->v_stick)), k = kappa * hold / m->pre_slide;
        double c = kappa * hold / (4 * m->v_stick) + (1 - kappa) * hold / hypot(size, 0.01 * m->v_stick);
        double complex slip = w * (w - w_table) / (k + i * (w - w_table) * c);
        size = cabs(slip) * v;
        w = rolls * (1 + w * slip / w_table);
    }
    return w;
}

static void test_orbits(void **state) {
    (void)state;
    ledger l = ledger_begin("turntable", "A ball rolls on a turning table, in circles about a fixed centre",
                            "config/scenarios/contact/turntable.yaml");
    static const struct {
        const char *name;
        double beta, x, y, vx, vy;
    } way[] = {{"solid ball, as shipped", 0.4, 0.3, 0, 0, 0.15},
               {"solid ball, wide circle through the axis", 0.4, 0, 0, 0.5, 0.2},
               {"solid ball, small circle far out", 0.4, -0.2, 0.5, 0.03, 0.04},
               {"thin shell", 2.0 / 3, 0.3, 0, 0, 0.15},
               {"thin shell, wide circle", 2.0 / 3, 0.1, -0.2, 0.4, 0}};
    toy_load(&t, "turntable");
    double w = table_speed(), a = t.sc.model.shapes.item[1].radius;
    contact_material m = t.sc.model.materials.item[0].law;
    scenario_free(&t.sc);
    for (int i = 0; i < (int)(sizeof way / sizeof *way); i++) {
        char name[128];
        double beta = way[i].beta, ratio = beta / (1 + beta);
        vec3 r = {way[i].x, way[i].y, 0}, v = {way[i].vx, way[i].vy, 0};
        orbit o = run(beta, r, v, 10, 1), fine = run(beta, r, v, 10, 2), finer = run(beta, r, v, 10, 4);
        double complex want = predicted(beta, finer.depth, &m, w, a, finer.speed);
        assert_true(o.slipped < 0.9);
        snprintf(name, sizeof name, "%s: angular speed over the table's", way[i].name);
        ledger_row(&l, name, "1", ratio, "rolling without slip: beta / (1 + beta), Weltner 1979", o.rate / w,
                   0.005 * ratio);
        snprintf(name, sizeof name, "%s: order in h of the angular speed", way[i].name);
        ledger_row(&l, name, "1", 2, "trapezoidal rule", log2((o.rate - fine.rate) / (fine.rate - finer.rate)), 0.1);
        snprintf(name, sizeof name, "%s: angular speed, h to 0", way[i].name);
        ledger_row(&l, name, "rad/s", creal(want), "elastic contact: closed form in test_turntable.c",
                   finer.rate + (finer.rate - fine.rate) / 3, 2e-6 * w);
        snprintf(name, sizeof name, "%s: growth of the spiral, h to 0", way[i].name);
        ledger_row(&l, name, "1/s", -cimag(want), "elastic contact: closed form in test_turntable.c",
                   finer.growth + (finer.growth - fine.growth) / 3, 0.02 * -cimag(want));
        snprintf(name, sizeof name, "%s: way of the circle's centre, of its radius", way[i].name);
        ledger_row(&l, name, "1", 0, "rolling without slip: it stays", o.drift, 0.005);
        ledger_curve(&l, "path of the ball", way[i].name, "x [m]", "y [m]", o.x, o.y, o.points);
    }
    ledger_end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_orbits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
