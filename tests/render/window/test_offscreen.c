// SPDX-License-Identifier: MIT
// Off-screen pictures of the synthetic bow. They stay in the working folder for inspection.
#include "tests/render/bow.h"
#include "tests/render/drawing.h"
#include <png.h>
#include <sys/stat.h>

enum { WIDTH = 1280, HEIGHT = 720, BYTES = 3 * WIDTH * HEIGHT };

typedef struct fixture {
    bow bow;
    render *r;
    uint8_t *a, *b; // pictures
} fixture;

static int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    bow_make(&f->bow);
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

static void press(fixture *f, SDL_Keycode key) { drawing_press(f->r, key); }

static bool pixel_differs(const fixture *f, int x, int y) {
    return memcmp(f->a + 3 * (y * WIDTH + x), f->b + 3 * (y * WIDTH + x), 3);
}

// Number of pixels in the rectangle that differ.
static int count_differences(const fixture *f, int x0, int y0, int x1, int y1) {
    int n = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) n += pixel_differs(f, x, y);
    return n;
}

// True if the 3 × 3 pixels about a projected point differ: a bar is only three pixels thick.
static bool differs_at(const fixture *f, double x, double y) {
    return count_differences(f, (int)x - 1, (int)y - 1, (int)x + 2, (int)y + 2) > 0;
}

// Number of pixels whose channel `k` exceeds both others by 60.
static int count_saturated(const uint8_t *rgb, int k, int x0, int y0, int x1, int y1) {
    int n = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            const uint8_t *p = rgb + 3 * (y * WIDTH + x);
            n += p[k] > p[(k + 1) % 3] + 60 && p[k] > p[(k + 2) % 3] + 60;
        }
    return n;
}

static void same_snapshot_gives_same_picture(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw_picture(f, f->a);
    draw_picture(f, f->b);
    assert_memory_equal(f->a, f->b, BYTES);
    render *second = render_create(&f->bow.def, &(rt_diag){0});
    assert_non_null(second);
    render_frame(second, NULL, f->bow.snapshot, 1);
    render_read_rgb(second, f->b);
    assert_memory_equal(f->a, f->b, BYTES);
    render_destroy(second);
}

// Sky, hull, antifouling and water are visible: many colours, none on most of the picture.
static void picture_has_many_colours(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw_picture(f, f->a);
    static int count[4096];
    int most = 0, colours = 0;
    memset(count, 0, sizeof count);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        count[f->a[3 * i] >> 4 | (f->a[3 * i + 1] >> 4) << 4 | (f->a[3 * i + 2] >> 4) << 8]++;
    for (int i = 0; i < 4096; i++) {
        most = count[i] > most ? count[i] : most;
        colours += count[i] > 50;
    }
    assert_true(colours > 20);
    assert_true(most < WIDTH * HEIGHT / 2);
}

// Without the chain the picture changes at the projections of its links: on a straight bar of every link above the
// water.
static void links_are_drawn_where_they_project(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot *s = f->bow.snapshot;
    draw_picture(f, f->a);
    int seen = 0, all = s->n_bodies;
    s->n_bodies = 0;
    draw_picture(f, f->b);
    s->n_bodies = all;
    for (int i = 0; i < BOW_LINKS; i++) {
        double x, y;
        assert_true(render_project(f->r, pose_point(&s->body[i].pose, vec3_make(1.3 * BOW_BAR, 0, 0)), &x, &y));
        if (s->body[i].pose.p.z < 0.2) continue; // water may hide it
        seen++;
        if (!differs_at(f, x, y)) fail_msg("link %d is not at %.1f, %.1f", i, x, y);
        assert_false(differs_at(f, x + 40, y)); // 40 px beside, away from the sun: neither link nor shadow
    }
    assert_true(seen > 8);
}

