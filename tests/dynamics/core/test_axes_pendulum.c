// SPDX-License-Identifier: MIT
// Pendulums on a ship that moves, against solutions in the world: place, tension, plane, energy, reaction.
#include "tests/dynamics/moving_rig.h"

// The hawse in the world by rotations about the three axes, independent of the ship's quaternion.
static vec3 hawse_in_world(const sines *motion, vec3 reference, double t) {
    ship_motions m = {{0}, {0}, {0}};
    add_sines(motion, t, &m);
    mat3 rx = mat3_rotation(vec3_make(1, 0, 0), m.x[SHIP_ROLL]),
         ry = mat3_rotation(vec3_make(0, 1, 0), m.x[SHIP_PITCH]), rz = mat3_rotation(vec3_make(0, 0, 1), m.x[SHIP_YAW]);
    vec3 arm = mat3_mul(&rz, mat3_mul(&ry, mat3_mul(&rx, vec3_sub(hawse, reference))));
    return vec3_add(vec3_add(reference, arm), vec3_make(m.x[SHIP_SURGE], m.x[SHIP_SWAY], m.x[SHIP_HEAVE]));
}

// Second derivative of the hawse's place, by central differences of fourth order.
static vec3 hawse_acceleration(const sines *motion, vec3 reference, double t) {
    const double d = 2e-2;
    vec3 sum = vec3_scale(-30, hawse_in_world(motion, reference, t));
    for (int side = -1; side <= 1; side += 2) {
        sum = vec3_madd(sum, 16, hawse_in_world(motion, reference, t + side * d));
        sum = vec3_madd(sum, -1, hawse_in_world(motion, reference, t + 2 * side * d));
    }
    return vec3_scale(1 / (12 * d * d), sum);
}

// The pendulum in the world: d = bob - hawse keeps its length, d'' = f + mu d with f = g - hawse'' and
// mu = -(|d'|² + d·f)/L². Returns the tension of 100 kg in *tension [N].
static vec3 pendulum_acceleration(vec3 f, vec3 d, vec3 rate, double *tension) {
    double mu = -(vec3_norm2(rate) + vec3_dot(d, f)) / (LENGTH * LENGTH);
    *tension = -100 * mu * LENGTH;
    return vec3_madd(f, mu, d);
}

typedef struct swing {
    vec3 d, rate;
} swing;

// One step of the classical Runge-Kutta method in the world; f: at t, t + h/2, t + h.
static void runge_kutta(swing *s, const vec3 f[3], double h) {
    double unused;
    vec3 a1 = pendulum_acceleration(f[0], s->d, s->rate, &unused), v1 = s->rate;
    vec3 v2 = vec3_madd(s->rate, h / 2, a1), a2 = pendulum_acceleration(f[1], vec3_madd(s->d, h / 2, v1), v2, &unused);
    vec3 v3 = vec3_madd(s->rate, h / 2, a2), a3 = pendulum_acceleration(f[1], vec3_madd(s->d, h / 2, v2), v3, &unused);
    vec3 v4 = vec3_madd(s->rate, h, a3), a4 = pendulum_acceleration(f[2], vec3_madd(s->d, h, v3), v4, &unused);
    vec3 v = vec3_add(vec3_add(v1, v4), vec3_scale(2, vec3_add(v2, v3))),
         a = vec3_add(vec3_add(a1, a4), vec3_scale(2, vec3_add(a2, a3)));
    s->d = vec3_madd(s->d, h / 6, v);
    s->rate = vec3_madd(s->rate, h / 6, a);
}

