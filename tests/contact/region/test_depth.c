// SPDX-License-Identifier: MIT
// Depth of a region against a linear programme; shares of force of regions that merge.
#include "tests/contact/region_shapes.h"
#include "tests/random.h"

// The longest line along n in two boxes (half extents ha in the frame at, hb in b's). The line x u + y v + t n lies in
// both for t between bounds linear in x and y, one pair from each of the six slabs. This is a linear programme:
// maximise l with l <= upper_i - lower_j for all i, j. Solved by enumeration of all vertices.
typedef struct linear {
    double x, y, c;
} linear;

static void slab_bounds(vec3 u, vec3 v, vec3 n, const pose *at, vec3 ha, vec3 hb, linear up[6], linear low[6]) {
    for (int k = 0; k < 6; k++) {
        vec3 axis = k < 3 ? mat3_column(&at->r, k) : vec3_make(k == 3, k == 4, k == 5);
        vec3 half = k < 3 ? ha : hb;
        double h = k % 3 == 0 ? half.x : k % 3 == 1 ? half.y : half.z, centre = k < 3 ? vec3_dot(axis, at->p) : 0;
        double along = vec3_dot(axis, n), side = along > 0 ? h : -h;
        up[k] = (linear){-vec3_dot(axis, u) / along, -vec3_dot(axis, v) / along, (centre + side) / along};
        low[k] = (linear){up[k].x, up[k].y, (centre - side) / along};
    }
}

static double longest_line(vec3 n, const pose *at, vec3 ha, vec3 hb) {
    vec3 u = vec3_any_normal(n), v = vec3_cross(n, u);
    linear up[6], low[6], g[36];
    slab_bounds(u, v, n, at, ha, hb, up, low);
    for (int k = 0; k < 36; k++)
        g[k] = (linear){up[k / 6].x - low[k % 6].x, up[k / 6].y - low[k % 6].y, up[k / 6].c - low[k % 6].c};
    double best = -INFINITY;
    for (int i = 0; i < 36; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++) {
                double ax = g[i].x - g[k].x, ay = g[i].y - g[k].y, bx = g[j].x - g[k].x, by = g[j].y - g[k].y;
                double ac = g[k].c - g[i].c, bc = g[k].c - g[j].c, det = ax * by - ay * bx;
                if (fabs(det) < 1e-9 * (fabs(ax * by) + fabs(ay * bx)) || det == 0) continue;
                double x = (ac * by - ay * bc) / det, y = (ax * bc - ac * bx) / det;
                double least = INFINITY;
                for (int m = 0; m < 36; m++) least = fmin(least, g[m].x * x + g[m].y * y + g[m].c);
                if (isfinite(least)) best = fmax(best, least);
            }
    return best;
}

// Boxes in any position: the depth equals the longest line along the normal inside both, from the linear programme. The
// poses include corners, edges over edges and contours that fold over.
static void depth_is_the_longest_common_line(void **state) {
    (void)state;
    const vec3 ha = {0.5, 0.3, 0.2}, hb = {0.4, 0.45, 0.15};
    body a = body_make(shape_box(vec3_scale(-1, ha), ha, 3), NULL),
         b = body_make(shape_box(vec3_scale(-1, hb), hb, 2), NULL);
    meeting m = meeting_of(&a, &b);
    uint64_t s = 7;
    int compared = 0;
    for (int i = 0; i < 20000 && compared < 250; i++) {
        double r[7];
        for (int k = 0; k < 7; k++) r[k] = random_unit(&s);
        pose at = pose_turned(vec3_make(r[0], r[1], r[2]), 3 * r[3], vec3_make(r[4], r[5], 0.7 * r[6]));
        meet(&m, at);
        if (m.n != 1 || !m.region[0].closed || m.region[0].depth > 0.1) continue;
        double steepest = 1; // a slab parallel to the lines is no bound
        for (int k = 0; k < 3; k++)
            steepest = fmin(steepest, fabs(vec3_dot(mat3_column(&at.r, k), m.region[0].normal)));
        if (steepest < 1e-3 || fabs(m.region[0].normal.x) < 1e-3 || fabs(m.region[0].normal.y) < 1e-3) continue;
        CHECK_NEAR(m.region[0].depth, longest_line(m.region[0].normal, &at, ha, hb), 1e-8);
        compared++;
    }
    print_message("%d poses of two boxes\n", compared);
    assert_true(compared >= 200);
    meeting_free(&m), body_free(&a), body_free(&b);
}

// Two bumps under a flat face: apart, each has its own depth; the total force stays continuous when they merge.
static double shared_force(const meeting *m) {
    double f = 0;
    for (int i = 0; i < m->n; i++) f += m->region[i].share * pow(m->region[i].depth, 1.5);
    return f;
}

