// SPDX-License-Identifier: MIT
// All instruments over the synthetic bow, off-screen, by day and night, from 640 × 360 to 3840 × 2160. The working
// folder has the pictures.
#include "tests/check.h"

#include "tests/render/bow.h"
#include "tests/render/keep_loaded.h"
#include <png.h>

static bow scene;

static const char control[] = "W or Up      lever toward heave (springs back)\n"
                              "S or Down    lever toward pay out (springs back)\n"
                              "D or Right   tighten the brake one step\n"
                              "A or Left    ease the brake one step\n"
                              "C            clutch in or out\n"
                              "R            reset: re-arm, with the lever at neutral\n";

static void set_switches(render *r, display wanted) {
    for (int k = 0; k < DISPLAY_SWITCHES; k++)
        if (display_on(render_get_display(r) ^ wanted, (display_switch)k)) render_toggle(r, (display_switch)k);
}

// A minute of heaving, with 20 snapshots a second.
static void note_minute(render *r, dyn_snapshot *s, double until) {
    for (; s->t < until; s->t += 0.05) {
        double w = s->t / 60;
        s->frame = (uint64_t)(1000 * s->t);
        s->gauges.tension_n = 1e3 * (60 + 90 * w + 18 * sin(3 * s->t));
        s->gauges.anchor_tension_n = 0.6 * s->gauges.tension_n;
        s->gauges.lever = s->t < 8 ? 0 : 0.65 + 0.3 * sin(0.2 * s->t);
        s->gauges.brake = s->t < 5 ? 1 - s->t / 5 : 0;
        s->gauges.speed_m_s = 0.15 * s->gauges.lever * (1 + 0.1 * sin(9 * s->t));
        s->gauges.chain_out_m = s->gauges.counter_m = 66.3 - 0.12 * s->t;
        s->gauges.engaged = s->gauges.clutch;
        s->gauges.lining_c = 25 + 4.2 * s->t;
        s->gauges.motor_load = 0.4 + 0.35 * w;
        s->gauges.stopper = TACKLE_STOPPER_DOWN;
        s->timing.frames = s->frame;
        s->timing.period_ns = s->timing.budget_ns = 1000000;
        for (int k = 0; k < DYN_TIMING_SLOTS; k++) {
            uint64_t run = (s->frame + 7u * (unsigned)k) % 97;
            s->timing.worst_work_ns[k] = (int32_t)(380000 + 3000 * run);
            s->timing.worst_end_ns[k] = (int32_t)(450000 + 8000 * run);
        }
        for (int k = 0; k < DYN_TIMING_BINS; k++)
            s->timing.bin[k] = k < 16 ? (uint32_t)(40000 / (1 + (k - 7) * (k - 7))) : k == 31;
        for (int k = 0; k < RT_PHASE_COUNT; k++) s->timing.phase_ns[k] = 20000 + 30000 * (k % 4);
        s->info.misses = s->t > 30 ? 3 : 0;
        s->timing.cause[5] = s->info.misses;
        render_record_snapshot(r, s);
    }
}

typedef struct shot {
    int width, height;
    uint8_t *rgb;
} shot;

// The picture with these switches, after a minute of heaving or at a new operator's start.
static shot shoot(int width, int height, display wanted, bool new_operator, const char *name) {
    char path[96];
    rt_diag d = {0};
    shot p = {width, height, malloc((size_t)(3 * width * height))};
    scene.def.tension_max_n = 178e3;
    scene.def.tension_rated_n = 119e3;
    scene.def.speed_rated_m_s = 0.15;
    scene.def.torque_max_nm = 61e3;
    scene.def.runaway_m_s = 5;
    scene.def.lining_fades_c = 250;
    scene.def.lining_faded_c = 450;
    scene.def.width = width;
    scene.def.height = height;
    render *r = render_create(&scene.def, &d);
    if (!r) {
        print_message("skipped: no OpenGL 3.3 here: %s", d.text);
        skip();
    }
    if (new_operator)
        render_set_operator(r, &(operator_keys){"keyboard", control, "F5  start, pause\n", false, false, false});
    set_switches(r, wanted);
    dyn_snapshot *s = malloc(sizeof *s);
    *s = *scene.snapshot;
    s->t = 0.001;
    if (!new_operator)
        note_minute(r, s, 61);
    else
        s->gauges.brake = 0.8, s->gauges.lever = s->gauges.speed_m_s = 0, s->gauges.motor_brake = 1;
    s->gauges.safety = RT_SAFETY_ACTIVE;
    render_frame(r, NULL, s, 1);
    render_read_rgb(r, p.rgb);
    snprintf(path, sizeof path, "instruments_%dx%d_%s.png", width, height, name);
    assert_int_equal(render_write_png(r, path, &d), RT_OK);
    free(s);
    render_destroy(r);
    return p;
}

// Pixels within the rectangle in which the two pictures differ.
static int differences(const shot *a, const shot *b, int x0, int y0, int x1, int y1) {
    int n = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            n += memcmp(a->rgb + 3 * (y * a->width + x), b->rgb + 3 * (y * a->width + x), 3) != 0;
    return n;
}

#define BIT(s) (1u << (s))
static const display day = BIT(DISPLAY_GAUGES),
                     all = BIT(DISPLAY_GAUGES) | BIT(DISPLAY_CHARTS) | BIT(DISPLAY_TIMING) | BIT(DISPLAY_NUMBERS);

