// SPDX-License-Identifier: MIT
// Compares every camera and display of the scene with its picture in tests/render/reference, by the mean absolute
// difference of blocks: rounding of another driver passes, a missing part does not. Off-screen and, as another test
// (argument "window"), in a window. To write new references, and then inspect them:
//     build/ci/tests/render/test_render_window_reference write
// A reference NAME_window.png is a copy of the picture reference_window_NAME.png that the window's test leaves.
#include "tests/blocks.h"
#include "tests/render/drawing.h"
#include "tests/render/own_display.h"
#include "tests/render/shipped.h"
#include <png.h>

enum { WIDTH = 320, HEIGHT = 180, BYTES = 3 * WIDTH * HEIGHT };
static const block_grid grid = {WIDTH, HEIGHT, 0, 10};
static const double block_limit = 16, mean_limit = 1.5; // of 255

typedef struct shot {
    const char *name;
    render_view view;
    double drop;      // of the anchor [m]; negative: housed
    const char *keys; // pressed after the camera's key
    // A live picture is not multisampled: the bridge's windows, two pixels wide, need a reference of its own.
    bool window_own;
} shot;

static const shot shots[] = {
    {"overview", RENDER_VIEW_OVERVIEW, 3, "", true},
    {"bolster", RENDER_VIEW_BOLSTER, 3, "", false},
    {"deck", RENDER_VIEW_DECK, 3, "", false},
    {"anchor", RENDER_VIEW_ANCHOR, 2.7, "", false},
    {"underwater", RENDER_VIEW_UNDERWATER, 8, "", false},
    {"pipe", RENDER_VIEW_PIPE, 3, "", false},
    {"free", RENDER_VIEW_FREE, 3, "", false},
    {"cut", RENDER_VIEW_OVERVIEW, -1, "v", true},
    {"ghost", RENDER_VIEW_BOLSTER, -1, "h", false},
    {"inset", RENDER_VIEW_DECK, 3, "p", false},
    {"operator", RENDER_VIEW_OPERATOR, 3, "", false},
    {"overside", RENDER_VIEW_OVERSIDE, 3, "", false},
    {"night", RENDER_VIEW_OVERVIEW, 3, "n", false},
    {"night_deck", RENDER_VIEW_OPERATOR, 3, "n", false},
    {"starboard", RENDER_VIEW_OVERVIEW, 3, "", false},
    {"links", RENDER_VIEW_ANCHOR, 2.7, "f", false}, // special links, close
};
enum { SHOTS = sizeof shots / sizeof *shots };

typedef struct fixture {
    shipped ship;
    render *r;
    uint8_t picture[BYTES], reference[BYTES];
} fixture;

static bool write_wanted, in_window;

static void press(fixture *f, SDL_Keycode key) { drawing_press(f->r, key); }

static int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    shipped_make(&f->ship, WIDTH, HEIGHT);
    f->ship.def.offscreen = !in_window;
    f->r = drawing_open(&f->ship.def);
    if (f->r) press(f, SDLK_g); // the instruments have their own tests
    *state = f;
    return 0;
}

static int close_fixture(void **state) {
    fixture *f = *state;
    render_destroy(f->r);
    shipped_free(&f->ship);
    free(f);
    return 0;
}

static void reference_path(const shot *s, char path[1024]) {
    const char *end = in_window && s->window_own ? "_window" : "";
    snprintf(path, 1024, "%s/tests/render/reference/%s%s.png", HAWSE_SOURCE_DIR, s->name, end);
}

static void read_reference(fixture *f, const shot *s) {
    char path[1024];
    png_image image = {.version = PNG_IMAGE_VERSION};
    reference_path(s, path);
    if (!png_image_begin_read_from_file(&image, path)) fail_msg("%s: %s", path, image.message);
    assert_int_equal(image.width, WIDTH);
    assert_int_equal(image.height, HEIGHT);
    image.format = PNG_FORMAT_RGB;
    assert_true(png_image_finish_read(&image, NULL, f->reference, 0, NULL));
}

// Moves 3 m ahead from the bolster camera's eye, and turns right.
static void fly_ahead(fixture *f) {
    SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = 6}};
    SDL_Event drag = {.motion = {.type = SDL_MOUSEMOTION, .state = SDL_BUTTON_LMASK, .xrel = 12, .yrel = 6}};
    render_frame(f->r, NULL, f->ship.snapshot, 1);
    assert_true(render_handle_event(f->r, &wheel));
    assert_true(render_handle_event(f->r, &drag));
}

