// SPDX-License-Identifier: MIT
// The panels over the synthetic bow, off-screen, driven by SDL's events as a window would get them. Pictures stay in
// the working folder for a look.
#include "tests/check.h"

#include "tests/render/bow.h"
#include "tests/render/keep_loaded.h"
#include "tests/render/panel_desk.h"
#include <epoxy/gl.h>
#include <png.h>
#include <stdlib.h>

enum { WIDTH = 1280, HEIGHT = 720 };

typedef struct fixture {
    bow bow;
    desk desk;
    render *r;
    panel *panel;
    int width, height;
    uint8_t *rgb;
} fixture;

// Draws the panels, without the scene, until something is asked for, at most n times.
static panel_action draw(fixture *f, int n) {
    panel_action a = {0};
    for (int i = 0; i < n && a.ask == PANEL_NOTHING; i++) a = panel_draw(f->panel, &f->desk.state, f->width, f->height);
    return a;
}

// Draws all of the picture and reads it.
static panel_action picture(fixture *f, uint8_t *rgb) {
    render_frame(f->r, NULL, f->bow.snapshot, 1);
    render_read_rgb(f->r, rgb);
    return render_panel_action(f->r);
}

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
    picture(f, f->rgb);
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
    picture(f, f->rgb);
    if (render_write_png(f->r, path, &d)) fail_msg("%s", d.text);
}

static void start_and_its_fellows(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    float x, y; // as the main program does it: through the picture
    assert_true(panel_place(f->panel, "start", &x, &y));
    move(f, x, y);
    button(f, true, x, y);
    button(f, false, x, y);
    panel_action start = {0};
    for (int i = 0; i < 5 && start.ask == PANEL_NOTHING; i++) start = picture(f, f->rgb);
    assert_int_equal(start.ask, PANEL_START);
    assert_int_equal(render_panel_action(f->r).ask, PANEL_NOTHING); // once
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

static void a_refused_text_stays_to_be_corrected(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "6x mm", SDLK_RETURN).ask, PANEL_SET);
    snprintf(f->desk.field[DESK_DIAMETER].error, PANEL_TEXT, "a length was expected, found \"6x mm\"");
    click(f, "field chain.bar_diameter");
    key(f, SDLK_END);
    type(f, "!");
    key(f, SDLK_RETURN);
    panel_action a = draw(f, 5);
    assert_int_equal(a.ask, PANEL_SET);
    assert_string_equal(a.text, "6x mm!");
    f->desk.field[DESK_DIAMETER].error[0] = 0;
}

static void choices_and_ticks(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    assert_int_equal(click(f, "field contact.method").ask, PANEL_NOTHING);
    panel_action a = click(f, "choice foundation");
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_METHOD);
    assert_string_equal(a.text, "foundation");
    assert_int_equal(click(f, "section end").ask, PANEL_NOTHING);
    a = click(f, "field end.stop_when_housed");
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_HOUSED);
    assert_string_equal(a.text, "true");
    click(f, "section end");
}

static void open_undo_begin_and_save(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    assert_int_equal(click(f, "undo").ask, PANEL_UNDO);
    assert_int_equal(click(f, "redo").ask, PANEL_NOTHING); // there is nothing to redo
    assert_int_equal(click(f, "apply").ask, PANEL_APPLY);
    panel_action a = click(f, "save");
    assert_int_equal(a.ask, PANEL_SAVE_AS);
    assert_string_equal(a.text, "config/scenarios/weigh-2.yaml");
    assert_int_equal(click(f, "save as").ask, PANEL_NOTHING);
    type(f, "mine.yaml");
    key(f, SDLK_RETURN);
    a = draw(f, 5);
    assert_int_equal(a.ask, PANEL_SAVE_AS);
    assert_string_equal(a.text, "mine.yaml");
    click(f, "open");
    assert_int_equal(click(f, "file let_go.yaml").ask, PANEL_NOTHING); // changes would be lost
    a = click(f, "lose");
    assert_int_equal(a.ask, PANEL_OPEN);
    assert_string_equal(a.text, "config/scenarios/let_go.yaml");
    f->desk.state.modified = false;
    click(f, "open");
    assert_int_equal(click(f, "file let_go.yaml").ask, PANEL_OPEN);
    f->desk.state.modified = true;
}