// Mean brightness of the rectangle [of 255].
static double brightness(const shot *a, int x0, int y0, int x1, int y1) {
    double sum = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            for (int k = 0; k < 3; k++) sum += a->rgb[3 * (y * a->width + x) + k];
    return sum / (3.0 * (y1 - y0) * (x1 - x0));
}

// By night the strips and the scene change; in 1280 x 720 the scene is right of the timing panel. Sea and sky are dark.
static void night_darkens_instruments_and_scene(void **state) {
    (void)state;
    shot a = shoot(1280, 720, all, false, "all"), b = shoot(1280, 720, all | BIT(DISPLAY_NIGHT), false, "night");
    double dark = brightness(&b, 640, 26, 1280, 398);
    assert_true(dark < 0.5 * brightness(&a, 640, 26, 1280, 398));
    assert_true(dark > 2); // not black: moon and lamps
    assert_true(differences(&a, &b, 0, 0, 1280, 24) > 1000);
    assert_true(differences(&a, &b, 0, 400, 1280, 720) > 1280 * 320 / 2);
    int blue = 0;
    for (int i = 3 * 1280 * 402; i < 3 * 1280 * 720; i += 3) blue += b.rgb[i + 2] > 60;
    assert_int_equal(blue, 0);
    free(a.rgb);
    free(b.rgb);
}

// Each switch changes one part of the picture: charts a strip, timing the lower left, help the middle.
static void switches_change_their_part_alone(void **state) {
    (void)state;
    shot a = shoot(1280, 720, day, false, "day"), b = shoot(1280, 720, day | BIT(DISPLAY_CHARTS), false, "charts");
    assert_true(differences(&a, &b, 0, 440, 1280, 556) > 1280 * 116 * 9 / 10);
    assert_int_equal(differences(&a, &b, 0, 564, 1280, 720), 0);
    free(b.rgb);
    b = shoot(1280, 720, day | BIT(DISPLAY_TIMING), false, "timing");
    assert_true(differences(&a, &b, 10, 300, 600, 500) > 590 * 200 * 9 / 10);
    assert_int_equal(differences(&a, &b, 640, 0, 1280, 720), 0);
    free(a.rgb);
    free(b.rgb);
    a = shoot(1280, 720, day, true, "hint");
    b = shoot(1280, 720, day | BIT(DISPLAY_HELP), true, "help");
    assert_true(differences(&a, &b, 100, 150, 1180, 400) > 1080 * 250 * 9 / 10);
    assert_int_equal(differences(&a, &b, 0, 500, 1280, 720), 0);
    free(a.rgb);
    free(b.rgb);
}

static void large_and_narrow_pictures_are_drawn(void **state) {
    (void)state;
    static const int size[][2] = {{3840, 2160}, {500, 800}, {640, 360}, {64, 64}};
    for (size_t k = 0; k < sizeof size / sizeof size[0]; k++) {
        shot p = shoot(size[k][0], size[k][1], all, false, "all");
        free(p.rgb);
        p = shoot(size[k][0], size[k][1], day | BIT(DISPLAY_HELP), true, "help");
        free(p.rgb);
    }
}

// Mean of a channel over blocks of 8 x 8 pixels in both, from row y0 on.
static void expect_like(const shot *p, const char *file, int y0) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    char path[512];
    snprintf(path, sizeof path, "%s/tests/data/%s", HAWSE_SOURCE_DIR, file);
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGB;
    assert_int_equal(image.width, p->width);
    assert_int_equal(image.height, p->height);
    uint8_t *rgb = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    double sum = 0, worst = 0;
    int blocks = 0;
    for (int y = y0; y + 8 <= p->height; y += 8)
        for (int x = 0; x + 8 <= p->width; x += 8)
            for (int k = 0; k < 3; k++, blocks++) {
                double mean = 0;
                for (int i = 0; i < 64; i++) {
                    int at = 3 * ((y + i / 8) * p->width + x + i % 8) + k;
                    mean += (p->rgb[at] - rgb[at]) / 64.0;
                }
                sum += fabs(mean);
                worst = fmax(worst, fabs(mean));
            }
    free(rgb);
    if (sum / blocks > 0.5 || worst > 24)
        fail_msg("%s: differs by %.2f in the mean, %.1f at most", file, sum / blocks, worst);
}

// The references hold the instruments alone; the scene above them is black.
static void instruments_match_the_references(void **state) {
    (void)state;
    shot p = shoot(640, 360, all, false, "all");
    expect_like(&p, "instruments_day.png", 152);
    free(p.rgb);
    p = shoot(640, 360, all | BIT(DISPLAY_NIGHT), false, "night");
    expect_like(&p, "instruments_night.png", 152);
    free(p.rgb);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(night_darkens_instruments_and_scene),
        cmocka_unit_test(switches_change_their_part_alone),
        cmocka_unit_test(large_and_narrow_pictures_are_drawn),
        cmocka_unit_test(instruments_match_the_references),
    };
    bow_make(&scene);
    int failed = cmocka_run_group_tests_name("render.instrument.instruments", tests, NULL, NULL);
    bow_free(&scene);
    return failed;
}
