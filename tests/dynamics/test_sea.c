// SPDX-License-Identifier: MIT
// The sea on bodies against closed forms, against an integration of its own, and against differences of its forces.
#include "dynamics/tackle/sea.h"
#include "tests/dynamics/mechanism.h"
#include "tests/dynamics/random.h"

#define PI 3.14159265358979323846

static const double g = 9.81, salt = 1025, steel = 7850;

// A body of one part, whose axis is x, free or held by nothing else.
typedef struct rig {
    mechanism k;
    tackle_sea sea;
    int body;
    double mass, radius;
} rig;

static dyn_waves waves_of(double height, double period, double direction) {
    return dyn_waves_regular(
        &(dyn_waves_def){.height = height, .period = period, .direction = direction, .phase = 0.4, .gravity = g});
}

// A ball of this density, its middle at `at`.
static void make(rig *r, double h, double radius, double density, double cd, vec3 at, const dyn_waves *waves) {
    double volume = 4 * PI / 3 * radius * radius * radius, area = PI * radius * radius, i;
    *r = (rig){.mass = density * volume, .radius = radius};
    i = 0.4 * r->mass * radius * radius;
    mechanism_make(&r->k, h, vec3_make(0, 0, -g));
    const brick b = {.at = {mat3_identity(), vec3_sub(at, vec3_make(0.5 * radius, 0, 0))},
                     .length = radius,
                     .mass = r->mass,
                     .centre = {0.5 * radius, 0, 0},
                     .inertia = {i, i, i}};
    r->body = mechanism_body(&r->k, &b);
    assert_int_equal(tackle_sea_create(&r->sea, 1, salt, g, waves), RT_OK);
    const tackle_sea_part_def part = {.body = r->body,
                                      .at = b.centre,
                                      .volume = volume,
                                      .half = {radius, radius, radius},
                                      .across_cd = cd * area,
                                      .along_cd = cd * area};
    tackle_sea_add_part(&r->sea, &r->k.model, &part);
    tackle_sea_add(&r->sea, &r->k.model);
    mechanism_finish(&r->k);
    dyn_initial_acceleration(&r->k.model, &r->k.state, r->k.work, &(rt_command){0});
}

static void destroy(rig *r) {
    mechanism_free(&r->k);
    tackle_sea_free(&r->sea);
}

static dyn_eval now(const rig *r) { return dyn_eval_at(&r->k.model, &r->k.state); }

static vec3 middle(const rig *r) {
    dyn_eval e = now(r);
    return dyn_body_point(&e, r->body, r->sea.part[0].weight);
}

static vec3 speed(const rig *r) {
    dyn_eval e = now(r);
    return dyn_body_velocity(&e, r->body, r->sea.part[0].weight);
}

static double lift(const rig *r) {
    dyn_eval e = now(r);
    return tackle_sea_force_on(&r->sea, &e, r->body).z;
}

// Under water all of it displaces water, over it nothing; between as much as a sphere has below the surface, by
// Simpson's rule over its sections (exact for a parabola).
static void weight_in_water(void **state) {
    (void)state;
    rig r;
    make(&r, 1e-3, 0.3, steel, 1, vec3_make(0, 0, -2), NULL);
    double weight = r.mass * g;
    CHECK_NEAR((weight - lift(&r)) / weight, 1 - salt / steel, 1e-12);
    destroy(&r);
    for (int k = -12; k <= 12; k++) {
        double z = 0.03 * k, low = z - 0.3, high = fmin(0, z + 0.3), mid = 0.5 * (low + high);
        make(&r, 1e-3, 0.3, steel, 1, vec3_make(1, 2, z), NULL);
        double section[3] = {0, PI * (0.09 - (mid - z) * (mid - z)), PI * (0.09 - (high - z) * (high - z))};
        double volume = high > low ? (high - low) / 6 * (section[0] + 4 * section[1] + section[2]) : 0;
        CHECK_NEAR(lift(&r), salt * g * volume, 1e-9 * weight);
        destroy(&r);
    }
}

