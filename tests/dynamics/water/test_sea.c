// SPDX-License-Identifier: MIT
// Tests of the sea's forces on bodies against closed forms, numerical integration, and differences of the forces.
#include "tests/dynamics/sea_tangent.h"
#include "tests/random.h"

// A sphere displaces its whole volume under water, nothing above, and in between its volume below the surface, by
// Simpson's rule over the sections (exact for a parabola).
static void buoyancy_is_submerged_volume(void **state) {
    (void)state;
    sea_rig r;
    sea_make(&r, 1e-3, 0.3, steel, 1, vec3_make(0, 0, -2), NULL);
    double weight = r.mass * g;
    CHECK_NEAR((weight - sea_lift(&r)) / weight, 1 - salt / steel, 1e-12);
    sea_destroy(&r);
    for (int k = -12; k <= 12; k++) {
        double z = 0.03 * k, low = z - 0.3, high = fmin(0, z + 0.3), mid = 0.5 * (low + high);
        sea_make(&r, 1e-3, 0.3, steel, 1, vec3_make(1, 2, z), NULL);
        double section[3] = {0, PI * (0.09 - (mid - z) * (mid - z)), PI * (0.09 - (high - z) * (high - z))};
        double volume = high > low ? (high - low) / 6 * (section[0] + 4 * section[1] + section[2]) : 0;
        CHECK_NEAR(sea_lift(&r), salt * g * volume, 1e-9 * weight);
        sea_destroy(&r);
    }
}

// The submerged share of an ellipsoid, lying, upright and oblique, is that of the points of a grid in it.
static void submerged_share_follows_orientation(void **state) {
    (void)state;
    enum { GRID = 60 };
    uint64_t seed = 3;
    for (int i = 0; i < 12; i++) {
        double z = 0.25 * random_unit(&seed);
        sea_rig r;
        sea_make(&r, 1e-3, 0.3, steel, 1, vec3_make(0, 0, 0), NULL);
        vec3 half = vec3_make(0.4, 0.1, 0.2);
        r.sea.part[0].def.half = half;
        pose at = {random_rotation(&seed), vec3_make(0, 0, 0)};
        at.p =
            vec3_sub(vec3_make(0, 0, z), mat3_mul(&at.r, vec3_make(0.15, 0, 0))); // the middle is half a radius from p0
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
        CHECK_NEAR(sea_lift(&r) / (salt * g * r.mass / steel), (double)under / all, 0.01);
        sea_destroy(&r);
    }
}

// Checks the acceleration of the particle at x against the change of velocity along its path.
static void check_particle(const dyn_waves *waves, vec3 x, double t) {
    const double d = 1e-4;
    dyn_water water = dyn_waves_at(waves, x, t);
    vec3 before = dyn_waves_at(waves, vec3_madd(x, -d, water.velocity), t - d).velocity,
         after = dyn_waves_at(waves, vec3_madd(x, d, water.velocity), t + d).velocity;
    CHECK_VEC3(water.acceleration, vec3_scale(0.5 / d, vec3_sub(after, before)), 1e-6);
}

// w² = g k. Surface and velocities follow from the potential a g/w exp(k z) sin(k s - w t + phase), the accelerations
// from the velocities along a particle's path, both by differences.
static void waves_follow_airy_potential(void **state) {
    (void)state;
    const double a = 0.8, period = 6, direction = 2.1, w = 2 * PI / period, k = w * w / g, d = 1e-4;
    dyn_waves waves = sea_waves(2 * a, period, direction);
    assert_int_equal(waves.n, 1);
    CHECK_NEAR(waves.wave[0].frequency * waves.wave[0].frequency, g * waves.wave[0].number, 1e-12);
    CHECK_NEAR(dyn_waves_crest(&waves), a, 1e-12);
    vec3 way = vec3_make(cos(direction), sin(direction), 0);
    vec3 across = vec3_make(-way.y, way.x, 0);
    for (int i = 0; i < 40; i++) {
        double t = 0.37 * i, s = -7 + 0.9 * i, z = -0.01 - 0.3 * i, p = k * s - w * t + 0.4;
        vec3 x = vec3_madd(vec3_scale(3 - i, across), s, way);
        x.z = z;
        dyn_water water = dyn_waves_at(&waves, x, t);
        CHECK_NEAR(dyn_waves_surface(&waves, x.x, x.y, t), a * cos(p), 1e-12);
        CHECK_NEAR(water.surface, a * cos(p), 1e-12);
        double ahead = a * g / w * exp(k * z) * (sin(p + k * d) - sin(p - k * d)) / (2 * d);
        double up = a * g / w * (exp(k * (z + d)) - exp(k * (z - d))) * sin(p) / (2 * d);
        CHECK_NEAR(vec3_dot(water.velocity, way), ahead, 1e-7);
        CHECK_NEAR(water.velocity.z, up, 1e-7);
        CHECK_NEAR(vec3_dot(water.velocity, across), 0, 1e-12);
        check_particle(&waves, x, t);
    }
    vec3 high = vec3_make(0, 0, 5); // above the still level the water moves as at that level
    CHECK_VEC3(dyn_waves_at(&waves, high, 1).velocity, dyn_waves_at(&waves, vec3_make(0, 0, 0), 1).velocity, 0);
    assert_int_equal(sea_waves(0, 8, 0).n, 0);
}

