// SPDX-License-Identifier: MIT
// Moving axes: what rests or swings in the world must do so in the axes of a ship that moves.
#include "dynamics/ship/ship.h"
#include "tests/dynamics/mechanism.h"

static const double pi = 3.14159265358979323846, gravity = 9.81;

// ---- motions of the ship --------------------------------------------------------------------------------------------

// A motion: a steady rate and two sines, each by amplitude and period.
typedef struct sines {
    double rate[SHIP_MOTIONS], amplitude[SHIP_MOTIONS], period[SHIP_MOTIONS];
} sines;

static void add_sines(const void *self, double t, ship_motions *sum) {
    const sines *s = self;
    for (int k = 0; k < SHIP_MOTIONS; k++) {
        double w = s->period[k] > 0 ? 2 * pi / s->period[k] : 0, p = w * t + 0.3 * k;
        sum->x[k] += s->rate[k] * t + s->amplitude[k] * sin(p);
        sum->v[k] += s->rate[k] + s->amplitude[k] * w * cos(p);
        sum->a[k] -= s->amplitude[k] * w * w * sin(p);
    }
}

// A ship that turns once round in an hour, swings 40 deg and 60 m, and rolls, pitches and heaves in a swell.
static const sines at_anchor = {.rate = {[SHIP_YAW] = 2 * 3.14159265358979323846 / 3600},
                                .amplitude = {25, 60, 1.5, 5 * 3.14159265358979323846 / 180,
                                              3 * 3.14159265358979323846 / 180, 40 * 3.14159265358979323846 / 180},
                                .period = {300, 600, 8, 12, 8, 600}};

typedef struct rig {
    mechanism k;
    moving_ship ship;
    ship_source source;
} rig;

static void rig_make(rig *r, double h, vec3 g, const sines *motion, vec3 reference) {
    mechanism_make(&r->k, h, g);
    moving_ship_create(&r->ship, reference);
    r->source = (ship_source){motion, add_sines};
    moving_ship_add(&r->ship, &r->source);
    r->k.model.motion = &r->ship.motion;
}

static const dyn_axes *rig_axes(const rig *r) { return r->k.state.axes; }

// Gives a node the place x and the velocity v of the world; `point`: it is one, not a vector.
static void set_in_world(rig *r, int node, bool point, vec3 x, vec3 v) {
    const dyn_axes *a = rig_axes(r);
    dyn_state *s = &r->k.state;
    s->q[node] = point ? dyn_axes_from_world(a, x) : mat3_tmul(&a->r, x);
    vec3 seen = mat3_tmul(&a->r, point ? vec3_sub(v, a->v) : v);
    s->qd[node] = vec3_sub(seen, vec3_cross(a->w, s->q[node]));
}

static vec3 in_world(const rig *r, int node) { return dyn_axes_to_world(rig_axes(r), r->k.state.q[node]); }

// ---- a free mass at rest --------------------------------------------------------------------------------------------

// Largest departure [m] of a free mass at rest in the world, 300 m off, over the time.
static double departure(double h, double seconds) {
    rig r;
    rig_make(&r, h, vec3_make(0, 0, 0), &at_anchor, vec3_make(-60, 0, 2));
    const vec3 home = {300, -40, -30}, none = {0, 0, 0};
    int node = dyn_add_node(&r.k.model, home, false);
    dyn_add_point_mass(&r.k.model, node, 100);
    mechanism_finish(&r.k);
    set_in_world(&r, node, true, home, none);
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    double most = 0;
    for (int64_t n = llround(seconds / h); n > 0; n--) {
        mechanism_step(&r.k);
        if (n % 64 == 1) most = fmax(most, vec3_norm(vec3_sub(in_world(&r, node), home)));
    }
    assert_int_equal(r.k.events, 0);
    mechanism_free(&r.k);
    return most;
}

static void test_free_mass_rests(void **unused) {
    (void)unused;
    double off = departure(1e-3, 3600);
    print_message("free mass, 1 h at 1 ms: %.3g mm off\n", 1e3 * off);
    assert_true(off <= 2e-3);
}

static void test_second_order(void **unused) {
    (void)unused;
    double coarse = departure(4e-3, 1200), fine = departure(2e-3, 1200), order = log2(coarse / fine);
    print_message("free mass, 20 min: %.3g mm at 4 ms, %.3g mm at 2 ms, order %.3f\n", 1e3 * coarse, 1e3 * fine, order);
    CHECK_NEAR(order, 2, 0.1);
}

