// SPDX-License-Identifier: MIT
// Contact laws: restitution of simulated impacts against the exact theory, tangents against differences, friction of a
// block on an incline.
#include "tests/check.h"

#include "contact/law.h"

static const double G = 9.81, BLOCK = 6414, H = 1e-3; // [m/s²], [kg], [s]

// Rebound ratio e' by restitution set, four digits, for F = K d^n (1 + a d'/v0): it solves a (1 + e') =
// ln((1 + a) / (1 - a e')) and depends on a alone. The last row is the a whose e' is e.
static const double SET[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
enum { SETS = sizeof SET / sizeof *SET };
static const double HUNT_CROSSLEY[] = {.5014, .5158, .5469, .5813, .6197, .6630, .7120, .7680, .8329, .9090, .9524};
static const double LANKARANI[] = {.6635, .6653, .6723, .6842, .7016, .7252, .7561, .7960, .8471, .9132, .9535};
static const double FLORES[] = {.0329, .0694, .1555, .2562, .3629, .4704, .5773, .6832, .7885, .8939, .9468};
static const double EXACT_A[] = {20.000, 9.9982, 4.9192, 3.0871, 2.0825, 1.4328, .9749, .6348, .3731, .1665, .0789};

typedef struct impact {
    double rebound, depth; // rebound ratio, greatest depth [m]
} impact;

// A mass thrown at the contact, trapezoidal rule and Newton, at h; it touches after `phase` of the first step. v0 is
// the speed of the last separated state.
static impact simulate(const contact_material *m, double mass, double v0, double h, double phase) {
    double a = contact_hysteresis(m->law, m->restitution), x = -phase * h * v0, v = v0, acc = 0;
    impact r = {0, 0};
    for (int step = 0; step < 2000000; step++) {
        double x1 = x + h * v, v1 = v, acc1 = acc;
        for (int i = 0; i < 50; i++) {
            v1 = 2 / h * (x1 - x) - v;
            acc1 = 4 / (h * h) * (x1 - x) - 4 / h * v - acc;
            contact_normal n = contact_normal_force(m, a, x1, v1, v0);
            double dx = -(mass * acc1 + n.force) / (4 * mass / (h * h) + 2 / h * n.c + n.k);
            x1 += dx;
            if (fabs(dx) < 1e-15) break;
        }
        x = x1;
        v = v1;
        acc = acc1;
        r.depth = fmax(r.depth, x);
        if (x < 0 && v < 0) break;
    }
    r.rebound = -v / v0;
    return r;
}

// Peak depth of m d'' = -K d^n (1 + a d'/v0): d^(n+1) = (n+1) m v0²/K (1/a - ln(1+a)/a²); 1/2 for a = 0.
static double peak_depth(const contact_material *m, double a, double mass, double v0) {
    double g = a > 1e-4 ? 1 / a - log1p(a) / (a * a) : 0.5 - a / 3;
    return pow((m->exponent + 1) * mass * v0 * v0 / m->stiffness * g, 1 / (m->exponent + 1));
}

static contact_material unguarded(contact_normal_law law, double e) {
    contact_material m = contact_material_default();
    m.law = law;
    m.restitution = e;
    m.damping_max = INFINITY;
    return m;
}

static void check_rebounds(contact_normal_law law, const double *expected) {
    for (int i = 0; i < SETS; i++) {
        contact_material m = unguarded(law, SET[i]);
        // Elastic contact time 2.943 d_max / v0 (Hertz).
        double v0 = 0.5, time = 2.943 * peak_depth(&m, 0, BLOCK, v0) / v0;
        for (int phase = 0; phase < 8; phase++)
            CHECK_NEAR(simulate(&m, BLOCK, v0, time / 32, (phase + 0.5) / 8).rebound, expected[i], 0.002);
        impact fine = simulate(&m, BLOCK, v0, time / 4096, 0.5);
        CHECK_NEAR(fine.rebound, expected[i], 6e-5);
        double a = contact_hysteresis(law, SET[i]);
        CHECK_NEAR(fine.depth / peak_depth(&m, a, BLOCK, v0), 1, 1e-5);
    }
}

static void test_rebound_exact(void **state) {
    (void)state;
    check_rebounds(CONTACT_LAW_EXACT, SET);
}
static void test_rebound_hunt_crossley(void **state) {
    (void)state;
    check_rebounds(CONTACT_LAW_HUNT_CROSSLEY, HUNT_CROSSLEY);
}
static void test_rebound_flores(void **state) {
    (void)state;
    check_rebounds(CONTACT_LAW_FLORES, FLORES);
}
static void test_rebound_lankarani(void **state) {
    (void)state;
    check_rebounds(CONTACT_LAW_LANKARANI, LANKARANI);
}

static void test_exact_hysteresis(void **state) {
    (void)state;
    for (int i = 0; i < SETS; i++)
        CHECK_NEAR(contact_hysteresis(CONTACT_LAW_EXACT, SET[i]), EXACT_A[i], i == 0 ? 6e-4 : 6e-5);
    for (double e = 0.06; e < 0.999; e += 0.0137) {
        double a = contact_hysteresis(CONTACT_LAW_EXACT, e);
        CHECK_NEAR(a * (1 + e) - log((1 + a) / (1 - a * e)), 0, 1e-7); // the argument loses digits as a e -> 1
    }
    assert_true(contact_hysteresis(CONTACT_LAW_EXACT, 1) == 0);
    CHECK_NEAR(contact_hysteresis(CONTACT_LAW_EXACT, 1 - 1e-5), 1.5e-5, 1e-9);
    CHECK_NEAR(contact_hysteresis(CONTACT_LAW_EXACT, 0), 100, 1e-9); // e is held at 0.01, where a e = 1 - exp(-96)
}

// The rebound ratio does not depend on K, n, m or v0.
static void test_rebound_depends_on_a_alone(void **state) {
    (void)state;
    double exponent[] = {1, 1.5, 2, 3}, stiffness[] = {1e7, 2e9, 1e10, 1e12}, mass[] = {1, 40, BLOCK, 3};
    for (int i = 0; i < 4; i++) {
        contact_material m = unguarded(CONTACT_LAW_EXACT, 0.35);
        m.exponent = exponent[i];
        m.stiffness = stiffness[i];
        double v0 = 0.1 * (i + 1), depth = peak_depth(&m, 0, mass[i], v0);
        CHECK_NEAR(simulate(&m, mass[i], v0, depth / v0 / 2000, 0.3).rebound, 0.35, 2e-4);
    }
}

static void check_normal_tangents(const contact_material *m, double a, double depth, double rate, double v0) {
    double dd = 1e-6 * depth, dr = 1e-6;
    contact_normal n = contact_normal_force(m, a, depth, rate, v0);
    double k = (contact_normal_force(m, a, depth + dd, rate, v0).force -
                contact_normal_force(m, a, depth - dd, rate, v0).force) /
               (2 * dd);
    double c = (contact_normal_force(m, a, depth, rate + dr, v0).force -
                contact_normal_force(m, a, depth, rate - dr, v0).force) /
               (2 * dr);
    CHECK_NEAR(n.k, k, 1e-6 * fabs(k) + 1e-6);
    CHECK_NEAR(n.c, c, 1e-6 * fabs(c) + 1e-3);
    assert_true(n.force >= 0 && n.k >= 0 && n.c >= 0);
}

static void test_normal_tangents(void **state) {
    (void)state;
    double exponent[] = {1, 1.5, 2.2};
    for (int i = 0; i < 3; i++) {
        contact_material m = contact_material_default();
        m.exponent = exponent[i];
        double a = contact_hysteresis(m.law, m.restitution);
        for (double depth = 1e-5; depth < 2e-2; depth *= 3)
            for (double rate = -1.234; rate < 1.3; rate += 0.1) check_normal_tangents(&m, a, depth, rate, 0.37);
    }
}

static void test_normal_guards(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    double a = contact_hysteresis(m.law, m.restitution), depth = 1e-3, elastic = m.stiffness * pow(depth, 1.5);
    contact_normal apart = contact_normal_force(&m, a, 0, 1, 1), away = contact_normal_force(&m, a, -1e-3, 1, 1);
    assert_true(apart.force == 0 && apart.k == 0 && apart.c == 0 && away.force == 0 && away.k == 0 && away.c == 0);
    // Rebounding faster than v0/a: never tensile.
    contact_normal tensile = contact_normal_force(&m, a, depth, -10, 1);
    assert_true(tensile.force == 0 && tensile.k == 0 && tensile.c == 0);
    // Hit harder than at first touch: no more than the touch's own bracket 1 + a.
    contact_normal hit = contact_normal_force(&m, a, depth, 50, 1);
    CHECK_NEAR(hit.force, elastic * (1 + a), 1e-9 * hit.force);
    assert_true(hit.c == 0);
    // v0 no less than v_min, and a/v0 no more than damping_max: here 4.92 / 100 = 0.049 m/s decides.
    contact_normal slow = contact_normal_force(&m, a, depth, 0.01, 0);
    CHECK_NEAR(slow.force, elastic * (1 + m.damping_max * 0.01), 1e-9 * slow.force);
    CHECK_NEAR(slow.c, elastic * m.damping_max, 1e-9 * slow.c);
    m.damping_max = INFINITY;
    CHECK_NEAR(contact_normal_force(&m, a, depth, 0.01, 0.001).force, elastic * (1 + a * 0.01 / m.v_min), 1e-6);
}

// ---- friction ------------------------------------------------------------------------------------------------------

// A block of mass BLOCK on a plane z = 0 under a tangential load, one step of the trapezoidal rule with Newton.
typedef struct block {
    double x[2], v[2], a[2];
    contact_memory mem;
    int iterations, worst;
} block;

static const vec3 UP = {0, 0, 1};

static void block_step(block *b, const contact_material *m, double n, const double load[2]) {
    double dx[2] = {H * b->v[0], H * b->v[1]}, v[2] = {0, 0}, a[2] = {0, 0};
    int it = 0;
    for (; it < 30; it++) {
        for (int i = 0; i < 2; i++) {
            v[i] = 2 / H * dx[i] - b->v[i];
            a[i] = 4 / (H * H) * dx[i] - 4 / H * b->v[i] - b->a[i];
        }
        contact_friction f =
            contact_friction_force(m, &b->mem, n, vec3_make(v[0], v[1], 0), vec3_make(dx[0], dx[1], 0), UP);
        double r[2] = {BLOCK * a[0] - f.force.x - load[0], BLOCK * a[1] - f.force.y - load[1]}, j[2][2];
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < 2; k++) j[i][k] = (i == k) * 4 * BLOCK / (H * H) + 2 / H * f.c.m[i][k] + f.k.m[i][k];
        double det = j[0][0] * j[1][1] - j[0][1] * j[1][0];
        double d0 = -(j[1][1] * r[0] - j[0][1] * r[1]) / det, d1 = -(j[0][0] * r[1] - j[1][0] * r[0]) / det;
        dx[0] += d0;
        dx[1] += d1;
        if (hypot(d0, d1) < 1e-12) break;
    }
    b->iterations += it + 1;
    if (it + 1 > b->worst) b->worst = it + 1;
    b->mem.bristle = contact_bristle_update(m, &b->mem, n, vec3_make(dx[0], dx[1], 0), UP);
    b->mem.n_ref = n;
    for (int i = 0; i < 2; i++) {
        b->x[i] += dx[i];
        b->v[i] = v[i];
        b->a[i] = a[i];
    }
}

