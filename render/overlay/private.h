// SPDX-License-Identifier: MIT
// Shared by the files of the overlay.
#ifndef HAWSE_RENDER_OVERLAY_PRIVATE_H
#define HAWSE_RENDER_OVERLAY_PRIVATE_H

#include "render/overlay/hold.h"
#include "render/overlay/overlay.h"
#include "render/scene/list.h"

// 0xRRGGBBAA: sticking and sliding contacts; reactions; contacts that hold the anchor back; a pull by hand.
static const uint32_t overlay_sticks = 0x3d9bffff, overlay_slides = 0xffb000ff, overlay_reaction = 0x9a6bffff,
                      overlay_held = 0xffd23fff, overlay_pull = 0xff4fc3ff;

// Tip of a reaction's arrow [m]; same length as the scene's arrow for this force.
static inline vec3 overlay_tip(const render_def *def, vec3 at, vec3 force) {
    double f = vec3_norm(force);
    return f > 0 ? vec3_madd(at, scene_arrow_length(def, f) / f, force) : at;
}

// Ends of the spring of a pull by hand in the picture's frame: the gripped point of the body as drawn, and the place to
// which the spring draws it. False: no pull.
static inline bool overlay_pull_ends(const overlay_view *v, vec3 end[2]) {
    const dyn_snapshot_pull *p = &v->s->pull;
    if (!p->acts || p->body < 0 || p->body >= v->s->n_bodies) return false;
    end[0] = pose_point(&v->body[p->body].pose, p->at);
    end[1] = p->to;
    return true;
}

#endif