// Lying, standing and oblique, an ellipsoid goes under as its points do: those of a grid in it are counted.
static void goes_under_as_it_is_turned(void **state) {
    (void)state;
    enum { GRID = 60 };
    uint64_t seed = 3;
    for (int i = 0; i < 12; i++) {
        double z = 0.25 * random_unit(&seed);
        rig r;
        make(&r, 1e-3, 0.3, steel, 1, vec3_make(0, 0, 0), NULL);
        vec3 half = vec3_make(0.4, 0.1, 0.2);
        r.sea.part[0].def.half = half;
        pose at = {random_rotation(&seed), vec3_make(0, 0, 0)};
        at.p =
            vec3_sub(vec3_make(0, 0, z), mat3_mul(&at.r, vec3_make(0.15, 0, 0))); // its middle is half a radius from p0
        const int *node = r.k.model.body[r.body].node;
        r.k.state.q[node[0]] = at.p;
        r.k.state.q[node[1]] = pose_point(&at, vec3_make(0.3, 0, 0));
        r.k.state.q[node[2]] = mat3_column(&at.r, 1);
        r.k.state.q[node[3]] = mat3_column(&at.r, 2);
        int under = 0, all = 0;
        for (int n = 0; n < GRID * GRID * GRID; n++) {
            const int c[3] = {n % GRID, n / GRID % GRID, n / GRID / GRID};
            double x[3], square = 0;
            for (int k = 0; k < 3; k++) x[k] = (2 * c[k] + 1.0) / GRID - 1, square += x[k] * x[k];
            if (square > 1) continue;
            vec3 p = mat3_mul(&at.r, vec3_make(half.x * x[0], half.y * x[1], half.z * x[2]));
            all++, under += p.z + z < 0;
        }
        CHECK_NEAR(lift(&r) / (salt * g * r.mass / steel), (double)under / all, 0.01);
        destroy(&r);
    }
}

// Sinking, drag bears what the weight in water is: v = sqrt(2 (m - density V) g / (density Cd A)).
static void terminal_speed(void **state) {
    (void)state;
    rig r;
    make(&r, 2e-3, 0.1, steel, 1.2, vec3_make(0, 0, -1), NULL);
    double volume = r.mass / steel, area = PI * 0.01;
    double v = sqrt(2 * (r.mass - salt * volume) * g / (salt * 1.2 * area));
    double time = (r.mass / (salt * 1.2 * area)) / v * 2; // of tanh(t/time), without added mass
    double reached = 0, t = 0;
    for (int k = 0; k < 5000; k++) {
        mechanism_step(&r.k);
        t += 2e-3;
        reached = fmax(reached, fabs(-speed(&r).z - v * tanh(t / time)) / v);
    }
    CHECK_NEAR(reached, 0, 1e-5); // all the way: dv/dt = (v∞² - v²) / (v∞ time)
    CHECK_NEAR(-speed(&r).z, v, 1e-6 * v);
    assert_true(r.k.last.newton < 6);
    destroy(&r);
}

