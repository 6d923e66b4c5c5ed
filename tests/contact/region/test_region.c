// SPDX-License-Identifier: MIT
// Contact regions on shapes with a contact known in closed form.
#include "contact/region/detector.h"
#include "tests/contact/region_shapes.h"

static double angle_between(vec3 a, vec3 b) { return atan2(vec3_norm(vec3_cross(a, b)), vec3_dot(a, b)); }

static void check_vec(vec3 v, vec3 expected, double tolerance) {
    CHECK_NEAR(v.x, expected.x, tolerance);
    CHECK_NEAR(v.y, expected.y, tolerance);
    CHECK_NEAR(v.z, expected.z, tolerance);
}

// A fine sphere into a fine plate: the depth is the analytic overlap less at most the sagitta of the facets; the normal
// is the plate's. A step of 0.01 mm changes the depth by 0.01 mm, without jumps.
static void sphere_into_plate_has_the_analytic_depth(void **state) {
    (void)state;
    const double radius = 0.5, step = 1e-5;
    const int n = 40;
    pose tilt = pose_turned(vec3_make(1, 2, 3), 0.7, vec3_make(0, 0, 0));
    body a = body_make(shape_sphere(radius, n), &tilt), b = body_make(shape_plate(0.3, 37), NULL);
    double edge = radius * shapes_pi / 2 / n * 1.5, sagitta = edge * edge / (2 * radius), before = 0;
    meeting m = meeting_of(&a, &b);
    int touched = 0;
    for (int i = 0; i < 600; i++) {
        double overlap = step * i;
        meet(&m, pose_at(vec3_make(0.0123, -0.0071, radius - overlap)));
        assert_int_equal(m.info.open, 0);
        assert_int_equal(m.info.dropped, 0);
        double depth = m.n ? m.region[0].depth : 0;
        assert_true(depth >= overlap - sagitta && depth <= overlap + 1e-12);
        CHECK_NEAR(depth - before, touched ? step : 0, touched ? 1e-12 : step);
        before = depth;
        if (m.n == 0) continue;
        touched = 1;
        assert_int_equal(m.n, 1);
        assert_int_equal(m.region[0].closed, 1);
        assert_true(angle_between(m.region[0].normal, vec3_make(0, 0, 1)) < 1e-9);
        if (overlap > 4 * sagitta) check_vec(m.region[0].centre, vec3_make(0.0123, -0.0071, 0), edge / 4);
    }
    assert_int_equal(touched, 1);
    meeting_free(&m), body_free(&a), body_free(&b);
}

// Two spheres that pass each other: the overlap is R + r - distance, the normal the line of centres, and the facets in
// contact change all the time. The depth stays within both sagittas, the jump a step within a stated bound.
static void sphere_past_sphere_changes_without_jumps(void **state) {
    (void)state;
    const double big = 0.8, small = 0.5, step = 1e-4;
    pose tilt = pose_turned(vec3_make(3, -1, 2), 1.1, vec3_make(0, 0, 0));
    body a = body_make(shape_sphere(small, 48), &tilt), b = body_make(shape_sphere(big, 64), NULL);
    double edge_a = small * shapes_pi / 2 / 48 * 1.5, edge_b = big * shapes_pi / 2 / 64 * 1.5;
    double sagitta = edge_a * edge_a / (2 * small) + edge_b * edge_b / (2 * big);
    meeting m = meeting_of(&a, &b);
    double worst_angle = 0, worst_jump = 0, before = 0, overlap_before = 0;
    for (int i = 0; i < 500; i++) {
        vec3 at = vec3_add(vec3_scale(big + small - 0.01, vec3_unit(vec3_make(0.3, 0.5, 1))),
                           vec3_scale(step * (i - 250), vec3_make(0.6, 0.3, 0)));
        double overlap = big + small - vec3_norm(at);
        meet(&m, pose_at(at));
        assert_int_equal(m.n, 1);
        assert_int_equal(m.region[0].closed, 1);
        double depth = m.region[0].depth;
        assert_true(depth <= overlap + 1e-9 && depth >= overlap - sagitta);
        worst_angle = fmax(worst_angle, angle_between(m.region[0].normal, vec3_unit(at)));
        if (i > 0) worst_jump = fmax(worst_jump, fabs((depth - before) - (overlap - overlap_before)));
        before = depth, overlap_before = overlap;
    }
    print_message("sphere past sphere: normal within %.2e rad, depth jump at most %.2e m per %.0e m\n", worst_angle,
                  worst_jump, step);
    assert_true(worst_angle < 0.01);
    assert_true(worst_jump < 0.25 * step); // when the lowest vertex changes, the slope jumps, the value does not
    meeting_free(&m), body_free(&a), body_free(&b);
}

