// SPDX-License-Identifier: MIT
// Shapes of the chain's links at every level of detail: one for all common links, one for each that is not common.
#ifndef HAWSE_RENDER_SCENE_LINKS_H
#define HAWSE_RENDER_SCENE_LINKS_H

#include "render/gl/batch.h"
#include "render/scene/shadow.h"
#include "render/view/def.h"

typedef enum link_level {
    LINK_NEAR = 0,
    LINK_MIDDLE,
    LINK_FAR,
    LINK_SHADOW, // of those that throw a shadow on the bow; seen in the shadow map only
    LINK_LEVELS
} link_level;

typedef struct link_shape {
    int number;      // in the chain, of its link
    double bar, one; // bar diameter, by which the level is chosen, and the shape's unit [m]
    batch level[LINK_LEVELS];
} link_shape;

enum { SCENE_LINK_SHAPES = 1 + RENDER_SPECIAL_LINKS };

typedef struct scene_links {
    int n;
    link_shape shape[SCENE_LINK_SHAPES]; // the common link first (n)
} scene_links;

// The shapes of def's chain, whose meshes are read here only. False without memory; then scene_links_free.
bool scene_links_make(scene_links *l, const render_def *def);
void scene_links_free(scene_links *l);
void scene_links_clear(scene_links *l);
// Lists a link with the pose of b, in this colour, and its shadow if that is visible; px_at_1m: size in the picture of
// 1 m at 1 m from the eye [px].
void scene_links_add(scene_links *l, const shadow *map, const dyn_snapshot_body *b, vec3 colour, batch_paint paint,
                     vec3 eye, double px_at_1m);
void scene_links_send(scene_links *l);
void scene_links_draw(const scene_links *l);

#endif
