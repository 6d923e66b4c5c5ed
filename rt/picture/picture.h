// SPDX-License-Identifier: MIT
// The scene of a sim, in a window or off-screen.
#ifndef HAWSE_RT_PICTURE_PICTURE_H
#define HAWSE_RT_PICTURE_PICTURE_H

#include "render/window/render.h"
#include "rt/sim/sim.h"

typedef struct picture picture;

// The renderer's definition for this sim: meshes, chain, mouth, lifter, gauge scale; or a mechanism's parts. Then
// picture_def_free, once a renderer has taken it. RT_ERR_MEMORY with a message.
rt_status picture_def(const sim *s, render_def *def, rt_diag *d);
void picture_def_free(render_def *def);
// The names of a ship's or of a mechanism's cameras into text, which it returns.
const char *picture_views(bool of_mechanism, char *text, size_t size);
// The camera of that name; false, with a message, for another.
bool picture_view(const char *name, bool of_mechanism, render_view *view, rt_diag *d);
// In place of a camera: the one that shows the sim best.
#define PICTURE_OWN_VIEW RENDER_VIEWS
// The two newest snapshots.
typedef struct picture_pair {
    dyn_snapshot snapshot[2];
    int newest;
    bool begun;
} picture_pair;

// Draws the state between the two newest snapshots at this time of the loop's clock (blend_alpha). A frame published
// again, with another command or message, is drawn in its last version at the same place. begun false: starts afresh.
void picture_between(picture_pair *p, render *r, const dyn_snapshot *newest, int64_t now_ns);
// An off-screen renderer of so many pixels with this camera; NULL with a message.
picture *picture_create(const sim *s, render_view view, int width, int height, rt_diag *d);
void picture_destroy(picture *p);
// Draws the snapshot and writes DIR/frame_NNNNNN.png, the number being the simulated time in milliseconds.
rt_status picture_write(picture *p, const char *dir, const dyn_snapshot *snap, rt_diag *d);
// Draws the snapshot as 8-bit RGB, top row first: rgb (3 width height).
void picture_rgb(picture *p, const dyn_snapshot *snap, uint8_t *rgb);
// Draws it from this camera, moved closer by so many steps of the wheel, without instruments, as the bytes of a PNG;
// free them. NULL with a message.
uint8_t *picture_png(picture *p, render_view view, int closer, const dyn_snapshot *snap, size_t *size, rt_diag *d);

#define PICTURE_PATH 512
// Writes what the renderer (window or not) shows as hawse-DATE-TIME-SCENARIO-tSECONDS.png into the working folder, with
// another name than every file that is there, and gives that name; RT_ERR_FILE or RT_ERR_DEVICE with a message.
// `scenario` is the file's path, t the simulated time shown [s].
rt_status picture_screenshot(render *r, const char *scenario, double t, char path[PICTURE_PATH], rt_diag *d);

#endif
