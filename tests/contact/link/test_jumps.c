// SPDX-License-Identifier: MIT
// Force and moment of a link on the hull are continuous in its pose, whatever facets it passes over.
#include "tests/contact/link_bench.h"

// Height of the link's middle over the lip's axis at which it is `depth` within the round through the ridges: the
// greatest over the points of its curve, because the round falls away beside the top.
static double over_lip(const mat3 *r, double depth) {
    contact_link_shape s = contact_link_common(D);
    double apart = LIP + s.tube - depth, most = 0;
    enum { PLACES = 20000 };
    for (int i = 0; i < PLACES; i++) {
        double a = 2 * M_PI * i / PLACES, end = sin(a) < 0 ? -s.half : s.half;
        vec3 x = mat3_mul(r, vec3_make(s.radius * cos(a), 0, end + s.radius * sin(a)));
        most = fmax(most, sqrt(apart * apart - x.x * x.x) - x.z);
        x = mat3_mul(r, vec3_make(cos(a) < 0 ? -s.radius : s.radius, 0, s.half * sin(a)));
        most = fmax(most, sqrt(apart * apart - x.x * x.x) - x.z);
    }
    return most;
}

// Largest change of force and of moment in one step, while the link moves round the lip by `steps` steps of dx from
// -steps/2. r0: attitude at the top of the lip. depth: within the round through the ridges.
static wrench largest_change(const contact_mesh *m, const mat3 *r0, double depth, double dx, int steps, double *force) {
    wrench last = {{0, 0, 0}, {0, 0, 0}}, most = {{0, 0, 0}, {0, 0, 0}};
    double middle = over_lip(r0, depth);
    *force = 0;
    for (int i = 0; i <= steps; i++) {
        mat3 round = mat3_rotation(vec3_make(0, 1, 0), (i - steps / 2) * dx / LIP);
        pose p = {mat3_matmul(&round, r0), {0, 0, 0}};
        p.p = vec3_add(mat3_mul(&round, vec3_make(0, 0, middle)), vec3_make(0, 0.013, -LIP));
        found f = detect(m, &p);
        wrench w = resultant(&f, p.p);
        *force = fmax(*force, vec3_norm(w.force));
        if (i > 0) {
            most.force.x = fmax(most.force.x, vec3_norm(vec3_sub(w.force, last.force)));
            most.moment.x = fmax(most.moment.x, vec3_norm(vec3_sub(w.moment, last.moment)));
        }
        last = w;
    }
    return most;
}

// A link that moves round a lip of facets has no jump of force. In a step dx a depth changes by at most dx times the
// link's farthest reach over the lip's radius. So four slots (two a side) change by at most 4 · 1.5 K sqrt(depth) times
// that, and the force turns by dx / tube. Ten times finer steps must give ten times smaller changes.
static void test_lip_gives_no_jumps(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    const mat3 along =
        mat3_columns(vec3_make(0, 1, 0), vec3_make(0, 0, 1), vec3_make(1, 0, 0)); // z of the link along x
    const double sag = LIP - sqrt(LIP * LIP - 0.025 * 0.025);                     // of a facet's middle under the round
    const double depths[] = {2e-3, 3e-3, 8e-3};
    for (int mesh = 0; mesh < 2; mesh++) {
        contact_mesh m = make_lip(mesh ? 24 : 1);
        for (int c = 0; c < 36; c++) {
            mat3 roll = mat3_rotation(vec3_make(1, 0, 0), c % 3 * M_PI / 4);
            mat3 tilt = mat3_rotation(vec3_unit(vec3_make(0.3, 0.7, 0.4)), 0.02 * (c / 3 % 4));
            mat3 r = mat3_matmul(&tilt, &roll);
            r = mat3_matmul(&r, &along);
            double depth = depths[c / 12], force, reach = (LIP + 2 * (s.radius + s.tube)) / LIP, steepest;
            for (int fine = 0; fine < 2; fine++) {
                double dx = fine ? 1e-5 : 1e-4;
                wrench most = largest_change(&m, &r, depth, dx, fine ? 2000 : 1200, &force);
                steepest = 4 * 1.5 * K * sqrt(depth) * reach * dx + force * dx / s.tube;
                assert_true(force >= K * pow(depth - sag, 1.5)); // over a facet's middle too it presses
                assert_true(most.force.x <= steepest);
                // the place of an excess may move by a centimetre between equally deep places
                assert_true(most.moment.x <= steepest * (s.half + s.radius) + 0.005 * force * D);
            }
        }
        contact_mesh_free(&m);
    }
}

// Small tilts about three axes, on the lip and on a plate, give no jump.
static void test_tilting_gives_no_jumps(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh mesh[2] = {make_lip(24), sheet(flat_height, 0.6, 23, 19)};
    const vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, vec3_unit(vec3_make(1, 0.6, 0.3))};
    for (int c = 0; c < 18; c++) {
        mat3 base = attitude(c % 3);
        double step = 2e-5, depth = 5e-3, z = height(&base, depth), most_f = 0, most_m = 0, force = 0;
        wrench last = {{0, 0, 0}, {0, 0, 0}};
        for (int i = -1500; i <= 1500; i++) {
            mat3 turn = mat3_rotation(axis[c / 3 % 3], i * step);
            pose p = {mat3_matmul(&turn, &base), {0.011, -0.007, z}};
            found f = detect(&mesh[c / 9], &p);
            wrench w = resultant(&f, p.p);
            force = fmax(force, vec3_norm(w.force));
            if (i > -1500) {
                most_f = fmax(most_f, vec3_norm(vec3_sub(w.force, last.force)));
                most_m = fmax(most_m, vec3_norm(vec3_sub(w.moment, last.moment)));
            }
            last = w;
        }
        double reach = s.half + s.radius + s.tube, deepest = depth + 1500 * step * reach;
        double steepest = SLOTS * 1.5 * K * sqrt(deepest) * reach * step;
        assert_true(force > 1000);
        assert_true(most_f <= steepest);
        assert_true(most_m <= steepest * reach + 0.005 * force * D);
    }
    for (int k = 0; k < 2; k++) contact_mesh_free(&mesh[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lip_gives_no_jumps),
        cmocka_unit_test(test_tilting_gives_no_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
