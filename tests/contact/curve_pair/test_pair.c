// SPDX-License-Identifier: MIT
// Curve against curve and sphere against curve: every node against every segment, closed forms, no missed corner.
#include "contact/pair/pair.h"
#include "tests/contact/plane_shapes.h"
#include <string.h>

static int by_depth(const void *p, const void *q) {
    double a = *(const double *)p, b = *(const double *)q;
    return a < b ? 1 : a > b ? -1 : 0;
}

static bool convex_corner(const contact_plane_curve *c, int v) {
    vec2 a = c->segment[(v + c->n - 1) % c->n].along, b = c->segment[v].along;
    return vec2_cross(a, b) > 1e-9;
}

static vec2 edge(const contact_plane_curve *c, int i) {
    return vec2_sub(contact_curve_vertex(c, (i + 1) % c->n), contact_curve_vertex(c, i));
}

// The foot of x on edge i, t = 0..1 along it.
static vec2 foot_on(const contact_plane_curve *c, int i, vec2 x, double *t) {
    vec2 a = contact_curve_vertex(c, i), e = edge(c, i);
    *t = fmin(fmax(vec2_dot(vec2_sub(x, a), e) / vec2_norm2(e), 0), 1);
    return vec2_madd(a, *t, e);
}

// Sine of the angle by which the way in, against the flank's outward normal, is outside of the corner's own normals.
static double is_turned_away(vec2 before, vec2 after, vec2 outward) {
    vec2 in = vec2_scale(-1, outward), u = vec2_unit(vec2_right(before)), w = vec2_unit(vec2_right(after));
    if (vec2_dot(in, vec2_add(u, w)) <= 0) return 1;
    return fmax(0, fmax(-vec2_cross(u, in), -vec2_cross(in, w)));
}

static vec2 in_frame(contact_plane_motion m, bool back, vec2 v) {
    m.p = (vec2){0, 0};
    return back ? motion_back(&m, v) : motion_point(&m, v);
}

// Depth of the corner v of a, at x in b: to the nearest edge, or, where the corner does not stand on that (by 20°), to
// the one beside it round a corner of b, if it stands on that (within 10°) and is right behind it.
static double brute_depth(const contact_plane_curve *a, int v, const contact_plane_curve *b, contact_plane_motion m,
                          bool back, vec2 x) {
    int nearest = 0;
    double depth = HUGE_VAL, t;
    for (int i = 0; i < b->n; i++) {
        double d = vec2_norm(vec2_sub(x, foot_on(b, i, x, &t)));
        if (d < depth) depth = d, nearest = i;
    }
    vec2 before = in_frame(m, back, edge(a, (v + a->n - 1) % a->n)), after = in_frame(m, back, edge(a, v));
    vec2 out = vec2_scale(1 / depth, vec2_sub(foot_on(b, nearest, x, &t), x));
    if (t == 0 || t == 1 || is_turned_away(before, after, out) < 0.34) return depth;
    for (int step = -1; step <= 1; step++) {
        int i = (nearest + step + b->n) % b->n;
        if (step != 0 && !convex_corner(b, step < 0 ? nearest : i)) continue;
        vec2 foot = foot_on(b, i, x, &t), normal = vec2_unit(vec2_right(edge(b, i)));
        double d = vec2_dot(vec2_sub(foot, x), normal);
        if (t > 0 && t < 1 && d > 0 && is_turned_away(before, after, normal) <= 0.17) return d;
    }
    return depth;
}

// Depths of all corners of a in b, by every edge.
static int brute_corners(const contact_plane_curve *a, const contact_plane_curve *b, contact_plane_motion m, bool back,
                         double *depth, int n) {
    for (int v = 0; v < a->points; v++) {
        vec2 x = back ? motion_back(&m, a->segment[v].start) : motion_point(&m, a->segment[v].start);
        if (convex_corner(a, v) && edges_inside(b, x)) depth[n++] = brute_depth(a, v, b, m, back, x);
    }
    return n;
}

