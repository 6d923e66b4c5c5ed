// SPDX-License-Identifier: MIT
// The part of a picture that is worth drawing. Pure.
#ifndef HAWSE_RENDER_SCENE_SEEN_H
#define HAWSE_RENDER_SCENE_SEEN_H

#include "rt/base/base.h"

// Clips `seen` (left, bottom, width, height [px]) by those of the n covered boxes that span it from edge to edge, so
// that nothing is set up there. Other hidden parts remain.
void scene_cut_seen(const int (*covered)[4], int n, int seen[4]);
// Whether the two boxes have a pixel in common.
bool scene_boxes_meet(const int a[4], const int b[4]);

#endif