static double speed(const block *b) { return hypot(b->v[0], b->v[1]); }

// Downhill load and normal force of the block on a plane inclined by angle, downhill along the unit direction u.
static double incline(double angle, const double u[2], double load[2]) {
    for (int i = 0; i < 2; i++) load[i] = BLOCK * G * sin(angle) * u[i];
    return BLOCK * G * cos(angle);
}

static const double DOWNHILL[2] = {0.6, -0.8};

static void test_incline_holds(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    double load[2], n = incline(0.5 * atan(m.mu_static), DOWNHILL, load), start[2] = {0, 0};
    block b = {.mem.n_ref = n};
    for (int step = 0; step < 62000; step++) {
        if (step == 2000) start[0] = b.x[0], start[1] = b.x[1]; // the bristle has taken the load
        block_step(&b, &m, n, load);
    }
    double creep = hypot(b.x[0] - start[0], b.x[1] - start[1]), stretch = hypot(b.x[0], b.x[1]);
    print_message("creep in 60 s %.2e m, deflection %.3e m, %.2f iterations, at most %d\n", creep, stretch,
                  b.iterations / 62000.0, b.worst);
    assert_true(creep < 1e-6);
    assert_true(stretch < m.pre_slide && stretch > 0);
    assert_true(b.worst < 30);
}

