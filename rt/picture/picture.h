// SPDX-License-Identifier: MIT
// Pictures of a sim's scene, in a window or off-screen.
#ifndef HAWSE_RT_PICTURE_PICTURE_H
#define HAWSE_RT_PICTURE_PICTURE_H

#include "render/window/render.h"
#include "rt/sim/sim.h"

typedef struct picture picture;

// Fills the renderer's definition for this sim: meshes, chain, mouth, lifter, gauge scales; or a mechanism's parts.
// Call picture_def_free once the renderer exists. A message: no memory, or scenery that cannot be read.
rt_status picture_def(const sim *s, render_def *def, rt_diag *d);
void picture_def_free(render_def *def);
// Writes the names of a ship's or a mechanism's cameras into text, and returns text.
const char *picture_views(bool of_mechanism, char *text, size_t size);
// Finds the camera by its name; false, with a message, for an unknown name.
bool picture_view(const char *name, bool of_mechanism, render_view *view, rt_diag *d);
// Pseudo-camera: the default camera of the sim.
#define PICTURE_OWN_VIEW RENDER_VIEWS
// The two newest snapshots.
typedef struct picture_pair {
    dyn_snapshot snapshot[2];
    int newest;
    bool begun;
} picture_pair;

// Draws the state between the two newest snapshots at time now_ns of the loop's clock (blend_alpha). A frame published
// again, with another command or message, replaces its earlier version at the same time. p->begun false: forgets
// earlier snapshots.
void picture_between(picture_pair *p, render *r, const dyn_snapshot *newest, int64_t now_ns);
// Creates an off-screen renderer of width x height pixels with this camera. NULL with a message.
picture *picture_create(const sim *s, render_view view, int width, int height, rt_diag *d);
void picture_destroy(picture *p);
// Draws the snapshot and writes DIR/frame_NNNNNN.png; NNNNNN is the simulated time [ms]. RT_ERR_FILE with a message.
rt_status picture_write(picture *p, const char *dir, const dyn_snapshot *snap, rt_diag *d);
// Draws the snapshot as 8-bit RGB, top row first: rgb (3 width height).
void picture_rgb(picture *p, const dyn_snapshot *snap, uint8_t *rgb);
// Draws the snapshot without gauges from this camera, moved in by `closer` steps of the wheel. Returns the PNG's bytes;
// the caller frees them. NULL with a message.
uint8_t *picture_png(picture *p, render_view view, int closer, const dyn_snapshot *snap, size_t *size, rt_diag *d);

#define PICTURE_PATH 512
// Writes the renderer's last picture as hawse-DATE-TIME-SCENARIO-tSECONDS.png into the working folder, with a number if
// the name exists. Writes the name into path. scenario: path of its file; t: simulated time shown [s]. RT_ERR_FILE or
// RT_ERR_DEVICE with a message.
rt_status picture_screenshot(render *r, const char *scenario, double t, char path[PICTURE_PATH], rt_diag *d);

#endif
