// SPDX-License-Identifier: MIT
// A link against meshes with a known answer: plates of any division, tilted plates, edges, a convex lip of facets, a
// pipe.
#include "rt/base/alloc_count.h"
#include "tests/contact/link/optimise.h"
#include "tests/contact/link_bench.h"

// On a plane each material point has the depth tube - z and the plane's normal. Between two points a slot adds only the
// excess of the tube's lowest point over the line between their depths.
static void test_plane_gives_exact_depths(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = sheet(flat_height, 2, 1, 1);
    uint64_t seed = 11;
    for (int i = 0; i < 3000; i++) {
        mat3 base = attitude(i % 3), turn = mat3_rotation(random_direction(&seed), uniform(&seed, -0.3, 0.3));
        mat3 r = mat3_matmul(&turn, &base);
        double depth = uniform(&seed, -0.002, 0.02);
        pose p = {r, {0.01, -0.02, height(&r, depth)}};
        found f = detect(&m, &p);
        double felt = 0;
        for (int k = 0; k < POINTS; k++) {
            vec3 c = pose_point(&p, material_point(k));
            CHECK_NEAR(fmax(f.at[k].depth, 0), fmax(s.tube - c.z, 0), 1e-14);
            felt = fmax(felt, f.at[k].depth);
            if (f.at[k].depth <= 0) continue;
            CHECK_NEAR(f.at[k].normal.z, 1, 1e-14);
            CHECK_NEAR(vec3_norm(vec3_sub(f.at[k].point, vec3_madd(c, -s.tube, vec3_make(0, 0, 1)))), 0, 1e-13);
        }
        for (int k = POINTS; k < SLOTS; k++) {
            assert_true(f.at[k].depth <= fmax(depth, 0) + 1e-12);
            if (k < POINTS + 2) assert_true(f.at[k].depth <= 1e-12); // straight pieces have no excess
            if (f.at[k].depth > 1e-9) CHECK_NEAR(f.at[k].normal.z, 1, 1e-12);
        }
        // its slot and its neighbours give the deepest place its full depth, within the tube's curvature
        double most = 0;
        for (int k = 0; k < SLOTS; k++) most = fmax(most, f.at[k].depth);
        assert_true(most >= 0.5 * depth - 1e-12);
    }
    contact_mesh_free(&m);
}

// Excess of the tube of bow 2 or 3 below z = 0 over the line between its material points' depths: the greatest, and at
// its lowest point.
static double most_excess(const pose *p, int bow, double *at_lowest) {
    contact_link_shape s = contact_link_common(D);
    double end = bow == 2 ? 1 : -1, most = 0, lowest = 0, at[3];
    *at_lowest = 0;
    for (int k = 0; k < 3; k++) {
        vec3 c = {s.radius * (1 - k), 0, end * (s.half + (k == 1 ? s.radius : 0))};
        at[k] = fmax(0, s.tube - pose_point(p, c).z);
    }
    for (int i = 0; i <= 4000; i++) {
        double t = 2 * i / 4000.0, a = t * M_PI / 2;
        vec3 c = {s.radius * cos(a), 0, end * (s.half + s.radius * sin(a))};
        double felt = t < 1 ? (1 - t) * at[0] + t * at[1] : (2 - t) * at[1] + (t - 1) * at[2];
        double depth = s.tube - pose_point(p, c).z;
        most = fmax(most, depth - felt);
        if (depth <= lowest) continue;
        lowest = depth;
        *at_lowest = depth - felt;
    }
    return most;
}