static void f_hides_the_force_arrows(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    double x, y;
    draw_picture(f, f->a);
    assert_true(render_project(f->r, f->bow.def.focus, &x, &y));
    int x0 = (int)x - 80, y0 = (int)y - 80, x1 = (int)x + 80, y1 = (int)y + 80;
    assert_true(count_saturated(f->a, 1, x0, y0, x1, y1) > 60); // green, normal
    assert_true(count_saturated(f->a, 0, x0, y0, x1, y1) > 40); // red, tangential
    press(f, SDLK_f);
    draw_picture(f, f->b);
    assert_int_equal(count_saturated(f->b, 1, x0, y0, x1, y1), 0);
    assert_int_equal(count_saturated(f->b, 0, x0, y0, x1, y1), 0);
    press(f, SDLK_f);
}

// 27.5 m of links of 4 × 62 mm are 111 links to the shackle: the joining link is red.
static void joining_links_are_red(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot_body *b = &f->bow.snapshot->body[30];
    double x, y;
    for (int red = 0; red < 2; red++) {
        b->number = red ? 111 : 105;
        draw_picture(f, f->a);
        assert_true(render_project(f->r, b->pose.p, &x, &y));
        assert_int_equal(count_saturated(f->a, 0, (int)x - 6, (int)y - 8, (int)x + 6, (int)y + 8) > 10, red);
    }
    b->number = 30;
}

static void tension_changes_the_tension_gauge_only(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw_picture(f, f->a);
    f->bow.snapshot->gauges.tension_n = 223e3;
    draw_picture(f, f->b);
    f->bow.snapshot->gauges.tension_n = 118e3;
    int dial = count_differences(f, 0, 562, 240, 720), all = count_differences(f, 0, 0, WIDTH, HEIGHT);
    assert_true(dial > 300);
    assert_int_equal(dial, all);
}

static void g_hides_the_instruments(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    press(f, SDLK_g);
    draw_picture(f, f->a);
    f->bow.snapshot->gauges.tension_n = 223e3;
    draw_picture(f, f->b);
    f->bow.snapshot->gauges.tension_n = 118e3;
    press(f, SDLK_g);
    assert_memory_equal(f->a, f->b, BYTES);
}

// A link behind the shell, with the hull see-through and not.
static void see_through_hull_shows_what_is_inside(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot *s = f->bow.snapshot;
    int all = s->n_bodies;
    pose first = s->body[0].pose;
    s->body[0].pose.p = vec3_madd(f->bow.def.focus, -0.6, f->bow.def.outboard);
    s->n_contacts = 0;
    for (int ghost = 0; ghost < 2; ghost++) {
        double x, y;
        if (ghost) press(f, SDLK_h);
        s->n_bodies = 1;
        draw_picture(f, f->a);
        s->n_bodies = 0;
        draw_picture(f, f->b);
        assert_true(render_project(f->r, s->body[0].pose.p, &x, &y));
        assert_int_equal(differs_at(f, x, y), ghost);
    }
    press(f, SDLK_h);
    s->body[0].pose = first;
    s->n_bodies = all;
    s->n_contacts = 2;
}

static void alpha_moves_the_bodies(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot *next = malloc(sizeof *next);
    memcpy(next, f->bow.snapshot, sizeof *next);
    for (int i = 0; i < next->n_bodies; i++) next->body[i].pose.p.x += 1;
    next->t = f->bow.snapshot->t;
    draw_picture(f, f->a);
    render_frame(f->r, f->bow.snapshot, next, 0);
    render_read_rgb(f->r, f->b);
    assert_int_equal(count_differences(f, 0, 0, WIDTH, HEIGHT), 0);
    render_frame(f->r, f->bow.snapshot, next, 0.5);
    render_read_rgb(f->r, f->b);
    assert_true(count_differences(f, 0, 30, WIDTH, 520) > 1000);
    free(next);
}

static void every_view_is_written_as_png(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    rt_diag d = {0};
    for (int v = 0; v < RENDER_VIEWS; v++) {
        char path[64];
        snprintf(path, sizeof path, "render_view_%d.png", v + 1);
        press(f, SDLK_1 + v);
        draw_picture(f, f->a);
        unlink(path);
        assert_int_equal(render_write_png(f->r, path, &d), RT_OK);
        png_image image = {.version = PNG_IMAGE_VERSION};
        assert_true(png_image_begin_read_from_file(&image, path));
        image.format = PNG_FORMAT_RGB;
        assert_int_equal(image.width, WIDTH);
        assert_int_equal(image.height, HEIGHT);
        assert_true(png_image_finish_read(&image, NULL, f->b, 0, NULL));
        assert_memory_equal(f->a, f->b, BYTES);
    }
    press(f, SDLK_2);
}

