// SPDX-License-Identifier: MIT
// Slices of a mesh against closed forms, and their sum against the whole mesh.
#include "contact/mesh/slices.h"
#include "tests/contact/shapes.h"

enum { MOST = 16 };

// Box: each slice is a box itself; the position of the box does not matter.
static void test_slices_of_a_box(void **state) {
    (void)state;
    for (int far = 0; far < 2; far++) {
        vec3 centre = far ? vec3_make(1000, -2000, 500) : vec3_make(0.1, 0.2, -0.3);
        contact_mesh mesh = make_box(vec3_make(1, 2, 3), centre);
        contact_slice s[MOST];
        contact_mesh_slices(&mesh, 6, s);
        for (int k = 0; k < 6; k++) {
            CHECK_NEAR(s[k].volume, 8, 1e-9);
            CHECK_NEAR(vec3_norm(vec3_sub(s[k].centre, vec3_make(centre.x, centre.y, centre.z - 2.5 + k))), 0, 1e-9);
            CHECK_NEAR(s[k].spread.x, 1 / sqrt(3), 1e-9);
            CHECK_NEAR(s[k].spread.y, 2 / sqrt(3), 1e-9);
            CHECK_NEAR(s[k].spread.z, 0.5 / sqrt(3), 1e-9);
            CHECK_NEAR(s[k].seen[0], 4, 1e-9);
            CHECK_NEAR(s[k].seen[1], 2, 1e-9);
            CHECK_NEAR(s[k].seen[2], k == 0 || k == 5 ? 4 : 0, 1e-9); // half of the bottom or top face
        }
        contact_mesh_free(&mesh);
    }
}

// The corner tetrahedron with edges 1, 2, 5: below height z its volume is V (1 - (1 - z/5)³), its centre of volume
// follows from ∫ z dV = V ∫ 3/5 z (1 - z/5)² dz; x, y are a quarter of a layer's edge times 4/3.
static void test_slices_of_a_tetrahedron(void **state) {
    (void)state;
    const vec3 v[4] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 5}};
    const int t[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    contact_mesh mesh = make_mesh(v, 4, t, 4, NULL);
    contact_slice s[MOST];
    contact_mesh_slices(&mesh, 5, s);
    for (int k = 0; k < 5; k++) {
        double volume = 0, x = 0, z = 0;
        enum { LAYERS = 2000 };
        for (int i = 0; i < LAYERS; i++) { // area (1 - z/5)², centroid (1/3, 2/3) (1 - z/5)
            double height = k + (i + 0.5) / LAYERS, left = 1 - height / 5, layer = left * left / LAYERS;
            volume += layer, z += layer * height, x += layer * left / 3;
        }
        CHECK_NEAR(s[k].volume, volume, 1e-7);
        CHECK_NEAR(s[k].centre.z, z / volume, 1e-6);
        CHECK_NEAR(s[k].centre.x, x / volume, 1e-6);
        CHECK_NEAR(s[k].centre.y, 2 * x / volume, 1e-6);
    }
    contact_mesh_free(&mesh);
}

// All slices together have the volume, centre and second moments of the whole. The projected area of a convex body is
// that of its outline, pi r² for the sphere.
static void test_slices_of_a_sphere_sum_to_the_whole(void **state) {
    (void)state;
    const double r = 0.7;
    contact_mesh mesh = make_sphere(r, vec3_make(3, 4, 5), 5);
    contact_mass whole = contact_mesh_mass(&mesh, 1);
    for (int n = 1; n <= MOST; n += 3) {
        contact_slice s[MOST];
        double volume = 0, seen[3] = {0}, about_z = 0;
        vec3 first = {0, 0, 0};
        contact_mesh_slices(&mesh, n, s);
        for (int k = 0; k < n; k++) {
            volume += s[k].volume;
            first = vec3_madd(first, s[k].volume, s[k].centre);
            vec3 off = vec3_sub(s[k].centre, whole.centre);
            about_z += s[k].volume *
                       (s[k].spread.x * s[k].spread.x + s[k].spread.y * s[k].spread.y + off.x * off.x + off.y * off.y);
            for (int i = 0; i < 3; i++) seen[i] += s[k].seen[i];
        }
        CHECK_NEAR(volume, whole.mass, 1e-12);
        CHECK_NEAR(vec3_norm(vec3_sub(vec3_scale(1 / volume, first), whole.centre)), 0, 1e-12);
        CHECK_NEAR(about_z, whole.inertia.m[2][2], 1e-12);
        for (int i = 0; i < 3; i++) CHECK_NEAR(seen[i], M_PI * r * r, 0.005 * M_PI * r * r);
    }
    contact_mesh_free(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices_of_a_box),
        cmocka_unit_test(test_slices_of_a_tetrahedron),
        cmocka_unit_test(test_slices_of_a_sphere_sum_to_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
