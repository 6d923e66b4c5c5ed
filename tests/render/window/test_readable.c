// SPDX-License-Identifier: MIT
// Every letter of the instruments is readable, by day and night and at every size: contrast to its background, and
// glyph cells.
#include "tests/render/drawn.h"

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
        if (inside + outside > 0 && (inside == 0 || outside == 0)) return true; // both 0: no area
    }
    return false;
}

// Background colour of quad i, a letter.
static uint32_t background_of(const fixture *f, int i) {
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
        uint32_t text = colour_of(quad_of(f, i)), back = background_of(f, i);
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

static void every_letter_is_readable(void **state) {
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

// Checks the formula: black and white 21 : 1; #777 on white 4.48 : 1, the known example that just fails.
static void contrast_matches_the_standard(void **state) {
    (void)state;
    CHECK_NEAR(contrast(0x000000ff, 0xffffffff), 21, 1e-9);
    CHECK_NEAR(contrast(0x777777ff, 0xffffffff), 4.48, 0.005);
    CHECK_NEAR(contrast(0x767676ff, 0xffffffff), 4.54, 0.005);
}

// By night no colour is brighter than 1.7 times pure red, and none has much blue.
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

// Text is drawn pixel for pixel. Cells have at least two thirds of the wanted size at any scale, nearly all of it on
// common screens, and never exceed it by more than 4 %.
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
            for (int y = 0; y < h; y++) // the gap between cells is empty
                assert_int_equal(atlas[(f->g.row[font] + y) * f->g.atlas_width + w], 0);
        }
        free(atlas);
    }
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        T(every_letter_is_readable), T(contrast_matches_the_standard), T(night_is_dark_and_red),
        T(font_suits_the_scale),     T(atlas_holds_every_cell),
    };
    return cmocka_run_group_tests_name("render.window.readable", tests, NULL, NULL);
}
