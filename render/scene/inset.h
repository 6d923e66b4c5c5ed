// SPDX-License-Identifier: MIT
// The small picture in a corner that complements the large one.
#ifndef HAWSE_RENDER_SCENE_INSET_H
#define HAWSE_RENDER_SCENE_INSET_H

#include "render/text/draw2d.h"
#include "render/view/camera.h"

// What it shows beside a large picture of this view: the bolster from afar, on deck or in the pipe, else the overview.
render_view inset_view(render_view large);
// Its place in a corner of the visible large picture, top right, or bottom left beside panels: left, bottom, width and
// height [px]. False if it does not fit.
bool inset_place(const int frame[4], const int seen[4], bool panels, int place[4]);
// Frame and title round it, in a picture of this height [px].
void inset_frame(draw2d *g, const int place[4], int height, render_view view);

#endif