// Axes that travel, turned by an angle; without angular velocity, which the tangent neglects.
static dyn_axes travelling_axes(double angle) {
    dyn_axes a = {.p = {3, -2, 1}, .v = {1, 2, -0.5}, .a = {0.2, 0.1, 0.3}};
    dyn_axes_turn(&a, (const double[4]){1, angle, -0.5 * angle, 2 * angle});
    return a;
}

// Takes the ball's coordinates in the world into the axes.
static void enter_axes(const sea_rig *r, const dyn_axes *a, vec3 *q) {
    const int *node = r->k.model.body[r->body].node;
    for (int i = 0; i < 4; i++) q[node[i]] = i < 2 ? dyn_axes_from_world(a, q[node[i]]) : mat3_tmul(&a->r, q[node[i]]);
}

static void tangents_match_differences(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 20; i++) {
        dyn_waves waves = sea_waves(i % 2 ? 1 : 0, 5, 0.3 * i);
        sea_rig r;
        sea_make(&r, 1e-3, 0.5, steel, 1, vec3_make(random_unit(&seed), 0, 0.3 * random_unit(&seed)), &waves);
        r.sea.part[0].def.along_cd *= 0.3;
        vec3 q[BALL_NODES], qd[BALL_NODES];
        memcpy(q, r.k.state.q, sizeof q);
        for (int n = 0; n < BALL_NODES; n++) {
            vec3 off = random_vec3(&seed, 0.05);
            qd[n] = random_vec3(&seed, n < DYN_FIRST_NODE ? 0 : 2);
            if (n >= DYN_FIRST_NODE) q[n] = vec3_add(q[n], off);
        }
        dyn_eval e = sea_now(&r);
        e.q = q, e.qd = qd, e.t = 0.7 * i;
        const dyn_axes axes = travelling_axes(0.02 * i);
        if (i % 3 == 2) enter_axes(&r, &axes, q), e.axes = &axes;
        r.sea.force.predict(&r.sea, &e, NULL);
        assert_true(r.sea.part[0].wet);
        if (r.sea.part[0].share > 0.02 && r.sea.part[0].share < 0.98)
            check_tangent(&r.k, &r.sea.force, &e, q, qd, OF_PLACE);
        if (r.sea.part[0].share > 0.02) check_tangent(&r.k, &r.sea.force, &e, q, qd, OF_VELOCITY);
        sea_destroy(&r);
    }
}

// The force does not jump while the surface passes over a part, in any motion of the water.
static void force_is_continuous(void **state) {
    (void)state;
    dyn_waves waves = sea_waves(1, 4, 0.5);
    sea_rig r;
    sea_make(&r, 1e-3, 0.2, steel, 1, vec3_make(0, 0, 1), &waves);
    double last = 0, largest = 0, first = sea_lift(&r);
    for (int k = 0; k < 20000; k++) {
        for (int i = 0; i < 2; i++) r.k.state.q[r.k.model.body[r.body].node[i]].z -= 1e-4;
        double f = sea_lift(&r);
        if (k > 0) largest = fmax(largest, fabs(f - last));
        last = f;
    }
    CHECK_NEAR(first, 0, 0);
    // at most the rate of the cap at the middle, 3/4 of the volume per radius, and half as much again for moving water
    assert_true(largest < 1.5 * 0.75 / 0.2 * 1e-4 * salt * g * r.mass / steel);
    sea_destroy(&r);
}

// The zeroth moment follows from the height, the mean frequency from a quadrature of the spectrum, the phases from the
// seed.
static void jonswap_sea_matches_spectrum(void **state) {
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
        assert_true(least > 1e-4); // all are different
    }
    dyn_waves a = dyn_waves_jonswap(&def, 3.3, 7);
    for (int k = 0; k < 50; k++) check_particle(&a, vec3_make(3 * k, 50 - k, -0.01 - 0.2 * k), 1.7 * k);
    double square = 0;
    for (int k = 0; k < 20000; k++) {
        double z = dyn_waves_surface(&a, 0, 0, 0.61 * k);
        square += z * z / 20000;
    }
    CHECK_NEAR(4 * sqrt(square), 2.5, 0.05); // over three hours
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buoyancy_is_submerged_volume), cmocka_unit_test(submerged_share_follows_orientation),
        cmocka_unit_test(waves_follow_airy_potential),

        cmocka_unit_test(tangents_match_differences),   cmocka_unit_test(force_is_continuous),
        cmocka_unit_test(jonswap_sea_matches_spectrum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
