// SPDX-License-Identifier: MIT
// The first triangle on a ray, from either side: closed form on a box, and all triangles on random rays.
#include "contact/tree/ray.h"
#include "tests/contact/region_shapes.h"
#include "tests/random.h"

static void box_is_hit_from_either_side(void **state) {
    (void)state;
    body b = body_make(shape_box(vec3_make(-1, -2, -3), vec3_make(1, 2, 3), 5), NULL);
    int tri;
    double out = contact_ray_first(&b.mesh, &b.tree, vec3_make(-5, 0.1, 0.2), vec3_make(1, 0, 0), 100, &tri);
    CHECK_NEAR(out, 4, 1e-14);
    CHECK_NEAR(b.mesh.normal[tri].x, -1, 1e-14);
    double in = contact_ray_first(&b.mesh, &b.tree, vec3_make(0.5, 0.1, 0.2), vec3_make(0, 0, -1), 100, &tri);
    CHECK_NEAR(in, 3.2, 1e-14);
    CHECK_NEAR(b.mesh.normal[tri].z, -1, 1e-14);
    assert_true(isinf(contact_ray_first(&b.mesh, &b.tree, vec3_make(-5, 0.1, 0.2), vec3_make(1, 0, 0), 3.9, NULL)));
    assert_true(isinf(contact_ray_first(&b.mesh, &b.tree, vec3_make(-5, 2.1, 0.2), vec3_make(1, 0, 0), 100, NULL)));
    assert_true(isinf(contact_ray_first(&b.mesh, &b.tree, vec3_make(-5, 0, 0), vec3_make(-1, 0, 0), 100, NULL)));
    body_free(&b);
}

// Slabs (Kay & Kajiya 1986): distance along d from x to the box, from outside its entry, from inside its exit.
static double slab_distance(vec3 half, vec3 x, vec3 d) {
    double near = -INFINITY, far = INFINITY;
    const double h[3] = {half.x, half.y, half.z}, o[3] = {x.x, x.y, x.z}, s[3] = {d.x, d.y, d.z};
    for (int i = 0; i < 3; i++) {
        double a = (-h[i] - o[i]) / s[i], c = (h[i] - o[i]) / s[i];
        near = fmax(near, fmin(a, c)), far = fmin(far, fmax(a, c));
    }
    return near > far || far < 0 ? (double)INFINITY : near >= 0 ? near : far;
}

static void random_rays_agree_with_slabs(void **state) {
    (void)state;
    const vec3 half = {0.7, 0.4, 1.1};
    body b = body_make(shape_box(vec3_scale(-1, half), half, 6), NULL);
    uint64_t seed = 7;
    int hits = 0;
    for (int k = 0; k < 20000; k++) {
        vec3 x = random_vec3(&seed, 2), d = random_direction(&seed);
        double want = slab_distance(half, x, d), found = contact_ray_first(&b.mesh, &b.tree, x, d, INFINITY, NULL);
        hits += isfinite(want);
        if (isinf(want))
            assert_true(isinf(found));
        else
            CHECK_NEAR(found, want, 1e-12);
    }
    assert_true(hits > 2000);
    body_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(box_is_hit_from_either_side),
                                       cmocka_unit_test(random_rays_agree_with_slabs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