// Roh's search against every node by every segment: the same contacts, both ways, to rounding. Of polygons, so that
// each corner in the other's material is a hit and nothing else.
static void test_search_agrees_with_brute_force(void **state) {
    (void)state;
    uint64_t s = 4711;
    long poses = 0, touching = 0, many = 0;
    static double depth[4000];
    for (int k = 0; k < 12; k++) {
        contact_plane_curve a = prepared(k % 3 == 0   ? gear(11 + k, 0.8, 1, 1)
                                         : k % 3 == 1 ? random_star(&s, 9 + 8 * k, 0.2)
                                                      : square(1 + k),
                                         0);
        contact_plane_curve b = prepared(k % 2 ? random_star(&s, 150, 0.4) : gear(31, 0.9, 1.0, 1), 0);
        for (int j = 0; j < 400; j++, poses++) {
            contact_plane_motion m = motion_at(uniform(&s, -2, 2), uniform(&s, -2, 2), uniform(&s, -4, 4));
            contact_curve_hits hits = hits_of(&a, &b, m, 0);
            int n = brute_corners(&a, &b, m, false, depth, 0);
            n = brute_corners(&b, &a, m, true, depth, n);
            assert_int_equal(hits.found, n);
            qsort(depth, (size_t)n, sizeof *depth, by_depth);
            double got[CONTACT_CURVE_HITS];
            for (int i = 0; i < hits.n; i++) got[i] = hits.hit[i].depth;
            qsort(got, (size_t)hits.n, sizeof *got, by_depth);
            for (int i = 0; i < hits.n; i++) CHECK_NEAR(got[i], depth[i], 1e-13);
            touching += n > 0;
            many += n > CONTACT_CURVE_HITS;
        }
        contact_plane_curve_free(&a), contact_plane_curve_free(&b);
    }
    print_message("%ld poses, %ld touching, %ld with more corners than fit\n", poses, touching, many);
    assert_true(touching > poses / 4);
}

static bool edges_cross(const contact_plane_curve *a, const contact_plane_curve *b, contact_plane_motion m) {
    for (int i = 0; i < a->n; i++) {
        vec2 p = motion_point(&m, a->segment[i].start), q = motion_point(&m, a->segment[(i + 1) % a->n].start),
             u = vec2_sub(q, p);
        for (int j = 0; j < b->n; j++) {
            vec2 r = b->segment[j].start, s = b->segment[(j + 1) % b->n].start, w = vec2_sub(s, r);
            if (vec2_cross(u, vec2_sub(r, p)) * vec2_cross(u, vec2_sub(s, p)) < 0 &&
                vec2_cross(w, vec2_sub(p, r)) * vec2_cross(w, vec2_sub(q, r)) < 0)
                return true;
        }
    }
    return false;
}

// Two convex bodies whose outlines have begun to cross always have a hit: a corner of the one between two nodes of the
// other is found by the other direction. One has few nodes, the other few or many.
static void test_no_corner_is_missed(void **state) {
    (void)state;
    uint64_t s = 99;
    long crossing = 0, only_back = 0;
    for (int k = 0; k < 8; k++) {
        contact_plane_curve a = prepared(regular(3 + k % 4, 1, 0.3), 0), b = prepared(regular(3 + 5 * k, 0.6, 0), 0);
        for (int j = 0; j < 300; j++) {
            double way = uniform(&s, -4, 4), turn = uniform(&s, -4, 4), in = 0, out = 1.7;
            vec2 off = vec2_scale(uniform(&s, -0.3, 0.3), (vec2){-sin(way), cos(way)});
            contact_plane_motion m = {.p = {0, 0}};
            for (int i = 0; i < 14; i++) { // as far out as they cross
                double d = 0.5 * (in + out);
                m = motion_at(d * cos(way) + off.x, d * sin(way) + off.y, turn);
                *(edges_cross(&a, &b, m) ? &in : &out) = d;
            }
            m = motion_at(in * cos(way) + off.x, in * sin(way) + off.y, turn);
            if (!edges_cross(&a, &b, m)) continue;
            crossing++;
            contact_curve_hits hits = hits_of(&a, &b, m, 0);
            assert_true(hits.n > 0);
            bool forward = false;
            for (int i = 0; i < hits.n; i++) forward = forward || !hits.hit[i].back;
            only_back += !forward;
        }
        contact_plane_curve_free(&a), contact_plane_curve_free(&b);
    }
    print_message("%ld crossing, %ld seen from the second side alone\n", crossing, only_back);
    assert_true(crossing > 500 && only_back > 50);
}