// The division of a flat plate does not change the material points, and its edges do not push sideways. A bow's excess
// is that of the best places of the division: at least the link's lowest point, at most the greatest excess.
static void test_contacts_are_independent_of_tessellation(void **state) {
    (void)state;
    contact_mesh one = sheet(flat_height, 2, 1, 1),
                 fine[3] = {sheet(flat_height, 1.3, 13, 17), sheet(flat_height, 0.6, 40, 37),
                            sheet(flat_height, 0.4, 71, 64)};
    uint64_t seed = 12;
    double angle[] = {0, 1e-9, 1e-5, 1e-3, 0.02, 0.3, 3};
    for (int i = 0; i < 700; i++) {
        mat3 base = attitude((i / 7) % 3),
             turn = mat3_rotation(random_direction(&seed), uniform(&seed, -1, 1) * angle[i % 7]);
        mat3 yaw = mat3_rotation(vec3_make(0, 0, 1), uniform(&seed, -3, 3)), r = mat3_matmul(&turn, &base);
        r = mat3_matmul(&yaw, &r);
        pose p = {r, {0.011, -0.007, height(&r, uniform(&seed, 1e-5, 8e-3))}};
        found want = detect(&one, &p);
        wrench w = resultant(&want, p.p);
        for (int k = 0; k < 3; k++) {
            found got = detect(&fine[k], &p);
            wrench g = resultant(&got, p.p);
            for (int j = 0; j < POINTS; j++) CHECK_NEAR(fmax(got.at[j].depth, 0), fmax(want.at[j].depth, 0), 1e-14);
            for (int j = POINTS; j < POINTS + 2; j++) assert_true(got.at[j].depth <= 1e-12);
            for (int j = POINTS + 2; j < SLOTS; j++) {
                double least, most = most_excess(&p, j - POINTS, &least);
                assert_true(fmax(got.at[j].depth, 0) <= most + 1e-8);
                bool has_lowest = (p.r.m[2][2] < 0) == (j == POINTS + 2); // the face's nearest place to the link
                if (has_lowest)
                    assert_true(fmax(got.at[j].depth, 0) >= least - 1e-5); // error by the spacing of the samples
            }
            CHECK_NEAR(hypot(g.force.x, g.force.y), 0, 1e-9 * (1 + vec3_norm(w.force)));
            // only the places of the bows' excess may differ, by at most the bow
            double bows = 0;
            for (int j = POINTS + 2; j < SLOTS; j++)
                bows += K * pow(fmax(got.at[j].depth, 0), 1.5) + K * pow(fmax(want.at[j].depth, 0), 1.5);
            double arm = contact_link_common(D).radius * M_PI + contact_link_common(D).half + D;
            CHECK_NEAR(vec3_norm(vec3_sub(g.moment, w.moment)), 0, 1e-9 * (1 + vec3_norm(w.force)) + arm * bows);
        }
    }
    contact_mesh_free(&one);
    for (int k = 0; k < 3; k++) contact_mesh_free(&fine[k]);
}

// A straight piece across the edge of a block, at any place along the piece: sum of the depths, and direction.
static void test_edge_gives_depth_and_direction(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = make_box(vec3_make(1, 1, 1), vec3_make(-1, 0, -1)); // its edge: x = z = 0
    mat3 side = attitude(1);
    for (double tilt = 0.15; tilt < 1.45; tilt += 0.1)
        for (double along = -0.055; along <= 0.056; along += 0.005) {
            mat3 turn = mat3_rotation(vec3_make(0, 1, 0), tilt);
            vec3 up = {sin(tilt), 0, cos(tilt)}; // from the edge, square to the piece
            double depth = 5e-3, deepest = 0;
            pose p = {mat3_matmul(&turn, &side), vec3_scale(s.radius + s.tube - depth, up)};
            p.p = vec3_madd(p.p, along, vec3_make(cos(tilt), 0, -sin(tilt)));
            found f = detect(&m, &p);
            for (int k = 0; k < SLOTS; k++) deepest = fmax(deepest, f.at[k].depth);
            if (fabs(along) < 1e-9) { // at the middle the material point has the whole depth
                double least = fmin(cos(tilt), sin(tilt));
                assert_true(least > 0.1);
                CHECK_NEAR(deepest, depth, 1e-12);
                assert_true(f.at[POINTS].depth <= 1e-12 || f.at[POINTS].depth < depth);
            } else { // between two points the piece's slot and its neighbours share the depth
                assert_true(deepest > 0.5 * depth && deepest <= depth + 1e-12);
            }
            wrench w = resultant(&f, p.p);
            assert_true(vec3_dot(vec3_unit(w.force), up) > 0.9);
        }
    contact_mesh_free(&m);
}