// w² = g k; the surface and the velocities follow from the potential a g/w exp(k z) sin(k s - w t + phase), the
// accelerations from the velocities, both by differences. Where the surface stands at z = 0 its stretching does
// nothing.
static void airy_waves(void **state) {
    (void)state;
    const double a = 0.8, period = 6, direction = 2.1, w = 2 * PI / period, k = w * w / g, d = 1e-4;
    dyn_waves waves = waves_of(2 * a, period, direction);
    assert_int_equal(waves.n, 1);
    CHECK_NEAR(waves.wave[0].frequency * waves.wave[0].frequency, g * waves.wave[0].number, 1e-12);
    CHECK_NEAR(dyn_waves_crest(&waves), a, 1e-12);
    vec3 way = vec3_make(cos(direction), sin(direction), 0);
    for (int i = 0; i < 40; i++) {
        double t = 0.37 * i, s = -7 + 0.9 * i, side = 3 - i, crossing = (w * t - 0.4 + (i % 2 ? 0.5 : -0.5) * PI) / k;
        vec3 across = vec3_make(-way.y, way.x, 0), x = vec3_madd(vec3_scale(side, across), s, way);
        CHECK_NEAR(dyn_waves_surface(&waves, x.x, x.y, t), a * cos(k * s - w * t + 0.4), 1e-12);
        x = vec3_madd(vec3_scale(side, across), crossing, way); // the surface stands at 0 here
        x.z = -0.3 * i;
        dyn_water water = dyn_waves_at(&waves, x, t);
        CHECK_NEAR(water.surface, 0, 1e-12);
        double potential[2][2];
        for (int n = 0; n < 2; n++) {
            potential[0][n] = a * g / w * exp(k * x.z) * sin(k * (crossing + (n ? d : -d)) - w * t + 0.4);
            potential[1][n] = a * g / w * exp(k * (x.z + (n ? d : -d))) * sin(k * crossing - w * t + 0.4);
        }
        CHECK_NEAR(vec3_dot(water.velocity, way), (potential[0][1] - potential[0][0]) / (2 * d), 1e-7);
        CHECK_NEAR(water.velocity.z, (potential[1][1] - potential[1][0]) / (2 * d), 1e-7);
        CHECK_NEAR(vec3_dot(water.velocity, across), 0, 1e-12);
        vec3 change = {0, 0, 0};
        for (int n = -1; n <= 1; n += 2) { // as deep under the surface as it is then
            vec3 at = x;
            at.z += dyn_waves_surface(&waves, x.x, x.y, t + n * d);
            change = vec3_madd(change, n / (2 * d), dyn_waves_at(&waves, at, t + n * d).velocity);
        }
        CHECK_VEC3(water.acceleration, change, 1e-7);
    }
    vec3 high = vec3_make(0, 0, 5); // over the surface the water would move as it does there
    double top = dyn_waves_surface(&waves, 0, 0, 1);
    CHECK_VEC3(dyn_waves_at(&waves, high, 1).velocity, dyn_waves_at(&waves, vec3_make(0, 0, top), 1).velocity, 1e-12);
    assert_int_equal(waves_of(0, 8, 0).n, 0);
}

// Its own statement of the motion of a ball whose axis is x, in a wave that runs along x.
typedef struct drift {
    double a, w, k, phase, mass, volume, drag; // drag: 1/2 density Cd A
} drift;

static void rate(const drift *d, double t, const double y[4], double dy[4]) {
    double p = d->k * y[0] - d->w * t + d->phase, surface = d->a * cos(p), e = exp(d->k * fmin(y[1] - surface, 0));
    double u = d->a * d->w * e * cos(p), v = d->a * d->w * e * sin(p);
    double ru = y[2] - u, rv = y[3] - v, displaced = salt * d->volume;
    dy[0] = y[2], dy[1] = y[3];
    dy[2] = (displaced * d->w * v - d->drag * fabs(ru) * ru) / d->mass;
    dy[3] = (displaced * (g - d->w * u) - d->drag * fabs(rv) * rv) / d->mass - g;
}

