// SPDX-License-Identifier: MIT
// The sheet of the anchor watch on a canvas that records: lines are clipped to their area without bending, texts keep
// apart, and the views map the world to scale, over a slope, too.
#include "rt/sheet/sheet.h"
#include "tests/check.h"
#include "tests/random.h"
#include <string.h>

enum { MOST = 8192 };
static const double pi = 3.14159265358979323846;

static struct {
    int n, texts, cleared;
    sketch_point from[MOST], to[MOST], at[64];
    char text[64][SKETCH_TEXT];
} drawn;

static void record_line(void *ctx, sketch_point from, sketch_point to, double thick, sketch_ink ink) {
    (void)ctx, (void)thick, (void)ink;
    assert_true(drawn.n < MOST);
    drawn.from[drawn.n] = from, drawn.to[drawn.n++] = to;
}

static void record_text(void *ctx, sketch_point at, sketch_ink ink, const char *text) {
    (void)ctx, (void)ink;
    drawn.at[drawn.texts] = at;
    snprintf(drawn.text[drawn.texts++], SKETCH_TEXT, "%s", text);
}

static double width_of(void *ctx, const char *text) {
    (void)ctx;
    return 8 * (double)strlen(text);
}

static void record_clear(void *ctx, sketch_area a) {
    (void)ctx, (void)a;
    drawn.cleared++;
}

static const sketch_canvas canvas = {NULL, record_line, record_text, width_of, record_clear, 15};

static sketch begin(sketch_area a) {
    memset(&drawn, 0, sizeof drawn);
    return (sketch){.canvas = &canvas, .area = a};
}

static bool is_within(sketch_point p, const sketch_area *a) {
    const double slack = 1e-9;
    return p.x >= a->x - slack && p.x <= a->x + a->width + slack && p.y >= a->y - slack &&
           p.y <= a->y + a->height + slack;
}

static void lines_are_clipped_without_bending(void **state) {
    (void)state;
    const sketch_area a = {10, 20, 100, 50};
    uint64_t seed = 7;
    int kept = 0;
    for (int k = 0; k < 5000; k++) {
        sketch s = begin(a);
        const sketch_point p = {uniform(&seed, -100, 200), uniform(&seed, -100, 200)},
                           q = {uniform(&seed, -100, 200), uniform(&seed, -100, 200)};
        sketch_line(&s, p, q, 1, SKETCH_DIM);
        kept += drawn.n;
        if (drawn.n == 0) continue;
        const sketch_point ends[] = {drawn.from[0], drawn.to[0]};
        for (int i = 0; i < 2; i++) {
            double off = (ends[i].x - p.x) * (q.y - p.y) - (ends[i].y - p.y) * (q.x - p.x);
            assert_true(is_within(ends[i], &a));
            CHECK_NEAR(off / hypot(q.x - p.x, q.y - p.y), 0, 1e-9);
        }
    }
    assert_true(kept > 500 && kept < 4500);
    sketch s = begin(a);
    sketch_line(&s, (sketch_point){20, 30}, (sketch_point){(double)NAN, 30}, 1, SKETCH_DIM);
    assert_int_equal(drawn.n, 0);
}

static void texts_keep_apart_and_come_last(void **state) {
    (void)state;
    sketch s = begin((sketch_area){0, 0, 200, 40});
    sketch_text(&s, (sketch_point){190, 5}, 0, SKETCH_DIM, "first");
    sketch_text(&s, (sketch_point){170, 10}, 0, SKETCH_DIM, "hidden");
    sketch_text(&s, (sketch_point){0, 100}, 0, SKETCH_DIM, "below");
    sketch_text(&s, (sketch_point){0, 0}, 0, SKETCH_DIM, "wider than the area of this sketch");
    assert_int_equal(drawn.texts, 0);
    sketch_finish(&s);
    assert_int_equal(drawn.texts, 2);
    assert_int_equal(drawn.cleared, 2);
    assert_string_equal(drawn.text[0], "first");
    CHECK_NEAR(drawn.at[0].x, 160, 1e-12); // moved to the left
    assert_string_equal(drawn.text[1], "below");
    CHECK_NEAR(drawn.at[1].y, 25, 1e-12); // and up
}

static void lengths_are_rounded_up(void **state) {
    (void)state;
    const double of[][2] = {{1, 1}, {1.01, 2}, {2.5, 3}, {3.1, 5}, {6, 10}, {0.07, 0.1}, {49, 50}, {120, 200}};
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) CHECK_NEAR(sketch_round_up(of[k][0]), of[k][1], 1e-9);
}

// A ship on a bottom that falls by 1 in 10 toward her: 20 m deep under the anchor, 24 m under the hawse.
static dyn_snapshot *on_a_slope(void) {
    dyn_snapshot *s = test_calloc(1, sizeof *s);
    const double n = sqrt(1.01);
    s->watch = (dyn_snapshot_watch){.state = DYN_WATCH_BROUGHT_UP,
                                    .anchor = {40, 0, -20},
                                    .centre = {40, 0, 5},
                                    .hawse = {0, 0, 5},
                                    .antenna = {-40, 0, 20},
                                    .touchdown = {30, 0, -21},
                                    .bottom = {40, 0, -20},
                                    .bottom_normal = {-0.1 / n, 0, 1 / n},
                                    .distance_m = 40,
                                    .limit_m = 90,
                                    .swing_m = 90,
                                    .midship = {-29, 0, 0},
                                    .length_m = 60,
                                    .beam_m = 15,
                                    .draught_m = 2.4};
    return s;
}