// A knife edge pierces the bar's middle line between two material points. No point is near; the piece's slot bears.
static void test_knife_edge_loads_the_slot(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    // a thin wedge: its edge along y at x = z = 0, faces 10 degrees to both sides
    double a = tan(10 * M_PI / 180);
    const vec3 w[6] = {{0, -1, 0}, {0, 1, 0}, {-a, -1, -1}, {-a, 1, -1}, {a, -1, -1}, {a, 1, -1}};
    const int t[24] = {0, 1, 3, 0, 3, 2, 1, 0, 4, 1, 4, 5, 0, 2, 4, 1, 5, 3, 2, 3, 5, 2, 5, 4};
    contact_mesh m = make_mesh(w, 6, t, 8, NULL);
    assert_true(m.closed);
    mat3 side = attitude(1);
    for (double below = -0.02; below < 0.012; below += 0.001) { // of the edge under the middle line
        pose p = {side, {0.03, 0, s.radius - below}};           // edge midway between a seam and the middle
        found f = detect(&m, &p);
        double share = f.at[POINTS].depth;
        if (below <= -s.tube) continue;
        for (int k = 1; k < 4; k++) assert_true(f.at[POINTS + k].depth <= 0);
        assert_true(share > 0 || below < -0.019);
        double most = fmax(f.at[0].depth, fmax(f.at[1].depth, f.at[6].depth)); // depth at the points
        if (below < 0)
            CHECK_NEAR(share + fmax(0, 0.5 * (f.at[6].depth > 0 ? f.at[6].depth : 0) +
                                           0.5 * fmax(0, fmax(f.at[0].depth, f.at[1].depth))),
                       s.tube + below, 1e-9);
        assert_true(most < s.tube + fmax(below, 0));
        if (share > 1e-6) assert_true(f.at[POINTS].normal.z > 0.95);
    }
    contact_mesh_free(&m);
}

// Side and distance of a point beyond an edge of 90° or sharper are correct, in every order of the triangles.
static void test_sharp_edge_has_the_right_side(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    double a = tan(10 * M_PI / 180);
    const vec3 w[6] = {{0, -1, 0}, {0, 1, 0}, {-a, -1, -1}, {-a, 1, -1}, {a, -1, -1}, {a, 1, -1}};
    const int t[24] = {0, 1, 3, 0, 3, 2, 1, 0, 4, 1, 4, 5, 0, 2, 4, 1, 5, 3, 2, 3, 5, 2, 5, 4};
    contact_mesh m = make_mesh(w, 6, t, 8, NULL);
    uint64_t seed = 5;
    for (int i = 0; i < 2000; i++) {
        // the crown's middle within the tube of the edge, between the faces' normals (80 degrees from the upright)
        double angle = uniform(&seed, -1.39, 1.39), off = uniform(&seed, 0.1, 0.9) * s.tube;
        vec3 c = {off * sin(angle), uniform(&seed, -0.5, 0.5), off * cos(angle)};
        mat3 r = mat3_rotation(random_direction(&seed), uniform(&seed, -0.2, 0.2)),
             up = mat3_rotation(vec3_make(0, 1, 0), angle);
        r = mat3_matmul(&r, &up);
        pose p = {r, {0, 0, 0}};
        p.p = vec3_sub(c, mat3_mul(&r, material_point(5)));
        int order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        for (int k = 7; k > 0; k--) {
            int j = (int)uniform(&seed, 0, k + 1), x = order[k];
            order[k] = order[j], order[j] = x;
        }
        found f;
        contact_link_detect(&s, &p, &m, order, 8, f.at);
        CHECK_NEAR(f.at[5].depth, s.tube - off, 1e-12);
        CHECK_NEAR(vec3_norm(vec3_sub(f.at[5].normal, vec3_scale(1 / off, vec3_make(c.x, 0, c.z)))), 0, 1e-9);
    }
    contact_mesh_free(&m);
}

static double distance_to_segment(vec3 a, vec3 b, vec3 c) {
    vec3 e = vec3_sub(b, a);
    double t = fmin(1, fmax(0, vec3_dot(vec3_sub(c, a), e) / vec3_norm2(e)));
    return vec3_norm(vec3_sub(c, vec3_madd(a, t, e)));
}

// Distance of a point to a mesh, triangle by triangle: to the plane if the foot lies within the three sides, otherwise
// to an edge.
static double mesh_distance(const contact_mesh *m, vec3 c) {
    double best = INFINITY;
    for (int i = 0; i < m->nt; i++) {
        const int *v = m->tri[i].v;
        bool inside = true;
        for (int k = 0; k < 3; k++) {
            vec3 a = m->vertex[v[k]], b = m->vertex[v[(k + 1) % 3]];
            inside = inside && vec3_dot(vec3_cross(m->normal[i], vec3_sub(b, a)), vec3_sub(c, a)) >= 0;
            best = fmin(best, distance_to_segment(a, b, c));
        }
        if (inside) best = fmin(best, fabs(vec3_dot(m->normal[i], vec3_sub(c, m->vertex[v[0]]))));
    }
    return best;
}

