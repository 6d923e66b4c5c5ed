// SPDX-License-Identifier: MIT
// Overlays in pictures of the synthetic bow: each switch changes only its own part of the picture.
#include "render/text/colour_map.h"
#include "tests/render/bow.h"
#include "tests/render/drawing.h"

enum { WIDTH = 1280, HEIGHT = 720, BYTES = 3 * WIDTH * HEIGHT, HEAD = BOW_LINKS + 1, PICTURES = 12 };

typedef struct box {
    int x0, y0, x1, y1;
} box;

static const box legend = {0, 24, 460, 76};

typedef struct fixture {
    bow bow;
    render *r;
    uint8_t *a, *b; // pictures
} fixture;

// The head presses against the shell at the focus, in a square of 0.8 m. The chain's tension rises up the links.
static void fill_snapshot(dyn_snapshot *s, const render_def *def) {
    vec3 n = def->outboard, u = vec3_unit(vec3_cross(n, vec3_make(0, 0, 1))), v = vec3_cross(n, u), at = def->focus;
    s->n_contacts = 1;
    s->contact[0].body = HEAD;
    s->contact[0].area = 0.64;
    s->contact[0].mu = 0.25;
    s->contact[0].tangent_force = vec3_make(0, 0, -12e3);
    s->n_regions = s->n_contours = 1;
    s->region[0] = (dyn_snapshot_region){.centre = at, .normal = n, .half = {vec3_scale(0.4, u), vec3_scale(0.4, v)}};
    s->contour[0] = (dyn_snapshot_contour){.count = 4, .closed = 1};
    s->n_corners = 4;
    for (int k = 0; k < 4; k++) s->corner[k] = vec3_madd(vec3_madd(at, k % 3 ? 0.4 : -0.4, u), k / 2 ? 0.4 : -0.4, v);
    for (int k = 0; k < BOW_LINKS; k++) s->tension_n[k] = 250e3 * k / (BOW_LINKS - 1);
    vec3 pin = s->body[HEAD].pose.p, shackle = vec3_madd(pin, 2.8, vec3_make(0, 0, 1));
    s->n_reactions = DYN_SHOW_JOINTS;
    s->reaction[DYN_SHOW_HINGE] = (dyn_snapshot_reaction){pin, {0, 0, 40e3}};
    s->reaction[DYN_SHOW_SHACKLE] = (dyn_snapshot_reaction){shackle, {20e3, 0, 60e3}};
}

static int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    bow_make(&f->bow);
    fill_snapshot(f->bow.snapshot, &f->bow.def);
    f->r = drawing_open(&f->bow.def);
    f->a = malloc(BYTES);
    f->b = malloc(BYTES);
    *state = f;
    return 0;
}

static int close_fixture(void **state) {
    fixture *f = *state;
    render_destroy(f->r);
    bow_free(&f->bow);
    free(f->a);
    free(f->b);
    free(f);
    return 0;
}

static void draw_picture(fixture *f, uint8_t *rgb) { drawing_of(f->r, f->bow.snapshot, rgb); }

static bool contains(const box *b, int x, int y) { return x >= b->x0 && x < b->x1 && y >= b->y0 && y < b->y1; }

// Number of differing pixels within the box (outside it if `out`), without the legend.
static int count_differences(const fixture *f, box where, bool out) {
    int n = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            if (contains(&where, x, y) != out && !contains(&legend, x, y))
                n += memcmp(f->a + 3 * (y * WIDTH + x), f->b + 3 * (y * WIDTH + x), 3) != 0;
    return n;
}

static int count_legend_differences(const fixture *f) {
    int n = 0;
    for (int y = legend.y0; y < legend.y1; y++)
        for (int x = legend.x0; x < legend.x1; x++)
            n += memcmp(f->a + 3 * (y * WIDTH + x), f->b + 3 * (y * WIDTH + x), 3) != 0;
    return n;
}

// Box about the points as projected in the last picture, enlarged by `more` pixels.
static box box_about(const fixture *f, const vec3 *at, int n, int more) {
    box b = {WIDTH, HEIGHT, 0, 0};
    for (int k = 0; k < n; k++) {
        double x, y;
        assert_true(render_project(f->r, at[k], &x, &y));
        b = (box){(int)fmin(b.x0, x), (int)fmin(b.y0, y), (int)fmax(b.x1, x), (int)fmax(b.y1, y)};
    }
    return (box){b.x0 - more, b.y0 - more, b.x1 + more, b.y1 + more};
}

