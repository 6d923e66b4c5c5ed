// SPDX-License-Identifier: MIT
// The tippe-top of Leine & Glocker, Eur. J. Mech. A 22 (2003) 193. During the motion on its round side one quantity is
// conserved for any friction: Jellett's J = L·r (A Treatise on the Theory of Friction, 1872), L about the
// centre of mass, r = a1 k - R z from there to the sphere's lowest point (k: axis, z: vertical). With the force F
// acting at x, J' = (x × F)·r + L·r', and r' = a1 w × k has no part along L of a body of revolution. So J' = 0 where F
// acts at r, whatever its direction. Here F acts half of the depth d above it: |J'| <= d/2 a1 sin(theta) F_t.
//
// The time of turning over depends on friction at low slip. The stem touches after 1.36 s, 1.53 s, 3.8 s with friction
// that is full from 50, 20, 2 mm/s on. With a bristle (stick-slip) of v_stick = 1 mm/s it rolls at first and touches
// after 4.49 s; with 20 mm/s it rolls for 8 s and more without turning. Half the step does not change the 1.53 s, and
// changes 4.49 s to 4.44 s.
#include "tests/validation/ledger.h"
#include "tests/validation/toy.h"

static toy t;

enum { SAMPLES = 301, BELLY = 0, STEM = 1 };

typedef struct fall {
    double t[SAMPLES], axis[SAMPLES], energy[SAMPLES], spin[SAMPLES], jellett[SAMPLES];
    double rise;                     // of the energy above its least so far [J]
    double jellett0, moved, allowed; // J at the start; its farthest way until the stem touches, and the bound of that
    double stem;                     // time of the stem's first touch [s]
    double turned;                   // time from which on the axis points down [s]
    double l_z0, l_z;                // angular momentum about the vertical at the start and at the stem's touch [N m s]
    double height;                   // of the centre of mass, mean of the last tenth of a second [m]
    double on_stem, on_belly;        // normal forces, likewise [N]
} fall;

static vec3 angular_momentum(const toy_motion *m, const double inertia[3]) {
    vec3 w = mat3_tmul(&m->r, m->omega);
    return mat3_mul(&m->r, vec3_make(inertia[0] * w.x, inertia[1] * w.y, inertia[2] * w.z));
}

static void turn_over(fall *f) {
    toy_start(&t);
    const scenario_body *b = &t.sc.model.bodies.item[0];
    const double radius = t.sc.model.shapes.item[1].radius;
    const vec3 centre = toy_get_vector(t.sc.model.shapes.item[1].at),
               mass = toy_get_vector(t.sc.model.points.item[0].at);
    double a1 = vec3_norm(vec3_sub(centre, mass)), h = t.sc.solver.step, least = INFINITY;
    int steps = (int)lround(t.sc.end.duration / h), every = steps / (SAMPLES - 1), tail = (int)lround(0.1 / h);
    *f = (fall){.stem = NAN, .turned = NAN};
    for (int k = 0; k <= steps; k++) {
        if (k > 0) toy_step(&t);
        toy_motion m = toy_read_motion(&t, 0);
        vec3 axis = mat3_column(&m.r, 2), l = angular_momentum(&m, b->inertia);
        double e = toy_energy(&t), jellett = vec3_dot(l, vec3_madd(vec3_scale(a1, axis), -radius, vec3_make(0, 0, 1)));
        contact_shape_sum belly = toy_contact(&t, BELLY), stem = toy_contact(&t, STEM);
        if (k == 0) f->jellett0 = jellett, f->l_z0 = l.z;
        if (k > 0 && isnan(f->stem) && stem.hits) f->stem = k * h, f->l_z = l.z;
        if (isnan(f->stem) && k > 0) {
            f->moved = fmax(f->moved, fabs(jellett - f->jellett0));
            f->allowed += h * 0.5 * belly.depth * a1 * hypot(axis.x, axis.y) * belly.friction;
        }
        if (axis.z > -0.95)
            f->turned = NAN;
        else if (isnan(f->turned))
            f->turned = k * h;
        least = fmin(least, e), f->rise = fmax(f->rise, e - least);
        if (k > steps - tail) {
            f->height += m.centre.z / tail;
            f->on_stem += stem.normal / tail, f->on_belly += belly.normal / tail;
        }
        if (k % every) continue;
        int i = k / every;
        f->t[i] = k * h, f->axis[i] = axis.z, f->energy[i] = e, f->spin[i] = vec3_dot(m.omega, axis);
        f->jellett[i] = jellett / f->jellett0;
    }
    toy_free(&t);
}

