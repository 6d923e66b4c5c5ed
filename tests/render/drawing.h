// SPDX-License-Identifier: MIT
// Functions shared by all tests of pictures.
#ifndef HAWSE_TESTS_RENDER_DRAWING_H
#define HAWSE_TESTS_RENDER_DRAWING_H

#include "render/window/render.h"
#include "tests/check.h"
#include "tests/render/keep_loaded.h"
#include <string.h>

// Skips the test if its fixture has no renderer r; drawing_open has printed why.
#define SKIP_WITHOUT_GL(f)                                                                                             \
    if (!(f)->r) {                                                                                                     \
        print_message("skipped: no OpenGL 3.3 here\n");                                                                \
        skip();                                                                                                        \
    }

// Creates a renderer for def. Returns NULL, with a message on stdout, without a display or OpenGL; fails at a shader of
// ours that does not compile.
static inline render *drawing_open(const render_def *def) {
    rt_diag d = {0};
    render *r = render_create(def, &d);
    if (!r && strstr(d.text, "error: shader ")) fail_msg("%s", d.text);
    if (!r) print_message("%s", d.text);
    return r;
}

// Draws the snapshot and reads the picture: rgb (3 width height).
static inline void drawing_of(render *r, const dyn_snapshot *s, uint8_t *rgb) {
    render_frame(r, NULL, s, 1);
    render_read_rgb(r, rgb);
}

// Presses a key of the display.
static inline void drawing_press(render *r, SDL_Keycode key) {
    SDL_Event e = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = key}}};
    assert_true(render_handle_event(r, &e));
}

#endif
