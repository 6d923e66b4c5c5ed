// SPDX-License-Identifier: MIT
// What the instruments draw, judged by the list of what is drawn, without a GPU: in pictures of every size and in every
// state nothing overlaps, runs out of its place or out of the picture, and every letter can be read by day and night.
#include "render/draw2d_quad.h"
#include "render/gauges.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

static const int size_px[][2] = {{1280, 720},  {3840, 2160}, {640, 360}, {1920, 1080}, {2560, 1440}, {960, 600},
                                 {700, 500},   {500, 800},   {360, 640}, {1024, 768},  {1600, 500},  {320, 240},
                                 {3440, 1440}, {200, 1000},  {64, 64},   {1, 1}};
enum { SIZES = sizeof size_px / sizeof size_px[0] };

typedef struct fixture {
    draw2d g;
    gauges gauges;
    dyn_snapshot s;
    display shown;
} fixture;

static const char control[] = "W or Up      lever toward heave (springs back)\n"
                              "S or Down    lever toward pay out (springs back)\n"
                              "A or Left    brake a step slacker\n"
                              "R            reset: re-arm, with the lever at neutral\n";

static int begin(void **state) {
    fixture *f = calloc(1, sizeof *f);
    f->g.vertex = malloc(DRAW2D_VERTICES * sizeof *f->g.vertex);
    f->gauges.marks = (gauge_marks){178e3, 119e3, 0.15, 60e3};
    f->gauges.cameras = 7;
    *state = f;
    return 0;
}

static int end(void **state) {
    fixture *f = *state;
    free(f->g.vertex);
    free(f);
    return 0;
}

enum { STATES = 7 };
// An ordinary haul; every lamp lit and all that can be said; nothing known; the extremes; not numbers; a long chain.
static void set_state(fixture *f, int state) {
    dyn_snapshot *s = &f->s;
    memset(&f->gauges.hints, 0, sizeof f->gauges.hints);
    memset(&f->gauges.chart, 0, sizeof f->gauges.chart);
    *s = (dyn_snapshot){.frame = 83250, .t = 83.25};
    s->info = (dyn_snapshot_info){.newton = 3, .points = 2, .links = 44, .work_ns = 412000};
    s->gauges = (dyn_gauges){118e3, 61e3, 66.3, 0.152, 0.65, 0, 47e3, 0.3, .clutch = 1, .safety = RT_SAFETY_ACTIVE};
    s->timing = (dyn_timing){.period_ns = 1000000, .budget_ns = 1000000, .frames = 83250};
    for (int k = 0; k < DYN_TIMING_SLOTS; k++) s->timing.worst_work_ns[k] = s->timing.worst_end_ns[k] = 60000 * k;
    for (int k = 0; k < DYN_TIMING_BINS; k++) s->timing.bin[k] = 1u << k;
    for (int k = 0; k < RT_PHASE_COUNT; k++) s->timing.phase_ns[k] = 400000;
    if (state == 1) {
        s->gauges = (dyn_gauges){203e3, 190e3, 27.4, -0.2, -1, 1, -60e3, 1, 0, 1, 1, 1, 1, 1, RT_SAFETY_FAILSAFE, 1};
        s->info.misses = 99999999;
        s->info.slip_ns = 12345678901;
        for (int k = 0; k < DYN_TIMING_CAUSES; k++) s->timing.cause[k] = 1234567;
        snprintf(s->message, sizeof s->message,
                 "not home: the shank is 312 mm from its seat and the port fluke rests on "
                 "the lower lip of the pocket; slack away and heave again");
    } else if (state == 2) {
        s->gauges = (dyn_gauges){0};
        s->timing = (dyn_timing){0};
        s->t = 0;
    } else if (state == 3) {
        s->gauges = (dyn_gauges){9999e3, 1e12, 9999, -99, -9, 9, 1e12, 0, .safety = 77};
        s->t = 1e300;
        s->frame = UINT64_MAX;
        s->info = (dyn_snapshot_info){INT32_MIN, 1, 1, INT32_MIN, INT32_MIN, 0, INT64_MAX, UINT64_MAX, INT64_MAX};
        memset(s->message, 0xc3, sizeof s->message);
    } else if (state == 4) {
        s->gauges = (dyn_gauges){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, .safety = RT_SAFETY_STALE};
        s->t = NAN;
    } else if (state == 5) {
        s->gauges.chain_out_m = 12 * GAUGE_SHACKLE_M - 0.04; // rounds to a whole shackle
        s->gauges.safety = RT_SAFETY_DISARMED;
        s->gauges.failsafe = 1;
    } else if (state == 6) {
        s->gauges.jammed = s->gauges.motor_brake = 1;
        s->gauges.brake = 0.75;
    }
    f->gauges.hints.keys =
        state == 5 || state == 6 ? (operator_keys){"keyboard", control, "Enter  start\n"} : (operator_keys){0};
    dyn_snapshot *history = malloc(sizeof *history);
    *history = *s;
    for (int k = 0; state < 3 && k < 3000; k++) {
        history->t = s->t - 60 + 0.02 * k;
        history->gauges.tension_n = 150e3 * sin(0.01 * k) + 60e3 * sin(0.9 * k);
        history->gauges.safety = k % 400 < 200 ? RT_SAFETY_ACTIVE : RT_SAFETY_FAILSAFE;
        history->info.misses = (uint64_t)(k / 300);
        strip_chart_add(&f->gauges.chart, history);
    }
    free(history);
    gauges_note(&f->gauges, s);
}