static void test_turns_over(void **state) {
    (void)state;
    static fall f, fine;
    ledger l = ledger_begin("tippe-top", "A top spun on its round side turns over and stands on its stem",
                            "config/scenarios/contact/tippe_top.yaml");
    toy_load(&t, "tippe_top");
    const scenario_body b = t.sc.model.bodies.item[0];
    const scenario_shape stem = t.sc.model.shapes.item[2];
    const contact_material m = t.sc.model.materials.item[0].law;
    double a1 = 0.003, a2 = vec3_norm(vec3_sub(toy_get_vector(stem.at), toy_get_vector(t.sc.model.points.item[0].at)));
    double depth = pow(b.mass * 9.81 / m.stiffness, 1 / m.exponent), weight = b.mass * 9.81;
    turn_over(&f);
    toy_load(&t, "tippe_top");
    t.sc.solver.step /= 2;
    turn_over(&fine);
    print_message("stem touches after %.3f s, axis down after %.3f s; with half the step %.3f s, %.3f s\n", f.stem,
                  f.turned, fine.stem, fine.turned);
    ledger_row(&l, "direction of the axis at the end, upward part", "1", -1, "it turns over", f.axis[SAMPLES - 1],
               0.01);
    ledger_row(&l, "height of the centre of mass at the end", "m", stem.radius + a2 - depth,
               "it stands on the stem: radius + distance - depth", f.height, 0.02 * a2);
    ledger_row(&l, "normal force of the stem at the end", "N", weight, "weight", f.on_stem, 0.01 * weight);
    ledger_row(&l, "normal force of the round side at the end", "N", 0, "it stands on the stem", f.on_belly, 0);
    ledger_row(&l, "highest rise of the energy above its least", "J", 0, "friction and damping only take", f.rise,
               1e-9);
    ledger_row(&l, "farthest way of Jellett's constant until the stem touches, of its size", "1", 0,
               "conserved but for d/2 a1 sin(theta) F_t, summed", f.moved / fabs(f.jellett0),
               f.allowed / fabs(f.jellett0));
    // friction has the arm a1 sin(theta) about the vertical, so that it needs at least this time for what the spin lost
    double soonest = (f.l_z0 - f.l_z) / (m.mu_dynamic * weight * a1), latest = 3;
    ledger_row(&l, "time of the stem's touch (a range: it depends on how friction fades at low speed)", "s",
               0.5 * (soonest + latest), "from L_z lost / (mu m g a1) to the run's end", f.stem,
               0.5 * (latest - soonest));
    ledger_row(&l, "the same with half the step", "s", f.stem, "the shipped step", fine.stem, 0.02);
    ledger_curve(&l, "direction of the axis", "upward part", "t [s]", "1", f.t, f.axis, SAMPLES);
    ledger_curve(&l, "energy", "energy", "t [s]", "energy [J]", f.t, f.energy, SAMPLES);
    ledger_curve(&l, "spin about the axis", "spin", "t [s]", "spin [rad/s]", f.t, f.spin, SAMPLES);
    ledger_curve(&l, "Jellett's constant over its start", "J / J0", "t [s]", "1", f.t, f.jellett, SAMPLES);
    ledger_end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_turns_over)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
