// SPDX-License-Identifier: MIT
// Tests of the overlays' data without a picture: colour scale, indentation map, trails, holding contacts, placement of
// labels, capacities.
#include "tests/check.h"

#include "render/overlay/dent.h"
#include "render/overlay/hold.h"
#include "render/overlay/overlay.h"
#include "render/overlay/place.h"
#include "render/overlay/trail.h"
#include "render/text/colour_map.h"
#include "render/view/display.h"
#include <stdlib.h>
#include <string.h>

// CIE 1976 lightness of an sRGB colour, D65 (IEC 61966-2-1; CIE 15:2004).
static double lightness(uint32_t rgba) {
    const double weight[3] = {0.2126, 0.7152, 0.0722};
    double y = 0;
    for (int k = 0; k < 3; k++) {
        double c = (rgba >> (24 - 8 * k) & 0xff) / 255.0;
        y += weight[k] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return y > 216.0 / 24389 ? 116 * cbrt(y) - 16 : y * 24389 / 27;
}

static void colour_scale_rises_in_lightness(void **state) {
    (void)state;
    double before = lightness(colour_map(0));
    assert_true(before < 20 && lightness(colour_map(1)) > 85);
    for (int k = 1; k <= 200; k++) {
        double l = lightness(colour_map(k / 200.0));
        assert_true(l > before);
        assert_true(l < before + 1); // and evenly: no step looks like an edge
        before = l;
    }
    assert_int_equal(colour_map(-3), colour_map(0));
    assert_int_equal(colour_map(NAN), colour_map(0));
    assert_int_equal(colour_map(INFINITY), colour_map(1));
    assert_int_equal(colour_map(0.3) & 0xff, 0xff);
}

// Snapshot with one region of the anchor's head: a square of edge 2 `half` about `at`, normal along z.
static dyn_snapshot *snapshot_with_region(vec3 at, double half, double depth) {
    dyn_snapshot *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->t = 1;
    s->n_bodies = 2;
    s->body[0].kind = DYN_SHOW_LINK;
    s->body[1].kind = DYN_SHOW_HEAD;
    s->n_contacts = s->n_regions = s->n_contours = 1;
    s->contact[0] = (dyn_snapshot_contact){.position = at, .normal = {0, 0, 1}, .depth = depth, .body = 1};
    s->region[0] = (dyn_snapshot_region){.centre = at, .normal = {0, 0, 1}, .half = {{half, 0, 0}, {0, half, 0}}};
    s->contour[0] = (dyn_snapshot_contour){.first = 0, .count = 4, .closed = 1};
    s->n_corners = 4;
    for (int k = 0; k < 4; k++) s->corner[k] = vec3_add(at, vec3_make(k % 3 ? half : -half, k / 2 ? half : -half, 0));
    return s;
}

// A cone over a square: full depth in the middle, half of it half way out, zero beyond the contour.
static void indentation_falls_off_to_the_contour(void **state) {
    (void)state;
    const double cell = 0.02, half = 0.2, depth = 1e-3;
    const vec3 at = {3.01, -7.01, 5.01}; // middle of a cell
    overlay_dent *m = calloc(1, sizeof *m);
    dyn_snapshot *s = snapshot_with_region(at, half, depth);
    dent_reset(m, cell);
    dent_add(m, s);
    CHECK_NEAR(dent_depth(m, at), depth, 1e-15);
    for (int k = 0; k < 4; k++) {
        vec3 out = vec3_make(k < 2 ? (k ? 1 : -1) : 0.3, k < 2 ? 0.4 : k == 2 ? 1 : -1, 0);
        CHECK_NEAR(dent_depth(m, vec3_madd(at, 0.5 * half, out)), 0.5 * depth, 1.01 * depth * cell / half);
        CHECK_NEAR(dent_depth(m, vec3_madd(at, half + cell, out)), 0, 0);
    }
    CHECK_NEAR(dent_scale(m), 1e-3, 1e-18);
    s->n_contours = 0; // without a contour the ellipse in the region's box bounds it
    dent_reset(m, cell);
    dent_add(m, s);
    CHECK_NEAR(dent_depth(m, vec3_madd(at, 0.5 * half, vec3_make(1, 0, 0))), 0.5 * depth, 1.01 * depth * cell / half);
    CHECK_NEAR(dent_depth(m, vec3_madd(at, 0.9 * half, vec3_make(1, 1, 0))), 0, 0);
    free(m);
    free(s);
}

static void greatest_indentation_stays_until_a_rewind(void **state) {
    (void)state;
    const vec3 at = {3.01, -7.01, 5.01};
    overlay_dent *m = calloc(1, sizeof *m);
    dyn_snapshot *s = snapshot_with_region(at, 0.1, 2e-3);
    dent_reset(m, 0.02);
    dent_add(m, s);
    s->t = 2, s->contact[0].depth = 1e-3;
    dent_add(m, s);
    CHECK_NEAR(dent_depth(m, at), 2e-3, 0);
    s->t = 3, s->contact[0].depth = 3e-3;
    dent_add(m, s);
    CHECK_NEAR(dent_depth(m, at), 3e-3, 0);
    CHECK_NEAR(dent_scale(m), 5e-3, 1e-18);
    s->t = 4, s->contact[0].body = 0, s->contact[0].depth = 4e-3; // a contact of a link, not of the anchor
    dent_add(m, s);
    CHECK_NEAR(dent_depth(m, at), 3e-3, 0);
    s->t = 0.5, s->n_regions = 0;
    dent_add(m, s);
    CHECK_NEAR(dent_depth(m, at), 0, 0);
    assert_int_equal(m->n, 0);
    free(m);
    free(s);
}

static void excess_spots_are_counted(void **state) {
    (void)state;
    overlay_dent *m = calloc(1, sizeof *m);
    dent_reset(m, 0.02);
    for (int k = 0; k < 40; k++) {
        dyn_snapshot *s = snapshot_with_region(vec3_make(k, 0, 0), 0.2, 1e-3);
        s->t = k;
        dent_add(m, s);
        free(s);
    }
    assert_int_equal(m->n, DENT_CELLS);
    assert_true(m->dropped > 0);
    CHECK_NEAR(dent_depth(m, vec3_make(0, 0, 0)), 1e-3, 0);
    CHECK_NEAR(dent_depth(m, vec3_make(39, 0, 0)), 0, 0);
    free(m);
}

static void trail_holds_the_last_twenty_seconds(void **state) {
    (void)state;
    static overlay_trail r;
    memset(&r, 0, sizeof r);
    for (int k = 0; k <= 6000; k++) { // a minute of pictures, 10 ms apart
        double t = 0.01 * k;
        trail_add(&r, &(trail_sample){t, {{t, 0, 0}}});
        assert_true(r.n <= TRAIL_SAMPLES);
    }
    double first = r.sample[r.first].t, last = r.sample[(r.first + r.n - 1) % TRAIL_SAMPLES].t;
    assert_true(first >= 40 && first < 40.1);
    assert_true(last > 59.9 && last <= 60);
    for (int k = 1; k < r.n; k++) {
        double gap = r.sample[(r.first + k) % TRAIL_SAMPLES].t - r.sample[(r.first + k - 1) % TRAIL_SAMPLES].t;
        assert_true(gap > 0.039 && gap < 0.06);
    }
    trail_add(&r, &(trail_sample){50, {{50, 0, 0}}}); // a rewind
    assert_true(r.sample[(r.first + r.n - 1) % TRAIL_SAMPLES].t <= 50);
    assert_true(r.n > 180 && r.n < 260);
    trail_add(&r, &(trail_sample){500, {{500, 0, 0}}}); // far ahead
    assert_int_equal(r.n, 1);
}

// The anchor in a wedge: link 0 pulls straight up. Each flank presses at 60° from the vertical, with friction down the
// flank.
static dyn_snapshot *wedged_anchor(void) {
    dyn_snapshot *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->n_bodies = 3;
    for (int k = 0; k < 3; k++) s->body[k].pose.r = mat3_identity();
    s->body[1].kind = DYN_SHOW_SHANK, s->body[2].kind = DYN_SHOW_HEAD;
    s->body[1].pose.r = mat3_rotation(vec3_make(1, 0, 0), 0.4); // not the direction of heaving
    s->gauges = (dyn_gauges){.tension_n = 100e3, .motor_torque_nm = 1e3, .jammed = 1};
    const double fn[4] = {20e3, 40e3, 30e3, 50e3}, used[4] = {0.5, 1, 0, 0.5};
    s->n_contacts = 4;
    for (int k = 0; k < 4; k++) {
        double side = k % 2 ? 1 : -1, down = k < 3 ? -0.5 : 0.5; // the last contact helps: its normal points up
        vec3 n = vec3_make(side * sqrt(0.75), 0, down), t = vec3_make(-side * 0.5, 0, -sqrt(0.75));
        s->contact[k] = (dyn_snapshot_contact){.position = {side, 0, k},
                                               .normal = n,
                                               .normal_force = vec3_scale(fn[k], n),
                                               .tangent_force = vec3_scale(0.25 * used[k] * fn[k], k < 3 ? t : n),
                                               .mu = 0.25,
                                               .body = k == 2 ? 1 : 2};
    }
    return s;
}

static void strongest_hold_comes_first(void **state) {
    (void)state;
    dyn_snapshot *s = wedged_anchor();
    overlay_hold h[OVERLAY_HOLDS];
    assert_int_equal(overlay_find_holds(s, h), 3);
    const int order[3] = {1, 2, 0};
    const double held[3] = {40e3 * (0.5 + 0.25 * sqrt(0.75)), 15e3, 20e3 * (0.5 + 0.125 * sqrt(0.75))};
    const double normal[3] = {40e3, 30e3, 20e3}, used[3] = {1, 0, 0.5};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(h[k].contact, order[k]);
        CHECK_NEAR(h[k].held_n, held[k], 1e-9 * 100e3);
        CHECK_NEAR(h[k].normal_n, normal[k], 1e-9 * 100e3);
        CHECK_NEAR(h[k].friction_used, used[k], 1e-12);
    }
    s->gauges.tension_n = 20 * 14e3; // a twentieth is 14 kN: the weakest contact, 12.2 kN, no longer counts
    assert_int_equal(overlay_find_holds(s, h), 2);
    s->gauges.tension_n = 1;
    for (int k = 0; k < DYN_SNAPSHOT_VECTORS; k++) { // each a little stronger than the last
        s->contact[k] = s->contact[2];
        s->contact[k].normal_force = vec3_make(0, 0, -1000 - k);
    }
    s->n_contacts = DYN_SNAPSHOT_VECTORS;
    assert_int_equal(overlay_find_holds(s, h), OVERLAY_HOLDS);
    for (int k = 0; k < OVERLAY_HOLDS; k++) assert_int_equal(h[k].contact, DYN_SNAPSHOT_VECTORS - 1 - k);
    free(s);
}