static void dragging_the_time_seeks_when_it_is_let_go(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    float x, y;
    draw(f, 2);
    assert_true(panel_place(f->panel, "time", &x, &y));
    move(f, x, y);
    assert_true(button(f, true, x, y));
    assert_true(move(f, 0, 300)); // far out to the left: the mouse is still the slider's
    assert_int_equal(draw(f, 6).ask, PANEL_NOTHING);
    assert_true(button(f, false, 0, 300));
    panel_action a = draw(f, 5);
    assert_int_equal(a.ask, PANEL_SEEK);
    CHECK_NEAR(a.value, 0, 0);
    a = click(f, "time");
    assert_int_equal(a.ask, PANEL_SEEK);
    CHECK_NEAR(a.value, f->desk.state.t_last / 2, 0.5);
}

static void switches_devices_and_failures(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    click(f, "tab Display");
    panel_action a = click(f, "switch gauges");
    assert_int_equal(a.ask, PANEL_SHOW);
    assert_int_equal(a.index, DISPLAY_GAUGES);
    assert_int_equal(click(f, "switch sound").ask, PANEL_SOUND);
    assert_int_equal(click(f, "picture").ask, PANEL_PICTURE);
    click(f, "tab Devices");
    a = click(f, "high 1");
    assert_int_equal(a.ask, PANEL_CALIBRATE);
    assert_int_equal(a.index, 1);
    CHECK_NEAR(a.value, 2, 0);
    click(f, "tab Instructor");
    a = click(f, "failure brake fade");
    assert_int_equal(a.ask, PANEL_FAILURE);
    assert_int_equal(a.index, 1);
    click(f, "tab Scenario");
}

// What was asked for and is no longer possible when it is handed out is not.
static void what_has_become_impossible_is_not_asked_for(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    key(f, SDLK_TAB);
    draw(f, 2);
    for (int i = 0; i < 20; i++) key_mod(f, SDLK_z, KMOD_CTRL);
    assert_int_equal(draw(f, 1).ask, PANEL_UNDO);
    f->desk.state.can_undo = false;
    assert_int_equal(draw(f, 20).ask, PANEL_NOTHING);
    f->desk.state.can_undo = true;
    assert_true(key(f, SDLK_ESCAPE));
    draw(f, 2);
}

static void keyboard_alone_reaches_every_page(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    static const char *const on_page[] = {"undo", "switch forces", "centre 0", "failure brake fade"};
    float x, y;
    for (int arrows = 0; arrows < 2; arrows++) {
        assert_true(key(f, SDLK_TAB)); // the bar
        draw(f, 3);
        assert_true(key(f, SDLK_RETURN));
        assert_int_equal(draw(f, 5).ask, PANEL_START);
        assert_true(key(f, SDLK_TAB)); // the pages
        draw(f, 3);
        for (int k = 0; k < 4; k++) {
            if (!panel_place(f->panel, on_page[k], &x, &y)) fail_msg("%s is not reached", on_page[k]);
            if (arrows) {
                for (int i = 0; i < 30; i++) assert_true(key(f, SDLK_UP) && draw(f, 3).ask == PANEL_NOTHING);
                for (int i = 0; i < 5; i++) assert_true(key(f, SDLK_LEFT) && draw(f, 3).ask == PANEL_NOTHING);
                for (int i = 0; i <= k; i++) assert_true(key(f, SDLK_RIGHT) && draw(f, 3).ask == PANEL_NOTHING);
                key(f, SDLK_RETURN);
            } else
                assert_true(key_mod(f, SDLK_PAGEDOWN, KMOD_CTRL));
            draw(f, 5);
        }
        assert_true(key(f, SDLK_ESCAPE));
        draw(f, 3);
        if (arrows) click(f, "tab Scenario");
    }
}

// Which of the deck's keys, pressed one by one, the panels take.
static int taken_keys(fixture *f) {
    static const SDL_Keycode deck[] = {SDLK_w,  SDLK_s,    SDLK_a,    SDLK_d,     SDLK_x,     SDLK_c,     SDLK_r,
                                       SDLK_UP, SDLK_DOWN, SDLK_LEFT, SDLK_RIGHT, SDLK_SPACE, SDLK_ESCAPE};
    int taken = 0;
    for (int i = 0; i < 13; i++) {
        SDL_Event e = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = deck[i]}}};
        taken |= panel_event(f->panel, &e) << i;
        e.type = SDL_KEYUP;
        panel_event(f->panel, &e);
    }
    return taken;
}