static void box_face_on_plate_has_its_rectangle(void **state) {
    (void)state;
    body a = body_make(shape_box(vec3_make(-0.2, -0.1, 0), vec3_make(0.2, 0.1, 0.3), 3), NULL);
    body b = body_make(shape_plate(1, 20), NULL);
    meeting m = meeting_of(&a, &b);
    const double depths[] = {0.01, 1e-3, 1e-6, 1e-10};
    for (int i = 0; i < 4; i++) {
        pose at = pose_turned(vec3_make(0, 0, 1), 0.3, vec3_make(0.11, 0.07, -depths[i]));
        meet(&m, at);
        assert_int_equal(m.n, 1);
        CHECK_NEAR(m.region[0].depth, depths[i], 1e-15);
        CHECK_NEAR(m.region[0].area, 0.4 * 0.2, 1e-12);
        check_vec(m.region[0].normal, vec3_make(0, 0, 1), 1e-12);
        check_vec(m.region[0].centre, vec3_make(0.11, 0.07, 0), 1e-12);
        assert_int_equal(m.region[0].closed, 1);
    }
    meeting_free(&m), body_free(&a), body_free(&b);
}

// Roles exchanged: the hull's box enters a flat of the moving body; the sharp rim must not split the region.
static void hull_box_into_flat_is_not_split(void **state) {
    (void)state;
    body b = body_make(shape_box(vec3_make(-0.2, -0.1, -0.3), vec3_make(0.2, 0.1, 0), 3), NULL);
    body a = body_make(shape_box(vec3_make(-1, -1, 0), vec3_make(1, 1, 1), 9), NULL);
    meeting m = meeting_of(&a, &b);
    const double tilts[] = {0, 0.02, 0.1};
    for (int i = 0; i < 3; i++) {
        meet(&m, pose_turned(vec3_make(0, 1, 0), tilts[i], vec3_make(0.05, 0.03, -0.01)));
        assert_int_equal(m.n, 1);
        assert_int_equal(m.region[0].closed, 1);
        assert_true(angle_between(m.region[0].normal, vec3_make(0, 0, 1)) <= 1e-9 + tilts[i]);
        if (i == 0) CHECK_NEAR(m.region[0].depth, 0.01, 1e-12);
    }
    meeting_free(&m), body_free(&a), body_free(&b);
}

// Two ridges crossing at right angles with a known overlap; only the corners of the contour determine it.
static void crossed_edges_have_their_overlap(void **state) {
    (void)state;
    pose edge_up = pose_turned(vec3_make(0, 1, 0), shapes_pi / 4, vec3_make(0, 0, 0));
    pose edge_down = pose_turned(vec3_make(1, 0, 0), shapes_pi / 4, vec3_make(0, 0, 0));
    body b = body_make(shape_box(vec3_make(-0.5, -1, -0.5), vec3_make(0.5, 1, 0.5), 1), &edge_up);
    body a = body_make(shape_box(vec3_make(-1, -0.5, -0.5), vec3_make(1, 0.5, 0.5), 1), &edge_down);
    meeting m = meeting_of(&a, &b);
    double top = sqrt(0.5);
    for (int i = 1; i <= 20; i++) {
        double overlap = 1e-3 * i;
        meet(&m, pose_at(vec3_make(0.1, -0.2, 2 * top - overlap)));
        assert_int_equal(m.n, 1);
        assert_int_equal(m.region[0].closed, 1);
        CHECK_NEAR(m.region[0].depth, overlap, 1e-12);
        check_vec(m.region[0].normal, vec3_make(0, 0, 1), 1e-9);
        check_vec(m.region[0].centre, vec3_make(0, -0.2, top - overlap / 2), 1e-9);
    }
    meeting_free(&m), body_free(&a), body_free(&b);
}

