// SPDX-License-Identifier: MIT
// The instruments' list of vertices, in pictures of every size and in every state: nothing overlaps or leaves its area.
#include "hw/device/keyboard.h"
#include "render/instrument/notice.h"
#include "render/instrument/strip_draw.h"
#include "tests/render/drawn.h"
#include <limits.h>
#include <stddef.h>

static bool overlap(area a, area b, float slack) {
    return a.x + slack < b.x + b.width && b.x + slack < a.x + a.width && a.y + slack < b.y + b.height &&
           b.y + slack < a.y + a.height;
}

static void strips_fill_the_rest_of_the_picture(void **state) {
    fixture *f = *state;
    EVERY_PICTURE(f, size, k) {
        gauges_layout l = draw(f, size);
        const area strip[] = {l.status, l.free, l.hint, l.notice, l.chart, l.conning, l.console};
        float sum = 0, y = 0;
        for (int i = 0; i < 7; i++) {
            if (strip[i].height == 0) continue;
            CHECK_NEAR(strip[i].y, y, 1e-3);
            y += strip[i].height;
            sum += strip[i].height;
        }
        CHECK_NEAR(sum, f->g.height, 1e-2);
        assert_true(l.free.height >= f->g.height / 4 - 1e-3f);
    }
}

static void nothing_leaves_the_picture(void **state) {
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

// A backing store draws each backdrop with the vertices after it: none leaves its backdrop, and no backdrop covers
// another.
static void backdrops_contain_their_vertices(void **state) {
    fixture *f = *state;
    EVERY_PICTURE(f, size, k) {
        draw(f, size);
        const draw2d_area *b = f->g.backdrop;
        int n = f->g.n_backdrops;
        assert_true(n == 0 ? f->g.n == 0 : b[0].first == 0);
        for (int i = 0; i < n; i++) {
            area own = {b[i].x, b[i].y, b[i].width, b[i].height};
            int end = i + 1 < n ? b[i + 1].first : f->g.n;
            for (int q = b[i].first / 6; q < end / 6; q++)
                if (!within(box_of(quad_of(f, q)), own, 0.75f))
                    fail_msg("%d x %d, state %d: quad %d at %.1f, %.1f lies beyond backdrop %d", size_px[size][0],
                             size_px[size][1], k, q, (double)box_of(quad_of(f, q)).x, (double)box_of(quad_of(f, q)).y,
                             i);
            for (int j = 0; j < i; j++)
                assert_false(overlap(own, (area){b[j].x, b[j].y, b[j].width, b[j].height}, 0.01f));
        }
    }
}

// A panel at the right overlaps the charts: they move beside it, or stay if the rest is too narrow.
static void charts_move_beside_a_panel(void **state) {
    fixture *f = *state;
    int moved = 0;
    EVERY_PICTURE(f, size, k) {
        gauges_layout l = draw(f, size);
        if (l.chart.height == 0) continue;
        area panel = {f->g.width - 404, 64, 404, l.chart.y + l.chart.height / 3 - 64}, above = panel, before = l.plots;
        above.height = l.chart.y - 64;
        gauges_move_beside(&f->gauges, &l, &above);
        assert_memory_equal(&l.plots, &before, sizeof before);
        gauges_move_beside(&f->gauges, &l, &panel);
        if (size_px[size][0] == 1280) assert_true(l.plots.width < l.chart.width);
        if (l.plots.width == l.chart.width) continue;
        moved++;
        f->g.n = f->g.n_backdrops = 0;
        strip_draw(&f->g, palette_of(false), &f->gauges.chart, &f->gauges.strip, &f->gauges.marks, l.chart, l.plots);
        assert_true(f->g.n > 200 && f->g.n_backdrops == 1);
        CHECK_NEAR(f->g.backdrop[0].width, l.chart.width, 0);
        for (int q = 1; q < f->g.n / 6; q++) // after the edge
            if (!within(box_of(quad_of(f, q)), l.plots, 0.75f))
                fail_msg("%d x %d, state %d: quad %d lies behind the panel", size_px[size][0], size_px[size][1], k, q);
    }
    assert_true(moved > 0);
}

// A panel over the anchor watch: the watch is at the other edge, or left out.
static void anchor_watch_leaves_the_panel(void **state) {
    fixture *f = *state;
    int moved = 0;
    EVERY_PICTURE(f, size, k) {
        gauges_layout l = draw(f, size);
        if (l.watch.height == 0) continue;
        assert_true(within(l.watch, l.free, 0.01f));
        assert_false(overlap(l.watch, l.timing, 0.01f));
        area panel = {f->g.width - 404, 64, 404, f->g.height - 64};
        l.timing = (area){0};
        gauges_move_beside(&f->gauges, &l, &panel);
        assert_true(l.watch.height == 0 || (within(l.watch, l.free, 0.01f) && !overlap(l.watch, panel, 0.01f)));
        moved += l.watch.height > 0;
    }
    assert_true(moved > 0);
}

static void draw_gauge(fixture *f, const console_gauge *one, const dyn_gauges *v, bool full, area a) {
    f->g.n = 0;
    one->draw(&(gauge){&f->g, palette_of(false), v, v, &f->gauges.marks, full, false}, a);
}

static void gauges_stay_in_their_areas(void **state) {
    fixture *f = *state;
    EVERY_PICTURE(f, size, k) {
        gauges_layout l = draw(f, size);
        for (int i = 0; i < console_gauge_count; i++) {
            area a = l.gauge.gauge[i];
            if (a.width == 0) continue;
            for (int j = 0; j < i; j++)
                if (l.gauge.gauge[j].width > 0) assert_false(overlap(a, l.gauge.gauge[j], 0.01f));
            draw_gauge(f, &console_table[i], &f->s.gauges, l.gauge.full, a);
            assert_true(f->g.n > 0);
            for (int q = 0; q < f->g.n / 6; q++) {
                area b = box_of(quad_of(f, q));
                if (!within(b, a, 1))
                    fail_msg("%d x %d, state %d: %s, quad %d: %.1f, %.1f + %.1f, %.1f beyond %.1f, %.1f + %.1f, %.1f",
                             size_px[size][0], size_px[size][1], k, console_table[i].name, q, (double)b.x, (double)b.y,
                             (double)b.width, (double)b.height, (double)a.x, (double)a.y, (double)a.width,
                             (double)a.height);
            }
        }
    }
}

// Each gauge shows a reading of the snapshot: between 0 and 1e6 something changes.
static void every_gauge_shows_a_reading(void **state) {
    fixture *f = *state;
    static draw2d_vertex before[DRAW2D_VERTICES];
    for (int i = 0; i < console_gauge_count; i++) {
        const console_gauge *one = &console_table[i];
        const area a = {100, 100, one->full_width, 158};
        dyn_gauges v = {0};
        draw2d_begin(&f->g, 1280, 720);
        draw_gauge(f, one, &v, true, a);
        int n = f->g.n;
        memcpy(before, f->g.vertex, (size_t)n * sizeof *before);
        set_readings(&v, 1e6);
        draw_gauge(f, one, &v, true, a);
        if (f->g.n == n && memcmp(before, f->g.vertex, (size_t)n * sizeof *before) == 0)
            fail_msg("%s shows no reading", one->name);
    }
}

static void operator_has_the_important_gauges(void **state) {
    fixture *f = *state;
    f->shown = 1u << DISPLAY_GAUGES;
    set_state(f, 0);
    for (int size = 0; size < SIZES; size++) {
        gauges_layout l = draw(f, size);
        const int *px = size_px[size];
        int all = px[0] >= 1280 && px[1] >= 720, core = px[0] >= 640 && px[1] >= 360,
            few = px[0] >= 360 && px[1] >= 240;
        int rank = all ? INT_MAX : core ? CONSOLE_CORE : few ? 3 : 0;
        if (all) assert_true(l.gauge.full);
        for (int i = 0; i < console_gauge_count; i++)
            if (console_table[i].rank <= rank) assert_true(l.gauge.gauge[i].width > 0);
    }
}

// A gauge is omitted only where every gauge of a higher rank is omitted too, at any width and height.
static void least_important_gauges_are_omitted_first(void **state) {
    (void)state;
    for (int width = 50; width < 1400; width += 7)
        for (int height = 100; height < 1600; height += 50) {
            console_layout l = console_lay_out((float)width, (float)height);
            for (int i = 0; i < console_gauge_count; i++)
                for (int j = 0; j < console_gauge_count; j++)
                    if (console_table[i].rank < console_table[j].rank && l.gauge[j].width > 0)
                        assert_true(l.gauge[i].width > 0);
        }
}

// The part of a cell with ink; the rest is for accents and descenders.
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

static void help_is_complete_and_in_the_picture(void **state) {
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
        int heads = 0; // lines, at least one for each switch: a new height of a letter is a new line
        float last_y = -1;
        for (int i = 0; i < f->g.n / 6; i++) {
            area a = box_of(quad_of(f, i));
            assert_true(within(a, box, 0.5f));
            if (is_text(f, i) && fabsf(a.y - last_y) > 1) heads++, last_y = a.y;
        }
        assert_true(heads >= DISPLAY_SWITCHES + 4 + 4 + 1 + 4);
    }
}

