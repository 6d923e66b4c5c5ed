// SPDX-License-Identifier: MIT
// Foam and spray where the anchor breaks the surface, computed from poses and times alone: the same snapshots give the
// same pictures.
#ifndef HAWSE_RENDER_SCENE_FOAM_H
#define HAWSE_RENDER_SCENE_FOAM_H

#include "dynamics/math/math3.h"
#include "dynamics/water/waves.h"
#include "rt/base/base.h"

#define FOAM_MOST 320 // puffs; the oldest is replaced
#define FOAM_PARTS 2
#define FOAM_LINKS 256 // links of the chain that drip; a link shares its place with the one that many links on

// A patch on the water, or a drop in free fall.
typedef struct foam_puff {
    double born, life; // [s]
    vec3 place, speed; // at birth [m], [m/s]; a patch does not move
    double size;       // radius at birth [m]
    double strength;   // opacity at birth
    bool drop;
} foam_puff;

// Bounding box in its body's frame, and the body's pose.
typedef struct foam_body {
    pose pose;
    vec3 lo, hi;
} foam_body;

typedef struct foam {
    foam_puff puff[FOAM_MOST];
    int n, next; // number of puffs; index of the next
    double t;    // of the last update [s]
    bool begun;
    double over[FOAM_PARTS];        // height of the boxes' middles over the water at the last update [m]
    double wet_at[FOAM_PARTS];      // time of last contact with the water [s]
    double link_wet_at[FOAM_LINKS]; // the same of links
    double washed;                  // time of the last update of the chain wash [s]
    bool wash_begun;
} foam;

// A link of the chain: its number and its middle.
typedef struct foam_link {
    int number;
    vec3 at;
} foam_link;

// Hawse pipe with the nozzles of the chain wash.
typedef struct foam_pipe {
    vec3 mouth, axis; // at the shell; from there up the pipe, unit
    double length, bore;
} foam_pipe;

// A puff as drawn.
typedef struct foam_mark {
    vec3 place;
    double size, opacity;
    bool drop;
} foam_mark;

// Advances to time t. On the first call and after a jump in time, the foam is as if each body had moved slowly past for
// some seconds.
void foam_update(foam *f, double t, const dyn_waves *water, const foam_body *body, int n);
// Lets wet links above the water drip. Call before foam_update of the same time.
void foam_update_chain(foam *f, double t, const dyn_waves *water, const foam_link *link, int n);
// Adds the water of the chain wash while it is on: jets in the pipe, a flow out of its mouth; the links in the pipe (n)
// become wet. Call after foam_update of the same time, also while the wash is off. After a jump in time, the wash is as
// if it had run for a second.
void foam_update_wash(foam *f, double t, const dyn_waves *water, const foam_pipe *pipe, bool on, const foam_link *link,
                      int n);
// True if the link was in the water in the last seconds: it is wet and drips.
bool foam_link_is_wet(const foam *f, int number);
// Fills out with the puffs visible at the time of the last update. Returns their number.
int foam_list_marks(const foam *f, const dyn_waves *water, foam_mark out[FOAM_MOST]);

#endif
