// SPDX-License-Identifier: MIT
// The window or its off-screen twin, its GL context, and the picture: everything is drawn into a multi-sampled
// framebuffer, resolved, and then shown or read back, so that both kinds take the same way. Only a window that the
// processor draws is drawn into as it is: each copy would cost a tenth of the picture.
#ifndef HAWSE_RENDER_WINDOW_WINDOW_H
#define HAWSE_RENDER_WINDOW_WINDOW_H

#include <epoxy/gl.h>

#include "render/window/render.h"

typedef struct window {
    SDL_Window *sdl;
    SDL_GLContext context;
    bool offscreen;
    bool software;     // drawn by the processor
    bool direct;       // into the window's own back buffer, which a software driver shows by copying and so keeps
    int width, height; // of the picture [px]
    int samples;       // a pixel; 0: not multi-sampled
    GLuint draw, draw_colour, draw_depth; // multi-sampled framebuffer; 0 when drawn directly
    GLuint still, still_colour;           // resolved picture; 0 when drawn directly
} window;

// Opens it and makes its context current; on failure an error in d and *w is closed.
rt_status window_open(window *w, const render_def *def, rt_diag *d);
void window_close(window *w);
// Whether it or its display went away: nothing can be shown any more, nor anything be asked of SDL's video.
bool window_is_lost(const window *w);
// Does work that draws; false if the window was or became lost. Unfinished work is abandoned. Window and context must
// not be used afterwards, not even to free what they hold.
bool window_try(const window *w, void (*work)(void *ctx), void *ctx);
// Makes the context current and the picture as large as the window; says so on stderr where it is not to be had.
void window_begin(window *w);
// Binds the picture for drawing again.
void window_bind(const window *w);
// Resolves the drawing since window_begin.
void window_end(window *w);
void window_present(window *w);
// The resolved picture as RGB, top row first (3 width height).
void window_read(window *w, uint8_t *rgb);

#endif
