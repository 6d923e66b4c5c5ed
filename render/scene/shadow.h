// SPDX-License-Identifier: MIT
// Shadows of one sun over a box around the bow. Still casters are drawn once into a map of their own. The sampled map
// is a copy with the moving casters, redrawn only where something moved.
#ifndef HAWSE_RENDER_SCENE_SHADOW_H
#define HAWSE_RENDER_SCENE_SHADOW_H

#include "render/gl/batch.h"
#include "render/gl/program.h"

// A shadow's caster and place.
typedef struct shadow_thrown {
    const batch *by;
    batch_instance at;
} shadow_thrown;

typedef struct shadow {
    GLuint program;             // depth only
    GLint clip_from_world, cut; // uniforms of the program
    GLuint still, all;          // framebuffers
    GLuint still_map, all_map;
    mat4 clip; // world to the maps' clip space
    double radius;
    int size;                  // of a map [px]
    int dirty[4];              // area of the moving casters: left, bottom, right, top [px]
    double slack;              // movement that triggers a redraw [m]
    shadow_thrown *thrown;     // moving casters as drawn (n_thrown of most_thrown)
    int n_thrown, most_thrown; // -1: not known
} shadow;

// Maps of size x size pixels for a ball of `radius` about `centre` [m] lit from `sun` (unit); slack as above [px].
rt_status shadow_create(shadow *s, vec3 centre, double radius, int size, double slack, vec3 sun, rt_diag *d);
void shadow_free(shadow *s);
// World to map coordinates 0..1.
void shadow_matrix(const shadow *s, mat4 out);
// Whether a ball about p [m] may throw a shadow into the box.
bool shadow_reaches(const shadow *s, vec3 p, double radius);
// Draws still casters, or moving ones where they moved. Both leave another framebuffer and viewport bound.
void shadow_draw_still(shadow *s, const batch *const *list, int n);
void shadow_draw_moving(shadow *s, const batch *const *list, int n);

#endif
