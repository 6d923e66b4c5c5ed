// SPDX-License-Identifier: MIT
// What the files of the overlay share.
#ifndef HAWSE_RENDER_OVERLAY_PRIVATE_H
#define HAWSE_RENDER_OVERLAY_PRIVATE_H

#include "render/overlay.h"
#include "render/overlay_hold.h"

static const uint32_t overlay_sticks = 0x3d9bffff, overlay_slides = 0xffb000ff, overlay_reaction = 0x9a6bffff,
                      overlay_held = 0xffd23fff;

// Where the arrow of a reaction ends.
static inline vec3 overlay_tip(const render_def *def, vec3 at, vec3 force) {
    double f = vec3_norm(force), length = 40 * def->bar_diameter * fmin(sqrt(f / def->tension_max_n), 1.5);
    return f > 0 ? vec3_madd(at, length / f, force) : at;
}

#endif
