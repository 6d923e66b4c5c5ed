// SPDX-License-Identifier: MIT
// Inset: the small picture in a corner that complements the large one.
#ifndef HAWSE_RENDER_SCENE_INSET_H
#define HAWSE_RENDER_SCENE_INSET_H

#include "render/text/draw2d.h"
#include "render/view/camera.h"

// View of the inset for a large picture of this view: the bolster if that is overview, deck or pipe, else the overview.
render_view inset_view(render_view large);
// Places the inset in a corner of the visible large picture: top right, or bottom left if panels are open. Fills place
// with left, bottom, width, height [px]. Returns false if the inset does not fit.
bool inset_place(const int frame[4], const int seen[4], bool panels, int place[4]);
// Draws frame and title of the inset, in a picture of this height [px].
void inset_frame(draw2d *g, const int place[4], int height, render_view view);

#endif
