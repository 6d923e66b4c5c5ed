// SPDX-License-Identifier: MIT
// The deck between gypsy and hawse pipe: windlass, and chain inboard of the simulated links.
#ifndef HAWSE_RENDER_SCENE_DECK_H
#define HAWSE_RENDER_SCENE_DECK_H

#include "render/scene/scene.h"

// True if gypsy, pipe and chain are known, so that a deck is drawn.
bool scene_deck_is_known(const render_def *def);
// The gypsy's frame in the world: x ahead along the chain, z up.
pose scene_deck_frame(const render_def *def);
// Creates and places the deck's shapes if gypsy and pipe are known. Returns false when out of memory.
bool scene_deck_make(scene *s);
// Pose of the chain stopper's bar in this tackle_stopper_state; its shape is WINDLASS_BAR. Returns false if no bar is
// drawn.
bool scene_deck_bar(const render_def *def, int state, pose *at);
// Adds the stopper's bar to the moving shapes.
void scene_deck_list_bar(scene *s, int state);
// Fills out with the links inboard of the last simulated one: over the gypsy and down into the locker, as far as
// visible. Their spacing and turn continue from that link, so no link jumps when the simulation hands one over. Returns
// their number.
int scene_deck_links(const render_def *def, const dyn_snapshot_body *last, dyn_snapshot_body out[SCENE_DECK_LINKS]);

#endif
