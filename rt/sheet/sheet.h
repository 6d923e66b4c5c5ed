// SPDX-License-Identifier: MIT
// The anchor watch as one sheet: readings, plan, elevation.
#ifndef HAWSE_RT_SHEET_SHEET_H
#define HAWSE_RT_SHEET_SHEET_H

#include "rt/sheet/plan.h"

// Areas of the sheet's parts within its own.
typedef struct watch_sheet {
    sketch_area readings, plan, elevation;
} watch_sheet;

watch_sheet watch_sheet_lay_out(sketch_area whole, double line_height);
// bridge: only what the bridge knows (plan.h).
void watch_sheet_draw(const dyn_snapshot *s, bool bridge, sketch_area whole, const sketch_canvas *c);

#endif