// A body at rest in the world keeps its place and attitude, and its energy is zero.
static void test_free_body_rests(void **unused) {
    (void)unused;
    rig r;
    rig_make(&r, 1e-3, vec3_make(0, 0, 0), &at_anchor, vec3_make(-60, 0, 2));
    const vec3 home = {80, -20, -10}, none = {0, 0, 0};
    const brick b = {.at = {mat3_rotation(vec3_make(0, 0.6, 0.8), 0.9), home},
                     .length = 2,
                     .mass = 500,
                     .centre = {0.4, 0.1, 0.2},
                     .inertia = {100, 300, 250}};
    int body = mechanism_body(&r.k, &b);
    mechanism_finish(&r.k);
    vec3 was[4];
    for (int i = 0; i < 4; i++) {
        int node = r.k.model.body[body].node[i];
        was[i] = r.k.model.node0[node];
        set_in_world(&r, node, i < 2, was[i], none);
    }
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    for (int n = 0; n < 60000; n++) mechanism_step(&r.k);
    for (int i = 0; i < 4; i++) {
        int node = r.k.model.body[body].node[i];
        vec3 now = i < 2 ? in_world(&r, node) : mat3_mul(&rig_axes(&r)->r, r.k.state.q[node]);
        CHECK_VEC3(now, was[i], i < 2 ? 1e-5 : 1e-7);
    }
    CHECK_NEAR(dyn_energy(&r.k.model, &r.k.state), 0, 1e-9);
    mechanism_free(&r.k);
}

// ---- pendulums ------------------------------------------------------------------------------------------------------

#define LENGTH 20.0

static const vec3 hawse = {50, 7, 5};

// Adds a bob of 100 kg below the pivot, a ground node in the axes, held by a row |bob - pivot| = LENGTH; returns its
// node. *row: the row.
static int add_pendulum(rig *r, vec3 pivot, int *row) {
    int top = dyn_add_node(&r->k.model, pivot, true),
        bob = dyn_add_node(&r->k.model, vec3_madd(pivot, -LENGTH, vec3_make(0, 0, 1)), false);
    dyn_add_point_mass(&r->k.model, bob, 100);
    const dyn_row_def def = {bob, top, bob, top, 0.5 / LENGTH, LENGTH * LENGTH};
    *row = dyn_add_row(&r->k.model, &def, -1, -1);
    return bob;
}

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
    double off = 0, pull = 0, tension;
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
        pull = fmax(pull, fabs(r.k.state.lambda[dyn_bilinear_row(&r.k.model, row)] - tension));
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

// ---- the state ------------------------------------------------------------------------------------------------------

// The axes are part of the state: a restored state continues to the same bits. A held ship changes no bit of a motion.
static void run_pendulum(const sines *motion, bool held, int steps, vec3 *q, vec3 *qd) {
    rig r;
    int row;
    rig_make(&r, 1e-3, vec3_make(0, 0, -gravity), motion ? motion : &at_anchor, vec3_make(-60, 0, 2));
    r.ship.held = held;
    if (!motion) r.k.model.motion = NULL;
    int bob = add_pendulum(&r, hawse, &row);
    mechanism_finish(&r.k);
    r.k.state.q[bob] = vec3_add(hawse, vec3_make(12, 0, -16));
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    size_t size = 0;
    unsigned char *kept = NULL;
    for (int n = 0; n < steps; n++) {
        if (n == steps / 2) {
            const void *bytes = dyn_state_bytes(&r.k.state, &size);
            kept = malloc(size);
            memcpy(kept, bytes, size);
        }
        mechanism_step(&r.k);
    }
    *q = r.k.state.q[bob], *qd = r.k.state.qd[bob];
    assert_true(dyn_state_restore(&r.k.state, kept, size));
    for (int n = steps / 2; n < steps; n++) mechanism_step(&r.k);
    assert_memory_equal(q, &r.k.state.q[bob], sizeof *q);
    assert_memory_equal(qd, &r.k.state.qd[bob], sizeof *qd);
    free(kept);
    mechanism_free(&r.k);
}

static void test_state(void **unused) {
    (void)unused;
    vec3 moving[2], held[2], rest[2];
    run_pendulum(&at_anchor, false, 2000, &moving[0], &moving[1]);
    run_pendulum(&at_anchor, true, 2000, &held[0], &held[1]);
    run_pendulum(NULL, false, 2000, &rest[0], &rest[1]);
    assert_memory_equal(held, rest, sizeof held);
    assert_true(vec3_norm(vec3_sub(moving[0], rest[0])) > 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_mass_rests), cmocka_unit_test(test_second_order),
        cmocka_unit_test(test_free_body_rests), cmocka_unit_test(test_pendulum_in_the_hawse),
        cmocka_unit_test(test_foucault),        cmocka_unit_test(test_plumb_line),
        cmocka_unit_test(test_energy_ledger),   cmocka_unit_test(test_state)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