// Toggles the switch on and off: only the box and the legend change, and the change is undone.
static void check_switch(fixture *f, display_switch s, box where, int least) {
    draw_picture(f, f->a);
    assert_false(display_on(render_get_display(f->r), s));
    render_toggle(f->r, s);
    draw_picture(f, f->b);
    int inside = count_differences(f, where, false), outside = count_differences(f, where, true),
        named = count_legend_differences(f);
    render_toggle(f->r, s);
    draw_picture(f, f->b);
    print_message("%s: %d pixels, legend %d\n", display_entry_of[s].name, inside, named);
    assert_true(inside > least);
    assert_int_equal(outside, 0);
    assert_true(named > 1000);
    assert_memory_equal(f->a, f->b, BYTES);
}

static box region_box(const fixture *f, int more) { return box_about(f, f->bow.snapshot->corner, 4, more); }

static void regions_change_the_region(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw_picture(f, f->a);
    check_switch(f, DISPLAY_REGIONS, region_box(f, 45), 600);
}

static void indentation_changes_the_spot(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw_picture(f, f->a);
    check_switch(f, DISPLAY_INDENTATION, region_box(f, 6), 600);
}

static box chain_box(const fixture *f, int more) {
    vec3 at[2] = {f->bow.snapshot->body[0].pose.p, f->bow.snapshot->body[BOW_LINKS - 1].pose.p};
    return box_about(f, at, 2, more);
}

static void tension_changes_the_chain(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw_picture(f, f->a);
    check_switch(f, DISPLAY_TENSION, chain_box(f, 20), 400);
}

static void reactions_change_joints_and_chain(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const dyn_snapshot *s = f->bow.snapshot;
    draw_picture(f, f->a);
    vec3 at[3] = {s->body[HEAD].pose.p, s->reaction[DYN_SHOW_SHACKLE].position, s->body[BOW_LINKS - 1].pose.p};
    check_switch(f, DISPLAY_REACTIONS, box_about(f, at, 3, 170), 1000); // labels are beside the arrows
}

static void trails_follow_the_anchor(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot *s = f->bow.snapshot;
    const dyn_snapshot before = *s;
    vec3 first = s->body[HEAD].pose.p, last;
    for (int k = 0; k < PICTURES; k++) {
        s->t += 0.1;
        for (int i = 0; i < s->n_bodies; i++) s->body[i].pose.p.z += 0.1;
        draw_picture(f, f->a);
    }
    last = s->body[HEAD].pose.p;
    last.z += 3;
    const vec3 at[4] = {first, last, vec3_add(first, vec3_make(-1.2, 0, 0)), vec3_add(first, vec3_make(1.2, 0, 0))};
    check_switch(f, DISPLAY_TRAILS, box_about(f, at, 4, 30), 60);
    *s = before;
    draw_picture(f, f->a); // a rewind
}

// Number of pixels in the box whose colour shifts toward channel `to` and away from `from`.
static int count_shifted(const fixture *f, box where, int to, int from) {
    int n = 0;
    for (int y = where.y0; y < where.y1; y++)
        for (int x = where.x0; x < where.x1; x++) {
            const uint8_t *a = f->a + 3 * (y * WIDTH + x), *b = f->b + 3 * (y * WIDTH + x);
            n += (b[to] - b[from]) - (a[to] - a[from]) > 40;
        }
    return n;
}

static void sticking_is_blue_and_sliding_amber(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw_picture(f, f->a);
    render_toggle(f->r, DISPLAY_REGIONS);
    for (int sticks = 0; sticks < 2; sticks++) {
        f->bow.snapshot->contact[0].sticking = sticks;
        draw_picture(f, f->b);
        box where = region_box(f, 5);
        assert_true(count_shifted(f, where, sticks ? 2 : 0, sticks ? 0 : 2) > 300);
        assert_int_equal(count_shifted(f, where, sticks ? 0 : 2, sticks ? 2 : 0), 0);
    }
    render_toggle(f->r, DISPLAY_REGIONS);
}

// A region inside the hull is visible with the hull whole, see-through and cut.
static void hull_does_not_hide_a_region(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot *s = f->bow.snapshot;
    const dyn_snapshot before = *s;
    vec3 inboard = vec3_scale(-0.6, f->bow.def.outboard);
    for (int k = 0; k < 4; k++) s->corner[k] = vec3_add(s->corner[k], inboard);
    s->region[0].centre = vec3_add(s->region[0].centre, inboard);
    const display_switch hull[3] = {DISPLAY_FORCES, DISPLAY_GHOST, DISPLAY_CUT};
    for (int k = 0; k < 3; k++) {
        render_toggle(f->r, hull[k]);
        draw_picture(f, f->a);
        render_toggle(f->r, DISPLAY_REGIONS);
        draw_picture(f, f->b);
        assert_true(count_differences(f, region_box(f, 5), false) > 500);
        render_toggle(f->r, DISPLAY_REGIONS);
        render_toggle(f->r, hull[k]);
    }
    *s = before;
}

