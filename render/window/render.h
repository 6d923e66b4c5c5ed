// SPDX-License-Identifier: MIT
// The picture: window or off-screen image, scene, instruments. Reads snapshots only. Every function runs on the main
// thread (the one that created the window). World frame: x forward, y to port, z up [m].
#ifndef HAWSE_RENDER_WINDOW_RENDER_H
#define HAWSE_RENDER_WINDOW_RENDER_H

#include <SDL.h>

#include "render/instrument/hints.h"
#include "render/panel/panel.h"
#include "render/view/def.h"
#include "render/view/display.h"
#include "rt/base/base.h"

typedef struct render render;

// The renderer, or NULL with an error in d: no video, no OpenGL 3.3, or no memory. Off-screen uses SDL's offscreen
// driver unless a video driver is already running.
render *render_create(const render_def *def, rt_diag *d);
void render_destroy(render *r);
// Shows another ship in the same window: def's meshes, chain and places. On failure an error in d, and the one shown
// stays.
rt_status render_load(render *r, const render_def *def, rt_diag *d);

// Draws the scene between two snapshots, alpha 0 (previous) .. 1 (next), and the instruments; previous may be NULL.
// Bodies are matched by kind and number; those only in next stand where next has them. Contacts are those of next.
void render_frame(render *r, const dyn_snapshot *previous, const dyn_snapshot *next, double alpha);
// Adds a snapshot that is not drawn to charts, timing and hints. render_frame adds those that it draws.
void render_note(render *r, const dyn_snapshot *s);
// Shows the last frame in the window; waits for the display where it can. Nothing off-screen.
void render_present(render *r);

// Panels first, where they are; then camera and display keys: drag left to orbit, right or middle to pan, wheel to zoom
// (free camera: to turn, to move, to fly); 1..7 cameras, the keys of display_entry_of, and "?" as a text. True when the
// event was used.
bool render_handle_event(render *r, const SDL_Event *event);
// Sets the operator's device, for help and first-run hints, which start again. The texts must live as long as r.
// Without this call there are no hints.
void render_operator(render *r, const operator_keys *keys);
// The display switches, and toggling one.
display render_shown(const render *r);
void render_turn(render *r, display_switch s);

// The panels over the picture, made at the first call, hidden at first and freed with the renderer; NULL with an error
// in d where there can be none. F2 shows and hides them.
panel *render_panel(render *r, rt_diag *d);
// Sets the panels' content from the next render_frame on, which reads *s: it must stay valid. NULL: no panels.
void render_set_panel_state(render *r, const panel_state *s);
// The action requested in the last frame; returned once.
panel_action render_panel_action(render *r);

// Whether the window or its display went away while it was open: nothing can be shown any more, and the thread that has
// the window must ask SDL for no more events. The window can still be destroyed. (X11; elsewhere SDL sends SDL_QUIT.)
bool render_is_lost(const render *r);
#define RENDER_LOST "the window or its display went away"
// Whether the processor draws it: then nothing but the caller paces the pictures.
bool render_is_software(const render *r);
// Size of the picture [px]; a window may have been resized.
void render_size(const render *r, int *width, int *height);
// Place of a world point [m] in the last frame, pixels from its top left; false if behind the camera.
bool render_project(const render *r, vec3 point, double *x, double *y);

// The last frame as 8-bit RGB, top row first: rgb (3 width height).
void render_read_rgb(render *r, uint8_t *rgb);
// Writes the last frame as PNG. The file appears whole or not at all. GL errors since the last call are reported too.
rt_status render_write_png(render *r, const char *path, rt_diag *d);

#endif
