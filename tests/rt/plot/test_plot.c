// SPDX-License-Identifier: MIT
// Plots: ticks, prefixes and decimation; then the files, read back by independent libraries.
#include "rt/plot/plot.h"
#include "tests/rt/scratch.h"
#include <png.h>
#include <string.h>
#include <sys/stat.h>

// Ticks

static void check_ticks(double low, double high, int most, double first, double step, int n, int decimals) {
    plot_ticks t = plot_ticks_over(low, high, most, 0);
    CHECK_NEAR(t.first, first, 1e-9 * fmax(1, fabs(first)));
    CHECK_NEAR(t.step, step, 1e-12 * step);
    assert_int_equal(t.n, n);
    assert_int_equal(t.decimals, decimals);
}

static void test_ticks_by_hand(void **state) {
    (void)state;
    check_ticks(0, 1, 6, 0, 0.2, 6, 1);
    check_ticks(0, 10, 6, 0, 2, 6, 0);
    check_ticks(-0.3, 0.4, 6, -0.4, 0.2, 5, 1);
    check_ticks(0, 144.2, 6, 0, 50, 4, 0);
    check_ticks(1e6, 1.000001e6, 6, 1e6, 0.2, 6, 1);
    check_ticks(-3e-7, 2e-7, 6, -3e-7, 1e-7, 6, 7);
    check_ticks(5, 5, 6, 4.6, 0.2, 5, 1); // widened by a twentieth each way: 4.75 .. 5.25
}

// Any range: ticks are round multiples, cover the range, are not too many, and no finer step would fit.
static void test_ticks_of_any_range(void **state) {
    (void)state;
    uint32_t seed = 12345;
    for (int k = 0; k < 20000; k++) {
        seed = seed * 1664525u + 1013904223u;
        double low = ((double)(seed >> 8) / (1 << 24) - 0.5) * pow(10, (double)(seed % 17) - 8);
        seed = seed * 1664525u + 1013904223u;
        double span = (double)((seed >> 8) + 1) / (1 << 24) * pow(10, (double)(seed % 11) - 6);
        span = fmax(span, 1e-7 * fabs(low));
        int most = 3 + (int)(seed % 9);
        plot_ticks t = plot_ticks_over(low, low + span, most, 0);
        double mantissa = t.step / pow(10, floor(log10(t.step) + 1e-9)), last = t.first + (t.n - 1) * t.step;
        assert_true(fabs(mantissa - 1) < 1e-6 || fabs(mantissa - 2) < 1e-6 || fabs(mantissa - 5) < 1e-6);
        CHECK_NEAR(remainder(t.first, t.step), 0, 1e-6 * t.step);
        assert_true(t.n >= 2 && t.n <= most);
        assert_true(t.first <= low + 1e-6 * t.step && last >= low + span - 1e-6 * t.step);
        // no superfluous tick at either end
        assert_true(t.first + t.step > low - 1e-6 * t.step && last - t.step < low + span + 1e-6 * t.step);
    }
}

static void test_ticks_without_a_range(void **state) {
    (void)state;
    const double odd[][2] = {{0, 0}, {INFINITY, -INFINITY}, {NAN, 1}, {3, 2}, {1e300, 1e300}, {-7, -7}};
    for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
        plot_ticks t = plot_ticks_over(odd[k][0], odd[k][1], 6, 0);
        assert_true(t.n >= 2 && t.n <= 6 && isfinite(t.first) && t.step > 0);
    }
    assert_int_equal(plot_ticks_over(0, 2, 6, 1).n, 3); // integer values have no ticks at halves
    CHECK_NEAR(plot_ticks_over(0, 2, 6, 1).step, 1, 0);
}

static void test_prefix(void **state) {
    (void)state;
    double scale;
    assert_string_equal(plot_prefix("N", 144e3, &scale), "k");
    CHECK_NEAR(scale, 1e3, 0);
    assert_string_equal(plot_prefix("N m", 3e7, &scale), "M");
    CHECK_NEAR(scale, 1e6, 0);
    assert_string_equal(plot_prefix("N", 9999, &scale), "");
    assert_string_equal(plot_prefix("m", 1e5, &scale), "");
    CHECK_NEAR(scale, 1, 0);
}

// Points

enum { POINTS = 100000, COLUMNS = 300 };
static double x[POINTS], y[POINTS];
static int chosen[5 * (COLUMNS + 2)];