static void runge_kutta(const drift *d, double t, double h, double y[4]) {
    double k[4][4], x[4];
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 4; i++) x[i] = s == 0 ? y[i] : y[i] + (s == 3 ? h : 0.5 * h) * k[s - 1][i];
        rate(d, t + (s == 0 ? 0 : s == 3 ? h : 0.5 * h), x, k[s]);
    }
    for (int i = 0; i < 4; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

// As heavy as the water that it displaces, it drifts with the waves.
static void drifts_in_a_wave(void **state) {
    (void)state;
    const double h = 5e-3, radius = 0.25;
    dyn_waves waves = waves_of(1.6, 5, 0);
    rig r;
    make(&r, h, radius, salt, 1.1, vec3_make(3, 0, -1.5), &waves);
    const drift d = {.a = 0.8,
                     .w = 2 * PI / 5,
                     .k = 4 * PI * PI / 25 / g,
                     .phase = 0.4,
                     .mass = r.mass,
                     .volume = r.mass / salt,
                     .drag = 0.5 * salt * 1.1 * PI * radius * radius};
    double y[4] = {3, -1.5, 0, 0}, apart = 0, way = 0;
    for (int k = 0; k < 6000; k++) {
        for (int i = 0; i < 5; i++) runge_kutta(&d, k * h + i * h / 5, h / 5, y);
        mechanism_step(&r.k);
        vec3 x = middle(&r);
        apart = fmax(apart, hypot(x.x - y[0], x.z - y[1]));
        way = fmax(way, fabs(x.x - 3));
    }
    assert_true(way > 1); // it is carried along (Stokes' drift of 30 s is 1.6 m at this depth, were it water)
    CHECK_NEAR(apart, 0, 2e-4);
    destroy(&r);
}

// Bobbing without drag keeps its energy: what the trapezoidal rule loses and gains stays bounded.
static void bobbing_keeps_its_energy(void **state) {
    (void)state;
    rig r;
    make(&r, 1e-3, 0.5, 0.5 * salt, 0, vec3_make(0, 0, 0.3), NULL);
    double start = dyn_energy(&r.k.model, &r.k.state), least = 1, most = -1, off = 0;
    double scale = r.mass * g * 0.3;
    for (int k = 0; k < 10000; k++) {
        mechanism_step(&r.k);
        double z = middle(&r).z;
        least = fmin(least, z), most = fmax(most, z);
        off = fmax(off, fabs(dyn_energy(&r.k.model, &r.k.state) - start));
    }
    CHECK_NEAR(least, -0.3, 1e-4); // the cap is odd about the middle: it goes as far down
    CHECK_NEAR(most, 0.3, 1e-4);
    CHECK_NEAR(off / scale, 0, 1e-5);
    destroy(&r);
}

#define NODES (DYN_FIRST_NODE + 4)
#define N (3 * NODES)

static vec3 pushed[NODES];

static void evaluate(rig *r, dyn_eval *e, const vec3 *q, const vec3 *qd) {
    memset(pushed, 0, sizeof pushed);
    e->q = q, e->qd = qd, e->force = pushed;
    r->sea.force.eval(&r->sea, e, NULL);
}

static double entry_of(const dyn_matrix *t, int a, int b) {
    int i = a / 3, j = b / 3, k = i >= j ? dyn_matrix_find(t, i, j) : dyn_matrix_find(t, j, i);
    if (k < 0) return 0;
    return i >= j ? t->a[9 * k + 3 * (a % 3) + b % 3] : t->a[9 * k + 3 * (b % 3) + a % 3];
}

// Against central differences of the forces, within a step: with what is taken once a step held.
static void check_tangent(rig *r, dyn_eval *e, vec3 *q, vec3 *qd, bool stiffness) {
    static double k[N][N];
    double most = 0, step = stiffness ? 1e-6 : 1e-5;
    vec3 *x = stiffness ? q : qd;
    dyn_matrix t = r->k.model.matrix_pattern;
    t.a = calloc(9 * ((size_t)t.n_blocks + 1), sizeof(double));
    e->tangent = &t, e->k_weight = stiffness, e->c_weight = !stiffness;
    evaluate(r, e, q, qd);
    e->tangent = NULL;
    for (int b = 3 * DYN_FIRST_NODE; b < N; b++)
        for (int side = -1; side <= 1; side += 2) {
            double *to = (double *)x + b, was = *to;
            *to = was + side * step;
            evaluate(r, e, q, qd);
            *to = was;
            for (int a = 0; a < N; a++) k[a][b] = (side < 0 ? 0 : k[a][b]) - side * ((double *)pushed)[a] / (2 * step);
        }
    for (int a = 3 * DYN_FIRST_NODE; a < N; a++)
        for (int b = 3 * DYN_FIRST_NODE; b < N; b++) most = fmax(most, fabs(k[a][b]));
    assert_true(most > 0);
    for (int a = 3 * DYN_FIRST_NODE; a < N; a++)
        for (int b = 3 * DYN_FIRST_NODE; b < N; b++) CHECK_NEAR(entry_of(&t, a, b), k[a][b], 1e-6 * most);
    free(t.a);
}

static void tangents(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 20; i++) {
        dyn_waves waves = waves_of(i % 2 ? 1 : 0, 5, 0.3 * i);
        rig r;
        make(&r, 1e-3, 0.5, steel, 1, vec3_make(random_unit(&seed), 0, 0.3 * random_unit(&seed)), &waves);
        r.sea.part[0].def.along_cd *= 0.3;
        vec3 q[NODES], qd[NODES];
        memcpy(q, r.k.state.q, sizeof q);
        for (int n = 0; n < NODES; n++) {
            vec3 off = random_vec3(&seed, 0.05);
            qd[n] = random_vec3(&seed, n < DYN_FIRST_NODE ? 0 : 2);
            if (n >= DYN_FIRST_NODE) q[n] = vec3_add(q[n], off);
        }
        dyn_eval e = now(&r);
        e.q = q, e.qd = qd, e.t = 0.7 * i;
        r.sea.force.predict(&r.sea, &e, NULL);
        assert_true(r.sea.part[0].wet);
        if (r.sea.part[0].share > 0.02 && r.sea.part[0].share < 0.98) check_tangent(&r, &e, q, qd, true);
        if (r.sea.part[0].share > 0.02) check_tangent(&r, &e, q, qd, false);
        destroy(&r);
    }
}