static void vertex_into_face_has_its_overlap(void **state) {
    (void)state;
    vec3 diagonal = vec3_unit(vec3_make(1, 1, 1));
    pose corner_down = pose_turned(vec3_cross(diagonal, vec3_make(0, 0, -1)), acos(-diagonal.z), vec3_make(0, 0, 0));
    body a = body_make(shape_box(vec3_make(-0.5, -0.5, -0.5), vec3_make(0.5, 0.5, 0.5), 2), &corner_down);
    body b = body_make(shape_plate(1, 11), NULL);
    meeting m = meeting_of(&a, &b), turned = meeting_of(&b, &a);
    for (int i = 1; i <= 10; i++) {
        double overlap = 2e-3 * i, reach = sqrt(0.75);
        pose at = pose_at(vec3_make(0.03, 0.02, reach - overlap)), back = pose_at(vec3_scale(-1, at.p));
        meet(&m, at);
        assert_int_equal(m.n, 1);
        CHECK_NEAR(m.region[0].depth, overlap, 1e-12);
        check_vec(m.region[0].normal, vec3_make(0, 0, 1), 1e-9);
        check_vec(m.region[0].centre, vec3_make(0.03, 0.02, 0), 1e-9);
        // section of a cube's corner at height d: equilateral, area 3 sqrt(3)/2 d²
        CHECK_NEAR(m.region[0].area, 1.5 * sqrt(3) * overlap * overlap, 1e-12);
        meet(&turned, back); // the plate moves onto the box: equal except for the normal
        assert_int_equal(turned.n, 1);
        CHECK_NEAR(turned.region[0].depth, overlap, 1e-12);
        check_vec(turned.region[0].normal, vec3_make(0, 0, -1), 1e-9);
    }
    meeting_free(&m), meeting_free(&turned), body_free(&a), body_free(&b);
}

// Two plates at ±45°: the sphere touches each separately.
static void sphere_in_groove_has_two_regions(void **state) {
    (void)state;
    const double radius = 0.5, overlap = 4e-3;
    shape s = shape_room(2 * 21 * 21, 2 * 800);
    for (int side = -1; side <= 1; side += 2) {
        int first = s.nv;
        for (int j = 0; j <= 20; j++)
            for (int i = 0; i <= 20; i++) shape_vertex(&s, side * i / 20.0, j / 10.0 - 1, i / 20.0);
        for (int j = 0; j < 20; j++)
            for (int i = 0; i < 20; i++) {
                int o = first + 21 * j + i;
                if (side > 0) shape_quad(&s, o, o + 1, o + 22, o + 21);
                if (side < 0) shape_quad(&s, o + 1, o, o + 21, o + 22);
            }
    }
    body a = body_make(shape_sphere(radius, 48), NULL), b = body_make(s, NULL);
    meeting m = meeting_of(&a, &b);
    meet(&m, pose_turned(vec3_make(1, 2, 3), 0.4, vec3_make(0, 0.01, sqrt(2) * (radius - overlap))));
    assert_int_equal(m.n, 2);
    double half = sqrt(0.5), arm = half * radius;
    for (int i = 0; i < 2; i++) {
        double side = m.region[i].centre.x > 0 ? 1 : -1;
        assert_int_equal(m.region[i].closed, 1);
        check_vec(m.region[i].normal, vec3_make(-side * half, 0, half), 1e-9);
        check_vec(m.region[i].centre, vec3_make(side * arm, 0.01, arm), 0.01);
        assert_true(m.region[i].depth <= overlap + 1e-12 && m.region[i].depth > overlap - 1e-3);
    }
    assert_true(m.region[0].centre.x * m.region[1].centre.x < 0);
    meeting_free(&m), body_free(&a), body_free(&b);
}

