// SPDX-License-Identifier: MIT
// Mechanisms of every size against their pictures in tests/rt/reference, off-screen: the mean absolute difference of
// blocks, so that another driver's rounding passes and a missing part does not. To write new references (check them by
// eye):
//     build/ci/tests/rt/test_rt_picture_mechanism write
#include "rt/picture/picture.h"
#include "rt/world/world.h"
#include "tests/blocks.h"
#include "tests/check.h"
#include "tests/render/bow.h"
#include "tests/render/keep_loaded.h"
#include <png.h>
#include <stdlib.h>

enum { WIDTH = 320, HEIGHT = 180, BYTES = 3 * WIDTH * HEIGHT };
static const block_grid grid = {WIDTH, HEIGHT, 0, 10};
static const double block_limit = 16, mean_limit = 1.5; // of 255

typedef struct shot {
    const char *name, *file;
    render_view view;
    double t;             // [s]
    double least[2];      // least share of the picture's width and height that the mechanism fills
    int n_parts, between; // parts and sticks of the mechanism
} shot;

static const shot shots[] = {
    {"pendulum", "config/scenarios/examples/pendulum.yaml", RENDER_VIEW_OVERVIEW, 0.4, {0.08, 0.3}, 5, 0},
    {"point_mass", "config/scenarios/iftomm/A01_simple_pendulum.yaml", RENDER_VIEW_FRONT, 0.3, {0.2, 0.18}, 2, 1},
    {"four_bar_40", "config/scenarios/iftomm/A02_four_bar_40.yaml", RENDER_VIEW_FRONT, 0.4, {0.8, 0.02}, 284, 0},
    {"bricard", "config/scenarios/iftomm/A04_bricard.yaml", RENDER_VIEW_OVERVIEW, 0.4, {0.07, 0.15}, 18, 0},
    {"governor", "config/scenarios/iftomm/A05_flyball_governor.yaml", RENDER_VIEW_OVERVIEW, 0.4, {0.1, 0.4}, 0, 2},
    {"shapes", "tests/data/shapes.yaml", RENDER_VIEW_OVERVIEW, 0.5, {0.6, 0.3}, 14, 0},
    {"bounce", "config/scenarios/contact/bouncing_ball.yaml", RENDER_VIEW_NEAR, 0.3226, {0.15, 0.3}, 4, 0},
    {"geneva", "config/scenarios/contact/geneva.yaml", RENDER_VIEW_OVERVIEW, 0.1, {0.25, 0.4}, 9, 0},
    {"tippe_top", "config/scenarios/contact/tippe_top.yaml", RENDER_VIEW_OVERVIEW, 0.05, {0.2, 0.5}, 7, 0},
};
enum { SHOTS = sizeof shots / sizeof *shots };

static bool write_wanted;

