// SPDX-License-Identifier: MIT
// The part of the picture under the pointer; without OpenGL.
#ifndef HAWSE_RENDER_VIEW_PICK_H
#define HAWSE_RENDER_VIEW_PICK_H

#include "render/view/def.h"

// A ray from the eye through a place in the picture.
typedef struct pick_ray {
    vec3 from, along; // [m]; unit
    vec3 forward;     // unit, normal to the picture
} pick_ray;

// A part that the ray meets.
typedef struct pick {
    int kind, number; // as of dyn_snapshot_body
    vec3 at;          // in its frame [m]
    double away;      // from the eye [m]
    double miss;      // of the ray beside a thin part, of `away`; 0: it meets the part
} pick;

// Bodies as drawn: their places are in the picture's frame, `scale` times those in metres.
typedef struct pick_scene {
    const render_def *def; // with its meshes
    const dyn_snapshot_body *body;
    int n_bodies;
    double scale;  // 1 for a ship
    bool see_hull; // the hull hides what is behind it
} pick_scene;

// Finds the nearest part that the ray meets. Chain links, rods and balls also count when the ray misses them by at most
// `slack` of their distance, if it meets nothing else. False: no part of ship or mechanism there, or the hull hides it.
bool pick_part(const pick_scene *s, const pick_ray *through, double slack, pick *out);

#endif