static void views_are_to_scale(void **state) {
    (void)state;
    dyn_snapshot *s = on_a_slope();
    const sketch_area a = {100, 50, 400, 300};
    const plan_map plan = plan_map_of(s, &s->watch, a), side = elevation_map_of(&s->watch, a);
    CHECK_NEAR(plan_bottom(&s->watch, s->watch.hawse), -24, 1e-12);
    CHECK_NEAR(plan_bottom(&s->watch, s->watch.touchdown), -21, 1e-12);
    sketch_point anchor = plan_place(&plan, s->watch.anchor), hawse = plan_place(&plan, s->watch.hawse);
    CHECK_NEAR(anchor.x, 300, 1e-9), CHECK_NEAR(anchor.y, 200, 1e-9);
    CHECK_NEAR(hawse.y - anchor.y, 40 * plan.scale, 1e-9); // the world's x axis points north
    CHECK_NEAR(hawse.x, anchor.x, 1e-9);
    CHECK_NEAR(plan_place(&plan, vec3_make(40, -10, 0)).x - anchor.x, 10 * plan.scale, 1e-9); // to starboard is east
    anchor = plan_place(&side, s->watch.anchor), hawse = plan_place(&side, s->watch.hawse);
    CHECK_NEAR(hawse.x - anchor.x, 40 * side.scale, 1e-9); // the anchor at the left
    CHECK_NEAR(anchor.y - hawse.y, 25 * side.scale, 1e-9);
    for (int k = 0; k < 2; k++) assert_true(is_within(k ? anchor : hawse, &a));
    test_free(s);
}

// Every line of both views lies within its area, whatever the place of the ship.
static void sheet_stays_within_its_area(void **state) {
    (void)state;
    dyn_snapshot *s = on_a_slope();
    const sketch_area a = {860, 30, 415, 495};
    for (double x = -500; x < 500; x += 37) {
        memset(&drawn, 0, sizeof drawn);
        s->watch.hawse.x = x, s->watch.antenna.x = x - 40, s->watch.midship.x = x - 29;
        s->watch.distance_m = fabs(40 - x);
        watch_sheet_draw(s, x > 0, a, &canvas);
        assert_true(drawn.n > 100 && drawn.texts >= 8);
        for (int k = 0; k < drawn.n; k++) assert_true(is_within(drawn.from[k], &a) && is_within(drawn.to[k], &a));
    }
    memset(&drawn, 0, sizeof drawn);
    s->watch.state = DYN_WATCH_OFF;
    watch_sheet_draw(s, false, a, &canvas);
    assert_int_equal(drawn.n + drawn.texts, 0);
    test_free(s);
}

static bool has_text(const char *part) {
    for (int k = 0; k < drawn.texts; k++)
        if (strstr(drawn.text[k], part)) return true;
    return false;
}

// The anchor has dragged 60 m to the ship's side and lies under a bent chain: on the bridge nothing of it shows, and
// the sheet is the same wherever the anchor and its chain are.
static void bridge_does_not_see_the_anchor(void **state) {
    (void)state;
    dyn_snapshot *s = on_a_slope();
    const sketch_area a = {860, 30, 415, 495};
    sketch_point from[MOST], to[MOST];
    int n = 0;
    s->watch.centre = vec3_make(40, 30, 5), s->watch.north_rad = 0.5 * pi; // x to the east, y to the north
    s->watch.outboard_m = 60, s->watch.lead_rad = 0.6;
    s->n_bodies = 30;
    for (int drags = 0; drags < 2; drags++) {
        for (int k = 0; k < s->n_bodies; k++)
            s->body[k] = (dyn_snapshot_body){.kind = DYN_SHOW_LINK, .pose = {mat3_identity(), {2 * k, drags * k, -k}}};
        s->watch.anchor = vec3_make(40, 30 - 60 * drags, -20), s->watch.drags = drags, s->watch.dragged_m = 60 * drags;
        memset(&drawn, 0, sizeof drawn);
        watch_sheet_draw(s, true, a, &canvas);
        assert_true(has_text("reckoned 053") && has_text("chain outboard 60 m") && has_text("50 m") &&
                    !has_text("dragged") && !has_text("touchdown"));
        for (int k = 0; drags && k < drawn.n; k++)
            assert_true(memcmp(&from[k], &drawn.from[k], sizeof from[k]) == 0 &&
                        memcmp(&to[k], &drawn.to[k], sizeof to[k]) == 0);
        assert_true(!drags || n == drawn.n);
        memcpy(from, drawn.from, sizeof from), memcpy(to, drawn.to, sizeof to), n = drawn.n;
        memset(&drawn, 0, sizeof drawn);
        watch_sheet_draw(s, false, a, &canvas);
        assert_true(drawn.n > n && has_text("anchor dragged") && has_text("touchdown"));
    }
    test_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_clipped_without_bending),
        cmocka_unit_test(texts_keep_apart_and_come_last),
        cmocka_unit_test(lengths_are_rounded_up),
        cmocka_unit_test(views_are_to_scale),
        cmocka_unit_test(sheet_stays_within_its_area),
        cmocka_unit_test(bridge_does_not_see_the_anchor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
