// SPDX-License-Identifier: MIT
// The panels over the synthetic bow, off-screen, driven by SDL's events as a window would get them. Pictures stay in
// the working folder for a look.
#include "tests/check.h"

#include "tests/render/bow.h"
#include "tests/render/keep_loaded.h"
#include "tests/render/panel_desk.h"
#include <epoxy/gl.h>
#include <png.h>

enum { WIDTH = 1280, HEIGHT = 720 };

typedef struct fixture {
    bow bow;
    desk desk;
    render *r;
    panel *panel;
    int width, height;
    uint8_t *rgb;
} fixture;

static void open_picture(fixture *f, int width, int height) {
    rt_diag d = {0};
    f->width = f->bow.def.width = width;
    f->height = f->bow.def.height = height;
    f->r = render_create(&f->bow.def, &d);
    if (!f->r) {
        print_message("%s", d.text);
        return;
    }
    f->panel = render_panel(f->r, &d);
    if (!f->panel) fail_msg("%s", d.text);
    render_set_panel_state(f->r, &f->desk.state);
    panel_show(f->panel, true);
    f->rgb = malloc((size_t)(3 * width * height));
}

static void close_picture(fixture *f) {
    render_destroy(f->r);
    free(f->rgb);
    f->r = NULL;
    f->rgb = NULL;
}

static int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    bow_make(&f->bow);
    desk_make(&f->desk);
    open_picture(f, WIDTH, HEIGHT);
    *state = f;
    return 0;
}

static int close_fixture(void **state) {
    fixture *f = *state;
    close_picture(f);
    bow_free(&f->bow);
    free(f);
    return 0;
}

#define SKIP_WITHOUT_GL(f)                                                                                             \
    if (!(f)->r) {                                                                                                     \
        print_message("skipped: no OpenGL 3.3 here\n");                                                                \
        skip();                                                                                                        \
    }

// Draws until something is asked for, at most n pictures.
static panel_action draw(fixture *f, int n) {
    panel_action a = {0};
    for (int i = 0; i < n && a.ask == PANEL_NOTHING; i++) {
        render_frame(f->r, NULL, f->bow.snapshot, 1);
        a = render_panel_action(f->r);
    }
    return a;
}

static bool move(fixture *f, float x, float y) {
    return render_handle_event(f->r, &(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = (int)x, .y = (int)y}});
}

static bool button(fixture *f, bool down, float x, float y) {
    return render_handle_event(f->r, &(SDL_Event){.button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                                             .button = SDL_BUTTON_LEFT,
                                                             .x = (int)x,
                                                             .y = (int)y}});
}

static bool key_mod(fixture *f, SDL_Keycode key, Uint16 mod) {
    bool used =
        render_handle_event(f->r, &(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = key, .mod = mod}}});
    render_handle_event(f->r, &(SDL_Event){.key = {.type = SDL_KEYUP, .keysym = {.sym = key, .mod = mod}}});
    return used;
}

static bool key(fixture *f, SDL_Keycode k) { return key_mod(f, k, 0); }

static void type(fixture *f, const char *text) {
    SDL_Event e = {.text = {.type = SDL_TEXTINPUT}};
    snprintf(e.text.text, sizeof e.text.text, "%s", text);
    render_handle_event(f->r, &e);
}

// Clicks on what is called so; what comes of it.
static panel_action click(fixture *f, const char *what) {
    float x, y;
    draw(f, 2);
    if (!panel_place(f->panel, what, &x, &y)) fail_msg("\"%s\" is not to be seen", what);
    assert_true(move(f, x, y));
    assert_true(button(f, true, x, y));
    assert_true(button(f, false, x, y));
    return draw(f, 5);
}

static void write_png(fixture *f, const char *path) {
    rt_diag d = {0};
    draw(f, 2);
    if (render_write_png(f->r, path, &d)) fail_msg("%s", d.text);
}

static void start_and_its_fellows(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    assert_int_equal(click(f, "start").ask, PANEL_START);
    assert_int_equal(click(f, "step").ask, PANEL_STEP);
    panel_action a = click(f, "speed 1/5");
    assert_int_equal(a.ask, PANEL_SPEED);
    CHECK_NEAR(a.value, 0.2, 0);
    f->desk.state.running = true;
    assert_int_equal(click(f, "pause").ask, PANEL_PAUSE);
    assert_int_equal(click(f, "step").ask, PANEL_NOTHING); // not while time goes on
    f->desk.state.running = false;
}

static panel_action enter_text(fixture *f, const char *what, const char *text, SDL_Keycode end) {
    assert_int_equal(click(f, what).ask, PANEL_NOTHING);
    type(f, text); // all of it is selected when a text is entered
    assert_true(key(f, end));
    return draw(f, 5);
}

static void typing_sets_a_field(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    panel_action a = enter_text(f, "field chain.bar_diameter", "62 mm", SDLK_RETURN);
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_DIAMETER);
    assert_string_equal(a.text, "62 mm");
    // leaving it by a click elsewhere sends it, too
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "63 mm", SDLK_LSHIFT).ask, PANEL_NOTHING);
    a = click(f, "field windlass.max_tension");
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_DIAMETER);
    assert_string_equal(a.text, "63 mm");
    // nothing changed, nothing sent; Escape takes it back
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "64 mm", SDLK_ESCAPE).ask, PANEL_NOTHING);
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "50 mm", SDLK_RETURN).ask, PANEL_NOTHING);
}

static void pictures_for_a_look(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    static const int size[3][2] = {{1280, 720}, {1920, 1080}, {3840, 2160}};
    static const char *const tab[] = {"Scenario", "Display", "Devices", "Instructor"};
    close_picture(f);
    for (int k = 0; k < 1; k++) {
        open_picture(f, size[k][0], size[k][1]);
        for (int t = 0; t < 4; t++) {
            char name[64], path[64];
            snprintf(name, sizeof name, "tab %s", tab[t]);
            snprintf(path, sizeof path, "panel_%s_%d.png", tab[t], size[k][1]);
            click(f, name);
            write_png(f, path);
        }
        close_picture(f);
    }
    open_picture(f, WIDTH, HEIGHT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_and_its_fellows),
        cmocka_unit_test(typing_sets_a_field),
        cmocka_unit_test(pictures_for_a_look),
    };
    return cmocka_run_group_tests_name("render.panel", tests, open_fixture, close_fixture);
}