// Two circles have one hit, at any turn, also between their nodes; depth, normal and point as of circles.
static void test_circles(void **state) {
    (void)state;
    uint64_t s = 12;
    contact_plane_curve a = prepared(regular(72, 0.5, 0), 0.3), b = prepared(regular(200, 1, 0), 0.3);
    double tolerance = pow(2 * M_PI / 72, 4) / 8;
    for (int j = 0; j < 4000; j++) {
        double angle = uniform(&s, 0, 2 * M_PI), depth = j % 2 ? uniform(&s, -1e-3, 1e-3) : uniform(&s, 0, 0.2);
        if (fabs(depth) < tolerance || fabs(depth + 2e-4) < tolerance) continue;
        vec2 n = {cos(angle), sin(angle)}, at = vec2_scale(1.5 - depth, n);
        contact_curve_hits hits = hits_of(&a, &b, motion_at(at.x, at.y, uniform(&s, -4, 4)), 2e-4);
        assert_int_equal(hits.found, depth > -2e-4);
        if (hits.n == 0) continue;
        CHECK_NEAR(hits.hit[0].depth, depth, 2 * tolerance);
        CHECK_NEAR(vec2_dot(hits.hit[0].normal, n), 1, 1e-5);
        CHECK_NEAR(vec2_norm(vec2_sub(hits.hit[0].foot, n)), 0, 2e-3);
    }
    contact_plane_curve_free(&a), contact_plane_curve_free(&b);
}

// A cam under a flat follower, and coarse circles that touch between their nodes: one hit, however the nodes lie.
static void test_flat_follower(void **state) {
    (void)state;
    contact_plane_curve flat = prepared(square(1), 0.3), cam = prepared(regular(30, 0.2, 0), 0.3);
    for (int j = 0; j < 500; j++) {
        double x = -0.9 + 1.8 * j / 499;
        contact_curve_hits hits = hits_of(&cam, &flat, motion_at(x, 1.2 - 1e-3, 0.01 * j), 0);
        assert_int_equal(hits.found, 1);
        CHECK_NEAR(hits.hit[0].depth, 1e-3, 0.2 * pow(2 * M_PI / 30, 4) / 8);
        CHECK_NEAR(hits.hit[0].normal.y, 1, 1e-14);
        CHECK_NEAR(hits.hit[0].where.x, x, 1e-4);
        contact_curve_hits turned = hits_of(&flat, &cam, motion_at(x, -1.2 + 1e-3, 0), 0);
        assert_int_equal(turned.found, 1);
        CHECK_NEAR(turned.hit[0].depth, 1e-3, 0.2 * pow(2 * M_PI / 30, 4) / 8);
    }
    contact_plane_curve_free(&flat), contact_plane_curve_free(&cam);
}

static double sampled_depth(const contact_plane_curve *a, const contact_plane_curve *b, contact_plane_motion m,
                            int parts) {
    contact_curve_effort effort = {0};
    double deepest = -HUGE_VAL;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < parts; k++) {
            vec2 x = motion_point(&m, contact_curve_point(&a->segment[i], (double)k / parts));
            deepest = fmax(deepest, -contact_plane_curve_near(b, x, &effort).distance);
        }
    return deepest;
}

