// SPDX-License-Identifier: MIT
// The part of a picture that is worth drawing. Pure.
#ifndef HAWSE_RENDER_SCENE_SEEN_H
#define HAWSE_RENDER_SCENE_SEEN_H

#include "rt/base/base.h"

// Takes off `seen` (left, bottom, width, height [px]) what the n covered boxes hide of it from edge to edge: then
// nothing is set up there at all. What they hide otherwise stays.
void scene_cut_seen(const int (*covered)[4], int n, int seen[4]);
// Whether the two boxes have a pixel in common.
bool scene_boxes_meet(const int a[4], const int b[4]);

#endif
