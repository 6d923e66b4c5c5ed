// SPDX-License-Identifier: MIT
// The deck between cable lifter and hawse pipe: the windlass, and the chain that the simulation has handed over.
#ifndef HAWSE_RENDER_SCENE_DECK_H
#define HAWSE_RENDER_SCENE_DECK_H

#include "render/scene/scene.h"

// The lifter's frame in the world: x ahead along the chain, z up.
pose scene_deck_frame(const render_def *def);
// Creates and places the deck's shapes if gypsy and pipe are known. False: out of memory.
bool scene_deck_make(scene *s);
// Where the chain stopper's bar is in this tackle_stopper_state; its shape is windlass_part WINDLASS_BAR. False: not
// drawn.
bool scene_deck_bar(const render_def *def, int state, pose *at);
// Lists the stopper's bar among the moving shapes.
void scene_deck_list_bar(scene *s, int state);
// Links inboard of the last simulated one: over the lifter and down into the locker, as far as they can be seen. They
// follow that link in step and turn, so that none jumps when the simulation hands one over. Returns their number.
int scene_deck_links(const render_def *def, const dyn_snapshot_body *last, dyn_snapshot_body out[SCENE_DECK_LINKS]);

#endif
