// SPDX-License-Identifier: MIT
// Patches of a mesh: whole area and volume, balance of a closed surface, size, independence of place.
#include "contact/mesh/patches.h"
#include "tests/contact/shapes.h"

typedef struct sums {
    vec3 area;
    double surface, volume;
} sums;

static sums sum_of(const contact_patch *p, int n, vec3 origin) {
    sums s = {{0, 0, 0}, 0, 0};
    for (int k = 0; k < n; k++) {
        s.area = vec3_madd(s.area, p[k].area, p[k].normal);
        s.surface += p[k].area;
        s.volume += p[k].area * vec3_dot(p[k].normal, vec3_sub(p[k].at, origin)) / 3;
    }
    return s;
}

// A box of 2 x 4 x 6 m: every patch lies on a face, areas and volume are exact, and the directed areas cancel.
static void box_is_covered(void **state) {
    (void)state;
    const vec3 half = {1, 2, 3}, centre = {100, -200, 50};
    contact_mesh mesh = make_box(half, centre);
    for (double size = 0.2; size < 3; size *= 2) {
        contact_patch *p;
        int n;
        assert_int_equal(contact_mesh_patches(&mesh, size, &p, &n), RT_OK);
        for (int k = 0; k < n; k++) {
            vec3 at = vec3_sub(p[k].at, centre);
            CHECK_NEAR(fmax(fabs(at.x) / 1, fmax(fabs(at.y) / 2, fabs(at.z) / 3)), 1, 1e-12);
            assert_true(p[k].area < 2.8 * size * size); // a piece reaches out of its cell by a third of it
        }
        sums s = sum_of(p, n, centre);
        CHECK_NEAR(s.surface, 88, 1e-9);
        CHECK_NEAR(s.volume, 48, 1e-9);
        CHECK_NEAR(vec3_norm(s.area), 0, 1e-9);
        free(p);
    }
    contact_mesh_free(&mesh);
}

// On a sphere area and volume fall short by what a patch flattens, less with smaller patches; nothing is counted twice.
static void sphere_is_flattened_less_by_smaller_patches(void **state) {
    (void)state;
    contact_mesh mesh = make_sphere(1, vec3_make(0, 0, 0), 5);
    const double exact = 4 * M_PI / 3, surface = 4 * M_PI;
    double last = 1;
    for (double size = 0.8; size > 0.15; size *= 0.5) {
        contact_patch *p;
        int n;
        assert_int_equal(contact_mesh_patches(&mesh, size, &p, &n), RT_OK);
        sums s = sum_of(p, n, vec3_make(0, 0, 0));
        CHECK_NEAR(vec3_norm(s.area), 0, 1e-9);
        double missing = 1 - s.surface / surface;
        print_message("size %.1f: %d patches, %.2f %% of the surface and %.2f %% of the volume missing\n", size, n,
                      100 * missing, 100 * (1 - s.volume / exact));
        assert_true(missing > 0 && missing < last && s.volume < exact);
        last = missing;
        free(p);
    }
    assert_true(last < 0.01);
    contact_mesh_free(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(box_is_covered),
                                       cmocka_unit_test(sphere_is_flattened_less_by_smaller_patches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