// The deepest place of smooth contours, concave ones too, against many points of the one in the other.
static void test_wavy_against_samples(void **state) {
    (void)state;
    uint64_t s = 31;
    contact_plane_curve a = prepared(wavy(240, 0.9, 0.05, 7), 0.4), b = prepared(wavy(400, 1, 0.06, 7), 0.4);
    for (int j = 0; j < 200; j++) {
        double way = uniform(&s, -4, 4), turn = uniform(&s, -4, 4), in = 1.6, out = 2.1,
               depth = pow(10, uniform(&s, -4, -1.3));
        for (int i = 0; i < 24; i++) {
            double d = 0.5 * (in + out);
            *(sampled_depth(&a, &b, motion_at(d * cos(way), d * sin(way), turn), 1) > depth ? &in : &out) = d;
        }
        contact_plane_motion m = motion_at(in * cos(way), in * sin(way), turn);
        double deepest = sampled_depth(&a, &b, m, 64), most = -HUGE_VAL; // 64: off by 1e-8 between samples
        contact_curve_hits hits = hits_of(&a, &b, m, 0);
        for (int i = 0; i < hits.n; i++) most = fmax(most, hits.hit[i].depth);
        CHECK_NEAR(most, deepest, 2e-7);
        m = motion_at((in + 1.01 * deepest) * cos(way) * 1.2, (in + 1.01 * deepest) * sin(way) * 1.2, turn);
        hits = hits_of(&a, &b, m, 0);
        assert_int_equal(hits.found > 0, sampled_depth(&a, &b, m, 8) > 0);
    }
    contact_plane_curve_free(&a), contact_plane_curve_free(&b);
}

// A box on a box as wide, exactly or to a rounding: two corners bear, whichever, each by the whole depth.
static void test_aligned_boxes(void **state) {
    (void)state;
    contact_plane_curve a = prepared(square(1), 0.2), b = prepared(square(4), 0.2);
    uint64_t s = 6;
    for (int j = 0; j < 2000; j++) {
        double aside = j == 0 ? 0 : uniform(&s, -1, 1) * pow(10, uniform(&s, -17, -5));
        contact_curve_hits hits = hits_of(&a, &b, motion_at(aside, 1.9995, 0), 0);
        assert_int_equal(hits.n, 2);
        double left = HUGE_VAL, right = -HUGE_VAL;
        for (int k = 0; k < 2; k++) {
            CHECK_NEAR(hits.hit[k].depth, 5e-4, 1e-12);
            CHECK_NEAR(hits.hit[k].normal.y, 1, 1e-12);
            left = fmin(left, hits.hit[k].where.x), right = fmax(right, hits.hit[k].where.x);
        }
        CHECK_NEAR(left, -1, 1.1e-5), CHECK_NEAR(right, 1, 1.1e-5);
    }
    contact_plane_curve_free(&a), contact_plane_curve_free(&b);
}

// A box whose two corners stand on the sides of a round bowl: both bear, for between them it is far from the bowl.
static void test_box_in_bowl(void **state) {
    (void)state;
    outline o = outline_make(200);
    for (int i = 0; i < o.n; i++) o.p[i] = (vec2){-2 * cos(M_PI * i / 199), -2 * sin(M_PI * i / 199)};
    contact_plane_curve bowl, box = prepared(square(1), 0.2);
    static rt_diag d;
    // from left to right through the bottom, its material is above: turned round it is below
    for (int i = 0; i < o.n / 2; i++) {
        vec2 p = o.p[i];
        o.p[i] = o.p[o.n - 1 - i], o.p[o.n - 1 - i] = p;
    }
    contact_curve_options open = {.closed = false, .smooth = 0.2, .reach = 0.5};
    assert_int_equal(contact_plane_curve_create(&bowl, o.p, o.n, &open, &(contact_curve_source){.who = "bowl"}, &d),
                     RT_OK);
    free(o.p);
    for (int turn = 0; turn < 2; turn++) {
        contact_plane_motion m = motion_at(0, 1 - sqrt(3) - 1e-3, 0); // its corners at (±1, -sqrt 3), and 1 mm lower
        contact_plane_motion back = {.p = vec2_scale(-1, m.p), .x = m.x, .y = m.y};
        contact_curve_hits hits = turn ? hits_of(&bowl, &box, back, 0) : hits_of(&box, &bowl, m, 0);
        assert_int_equal(hits.n, 2);
        for (int k = 0; k < 2; k++) CHECK_NEAR(hits.hit[k].depth, hypot(1, sqrt(3) + 1e-3) - 2, 1e-7);
    }
    contact_plane_curve_free(&bowl), contact_plane_curve_free(&box);
}