static gauges_layout draw(fixture *f, int size) {
    draw2d_begin(&f->g, size_px[size][0], size_px[size][1]);
    gauges_layout l = gauges_lay_out(&f->gauges, &f->g, &f->s, f->shown);
    gauges_draw(&f->gauges, &f->g, &l, &f->s, &f->s.gauges, f->shown);
    return l;
}

// Every size, state and palette; all strips on.
#define EVERY_PICTURE(f, size, state)                                                                                  \
    for (int size = 0; size < SIZES; size++)                                                                           \
        for (int state = 0; state < STATES; state++)                                                                   \
            for (int night_ = 0; night_ < 2; night_++)                                                                 \
                if (((f)->shown = 1u << DISPLAY_GAUGES | 1u << DISPLAY_CHARTS | 1u << DISPLAY_TIMING |                 \
                                  (unsigned)night_ << DISPLAY_NIGHT),                                                  \
                    set_state(f, state), true)

static const draw2d_vertex *quad_of(const fixture *f, int i) { return f->g.vertex + 6 * i; }
static bool is_text(const fixture *f, int i) { return quad_of(f, i)->v > 0; }

static area box_of(const draw2d_vertex *v) {
    area a = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int k = 0; k < 6; k++) {
        a.x = fminf(a.x, v[k].x);
        a.y = fminf(a.y, v[k].y);
        a.width = fmaxf(a.width, v[k].x);
        a.height = fmaxf(a.height, v[k].y);
    }
    a.width -= a.x;
    a.height -= a.y;
    return a;
}

static bool within(area a, area b, float slack) {
    return a.x >= b.x - slack && a.y >= b.y - slack && a.x + a.width <= b.x + b.width + slack &&
           a.y + a.height <= b.y + b.height + slack;
}

static bool overlap(area a, area b, float slack) {
    return a.x + slack < b.x + b.width && b.x + slack < a.x + a.width && a.y + slack < b.y + b.height &&
           b.y + slack < a.y + a.height;
}

static void strips_fill_what_is_not_free(void **state) {
    fixture *f = *state;
    EVERY_PICTURE(f, size, k) {
        gauges_layout l = draw(f, size);
        const area strip[] = {l.status, l.free, l.hint, l.notice, l.chart, l.console};
        float sum = 0, y = 0;
        for (int i = 0; i < 6; i++) {
            if (strip[i].height == 0) continue;
            CHECK_NEAR(strip[i].y, y, 1e-3);
            y += strip[i].height;
            sum += strip[i].height;
        }
        CHECK_NEAR(sum, f->g.height, 1e-2);
        assert_true(l.free.height >= f->g.height / 4 - 1e-3f);
    }
}

