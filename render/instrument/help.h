// SPDX-License-Identifier: MIT
// Overlay with the actions of keys and mouse.
#ifndef HAWSE_RENDER_INSTRUMENT_HELP_H
#define HAWSE_RENDER_INSTRUMENT_HELP_H

#include "render/instrument/hints.h"
#include "render/text/area.h"
#include "render/text/draw2d.h"
#include "render/text/palette.h"
#include "render/view/display.h"

// Draws on its own backdrop in the middle of `free`, or of the whole picture if `free` is too small. cameras: their
// number.
void help_draw(draw2d *g, const palette *c, const operator_keys *keys, display shown, int cameras, bool of_mechanism,
               area free);

#endif