// A pipe of 30 sides, bore 0.56 m, normals inward, axis x, `rings` rings over 2 m.
static contact_mesh make_pipe(int rings) {
    enum { SIDES = 30 };
    vec3 *v = malloc(sizeof *v * (size_t)(SIDES * (rings + 1)));
    int *t = malloc(sizeof *t * (size_t)(6 * SIDES * rings)), nt = 0;
    assert_true(v && t);
    for (int j = 0; j <= rings; j++)
        for (int i = 0; i < SIDES; i++)
            v[j * SIDES + i] =
                vec3_make(2.0 * j / rings - 1, 0.28 * cos(2 * M_PI * i / SIDES), 0.28 * sin(2 * M_PI * i / SIDES));
    for (int j = 0; j < rings; j++)
        for (int i = 0; i < SIDES; i++) {
            int a = j * SIDES + i, b = j * SIDES + (i + 1) % SIDES, c = b + SIDES, d = a + SIDES;
            const int two[6] = {a, c, b, a, d, c};
            memcpy(t + 3 * (size_t)nt, two, sizeof two);
            nt += 2;
        }
    contact_mesh m = make_mesh(v, SIDES * (rings + 1), t, nt, NULL);
    free(v), free(t);
    return m;
}

// In a pipe the slots' depths are those of a search of all triangles, normals point to the axis, and the division along
// the pipe has no effect.
static void test_pipe_matches_all_triangles(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh mesh[2] = {make_pipe(1), make_pipe(37)};
    for (int k = 0; k < 2; k++) { // face 0 looks inward
        vec3 c = mesh[k].vertex[mesh[k].tri[0].v[0]];
        assert_true(vec3_dot(mesh[k].normal[0], vec3_make(0, c.y, c.z)) < 0);
    }
    uint64_t seed = 21;
    int touched = 0;
    for (int i = 0; i < 1500; i++) {
        mat3 along = mat3_columns(vec3_make(0, 1, 0), vec3_make(0, 0, 1), vec3_make(1, 0, 0));
        mat3 roll = mat3_rotation(vec3_make(1, 0, 0), uniform(&seed, -3.2, 3.2));
        mat3 turn = mat3_rotation(random_direction(&seed), uniform(&seed, -0.2, 0.2)), r = mat3_matmul(&turn, &roll);
        r = mat3_matmul(&r, &along);
        double out = uniform(&seed, 0.1, 0.2), at = uniform(&seed, -3.2, 3.2);
        pose p = {r, {uniform(&seed, -0.3, 0.3), out * cos(at), out * sin(at)}};
        found f = detect(&mesh[0], &p), g = detect(&mesh[1], &p);
        for (int k = 0; k < POINTS; k++) {
            vec3 c = pose_point(&p, material_point(k));
            double distance = mesh_distance(&mesh[0], c);
            bool inside = hypot(c.y, c.z) < 0.28 * cos(M_PI / 30); // certainly within the bore
            CHECK_NEAR(fmax(g.at[k].depth, 0), fmax(f.at[k].depth, 0), 1e-12);
            if (!inside) continue;
            CHECK_NEAR(fmax(f.at[k].depth, 0), fmax(s.tube - distance, 0), 1e-12);
            if (f.at[k].depth <= 0) continue;
            touched++;
            CHECK_NEAR(f.at[k].normal.x, 0, 1e-12);
            assert_true(f.at[k].normal.y * c.y + f.at[k].normal.z * c.z < 0);
        }
    }
    assert_true(touched > 100);
    for (int k = 0; k < 2; k++) contact_mesh_free(&mesh[k]);
}

