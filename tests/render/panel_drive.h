// SPDX-License-Identifier: MIT
// Drives the panels over the synthetic bow, off-screen, with SDL's events as a window receives them.
#ifndef HAWSE_TESTS_RENDER_PANEL_DRIVE_H
#define HAWSE_TESTS_RENDER_PANEL_DRIVE_H

#include "tests/render/bow.h"
#include "tests/render/drawing.h"
#include "tests/render/panel_desk.h"
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

// Draws the panels, without the scene, at most n times. Returns the first action.
static inline panel_action draw_panels(fixture *f, int n) {
    panel_action a = {0};
    for (int i = 0; i < n && a.ask == PANEL_NOTHING; i++)
        a = panel_draw(f->panel, &f->desk.state, f->width, f->height, NULL, 0);
    return a;
}

// Draws the whole picture and reads it.
static inline panel_action draw_picture(fixture *f, uint8_t *rgb) {
    drawing_of(f->r, f->bow.snapshot, rgb);
    return render_panel_action(f->r);
}

static inline void open_picture(fixture *f, int width, int height) {
    rt_diag d = {0};
    f->width = f->bow.def.width = width;
    f->height = f->bow.def.height = height;
    f->r = drawing_open(&f->bow.def);
    if (!f->r) return;
    f->panel = render_panel(f->r, &d);
    if (!f->panel) fail_msg("%s", d.text);
    render_set_panel_state(f->r, &f->desk.state);
    panel_show(f->panel, true);
    f->rgb = malloc((size_t)(3 * width * height));
    draw_picture(f, f->rgb);
}

static inline void close_picture(fixture *f) {
    render_destroy(f->r);
    free(f->rgb);
    f->r = NULL;
    f->rgb = NULL;
}

static inline int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    bow_make(&f->bow);
    desk_make(&f->desk);
    open_picture(f, WIDTH, HEIGHT);
    *state = f;
    return 0;
}

static inline int close_fixture(void **state) {
    fixture *f = *state;
    close_picture(f);
    bow_free(&f->bow);
    free(f);
    return 0;
}

static inline bool move_mouse(fixture *f, float x, float y) {
    return render_handle_event(f->r, &(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = (int)x, .y = (int)y}});
}

static inline bool set_button(fixture *f, bool down, float x, float y) {
    return render_handle_event(f->r, &(SDL_Event){.button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                                             .button = SDL_BUTTON_LEFT,
                                                             .x = (int)x,
                                                             .y = (int)y}});
}

static inline bool press_key_with(fixture *f, SDL_Keycode key, Uint16 mod) {
    bool used =
        render_handle_event(f->r, &(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = key, .mod = mod}}});
    render_handle_event(f->r, &(SDL_Event){.key = {.type = SDL_KEYUP, .keysym = {.sym = key, .mod = mod}}});
    return used;
}

static inline bool press_key(fixture *f, SDL_Keycode k) { return press_key_with(f, k, 0); }

static inline void type_text(fixture *f, const char *text) {
    SDL_Event e = {.text = {.type = SDL_TEXTINPUT}};
    snprintf(e.text.text, sizeof e.text.text, "%s", text);
    render_handle_event(f->r, &e);
}

// Clicks on the item of this name. Returns the action.
static inline panel_action click(fixture *f, const char *what) {
    float x, y;
    draw_panels(f, 2);
    if (!panel_find_item(f->panel, what, &x, &y)) fail_msg("\"%s\" is not visible", what);
    assert_true(move_mouse(f, x, y));
    assert_true(set_button(f, true, x, y));
    assert_true(set_button(f, false, x, y));
    return draw_panels(f, 5);
}

// Bit mask of the deck's keys that the panels capture, pressed one by one.
static inline int captured_keys(fixture *f) {
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

#endif