// A round body, as a contour and as a sphere, pressed into a valley touches both flanks, alike; where its centre lies
// off the middle the nearer flank more.
static void test_two_flanks(void **state) {
    (void)state;
    contact_plane_curve a = prepared(regular(240, 0.6, 0.01), 0.3), b = prepared(wavy(400, 1, 0.2, 5), 0.3);
    contact_shape ball = {.kind = CONTACT_SPHERE, .size = {0.6, 0, 0}}, cam = {.kind = CONTACT_CURVE, .curve = &b};
    contact_pair pair;
    assert_int_equal(contact_pair_create(&pair, &cam, &ball), RT_OK);
    contact_pair_memory memory = {.axis = {0, 0, 0}};
    contact_hit hit[2];
    double valley = M_PI / 5, touch = 0, last[2] = {0, 0}, in = 1.2, out = 1.6;
    for (int i = 0; i < 40; i++) {
        double d = 0.5 * (in + out);
        *(hits_of(&a, &b, motion_at(d * cos(valley), d * sin(valley), 0.3), 0).n > 0 ? &in : &out) = d;
    }
    for (int i = 0; i <= 200; i++) {
        double way = valley + (i - 100) * 2e-6, d = in - 1e-4;
        contact_curve_hits hits = hits_of(&a, &b, motion_at(d * cos(way), d * sin(way), 0.3), 0);
        pose at = {mat3_identity(), {d * cos(way), d * sin(way), 0.2}}, origin = {mat3_identity(), {0, 0, 0}};
        int n = contact_pair_find(&pair, &origin, &at, 0, &memory, hit, 2);
        assert_int_equal(hits.n, n);
        for (int k = 0; k < n; k++) { // the pair was asked the other way round: its normals go into the cam
            double nearest = HUGE_VAL;
            for (int j = 0; j < n; j++)
                nearest = fmin(nearest,
                               fabs(hits.hit[j].depth - hit[k].depth) + hypot(hits.hit[j].normal.x + hit[k].normal.x,
                                                                              hits.hit[j].normal.y + hit[k].normal.y));
            CHECK_NEAR(nearest, 0, 1e-5);
            CHECK_NEAR(hit[k].point.z, 0, 0);
        }
        if (i == 100) {
            assert_int_equal(n, 2);
            CHECK_NEAR(hit[0].depth, hit[1].depth, 1e-6); // the valley's sides mirror each other, its points do not
            touch = hit[0].depth;
        }
        if (i == 0 || i == 200) last[i / 200] = hit[0].depth;
    }
    assert_true(touch > 0 && last[0] > touch && last[1] > touch);
    contact_pair_free(&pair);
    contact_plane_curve_free(&a), contact_plane_curve_free(&b);
}