static void the_decks_keys_are_the_decks(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw(f, 2);
    assert_int_equal(taken_keys(f), 0);
    click(f, "start"); // a click does not take the keyboard
    draw(f, 3);
    assert_int_equal(taken_keys(f), 0);
    click(f, "tab Display");
    click(f, "switch forces");
    draw(f, 3);
    assert_int_equal(taken_keys(f), 0);
    click(f, "tab Scenario");
    key(f, SDLK_TAB);
    draw(f, 3);
    assert_int_equal(taken_keys(f), 0x1780); // arrows and Escape move about; lever, brake and emergency stop remain
    draw(f, 3);
    click(f, "find");
    assert_int_equal(taken_keys(f), 0x1fff); // a text is typed
    draw(f, 30);
    assert_false(button(f, true, 300, 300)); // a click into the picture
    assert_false(button(f, false, 300, 300));
    draw(f, 5);
    assert_int_equal(taken_keys(f), 0);
    // a key that went down before a text was entered comes up on the deck
    SDL_Event w = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_w}}};
    assert_false(panel_event(f->panel, &w));
    click(f, "find");
    w.type = SDL_KEYUP;
    assert_false(panel_event(f->panel, &w));
    key(f, SDLK_ESCAPE);
    draw(f, 5);
}

static void the_mouse_beside_the_panels_is_the_cameras(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw(f, 2);
    SDL_Event e = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = 300, .y = 300}};
    assert_false(panel_event(f->panel, &e));
    e = (SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 1100, .y = 300}}; // a drag goes on over the panel
    assert_false(panel_event(f->panel, &e));
    e = (SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .button = SDL_BUTTON_LEFT, .x = 1100, .y = 300}};
    assert_false(panel_event(f->panel, &e));
    e = (SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = 1}};
    assert_true(panel_event(f->panel, &e));
    e = (SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 300, .y = 300}};
    assert_false(panel_event(f->panel, &e));
    e = (SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = 1}};
    assert_false(panel_event(f->panel, &e));
}

static size_t bytes_of(const fixture *f) { return (size_t)(3 * f->width * f->height); }

// The scene does not know that there are panels: neither while they are shown nor afterwards.
static void hidden_panels_leave_nothing_behind(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    uint8_t *without = malloc(bytes_of(f));
    float x, y;
    assert_true(key(f, SDLK_F2));
    assert_false(panel_is_shown(f->panel));
    picture(f, without);
    assert_false(panel_place(f->panel, "start", &x, &y));
    assert_int_equal(taken_keys(f), 0);
    SDL_Event e = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = 40, .y = 44}};
    assert_false(panel_event(f->panel, &e));
    assert_true(key(f, SDLK_F2));
    for (int i = 0; i < 3; i++) picture(f, f->rgb);
    long outside = 0, inside = 0;
    for (int v = 0; v < f->height; v++)
        for (int u = 0; u < f->width; u++) {
            bool covered = (v >= 24 && v < 64) || (u >= f->width - 404 && v >= 64 && v < 524);
            const size_t i = (size_t)(3 * (v * f->width + u));
            *(covered ? &inside : &outside) += memcmp(f->rgb + i, without + i, 3) != 0;
        }
    assert_int_equal(outside, 0);
    assert_true(inside > 100000);
    key(f, SDLK_F2);
    picture(f, f->rgb);
    assert_memory_equal(f->rgb, without, bytes_of(f));
    assert_int_equal(glGetError(), GL_NO_ERROR);
    key(f, SDLK_F2);
    free(without);
}

static void smallest_pictures_are_survived(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    static const int size[][2] = {{1, 1}, {0, 0}, {1, 720}, {1280, 1}, {160, 160}, {161, 2000}, {1280, 720}};
    for (int k = 0; k < 7; k++)
        for (int i = 0; i < 3; i++)
            assert_int_equal(panel_draw(f->panel, &f->desk.state, size[k][0], size[k][1]).ask, PANEL_NOTHING);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    assert_int_equal(click(f, "start").ask, PANEL_START);
}

static uint32_t next_random(uint32_t *seed) { return *seed = *seed * 1664525u + 1013904223u, *seed >> 8; }

