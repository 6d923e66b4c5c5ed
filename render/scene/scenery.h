// SPDX-License-Identifier: MIT
// Scenery of a ship, drawing only: foredeck and after body, lamps, and on the other side a second anchor, housed, with
// its chain and windlass.
#ifndef HAWSE_RENDER_SCENE_SCENERY_H
#define HAWSE_RENDER_SCENE_SCENERY_H

#include "render/scene/scene.h"

// True if def's hull is drawn as its port half and the mirror image of that half.
bool scene_scenery_mirrors(const render_def *def);
// Lights of def: lamps of the scenery, or lamps in usual places.
void scene_scenery_lights(const render_def *def, scene_lights *lights);
// Creates the shapes of the scenery and lists them. Returns false when out of memory.
bool scene_scenery_make(scene *s);
// Places the second anchor, its chain and its windlass.
void scene_second_place(scene *s);
// Adds the shapes of the second anchor that this camera may see. px_at_1m as in scene_links_add.
void scene_second_list(scene *s, const camera *c, double px_at_1m);
// Adds the second anchor's shapes that cast shadows on the ship. It rests, so they are drawn once, with the still ones.
void scene_second_cast(scene *s);
// Moves the anchor ball toward its place on the stay, or on deck, where it is not drawn, until time t [s].
void scene_scenery_hoist(scene *s, bool hoisted, double t);
// True if the box of the scenery of this paint may lie in the picture.
bool scene_scenery_seen(const scene *s, int paint, mat4 view_projection);

#endif