static void holds_are_explained_when_heaving_stalls(void **state) {
    (void)state;
    dyn_snapshot *s = wedged_anchor();
    assert_true(overlay_hold_applies(s));
    s->gauges.jammed = 0;
    assert_false(overlay_hold_applies(s));
    snprintf(s->message, sizeof s->message, "not housed: crown pin 0.69 m from the mouth");
    assert_true(overlay_hold_applies(s));
    s->gauges.speed_m_s = 0.05;
    assert_false(overlay_hold_applies(s));
    s->gauges.speed_m_s = 0, s->gauges.motor_torque_nm = 0;
    assert_false(overlay_hold_applies(s));
    s->gauges.jammed = s->gauges.housed = 1;
    assert_false(overlay_hold_applies(s));
    free(s);
}

// Labels for coincident points and points at the edges are all visible, do not overlap, and avoid the reserved area. In
// the end there is no more room.
static void labels_do_not_overlap(void **state) {
    (void)state;
    place_page p = {.seen = {0, 24, 400, 300}};
    const area ring = {188, 138, 24, 24};
    place_reserve(&p, &ring);
    int found = 0;
    for (int k = 0; k < 40; k++) {
        area r;
        float x = k < 20 ? 200 : (float)(k % 3 * 199 + 1), y = k < 20 ? 150 : (float)(25 + k % 2 * 298);
        if (!place_beside(&p, x, y, 120, 22, k % 4 == 0, &r)) continue;
        found++;
        assert_true(r.x >= 0 && r.y >= 24 && r.x + r.width <= 400 && r.y + r.height <= 324);
    }
    assert_int_equal(p.n, found + 1);
    assert_true(found > 12 && found < 40);
    for (int i = 0; i < p.n; i++)
        for (int j = 0; j < i; j++) {
            const area *a = &p.taken[i], *b = &p.taken[j];
            assert_true(a->x >= b->x + b->width || b->x >= a->x + a->width || a->y >= b->y + b->height ||
                        b->y >= a->y + a->height);
        }
    area r;
    place_page empty = {.seen = {0, 24, 400, 300}};
    assert_true(place_beside(&empty, 100, 100, 50, 22, false, &r) && r.x > 100);
    assert_true(place_beside(&empty, 300, 100, 50, 22, true, &r) && r.x < 300);
    assert_false(place_beside(&empty, 100, 10, 50, 22, false, &r)); // the point is hidden
    assert_false(place_beside(&empty, NAN, 100, 50, 22, false, &r));
}

