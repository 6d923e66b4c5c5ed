// SPDX-License-Identifier: MIT
// Lists of a snapshot's shapes: where, which, in what colour.
#ifndef HAWSE_RENDER_SCENE_LIST_H
#define HAWSE_RENDER_SCENE_LIST_H

#include "render/scene/scene.h"

// Length of an arrow for this force [m]: 40 bar diameters at tension_max, with the root of the force so that small
// forces stay visible, at most 1.5 times that.
double scene_arrow_length(const render_def *def, double force_n);
// Fills the lists of the batches that move.
void scene_list(scene *s, const scene_view *v, const camera *c);

#endif
