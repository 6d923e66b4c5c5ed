// SPDX-License-Identifier: MIT
// What the tests of pictures share, whatever ship they draw.
#ifndef HAWSE_TESTS_RENDER_DRAWING_H
#define HAWSE_TESTS_RENDER_DRAWING_H

#include "render/window/render.h"
#include "tests/check.h"
#include "tests/render/keep_loaded.h"

// Skips the test where its fixture has no renderer r; drawing_open has said why.
#define SKIP_WITHOUT_GL(f)                                                                                             \
    if (!(f)->r) {                                                                                                     \
        print_message("skipped: no OpenGL 3.3 here\n");                                                                \
        skip();                                                                                                        \
    }

// A renderer for def; NULL, told, where there is none.
static inline render *drawing_open(const render_def *def) {
    rt_diag d = {0};
    render *r = render_create(def, &d);
    if (!r) print_message("%s", d.text);
    return r;
}

// The snapshot's picture: rgb (3 width height).
static inline void drawing_of(render *r, const dyn_snapshot *s, uint8_t *rgb) {
    render_frame(r, NULL, s, 1);
    render_read_rgb(r, rgb);
}

// A key of the display, pressed.
static inline void drawing_press(render *r, SDL_Keycode key) {
    SDL_Event e = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = key}}};
    assert_true(render_handle_event(r, &e));
}

#endif
