// SPDX-License-Identifier: MIT
// Elastic-foundation contact: closed forms, continuity, potential, no ghost collisions, conforming and open surfaces.
#include "contact/set/hull_foundation.h"
#include "tests/contact/bow_path.h"
#include "tests/contact/foundation_sum.h"

#include <string.h>

// A wet triangle against a sum over many small ones.
static void test_wet_triangle_agrees_with_a_sum(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int k = 0; k < 200; k++) {
        double depth[3] = {random_unit(&seed), random_unit(&seed), random_unit(&seed)}, load[3] = {0}, wet[3] = {0},
               area = 0.7;
        double expected[3] = {0}, covered[3] = {0};
        bool some = contact_integrate_wet_triangle(depth, area, load, wet);
        int n = 1000;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 2 * (n - i) - 1; j++) { // the centroids of n² congruent triangles
                double a = (i + (j % 2 ? 2.0 : 1.0) / 3) / n, b = (j / 2 + (j % 2 ? 2.0 : 1.0) / 3) / n;
                double share[3] = {1 - a - b, a, b}, d = 0;
                for (int c = 0; c < 3; c++) d += share[c] * depth[c];
                if (d <= 0) continue;
                for (int c = 0; c < 3; c++)
                    expected[c] += d * share[c] * area / n / n, covered[c] += share[c] * area / n / n;
            }
        assert_int_equal(some, depth[0] > 0 || depth[1] > 0 || depth[2] > 0);
        for (int c = 0; c < 3; c++) {
            if (some) CHECK_NEAR(load[c], expected[c], 2e-6);
            if (some) CHECK_NEAR(wet[c], covered[c], 2e-3 * area);
            assert_true(load[c] >= 0);
        }
    }
}

static body plate(void) { return body_make(shape_box(vec3_make(-2, -2, -0.5), vec3_make(2, 2, 0), 1), NULL); }

// F = k A d. Tilted about y by a small angle the overlap is a prism: F = k V, and the centre of pressure is that of the
// displaced volume.
static void test_box_on_plane_has_its_overlap_volume(void **state) {
    (void)state;
    pair p;
    vec3 half = {0.3, 0.2, 0.1};
    pair_make(&p, plate(), body_make(shape_box(vec3_scale(-1, half), half, 1), NULL), 0.05);
    resultant s = resultant_at(&p.foundation, &(pose){mat3_identity(), {0.11, 0.07, 0.098}});
    CHECK_NEAR(s.force.z, 0.6 * 0.4 * 2e-3, 1e-15);
    CHECK_NEAR(s.force.x, 0, 1e-16);
    CHECK_NEAR(s.force.y, 0, 1e-16);
    CHECK_NEAR(s.torque.x, 0.07 * s.force.z, 1e-15);
    CHECK_NEAR(s.torque.y, -0.11 * s.force.z, 1e-15);
    assert_int_equal(p.foundation.n_patches, 1);
    double angle = 0.01, depth = 2e-3; // depth of the lower edge: a wedge, wet over x = 0..depth / tan
    pose at = pose_turned(vec3_make(0, 1, 0), angle, vec3_make(0, 0, 0));
    at.p.z = -depth + 0.1 * cos(angle) + 0.3 * sin(angle);
    s = resultant_at(&p.foundation, &at);
    // the section below the surface is a right triangle with its corner at the box's lower edge
    double bottom = depth / sin(angle), side = depth / cos(angle), volume = 0.5 * bottom * side * 0.4;
    vec3 corner = pose_point(&at, vec3_make(0.3, 0, -0.1));
    double x = corner.x + (-bottom * cos(angle) + side * sin(angle)) / 3;
    CHECK_NEAR(s.force.z, volume, 1e-14);
    CHECK_NEAR(s.force.x, 0, 1e-15);
    CHECK_NEAR(s.torque.x, 0, 1e-15);
    CHECK_NEAR(s.torque.y, -x * volume, 1e-14);
    pair_free(&p);
}

// F = k pi d² (R - d/3): the volume of the cap.
static void test_sphere_on_plane_converges_to_the_cap(void **state) {
    (void)state;
    double worst[2] = {0, 0};
    for (int fine = 0; fine < 2; fine++) {
        pair p;
        pair_make(&p, plate(), body_make(shape_sphere(0.25, fine ? 240 : 120), NULL), 1);
        for (double d = 4e-3; d < 0.05; d *= 1.4) {
            resultant s = resultant_at(&p.foundation, &(pose){mat3_identity(), {0.1, -0.2, 0.25 - d}});
            double cap = shapes_pi * d * d * (0.25 - d / 3);
            worst[fine] = fmax(worst[fine], fabs(s.force.z / cap - 1));
            CHECK_NEAR(s.force.x, 0, 1e-4 * s.force.z);
        }
        pair_free(&p);
    }
    print_message("sphere on plane: relative error %.2e, with half the edge length %.2e\n", worst[0], worst[1]);
    assert_true(worst[1] < 5e-3);
    assert_true(worst[1] < 0.35 * worst[0]); // second order
}

