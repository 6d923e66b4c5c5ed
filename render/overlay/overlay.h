// SPDX-License-Identifier: MIT
// What cannot be seen on a real ship, drawn over the scene: contact regions, trails, indentation, reactions, and what
// holds a jammed anchor. Reads snapshots only; the colour of tension on the links is the scene's.
#ifndef HAWSE_RENDER_OVERLAY_OVERLAY_H
#define HAWSE_RENDER_OVERLAY_OVERLAY_H

#include "render/overlay/dent.h"
#include "render/overlay/trail.h"
#include "render/text/draw2d.h"
#include "render/view/def.h"
#include "render/view/display.h"

typedef struct overlay {
    render_def def;    // without the meshes
    vec3 tip[2];       // of the flukes, in the head's frame [m]
    double shackle_at; // of the first link, from its middle to the bearing point of the anchor's shackle [m]
    paint paint;
    overlay_trail trail;
    overlay_dent dent;
} overlay;

// One picture.
typedef struct overlay_view {
    const dyn_snapshot *s;
    const dyn_snapshot_body *body; // of s, as drawn
    const camera *camera;
    vec4 *view_projection; // (4), of the frame block that is bound
    display shown;
    int width, height;
    int bottom, rows;        // of the picture that are seen [px]; the instruments hide the others
    const int (*covered)[4]; // areas hidden by panels: left, bottom, width and height [px] (n_covered)
    int n_covered;
} overlay_view;

// On failure an error in d; then overlay_free.
rt_status overlay_create(overlay *o, const render_def *def, rt_diag *d);
void overlay_free(overlay *o);
// Adds the poses at t, whatever is shown: trails and indentation go on.
void overlay_record(overlay *o, const dyn_snapshot *s, const dyn_snapshot_body *body, double t);
// Lines and surfaces, over the scene in the bound framebuffer.
void overlay_draw(overlay *o, const overlay_view *v);
// Legends, and labels beside their objects.
void overlay_text(const overlay *o, const overlay_view *v, draw2d *g);

#endif