static void rod_on_one_side_of_tube_has_the_overlap(void **state) {
    (void)state;
    const double bore = 0.25, rod = 0.15, overlap = 2e-3;
    body a = body_make(shape_rod(rod, 0.4, 96, 16), NULL), b = body_make(shape_tube(bore, 0.4, 1, 120, 40), NULL);
    meeting m = meeting_of(&a, &b);
    for (int i = 0; i < 12; i++) { // all the way round, including positions between the tube's corners
        double angle = 0.013 + 2 * shapes_pi * i / 12, r = bore - rod + overlap;
        vec3 out = vec3_make(cos(angle), sin(angle), 0);
        meet(&m, pose_at(vec3_add(vec3_scale(r, out), vec3_make(0, 0, 0.1))));
        assert_int_equal(m.n, 1);
        assert_int_equal(m.region[0].closed, 1);
        assert_true(angle_between(m.region[0].normal, vec3_scale(-1, out)) < 0.03);
        CHECK_NEAR(m.region[0].centre.z, 0.1, 1e-3);
        // The distance to move out: the overlap, plus at most the sagitta of the bore's facets. The papers' plane
        // passes through the contour, which climbs the bore. The depths below and above that plane add up to overlap R
        // / (R - r), two and a half times as much.
        double sagitta = bore * (1 - cos(shapes_pi / 120));
        assert_true(m.region[0].depth > overlap - 2 * sagitta && m.region[0].depth < overlap + sagitta);
    }
    meeting_free(&m), body_free(&a), body_free(&b);
}

// A rod thicker than the bore: the contours run around it, one at each end of the tube, and their plane is a
// cross-section. The regions must push towards the axis instead, by the interference, all round.
static void rod_wedged_in_tube_is_split(void **state) {
    (void)state;
    const double bore = 0.25, tight = 2e-3, half = 0.3;
    const int rods[][2] = {{96, 40}, {96, 1}};
    for (int i = 0; i < 2; i++) {
        body a = body_make(shape_rod((bore + tight) / cos(shapes_pi / 96), 1, rods[i][0], rods[i][1]), NULL);
        body b = body_make(shape_tube(bore, 0.4, half, 90, 12), NULL);
        meeting m = meeting_of(&a, &b);
        meet(&m, pose_turned(vec3_make(0, 0, 1), 0.1, vec3_make(0, 0, 0.05)));
        assert_true(m.n >= 3);
        vec3 sum = {0, 0, 0};
        for (int j = 0; j < m.n; j++) {
            vec3 axial = vec3_make(0, 0, 1), inward = vec3_make(-m.region[j].centre.x, -m.region[j].centre.y, 0);
            assert_int_equal(m.region[j].closed, 0);
            assert_true(fabs(vec3_dot(m.region[j].normal, axial)) < 0.01);
            assert_true(angle_between(m.region[j].normal, inward) < 0.05);
            CHECK_NEAR(m.region[j].centre.z, 0, 0.02);
            // the corners of both polygons add their sagitta
            assert_true(m.region[j].depth > tight - 1e-4 && m.region[j].depth < tight + 3.5e-4);
            sum = vec3_madd(sum, m.region[j].area, m.region[j].normal);
        }
        assert_true(vec3_norm(sum) < 0.05); // all round
        meeting_free(&m), body_free(&a), body_free(&b);
    }
}

