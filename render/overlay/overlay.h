// SPDX-License-Identifier: MIT
// Overlays on the scene: contact regions, trails, indentation, reactions, and the contacts that hold a jammed anchor.
// Reads snapshots only. The scene itself colours the links by tension.
#ifndef HAWSE_RENDER_OVERLAY_OVERLAY_H
#define HAWSE_RENDER_OVERLAY_OVERLAY_H

#include "render/overlay/dent.h"
#include "render/overlay/trail.h"
#include "render/text/draw2d.h"
#include "render/view/def.h"
#include "render/view/display.h"

typedef struct overlay {
    render_def def;    // without the meshes
    vec3 tip[2];       // fluke tips in the head's frame [m]
    double shackle_at; // from the first link's middle to the bearing point of the anchor's shackle [m]
    paint paint;
    overlay_trail trail;
    overlay_dent dent;
} overlay;

// Input of one picture.
typedef struct overlay_view {
    const dyn_snapshot *s;
    const dyn_snapshot_body *body; // bodies of s as drawn
    const camera *camera;
    vec4 *view_projection; // (4), of the bound frame block
    display shown;
    int width, height;
    int bottom, rows;        // visible rows of the picture [px]; instruments hide the rest
    const int (*covered)[4]; // areas hidden by panels: left, bottom, width and height [px] (n_covered)
    int n_covered;
} overlay_view;

// Creates the overlay. On failure d holds an error; then call overlay_free.
rt_status overlay_create(overlay *o, const render_def *def, rt_diag *d);
void overlay_free(overlay *o);
// Records the poses at t for trails and indentation, even while these are hidden.
void overlay_record(overlay *o, const dyn_snapshot *s, const dyn_snapshot_body *body, double t);
// Draws lines and surfaces over the scene in the bound framebuffer.
void overlay_draw(overlay *o, const overlay_view *v);
// Draws legends, and labels beside their objects.
void overlay_text(const overlay *o, const overlay_view *v, draw2d *g);

#endif