// Moves to the first links above the anchor.
static void approach_links(fixture *f) {
    SDL_Event pan = {.motion = {.type = SDL_MOUSEMOTION, .state = SDL_BUTTON_RMASK, .xrel = 0, .yrel = 62}};
    SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = 19}};
    render_frame(f->r, NULL, f->ship.snapshot, 1);
    assert_true(render_handle_event(f->r, &pan));
    assert_true(render_handle_event(f->r, &wheel));
}

// Orbits to the other bow: the second anchor, housed.
static void go_to_starboard(fixture *f) {
    SDL_Event drag = {.motion = {.type = SDL_MOUSEMOTION, .state = SDL_BUTTON_LMASK, .xrel = 120, .yrel = 15}};
    SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = 3}};
    render_frame(f->r, NULL, f->ship.snapshot, 1);
    assert_true(render_handle_event(f->r, &drag));
    assert_true(render_handle_event(f->r, &wheel));
}

static void load_links(fixture *f, bool special) {
    render_def def = f->ship.def;
    contact_mesh mesh[3];
    rt_diag d = {0};
    if (special) shipped_special(&def, mesh);
    assert_int_equal(render_load(f->r, &def, &d), RT_OK);
    for (int k = 0; special && k < 3; k++) contact_mesh_free(&mesh[k]);
}

static bool has_special(const shot *s) { return strcmp(s->name, "links") == 0; }

static void draw_loaded(fixture *f, const shot *s) {
    shipped_fill(&f->ship, s->drop);
    f->ship.snapshot->t += 60 * (double)(s - shots); // so far apart that the foam of one is gone in the next
    if (s->view == RENDER_VIEW_FREE) press(f, SDLK_2);
    render_frame(f->r, NULL, f->ship.snapshot, 1);
    press(f, SDLK_1 + (int)s->view);
    if (s->view == RENDER_VIEW_FREE) fly_ahead(f);
    if (has_special(s)) approach_links(f);
    if (strcmp(s->name, "starboard") == 0) go_to_starboard(f);
    for (const char *k = s->keys; *k; k++) press(f, *k);
    render_frame(f->r, NULL, f->ship.snapshot, 1);
    render_read_rgb(f->r, f->picture);
    for (const char *k = s->keys; *k; k++) press(f, *k);
}

static void draw_shot(fixture *f, const shot *s) {
    if (has_special(s)) load_links(f, true);
    draw_loaded(f, s);
    if (has_special(s)) load_links(f, false);
}

static void pictures_match_their_references(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    for (int i = 0; i < SHOTS; i++) {
        rt_diag d = {0};
        char path[1024];
        draw_shot(f, &shots[i]);
        reference_path(&shots[i], path);
        if (!write_wanted) snprintf(path, sizeof path, "reference_%s%s.png", in_window ? "window_" : "", shots[i].name);
        assert_int_equal(render_write_png(f->r, path, &d), RT_OK);
        read_reference(f, &shots[i]);
        double mean, worst = block_difference(&grid, f->picture, f->reference, &mean);
        if (worst > block_limit || mean > mean_limit)
            fail_msg("%s: a block differs by %.1f, the whole by %.2f; drawn: %s", shots[i].name, worst, mean, path);
    }
}

// The limits distinguish each picture from every other.
static void no_picture_matches_another_reference(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    for (int i = 0; i < SHOTS; i++) {
        draw_shot(f, &shots[i]);
        for (int k = 0; k < SHOTS; k++) {
            if (k == i) continue;
            read_reference(f, &shots[k]);
            double mean, worst = block_difference(&grid, f->picture, f->reference, &mean);
            if (worst <= block_limit && mean <= mean_limit) fail_msg("%s passes as %s", shots[i].name, shots[k].name);
        }
    }
}

static void common_links_do_not_match_special_ones(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const shot *s = &shots[SHOTS - 1];
    assert_true(has_special(s));
    draw_loaded(f, s);
    read_reference(f, s);
    double mean;
    assert_true(block_difference(&grid, f->picture, f->reference, &mean) > block_limit);
}

int main(int argc, char **argv) {
    write_wanted = argc > 1 && strcmp(argv[1], "write") == 0;
    in_window = argc > 1 && strcmp(argv[1], "window") == 0;
    if (in_window && !own_display(argv, "render.window.reference_window")) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_match_their_references),
        cmocka_unit_test(no_picture_matches_another_reference),
        cmocka_unit_test(common_links_do_not_match_special_ones),
    };
    return cmocka_run_group_tests_name("render.window.reference", tests, open_fixture, close_fixture);
}
