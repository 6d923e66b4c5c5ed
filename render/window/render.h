// SPDX-License-Identifier: MIT
// The picture: window or off-screen image, scene, instruments. Reads snapshots only. All functions run on the main
// thread, which created the window. World frame: x forward, y to port, z up [m].
#ifndef HAWSE_RENDER_WINDOW_RENDER_H
#define HAWSE_RENDER_WINDOW_RENDER_H

#include <SDL.h>

#include "render/instrument/hints.h"
#include "render/panel/panel.h"
#include "render/view/def.h"
#include "render/view/display.h"
#include "render/view/pick.h"
#include "rt/alarm/log.h"
#include "rt/base/base.h"

typedef struct render render;

// Creates the renderer. NULL with an error in d: no video, no OpenGL 3.3, or no memory. Off-screen uses SDL's offscreen
// driver unless a video driver is already running.
render *render_create(const render_def *def, rt_diag *d);
void render_destroy(render *r);
// Shows another ship or mechanism in the same window. On failure d holds an error, and the present one stays.
rt_status render_load(render *r, const render_def *def, rt_diag *d);

// Draws the scene between two snapshots, alpha 0 (previous) .. 1 (next), and the instruments. previous may be NULL.
// Bodies are matched by kind and number; a body only in next has its pose there. Contacts are those of next.
void render_frame(render *r, const dyn_snapshot *previous, const dyn_snapshot *next, double alpha);
// Sets the clock time of the next pictures [ns]: alarms flash and the lamp test ends by it, paused runs included. Never
// called, as in films: each alarm is in its bright phase.
void render_set_time(render *r, int64_t now_ns);
// Adds a snapshot that is not drawn to charts, timing and hints. render_frame adds the ones that it draws.
void render_record_snapshot(render *r, const dyn_snapshot *s);
// Adds a snapshot to the charts alone; clear: after emptying them. beside: to those of the second run.
void render_record_charts(render *r, const dyn_snapshot *s, bool beside, bool clear);
// The alarms raised so far. They are acknowledged by their index in the log.
const alarm_log *render_alarms(const render *r);
// Replaces them by a copy of this log. given: the snapshots add nothing to it from now on.
void render_set_alarms(render *r, const alarm_log *alarms, bool given);
void render_acknowledge(render *r, int record);
void render_acknowledge_all(render *r);
// Lights all lamps of the console for 3 s.
void render_test_lamps(render *r);
// Shows the preset length of the chain counter [m]; 0: none.
void render_set_preset(render *r, double length_m);
// Shows the last frame in the window, and waits for the display if possible. Does nothing off-screen.
void render_present(render *r);

// Handles an event: visible panels first, then the mouse and keys of the picture. Drag left to orbit, right or middle
// to pan, wheel to zoom (free camera: turn, move, fly). Shift and the left button are the hand (below). 1..9 select
// cameras (1..7 of a mechanism); further keys are those of display_entry_of, and "?" as text. True if the event was
// used.
bool render_handle_event(render *r, const SDL_Event *event);
// The hand: the pointer while the left button, pressed with Shift over the picture, is down.
typedef struct render_hand {
    bool down;
    double x, y; // [px] from the top left
} render_hand;
render_hand render_get_hand(const render *r);
// Finds the part under the hand in the last frame; def: the definition last loaded, with its meshes. False: none, or
// the hull or an instrument hides it.
bool render_pick(const render *r, const render_def *def, render_hand hand, pick *out);
// The world point under the hand in the plane through `place` [m] parallel to the picture.
vec3 render_hand_place(const render *r, render_hand hand, vec3 place);
// Sets the operator's keys for help and first-run hints, and restarts the hints. The texts must live as long as r.
// Without this call there are no hints.
void render_set_operator(render *r, const operator_keys *keys);
// Writes the hint of the last frame; "": none.
void render_hint(const render *r, char *text, size_t size);
// Returns or sets the display switches; toggles one.
display render_get_display(const render *r);
void render_set_display(render *r, display shown);
void render_toggle(render *r, display_switch s);

// The camera: one of render_view, also after it was moved by hand; and the names of all, RENDER_VIEWS of them.
render_view render_get_view(const render *r);
void render_set_view(render *r, render_view view);
const char *const *render_views(const render *r);
// Charts of the strip, a bit for each of render_chart; the first render_most_charts of them are shown.
uint32_t render_get_charts(const render *r);
int render_most_charts(const render *r);
void render_set_charts(render *r, uint32_t charts);
// Name and help of chart k; NULL: no further chart.
const char *render_chart(int k, const char **help);
// A state that a live run must not be mistaken for ("": none), and what to do; urgent: the answer to a key.
void render_set_state(render *r, const char *state, const char *help, bool urgent);
// Loads a second ship, to be drawn beside the first by the same camera. On failure d holds an error.
rt_status render_load_beside(render *r, const render_def *def, rt_diag *d);
// Names of the two pictures, and the snapshot of the second from now on; it must stay valid.
void render_set_beside(render *r, const char *name, const char *other, const dyn_snapshot *s);

// Returns the panels over the picture. The first call creates them, hidden; render_destroy frees them. F2 shows and
// hides them. NULL with an error in d on failure.
panel *render_panel(render *r, rt_diag *d);
// Sets the panels' content. render_frame reads *s from now on, so *s must stay valid. NULL: no panels.
void render_set_panel_state(render *r, const panel_state *s);
// Returns the action requested in the last frame, once.
panel_action render_panel_action(render *r);

// True if the window or its display has gone away: no more pictures, and the window's thread must ask SDL for no more
// events. The window can still be destroyed. (X11; on other systems SDL sends SDL_QUIT.)
bool render_is_lost(const render *r);
#define RENDER_LOST "the window or its display went away"
// True if rendering is in software: then only the caller paces the pictures.
bool render_is_software(const render *r);
// Size of the picture [px]. A window may have been resized.
void render_size(const render *r, int *width, int *height);
// Position of a world point [m] in the last frame, in pixels from the top left. Returns false if behind the camera.
bool render_project(const render *r, vec3 point, double *x, double *y);

// Copies the last frame as 8-bit RGB, top row first: rgb (3 width height).
void render_read_rgb(render *r, uint8_t *rgb);
// Writes the last frame as PNG. On failure no file appears. Also reports GL errors since the last call.
rt_status render_write_png(render *r, const char *path, rt_diag *d);

#endif
