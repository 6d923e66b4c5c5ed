// SPDX-License-Identifier: MIT
// Contact regions in the snapshot: planes and contours of bodies with a known cut with a plate, and the count of those
// that do not fit.
#include "contact/prepare/load.h"
#include "contact/set/show.h"
#include "tests/validation/sliding_body.h"

#include "tests/contact/region_shapes.h" // included last: its type `body` conflicts

static const double SUNK = 1e-3;

typedef struct fixture {
    contact_mesh mesh, hull;
    sliding_body b;
    dyn_snapshot *out;
} fixture;

static contact_mesh mesh_of(shape s) {
    contact_mesh m;
    rt_diag d = {0};
    if (contact_mesh_make("shape", s.v, s.nv, s.t, s.nt, NULL, &m, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    free(s.v), free(s.t);
    return m;
}

// Makes one step of the body against a plate with its upper side at z = 0, so soft that nothing moves.
static fixture make_stepped_against(shape hull, shape s, const pose *at) {
    fixture f = {.mesh = mesh_of(s), .hull = mesh_of(hull), .out = calloc(1, sizeof *f.out)};
    contact_material m = contact_material_default();
    m.stiffness = 1e3;
    sliding_body_make(&f.b, &f.mesh, &f.hull, &m, 1000, mat3_identity(), at, vec3_make(0, 0, 0), 1e-3);
    sliding_body_step(&f.b);
    return f;
}

static fixture make_stepped(shape s, const pose *at) {
    return make_stepped_against(shape_box(vec3_make(-1, -1, -0.2), vec3_make(1, 1, 0), 7), s, at);
}

static void write_fixture(fixture *f) { contact_write_snapshot(&f->b.contact.set, &f->b.contact, f->out); }

static void free_fixture(fixture *f) {
    sliding_body_free(&f->b);
    contact_mesh_free(&f->mesh);
    contact_mesh_free(&f->hull);
    free(f->out);
}

// Area within a contour in the plane z = 0, counterclockwise positive.
static double contour_area(const dyn_snapshot *s, const dyn_snapshot_contour *line) {
    double twice = 0;
    for (int i = 0; i < line->count; i++) {
        vec3 a = s->corner[line->first + i], b = s->corner[line->first + (i + 1) % line->count];
        twice += a.x * b.y - a.y * b.x;
    }
    return 0.5 * twice;
}

// A box 300 × 200 mm, rotated about its normal and 1 mm deep: the contour is a rectangle, on the plate and on the box's
// sides.
static void contour_of_a_box_is_its_rectangle(void **state) {
    (void)state;
    const pose at = pose_turned(vec3_make(0, 0, 1), 0.3, vec3_make(0.013, -0.021, 0.05 - SUNK));
    fixture f = make_stepped(shape_box(vec3_make(-0.15, -0.1, -0.05), vec3_make(0.15, 0.1, 0.05), 3), &at);
    write_fixture(&f);
    const dyn_snapshot *s = f.out;
    assert_int_equal(s->n_contacts, 1);
    assert_int_equal(s->n_regions, 1);
    assert_int_equal(s->n_contours, 1);
    assert_int_equal(s->contour[0].count, s->n_corners);
    assert_int_equal(s->contour[0].region, 0);
    assert_true(s->contour[0].closed);
    assert_int_equal(s->undrawn, 0);
    for (int i = 0; i < s->n_corners; i++) {
        vec3 x = pose_point_inverse(&at, s->corner[i]);
        CHECK_NEAR(s->corner[i].z, 0, 1e-15);
        CHECK_NEAR(fmax(fabs(x.x) / 0.15, fabs(x.y) / 0.1), 1, 1e-12);
    }
    CHECK_NEAR(fabs(contour_area(s, &s->contour[0])), 0.06, 1e-12);
    const dyn_snapshot_region *r = &s->region[0];
    CHECK_NEAR(vec3_norm(vec3_sub(r->centre, vec3_make(at.p.x, at.p.y, 0))), 0, 1e-9);
    CHECK_NEAR(r->normal.z, 1, 1e-12);
    // the region's box holds the outline, and is no wider than the rectangle's diagonal
    for (int i = 0; i < s->n_corners; i++)
        for (int k = 0; k < 2; k++) {
            double half = vec3_norm(r->half[k]);
            assert_true(fabs(vec3_dot(vec3_sub(s->corner[i], r->centre), r->half[k])) < half * half * (1 + 1e-9));
            assert_true(half < hypot(0.15, 0.1) + 1e-9);
        }
    CHECK_NEAR(vec3_dot(r->half[0], r->half[1]), 0, 1e-12);
    CHECK_NEAR(s->contact[r->contact].depth, SUNK, 1e-6);
    CHECK_NEAR(s->contact[r->contact].mu, contact_material_default().mu_static, 0);
    free_fixture(&f);
}

// The end of a tube on a plate is one region with two contours: two regular polygons.
static void ring_has_two_contours(void **state) {
    (void)state;
    enum { SIDES = 12 };
    const pose at = {mat3_identity(), {0.013, 0.007, 0.2 - SUNK}};
    fixture f = make_stepped(shape_tube(0.1, 0.15, 0.2, SIDES, 2), &at);
    write_fixture(&f);
    const dyn_snapshot *s = f.out;
    assert_int_equal(s->n_regions, 1);
    assert_int_equal(s->n_contours, 2);
    double area[2];
    for (int k = 0; k < 2; k++) {
        assert_int_equal(s->contour[k].region, 0);
        area[k] = fabs(contour_area(s, &s->contour[k]));
    }
    double part = 0.5 * SIDES * sin(2 * shapes_pi / SIDES);
    CHECK_NEAR(fmin(area[0], area[1]), part * 0.1 * 0.1, 1e-12);
    CHECK_NEAR(fmax(area[0], area[1]), part * 0.15 * 0.15, 1e-12);
    free_fixture(&f);
}

// A rod too thick for its bore is pressed from all sides: its region is split into parts, which share contours. The
// snapshot has these once, with the deepest part.
static void parts_of_a_split_region_share_their_contours(void **state) {
    (void)state;
    const pose at = {mat3_rotation(vec3_make(0, 0, 1), 0.01), {0.0004, 0.0003, 0.013}};
    fixture f = make_stepped_against(shape_tube(0.1, 0.15, 0.2, 16, 2), shape_rod(0.102, 0.4, 16, 4), &at);
    write_fixture(&f);
    const dyn_snapshot *s = f.out;
    const contact_hull_body *h = &f.b.contact;
    bool closed;
    int sharing = 0, contours = 0;
    assert_int_equal(s->n_regions, h->set.n);
    for (int i = 0; i < s->n_regions; i++) {
        int deepest = i, drawn = 0, own = 0;
        for (int j = 0; j < s->n_regions; j++) {
            sharing += j != i && h->root[j] == h->root[i];
            if (h->root[j] == h->root[i] && s->contact[j].depth > s->contact[deepest].depth) deepest = j;
        }
        while (contact_region_contour(h->detector, h->root[i], own, NULL, 0, &closed) > 0) own++;
        for (int k = 0; k < s->n_contours; k++) drawn += s->contour[k].region == i;
        assert_true(own > 0);
        assert_int_equal(drawn, deepest == i ? own : 0);
        contours += drawn;
    }
    assert_true(sharing > 0);
    assert_int_equal(s->n_contours, contours);
    free_fixture(&f);
}

// The same step written again with little room: what does not fit is counted, and earlier content stays.
static void dropped_parts_are_counted(void **state) {
    (void)state;
    const pose at = pose_at(vec3_make(0.013, -0.021, 0.05 - SUNK));
    fixture f = make_stepped(shape_box(vec3_make(-0.15, -0.1, -0.05), vec3_make(0.15, 0.1, 0.05), 3), &at);
    write_fixture(&f);
    dyn_snapshot *s = f.out;
    int corners = s->n_corners;
    for (int room = 0; room <= corners; room += corners) { // one corner too few, then enough
        s->n_contacts = s->n_regions = s->n_contours = s->undrawn = 0;
        s->n_corners = DYN_SNAPSHOT_CORNERS - (room ? corners : corners - 1);
        write_fixture(&f);
        assert_int_equal(s->n_regions, 1);
        assert_int_equal(s->n_contours, room ? 1 : 0);
        assert_int_equal(s->undrawn, room ? 0 : corners);
    }
    s->n_contacts = s->n_contours = s->n_corners = s->undrawn = 0;
    s->n_regions = DYN_SNAPSHOT_REGIONS;
    write_fixture(&f);
    assert_int_equal(s->n_regions, DYN_SNAPSHOT_REGIONS);
    assert_int_equal(s->n_contacts, 1);
    assert_int_equal(s->n_contours, 0);
    assert_int_equal(s->undrawn, 1);
    s->n_regions = s->undrawn = 0;
    s->n_contours = DYN_SNAPSHOT_REGIONS;
    s->n_contacts = DYN_SNAPSHOT_VECTORS - 1;
    write_fixture(&f);
    assert_int_equal(s->n_regions, 1);
    assert_int_equal(s->n_contours, DYN_SNAPSHOT_REGIONS);
    assert_int_equal(s->undrawn, 1);
    s->undrawn = 0;
    write_fixture(&f); // no room for the contact: no room for its region
    assert_int_equal(s->n_contacts, DYN_SNAPSHOT_VECTORS);
    assert_int_equal(s->n_regions, 1);
    assert_int_equal(s->undrawn, 1);
    free_fixture(&f);
}

// A patch of the other method has no outline: a square of its area about its centre of pressure, and no contour.
static void region_without_outline_is_a_square(void **state) {
    (void)state;
    const pose at = pose_at(vec3_make(0.013, -0.021, 0.05 - SUNK));
    fixture f = make_stepped(shape_box(vec3_make(-0.15, -0.1, -0.05), vec3_make(0.15, 0.1, 0.05), 3), &at);
    f.b.contact.set.item[0].outline = (contact_outline){.share = 1};
    contact_write_snapshot(&f.b.contact.set, NULL, f.out);
    assert_int_equal(f.out->n_regions, 1);
    assert_int_equal(f.out->n_contours, 0);
    const dyn_snapshot_region *r = &f.out->region[0];
    CHECK_NEAR(vec3_norm(vec3_sub(r->centre, f.out->contact[0].position)), 0, 0);
    CHECK_NEAR(4 * vec3_norm(vec3_cross(r->half[0], r->half[1])), 0.06, 1e-9);
    CHECK_NEAR(vec3_dot(r->half[0], r->half[1]), 0, 1e-12);
    CHECK_NEAR(vec3_dot(r->half[0], r->normal), 0, 1e-12);
    free_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contour_of_a_box_is_its_rectangle),
        cmocka_unit_test(ring_has_two_contours),
        cmocka_unit_test(parts_of_a_split_region_share_their_contours),
        cmocka_unit_test(region_without_outline_is_a_square),
        cmocka_unit_test(dropped_parts_are_counted),
    };
    return cmocka_run_group_tests_name("contact.set.show", tests, NULL, NULL);
}
