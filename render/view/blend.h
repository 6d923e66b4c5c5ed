// SPDX-License-Identifier: MIT
// Interpolates bodies and gauges between two snapshots. Pure.
#ifndef HAWSE_RENDER_VIEW_BLEND_H
#define HAWSE_RENDER_VIEW_BLEND_H

#include "dynamics/snapshot/snapshot.h"

// Pose between a and b, alpha 0..1: linear for the position, shortest great circle for the rotation (Shoemake 1985).
pose blend_pose(const pose *a, const pose *b, double alpha);
// Bodies of next, each moved back toward previous by 1 - alpha if previous has the same kind and number. Writes
// next->n_bodies to out, at most DYN_SNAPSHOT_BODIES, and returns their number. previous may be NULL.
int blend_bodies(const dyn_snapshot *previous, const dyn_snapshot *next, double alpha, dyn_snapshot_body *out);
// The ship's axes in the world, between the two snapshots. previous may be NULL.
pose blend_ship(const dyn_snapshot *previous, const dyn_snapshot *next, double alpha);
// Gauges of next, with analogue readings interpolated from previous. previous may be NULL.
dyn_gauges blend_gauges(const dyn_snapshot *previous, const dyn_snapshot *next, double alpha);

// Position between the two snapshots, 0..1, of a picture drawn at `now` on the loop's clock. The picture lags by one
// frame period, so it rarely waits for a snapshot and moves evenly at any rates.
double blend_alpha(const dyn_snapshot *previous, const dyn_snapshot *next, int64_t now_ns);

#endif