// A circle about a square: every place round it, outside and in, against the square's distance.
static void test_sphere_on_square(void **state) {
    (void)state;
    uint64_t s = 8;
    contact_plane_curve c = prepared(square(3), 0.2);
    contact_shape ball = {.kind = CONTACT_SPHERE, .size = {0.25, 0, 0}}, box = {.kind = CONTACT_CURVE, .curve = &c};
    contact_pair pair;
    assert_int_equal(contact_pair_create(&pair, &ball, &box), RT_OK);
    contact_pair_memory memory = {.axis = {0, 0, 0}};
    pose origin = {mat3_rotation((vec3){0.6, 0, 0.8}, 0.7), {3, 1, -2}};
    for (int j = 0; j < 20000; j++) {
        vec3 x = {uniform(&s, -1.5, 1.5), uniform(&s, -1.5, 1.5), uniform(&s, -1, 1)};
        double u = fabs(x.x) - 1, v = fabs(x.y) - 1;
        double distance = u > 0 || v > 0 ? hypot(fmax(u, 0), fmax(v, 0)) : fmax(u, v);
        pose at = {mat3_identity(), pose_point(&origin, x)};
        contact_hit hit[4];
        int n = contact_pair_find(&pair, &at, &origin, 0.01, &memory, hit, 4);
        assert_int_equal(n, 0.25 - distance > -0.01);
        if (n == 0) continue;
        CHECK_NEAR(hit[0].depth, 0.25 - distance, 1e-12);
        // moved back by the depth it touches no more
        at.p = vec3_madd(at.p, hit[0].depth + 1e-9, hit[0].normal);
        vec3 y = pose_point_inverse(&origin, at.p);
        CHECK_NEAR(hypot(fmax(fabs(y.x) - 1, 0), fmax(fabs(y.y) - 1, 0)), 0.25 + 1e-9, 1e-12);
        vec3 p = pose_point_inverse(&origin, hit[0].point);
        CHECK_NEAR(p.z, 0, 1e-15);
    }
    contact_plane_curve_free(&c);
}

// A round body in a seat of nearly its radius: whatever the segments, one contact with one depth; without that, each of
// many segments would bear.
static void test_round_seat(void **state) {
    (void)state;
    const double play = 5e-4, in = 1e-3;
    for (int n = 40; n <= 320; n *= 2) {
        outline o = regular(n, 1 + play, 0.02);
        for (int i = 0; i < n / 2; i++) { // clockwise: a hole
            vec2 p = o.p[i];
            o.p[i] = o.p[n - 1 - i], o.p[n - 1 - i] = p;
        }
        static rt_diag d;
        contact_plane_curve seat, round = prepared(regular(n + 30, 1, 0), 0.3);
        contact_curve_options hole = {.closed = true, .smooth = 0.3, .reach = 0.5};
        assert_int_equal(contact_plane_curve_create(&seat, o.p, n, &hole, &(contact_curve_source){.who = "seat"}, &d),
                         RT_OK);
        free(o.p);
        contact_shape ball = {.kind = CONTACT_SPHERE, .size = {1, 0, 0}}, b = {.kind = CONTACT_CURVE, .curve = &seat};
        contact_pair_memory memory = {.axis = {0, 0, 0}};
        contact_hit hit[64];
        double arc = pow(2 * M_PI / n, 4) / 64; // of both
        for (int j = 0; j < 50; j++) {
            double way = 0.13 * j;
            vec2 p = vec2_scale(play + in, (vec2){cos(way), sin(way)});
            pose origin = {mat3_identity(), {0, 0, 0}}, at = {mat3_identity(), {p.x, p.y, 0}};
            int found = contact_sphere_curve(&ball, &at, &b, &origin, 0, &memory, NULL, hit, 64);
            double sum = 0;
            for (int k = 0; k < found; k++) sum += fmax(hit[k].depth, 0);
            CHECK_NEAR(hit[0].depth, in, arc), CHECK_NEAR(sum, in, 0.02 * in + 8 * arc);
            contact_curve_hits hits = hits_of(&round, &seat, motion_at(p.x, p.y, 0.7 * j), 0);
            double most = 0;
            sum = 0;
            for (int k = 0; k < hits.n; k++) most = fmax(most, hits.hit[k].depth), sum += fmax(hits.hit[k].depth, 0);
            CHECK_NEAR(most, in, arc), CHECK_NEAR(sum, in, 0.02 * in + 8 * arc);
        }
        contact_plane_curve_free(&seat), contact_plane_curve_free(&round);
    }
}