// The chosen points of each column contain its extremes and its ends; few points are chosen.
static void test_decimation_keeps_extremes(void **state) {
    (void)state;
    for (int i = 0; i < POINTS; i++) x[i] = 1e-3 * i, y[i] = sin(0.01 * i) + (i % 7919 == 0 ? 30 : 0);
    int n = plot_decimate(x, y, POINTS, 10, 90, COLUMNS, chosen);
    assert_true(n <= 5 * (COLUMNS + 2));
    double low[COLUMNS], high[COLUMNS], low_kept[COLUMNS], high_kept[COLUMNS];
    for (int c = 0; c < COLUMNS; c++) low[c] = low_kept[c] = INFINITY, high[c] = high_kept[c] = -INFINITY;
    for (int i = 0; i < POINTS; i++) {
        if (x[i] < 10 || x[i] > 90) continue;
        int c = (int)fmin(COLUMNS * (x[i] - 10) / 80, COLUMNS - 1);
        low[c] = fmin(low[c], y[i]), high[c] = fmax(high[c], y[i]);
    }
    for (int k = 0; k < n; k++) {
        if (k > 0) assert_true(chosen[k] > chosen[k - 1]);
        double t = x[chosen[k]];
        if (t < 10 || t > 90) continue;
        int c = (int)fmin(COLUMNS * (t - 10) / 80, COLUMNS - 1);
        low_kept[c] = fmin(low_kept[c], y[chosen[k]]), high_kept[c] = fmax(high_kept[c], y[chosen[k]]);
    }
    assert_memory_equal(low, low_kept, sizeof low);
    assert_memory_equal(high, high_kept, sizeof high);
    assert_int_equal(chosen[0], 0); // the line starts before the left edge and ends beyond the right edge
    assert_int_equal(chosen[n - 1], POINTS - 1);
}

static void test_decimation_of_few_points(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) x[i] = i, y[i] = i == 2 ? NAN : i;
    assert_int_equal(plot_decimate(x, y, 5, 0, 4, COLUMNS, chosen), 5); // with the gap
    for (int i = 0; i < 5; i++) assert_int_equal(chosen[i], i);
    assert_int_equal(plot_decimate(x, y, 0, 0, 4, COLUMNS, chosen), 0);
    for (int i = 0; i < POINTS; i++) x[i] = i, y[i] = NAN;
    assert_int_equal(plot_decimate(x, y, POINTS, 0, POINTS, 10, chosen), 10);
}

// Files

static plot_def example(plot_axis axis[2], plot_lane *lane) {
    static const double at[] = {1, 40, 99};
    for (int i = 0; i < POINTS; i++) x[i] = 1e-3 * i, y[i] = 150e3 * sin(0.001 * i);
    axis[0] = (plot_axis){"tension <&\"> of 'x'", "N", y};
    axis[1] = (plot_axis){"time", "s", x};
    *lane = (plot_lane){"struck & <held>", at, 3};
    return (plot_def){.title = "a <b> & \"c\"",
                      .x_name = "time",
                      .x_unit = "s",
                      .x = x,
                      .n = POINTS,
                      .axis = axis,
                      .n_axes = 2,
                      .lane = lane,
                      .n_lanes = 1};
}

static char *read_all(const char *path) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = calloc(1, 4000000);
    assert_true(fread(text, 1, 3999999, f) > 0);
    fclose(f);
    return text;
}

// Pixels of a plot's PNG that have a colour: of the second run's line, and of the limits.
static void count_colours(const plot_def *p, size_t *orange, size_t *red) {
    rt_diag d = {0};
    assert_int_equal(plot_write(p, scratch_path("b.png"), &d), RT_OK);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, scratch_path("b.png")));
    image.format = PNG_FORMAT_RGB;
    uint8_t *rgb = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    *orange = *red = 0;
    for (size_t i = 0; i < (size_t)image.width * image.height; i++) {
        const uint8_t *c = rgb + 3 * i;
        *orange += c[0] > 180 && c[1] > 70 && c[1] < 120 && c[2] < 60;
        *red += c[0] > 140 && c[0] < 180 && c[1] < 50 && c[2] < 50;
    }
    free(rgb);
}

// A limit is drawn across its axis, which includes it; a second run has its own colour on the same axes.
static void test_limit_and_second_run(void **state) {
    (void)state;
    static double later[POINTS];
    plot_axis axis[2];
    plot_lane lane;
    plot_def p = example(axis, &lane);
    size_t orange, red;
    p.n_lanes = 0;
    count_colours(&p, &orange, &red);
    assert_true(orange == 0 && red == 0);
    const plot_limit limit = {0, 300e3, "most"}; // beyond the line
    p.limit = &limit, p.n_limits = 1;
    count_colours(&p, &orange, &red);
    assert_true(orange == 0 && red > PLOT_WIDTH); // a dashed line of two pixels' width
    for (int i = 0; i < POINTS; i++) later[i] = -100e3;
    const double *line[] = {later, NULL};
    p.beside = &(plot_beside){"first", "second", x, POINTS, line};
    count_colours(&p, &orange, &red);
    assert_true(orange > PLOT_WIDTH && red > PLOT_WIDTH);
}

static void test_png(void **state) {
    (void)state;
    plot_axis axis[2];
    plot_lane lane;
    rt_diag d = {0};
    plot_def p = example(axis, &lane);
    assert_int_equal(plot_write(&p, scratch_path("a.png"), &d), RT_OK);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, scratch_path("a.png")));
    assert_int_equal(image.width, 2 * PLOT_WIDTH);
    image.format = PNG_FORMAT_RGB;
    uint8_t *rgb = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    size_t white = 0, blue = 0, all = (size_t)image.width * image.height;
    for (size_t i = 0; i < all; i++) {
        const uint8_t *c = rgb + 3 * i;
        white += c[0] > 250 && c[1] > 250 && c[2] > 250;
        blue += c[2] > c[0] + 60;
    }
    assert_true(white > all / 2 && white < all);
    assert_true(blue > 2 * PLOT_WIDTH && blue < all / 10); // two lines across
    free(rgb);
}

