// SPDX-License-Identifier: MIT
// The look of a mechanism: its shapes, or sticks between points for a body without shapes; and the region to show.
#ifndef HAWSE_RT_PICTURE_MECHANISM_H
#define HAWSE_RT_PICTURE_MECHANISM_H

#include "render/window/render.h"
#include "rt/mechanism/mechanism.h"

typedef struct picture_mechanism {
    render_mechanism shown;
    contact_mesh *made; // tessellated for it (n_made)
    int n_made;
} picture_mechanism;

// The mechanism of the sim; picture_mechanism_free. RT_ERR_MEMORY with a message.
rt_status picture_mechanism_make(const sim *s, picture_mechanism **out, rt_diag *d);
// NULL is allowed.
void picture_mechanism_free(picture_mechanism *m);

// Where the mechanism is at the start, and how far its joints and rods let it swing from ground: lo, hi, up and front.
void picture_extent(const sim *s, render_mechanism *m);
// The curve as a plate or a ribbon to look at; the caller frees it. RT_ERR_MEMORY or RT_ERR_FORMAT with a message.
rt_status picture_curve(const char *name, const contact_plane_curve *c, contact_mesh *mesh, rt_diag *d);
// Corners of the box about a shape, in its frame; a plane's is its origin.
void picture_shape_box(const contact_shape *s, vec3 *lo, vec3 *hi);
// The ball that holds it: middle in its frame, and radius [m].
vec3 picture_shape_ball(const contact_shape *s, double *radius);

#endif
