// SPDX-License-Identifier: MIT
// Overlay with the actions of keys and mouse.
#ifndef HAWSE_RENDER_INSTRUMENT_HELP_H
#define HAWSE_RENDER_INSTRUMENT_HELP_H

#include "render/instrument/hints.h"
#include "render/text/area.h"
#include "render/text/draw2d.h"
#include "render/text/palette.h"
#include "render/view/display.h"

// On its own backdrop, into the middle of `free` or, where that is too small, of the whole picture; cameras: how many
// there are, from key 1 on.
void help_draw(draw2d *g, const palette *c, const operator_keys *keys, display shown, int cameras, bool of_mechanism,
               area free);

#endif