static int count(const char *text, const char *what) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what)) n++;
    return n;
}

static void test_svg(void **state) {
    (void)state;
    plot_axis axis[2];
    plot_lane lane;
    rt_diag d = {0};
    plot_def p = example(axis, &lane);
    assert_int_equal(plot_write(&p, scratch_path("a.svg"), &d), RT_OK);
    char *svg = read_all(scratch_path("a.svg"));
    assert_non_null(strstr(svg, "<svg"));
    assert_true(strlen(svg) < 600000); // of 100 000 points
    char *within = plot_svg(&p, "q7");
    assert_non_null(within);
    assert_int_equal(strncmp(within, "<svg", 4), 0);
    assert_int_equal(count(within, "http"), 0);
    assert_int_equal(count(within, "xmlns"), 0);
    assert_int_equal(count(within, " id=\""), count(within, " id=\"q7"));
    assert_int_equal(count(within, "href=\"#"), count(within, "href=\"#q7"));
    assert_int_equal(count(within, "url(#"), count(within, "url(#q7"));
    assert_true(count(within, " id=\"q7") > 10);
    free(svg), free(within);
}

static void test_nothing_to_draw(void **state) {
    (void)state;
    rt_diag d = {0};
    double gap[] = {NAN, INFINITY, -INFINITY}, at[] = {0, 1, 2};
    const plot_axis axis = {"gap", "1", gap};
    plot_def p = {.title = "", .x_name = "time", .x_unit = "s", .x = at, .n = 3, .axis = &axis, .n_axes = 1};
    assert_int_equal(plot_write(&p, scratch_path("gap.svg"), &d), RT_OK);
    p.n = 0;
    assert_int_equal(plot_write(&p, scratch_path("none.png"), &d), RT_OK);
}

static void test_bad_paths(void **state) {
    (void)state;
    plot_axis axis[2];
    plot_lane lane;
    plot_def p = example(axis, &lane);
    rt_diag d = {0};
    assert_int_equal(plot_write(&p, scratch_path("a.pdf"), &d), RT_ERR_USAGE);
    assert_non_null(strstr(d.text, ".png or .svg"));
    assert_int_equal(plot_write(&p, scratch_path("none/a.svg"), &d), RT_ERR_FILE);
    assert_non_null(strstr(d.text, "No such file or directory"));
    struct stat st;
    assert_int_not_equal(stat(scratch_path("a.pdf"), &st), 0);
    assert_int_equal(d.errors, 2);
    if (stat("/dev/full", &st) != 0) return;
    assert_int_equal(symlink("/dev/full", scratch_path("full.svg")), 0);
    d = (rt_diag){0};
    assert_int_equal(plot_write(&p, scratch_path("full.svg"), &d), RT_ERR_FILE);
    assert_non_null(strstr(d.text, "No space left"));
    assert_true(lstat(scratch_path("full.svg"), &st) == 0 && S_ISLNK(st.st_mode));
}

// Errors of cairo appear in its words: text that is not UTF-8; lanes higher than an image may be.
static void test_cairo_errors(void **state) {
    (void)state;
    enum { LANES = 4000 };
    static plot_lane many[LANES];
    plot_axis axis[2];
    plot_lane lane;
    plot_def p = example(axis, &lane);
    struct stat st;
    rt_diag d = {0};
    p.title = "weigh\xff.yaml";
    assert_int_equal(plot_write(&p, scratch_path("title.svg"), &d), RT_ERR_FILE);
    assert_non_null(strstr(d.text, "title.svg: error: cannot draw the plot: input string not valid UTF-8"));
    p.title = "";
    for (int k = 0; k < LANES; k++) many[k] = lane;
    p.lane = many;
    p.n_lanes = LANES;
    assert_int_equal(plot_write(&p, scratch_path("high.png"), &d), RT_ERR_FILE);
    assert_non_null(strstr(d.text, "high.png: error: cannot draw the plot: invalid value (typically too big)"));
    assert_int_not_equal(stat(scratch_path("title.svg"), &st), 0);
    assert_int_not_equal(stat(scratch_path("high.png"), &st), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ticks_by_hand),
        cmocka_unit_test(test_ticks_of_any_range),
        cmocka_unit_test(test_ticks_without_a_range),
        cmocka_unit_test(test_prefix),
        cmocka_unit_test(test_decimation_keeps_extremes),
        cmocka_unit_test(test_decimation_of_few_points),
        cmocka_unit_test(test_png),
        cmocka_unit_test(test_limit_and_second_run),
        cmocka_unit_test(test_svg),
        cmocka_unit_test(test_nothing_to_draw),
        cmocka_unit_test(test_bad_paths),
        cmocka_unit_test(test_cairo_errors),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
