// SPDX-License-Identifier: MIT
// Stick-slip friction: a block on an incline, stopping, tangents against differences, bounds.
#include "tests/check.h"

#include "contact/law/law.h"
#include "tests/random.h"

static contact_friction friction_at(const contact_material *m, const contact_memory *mem, double n, vec3 v_t, vec3 slip,
                                    vec3 normal) {
    return contact_friction_force(m, mem, &(contact_slide){.n = n, .v_t = v_t, .slip = slip, .normal = normal});
}
static vec3 bristle_after(const contact_material *m, const contact_memory *mem, double n, vec3 slip, vec3 normal) {
    return contact_bristle_update(m, mem, &(contact_slide){.n = n, .slip = slip, .normal = normal});
}

static const double G = 9.81, BLOCK = 6414, H = 1e-3; // [m/s²], [kg], [s]

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
        contact_friction f = friction_at(m, &b->mem, n, vec3_make(v[0], v[1], 0), vec3_make(dx[0], dx[1], 0), UP);
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
    b->mem.bristle = bristle_after(m, &b->mem, n, vec3_make(dx[0], dx[1], 0), UP);
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

static void test_incline_holds_the_block(void **state) {
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

// An incline rises slowly from zero. The block starts to slide at atan(mu_s), then slides with mu_d.
static void test_block_breaks_away_at_the_static_limit(void **state) {
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

static void test_block_stops_in_time(void **state) {
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

// Checks that the tangent is symmetric and positive semi-definite, and equals the law's derivative where that is so.
// Returns 1 if the two were compared.
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

// -dF / d(tangential displacement) or, with along_v, / d(tangential velocity), by central differences.
static void differences(const contact_material *m, const contact_memory *mem, double n, vec3 v, vec3 slip, vec3 normal,
                        bool along_v, vec3 t, vec3 b, double d[2][2]) {
    vec3 axis[2] = {t, b};
    double step = STEP * (along_v ? m->v_stick : m->pre_slide);
    for (int j = 0; j < 2; j++) {
        vec3 move = vec3_scale(step, axis[j]), zero = {0, 0, 0}, dv = along_v ? move : zero, ds = along_v ? zero : move;
        vec3 plus = friction_at(m, mem, n, vec3_add(v, dv), vec3_add(slip, ds), normal).force;
        vec3 minus = friction_at(m, mem, n, vec3_sub(v, dv), vec3_sub(slip, ds), normal).force;
        vec3 slope = vec3_scale(-0.5 / step, vec3_sub(plus, minus));
        d[0][j] = vec3_dot(slope, t);
        d[1][j] = vec3_dot(slope, b);
    }
}

static void test_tangents_are_the_derivatives(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    m.mu_viscous = 150;
    int compared_k = 0, compared_c = 0, sticking = 0, total = 4000;
    for (int i = 0; i < total; i++) {
        vec3 normal = vec3_unit(vec3_make(uniform(&seed, -1, 1), uniform(&seed, -1, 1), uniform(&seed, -1, 1)));
        vec3 t = vec3_any_normal(normal), b = vec3_cross(normal, t);
        double n = uniform(&seed, 100, 1e5), far = i % 2 ? 0.5 : 2, fast = i % 3 ? 0.3 : 5;
        vec3 bristle = vec3_madd(vec3_scale(far * uniform(&seed, -1, 1) * m.pre_slide, t),
                                 far * uniform(&seed, -1, 1) * m.pre_slide, b);
        contact_memory mem = {.v0 = 0.1, .bristle = bristle, .n_ref = n * uniform(&seed, 0.7, 1.4)};
        vec3 slip = vec3_madd(vec3_scale(uniform(&seed, -1, 1) * 0.2 * m.pre_slide, t),
                              uniform(&seed, -1, 1) * 0.2 * m.pre_slide, b);
        vec3 v = vec3_madd(vec3_scale(uniform(&seed, -1, 1) * fast * m.v_stick, t),
                           uniform(&seed, -1, 1) * fast * m.v_stick, b);
        if (i % 5 == 0) v = vec3_make(0, 0, 0);
        contact_friction f = friction_at(&m, &mem, n, v, slip, normal);
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

static void test_force_stays_within_its_bounds(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    contact_memory mem = {.v0 = 0.1, .bristle = {1e-4, 0, 0}, .n_ref = 1000};
    vec3 zero = {0, 0, 0};
    // Without normal force there is no friction and no bristle.
    for (int i = 0; i < 2; i++) {
        contact_friction f = friction_at(&m, &mem, i ? -5 : 0, vec3_make(1, 0, 0), zero, UP);
        assert_true(vec3_norm(f.force) == 0 && f.k.m[0][0] == 0 && f.c.m[0][0] == 0 && !f.sticking);
        assert_true(vec3_norm(bristle_after(&m, &mem, i ? -5 : 0, zero, UP)) == 0);
    }
    // The bristle reaches mu_s N at pre_slide; beyond, its foot is dragged along.
    CHECK_NEAR(friction_at(&m, &mem, 1000, zero, zero, UP).force.x, -0.5 * m.mu_static * 1000, 1e-9);
    vec3 slip = {7e-4, 0, 0};
    CHECK_NEAR(friction_at(&m, &mem, 1000, zero, slip, UP).force.x, -m.mu_static * 1000, 1e-9);
    CHECK_NEAR(bristle_after(&m, &mem, 1000, slip, UP).x, m.pre_slide, 1e-15);
    CHECK_NEAR(bristle_after(&m, &mem, 1000, vec3_make(2e-5, 3e-5, 9), UP).x, 1.2e-4, 1e-15);
    // While dragged the damper has no part: the force is the blend of the two limits at v.
    double v = 0.5 * m.v_stick, kappa = exp(-0.25), eps = 0.01 * m.v_stick;
    double stick = kappa * m.mu_static * 1000, slide = (1 - kappa) * m.mu_dynamic * 1000 * v / hypot(v, eps);
    CHECK_NEAR(friction_at(&m, &mem, 1000, vec3_make(v, 0, 0), slip, UP).force.x, -stick - slide, 1e-9);
    CHECK_NEAR(friction_at(&m, &mem, 1000, vec3_make(-v, 0, 0), slip, UP).force.x, -stick + slide, 1e-9);
    // In fast sliding: Coulomb friction with mu_d, plus the viscous part.
    m.mu_viscous = 20;
    CHECK_NEAR(friction_at(&m, &mem, 1000, vec3_make(0, 2, 0), zero, UP).force.y, -m.mu_dynamic * 1000 - 40, 1e-3);
    // In every state the dry part is at most mu_s N.
    m.mu_viscous = 0;
    for (int i = 0; i < 2000; i++) {
        vec3 w = {uniform(&seed, -2, 2) * m.v_stick, uniform(&seed, -2, 2) * m.v_stick, 0};
        vec3 s = {uniform(&seed, -2, 2) * m.pre_slide, uniform(&seed, -2, 2) * m.pre_slide, 0};
        assert_true(vec3_norm(friction_at(&m, &mem, 1000, w, s, UP).force) <= m.mu_static * 1000 * (1 + 1e-12));
    }
    // A contact turned by 0.1 rad keeps the length of its stretch, in the new plane.
    vec3 turned = {0, sin(0.1), cos(0.1)}, along = {0, cos(0.1), -sin(0.1)};
    mem.bristle = vec3_make(0, 1e-4, 0);
    CHECK_NEAR(vec3_dot(bristle_after(&m, &mem, 1000, zero, turned), along), 1e-4, 1e-16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_incline_holds_the_block),
        cmocka_unit_test(test_block_breaks_away_at_the_static_limit),
        cmocka_unit_test(test_slides_steeper_than_the_limit),
        cmocka_unit_test(test_block_stops_in_time),
        cmocka_unit_test(test_tangents_are_the_derivatives),
        cmocka_unit_test(test_force_stays_within_its_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