// With a bar along the top and a panel at the lower left, legends start below the bar, end above the panel, and
// continue in a second column.
static void legends_avoid_panels(void **state) {
    (void)state;
    place_page p = {.seen = {0, 24, 400, 200}};
    const area bar = {0, 24, 400, 40}, timing = {0, 120, 200, 104};
    place_reserve(&p, &bar);
    place_reserve(&p, &timing);
    area r[4];
    for (int k = 0; k < 4; k++) assert_true(place_in_column(&p, 100, 22, &r[k]));
    assert_true(r[0].x == r[1].x && r[0].y >= 64 && r[1].y > r[0].y + 22 && r[1].y + 22 <= 120);
    assert_true(r[2].x > r[0].x + 100 && r[2].x == r[3].x && r[2].y == r[0].y && r[3].y == r[1].y);
    assert_true(place_in_column(&p, 150, 60, &r[0]));
    assert_true(r[0].x >= 200 && r[0].y > r[3].y + 22 && r[0].y + 60 <= 224); // more room to the right of the panel
    assert_false(place_in_column(&p, 390, 22, &r[0]));
    place_page empty = {.seen = {0, 24, 400, 300}};
    assert_true(place_in_column(&empty, 100, 22, &r[0]) && r[0].x == 8 && r[0].y == 30);
}

