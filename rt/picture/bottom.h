// SPDX-License-Identifier: MIT
// The bottom of a ship's scenario, for its picture.
#ifndef HAWSE_RT_PICTURE_BOTTOM_H
#define HAWSE_RT_PICTURE_BOTTOM_H

#include "render/view/def.h"
#include "rt/sim/sim.h"

// Of a bottom with a grid or areas, makes the table of heights and soils; else the plane, whose soil is the first
// colour. False: no memory. Free the table with render_bottom_free. Set-up.
bool picture_bottom_make(const sim *s, render_bottom *out);

#endif