// A straight bar of a link has the scale's colour, a little darker where seen at an angle.
static void links_are_coloured_by_tension(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const dyn_snapshot *s = f->bow.snapshot;
    render_toggle(f->r, DISPLAY_TENSION);
    render_toggle(f->r, DISPLAY_FORCES); // force arrows would cover the chain
    draw_picture(f, f->a);
    render_toggle(f->r, DISPLAY_TENSION);
    render_toggle(f->r, DISPLAY_FORCES);
    int seen = 0;
    for (int k = 0; k < BOW_LINKS; k++) {
        const pose *link = &s->body[k].pose;
        double x, y;
        assert_true(render_project(f->r, pose_point(link, vec3_make(1.3 * BOW_BAR, 0, 0)), &x, &y));
        if (link->p.z < 0.3 || y < 30) continue; // water or the status line may hide it
        uint32_t colour = colour_map(s->tension_n[k] / 250e3);
        int best = 255;
        for (int i = 0; i < 9; i++) {
            const uint8_t *p = f->a + 3 * (((int)y + i / 3 - 1) * WIDTH + (int)x + i % 3 - 1);
            int worst = 0;
            for (int c = 0; c < 3; c++) {
                int want = (int)(colour >> (24 - 8 * c) & 0xff), low = (int)(0.86 * want);
                worst = (int)fmax(worst, fmax(p[c] - want, low - p[c]));
            }
            best = (int)fmin(best, worst);
        }
        if (best > 8) fail_msg("link %d is off by %d of 255", k, best);
        seen++;
    }
    assert_true(seen > 8);
}

// When the anchor jams, the label's dark background is beside the contact; not when the contact helps.
static void jam_is_explained_beside_the_contact(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot *s = f->bow.snapshot;
    const dyn_snapshot before = *s;
    double x, y;
    draw_picture(f, f->a);
    assert_true(render_project(f->r, s->contact[0].position, &x, &y));
    const box beside = {(int)x + 30, (int)y - 10, (int)x + 250, (int)y + 10};
    const int area = (beside.x1 - beside.x0) * (beside.y1 - beside.y0);
    s->gauges.jammed = 1;
    draw_picture(f, f->b);
    assert_true(count_differences(f, beside, false) > area * 9 / 10);
    s->contact[0].tangent_force.z = 12e3;
    draw_picture(f, f->a);
    s->gauges.jammed = 0;
    draw_picture(f, f->b);
    assert_int_equal(count_differences(f, beside, false), 0);
    *s = before;
}

static void nonfinite_values_and_full_lists_are_drawn(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot *s = f->bow.snapshot;
    const dyn_snapshot before = *s;
    const display_switch all[5] = {DISPLAY_TENSION, DISPLAY_REGIONS, DISPLAY_INDENTATION, DISPLAY_TRAILS,
                                   DISPLAY_REACTIONS};
    rt_diag d = {0};
    for (int k = 0; k < 5; k++) render_toggle(f->r, all[k]);
    s->gauges.jammed = 1;
    s->tension_n[3] = NAN, s->tension_n[4] = INFINITY;
    s->corner[2].x = NAN;
    s->region[0].half[0] = vec3_make(INFINITY, 0, 0);
    s->contact[0].depth = INFINITY;
    s->reaction[0].force = vec3_make(NAN, 0, 0), s->reaction[1].force = vec3_make(1e300, 0, 0);
    draw_picture(f, f->a);
    s->n_regions = s->n_contours = DYN_SNAPSHOT_REGIONS;
    s->n_corners = DYN_SNAPSHOT_CORNERS;
    s->n_contacts = DYN_SNAPSHOT_VECTORS;
    for (int k = 0; k < DYN_SNAPSHOT_REGIONS; k++)
        s->contour[k] = (dyn_snapshot_contour){.region = k, .first = 8 * k, .count = 8, .closed = 1};
    for (int k = 0; k < DYN_SNAPSHOT_CORNERS; k++) s->corner[k] = vec3_make(k % 8, k % 3, k);
    s->t = NAN;
    draw_picture(f, f->a);
    assert_int_equal(render_write_png(f->r, "render_overlay_strange.png", &d), RT_OK);
    for (int k = 0; k < 5; k++) render_toggle(f->r, all[k]);
    *s = before;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_change_the_region),
        cmocka_unit_test(indentation_changes_the_spot),
        cmocka_unit_test(tension_changes_the_chain),
        cmocka_unit_test(reactions_change_joints_and_chain),
        cmocka_unit_test(trails_follow_the_anchor),
        cmocka_unit_test(sticking_is_blue_and_sliding_amber),
        cmocka_unit_test(hull_does_not_hide_a_region),
        cmocka_unit_test(links_are_coloured_by_tension),
        cmocka_unit_test(jam_is_explained_beside_the_contact),
        cmocka_unit_test(nonfinite_values_and_full_lists_are_drawn),
    };
    return cmocka_run_group_tests_name("render.overlay.picture", tests, open_fixture, close_fixture);
}
