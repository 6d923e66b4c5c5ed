// SPDX-License-Identifier: MIT
// Window or off-screen twin, its GL context and framebuffers. Both kinds draw into a multi-sampled framebuffer, resolve
// it, and then show it or read it back. Only a window in software is drawn into directly, because each copy would cost
// a tenth of the picture.
#ifndef HAWSE_RENDER_WINDOW_WINDOW_H
#define HAWSE_RENDER_WINDOW_WINDOW_H

#include <epoxy/gl.h>

#include "render/window/render.h"

typedef struct window {
    SDL_Window *sdl;
    SDL_GLContext context;
    bool offscreen;
    bool software;     // rendered in software
    bool direct;       // drawn into the window's back buffer, which a software driver shows by copying and so preserves
    int width, height; // of the picture [px]
    int samples;       // per pixel; 0: not multi-sampled
    GLuint draw, draw_colour, draw_depth; // multi-sampled framebuffer; 0 when drawn directly
    GLuint still, still_colour;           // resolved picture; 0 when drawn directly
} window;

// Opens the window and makes its context current. On failure d holds an error and *w is closed.
rt_status window_open(window *w, const render_def *def, rt_diag *d);
void window_close(window *w);
// True if the window or its display has gone away: show nothing more, and do not call SDL's video functions.
bool window_is_lost(const window *w);
// Runs `work`, which draws. Returns false if the window was or became lost; unfinished work is then abandoned. After
// that do not use window and context, not even to free their contents.
bool window_guard(const window *w, void (*work)(void *ctx), void *ctx);
// Makes the context current and resizes the picture to the window. On failure prints a message to stderr.
void window_begin(window *w);
// Binds the picture for drawing again.
void window_bind(const window *w);
// Resolves everything drawn since window_begin.
void window_end(window *w);
void window_present(window *w);
// Copies the resolved picture as RGB, top row first (3 width height).
void window_read(window *w, uint8_t *rgb);

#endif
