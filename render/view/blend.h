// SPDX-License-Identifier: MIT
// Two snapshots and a time between them give the bodies and gauges to draw. Pure.
#ifndef HAWSE_RENDER_VIEW_BLEND_H
#define HAWSE_RENDER_VIEW_BLEND_H

#include "dynamics/snapshot/snapshot.h"

// Between two poses, alpha 0..1: straight for the position, shortest great circle for the rotation (Shoemake 1985).
pose blend_pose(const pose *a, const pose *b, double alpha);
// The bodies of next, moved back toward previous by 1 - alpha where previous has the same kind and number; out (n of
// next, at most DYN_SNAPSHOT_BODIES). previous may be NULL. Returns how many.
int blend_bodies(const dyn_snapshot *previous, const dyn_snapshot *next, double alpha, dyn_snapshot_body *out);
// The gauges of next, analogue readings between the two.
dyn_gauges blend_gauges(const dyn_snapshot *previous, const dyn_snapshot *next, double alpha);

// Place of a picture drawn at `now` on the loop's clock between the two snapshots, 0..1. It shows the world one period
// of the frames ago, so it rarely waits for a snapshot and moves evenly at any rates.
double blend_alpha(const dyn_snapshot *previous, const dyn_snapshot *next, int64_t now_ns);

#endif
