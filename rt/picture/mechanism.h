// SPDX-License-Identifier: MIT
// Drawing of a mechanism: its shapes, or sticks between points for a body without shapes, and the region to show.
#ifndef HAWSE_RT_PICTURE_MECHANISM_H
#define HAWSE_RT_PICTURE_MECHANISM_H

#include "render/window/render.h"
#include "rt/mechanism/mechanism.h"

typedef struct picture_mechanism {
    render_mechanism shown;
    contact_mesh *made; // (n_made) meshes tessellated for the drawing
    int n_made;
} picture_mechanism;

// Creates the drawing of the sim's mechanism; free it by picture_mechanism_free. RT_ERR_MEMORY with a message.
rt_status picture_mechanism_make(const sim *s, picture_mechanism **out, rt_diag *d);
// NULL is allowed.
void picture_mechanism_free(picture_mechanism *m);

// Fills lo, hi, up and front of m: the mechanism's box at the start, enlarged by the reach of joints and rods from
// ground.
void picture_extent(const sim *s, render_mechanism *m);
// Makes a drawable mesh of the curve, a plate or a ribbon; the caller frees it. RT_ERR_MEMORY or RT_ERR_FORMAT with a
// message.
rt_status picture_curve(const char *name, const contact_plane_curve *c, contact_mesh *mesh, rt_diag *d);
// Corners of a shape's bounding box, in its frame; of a plane: its origin.
void picture_shape_box(const contact_shape *s, vec3 *lo, vec3 *hi);
// Bounding sphere of a shape: centre in its frame, and radius [m].
vec3 picture_shape_ball(const contact_shape *s, double *radius);

#endif
