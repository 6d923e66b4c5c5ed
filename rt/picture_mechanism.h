// SPDX-License-Identifier: MIT
// What a mechanism looks like: its shapes; where a body has none, sticks between its points. And what of the world
// there is to be seen of it.
#ifndef HAWSE_RT_PICTURE_MECHANISM_H
#define HAWSE_RT_PICTURE_MECHANISM_H

#include "render/render.h"
#include "rt/sim.h"

// The mechanism of the sim; picture_mechanism_free. RT_ERR_MEMORY with a message.
rt_status picture_mechanism_make(const sim *s, render_mechanism **out, rt_diag *d);
// NULL is allowed.
void picture_mechanism_free(render_mechanism *m);

// Where the mechanism is at the start, and how far its joints and rods let it swing from ground: lo, hi, up and front.
void picture_extent(const sim *s, render_mechanism *m);

#endif