static SDL_Event random_event(const fixture *f, uint32_t *seed) {
    static const SDL_Keycode keys[] = {SDLK_TAB,  SDLK_RETURN,   SDLK_ESCAPE, SDLK_UP,       SDLK_DOWN,
                                       SDLK_LEFT, SDLK_RIGHT,    SDLK_z,      SDLK_PAGEDOWN, SDLK_BACKSPACE,
                                       SDLK_F2,   SDLK_KP_ENTER, SDLK_END,    SDLK_v,        SDLK_x};
    static const Uint16 mods[] = {0, 0, 0, KMOD_CTRL, KMOD_SHIFT};
    static int x, y; // two times of three the mouse rests
    if (next_random(seed) % 3 == 0) {
        x = (int)(next_random(seed) % (uint32_t)(f->width + 40)) - 20;
        bool bar = next_random(seed) % 2;
        y = (int)(next_random(seed) % (uint32_t)(bar ? f->height / 8 : f->height * 3 / 4));
    }
    Uint8 number = next_random(seed) % 4 ? SDL_BUTTON_LEFT : (Uint8)(1 + next_random(seed) % 5);
    SDL_Event e = {0};
    switch (next_random(seed) % 8) {
    case 0:
        e.motion = (SDL_MouseMotionEvent){.type = SDL_MOUSEMOTION, .x = x, .y = y};
        break;
    case 1:
    case 2:
        e.button = (SDL_MouseButtonEvent){.type = SDL_MOUSEBUTTONDOWN, .button = number, .x = x, .y = y};
        break;
    case 3:
        e.button = (SDL_MouseButtonEvent){.type = SDL_MOUSEBUTTONUP, .button = number, .x = x, .y = y};
        break;
    case 4:
        e.wheel = (SDL_MouseWheelEvent){.type = SDL_MOUSEWHEEL, .y = (int)(next_random(seed) % 7) - 3};
        break;
    case 5:
        e.text = (SDL_TextInputEvent){.type = SDL_TEXTINPUT,
                                      .text = "\xc3\xbc"
                                              "9\xff%n"};
        break;
    default:
        e.key =
            (SDL_KeyboardEvent){.type = next_random(seed) % 3 ? SDL_KEYDOWN : SDL_KEYUP,
                                .keysym = {.sym = keys[next_random(seed) % 15], .mod = mods[next_random(seed) % 5]}};
    }
    return e;
}

static void random_events_do_no_harm(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    uint32_t seed = 20261121;
    close_picture(f);
    open_picture(f, 640, 360);
    int asked = 0;
    for (int i = 0; i < 1000; i++) {
        SDL_Event e = random_event(f, &seed);
        if (i % 20 == 0) panel_show(f->panel, true); // F2 may have hidden it
        render_handle_event(f->r, &e);
        if (e.type == SDL_MOUSEBUTTONDOWN && next_random(&seed) % 32) { // mostly a click
            e.type = SDL_MOUSEBUTTONUP;
            render_handle_event(f->r, &e);
        }
        panel_action a = draw(f, 3);
        asked += a.ask != PANEL_NOTHING;
        assert_true(a.ask <= PANEL_PICTURE && memchr(a.text, 0, sizeof a.text));
        if (a.ask == PANEL_SET) assert_true(a.index >= 0 && a.index < f->desk.state.n_fields);
        if (a.ask == PANEL_SEEK) assert_true(a.value >= 0 && a.value <= f->desk.state.t_last);
        if (a.ask == PANEL_START || a.ask == PANEL_PAUSE) f->desk.state.running = !f->desk.state.running;
    }
    assert_int_equal(glGetError(), GL_NO_ERROR);
    if (asked < 10) fail_msg("%d actions", asked);
    f->desk.state.running = false;
    close_picture(f);
    open_picture(f, WIDTH, HEIGHT);
}

// Means over blocks of 4 × 4 pixels; black where the picture shows the scene.
static uint8_t *blocks(const fixture *f) {
    const int w = f->width / 4, h = f->height / 4;
    uint8_t *b = calloc((size_t)(w * h), 3);
    for (int v = 6; v < 131; v++)
        for (int u = v < 16 ? 0 : 219; u < w; u++)
            for (int k = 0; k < 3; k++) {
                int sum = 0;
                for (int i = 0; i < 16; i++) sum += f->rgb[3 * ((4 * v + i / 4) * f->width + 4 * u + i % 4) + k];
                b[3 * (v * w + u) + k] = (uint8_t)(sum / 16);
            }
    return b;
}