// The incline is raised slowly from zero until the block goes: at atan(mu_s), then with mu_d.
static void test_incline_breakaway(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    block b = {.mem.n_ref = BLOCK * G};
    double angle = 0, load[2];
    for (int step = 0; step < 60000 && speed(&b) < 2 * m.v_stick; step++) {
        angle += H * (angle < 0.235 ? 0.02 : 0.001);
        double n = incline(angle, DOWNHILL, load);
        block_step(&b, &m, n, load);
    }
    print_message("left at %.5f rad, atan(mu_s) = %.5f\n", angle, atan(m.mu_static));
    CHECK_NEAR(angle, atan(m.mu_static), 0.01 * atan(m.mu_static));
    double n = incline(angle, DOWNHILL, load);
    for (int i = 0; i < 500; i++) block_step(&b, &m, n, load);
    double before = speed(&b);
    for (int i = 0; i < 1000; i++) block_step(&b, &m, n, load);
    double expected = G * (sin(angle) - m.mu_dynamic * cos(angle));
    CHECK_NEAR(speed(&b) - before, expected, 0.01 * expected);
    CHECK_NEAR(b.v[1] / b.v[0], DOWNHILL[1] / DOWNHILL[0], 1e-6);
    assert_true(b.worst < 30);
}

static void test_slides_steeper_than_the_limit(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    double load[2], angle = 1.2 * atan(m.mu_static), n = incline(angle, DOWNHILL, load);
    block b = {.mem.n_ref = n};
    for (int step = 0; step < 500; step++) block_step(&b, &m, n, load);
    double before = speed(&b);
    for (int step = 0; step < 2000; step++) block_step(&b, &m, n, load);
    double expected = 2 * G * (sin(angle) - m.mu_dynamic * cos(angle));
    CHECK_NEAR(speed(&b) - before, expected, 0.01 * expected);
}