static sim *create_sim(const char *file) {
    static rt_diag d;
    static scenario sc;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", HAWSE_SOURCE_DIR, file);
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (scenario_load(path, true, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    if (sim_create(s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    return s;
}

static void destroy(sim *s) {
    scenario sc = s->sc;
    sim_destroy(s);
    scenario_free(&sc);
    free(s);
}

// Runs the mechanism to the shot's time and draws it; false without OpenGL.
static bool draw(const shot *s, uint8_t *rgb) {
    static dyn_snapshot snap;
    rt_diag d = {0};
    sim *m = create_sim(s->file);
    const rt_command hands = {0};
    while (sim_time(m) < s->t) assert_true(sim_frame(m, &hands, NULL));
    picture *p = picture_create(m, s->view, WIDTH, HEIGHT, &d);
    if (p) {
        sim_snapshot(m, &snap);
        picture_rgb(p, &snap, rgb);
        picture_destroy(p);
    } else {
        print_message("%s", d.text);
    }
    destroy(m);
    return p != NULL;
}

#define SKIP_WITHOUT_PICTURE(drawn)                                                                                    \
    if (!(drawn)) {                                                                                                    \
        print_message("skipped: no OpenGL 3.3 here\n");                                                                \
        skip();                                                                                                        \
    }

static void path_of(const shot *s, char path[1024]) {
    snprintf(path, 1024, "%s/tests/rt/reference/%s.png", HAWSE_SOURCE_DIR, s->name);
}

static void read_reference(const shot *s, uint8_t *rgb) {
    char path[1024];
    png_image image = {.version = PNG_IMAGE_VERSION};
    path_of(s, path);
    if (!png_image_begin_read_from_file(&image, path)) fail_msg("%s: %s", path, image.message);
    assert_int_equal(image.width, WIDTH);
    assert_int_equal(image.height, HEIGHT);
    image.format = PNG_FORMAT_RGB;
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
}

static void write_picture(const char *path, const uint8_t *rgb) {
    png_image image = {.version = PNG_IMAGE_VERSION, .width = WIDTH, .height = HEIGHT, .format = PNG_FORMAT_RGB};
    assert_true(png_image_write_to_file(&image, path, 0, rgb, 0, NULL));
}

static bool passes(const uint8_t *rgb, const uint8_t *reference, double *worst, double *mean) {
    *worst = block_difference(&grid, rgb, reference, mean);
    return *worst <= block_limit && *mean <= mean_limit;
}

// Each picture matches its own reference and no other.
static void pictures_match_their_references(void **state) {
    (void)state;
    static uint8_t rgb[BYTES], reference[BYTES];
    for (int i = 0; i < SHOTS; i++) {
        char path[1024];
        double worst, mean;
        SKIP_WITHOUT_PICTURE(draw(&shots[i], rgb))
        path_of(&shots[i], path);
        if (!write_wanted) snprintf(path, sizeof path, "mechanism_%s.png", shots[i].name);
        write_picture(path, rgb);
        for (int k = 0; k < SHOTS && !write_wanted; k++) {
            read_reference(&shots[k], reference);
            bool good = passes(rgb, reference, &worst, &mean);
            if (good != (k == i))
                fail_msg("%s as %s: a block differs by %.1f, the whole by %.2f; drawn: %s", shots[i].name,
                         shots[k].name, worst, mean, path);
        }
    }
}

// Whether a pixel is coloured: not grey, as backdrop, floor, shadows and bearings are, nor part of the line at the top.
static bool is_painted(const uint8_t *p) {
    int most = p[0] > p[1] ? p[0] : p[1], least = p[0] < p[1] ? p[0] : p[1];
    most = p[2] > most ? p[2] : most;
    least = p[2] < least ? p[2] : least;
    return most - least > 40;
}

// Of any size, from 20 mm to 40 m.
static void mechanism_fills_the_picture(void **state) {
    (void)state;
    static uint8_t rgb[BYTES];
    for (int i = 0; i < SHOTS; i++) {
        const shot *s = &shots[i];
        int lo[2] = {WIDTH, HEIGHT}, hi[2] = {-1, -1};
        SKIP_WITHOUT_PICTURE(draw(s, rgb))
        for (int k = 0; k < WIDTH * HEIGHT; k++) {
            const int at[2] = {k % WIDTH, k / WIDTH};
            for (int c = 0; c < 2 && at[1] > HEIGHT / 15 && is_painted(&rgb[3 * k]); c++) {
                lo[c] = at[c] < lo[c] ? at[c] : lo[c];
                hi[c] = at[c] > hi[c] ? at[c] : hi[c];
            }
        }
        double part[2] = {(hi[0] - lo[0] + 1.0) / WIDTH, (hi[1] - lo[1] + 1.0) / HEIGHT};
        if (part[0] < s->least[0] || part[1] < s->least[1] || part[0] > 0.98 || part[1] > 0.98)
            fail_msg("%s takes %.2f of the width and %.2f of the height", s->name, part[0], part[1]);
    }
}

// Sticks, balls, coils and shapes as in the file, each on its body.
static void parts_are_as_in_the_file(void **state) {
    (void)state;
    for (int i = 0; i < SHOTS; i++) {
        rt_diag d = {0};
        render_def def;
        sim *m = create_sim(shots[i].file);
        assert_int_equal(picture_def(m, &def, &d), RT_OK);
        const render_mechanism *r = def.mechanism;
        assert_non_null(r);
        if (shots[i].n_parts) assert_int_equal(r->n_parts, shots[i].n_parts);
        assert_int_equal(r->n_between, shots[i].between);
        for (int k = 0; k < r->n_parts; k++) {
            const render_part *p = &r->part[k];
            int carriers = p->kind == DYN_SHOW_POINT ? m->sc.model.points.n : m->sc.model.bodies.n;
            assert_true(p->number >= RENDER_GROUND && p->number < carriers);
            assert_int_equal(p->mesh != NULL, p->solid == RENDER_MESH);
        }
        picture_def_free(&def);
        destroy(m);
    }
}

// Draws a mechanism with its first camera, in the renderer of an earlier scene.
static void draw_after(render *r, const render_def *def, const dyn_snapshot *snap, uint8_t *rgb) {
    rt_diag d = {0};
    const SDL_Event first = {.key = {.type = SDL_KEYDOWN, .keysym.sym = SDLK_1}};
    assert_int_equal(render_load(r, def, &d), RT_OK);
    assert_true(render_handle_event(r, &first));
    render_frame(r, NULL, snap, 1);
    render_read_rgb(r, rgb);
}

// A mechanism shows none of a ship's overlays, for which it has no keys. The next ship shows them again.
static void mechanism_shows_no_overlay_of_a_ship(void **state) {
    (void)state;
    static uint8_t plain[BYTES], after[BYTES];
    static dyn_snapshot snap;
    static bow ship;
    rt_diag d = {0};
    render_def def;
    sim *m = create_sim(shots[0].file);
    sim_snapshot(m, &snap);
    assert_int_equal(picture_def(m, &def, &d), RT_OK);
    bow_make(&ship);
    ship.def.width = def.width = WIDTH;
    ship.def.height = def.height = HEIGHT;
    render *r = render_create(&ship.def, &d);
    SKIP_WITHOUT_PICTURE(r)
    draw_after(r, &def, &snap, plain);
    assert_int_equal(render_load(r, &ship.def, &d), RT_OK);
    for (int k = 0; k < DISPLAY_SWITCHES; k++)
        if (display_entry_of[k].ship) render_toggle(r, (display_switch)k);
    display on = render_get_display(r);
    render_frame(r, NULL, ship.snapshot, 1);
    draw_after(r, &def, &snap, after);
    assert_memory_equal(after, plain, BYTES);
    assert_int_equal(render_get_display(r), on);
    render_destroy(r);
    picture_def_free(&def);
    bow_free(&ship);
    destroy(m);
}

int main(int argc, char **argv) {
    write_wanted = argc > 1 && strcmp(argv[1], "write") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_match_their_references),
        cmocka_unit_test(mechanism_fills_the_picture),
        cmocka_unit_test(parts_are_as_in_the_file),
        cmocka_unit_test(mechanism_shows_no_overlay_of_a_ship),
    };
    return cmocka_run_group_tests_name("rt.picture.mechanism", tests, NULL, NULL);
}
