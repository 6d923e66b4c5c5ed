// SPDX-License-Identifier: MIT
// Shadows of the sun in a box round the bow. Still casters are drawn once into their own map. The sampled map is a copy
// plus the moving casters, redrawn only where one moved.
#ifndef HAWSE_RENDER_SCENE_SHADOW_H
#define HAWSE_RENDER_SCENE_SHADOW_H

#include "render/gl/batch.h"
#include "render/gl/program.h"

// A caster as drawn into the map.
typedef struct shadow_caster {
    const batch *by;
    batch_instance at;
} shadow_caster;

typedef struct shadow {
    GLuint program;             // depth only
    GLint clip_from_world, cut; // uniforms of the program
    GLuint still, all;          // framebuffers
    GLuint still_map, all_map;
    mat4 clip; // world to the maps' clip space
    double radius;
    int size;                   // of a map [px]
    int dirty[4];               // area covered by moving casters: left, bottom, right, top [px]
    double slack;               // movement that triggers a redraw [m]
    shadow_caster *caster;      // moving casters as drawn (n_casters of casters_max)
    int n_casters, casters_max; // n_casters -1: unknown
} shadow;

// Creates maps of size x size pixels for a ball of `radius` about `centre` [m], lit from `sun` (unit). slack: movement
// that triggers a redraw [px].
rt_status shadow_create(shadow *s, vec3 centre, double radius, int size, double slack, vec3 sun, rt_diag *d);
void shadow_free(shadow *s);
// World to map coordinates 0..1.
void shadow_matrix(const shadow *s, mat4 out);
// True if a ball of this radius about p [m] may cast a shadow into the box.
bool shadow_reaches(const shadow *s, vec3 p, double radius);
// Draws the still casters; draws the moving ones if any has moved. Both leave another framebuffer and viewport bound.
void shadow_draw_still(shadow *s, const batch *const *list, int n);
void shadow_draw_moving(shadow *s, const batch *const *list, int n);

#endif