static void test_stopping_time(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    double n = BLOCK * G, none[2] = {0, 0};
    block b = {.v = {1 * DOWNHILL[0], 1 * DOWNHILL[1]}, .mem.n_ref = n};
    for (int i = 0; i < 2; i++) b.a[i] = -m.mu_dynamic * G * DOWNHILL[i];
    double expected = 1 / (m.mu_dynamic * G), stop = 0;
    for (int step = 0; step < 2000; step++) {
        block_step(&b, &m, n, none);
        if (speed(&b) > m.v_stick) stop = (step + 1) * H;
    }
    double way = hypot(b.x[0], b.x[1]);
    print_message("stopped after %.4f s (v0 / mu g = %.4f), way %.5f m (%.5f), %.2f iterations, at most %d\n", stop,
                  expected, way, 0.5 * expected, b.iterations / 2000.0, b.worst);
    CHECK_NEAR(stop, expected, 0.01 * expected);
    CHECK_NEAR(way, 0.5 * expected, 0.01 * 0.5 * expected);
    assert_true(speed(&b) < 1e-9); // and it stays
    assert_true(b.worst < 30);
}

static void eigenvalues(double a[2][2], double *low, double *high) {
    double mean = 0.5 * (a[0][0] + a[1][1]), r = hypot(0.5 * (a[0][0] - a[1][1]), 0.5 * (a[0][1] + a[1][0]));
    *low = mean - r;
    *high = mean + r;
}