// A box over the free edge of an open plate: its contour cannot close but must not be lost.
static void box_over_free_edge_has_an_open_contour(void **state) {
    (void)state;
    body a = body_make(shape_box(vec3_make(-0.2, -0.2, 0), vec3_make(0.2, 0.2, 0.3), 4), NULL);
    body b = body_make(shape_plate(1, 20), NULL);
    meeting m = meeting_of(&a, &b);
    meet(&m, pose_turned(vec3_make(0, 0, 1), 0.2, vec3_make(0.95, 0.03, -0.005)));
    assert_int_equal(m.info.open, 1);
    assert_int_equal(m.n, 1);
    assert_int_equal(m.region[0].closed, 0);
    check_vec(m.region[0].normal, vec3_make(0, 0, 1), 1e-12);
    CHECK_NEAR(m.region[0].depth, 0.005, 1e-12);
    assert_true(m.region[0].centre.x > 0.7 && m.region[0].centre.x < 1);
    assert_true(m.region[0].area > 0.05 && m.region[0].area < 0.16); // the part of the box's 0.16 on the plate
    meeting_free(&m), body_free(&a), body_free(&b);
}

// A tube's end on a plate: two nested contours, one region, with its centre on the axis, outside the material.
static void ring_on_plate_is_one_region(void **state) {
    (void)state;
    body a = body_make(shape_tube(0.2, 0.25, 0.3, 60, 6), NULL), b = body_make(shape_plate(1, 15), NULL);
    meeting m = meeting_of(&a, &b);
    meet(&m, pose_at(vec3_make(0.02, 0.05, 0.3 - 0.004)));
    assert_int_equal(m.n, 1);
    assert_int_equal(m.region[0].closed, 1);
    check_vec(m.region[0].centre, vec3_make(0.02, 0.05, 0), 1e-12);
    check_vec(m.region[0].normal, vec3_make(0, 0, 1), 1e-12);
    CHECK_NEAR(m.region[0].depth, 0.004, 1e-12);
    double polygon = 30 * sin(2 * shapes_pi / 60); // area of a 60-gon of radius 1
    CHECK_NEAR(m.region[0].area, polygon * (0.25 * 0.25 - 0.2 * 0.2), 1e-12);
    meeting_free(&m), body_free(&a), body_free(&b);
}

static void same_pose_gives_same_bits(void **state) {
    (void)state;
    body a = body_make(shape_rod(0.252, 1, 96, 10), NULL), b = body_make(shape_tube(0.25, 0.4, 0.3, 90, 12), NULL);
    meeting m = meeting_of(&a, &b), other = meeting_of(&a, &b);
    pose at = pose_turned(vec3_make(1, 1, 9), 0.3, vec3_make(0.001, 0, 0.05));
    meet(&m, at);
    assert_true(m.n > 0);
    for (int i = 0; i < 5; i++) meet(&other, pose_turned(vec3_make(1, i, 5), 0.2, vec3_make(0.01 * i, 0, 0)));
    meet(&other, at);
    check_same_regions(&m, &other);
    for (int i = 1; i < m.n; i++) assert_true(m.region[i - 1].feature <= m.region[i].feature);
    meeting_free(&m), meeting_free(&other), body_free(&a), body_free(&b);
}

// Rotating and translating everything rotates and translates the regions.
static void regions_rotate_with_the_frame(void **state) {
    (void)state;
    pose frame = pose_turned(vec3_make(2, -1, 0.5), 1.3, vec3_make(3, -2, 1));
    body a = body_make(shape_sphere(0.5, 24), NULL),
         b = body_make(shape_box(vec3_make(-1, -1, -1), vec3_make(1, 1, 0), 7), NULL),
         turned = body_make(shape_box(vec3_make(-1, -1, -1), vec3_make(1, 1, 0), 7), &frame);
    meeting m = meeting_of(&a, &b), k = meeting_of(&a, &turned);
    pose at = pose_turned(vec3_make(1, 0, 1), 0.5, vec3_make(0.9, 0.1, 0.45));
    meet(&m, at);
    meet(&k, (pose){mat3_matmul(&frame.r, &at.r), pose_point(&frame, at.p)});
    assert_int_equal(m.n, 1);
    assert_int_equal(k.n, 1);
    check_vec(k.region[0].centre, pose_point(&frame, m.region[0].centre), 1e-12);
    check_vec(k.region[0].normal, mat3_mul(&frame.r, m.region[0].normal), 1e-12);
    CHECK_NEAR(k.region[0].depth, m.region[0].depth, 1e-12);
    meeting_free(&m), meeting_free(&k), body_free(&a), body_free(&b), body_free(&turned);
}