// Pitch 3 deg, roll 5 deg, heave 1.5 m and a slow swing: place and tension of the bob against Runge-Kutta in the world.
static void test_pendulum_in_the_hawse(void **unused) {
    (void)unused;
    const vec3 reference = {-60, 0, 2}, down = {0, 0, -gravity};
    const double h = 1e-3, coarse = 2e-2;
    rig r;
    int row;
    rig_make(&r, h, down, &at_anchor, reference);
    int bob = add_pendulum(&r, hawse, &row);
    mechanism_finish(&r.k);
    dyn_axes at = *rig_axes(&r);
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    vec3 arm = vec3_make(0, 0, -LENGTH);
    swing s = {mat3_mul(&at.r, arm), mat3_mul(&at.r, vec3_cross(at.w, arm))};
    double off = 0, pull = 0, tension, lambda[MECHANISM_ROWS];
    for (int n = 0; n < 30000; n++) {
        double t = n * coarse;
        for (int i = 0; i < 20; i++) mechanism_step(&r.k);
        vec3 f[3];
        for (int i = 0; i < 3; i++)
            f[i] = vec3_sub(down, hawse_acceleration(&at_anchor, reference, t + 0.5 * i * coarse));
        runge_kutta(&s, f, coarse);
        pendulum_acceleration(f[2], s.d, s.rate, &tension);
        vec3 want = vec3_add(hawse_in_world(&at_anchor, reference, t + coarse), s.d);
        off = fmax(off, vec3_norm(vec3_sub(in_world(&r, bob), want)));
        dyn_multipliers(&r.k.model, &r.k.state, r.k.work, &(rt_command){0}, lambda);
        pull = fmax(pull, fabs(lambda[dyn_bilinear_row(&r.k.model, row)] - tension));
    }
    print_message("pendulum, 600 s: %.3g mm and %.3g N off\n", 1e3 * off, pull);
    assert_true(off <= 1e-3 && pull <= 0.1);
    mechanism_free(&r.k);
}

// Foucault's pendulum on a deck that turns at 0.02 rad/s: its plane stands still in the world.
static void test_foucault(void **unused) {
    (void)unused;
    static const sines turning = {.rate = {[SHIP_YAW] = 0.02}};
    rig r;
    int row;
    rig_make(&r, 1e-3, vec3_make(0, 0, -gravity), &turning, vec3_make(0, 0, 0));
    int bob = add_pendulum(&r, vec3_make(0, 0, 0), &row);
    mechanism_finish(&r.k);
    vec3 start = {0.5, 0, -sqrt(LENGTH * LENGTH - 0.25)};
    set_in_world(&r, bob, true, start, vec3_make(0, 0, 0));
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    double across = 0;
    for (int n = 0; n < 600000; n++) {
        mechanism_step(&r.k);
        across = fmax(across, fabs(in_world(&r, bob).y));
    }
    print_message("Foucault, 12 rad: the plane turned by at most %.3g rad\n", across / 0.5);
    assert_true(across / 0.5 < 2e-5);
    mechanism_free(&r.k);
}

// A steady acceleration tilts the plumb line: 1 m/s² ahead, 100 kg on 20 m.
static void accelerate(const void *self, double t, ship_motions *sum) {
    (void)self;
    sum->x[SHIP_SURGE] += 0.5 * t * t, sum->v[SHIP_SURGE] += t, sum->a[SHIP_SURGE] += 1;
}

static void test_plumb_line(void **unused) {
    (void)unused;
    static const sines none = {{0}, {0}, {0}};
    rig r;
    int row;
    rig_make(&r, 1e-3, vec3_make(0, 0, -gravity), &none, vec3_make(0, 0, 0));
    r.ship.source[0].add = accelerate;
    int bob = add_pendulum(&r, hawse, &row);
    mechanism_finish(&r.k);
    double tilt = atan2(1, gravity);
    r.k.state.q[bob] = vec3_add(hawse, vec3_make(-LENGTH * sin(tilt), 0, -LENGTH * cos(tilt)));
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    vec3 start = r.k.state.q[bob];
    for (int n = 0; n < 5000; n++) mechanism_step(&r.k);
    CHECK_VEC3(r.k.state.q[bob], start, 1e-6);
    CHECK_NEAR(tilt, 0.101586, 1e-6);
    CHECK_NEAR(r.k.state.lambda[dyn_bilinear_row(&r.k.model, row)], 986.0837, 1e-3);
    mechanism_free(&r.k);
}

