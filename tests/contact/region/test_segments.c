// SPDX-License-Identifier: MIT
// If more pairs of triangles cut each other than fit, those with the deepest mutual penetration stay.
#include "contact/prepare/load.h"
#include "contact/region/region.h"
#include "tests/check.h"
#include "tests/contact/region_shapes.h"
#include <stdlib.h>
#include <string.h>

enum { PEGS = 5, ALL = 4096, REGIONS = 8 };

// Five separate pegs, peg i reaching depth[i] below z = 0.
static contact_mesh pegs(const double depth[PEGS]) {
    vec3 v[24 * PEGS];
    int t[36 * PEGS], nv = 0, nt = 0;
    for (int i = 0; i < PEGS; i++) {
        double x = 0.3 * (i - 2);
        shape peg = shape_box(vec3_make(x, 0, -depth[i]), vec3_make(x + 0.1, 0.1, 0.2), 1);
        for (int k = 0; k < 3 * peg.nt; k++) t[nt++] = nv + peg.t[k];
        assert_true(peg.nv <= 24 && peg.nt == 12);
        memcpy(v + nv, peg.v, (size_t)peg.nv * sizeof *v);
        nv += peg.nv;
        free(peg.v), free(peg.t);
    }
    contact_mesh m;
    rt_diag d = {0};
    if (contact_mesh_make("pegs", v, nv, t, nt / 3, NULL, &m, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    return m;
}

typedef struct found {
    contact_region region[REGIONS];
    int n;
    contact_detect_info info;
} found;

static found detect(const contact_mesh *a, const contact_bvh *ta, const contact_mesh *b, const contact_bvh *tb,
                    int max_segments) {
    contact_region_def def = contact_region_def_default();
    def.max_segments = max_segments;
    contact_detector *d = contact_detector_create(&def, a, ta, b, tb);
    assert_non_null(d);
    found f = {.n = 0};
    const pose at = {mat3_identity(), {0.01, 0.013, 0}};
    f.n = contact_detect(d, &at, f.region, REGIONS, &f.info);
    contact_detector_destroy(d);
    return f;
}

static const contact_region *deepest(const found *f) {
    const contact_region *r = &f->region[0];
    for (int i = 1; i < f->n; i++)
        if (f->region[i].depth > r->depth) r = &f->region[i];
    return r;
}

static void check_same(const contact_region *r, const contact_region *s) {
    assert_memory_equal(&r->centre, &s->centre, sizeof r->centre);
    assert_memory_equal(&r->normal, &s->normal, sizeof r->normal);
    assert_true(r->depth == s->depth && r->area == s->area && r->pairs == s->pairs && r->closed && s->closed);
}

// Wherever the deepest peg is in the order, its region is unchanged to the last bit as long as its own segments fit.
static void deepest_region_stays_complete(void **state) {
    (void)state;
    shape flat = shape_plate(1, 10);
    contact_mesh plate;
    rt_diag d = {0};
    assert_int_equal(contact_mesh_make("plate", flat.v, flat.nv, flat.t, flat.nt, NULL, &plate, NULL, &d), RT_OK);
    contact_bvh plate_tree;
    assert_int_equal(contact_bvh_build(&plate, &plate_tree), RT_OK);
    for (int turn = 0; turn < PEGS; turn++) {
        double depth[PEGS];
        for (int i = 0; i < PEGS; i++) depth[i] = 0.002 * (1 + (i + turn) % PEGS);
        contact_mesh a = pegs(depth);
        contact_bvh tree;
        assert_int_equal(contact_bvh_build(&a, &tree), RT_OK);
        found all = detect(&a, &tree, &plate, &plate_tree, ALL);
        assert_int_equal(all.n, PEGS);
        assert_int_equal(all.info.dropped, 0);
        CHECK_NEAR(deepest(&all)->depth, 0.01, 1e-12);
        int total = all.info.pairs, least = deepest(&all)->pairs;
        assert_true(least < total / 3);
        for (int size = least; size < total; size++) {
            found few = detect(&a, &tree, &plate, &plate_tree, size);
            assert_int_equal(few.info.pairs, size);
            assert_in_range(few.info.dropped, total - size, total);
            check_same(deepest(&few), deepest(&all));
        }
        contact_bvh_free(&tree), contact_mesh_free(&a);
    }
    contact_bvh_free(&plate_tree), contact_mesh_free(&plate);
    free(flat.v), free(flat.t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(deepest_region_stays_complete)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