static void merging_regions_share_the_force(void **state) {
    (void)state;
    shape s = shape_plate(0.5, 60); // two bumps 0.24 m apart, 10 and 9 mm high, with a saddle between
    for (int i = 0; i < s.nv; i++) {
        double x = s.v[i].x, y = s.v[i].y, l = (x + 0.12) * (x + 0.12) + y * y, r = (x - 0.12) * (x - 0.12) + y * y;
        s.v[i].z = 0.01 * exp(-l / 0.01) + 0.0092 * exp(-r / 0.01);
    }
    body b = body_make(s, NULL), a = body_make(shape_box(vec3_make(-0.4, -0.4, 0), vec3_make(0.4, 0.4, 0.1), 3), NULL);
    meeting m = meeting_of(&a, &b);
    const double step = 1e-6;
    double before = 0, jump = 0, alone = 0;
    int merged = 0, apart = 0;
    for (int i = 0; i < 6500; i++) {
        meet(&m, pose_turned(vec3_make(0, 1, 0), 1e-4, vec3_make(0.003, 0.002, 0.01 - step * i)));
        double f = shared_force(&m);
        if (i > 0) jump = fmax(jump, fabs(f - before));
        before = f;
        merged += m.n == 1 && apart > 0;
        apart += m.n == 2;
        if (m.n == 2 && alone == 0 && m.region[0].depth > 1e-3 && m.region[1].depth > 1e-4) {
            CHECK_NEAR(m.region[0].share, 1, 0); // far apart: the forces of the papers
            CHECK_NEAR(m.region[1].share, 1, 0);
            alone = 1;
        }
    }
    // a step changes no more than the law's slope for both at once, plus a margin for the closing gap
    double depth = 6.5e-3, slope = 2 * 1.5 * sqrt(depth) * step;
    print_message("%d steps apart, %d merged, largest change %.2f of the slope's\n", apart, merged, jump / slope);
    assert_true(alone == 1 && merged > 100 && apart > 100);
    assert_true(jump < 0.05 * pow(depth, 1.5));
    meeting_free(&m), body_free(&a), body_free(&b);
}

// Appends a shape translated by d, and frees it.
static void append_shape(shape *to, shape part, vec3 d) {
    for (int k = 0; k < 3 * part.nt; k++) to->t[3 * to->nt + k] = to->nv + part.t[k];
    for (int k = 0; k < part.nv; k++) to->v[to->nv + k] = vec3_add(part.v[k], d);
    to->nv += part.nv, to->nt += part.nt;
    free(part.v), free(part.t);
}

// Rods of many sides on a plate. Side by side, the gap search tests only the facing sides, and the share is that of the
// gap between two corners. With one rod inside a tube, all sides are equally near. The search then runs out of its
// budget, which is counted.
static void long_outlines_are_searched_within_a_budget(void **state) {
    (void)state;
    enum { SIDES = 500 };
    const double radius = 0.1, open = 0.01, depth = 0.01;
    shape pair = shape_room(2 * (2 * SIDES + 2), 2 * 4 * SIDES), nest = shape_room(6 * SIDES + 2, 12 * SIDES);
    append_shape(&pair, shape_rod(radius, 0.1, SIDES, 1), vec3_make(0, 0, 0.1 - depth));
    append_shape(&pair, shape_rod(radius, 0.1, SIDES, 1), vec3_make(2 * radius + open, 0, 0.1 - depth));
    append_shape(&nest, shape_rod(radius, 0.1, SIDES, 1), vec3_make(0, 0, 0.1 - depth));
    append_shape(&nest, shape_tube(radius + open, 2 * radius, 0.1, SIDES, 1), vec3_make(0, 0, 0.1 - depth));
    body rods = body_make(pair, NULL), nested = body_make(nest, NULL), plate = body_make(shape_plate(1, 1), NULL);
    meeting side_by_side = meeting_of(&rods, &plate), within = meeting_of(&nested, &plate);
    meet(&side_by_side, pose_at(vec3_make(0.01, 0.02, 0)));
    assert_int_equal(side_by_side.n, 2);
    assert_int_equal(side_by_side.info.dropped, 0);
    assert_true(side_by_side.info.pairs > 2 * SIDES); // testing all pairs would exceed the budget
    double area = 0.5 * SIDES * radius * radius * sin(2 * shapes_pi / SIDES), closed = 1 - open / (0.5 * sqrt(area));
    for (int i = 0; i < 2; i++) CHECK_NEAR(side_by_side.region[i].share, 1 - 0.5 * closed * closed, 1e-9);
    meet(&within, pose_at(vec3_make(0.01, 0.02, 0)));
    assert_int_equal(within.n, 2);
    assert_int_equal(within.info.dropped, 1);
    meeting_free(&side_by_side), meeting_free(&within);
    body_free(&rods), body_free(&nested), body_free(&plate);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_is_the_longest_common_line),
        cmocka_unit_test(merging_regions_share_the_force),
        cmocka_unit_test(long_outlines_are_searched_within_a_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