// A rod lying in a slightly wider bore: the pressure covers a third of the circle. Compared with the integral over the
// circle, with depth = e cos - play.
static void test_rod_in_bore_agrees_with_the_integral(void **state) {
    (void)state;
    double r = 0.2, bore = 0.201, half = 0.3, e = 3e-3, n = 100000, expected = 0;
    pair p;
    pair_make(&p, body_make(shape_tube(bore, 0.4, 1, 720, 4), NULL), body_make(shape_rod(r, half, 720, 2), NULL), 0.02);
    for (int k = 0; k < n; k++) {
        double a = 2 * shapes_pi * k / n, depth = sqrt(r * r + e * e + 2 * r * e * cos(a)) - bore;
        if (depth > 0) expected += depth * cos(a) * r * 2 * half * 2 * shapes_pi / n;
    }
    for (int k = 0; k < 5; k++) {
        double a = 0.3 + k;
        pose at = pose_at(vec3_make(e * cos(a), e * sin(a), 0.05));
        resultant s = resultant_at(&p.foundation, &at);
        CHECK_NEAR(-s.force.x, expected * cos(a), 5e-3 * expected);
        CHECK_NEAR(-s.force.y, expected * sin(a), 5e-3 * expected);
        CHECK_NEAR(s.force.z, 0, 1e-6 * expected);
        assert_int_equal(p.foundation.n_patches, 1);
    }
    pair_free(&p);
}

// On a plate of many facets the force is that on a plate of two: no sideways kick while the box slides.
static void test_facets_cause_no_sideways_force(void **state) {
    (void)state;
    pair fine, coarse;
    vec3 half = {0.3, 0.2, 0.1};
    body slab = body_make(shape_box(vec3_make(-2, -2, -0.5), vec3_make(2, 2, 0), 97), NULL);
    pair_make(&fine, slab, body_make(shape_box(vec3_scale(-1, half), half, 1), NULL), 0.03);
    pair_make(&coarse, plate(), body_make(shape_box(vec3_scale(-1, half), half, 1), NULL), 0.03);
    for (int k = 0; k < 1000; k++) { // 1 m/s at h = 1 ms
        pose at = pose_turned(vec3_unit(vec3_make(1, 2, 0)), 0.004, vec3_make(-0.5 + 1e-3 * k, 0.1, 0.099));
        resultant a = resultant_at(&fine.foundation, &at), b = resultant_at(&coarse.foundation, &at);
        assert_true(hypot(a.force.x, a.force.y) < 1e-9 * a.force.z);
        CHECK_NEAR(a.force.z, b.force.z, 1e-12 * b.force.z);
        CHECK_NEAR(vec3_norm(vec3_sub(a.torque, b.torque)), 0, 1e-12 * b.force.z);
    }
    pair_free(&fine);
    pair_free(&coarse);
}

// A part of the shipped anchor against the shipped bow.
static void make_bow_pair(pair *p, const char *part, double edge) {
    char path[256];
    snprintf(path, sizeof path, HAWSE_SOURCE_DIR "/config/models/%s.ply", part);
    pair_make(p, body_load(HAWSE_SOURCE_DIR "/config/models/bow.ply"), body_load(path), edge);
}

// The force changes by no more than its stiffness times the motion: wetted area times the largest move, plus the
// rotation of the pressure's direction.
static void check_continuous(const char *part, pose home) {
    pair p;
    make_bow_pair(&p, part, CONTACT_FOUNDATION_EDGE);
    pose last = on_path(&home, 0);
    resultant before = resultant_at(&p.foundation, &last);
    double worst = 0, jump = 0, area = 0;
    int touching = 0, patches = 0;
    for (int k = 1; k < 10000; k++) {
        pose at = on_path(&home, k);
        resultant s = resultant_at(&p.foundation, &at);
        double way = largest_move(&p.moving.mesh, &last, &at), angle = 0;
        assert_true(way < 1e-4);
        for (int j = 0; j < 3; j++)
            angle = fmax(angle, vec3_norm(vec3_sub(mat3_column(&at.r, j), mat3_column(&last.r, j))));
        double change = vec3_norm(vec3_sub(s.force, before.force)), wet = fmax(s.area, before.area);
        double bound = wet * (way + 2 * angle * 0.05); // the depth stays below 0.05 m
        worst = fmax(worst, wet > 1e-4 ? change / bound : 0);
        assert_true(change <= bound * 1.01 + 1e-9);
        jump = fmax(jump, change);
        area = fmax(area, wet);
        touching += wet > 0;
        patches = p.foundation.n_patches > patches ? p.foundation.n_patches : patches;
        before = s;
        last = at;
    }
    print_message("%s: touching in %d of 10 000 poses, at most %d patches and %.3f m², largest change of force %.3g of "
                  "the bound, %.3g kN at 10 GPa/m\n",
                  part, touching, patches, area, worst, jump * 1e7);
    assert_in_range(touching, 2000, 10000);
    pair_free(&p);
}

