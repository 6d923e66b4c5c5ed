// SPDX-License-Identifier: MIT
// Lists a snapshot's shapes for drawing: pose, shape and colour.
#ifndef HAWSE_RENDER_SCENE_LIST_H
#define HAWSE_RENDER_SCENE_LIST_H

#include "render/scene/scene.h"

enum {
    SCENE_BOTTOM_TILES = 24, // along each side of the square of the bottom that is drawn
    SCENE_RELIEF_TILES = 48  // the same of a bottom with a table of heights
};

// Length of a force arrow [m]: 40 bar diameters at tension_max, at most 1.5 times that. Proportional to the root of the
// force, so small forces stay visible.
double scene_arrow_length(const render_def *def, double force_n);
// Middle of the bottom that is drawn, in the world: where the anchor is; without one, below the hawse [m].
vec3 scene_bottom_middle(const scene *s, const scene_view *v);
// Fills the lists of all moving batches.
void scene_list(scene *s, const scene_view *v, const camera *c);

#endif