static void nothing_runs_out_of_the_picture(void **state) {
    fixture *f = *state;
    EVERY_PICTURE(f, size, k) {
        gauges_layout l = draw(f, size);
        (void)l;
        area picture = {0, 0, f->g.width, f->g.height};
        for (int i = 0; i < f->g.n / 6; i++)
            if (!within(box_of(quad_of(f, i)), picture, 0.5f))
                fail_msg("%d x %d, state %d: quad %d at %.1f, %.1f", size_px[size][0], size_px[size][1], k, i,
                         (double)box_of(quad_of(f, i)).x, (double)box_of(quad_of(f, i)).y);
        for (int i = 0; i < f->g.n_backdrops; i++) {
            const draw2d_area *b = &f->g.backdrop[i];
            assert_true(within((area){b->x, b->y, b->width, b->height}, picture, 0.5f));
        }
        assert_int_equal(f->g.dropped, 0);
    }
}

static void gauges_stay_in_their_places(void **state) {
    static void (*const one[CONSOLE_GAUGES])(const gauge *, area) = {
        gauge_tension, gauge_speed, gauge_chain, gauge_lever, gauge_brake, gauge_torque, gauge_lamps};
    fixture *f = *state;
    EVERY_PICTURE(f, size, k) {
        gauges_layout l = draw(f, size);
        for (int i = 0; i < CONSOLE_GAUGES; i++) {
            area a = l.gauge.gauge[i];
            if (a.width == 0) continue;
            for (int j = 0; j < i; j++)
                if (l.gauge.gauge[j].width > 0) assert_false(overlap(a, l.gauge.gauge[j], 0.01f));
            f->g.n = 0;
            one[i](&(gauge){&f->g, palette_of(false), &f->s.gauges, &f->gauges.marks, l.gauge.full}, a);
            assert_true(f->g.n > 0);
            for (int q = 0; q < f->g.n / 6; q++)
                if (!within(box_of(quad_of(f, q)), a, 1))
                    fail_msg(
                        "%d x %d, state %d: gauge %d, quad %d: %.1f, %.1f + %.1f, %.1f beyond %.1f, %.1f + %.1f, %.1f",
                        size_px[size][0], size_px[size][1], k, i, q, (double)box_of(quad_of(f, q)).x,
                        (double)box_of(quad_of(f, q)).y, (double)box_of(quad_of(f, q)).width,
                        (double)box_of(quad_of(f, q)).height, (double)a.x, (double)a.y, (double)a.width,
                        (double)a.height);
        }
    }
}

// Lever, brake, tension and speed are what an operator cannot do without.
static void operator_has_what_is_needed(void **state) {
    fixture *f = *state;
    f->shown = 1u << DISPLAY_GAUGES;
    set_state(f, 0);
    for (int size = 0; size < SIZES; size++) {
        gauges_layout l = draw(f, size);
        int n = 0;
        for (int i = 0; i < CONSOLE_GAUGES; i++) n += l.gauge.gauge[i].width > 0;
        if (size_px[size][0] >= 1180 && size_px[size][1] >= 720) assert_true(l.gauge.full && n == CONSOLE_GAUGES);
        if (size_px[size][0] >= 640 && size_px[size][1] >= 360) assert_true(n >= CONSOLE_GAUGES - 1);
        if (size_px[size][0] < 360 || size_px[size][1] < 240) continue;
        static const int needed[] = {CONSOLE_LEVER, CONSOLE_BRAKE, CONSOLE_TENSION};
        for (int i = 0; i < 3; i++) assert_true(l.gauge.gauge[needed[i]].width > 0);
    }
}

// The part of a cell in which there is ink: the rest is room for accents and descenders.
static area ink(area cell) { return (area){cell.x, cell.y + 0.2f * cell.height, cell.width, 0.6f * cell.height}; }

