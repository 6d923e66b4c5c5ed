// SPDX-License-Identifier: MIT
// Loads that contacts with friction can bear, against closed forms of statics and an independent search.
#include "rt/jam/wrench_cone.h"
#include "tests/check.h"
#include <stdint.h>

#define INSIDE 1e-9
#define DEGREE (3.14159265358979323846 / 180)

static contact_cone cone(double length) { return (contact_cone){.length = length}; }

static void add_point(contact_cone *c, vec3 at, vec3 normal, double mu, bool second) {
    c->point[c->n++] = (contact_cone_point){at, vec3_unit(normal), mu, second};
}

static bool bears(const contact_cone *c, const contact_load *l, double mu) {
    return contact_cone_distance(c, l, mu) < INSIDE;
}

// Smallest coefficient of friction with which the contacts bear the load, by bisection (the points have mu 1).
static double least_mu(const contact_cone *c, const contact_load *l, double most) {
    double low = 0, high = most;
    assert_true(bears(c, l, most));
    for (int k = 0; k < 40; k++) {
        double middle = 0.5 * (low + high);
        if (bears(c, l, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

// A block on an incline slides at mu = tan(angle). It topples at any mu when its weight acts outside its base.
static void block_slides_or_topples_on_an_incline(void **state) {
    (void)state;
    for (double angle = 5; angle < 50; angle += 7) {
        contact_cone c = cone(1);
        vec3 n = vec3_make(-sin(angle * DEGREE), 0, cos(angle * DEGREE));
        vec3 down = vec3_make(-cos(angle * DEGREE), 0, -sin(angle * DEGREE)), across = vec3_make(0, 1, 0);
        const double w = 1, h = 0.7; // half width down the slope, height of the centre: topples at atan(1 / 0.7)
        for (int i = 0; i < 4; i++)
            add_point(&c, vec3_madd(vec3_scale(i & 1 ? w : -w, down), i & 2 ? 0.5 : -0.5, across), n, 1, false);
        contact_load l = contact_cone_reaction(&c, vec3_make(0, 0, -9.81), vec3_scale(h, n), false);
        CHECK_NEAR(least_mu(&c, &l, 5), tan(angle * DEGREE), 1e-6);
    }
    for (double angle = 50; angle < 62; angle += 2) {
        contact_cone c = cone(1);
        vec3 n = vec3_make(-sin(angle * DEGREE), 0, cos(angle * DEGREE));
        vec3 down = vec3_make(-cos(angle * DEGREE), 0, -sin(angle * DEGREE));
        for (int i = 0; i < 4; i++)
            add_point(&c, vec3_madd(vec3_scale(i & 1 ? 1 : -1, down), i & 2 ? 0.5 : -0.5, vec3_make(0, 1, 0)), n, 1,
                      false);
        contact_load l = contact_cone_reaction(&c, vec3_make(0, 0, -1), vec3_scale(0.7, n), false);
        assert_int_equal(bears(&c, &l, 1e3), tan(angle * DEGREE) < 1 / 0.7);
    }
}

// No force presses out a wedge of half angle a between two jaws while mu > tan(a).
static void wedge_is_self_locking(void **state) {
    (void)state;
    for (double a = 3; a < 40; a += 4) {
        contact_cone c = cone(0.5);
        for (int side = -1; side <= 1; side += 2)
            for (int i = 0; i < 4; i++)
                add_point(&c, vec3_make(0.1 * (i & 1), side * 0.2, 0.1 * (i >> 1)),
                          vec3_make(sin(a * DEGREE), -side * cos(a * DEGREE), 0), 1, false);
        contact_load out = contact_cone_reaction(&c, vec3_make(1, 0, 0), vec3_make(0, 0, 0.05), false);
        contact_load in = contact_cone_reaction(&c, vec3_make(-1, 0, 0), vec3_make(0, 0, 0.05), false);
        CHECK_NEAR(least_mu(&c, &out, 2), tan(a * DEGREE), 1e-6);
        assert_true(bears(&c, &in, 0)); // in the other direction it needs no friction
    }
}

// A ladder at angle t bears a weight at the share s of its length; floor and wall have the same mu. The ladder holds
// while tan t >= (s (1 + mu²) - mu²) / mu (both ends at their limits; moments about the foot).
static void ladder_holds_above_its_limit_angle(void **state) {
    (void)state;
    for (double mu = 0.1; mu < 1; mu += 0.2)
        for (double s = 0.5; s <= 1; s += 0.25) {
            double limit = atan((s * (1 + mu * mu) - mu * mu) / mu);
            for (int side = -1; side <= 1; side += 2) {
                double t = limit + side * 1e-5;
                contact_cone c = cone(3);
                vec3 top = vec3_make(4 * cos(t), 0, 4 * sin(t));
                add_point(&c, vec3_make(0, 0, 0), vec3_make(0, 0, 1), mu, false);
                add_point(&c, top, vec3_make(-1, 0, 0), mu, false);
                contact_load l = contact_cone_reaction(&c, vec3_make(0, 0, -800), vec3_scale(s, top), false);
                assert_int_equal(bears(&c, &l, 1), side > 0);
            }
        }
}

// Two points hold a body against any force between them only if the line that joins them lies in both cones (Nguyen
// 1988). The body is a bar pulled across that line.
static void two_points_hold_within_both_cones(void **state) {
    (void)state;
    for (double tilt = 0; tilt < 40; tilt += 5) {
        contact_cone c = cone(1);
        add_point(&c, vec3_make(-1, 0, 0), vec3_make(cos(tilt * DEGREE), sin(tilt * DEGREE), 0), 1, false);
        add_point(&c, vec3_make(1, 0, 0), vec3_make(-cos(tilt * DEGREE), sin(tilt * DEGREE), 0), 1, false);
        contact_load across = contact_cone_reaction(&c, vec3_make(0, 0, -1), vec3_make(0, 0, 0), false);
        contact_load squeezed = contact_cone_reaction(&c, vec3_make(0, 1, 0), vec3_make(0, 0, 0), false);
        // the normals lean toward +y: a force toward +y is resisted only if the cones reach beyond the joining line
        if (tilt > 0) CHECK_NEAR(least_mu(&c, &squeezed, 2), tan(tilt * DEGREE), 1e-6);
        assert_true(bears(&c, &across, 2));
        contact_load turning = contact_cone_reaction(&c, vec3_make(0, 0, -1), vec3_make(0, 0.1, 0), false);
        assert_false(bears(&c, &turning, 2)); // no moment about the line is resisted
    }
}

// The second body is a gate on the hinge. A force opens it; the stop or a contact holds it, each in one direction only.
// A force through the hinge needs neither.
static void stop_holds_the_hinge_in_one_direction(void **state) {
    (void)state;
    contact_cone c = cone(1);
    c.axis = vec3_make(0, 0, 1);
    c.hinge = vec3_make(2, 0, 0);
    for (int i = 0; i < 3; i++) // the first body lies on a rough floor
        add_point(&c, vec3_make(i, i == 1, -1), vec3_make(0, 0, 1), 10, false);
    contact_load weight = contact_cone_reaction(&c, vec3_make(0, 0, -100), vec3_make(1, 0.4, 0), false);
    contact_load push = contact_cone_reaction(&c, vec3_make(0, 1, 0), vec3_make(3, 0, 0), true); // turns it by +1
    contact_load back = contact_cone_reaction(&c, vec3_make(0, -1, 0), vec3_make(3, 0, 0), true);
    contact_load through = contact_cone_reaction(&c, vec3_make(1, 0, 0), vec3_make(3, 0, 0), true);
    const contact_load *const load[3] = {&push, &back, &through};
    const bool held[3][3] = {{false, false, true}, {false, true, true}, {true, false, true}}; // by stop 0, +1, -1
    for (int s = 0; s < 3; s++)
        for (int k = 0; k < 3; k++) {
            c.stop = s == 2 ? -1 : s;
            contact_load both = contact_load_madd(weight, 1, *load[k]);
            assert_int_equal(bears(&c, &both, 1), held[s][k]);
        }
    c.stop = 0;
    add_point(&c, vec3_make(4, 0, 0), vec3_make(0, -1, 0), 0, true);
    contact_load both = contact_load_madd(weight, 1, push);
    assert_true(bears(&c, &both, 1));
    c.point[c.n - 1].second = false; // on the other body it does not help
    assert_false(bears(&c, &both, 1));
}

// Without moments a single point bears any force within its friction cone, wherever the force acts.
static void forces_only_ignores_moments(void **state) {
    (void)state;
    contact_cone c = cone(1);
    add_point(&c, vec3_make(0, 0, 0), vec3_make(0, 0, 1), 0.5, false);
    contact_load beside = contact_cone_reaction(&c, vec3_make(0.4, 0, -1), vec3_make(3, 1, 0), false);
    assert_false(bears(&c, &beside, 1));
    c.forces_only = true;
    beside = contact_cone_reaction(&c, vec3_make(0.4, 0, -1), vec3_make(3, 1, 0), false);
    assert_true(bears(&c, &beside, 1));
    assert_false(bears(&c, &beside, 0.79));
    // outside by an angle: the distance is its sine
    beside = contact_cone_reaction(&c, vec3_make(sin(60 * DEGREE), 0, -cos(60 * DEGREE)), vec3_make(0, 0, 0), false);
    CHECK_NEAR(contact_cone_distance(&c, &beside, 2 * tan(25 * DEGREE)), sin(35 * DEGREE), 1e-9);
    CHECK_NEAR(contact_cone_distance(&c, &(contact_load){{0, 0, -1}}, 1), 1, 0);
}

static uint64_t seed;
static double random_number(double low, double high) { // xorshift64 (Marsaglia 2003)
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

static vec3 random_vector(void) { return vec3_make(random_number(-1, 1), random_number(-1, 1), random_number(-1, 1)); }

static contact_cone random_cone(int n) {
    contact_cone c = cone(random_number(0.3, 3));
    c.about = random_vector(), c.hinge = random_vector(), c.axis = vec3_unit(random_vector());
    c.stop = (int)random_number(-1.99, 1.99);
    for (int k = 0; k < n; k++)
        add_point(&c, random_vector(), random_vector(), random_number(0, 1), random_number(0, 1) < 0.4);
    return c;
}

// A load composed of forces within the cones is borne. If no force of any cone has a component along a load, the
// distance of that load is 1.
static void composed_loads_are_borne(void **state) {
    (void)state;
    seed = 88172645463325252u;
    int outside = 0;
    for (int round = 0; round < 2000; round++) {
        contact_cone c = random_cone(1 + (int)random_number(0, 12));
        contact_load sum = {{0}};
        for (int k = 0; k < c.n; k++) {
            const contact_cone_point *p = &c.point[k];
            vec3 along = vec3_any_normal(p->normal), other = vec3_cross(p->normal, along);
            double turn = random_number(0, 7), share = random_number(0, 1);
            vec3 f = vec3_madd(p->normal, share * p->mu * cos(turn), along);
            f = vec3_madd(f, share * p->mu * sin(turn), other);
            contact_load one = contact_cone_reaction(&c, vec3_scale(-1, f), p->at, p->second);
            sum = contact_load_madd(sum, random_number(0, 5), one);
        }
        sum.row[6] += 3 * c.stop;
        if (!(contact_cone_distance(&c, &sum, 1) < 1e-6))
            fail_msg("round %d: %g", round, contact_cone_distance(&c, &sum, 1));
        contact_load against = {{0}};
        for (int i = 0; i < CONTACT_CONE_ROWS; i++) against.row[i] = random_number(-1, 1);
        double most = c.stop * against.row[6];
        for (int k = 0; k < c.n; k++) // densely over each cone's edge
            for (int j = 0; j <= 720; j++) {
                const contact_cone_point *p = &c.point[k];
                vec3 along = vec3_any_normal(p->normal), other = vec3_cross(p->normal, along);
                double turn = j * 0.5 * DEGREE, mu = j < 720 ? p->mu : 0;
                vec3 f = vec3_madd(vec3_madd(p->normal, mu * cos(turn), along), mu * sin(turn), other);
                contact_load one = contact_cone_reaction(&c, vec3_scale(-1, f), p->at, p->second);
                double part = 0;
                for (int i = 0; i < CONTACT_CONE_ROWS; i++) part += one.row[i] * against.row[i];
                most = fmax(most, part);
            }
        double d = contact_cone_distance(&c, &against, 1);
        assert_true(d >= 0 && d <= 1);
        if (most < -1e-3) {
            outside++;
            CHECK_NEAR(d, 1, 0);
        } else if (most > 1e-3) {
            assert_true(d < 1);
        }
    }
    assert_true(outside > 20);
}

// Distance by an independent search: coordinate descent over the weights of 24 edges of each cone, until no weight
// changes; -1 after too many sweeps.
static double slow_distance(const contact_cone *c, const contact_load *l) {
    enum { EDGES = 24, MOST = 6 * EDGES + 1 };
    static double g[MOST][CONTACT_CONE_ROWS], x[MOST];
    int n = 0;
    for (int k = 0; k < c->n; k++)
        for (int j = 0; j < EDGES; j++, n++) {
            const contact_cone_point *p = &c->point[k];
            vec3 along = vec3_any_normal(p->normal), other = vec3_cross(p->normal, along);
            double turn = 2 * 3.14159265358979323846 * j / EDGES;
            vec3 f = vec3_madd(vec3_madd(p->normal, p->mu * cos(turn), along), p->mu * sin(turn), other);
            contact_load one = contact_cone_reaction(c, vec3_scale(-1, f), p->at, p->second);
            for (int i = 0; i < CONTACT_CONE_ROWS; i++) g[n][i] = one.row[i];
        }
    for (int i = 0; i < CONTACT_CONE_ROWS && c->stop; i++) g[n][i] = i == 6 ? c->stop : 0;
    n += c->stop != 0;
    double r[CONTACT_CONE_ROWS], size = 0, rest = 0;
    for (int i = 0; i < CONTACT_CONE_ROWS; i++) r[i] = l->row[i], size += r[i] * r[i];
    for (int k = 0; k < n; k++) x[k] = 0;
    double most = 1;
    for (int sweep = 0; most > 1e-7; sweep++) {
        if (sweep == 10000) return -1;
        most = 0;
        for (int k = 0; k < n; k++) {
            double part = 0, own = 0;
            for (int i = 0; i < CONTACT_CONE_ROWS; i++) part += g[k][i] * r[i], own += g[k][i] * g[k][i];
            double to = fmax(0, x[k] + part / own);
            for (int i = 0; i < CONTACT_CONE_ROWS; i++) r[i] -= (to - x[k]) * g[k][i];
            most = fmax(most, fabs(to - x[k]));
            x[k] = to;
        }
    }
    for (int i = 0; i < CONTACT_CONE_ROWS; i++) rest += r[i] * r[i];
    return sqrt(rest / size);
}

static void distance_matches_an_independent_search(void **state) {
    (void)state;
    seed = 2463534242u;
    int compared = 0, between = 0;
    for (int round = 0; round < 60; round++) {
        contact_cone c = random_cone(1 + (int)random_number(0, 6));
        contact_load l;
        for (int i = 0; i < CONTACT_CONE_ROWS; i++) l.row[i] = random_number(-1, 1);
        double d = contact_cone_distance(&c, &l, 1), slow = slow_distance(&c, &l);
        if (slow < 0) continue;
        compared++;
        between += d > 0.05 && d < 0.999;
        assert_true(d <= slow + 1e-6); // the edges lie within the round cone
        CHECK_NEAR(d, slow, 9e-3);     // 1 - cos(pi / 24) of the friction is missing there
    }
    assert_true(compared > 30 && between > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_slides_or_topples_on_an_incline),
        cmocka_unit_test(wedge_is_self_locking),
        cmocka_unit_test(ladder_holds_above_its_limit_angle),
        cmocka_unit_test(two_points_hold_within_both_cones),
        cmocka_unit_test(stop_holds_the_hinge_in_one_direction),
        cmocka_unit_test(forces_only_ignores_moments),
        cmocka_unit_test(composed_loads_are_borne),
        cmocka_unit_test(distance_matches_an_independent_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