// Number of the legends' vertices in a box: left, bottom, width, height [px].
static int count_legend_vertices(const int box[4], const int (*covered)[4], int n_covered, int *all) {
    static const overlay o;
    draw2d g = {.width = 1280, .height = 720, .px = 1, .vertex = malloc(DRAW2D_VERTICES * sizeof(draw2d_vertex))};
    for (int k = 0; k < FONT_SIZES; k++) g.cells[k] = font_choose(k, g.px);
    static const dyn_snapshot none;
    const overlay_view v = {.s = &none,
                            .shown = 1u << DISPLAY_TENSION | 1u << DISPLAY_INDENTATION | 1u << DISPLAY_REGIONS |
                                     1u << DISPLAY_TRAILS,
                            .width = 1280,
                            .height = 720,
                            .rows = 720,
                            .covered = covered,
                            .n_covered = n_covered};
    assert_non_null(g.vertex);
    overlay_text(&o, &v, &g);
    int in = 0;
    for (int k = 0; k < g.n; k++) {
        float x = g.vertex[k].x - (float)box[0], y = 720 - g.vertex[k].y - (float)box[1];
        in += x > 0 && y > 0 && x < (float)box[2] && y < (float)box[3];
    }
    *all = g.n;
    free(g.vertex);
    return in;
}

// Legends whose place is behind a panel move elsewhere and stay whole.
static void legends_are_not_behind_panels(void **state) {
    (void)state;
    const int box[1][4] = {{0, 560, 700, 160}};
    int all, beside;
    assert_true(count_legend_vertices(box[0], NULL, 0, &all) > all / 2);
    assert_int_equal(count_legend_vertices(box[0], box, 1, &beside), 0);
    assert_int_equal(beside, all);
}

static void excess_vertices_are_counted(void **state) {
    (void)state;
    paint p = {.vertex = malloc(PAINT_VERTICES * sizeof(paint_vertex))};
    const camera c = {.distance = 10, .fov_y = 0.8};
    paint_begin(&p, &c, 720, 0);
    for (int k = 0; k < PAINT_VERTICES / 6 + 5; k++)
        paint_line(&p, vec3_make(0, 0, 0), vec3_make(0, 0, 1), 2, ~0u, ~0u);
    assert_int_equal(p.n, PAINT_VERTICES / 6 * 6);
    assert_int_equal(p.n + p.dropped, PAINT_VERTICES / 6 * 6 + 30);
    // the width is in pixels at the eye's distance
    double width =
        hypot(hypot(p.vertex[0].x - p.vertex[1].x, p.vertex[0].y - p.vertex[1].y), p.vertex[0].z - p.vertex[1].z);
    CHECK_NEAR(width, 2 * 10 * 2 * tan(0.4) / 720, 1e-6);
    paint_begin(&p, &c, 720, 0);
    assert_int_equal(p.n + p.dropped, 0);
    free(p.vertex);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colour_scale_rises_in_lightness),
        cmocka_unit_test(indentation_falls_off_to_the_contour),
        cmocka_unit_test(greatest_indentation_stays_until_a_rewind),
        cmocka_unit_test(excess_spots_are_counted),
        cmocka_unit_test(trail_holds_the_last_twenty_seconds),
        cmocka_unit_test(strongest_hold_comes_first),
        cmocka_unit_test(holds_are_explained_when_heaving_stalls),
        cmocka_unit_test(labels_do_not_overlap),
        cmocka_unit_test(legends_avoid_panels),
        cmocka_unit_test(legends_are_not_behind_panels),
        cmocka_unit_test(excess_vertices_are_counted),
    };
    return cmocka_run_group_tests_name("render.overlay.overlay", tests, NULL, NULL);
}
