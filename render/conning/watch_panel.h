// SPDX-License-Identifier: MIT
// Panel of the anchor watch: readings, plan and side elevation to scale (rt/sheet/sheet.h).
#ifndef HAWSE_RENDER_CONNING_WATCH_PANEL_H
#define HAWSE_RENDER_CONNING_WATCH_PANEL_H

#include "dynamics/snapshot/snapshot.h"
#include "render/text/area.h"
#include "render/text/draw2d.h"
#include "render/text/palette.h"
#include "render/trace/trace.h"

// The panel's area at the right edge of `free`; height 0: no anchor on the bottom, or no room.
area watch_panel_place(const draw2d *g, const dyn_snapshot_watch *w, area free);
// Draws the panel there, on its own backdrop. bridge: only what the bridge knows. swept: the chain's trace, drawn under
// the plan unless the bridge sees it; NULL: none.
void watch_panel_draw(draw2d *g, const palette *c, const dyn_snapshot *s, bool bridge, const trace *swept, area place);

#endif