// The energy in the world grows by the work that the hawse does on the pendulum: to 0.1 % of the work turned over.
static void test_energy_ledger(void **unused) {
    (void)unused;
    rig r;
    int row;
    rig_make(&r, 1e-3, vec3_make(0, 0, -gravity), &at_anchor, vec3_make(-60, 0, 2));
    int bob = add_pendulum(&r, hawse, &row);
    mechanism_finish(&r.k);
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    const dyn_state *s = &r.k.state;
    double energy = dyn_energy(&r.k.model, s), power = 0, work = 0, turned = 0, off = 0;
    for (int n = 0; n <= 60000; n++) {
        vec3 pull = vec3_scale(s->lambda[dyn_bilinear_row(&r.k.model, row)] / LENGTH, vec3_sub(hawse, s->q[bob]));
        double was = power;
        power = vec3_dot(pull, dyn_axes_velocity(s->axes, hawse, vec3_make(0, 0, 0)));
        if (n > 0) work += 0.5e-3 * (was + power), turned += 0.5e-3 * fabs(was + power);
        off = fmax(off, fabs(dyn_energy(&r.k.model, s) - energy - work));
        mechanism_step(&r.k);
    }
    print_message("ledger, 60 s: %.3g J of %.3g J turned over\n", off, turned);
    assert_true(off < 1e-3 * turned);
    mechanism_free(&r.k);
}

// The reaction of a joint on deck is what moves the body in the world: mass times (acceleration - gravity).
static void test_reaction(void **unused) {
    (void)unused;
    enum { APART = 20 };
    const brick b = {.at = {mat3_rotation(vec3_make(0, 1, 0), 0.5 * pi), {50, 7, 5}},
                     .length = 2,
                     .mass = 500,
                     .centre = {1.2, 0.1, 0},
                     .inertia = {10, 150, 150}};
    rig r;
    rig_make(&r, 1e-3, vec3_make(0, 0, -gravity), &at_anchor, vec3_make(-60, 0, 2));
    int body = mechanism_body(&r.k, &b);
    dyn_joint *j = mechanism_joint(&r.k, DYN_JOINT_SPHERICAL, body, -1, b.at.p, vec3_make(0, 0, 1));
    mechanism_finish(&r.k);
    mechanism_start(&r.k);
    double w[4];
    dyn_body_weights(&r.k.model, body, b.centre, w);
    vec3 centre[3], force = {0, 0, 0};
    for (int n = 0; n < 3000 + 2 * APART; n++) {
        dyn_eval e = dyn_eval_at(&r.k.model, &r.k.state);
        if (n >= 3000 && n % APART == 0)
            centre[(n - 3000) / APART] = dyn_axes_to_world(rig_axes(&r), dyn_body_point(&e, body, w));
        if (n == 3000 + APART) force = mat3_mul(&rig_axes(&r)->r, mechanism_reaction(&r.k, j).force);
        mechanism_step(&r.k);
    }
    dyn_eval e = dyn_eval_at(&r.k.model, &r.k.state);
    centre[2] = dyn_axes_to_world(rig_axes(&r), dyn_body_point(&e, body, w));
    double d = 1e-3 * APART;
    vec3 a = vec3_scale(1 / (d * d), vec3_add(vec3_sub(centre[0], centre[1]), vec3_sub(centre[2], centre[1])));
    a.z += gravity;
    CHECK_VEC3(force, vec3_scale(-b.mass, a), 1.0); // on ground; of 4900 N
    mechanism_free(&r.k);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pendulum_in_the_hawse), cmocka_unit_test(test_foucault),
                                       cmocka_unit_test(test_plumb_line), cmocka_unit_test(test_energy_ledger),
                                       cmocka_unit_test(test_reaction)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