// Compares the slots with samples of the curve. At the deepest sample, the line between the material points plus the
// primitive's excess is at least as deep. No slot is deeper than the deepest place.
static void test_deepest_place_has_a_contact(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh mesh[2] = {make_lip(7), make_box(vec3_make(0.3, 0.3, 0.3), vec3_make(0, 0, -0.3))};
    uint64_t seed = 31;
    int checked = 0;
    for (int i = 0; i < 300; i++) {
        mat3 r = mat3_rotation(random_direction(&seed), uniform(&seed, -3.1, 3.1));
        double x = i % 2 ? uniform(&seed, -0.4, 0.4) : uniform(&seed, -0.05, 0.05), y = uniform(&seed, -0.2, 0.2);
        pose p = {r, {x, y, height(&r, uniform(&seed, -0.001, 0.02))}};
        const contact_mesh *m = &mesh[i % 2];
        double deepest = 0, most = 0, length = 4 * s.half + 2 * M_PI * s.radius;
        bool apart = true; // the whole curve is outside, and away from the lip's open border
        for (int k = 0; k < 400; k++) {
            double u = length * k / 400, side = 2 * s.half, arc = M_PI * s.radius;
            vec3 c = u < side             ? vec3_make(s.radius, 0, u - s.half)
                     : u < side + arc     ? vec3_make(s.radius * cos((u - side) / s.radius), 0,
                                                      s.half + s.radius * sin((u - side) / s.radius))
                     : u < 2 * side + arc ? vec3_make(-s.radius, 0, s.half - (u - side - arc))
                                          : vec3_make(-s.radius * cos((u - 2 * side - arc) / s.radius), 0,
                                                      -s.half - s.radius * sin((u - 2 * side - arc) / s.radius));
            vec3 w = pose_point(&p, c);
            deepest = fmax(deepest, s.tube - mesh_distance(m, w));
            bool out =
                i % 2 ? w.z > 0 || fabs(w.x) > 0.3 || fabs(w.y) > 0.3 : hypot(w.x, w.z + LIP) > LIP && w.z > -0.2;
            apart = apart && out;
        }
        if (!apart) continue;
        found f = detect(m, &p);
        for (int k = 0; k < SLOTS; k++) most = fmax(most, f.at[k].depth);
        // The deepest place is at most half the samples' spacing from one of them. A semicircle that bends away from an
        // edge at the distance d leaves it fastest: off² = d² + 2 R (R + d) (1 - cos(half / R)) <= d² + half² (1 + d /
        // R).
        double off = s.tube - deepest, half = 0.5 * length / 400;
        assert_true(most <= s.tube - sqrt(fmax(0, off * off - half * half * (1 + off / s.radius))) + 1e-12);
        assert_true(most >= 0.5 * deepest - 1e-12); // between two points: these or its slot have half of it
        checked += deepest > 0;
    }
    assert_true(checked > 40);
    for (int k = 0; k < 2; k++) contact_mesh_free(&mesh[k]);
}

// Additional candidates in the tree's order do not change a bit of the result; in another order, it changes by at most
// 1e-12.
static void test_far_candidates_change_nothing(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = make_lip(24);
    contact_bvh tree;
    assert_int_equal(contact_bvh_build(&m, &tree), RT_OK);
    static int few[TRIANGLES], many[TRIANGLES], mixed[TRIANGLES];
    uint64_t seed = 41;
    int touched = 0;
    for (int i = 0; i < 500; i++) {
        mat3 r = mat3_rotation(random_direction(&seed), uniform(&seed, -3.1, 3.1));
        pose p = {r, {uniform(&seed, -0.1, 0.1), uniform(&seed, -0.2, 0.2), uniform(&seed, 0.02, 0.12)}};
        double reach = s.half + s.radius + 2 * s.tube;
        vec3 d = {reach, reach, reach}, e = {3 * reach, 2 * reach, 1.3 * reach};
        int n = contact_bvh_query(&tree, &m, vec3_sub(p.p, d), vec3_add(p.p, d), few, TRIANGLES);
        int k = contact_bvh_query(&tree, &m, vec3_sub(p.p, e), vec3_add(p.p, e), many, TRIANGLES);
        assert_true(k > n);
        memcpy(mixed, many, sizeof mixed);
        for (int j = k - 1; j > 0; j--) {
            int o = (int)uniform(&seed, 0, j + 1), x = mixed[j];
            mixed[j] = mixed[o], mixed[o] = x;
        }
        found f, g, h;
        memset(&f, 0, sizeof f), memset(&g, 0, sizeof g), memset(&h, 0, sizeof h);
        contact_link_detect(&s, &p, &m, few, n, f.at);
        contact_link_detect(&s, &p, &m, many, k, g.at);
        contact_link_detect(&s, &p, &m, mixed, k, h.at);
        for (int j = 0; j < SLOTS; j++) {
            if (f.at[j].depth <= 0 && g.at[j].depth <= 0) continue;
            assert_memory_equal(&f.at[j], &g.at[j], sizeof f.at[j]);
            CHECK_NEAR(h.at[j].depth, f.at[j].depth, 1e-12);
            CHECK_NEAR(vec3_norm(vec3_sub(h.at[j].point, f.at[j].point)), 0, 1e-9);
            touched++;
        }
    }
    assert_true(touched > 300);
    contact_bvh_free(&tree);
    contact_mesh_free(&m);
}