// Lines as many and as long as those of hawse run's desk.
enum { DESK_LINES = 37 };
static const char *desk_lines(void) {
    static char text[4096];
    size_t n = 0;
    for (int k = 0; k < DESK_LINES; k++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "  F%-3d the picture as a file, where the program was started\n", k);
    return text;
}

// Lines of text in the picture: each begins at another height than the one before it.
static int lines_drawn(const fixture *f) {
    int n = 0;
    float last = -1;
    for (int i = 0; i < f->g.n / 6; i++) {
        const float y = box_of(quad_of(f, i)).y;
        if (is_text(f, i) && fabsf(y - last) > 1) n++, last = y;
    }
    return n;
}

static int count_lines(const char *text) {
    int n = 0;
    for (; *text; text++) n += *text == '\n';
    return n;
}

// Lines of the help that are cut.
static int cut_lines(fixture *f, int size) {
    gauges_layout l = draw(f, size);
    f->g.n = f->g.n_backdrops = 0;
    draw2d_text(&f->g, 0, 0, FONT_SMALL, DRAW2D_LEFT, 0, "\xe2\x80\xa6?");
    const draw2d_vertex ellipsis = *quad_of(f, 0);
    assert_true(memcmp(&ellipsis.u, &quad_of(f, 1)->u, 2 * sizeof(float)) != 0); // the font has it
    f->g.n = 0;
    gauges_draw_help(&f->gauges, &f->g, &l, f->shown);
    int n = 0;
    for (int i = 0; i < f->g.n / 6; i++) n += quad_of(f, i)->u == ellipsis.u && quad_of(f, i)->v == ellipsis.v;
    return n;
}

