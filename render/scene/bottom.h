// SPDX-License-Identifier: MIT
// The bottom under the ship: chequered tiles of 5 m, which stay where they are in the world.
#ifndef HAWSE_RENDER_SCENE_BOTTOM_H
#define HAWSE_RENDER_SCENE_BOTTOM_H

#include "render/scene/scene.h"

enum { SCENE_BOTTOM_TILES = 24 }; // along each side of the square about the anchor that is drawn

// Lists the tiles about the anchor, in the ship's axes; none without a bottom.
void scene_bottom_list(scene *s, const scene_view *v);

#endif
