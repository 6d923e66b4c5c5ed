// SPDX-License-Identifier: MIT
// Shadows of one sun over a box round the bow: a map drawn once for what stands still and one a frame for what moves.
#ifndef HAWSE_RENDER_SHADOW_H
#define HAWSE_RENDER_SHADOW_H

#include "render/batch.h"
#include "render/gl_program.h"

typedef struct shadow {
    GLuint program, still, moving; // depth program; framebuffers
    GLint clip_from_world;         // uniform of the program
    GLuint still_map, moving_map;
    mat4 clip; // world to the maps' clip space
} shadow;

// Maps for a ball of `radius` about `centre` [m] lit from `sun` (unit).
rt_status shadow_create(shadow *s, vec3 centre, double radius, vec3 sun, rt_diag *d);
void shadow_free(shadow *s);
// World to map coordinates 0..1, for the frame block.
void shadow_matrix(const shadow *s, mat4 out);
// Draws the batches into one of the maps; binds it to its texture unit. Leaves another framebuffer and viewport bound.
void shadow_draw(const shadow *s, bool moving, const batch *const *list, int n);

#endif