// A pin in a slot, with clearance one flank or none; too thick for it, both.
static void test_pin_in_slot(void **state) {
    (void)state;
    outline o = outline_make(8);
    const vec2 p[] = {{-1, -1}, {1, -1}, {1, 1}, {0.1, 1}, {0.1, -0.5}, {-0.1, -0.5}, {-0.1, 1}, {-1, 1}};
    memcpy(o.p, p, sizeof p);
    contact_plane_curve c = prepared(o, 0.2);
    contact_shape pin = {.kind = CONTACT_SPHERE}, wheel = {.kind = CONTACT_CURVE, .curve = &c};
    contact_pair_memory memory = {.axis = {0, 0, 0}};
    contact_hit hit[4];
    pose origin = {mat3_identity(), {0, 0, 0}};
    for (int j = 0; j < 3; j++) {
        const double radius[] = {0.099, 0.1005, 0.099}, x[] = {0, 0, 0.003},
                     expected[3][2] = {{0, 0}, {5e-4, 5e-4}, {2e-3, 0}};
        pin.size.x = radius[j];
        pose at = {mat3_identity(), {x[j], 0.3, 0}};
        int n = contact_sphere_curve(&pin, &at, &wheel, &origin, 0, &memory, NULL, hit, 4);
        assert_int_equal(n, (expected[j][0] > 0) + (expected[j][1] > 0));
        for (int k = 0; k < n; k++) {
            CHECK_NEAR(hit[k].depth, expected[j][k], 1e-15);
            CHECK_NEAR(fabs(hit[k].normal.x), 1, 1e-15);
        }
        if (n == 2) CHECK_NEAR(hit[0].normal.x + hit[1].normal.x, 0, 1e-15);
        if (j == 2) CHECK_NEAR(hit[0].normal.x, -1, 1e-15);
    }
    contact_plane_curve_free(&c);
}

// What does not fit is the least deep, and counted.
static void test_overflow(void **state) {
    (void)state;
    contact_plane_curve a = prepared(gear(120, 0.8, 1, 1), 0), b = prepared(square(1), 0);
    contact_curve_hits hits = hits_of(&a, &b, motion_at(0.003, 0.3, 0.01), 0);
    static double depth[200];
    int n = brute_corners(&a, &b, motion_at(0.003, 0.3, 0.01), false, depth, 0);
    n = brute_corners(&b, &a, motion_at(0.003, 0.3, 0.01), true, depth, n);
    assert_true(n > CONTACT_CURVE_HITS);
    assert_int_equal(hits.found, n);
    assert_int_equal(hits.n, CONTACT_CURVE_HITS);
    qsort(depth, (size_t)n, sizeof *depth, by_depth);
    double least = HUGE_VAL;
    for (int i = 0; i < hits.n; i++) least = fmin(least, hits.hit[i].depth);
    CHECK_NEAR(least, depth[CONTACT_CURVE_HITS - 1], 1e-13);
    contact_shape sa = {.kind = CONTACT_CURVE, .curve = &a}, sb = {.kind = CONTACT_CURVE, .curve = &b};
    contact_pair_memory memory = {.axis = {0, 0, 0}};
    contact_hit hit[5];
    pose at = {mat3_rotation((vec3){0, 0, 1}, 0.01), {0.003, 0.3, 0}}, origin = {mat3_identity(), {0, 0, 0}};
    assert_int_equal(contact_curve_curve(&sa, &at, &sb, &origin, 0, &memory, NULL, hit, 5), n);
    for (int i = 0; i < 5; i++) CHECK_NEAR(hit[i].depth, depth[i], 1e-13);
    contact_plane_curve_free(&a), contact_plane_curve_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search_agrees_with_brute_force),
        cmocka_unit_test(test_no_corner_is_missed),
        cmocka_unit_test(test_circles),
        cmocka_unit_test(test_flat_follower),
        cmocka_unit_test(test_wavy_against_samples),
        cmocka_unit_test(test_aligned_boxes),
        cmocka_unit_test(test_box_in_bowl),
        cmocka_unit_test(test_two_flanks),
        cmocka_unit_test(test_sphere_on_square),
        cmocka_unit_test(test_round_seat),
        cmocka_unit_test(test_pin_in_slot),
        cmocka_unit_test(test_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
