// SPDX-License-Identifier: MIT
// Clipping of the visible part of a picture. Pure.
#ifndef HAWSE_RENDER_SCENE_SEEN_H
#define HAWSE_RENDER_SCENE_SEEN_H

#include "rt/base/base.h"

// Cuts off `seen` (left, bottom, width, height [px]) where one of n covered boxes spans it from edge to edge. Other
// hidden parts stay in `seen`.
void scene_clip_visible(const int (*covered)[4], int n, int seen[4]);
// True if the boxes have a pixel in common.
bool scene_boxes_overlap(const int a[4], const int b[4]);

#endif
