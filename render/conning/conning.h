// SPDX-License-Identifier: MIT
// Strip with the instruments of the bridge, for a ship that manoeuvres: heading, rate of turn, speeds, wind, engine,
// rudder, bow thruster.
#ifndef HAWSE_RENDER_CONNING_CONNING_H
#define HAWSE_RENDER_CONNING_CONNING_H

#include "dynamics/snapshot/snapshot.h"
#include "render/text/area.h"
#include "render/text/draw2d.h"
#include "render/text/palette.h"

// Height of the strip [points]; 0: the ship has no such instruments.
float conning_height(const draw2d *g, const dyn_snapshot_conning *v);
void conning_draw(draw2d *g, const palette *c, area strip, const dyn_snapshot_conning *v);

#endif