static void unwritable_png_is_an_error(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    rt_diag d = {0};
    draw_picture(f, f->a);
    assert_int_equal(render_write_png(f->r, "no_such_folder/picture.png", &d), RT_ERR_FILE);
    assert_non_null(strstr(d.text, "no_such_folder/picture.png"));
    mkdir("picture_is_a_folder.png", 0755);
    assert_int_equal(render_write_png(f->r, "picture_is_a_folder.png", &d), RT_ERR_FILE);
    assert_int_equal(d.errors, 2);
    assert_int_equal(access("picture_is_a_folder.png.part", F_OK), -1);
    rmdir("picture_is_a_folder.png");
}

// Values from a broken run must not break the picture.
static void nonfinite_values_do_not_break_the_picture(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot *s = malloc(sizeof *s);
    memcpy(s, f->bow.snapshot, sizeof *s);
    s->gauges.tension_n = NAN;
    s->gauges.speed_m_s = -INFINITY;
    s->gauges.chain_out_m = 1e300;
    s->body[3].pose.p.x = NAN;
    s->contact[0].normal_force = vec3_make(INFINITY, 0, 0);
    memset(s->message, 0xc3, sizeof s->message); // malformed UTF-8 without a terminator
    render_frame(f->r, NULL, s, 1);
    render_read_rgb(f->r, f->a);
    rt_diag d = {0};
    assert_int_equal(render_write_png(f->r, "render_strange.png", &d), RT_OK);
    s->n_bodies = DYN_SNAPSHOT_BODIES;
    s->n_contacts = DYN_SNAPSHOT_VECTORS;
    render_frame(f->r, f->bow.snapshot, s, 0.5);
    assert_int_equal(render_write_png(f->r, "render_strange.png", &d), RT_OK);
    free(s);
}

static void wrong_definition_is_an_error(void **state) {
    (void)state;
    rt_diag d = {0};
    render_def def = render_def_default();
    def.offscreen = true;
    def.width = 0;
    assert_null(render_create(&def, &d));
    assert_int_equal(d.errors, 1);
}

// SDL's dummy driver has no OpenGL. It is running already, so render_create may not replace it.
static void missing_gl_gives_one_clear_error(void **state) {
    (void)state;
    rt_diag d = {0};
    render_def def = render_def_default();
    def.offscreen = true;
    SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE);
    assert_int_equal(SDL_InitSubSystem(SDL_INIT_VIDEO), 0);
    SDL_ResetHint(SDL_HINT_VIDEODRIVER);
    assert_null(render_create(&def, &d));
    assert_int_equal(d.errors, 1);
    assert_non_null(strstr(d.text, "OpenGL 3.3"));
    assert_string_equal(SDL_GetCurrentVideoDriver(), "dummy");
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_snapshot_gives_same_picture),
        cmocka_unit_test(picture_has_many_colours),
        cmocka_unit_test(links_are_drawn_where_they_project),
        cmocka_unit_test(f_hides_the_force_arrows),
        cmocka_unit_test(joining_links_are_red),
        cmocka_unit_test(tension_changes_the_tension_gauge_only),
        cmocka_unit_test(g_hides_the_instruments),
        cmocka_unit_test(see_through_hull_shows_what_is_inside),
        cmocka_unit_test(alpha_moves_the_bodies),
        cmocka_unit_test(every_view_is_written_as_png),
        cmocka_unit_test(unwritable_png_is_an_error),
        cmocka_unit_test(nonfinite_values_do_not_break_the_picture),
    };
    const struct CMUnitTest failing[] = {
        cmocka_unit_test(wrong_definition_is_an_error),
        cmocka_unit_test(missing_gl_gives_one_clear_error),
    };
    int failed = cmocka_run_group_tests_name("render.window.offscreen", tests, open_fixture, close_fixture);
    return failed + cmocka_run_group_tests_name("render.window.offscreen.errors", failing, NULL, NULL);
}