// The tangents d are those of the law where theirs are symmetric and positive semi-definite; they always are so
// themselves. Returns 1 where they could be compared.
static int check_tangent(const mat3 *got, double d[2][2], double noise, vec3 t, vec3 b) {
    vec3 gt = mat3_mul(got, t), gb = mat3_mul(got, b);
    double g[2][2] = {{vec3_dot(t, gt), vec3_dot(t, gb)}, {vec3_dot(b, gt), vec3_dot(b, gb)}}, low, high, scale;
    CHECK_NEAR(vec3_norm(mat3_mul(got, vec3_cross(t, b))), 0, 1e-9 * (fabs(g[0][0]) + fabs(g[1][1])));
    eigenvalues(g, &low, &high);
    assert_true(low >= -1e-9 * high && high >= 0);
    CHECK_NEAR(g[0][1], g[1][0], 1e-9 * high);
    eigenvalues(d, &low, &scale);
    scale = fmax(fabs(low), fabs(scale));
    if (low < 0 && low > -1e-7 * scale) low = 0;
    if (low < 0 || fabs(d[0][1] - d[1][0]) > 1e-7 * scale) return 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) CHECK_NEAR(g[i][j], d[i][j], 2e-6 * scale + noise);
    return 1;
}

static const double STEP = 2e-6; // of the law's own scales

static uint64_t seed = 2463534242u;
static double uniform(double lo, double hi) {
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return lo + (hi - lo) * (double)((seed * 2685821657736338717u) >> 11) * 0x1p-53;
}

// -dF / d(tangential displacement) or, with along_v, / d(tangential velocity), by central differences.
static void differences(const contact_material *m, const contact_memory *mem, double n, vec3 v, vec3 slip, vec3 normal,
                        bool along_v, vec3 t, vec3 b, double d[2][2]) {
    vec3 axis[2] = {t, b};
    double step = STEP * (along_v ? m->v_stick : m->pre_slide);
    for (int j = 0; j < 2; j++) {
        vec3 move = vec3_scale(step, axis[j]), zero = {0, 0, 0}, dv = along_v ? move : zero, ds = along_v ? zero : move;
        vec3 plus = contact_friction_force(m, mem, n, vec3_add(v, dv), vec3_add(slip, ds), normal).force;
        vec3 minus = contact_friction_force(m, mem, n, vec3_sub(v, dv), vec3_sub(slip, ds), normal).force;
        vec3 slope = vec3_scale(-0.5 / step, vec3_sub(plus, minus));
        d[0][j] = vec3_dot(slope, t);
        d[1][j] = vec3_dot(slope, b);
    }
}

static void test_friction_tangents(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    m.mu_viscous = 150;
    int compared_k = 0, compared_c = 0, sticking = 0, total = 4000;
    for (int i = 0; i < total; i++) {
        vec3 normal = vec3_unit(vec3_make(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)));
        vec3 t = vec3_any_normal(normal), b = vec3_cross(normal, t);
        double n = uniform(100, 1e5), far = i % 2 ? 0.5 : 2, fast = i % 3 ? 0.3 : 5;
        contact_memory mem = {
            0.1, vec3_madd(vec3_scale(far * uniform(-1, 1) * m.pre_slide, t), far * uniform(-1, 1) * m.pre_slide, b),
            n * uniform(0.7, 1.4)};
        vec3 slip = vec3_madd(vec3_scale(uniform(-1, 1) * 0.2 * m.pre_slide, t), uniform(-1, 1) * 0.2 * m.pre_slide, b);
        vec3 v = vec3_madd(vec3_scale(uniform(-1, 1) * fast * m.v_stick, t), uniform(-1, 1) * fast * m.v_stick, b);
        if (i % 5 == 0) v = vec3_make(0, 0, 0);
        contact_friction f = contact_friction_force(&m, &mem, n, v, slip, normal);
        CHECK_NEAR(vec3_dot(f.force, normal), 0, 1e-9 * n);
        double d[2][2];
        differences(&m, &mem, n, v, slip, normal, false, t, b, d);
        compared_k += check_tangent(&f.k, d, 1e-15 * n / (STEP * m.pre_slide), t, b);
        differences(&m, &mem, n, v, slip, normal, true, t, b, d);
        compared_c += check_tangent(&f.c, d, 1e-15 * n / (STEP * m.v_stick), t, b);
        sticking += f.sticking;
    }
    print_message("of %d: stiffness compared in %d, damping in %d, sticking %d\n", total, compared_k, compared_c,
                  sticking);
    assert_true(compared_k > total / 2 && compared_c > total / 5 && sticking > total / 10 && sticking < total);
}