static void test_force_on_shank_is_continuous(void **state) {
    (void)state;
    check_continuous("shank", leaning_pose());
}

static void test_force_on_head_is_continuous(void **state) {
    (void)state;
    check_continuous("head", housed_pose(HINGE));
}

// Reuse of earlier measurements does not change a bit of the result.
static void test_reuse_changes_no_bit(void **state) {
    (void)state;
    pair warm, cold;
    make_bow_pair(&warm, "head", CONTACT_FOUNDATION_EDGE);
    make_bow_pair(&cold, "head", CONTACT_FOUNDATION_EDGE);
    pose home = housed_pose(HINGE);
    int wet = 0;
    for (int k = 0; k < 10000; k += 3) {
        pose at = on_path(&home, k);
        contact_foundation_detect(&warm.foundation, &at);
        if (k % 83 != 0) continue;
        contact_foundation_reset(&cold.foundation);
        contact_foundation_detect(&cold.foundation, &at);
        assert_int_equal(warm.foundation.n_vertices, cold.foundation.n_vertices);
        assert_int_equal(warm.foundation.n_faces, cold.foundation.n_faces);
        assert_int_equal(warm.foundation.n_patches, cold.foundation.n_patches);
        for (int i = 0; i < warm.foundation.n_vertices; i++) {
            const contact_wet_vertex *a = &warm.foundation.vertex[i], *b = &cold.foundation.vertex[i];
            assert_int_equal(a->vertex, b->vertex);
            assert_int_equal(a->patch, b->patch);
            assert_memory_equal(&a->depth, &b->depth, sizeof a->depth);
            assert_memory_equal(&a->x, &b->x, sizeof a->x);
            assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
        }
        for (int i = 0; i < warm.foundation.n_faces; i++)
            assert_memory_equal(warm.foundation.face[i].corner, cold.foundation.face[i].corner, 3 * sizeof(int));
        wet += warm.foundation.n_faces > 0;
    }
    assert_true(wet > 20);
    pair_free(&warm);
    pair_free(&cold);
}

// The force has a potential: around a closed loop of poses it does no work, except for the error of the faces' chords.
// Returns the net work as a share of the work exchanged.
static double net_work_share(const char *part, pose home, double edge) {
    pair p;
    make_bow_pair(&p, part, edge);
    int n = 2000;
    double work = 0, passed = 0;
    vec3 last_x = {0, 0, 0};
    resultant last = {{0, 0, 0}, {0, 0, 0}, 0};
    for (int k = 0; k <= n; k++) {
        double w = 2 * shapes_pi * k / n;
        vec3 x = mat3_mul(&home.r, vec3_make(0.02 * sin(w), 3e-3 * cos(w), 6e-3 + 0.02 * sin(w + 1)));
        pose at = home;
        at.p = vec3_add(at.p, x);
        resultant s = resultant_at(&p.foundation, &at);
        if (k > 0) {
            double part_work = vec3_dot(vec3_scale(0.5, vec3_add(s.force, last.force)), vec3_sub(x, last_x));
            work += part_work;
            passed += fabs(part_work);
        }
        last = s;
        last_x = x;
    }
    print_message("%s, edges of %g m: net work %.2g of the work exchanged\n", part, edge, work / passed);
    assert_true(passed > 0);
    pair_free(&p);
    return fabs(work) / passed;
}

static void test_closed_loop_does_no_work(void **state) {
    (void)state;
    assert_true(net_work_share("head", housed_pose(HINGE), 0.03) < 1e-3); // flat on flat: exact
    double coarse = net_work_share("shank", leaning_pose(), 0.06), fine = net_work_share("shank", leaning_pose(), 0.03),
           finest = net_work_share("shank", leaning_pose(), 0.01);
    assert_true(fine < 0.05 && finest < 0.01 && finest < coarse);
}

