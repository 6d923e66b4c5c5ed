// SPDX-License-Identifier: MIT
// The review's measures against closed forms: a tube as hawse pipe, boxes as anchor and hull.
#include "tests/contact/region_shapes.h"

#include "rt/review/review.h"
#include <string.h>

enum { FACES = 24 };
#define RADIUS 0.28
#define OUTER 1.0
#define LENGTH 5.0

// A closed tube of FACES faces about the z axis, from z = 0 to LENGTH, inner radius RADIUS at its corners.

static contact_prepared make_tube(void) {
    vec3 v[4 * FACES];
    int t[8 * FACES][3], nt = 0;
    for (int k = 0; k < FACES; k++) {
        double c = cos(2 * M_PI * k / FACES), s = sin(2 * M_PI * k / FACES);
        v[4 * k] = vec3_make(RADIUS * c, RADIUS * s, 0), v[4 * k + 1] = vec3_make(RADIUS * c, RADIUS * s, LENGTH);
        v[4 * k + 2] = vec3_make(OUTER * c, OUTER * s, LENGTH), v[4 * k + 3] = vec3_make(OUTER * c, OUTER * s, 0);
    }
    for (int k = 0; k < FACES; k++)
        for (int i = 0; i < 4; i++) {
            int a = 4 * k + i, b = 4 * k + (i + 1) % 4, c = 4 * ((k + 1) % FACES) + (i + 1) % 4,
                d = 4 * ((k + 1) % FACES) + i;
            const int two[2][3] = {{a, c, b}, {a, d, c}};
            memcpy(t[nt], two, sizeof two), nt += 2;
        }
    contact_prepared p = {0};
    rt_diag d = {0};
    const contact_mesh_options o = {.scale = 1, .need_closed = true};
    if (contact_mesh_make("tube", v, 4 * FACES, &t[0][0], nt, &o, &p.mesh, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(contact_bvh_build(&p.mesh, &p.tree), RT_OK);
    return p;
}

static contact_prepared make_box(vec3 lo, vec3 hi) {
    body b = body_make(shape_box(lo, hi, 6), NULL);
    return (contact_prepared){.mesh = b.mesh, .tree = b.tree};
}

typedef struct design {
    scenario sc;
    contact_prepared hull, shank, head;
    review_ship ship;
    review r;
} design;

// A vertical pipe through the tube, lifter above it, and an anchor of two boxes far below.
static design *make_design(void) {
    static design d;
    memset(&d, 0, sizeof d);
    d.hull = make_tube();
    d.shank = make_box(vec3_make(-0.15, -0.2, -0.1), vec3_make(0.15, 0.2, 2.6));
    d.head = make_box(vec3_make(-1, -0.2, -0.3), vec3_make(1, 0.2, 1.2));
    d.sc.ship.pipe_axis[2] = 1;
    d.sc.ship.pipe_bore = 2 * RADIUS, d.sc.ship.pipe_length = LENGTH;
    d.sc.ship.lifter[0] = 3, d.sc.ship.lifter[2] = LENGTH + 0.5, d.sc.ship.deck = LENGTH;
    d.sc.anchor.density = 7850, d.sc.anchor.shackle = 2.5, d.sc.end.pin_distance = 0.45;
    d.sc.solver.step = 1e-3;
    d.ship = (review_ship){.sc = &d.sc,
                           .hull = &d.hull,
                           .shank = &d.shank,
                           .head = &d.head,
                           .laid_out = true,
                           .shank_at = {mat3_identity(), {0, 0, -10}},
                           .head_at = {mat3_identity(), {0, 0, -10}},
                           .shackle = {0, 0, -7.5},
                           .hang = {0, 0, -0.15},
                           .top = {0, 0, LENGTH + 0.5},
                           .chain_width = 0.18,
                           .pitch = 0.2};
    review_measure(&d.ship, &d.r);
    return &d;
}

static void free_design(design *d) {
    contact_prepared_free(&d->hull), contact_prepared_free(&d->shank), contact_prepared_free(&d->head);
}

static void tube_is_measured(void **state) {
    (void)state;
    design *d = make_design();
    double apothem = RADIUS * cos(M_PI / FACES);
    CHECK_NEAR(d->r.pipe.bore, 2 * apothem, 1e-12);
    CHECK_NEAR(d->r.pipe.gap, apothem, 1e-12); // the mouth's middle from the tube's edge
    CHECK_NEAR(d->r.pipe.walled, 1, 0);
    assert_int_equal(d->r.pipe.blocked, -1);
    CHECK_NEAR(d->r.lead.length, 3, 1e-12);
    CHECK_NEAR(d->r.lead.above_deck, 0, 1e-12);
    CHECK_NEAR(d->r.lead.lifter_high, 0.5, 1e-12);
    CHECK_NEAR(d->r.hull_size, LENGTH, 1e-12);
    rt_diag diag = {0};
    assert_int_equal(review_judge(&d->ship, &d->r, &diag), RT_OK);
    assert_string_equal(diag.text, "");
    free_design(d);
}

static void wall_and_way_follow_the_pipe(void **state) {
    (void)state;
    design *d = make_design();
    d->sc.ship.pipe_length = 2 * LENGTH; // half of it in the air
    d->ship.hang = vec3_make(0.5, 0, -0.15), d->ship.top = vec3_make(0.5, 0, LENGTH + 0.5);
    review_measure(&d->ship, &d->r);
    CHECK_NEAR(d->r.pipe.walled, 0.5, 0);
    assert_int_equal(d->r.pipe.blocked, REVIEW_PIPE); // 0.5 m beside the axis is the tube's wall
    CHECK_NEAR(d->r.pipe.enters_at, 0.15, 1e-12);
    CHECK_NEAR(d->r.pipe.enters.z, 0, 1e-12);
    rt_diag diag = {0};
    assert_int_equal(review_judge(&d->ship, &d->r, &diag), RT_ERR_FORMAT);
    assert_non_null(strstr(diag.text, "blocks the chain's way up the hawse pipe"));
    free_design(d);
}

// A box 0.3 by 0.4 needs a bore of its diagonal, 0.5.
static void shank_and_masses_are_measured(void **state) {
    (void)state;
    design *d = make_design();
    CHECK_NEAR(d->r.envelope, 0.5, 1e-12);
    CHECK_NEAR(d->r.part[REVIEW_SHANK].by_mesh, 7850 * 0.3 * 0.4 * 2.7, 1e-9);
    CHECK_NEAR(d->r.part[REVIEW_HEAD].by_mesh, 7850 * 2 * 0.4 * 1.5, 1e-9);
    CHECK_NEAR(d->r.part[REVIEW_SHANK].high, 2.6, 1e-12);
    CHECK_NEAR(d->r.part[REVIEW_SHANK].low, -0.1, 1e-12);
    d->sc.end.pin_distance = 2.7; // beyond the shank
    review_measure(&d->ship, &d->r);
    CHECK_NEAR(d->r.envelope, 0, 0);
    free_design(d);
}

// The shank's corner in the tube's wall, whose nearest face is the end at z = 0.
static void overlap_has_depth_and_place(void **state) {
    (void)state;
    design *d = make_design();
    CHECK_NEAR(d->r.part[REVIEW_SHANK].overlap, 0, 0);
    const double depth[] = {0.001, 0.03, 0.2};
    for (int k = 0; k < 3; k++) {
        d->ship.shank_at.p = vec3_make(0.62, 0, depth[k] - 2.6);
        review_measure(&d->ship, &d->r);
        CHECK_NEAR(d->r.part[REVIEW_SHANK].overlap, depth[k], 1e-12);
        CHECK_NEAR(d->r.part[REVIEW_SHANK].overlap_at.z, depth[k], 1e-12);
        CHECK_NEAR(d->r.part[REVIEW_HEAD].overlap, 0, 0);
    }
    free_design(d);
}

// A large box over the tube's whole end: no vertex of it lies in the wall, but the wall's corners lie in the box.
static void hull_corners_in_the_anchor_count(void **state) {
    (void)state;
    design *d = make_design();
    contact_prepared_free(&d->head);
    body b = body_make(shape_box(vec3_make(-3, -3, -1), vec3_make(3, 3, 0), 1), NULL);
    d->head = (contact_prepared){.mesh = b.mesh, .tree = b.tree};
    d->ship.head_at.p = vec3_make(0, 0, 0.07);
    review_measure(&d->ship, &d->r);
    CHECK_NEAR(d->r.part[REVIEW_HEAD].overlap, 0.07, 1e-12);
    CHECK_NEAR(d->r.part[REVIEW_HEAD].overlap_at.z, 0, 1e-12);
    free_design(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tube_is_measured), cmocka_unit_test(wall_and_way_follow_the_pipe),
        cmocka_unit_test(shank_and_masses_are_measured), cmocka_unit_test(overlap_has_depth_and_place),
        cmocka_unit_test(hull_corners_in_the_anchor_count)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