// A link farther from a plate than the tube has no contact, also near the plate's side: triangles farther than the tube
// do not count, on either side of their planes.
static void test_far_hull_gives_no_contact(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = make_box(vec3_make(0.3, 0.3, 0.3), vec3_make(0, 0, -0.3));
    uint64_t seed = 51;
    for (int i = 0; i < 5000; i++) {
        mat3 r = mat3_rotation(random_direction(&seed), uniform(&seed, -3.1, 3.1));
        double x = uniform(&seed, -0.4, 0.4), y = uniform(&seed, -0.4, 0.4);
        pose p = {r, {x, y, height(&r, -uniform(&seed, 1e-9, 1.2 * s.tube))}};
        found f = detect(&m, &p);
        for (int k = 0; k < SLOTS; k++) assert_true(f.at[k].depth <= 0);
    }
    contact_mesh_free(&m);
}

// The papers' minimisation gives the same contacts as the closed form: every slot, on facets, edges and in the pipe.
static void test_methods_agree(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh mesh[3] = {make_lip(24), make_pipe(37), make_box(vec3_make(0.3, 0.3, 0.3), vec3_make(0, 0, -0.3))};
    uint64_t seed = 71;
    static int all[TRIANGLES];
    int touched = 0, differ = 0;
    double worst_depth = 0, worst_place = 0, worst_normal = 0;
    for (int i = 0; i < TRIANGLES; i++) all[i] = i;
    for (int i = 0; i < 600; i++) {
        const contact_mesh *m = &mesh[i % 3];
        mat3 r = mat3_rotation(random_direction(&seed), uniform(&seed, -3.1, 3.1));
        double a = uniform(&seed, -3.2, 3.2), out = uniform(&seed, 0.08, 0.2), z = height(&r, uniform(&seed, 0, 0.01));
        pose p = {r, {uniform(&seed, -0.2, 0.2), uniform(&seed, -0.2, 0.2), z}};
        if (i % 3 == 1) p.p = vec3_make(p.p.x, out * cos(a), out * sin(a));
        found f, g;
        contact_link_detect(&s, &p, m, all, m->nt, f.at);
        contact_link_detect_by_optimisation(&s, &p, m, all, m->nt, g.at);
        for (int k = 0; k < SLOTS; k++) {
            if (f.at[k].depth <= 0 && g.at[k].depth <= 0) continue;
            touched++;
            worst_depth = fmax(worst_depth, fabs(fmax(0, f.at[k].depth) - fmax(0, g.at[k].depth)));
            if (f.at[k].depth < 1e-6) continue;
            double off = vec3_norm(vec3_sub(f.at[k].point, g.at[k].point)),
                   turn = vec3_norm(vec3_sub(f.at[k].normal, g.at[k].normal));
            worst_place = fmax(worst_place, off);
            worst_normal = fmax(worst_normal, turn);
            differ += off > 1e-6 || turn > 1e-6;
        }
    }
    print_message("%d contacts: depths differ by at most %.2e m, places %.2e m, normals %.2e; %d by more than 1e-6\n",
                  touched, worst_depth, worst_place, worst_normal, differ);
    assert_true(touched > 500);
    assert_true(worst_depth <= 1e-9);
    assert_int_equal(differ, 0);
    for (int k = 0; k < 3; k++) contact_mesh_free(&mesh[k]);
}

static void test_allocates_nothing(void **state) {
    (void)state;
    if (!rt_alloc_count_available()) {
        print_message("skipped: this build has its own malloc\n");
        skip();
    }
    contact_mesh m = sheet(flat_height, 0.4, 71, 64); // finely divided: more triangles are near than fit the list
    mat3 r = attitude(2);
    pose p = {r, {0, 0, height(&r, 5e-3)}};
    detect(&m, &p);
    rt_alloc_guard_begin();
    found f = detect(&m, &p);
    rt_alloc_guard_end();
    assert_true(f.at[0].depth > 0);
    assert_int_equal(rt_alloc_count(), 0);
    contact_mesh_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plane_gives_exact_depths),
        cmocka_unit_test(test_contacts_are_independent_of_tessellation),
        cmocka_unit_test(test_edge_gives_depth_and_direction),
        cmocka_unit_test(test_knife_edge_loads_the_slot),
        cmocka_unit_test(test_sharp_edge_has_the_right_side),
        cmocka_unit_test(test_pipe_matches_all_triangles),
        cmocka_unit_test(test_deepest_place_has_a_contact),
        cmocka_unit_test(test_far_candidates_change_nothing),
        cmocka_unit_test(test_far_hull_gives_no_contact),
        cmocka_unit_test(test_methods_agree),
        cmocka_unit_test(test_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
