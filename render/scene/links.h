// SPDX-License-Identifier: MIT
// Shapes of the chain's links at every level of detail: one shape for all common links, one for each special link.
#ifndef HAWSE_RENDER_SCENE_LINKS_H
#define HAWSE_RENDER_SCENE_LINKS_H

#include "render/gl/batch.h"
#include "render/scene/shadow.h"
#include "render/view/def.h"

typedef enum link_level {
    LINK_NEAR = 0,
    LINK_MIDDLE,
    LINK_FAR,
    LINK_SHADOW, // casts the shadow on the bow; drawn in the shadow map only
    LINK_LEVELS
} link_level;

typedef struct link_shape {
    int number;      // of its link in the chain
    double bar, one; // bar diameter, selects the level [m]; the shape's unit [m]
    batch level[LINK_LEVELS];
} link_shape;

enum { SCENE_LINK_SHAPES = 1 + RENDER_SPECIAL_LINKS };

typedef struct scene_links {
    int n;
    link_shape shape[SCENE_LINK_SHAPES]; // common link first (n)
} scene_links;

// Creates the shapes of def's chain. Meshes are read during the call only. Returns false when out of memory; then call
// scene_links_free.
bool scene_links_make(scene_links *l, const render_def *def);
void scene_links_free(scene_links *l);
void scene_links_clear(scene_links *l);
// Adds a link with the pose of b and this colour, and its shadow if visible in the map (NULL: none). px_at_1m: size in
// the picture of 1 m at 1 m from the eye [px].
void scene_links_add(scene_links *l, const shadow *map, const dyn_snapshot_body *b, vec3 colour, double paint, vec3 eye,
                     double px_at_1m);
void scene_links_send(scene_links *l);
void scene_links_draw(const scene_links *l);

#endif
