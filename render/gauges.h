// SPDX-License-Identifier: MIT
// The operator's instruments over the picture.
#ifndef HAWSE_RENDER_GAUGES_H
#define HAWSE_RENDER_GAUGES_H

#include "dynamics/snapshot.h"
#include "render/draw2d.h"

// What the instruments hide of the snapshot's picture above and below [points].
void gauges_hide(const dyn_snapshot *s, float *above, float *below);
// Draws the instruments for the snapshot's status lines and these gauges. software: the picture is not made by a GPU.
void gauges_draw(draw2d *g, const dyn_snapshot *s, const dyn_gauges *gauges, double tension_max_n, bool software);

#endif