static void test_friction_bounds(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    contact_memory mem = {0.1, {1e-4, 0, 0}, 1000};
    vec3 zero = {0, 0, 0};
    // No normal force: none at all, and the bristle is forgotten.
    for (int i = 0; i < 2; i++) {
        contact_friction f = contact_friction_force(&m, &mem, i ? -5 : 0, vec3_make(1, 0, 0), zero, UP);
        assert_true(vec3_norm(f.force) == 0 && f.k.m[0][0] == 0 && f.c.m[0][0] == 0 && !f.sticking);
        assert_true(vec3_norm(contact_bristle_update(&m, &mem, i ? -5 : 0, zero, UP)) == 0);
    }
    // The bristle carries mu_s N at pre_slide and no more beyond; its foot is dragged.
    CHECK_NEAR(contact_friction_force(&m, &mem, 1000, zero, zero, UP).force.x, -0.5 * m.mu_static * 1000, 1e-9);
    vec3 slip = {7e-4, 0, 0};
    CHECK_NEAR(contact_friction_force(&m, &mem, 1000, zero, slip, UP).force.x, -m.mu_static * 1000, 1e-9);
    CHECK_NEAR(contact_bristle_update(&m, &mem, 1000, slip, UP).x, m.pre_slide, 1e-15);
    CHECK_NEAR(contact_bristle_update(&m, &mem, 1000, vec3_make(2e-5, 3e-5, 9), UP).x, 1.2e-4, 1e-15);
    // Dragged: the damper is off, so that the blend at v is that of the two limits alone.
    double v = 0.5 * m.v_stick, kappa = exp(-0.25), eps = 0.01 * m.v_stick;
    double stick = kappa * m.mu_static * 1000, slide = (1 - kappa) * m.mu_dynamic * 1000 * v / hypot(v, eps);
    CHECK_NEAR(contact_friction_force(&m, &mem, 1000, vec3_make(v, 0, 0), slip, UP).force.x, -stick - slide, 1e-9);
    CHECK_NEAR(contact_friction_force(&m, &mem, 1000, vec3_make(-v, 0, 0), slip, UP).force.x, -stick + slide, 1e-9);
    // Fast: Coulomb with mu_d against the motion, plus the viscous part.
    m.mu_viscous = 20;
    CHECK_NEAR(contact_friction_force(&m, &mem, 1000, vec3_make(0, 2, 0), zero, UP).force.y, -m.mu_dynamic * 1000 - 40,
               1e-3);
    // Whatever the state, the dry part is within mu_s N.
    m.mu_viscous = 0;
    for (int i = 0; i < 2000; i++) {
        vec3 w = {uniform(-2, 2) * m.v_stick, uniform(-2, 2) * m.v_stick, 0};
        vec3 s = {uniform(-2, 2) * m.pre_slide, uniform(-2, 2) * m.pre_slide, 0};
        assert_true(vec3_norm(contact_friction_force(&m, &mem, 1000, w, s, UP).force) <=
                    m.mu_static * 1000 * (1 + 1e-12));
    }
    // A contact turned by 0.1 rad keeps its stretch, now in the new plane.
    vec3 turned = {0, sin(0.1), cos(0.1)}, along = {0, cos(0.1), -sin(0.1)};
    mem.bristle = vec3_make(0, 1e-4, 0);
    CHECK_NEAR(vec3_dot(contact_bristle_update(&m, &mem, 1000, zero, turned), along), 1e-4, 1e-16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_hysteresis),
        cmocka_unit_test(test_rebound_exact),
        cmocka_unit_test(test_rebound_hunt_crossley),
        cmocka_unit_test(test_rebound_flores),
        cmocka_unit_test(test_rebound_lankarani),
        cmocka_unit_test(test_rebound_depends_on_a_alone),
        cmocka_unit_test(test_normal_tangents),
        cmocka_unit_test(test_normal_guards),
        cmocka_unit_test(test_incline_holds),
        cmocka_unit_test(test_incline_breakaway),
        cmocka_unit_test(test_slides_steeper_than_the_limit),
        cmocka_unit_test(test_stopping_time),
        cmocka_unit_test(test_friction_tangents),
        cmocka_unit_test(test_friction_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