// A 90 degree ridge under a flat face: the force that the vertices miss. The field below a ridge rises from both
// flanks: F = k L d² / sqrt 2 without error.
static void test_sharp_hull_edge_is_partly_missed(void **state) {
    (void)state;
    pair p;
    vec3 half = {0.3, 0.2, 0.1};
    shape ridge = shape_box(vec3_make(-2, -2, -2), vec3_make(2, 2, 2), 1);
    pose turned = pose_turned(vec3_make(1, 0, 0), shapes_pi / 4, vec3_make(0, 0, -2 * sqrt(2)));
    pair_make(&p, body_make(ridge, &turned), body_make(shape_box(vec3_scale(-1, half), half, 1), NULL),
              CONTACT_FOUNDATION_EDGE);
    for (double d = 1e-3; d < 0.04; d *= 2) {
        double least = HUGE_VAL, most = 0, mean = 0;
        for (int k = 0; k < 200; k++) {
            pose at =
                pose_turned(vec3_make(0, 0, 1), 0.2 + 0.1 * k, vec3_make(0.01 * sin(k), 0.01 * sin(7 * k), 0.1 - d));
            double length = 2 * fmin(0.3 / fabs(cos(0.2 + 0.1 * k)), 0.2 / fabs(sin(0.2 + 0.1 * k)));
            double f = resultant_at(&p.foundation, &at).force.z / (length * d * d / sqrt(2));
            least = fmin(least, f), most = fmax(most, f), mean += f / 200;
        }
        print_message("ridge %4.1f mm deep: %.2f .. %.2f of the force, %.2f on average\n", 1e3 * d, least, most, mean);
        if (d > 0.03) assert_true(least > 0.85 && most < 1); // a chord of the field lies below it
    }
    pair_free(&p);
}

// A closed plate of 10 mm holds a body up to its middle and releases it smoothly; an open sheet holds like a solid.
static void test_thin_plate_and_open_sheet_hold(void **state) {
    (void)state;
    vec3 half = {0.3, 0.2, 0.1};
    pair thin, open;
    pair_make(&thin, body_make(shape_box(vec3_make(-2, -2, -0.01), vec3_make(2, 2, 0), 3), NULL),
              body_make(shape_box(vec3_scale(-1, half), half, 1), NULL), 0.03);
    pair_make(&open, body_make(shape_plate(2, 5), NULL), body_make(shape_box(vec3_scale(-1, half), half, 1), NULL),
              0.03);
    double last[2] = {0, 0};
    for (double d = 1e-4; d < 0.15; d += 1e-4) {
        pose at = pose_at(vec3_make(0.1, 0.1, 0.1 - d));
        double f[2] = {resultant_at(&thin.foundation, &at).force.z, resultant_at(&open.foundation, &at).force.z};
        if (d < 5e-3) CHECK_NEAR(f[0], 0.24 * d, 1e-12);
        if (d < 0.05) CHECK_NEAR(f[1], 0.24 * d, 1e-12);
        for (int i = 0; i < 2; i++) assert_true(fabs(f[i] - last[i]) < 0.24 * 1e-4 * 1.0001 + 1e-12);
        last[0] = f[0], last[1] = f[1];
    }
    pair_free(&thin);
    pair_free(&open);
}

// The force is continuous across the border of an open sheet.
static void test_force_is_continuous_at_a_border(void **state) {
    (void)state;
    vec3 half = {0.05, 0.05, 0.05};
    pair p;
    pair_make(&p, body_make(shape_plate(1, 4), NULL), body_make(shape_box(vec3_scale(-1, half), half, 1), NULL), 0.01);
    resultant last = {{0, 0, 0}, {0, 0, 0}, 0};
    for (int k = 0; k < 2000; k++) {
        pose at = pose_turned(vec3_make(1, 2, 0.5), 0.02, vec3_make(0.9 + 1e-4 * k, 0.95 + 1e-5 * k, 0.04));
        resultant s = resultant_at(&p.foundation, &at);
        if (k > 0)
            assert_true(vec3_norm(vec3_sub(s.force, last.force)) <= 1.5 * 1e-4 * fmax(s.area, last.area) + 1e-12);
        if (k == 0) assert_true(s.force.z > 0.01 * 5e-3);
        if (k == 1999) assert_true(s.area == 0);
        last = s;
    }
    pair_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wet_triangle_agrees_with_a_sum),
        cmocka_unit_test(test_box_on_plane_has_its_overlap_volume),
        cmocka_unit_test(test_sphere_on_plane_converges_to_the_cap),
        cmocka_unit_test(test_rod_in_bore_agrees_with_the_integral),
        cmocka_unit_test(test_facets_cause_no_sideways_force),
        cmocka_unit_test(test_force_on_shank_is_continuous),
        cmocka_unit_test(test_force_on_head_is_continuous),
        cmocka_unit_test(test_reuse_changes_no_bit),
        cmocka_unit_test(test_closed_loop_does_no_work),
        cmocka_unit_test(test_sharp_hull_edge_is_partly_missed),
        cmocka_unit_test(test_thin_plate_and_open_sheet_hold),
        cmocka_unit_test(test_force_is_continuous_at_a_border),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