static void help_lines_are_not_cut(void **state) {
    fixture *f = *state;
    for (int k = 0; k < 2; k++) {
        set_state(f, 0);
        f->gauges.mechanism = k;
        f->gauges.hints.keys = (operator_keys){"keyboard", hw_keyboard_help(), desk_lines(), false, false, false};
        f->shown = display_default() | 1u << DISPLAY_HELP;
        assert_int_equal(cut_lines(f, 0), 0);
        const int others = 4 + (f->gauges.cameras + 1) / 2 + 3; // headings, cameras, mouse
        if (k == 0)
            assert_int_equal(lines_drawn(f), count_lines(hw_keyboard_help()) + DESK_LINES + others + DISPLAY_SWITCHES);
        assert_true(cut_lines(f, 6) > 0); // 700 x 500: the test finds cut lines
    }
}

static void numbers_have_a_greatest_width(void **state) {
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

// A number stays for GAUGES_READ_S; a snapshot of the same time, or of an earlier one after a rewind, changes it at
// once.
static void numbers_can_be_read(void **state) {
    fixture *f = *state;
    static const double t[] = {10, 10.05, 10.14, 10.16, 10.2, 10.2, 10.32, 10.32, 3, 3.1, 3.2};
    static const double shown[] = {0, 0, 0, 3, 3, 3, 6, 7, 8, 8, 10};
    for (int k = 0; k < 11; k++) {
        f->s.t = t[k];
        f->s.gauges.tension_n = k;
        gauges_note(&f->gauges, &f->s);
        CHECK_NEAR(f->gauges.read.tension_n, shown[k], 0);
    }
}

// Colour of the lining's bar: the second rectangle, after its track.
static uint32_t bar_colour(fixture *f, double lining_c) {
    dyn_gauges v = {.lining_c = lining_c};
    draw2d_begin(&f->g, 1280, 720);
    draw_gauge(f, &console_table[find_gauge("lining")], &v, true, (area){100, 100, 90, 158});
    int bars = 0;
    for (int i = 0; i < f->g.n / 6; i++)
        if (!is_text(f, i) && bars++ == 1) {
            const uint8_t *b = quad_of(f, i)->rgba;
            return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
        }
    return 0;
}

static void lining_has_the_scenarios_colours(void **state) {
    fixture *f = *state;
    const uint32_t good = palette_of(false)->good, warn = palette_of(false)->warn, bad = palette_of(false)->bad;
    assert_int_equal(bar_colour(f, 249), good);
    assert_int_equal(bar_colour(f, 251), warn);
    assert_int_equal(bar_colour(f, 451), bad);
    f->gauges.marks.lining_fades_c = 100;
    f->gauges.marks.lining_faded_c = 200;
    assert_int_equal(bar_colour(f, 99), good);
    assert_int_equal(bar_colour(f, 101), warn);
    assert_int_equal(bar_colour(f, 201), bad);
    f->gauges.marks.lining_fades_c = 600;
    f->gauges.marks.lining_faded_c = 900;
    assert_int_equal(bar_colour(f, 599), good);
    assert_int_equal(bar_colour(f, 899), warn);
}

// Positions of the list's joining shackles, the first after a short length; without a list one each 27.5 m. Lengths are
// rounded to 0.1 m before they are compared.
static void shackles_are_counted_by_the_list(void **state) {
    (void)state;
    static const double at[] = {8.14, 35.77, 63.4};
    const gauge_marks list = {.n_joining = 3, .joining_m = at}, none = {0};
    static const struct {
        double out, beyond, beyond_none;
        int n, n_none;
    } expected[] = {{0, 0, 0, 0, 0},         {8, 8, 8, 0, 0},      {8.1, 0, 8.1, 1, 0},   {27.5, 19.4, 0, 1, 1},
                    {35.7, 27.6, 8.2, 1, 1}, {35.8, 0, 8.3, 2, 1}, {63.36, 0, 8.4, 3, 2}, {100, 36.6, 17.5, 3, 3}};
    for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
        double beyond;
        assert_int_equal(gauge_shackles(&list, expected[k].out, &beyond), expected[k].n);
        CHECK_NEAR(beyond, expected[k].beyond, 1e-9);
        assert_int_equal(gauge_shackles(&none, expected[k].out, &beyond), expected[k].n_none);
        CHECK_NEAR(beyond, expected[k].beyond_none, 1e-9);
    }
}

