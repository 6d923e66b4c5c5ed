// SPDX-License-Identifier: MIT
// Foam and spray where the anchor breaks the surface, computed from poses and times alone: the same snapshots give the
// same pictures.
#ifndef HAWSE_RENDER_SCENE_FOAM_H
#define HAWSE_RENDER_SCENE_FOAM_H

#include "dynamics/math/math3.h"
#include "dynamics/water/waves.h"
#include "rt/base/base.h"

#define FOAM_MOST 192 // puffs; the oldest is replaced
#define FOAM_PARTS 2

// A patch on the water, or a drop in free fall from its start.
typedef struct foam_puff {
    double born, life; // [s]
    vec3 place, speed; // when born [m], [m/s]; a patch stays
    double size;       // radius when born [m]
    double strength;   // opacity when born
    bool drop;
} foam_puff;

// A box in its body's frame, with the pose.
typedef struct foam_body {
    pose pose;
    vec3 lo, hi;
} foam_body;

typedef struct foam {
    foam_puff puff[FOAM_MOST];
    int n, next; // puffs; the place of the next
    double t;    // of the last update [s]
    bool begun;
    double over[FOAM_PARTS];   // height of the boxes' middles over the water, then [m]
    double wet_at[FOAM_PARTS]; // when it last touched the water [s]
} foam;

// What is drawn of a puff.
typedef struct foam_mark {
    vec3 place;
    double size, opacity;
    bool drop;
} foam_mark;

// Advances to time t with the bodies' poses. At first, or after a jump in time, they count as long in place.
void foam_update(foam *f, double t, const dyn_waves *water, const foam_body *body, int n);
// The puffs that are seen at the time of the last update. Returns their number.
int foam_marks(const foam *f, const dyn_waves *water, foam_mark out[FOAM_MOST]);

#endif