// The surface passes over a part without a jump of the force, however the water moves.
static void force_is_continuous(void **state) {
    (void)state;
    dyn_waves waves = waves_of(1, 4, 0.5);
    rig r;
    make(&r, 1e-3, 0.2, steel, 1, vec3_make(0, 0, 1), &waves);
    double last = 0, largest = 0, first = lift(&r);
    for (int k = 0; k < 20000; k++) {
        for (int i = 0; i < 2; i++) r.k.state.q[r.k.model.body[r.body].node[i]].z -= 1e-4;
        double f = lift(&r);
        if (k > 0) largest = fmax(largest, fabs(f - last));
        last = f;
    }
    CHECK_NEAR(first, 0, 0);
    // no faster than the cap at the middle, 3/4 of the volume a radius, half as much again for the moving water
    assert_true(largest < 1.5 * 0.75 / 0.2 * 1e-4 * salt * g * r.mass / steel);
    destroy(&r);
}

// Zeroth moment by the height, the mean frequency as the spectrum has it by a quadrature of its own, phases by the
// seed.
static void jonswap_sea(void **state) {
    (void)state;
    const dyn_waves_def def = {.height = 2.5, .period = 9, .gravity = g};
    for (int i = 0; i < 3; i++) {
        double enhancement = i == 0 ? 1 : i == 1 ? 3.3 : 7, m0 = 0, m1 = 0, sum = 0, mean = 0, least = 1;
        dyn_waves a = dyn_waves_jonswap(&def, enhancement, 1), same = dyn_waves_jonswap(&def, enhancement, 1),
                  other = dyn_waves_jonswap(&def, enhancement, 2);
        assert_int_equal(a.n, DYN_WAVES);
        assert_memory_equal(&a, &same, sizeof a);
        assert_memory_not_equal(&a, &other, sizeof a);
        for (double w = 0.3005; w < 3; w += 1e-3) {
            double width = w <= 1 ? 0.07 : 0.09, s = exp(-1.25 / (w * w * w * w)) / (w * w * w * w * w);
            s *= exp(log(enhancement) * exp(-(w - 1) * (w - 1) / (2 * width * width)));
            m0 += s, m1 += s * w;
        }
        for (int k = 0; k < a.n; k++) {
            const dyn_wave *v = &a.wave[k];
            sum += 0.5 * v->amplitude * v->amplitude;
            mean += v->frequency / DYN_WAVES;
            CHECK_NEAR(v->frequency * v->frequency, g * v->number, 1e-12);
            if (k > 0) least = fmin(least, v->frequency - a.wave[k - 1].frequency);
        }
        CHECK_NEAR(4 * sqrt(sum), 2.5, 1e-12);
        CHECK_NEAR(mean, 2 * PI / 9 * m1 / m0, 1e-3 * mean);
        assert_true(least > 1e-4); // no two alike
    }
    dyn_waves a = dyn_waves_jonswap(&def, 3.3, 7);
    double square = 0;
    for (int k = 0; k < 20000; k++) {
        double z = dyn_waves_surface(&a, 0, 0, 0.61 * k);
        square += z * z / 20000;
    }
    CHECK_NEAR(4 * sqrt(square), 2.5, 0.05); // over three hours
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weight_in_water),  cmocka_unit_test(goes_under_as_it_is_turned),
        cmocka_unit_test(terminal_speed),   cmocka_unit_test(airy_waves),
        cmocka_unit_test(drifts_in_a_wave), cmocka_unit_test(bobbing_keeps_its_energy),
        cmocka_unit_test(tangents),         cmocka_unit_test(force_is_continuous),
        cmocka_unit_test(jonswap_sea),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