// Console, charts and alarms have 0 for a failed sensor, and the counter's last reading; the other readings are right.
static void failed_sensors_read_zero(void **state) {
    fixture *f = *state;
    set_state(f, 0);
    f->s.gauges.counter_m = 40;
    f->s.gauges.lining_c = 400;
    f->s.gauges.tension_n = 500e3;
    for (int bits = 0; bits < 16; bits++) {
        const double none[4] = {0, 0, 40, 0};
        f->s.t += 1;
        f->s.gauges.blind = (uint8_t)bits;
        f->gauges.alarms = (alarm_log){0};
        gauges_note(&f->gauges, &f->s);
        const dyn_gauges *r = &f->gauges.read, *truth = &f->s.gauges;
        const double is[4] = {truth->tension_n, truth->speed_m_s, truth->chain_out_m, truth->lining_c};
#define CHECK(member, sensors)                                                                                         \
    if (offsetof(dyn_gauges, member) != offsetof(dyn_gauges, chain_out_m))                                             \
        CHECK_NEAR(r->member, bits &(sensors) ? 0 : truth->member, 0);
        DYN_READINGS(CHECK)
#undef CHECK
        CHECK_NEAR(r->chain_out_m, bits >> 2 & 1 ? 40 : truth->chain_out_m, 0);
        assert_true(r->lever == truth->lever && r->brake == truth->brake && r->clutch == truth->clutch);
        static const strip_channel channel[3] = {STRIP_TENSION, STRIP_SPEED, STRIP_CHAIN};
        for (int k = 0; k < 3; k++) {
            strip_range newest;
            strip_chart_columns(&f->gauges.chart, channel[k], f->s.t - 0.1, f->s.t + 0.1, 1, &newest);
            CHECK_NEAR((double)newest.lo, bits >> k & 1 ? none[k] : is[k], 1e-6 * fabs(is[k]));
        }
        notice n;
        notice_of(&f->s, &f->gauges.alarms, &f->gauges.marks, 0, &n);
        const char *expected = !(bits & 1) ? "OVER-TENSION" : !(bits & 8) ? "BRAKE HOT" : "";
        assert_true(strncmp(n.alarm, expected, strlen(expected)) == 0 && (*expected || !n.alarm[0]));
    }
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        T(strips_fill_the_rest_of_the_picture),
        T(nothing_leaves_the_picture),
        T(backdrops_contain_their_vertices),
        T(charts_move_beside_a_panel),
        T(anchor_watch_leaves_the_panel),
        T(gauges_stay_in_their_areas),
        T(operator_has_the_important_gauges),
        T(every_gauge_shows_a_reading),
        T(least_important_gauges_are_omitted_first),
        T(no_letter_covers_another),
        T(help_is_complete_and_in_the_picture),
        T(numbers_have_a_greatest_width),
        T(numbers_can_be_read),
        T(failed_sensors_read_zero),
        T(help_lines_are_not_cut),
        T(lining_has_the_scenarios_colours),
        T(shackles_are_counted_by_the_list),
    };
    return cmocka_run_group_tests_name("render.instrument.gauges", tests, NULL, NULL);
}