// So far from the origin that coordinates are rounded to 1/64 m: triangles fold over and collapse to lines and points.
// The signs are exact for the rounded points, and the contours close.
static void rounded_meshes_have_closed_contours(void **state) {
    (void)state;
    const double far = 0x1p46;
    body a = body_make(shape_sphere(0.5, 20), NULL);
    body b = body_make(shape_box(vec3_make(far - 1, far - 1, far - 1), vec3_make(far + 1, far + 1, far + 1), 7), NULL);
    meeting m = meeting_of(&a, &b);
    int contacts = 0;
    for (int i = 0; i < 16; i++) {
        meet(&m, pose_turned(vec3_make(i, 1, 2), 0.1 * i,
                             vec3_make(far + cos(i), far + 1.1 * sin(2 * i), far + 0.9 * cos(3 * i))));
        assert_int_equal(m.info.dropped, 0);
        assert_int_equal(m.info.open, 0);
        contacts += m.n > 0;
    }
    assert_true(contacts > 8);
    meeting_free(&m), body_free(&a), body_free(&b);
}

// A non-finite pose gives no contact and does not hang.
static void non_finite_pose_gives_no_contact(void **state) {
    (void)state;
    body a = body_make(shape_sphere(0.5, 8), NULL), b = body_make(shape_plate(1, 8), NULL);
    meeting m = meeting_of(&a, &b);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        pose at = pose_at(vec3_make(0, bad[i], 0.4));
        meet(&m, at);
        assert_int_equal(m.n, 0);
        at = pose_at(vec3_make(0, 0, 0.4));
        at.r.m[1][2] = bad[i];
        meet(&m, at);
        assert_int_equal(m.n, 0);
    }
    meeting_free(&m), body_free(&a), body_free(&b);
}

// Regions and segments beyond the capacity are counted; the deepest regions stay.
static void full_capacities_count_the_rest(void **state) {
    (void)state;
    body a = body_make(shape_box(vec3_make(-0.5, -0.5, 0), vec3_make(0.5, 0.5, 0.2), 12), NULL);
    body b = body_make(shape_plate(1, 30), NULL);
    contact_region out[4];
    contact_detect_info info;
    pose at = pose_turned(vec3_make(0, 0, 1), 0.1, vec3_make(0, 0, -0.01));
    for (int size = 1; size < 300; size += 7) {
        contact_region_def def = {size, size, size, 1 + size % 3, 1, 0.02};
        contact_detector *d = contact_detector_create(&def, &a.mesh, &a.tree, &b.mesh, &b.tree);
        int n = contact_detect(d, &at, out, 4, &info);
        assert_true(n >= 0 && n <= def.max_regions);
        assert_true(info.dropped > 0);
        contact_detector_destroy(d);
    }
    body_free(&a), body_free(&b);
}