static double difference(const uint8_t *a, const uint8_t *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += abs(a[i] - b[i]);
    return sum / n;
}

// The reference was looked at; the panel's ground lets a little of the scene through. Another page differs far more.
static void picture_is_the_reference(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const int n = WIDTH / 4 * (HEIGHT / 4) * 3;
    uint8_t *reference = malloc((size_t)n);
    png_image image = {.version = PNG_IMAGE_VERSION};
    close_picture(f); // as it is when it is opened
    open_picture(f, WIDTH, HEIGHT);
    for (int page = 0; page < 2; page++) {
        if (page) click(f, "tab Devices");
        move(f, 300, 300);
        draw(f, 3);
        picture(f, f->rgb);
        uint8_t *b = blocks(f);
        if (!page) {
            image.width = WIDTH / 4, image.height = HEIGHT / 4, image.format = PNG_FORMAT_RGB;
            assert_true(png_image_write_to_file(&image, "panel_blocks.png", 0, b, 0, NULL));
            image = (png_image){.version = PNG_IMAGE_VERSION};
            if (!png_image_begin_read_from_file(&image, HAWSE_SOURCE_DIR "/tests/render/panel_reference.png"))
                fail_msg("panel_reference.png: %s", image.message);
            image.format = PNG_FORMAT_RGB;
            assert_int_equal(PNG_IMAGE_SIZE(image), n);
            assert_true(png_image_finish_read(&image, NULL, reference, 0, NULL));
        }
        double d = difference(b, reference, n);
        if (page ? d < 3 : d > 0.7) fail_msg("page %d differs by %.2f from the reference", page, d);
        free(b);
    }
    click(f, "tab Scenario");
    free(reference);
}

// Every page at every size, for a look; only where it is asked for.
static void pages_for_a_look(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    static const int size[3][2] = {{1280, 720}, {1920, 1080}, {3840, 2160}};
    static const char *const page[] = {"Scenario", "Display", "Devices", "Instructor"};
    if (!getenv("HAWSE_PANEL_PAGES")) skip();
    close_picture(f);
    for (int k = 0; k < 3; k++) {
        open_picture(f, size[k][0], size[k][1]);
        for (int t = 0; t < 4; t++) {
            char name[64], path[64];
            snprintf(name, sizeof name, "tab %s", page[t]);
            snprintf(path, sizeof path, "panel_%s_%d.png", page[t], size[k][1]);
            click(f, name);
            write_png(f, path);
        }
        close_picture(f);
    }
    open_picture(f, WIDTH, HEIGHT);
    desk *d = &f->desk;
    d->state.rewound = d->state.message_is_error = true;
    d->state.message = "config/scenarios/mine.yaml:12: error: chain.bar_diameter: expected 0.005 .. 0.3 m, found 6 m";
    snprintf(d->field[DESK_DIAMETER].error, PANEL_TEXT, "expected 0.005 .. 0.3 m, found 6 m");
    snprintf(d->field[DESK_STEP].error, PANEL_TEXT, "expected at most 0.02 s, found 1 s");
    click(f, "field contact.method");
    write_png(f, "panel_errors.png");
    desk_make(d);
    key(f, SDLK_ESCAPE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_and_its_fellows),
        cmocka_unit_test(typing_sets_a_field),
        cmocka_unit_test(a_refused_text_stays_to_be_corrected),
        cmocka_unit_test(choices_and_ticks),
        cmocka_unit_test(open_undo_begin_and_save),
        cmocka_unit_test(dragging_the_time_seeks_when_it_is_let_go),
        cmocka_unit_test(switches_devices_and_failures),
        cmocka_unit_test(what_has_become_impossible_is_not_asked_for),
        cmocka_unit_test(keyboard_alone_reaches_every_page),
        cmocka_unit_test(the_decks_keys_are_the_decks),
        cmocka_unit_test(the_mouse_beside_the_panels_is_the_cameras),
        cmocka_unit_test(hidden_panels_leave_nothing_behind),
        cmocka_unit_test(smallest_pictures_are_survived),
        cmocka_unit_test(picture_is_the_reference),
        cmocka_unit_test(random_events_do_no_harm),
        cmocka_unit_test(pages_for_a_look),
    };
    return cmocka_run_group_tests_name("render.panel", tests, open_fixture, close_fixture);
}