static void no_letter_covers_another(void **state) {
    fixture *f = *state;
    EVERY_PICTURE(f, size, k) {
        draw(f, size);
        static area cell[DRAW2D_VERTICES / 6];
        int n = 0;
        for (int i = 0; i < f->g.n / 6; i++) {
            if (!is_text(f, i)) continue;
            area a = ink(box_of(quad_of(f, i)));
            for (int j = 0; j < n; j++)
                if (overlap(a, cell[j], 0.3f))
                    fail_msg("%d x %d, state %d: letters at %.0f, %.0f and %.0f, %.0f of %.0f x %.0f points",
                             size_px[size][0], size_px[size][1], k, (double)a.x, (double)a.y, (double)cell[j].x,
                             (double)cell[j].y, (double)f->g.width, (double)f->g.height);
            cell[n++] = a;
        }
        assert_true(n > 0 || size_px[size][0] < 250 || size_px[size][1] < 250);
    }
}

// Relative luminance and contrast: WCAG 2.1, definitions of these terms.
static double linear(unsigned channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}
static double luminance(uint32_t c) {
    return 0.2126 * linear(c >> 24) + 0.7152 * linear(c >> 16 & 255) + 0.0722 * linear(c >> 8 & 255);
}
static double contrast(uint32_t a, uint32_t b) {
    double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static uint32_t colour_of(const draw2d_vertex *v) {
    return (uint32_t)v->rgba[0] << 24 | (uint32_t)v->rgba[1] << 16 | (uint32_t)v->rgba[2] << 8 | v->rgba[3];
}

static bool covers(const draw2d_vertex *v, float x, float y) {
    for (int t = 0; t < 2; t++) {
        int inside = 0, outside = 0;
        for (int k = 0; k < 3; k++) {
            const draw2d_vertex *a = v + 3 * t + k, *b = v + 3 * t + (k + 1) % 3;
            float side = (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
            inside += side > 0;
            outside += side < 0;
        }
        if (inside + outside > 0 && (inside == 0 || outside == 0)) return true; // both 0: it has no area
    }
    return false;
}

// The colour on which the i-th quad, a letter, stands.
static uint32_t behind(const fixture *f, int i) {
    area a = box_of(quad_of(f, i));
    float x = a.x + a.width / 2, y = a.y + a.height / 2;
    for (int j = i - 1; j >= 0; j--)
        if (!is_text(f, j) && covers(quad_of(f, j), x, y)) return colour_of(quad_of(f, j));
    for (int j = f->g.n_backdrops - 1; j >= 0; j--) {
        const draw2d_area *b = &f->g.backdrop[j];
        if (x >= b->x && x <= b->x + b->width && y >= b->y && y <= b->y + b->height) return b->colour;
    }
    fail_msg("a letter at %.0f, %.0f stands on the scene", (double)x, (double)y);
    return 0;
}

static void check_contrast(const fixture *f, const char *what) {
    for (int i = 0; i < f->g.n / 6; i++) {
        if (!is_text(f, i)) continue;
        area a = box_of(quad_of(f, i));
        uint32_t text = colour_of(quad_of(f, i)), back = behind(f, i);
        if (contrast(text, back) < 4.5)
            fail_msg("%s: %08x on %08x at %.0f, %.0f has a contrast of %.2f", what, text, back, (double)a.x,
                     (double)a.y, contrast(text, back));
        for (int j = i + 1; j < f->g.n / 6; j++)
            if (!is_text(f, j) && covers(quad_of(f, j), a.x + a.width / 2, a.y + a.height / 2))
                fail_msg("%s: the letter at %.0f, %.0f is painted over by a quad at %.1f, %.1f + %.1f, %.1f", what,
                         (double)a.x, (double)a.y, (double)box_of(quad_of(f, j)).x, (double)box_of(quad_of(f, j)).y,
                         (double)box_of(quad_of(f, j)).width, (double)box_of(quad_of(f, j)).height);
    }
}

static void every_letter_can_be_read(void **state) {
    fixture *f = *state;
    EVERY_PICTURE(f, size, k) {
        gauges_layout l = draw(f, size);
        check_contrast(f, "instruments");
        f->g.n = f->g.n_backdrops = 0;
        f->shown |= 1u << DISPLAY_HELP;
        gauges_draw_help(&f->gauges, &f->g, &l, f->shown);
        check_contrast(f, "help");
    }
}

// The formula itself: black and white 21 : 1, and #777 on white 4.48 : 1, the known example that just fails.
static void contrast_is_that_of_the_standard(void **state) {
    (void)state;
    CHECK_NEAR(contrast(0x000000ff, 0xffffffff), 21, 1e-9);
    CHECK_NEAR(contrast(0x777777ff, 0xffffffff), 4.48, 0.005);
    CHECK_NEAR(contrast(0x767676ff, 0xffffffff), 4.54, 0.005);
}

// By night nothing is brighter than pure red by more than half, and there is hardly any blue.
static void night_is_dark_and_red(void **state) {
    (void)state;
    const uint32_t *c = (const uint32_t *)palette_of(true), *day = (const uint32_t *)palette_of(false);
    double brightest = 0, brightest_by_day = 0;
    for (size_t k = 0; k < sizeof(palette) / sizeof *c; k++) {
        assert_true((c[k] >> 8 & 255) <= 8);
        assert_true((c[k] >> 24) >= (c[k] >> 16 & 255));
        brightest = fmax(brightest, luminance(c[k]));
        brightest_by_day = fmax(brightest_by_day, luminance(day[k]));
    }
    assert_true(brightest < 1.7 * luminance(0xff0000ff));
    assert_true(brightest < 0.4 * brightest_by_day);
    assert_true(luminance(palette_of(true)->panel) < 0.001);
}

static void help_is_whole_and_in_the_picture(void **state) {
    fixture *f = *state;
    for (int size = 0; size < SIZES; size++) {
        set_state(f, 6);
        f->shown = display_default() | 1u << DISPLAY_HELP;
        gauges_layout l = draw(f, size);
        f->g.n = f->g.n_backdrops = 0;
        gauges_draw_help(&f->gauges, &f->g, &l, f->shown);
        assert_int_equal(f->g.dropped, 0);
        if (size_px[size][0] < 640 || size_px[size][1] < 360) continue;
        assert_int_equal(f->g.n_backdrops, 1);
        const draw2d_area *b = &f->g.backdrop[0];
        area box = {b->x, b->y, b->width, b->height};
        int heads = 0; // a line for each switch at least: counted by where their letters begin
        float last_y = -1;
        for (int i = 0; i < f->g.n / 6; i++) {
            area a = box_of(quad_of(f, i));
            assert_true(within(a, box, 0.5f));
            if (is_text(f, i) && fabsf(a.y - last_y) > 1) heads++, last_y = a.y;
        }
        assert_true(heads >= DISPLAY_SWITCHES + 4 + 4 + 1 + 4);
    }
}

static void numbers_stay_in_their_places(void **state) {
    (void)state;
    char text[32];
    assert_string_equal(gauge_number(text, 1.25, 3, 1, true), "+1.2");
    assert_string_equal(gauge_number(text, -0.04, 3, 1, true), "0.0");
    assert_string_equal(gauge_number(text, 999.94, 3, 1, false), "999.9");
    assert_string_equal(gauge_number(text, 999.96, 3, 1, false), "---");
    assert_string_equal(gauge_number(text, -1e9, 3, 1, false), "---");
    assert_string_equal(gauge_number(text, NAN, 3, 1, false), "---");
    CHECK_NEAR(gauge_nice_above(222.5), 250, 1e-12);
    CHECK_NEAR(gauge_nice_above(0.0013), 0.0015, 1e-15);
    CHECK_NEAR(gauge_nice_above(81), 100, 1e-12);
    CHECK_NEAR(gauge_nice_above(NAN), 1, 0);
}

static void gravest_alarm_comes_first(void **state) {
    (void)state;
    const gauge_marks marks = {.tension_max_n = 178e3};
    char text[160];
    dyn_gauges v = {.tension_n = 178e3, .safety = RT_SAFETY_ACTIVE};
    assert_false(gauge_alarm(&v, &marks, text, sizeof text));
    v.jammed = 1;
    assert_true(gauge_alarm(&v, &marks, text, sizeof text) && strstr(text, "JAMMED"));
    v.tension_n = 201e3;
    assert_true(gauge_alarm(&v, &marks, text, sizeof text) && strstr(text, "OVER-TENSION: 201 kN of 178"));
    v.safety = RT_SAFETY_STALE;
    assert_true(gauge_alarm(&v, &marks, text, sizeof text) && strstr(text, "STALE"));
    v.safety = RT_SAFETY_FAILSAFE;
    assert_true(gauge_alarm(&v, &marks, text, sizeof text) && strstr(text, "FAIL-SAFE"));
    v.estop = 1;
    assert_true(gauge_alarm(&v, &marks, text, sizeof text) && strstr(text, "EMERGENCY STOP"));
    v.release = 1;
    assert_true(gauge_alarm(&v, &marks, text, sizeof text) && strstr(text, "EMERGENCY RELEASE"));
}

// Text is drawn pixel for pixel: of the common screens near the size that is meant, at any scale at least two thirds of
// it, and never above it by more than 4 %.
static void font_suits_the_scale(void **state) {
    (void)state;
    static const float em[FONT_SIZES] = {14, 20, 36};
    for (int font = 0; font < FONT_SIZES; font++)
        for (float px = DRAW2D_LEAST_PX; px <= 3; px += 0.01f) {
            float ratio = (float)font_choose(font, px)->size / (em[font] * px);
            assert_true(ratio <= 1.04f && ratio > 0.66f);
        }
    for (int k = 0; k < 4; k++) {
        static const float screen[] = {1, 1.5f, 2, 3};
        for (int font = 0; font < FONT_SIZES; font++)
            assert_true((float)font_choose(font, screen[k])->size >= 0.9f * em[font] * screen[k]);
    }
}

static void atlas_holds_every_cell(void **state) {
    fixture *f = *state;
    for (int size = 0; size < SIZES; size++) {
        draw2d_begin(&f->g, size_px[size][0], size_px[size][1]);
        uint8_t *atlas = draw2d_make_atlas(&f->g);
        assert_non_null(atlas);
        assert_int_equal(atlas[0], 255);
        for (int font = 0; font < FONT_SIZES; font++) {
            int w = f->g.cells[font]->width, h = f->g.cells[font]->height, ink_of[2] = {0};
            for (int k = 0; k < 2; k++) { // a full stop has less ink than a W, and both have some
                int glyph = (k ? 'W' : '.') - 32, top = f->g.row[font] + glyph / DRAW2D_COLUMNS * (h + DRAW2D_GAP);
                for (int y = 0; y < h; y++)
                    for (int x = 0; x < w; x++)
                        ink_of[k] +=
                            atlas[(top + y) * f->g.atlas_width + glyph % DRAW2D_COLUMNS * (w + DRAW2D_GAP) + x];
            }
            assert_true(ink_of[0] > 0 && ink_of[1] > 3 * ink_of[0]);
            for (int y = 0; y < h; y++) // between cells there is nothing
                assert_int_equal(atlas[(f->g.row[font] + y) * f->g.atlas_width + w], 0);
        }
        free(atlas);
    }
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        T(strips_fill_what_is_not_free),     T(nothing_runs_out_of_the_picture), T(gauges_stay_in_their_places),
        T(operator_has_what_is_needed),      T(no_letter_covers_another),        T(every_letter_can_be_read),
        T(contrast_is_that_of_the_standard), T(night_is_dark_and_red),           T(help_is_whole_and_in_the_picture),
        T(numbers_stay_in_their_places),     T(gravest_alarm_comes_first),       T(font_suits_the_scale),
        T(atlas_holds_every_cell),
    };
    return cmocka_run_group_tests_name("render.gauges", tests, NULL, NULL);
}