// A bar on a comb: the two edges of its lower face and the diagonal between its triangles cross every tooth twice. An
// edge with more crossings than fit is counted.
static void dropped_edge_crossings_are_counted(void **state) {
    (void)state;
    for (int teeth = 31; teeth <= 34; teeth++) {
        shape s = shape_room(24 * teeth, 12 * teeth);
        for (int i = 0; i < teeth; i++) {
            shape tooth = shape_box(vec3_make(0.1 * i, -0.1, -0.2), vec3_make(0.1 * i + 0.05, 0.1, 0), 1);
            for (int k = 0; k < 3 * tooth.nt; k++) s.t[3 * s.nt + k] = s.nv + tooth.t[k];
            for (int k = 0; k < tooth.nv; k++) s.v[s.nv + k] = tooth.v[k];
            s.nv += tooth.nv, s.nt += tooth.nt;
            free(tooth.v), free(tooth.t);
        }
        body a = body_make(shape_box(vec3_make(-0.3, -0.03, 0), vec3_make(4, 0.03, 0.1), 1), NULL);
        body b = body_make(s, NULL);
        contact_region_def def = contact_region_def_default();
        def.max_regions = 2 * teeth;
        contact_detector *d = contact_detector_create(&def, &a.mesh, &a.tree, &b.mesh, &b.tree);
        contact_region out[80];
        contact_detect_info info;
        pose at = pose_at(vec3_make(0, 0.001, -0.002));
        for (int step = 0; step < 3; step++) { // every detection counts again
            int n = contact_detect(d, &at, out, 80, &info);
            assert_int_equal(info.dropped, teeth <= CONTACT_EDGE_CROSSINGS / 2 ? 0 : 3);
            if (info.dropped == 0) assert_int_equal(n, teeth);
        }
        contact_detector_destroy(d);
        body_free(&a), body_free(&b);
    }
}

static void deepest_regions_are_kept(void **state) {
    (void)state;
    shape s = shape_room(5 * 8, 5 * 12); // five pegs, deeper to the right
    for (int i = 0; i < 5; i++) {
        double x = 0.3 * (i - 2), z = -0.002 * (i + 1);
        shape peg = shape_box(vec3_make(x, 0, z), vec3_make(x + 0.1, 0.1, 0.2), 1);
        for (int t = 0; t < peg.nt; t++)
            for (int k = 0; k < 3; k++) {
                vec3 v = peg.v[peg.t[3 * t + k]];
                int j = 8 * i;
                for (; j < s.nv && vec3_norm(vec3_sub(s.v[j], v)) > 0; j++) continue;
                if (j == s.nv) shape_vertex(&s, v.x, v.y, v.z);
                s.t[3 * s.nt + k] = j;
                if (k == 2) s.nt++;
            }
        free(peg.v), free(peg.t);
    }
    body a = body_make(s, NULL), b = body_make(shape_plate(1, 10), NULL);
    meeting m = meeting_of(&a, &b);
    pose at = pose_at(vec3_make(0.01, 0.013, 0));
    meet(&m, at);
    assert_int_equal(m.n, 5);
    contact_region out[2];
    int n = contact_detect(m.detector, &at, out, 2, &m.info);
    assert_int_equal(n, 2);
    assert_int_equal(m.info.dropped, 3);
    assert_true(out[0].depth > 0.0079 && out[1].depth > 0.0079);
    assert_true(out[0].feature <= out[1].feature);
    meeting_free(&m), body_free(&a), body_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sphere_into_plate_has_the_analytic_depth),
        cmocka_unit_test(sphere_past_sphere_changes_without_jumps),
        cmocka_unit_test(box_face_on_plate_has_its_rectangle),
        cmocka_unit_test(hull_box_into_flat_is_not_split),
        cmocka_unit_test(crossed_edges_have_their_overlap),
        cmocka_unit_test(vertex_into_face_has_its_overlap),
        cmocka_unit_test(sphere_in_groove_has_two_regions),
        cmocka_unit_test(rod_on_one_side_of_tube_has_the_overlap),
        cmocka_unit_test(rod_wedged_in_tube_is_split),
        cmocka_unit_test(box_over_free_edge_has_an_open_contour),
        cmocka_unit_test(ring_on_plate_is_one_region),
        cmocka_unit_test(same_pose_gives_same_bits),
        cmocka_unit_test(regions_rotate_with_the_frame),
        cmocka_unit_test(rounded_meshes_have_closed_contours),
        cmocka_unit_test(non_finite_pose_gives_no_contact),
        cmocka_unit_test(full_capacities_count_the_rest),
        cmocka_unit_test(dropped_edge_crossings_are_counted),
        cmocka_unit_test(deepest_regions_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
