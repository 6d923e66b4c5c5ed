// SPDX-License-Identifier: MIT
// Force element of a body's regions: regions that do not fit are counted and reported, and are never the deepest.
#include <string.h>

#include "contact/prepare/load.h"
#include "tests/validation/sliding_body.h"

#include "tests/contact/region_shapes.h" // included last: its type `body` conflicts

enum { PEGS = 40, FIT = 32 };

// Depth of peg i below the pegs' frame; all different, in no order.
static double peg_depth(int i) { return 1e-3 + 1e-5 * ((i * 17) % PEGS); }

// A comb of pegs 30 mm square, 60 mm apart in rows of eight.
static contact_mesh comb(void) {
    shape s = shape_room(8 * PEGS, 12 * PEGS);
    for (int i = 0; i < PEGS; i++) {
        vec3 lo = vec3_make(0.06 * (i % 8), 0.06 * (i / 8), -peg_depth(i));
        shape peg = shape_box(lo, vec3_make(lo.x + 0.03, lo.y + 0.03, 0.2), 1);
        for (int t = 0; t < peg.nt; t++)
            for (int k = 0; k < 3; k++) {
                vec3 v = peg.v[peg.t[3 * t + k]];
                int j = 8 * i;
                while (j < s.nv && vec3_norm(vec3_sub(s.v[j], v)) > 0) j++;
                if (j == s.nv) shape_vertex(&s, v.x, v.y, v.z);
                s.t[3 * s.nt + k] = j;
                if (k == 2) s.nt++;
            }
        free(peg.v), free(peg.t);
    }
    contact_mesh mesh;
    rt_diag d = {0};
    if (contact_mesh_make("comb", s.v, s.nv, s.t, s.nt, NULL, &mesh, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    free(s.v), free(s.t);
    return mesh;
}

static contact_mesh plate(void) {
    shape s = shape_box(vec3_make(-1, -1, -0.2), vec3_make(1, 1, 0), 9);
    contact_mesh mesh;
    rt_diag d = {0};
    if (contact_mesh_make("plate", s.v, s.nv, s.t, s.nt, NULL, &mesh, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    free(s.v), free(s.t);
    return mesh;
}

static void deepest_regions_carry_load(void **state) {
    (void)state;
    contact_mesh pegs = comb(), ground = plate();
    contact_material m = contact_material_default();
    sliding_body b;
    const pose at = {mat3_identity(), {0.011, 0.013, 0}};
    m.stiffness = 1e3; // so soft that nothing moves in the step
    sliding_body_make(&b, &pegs, &ground, &m, 100, mat3_identity(), &at, vec3_make(0, 0, 0), 1e-3);
    assert_false(b.events >> RT_EVENT_CONTACT_FULL & 1);
    sliding_body_step(&b);
    assert_int_equal(b.contact.set.n, FIT);
    assert_int_equal(b.contact.info.dropped, PEGS - FIT);
    assert_true(b.events >> RT_EVENT_CONTACT_FULL & 1);
    int deep = 0;
    for (int i = 0; i < FIT; i++) {
        assert_true(b.contact.set.item[i].depth > 1e-3 + 1e-5 * (PEGS - FIT - 0.5)); // the eight shallowest are dropped
        deep += b.contact.set.item[i].depth > 1e-3 + 1e-5 * (PEGS - 1.5);
        for (int j = 0; j < i; j++) assert_true(b.contact.set.item[i].identity != b.contact.set.item[j].identity);
    }
    assert_int_equal(deep, 1);
    sliding_body_free(&b);
    contact_mesh_free(&pegs);
    contact_mesh_free(&ground);
}

// A region that fits keeps its number from step to step, and the snapshot has it.
static void numbers_persist(void **state) {
    (void)state;
    contact_mesh pegs = comb(), ground = plate();
    contact_material m = contact_material_default();
    sliding_body b;
    static dyn_snapshot snap;
    const pose at = {mat3_identity(), {0.011, 0.013, 0}};
    m.stiffness = 1e3;
    sliding_body_make(&b, &pegs, &ground, &m, 100, mat3_identity(), &at, vec3_make(0, 0, 0), 1e-3);
    sliding_body_step(&b);
    int64_t number[FIT];
    for (int i = 0; i < FIT; i++) number[i] = b.contact.set.item[i].identity;
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < 2; i++) b.state.qd[DYN_FIRST_NODE + i] = vec3_make(1, 0.5, 0); // 1 mm a step
        sliding_body_step(&b);
    }
    assert_int_equal(b.contact.set.n, FIT);
    contact_set_snapshot(&b.contact.set, &snap);
    assert_int_equal(snap.n_contacts, FIT);
    for (int i = 0; i < FIT; i++) {
        int found = 0;
        for (int j = 0; j < FIT; j++) found += snap.contact[j].identity == number[i];
        assert_int_equal(found, 1);
    }
    sliding_body_free(&b);
    contact_mesh_free(&pegs);
    contact_mesh_free(&ground);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(deepest_regions_carry_load), cmocka_unit_test(numbers_persist)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
