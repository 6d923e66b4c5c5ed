// SPDX-License-Identifier: MIT
// The chain's inboard end at the cable lifter: links join and leave as it turns, both ways. The point of the top link
// that stands at the lifter's exit E slides along the link with the lifter's angle: p1 + sigma (p0 - p1) = E, with
// sigma = R theta / pitch + (links taken). At sigma = 1 the link is all inboard and leaves, at sigma = 0 the next one
// comes out; E is then a node, so position, velocity and tension are continuous. A row keeps the link's roll by its
// phase in the pockets, so torsion and link phase are kept, and the pockets turn the link into line while it enters.
#ifndef HAWSE_DYNAMICS_TACKLE_LIFTER_H
#define HAWSE_DYNAMICS_TACKLE_LIFTER_H

#include "dynamics/state.h"
#include "dynamics/tackle/chain.h"

#define TACKLE_LIFTER_ROWS 4

typedef struct tackle_lifter {
    const tackle_chain *chain;
    int node;                    // scalars: x the lifter's angle, y the motor's angle referred to the lifter [rad]
    double radius;               // chain advance per radian, 40 d / 2 pi [m]
    vec3 exit;                   // E [m]
    vec3 axis[2];                // directions that the width of even and of odd top links is perpendicular to
    int taken0;                  // links beyond E at theta = 0
    double sigma0;               // sigma at theta = 0
    int force_index, rows_index; // where its state and its rows stand
    double guide;                // stiffness that turns a link into line [N m/rad]
    double guide_damping;        // [N m s/rad]
    vec3 lead;                   // direction of the link outboard of the top one, of this step
    dyn_row_group rows;
    dyn_force force;
} tackle_lifter;

// What the lifter remembers; part of the state.
typedef struct tackle_lifter_state {
    int64_t links;    // active links; the top one is links - 1
    double roll;      // roll offset of the top link at sigma_ref [m]
    double sigma_ref; // the end, 0 or 1, where it took over; -1: it was there at the start, and keeps its offset
} tackle_lifter_state;

// Adds the lifter's node, rows and guide at the end of the chain with `links` of its capacity outboard, E where the
// fraction sigma0 of the last one is inboard; up: upward normal of the lead. Call after the chain, so that its node is
// the last.
void tackle_lifter_add(tackle_lifter *l, dyn_model *m, const tackle_chain *c, int links, double sigma0, vec3 up,
                       double lifter_inertia, double motor_inertia);
// Sets the lifter's state in s and switches the links beyond the exit off. Set-up.
void tackle_lifter_start(const tackle_lifter *l, const dyn_model *m, dyn_state *s, int links);
// Lets links join or leave before a step; *events gets RT_EVENT_LINK_JOINED, _LEFT or _CHAIN_END. Frame thread.
void tackle_lifter_exchange(const tackle_lifter *l, const dyn_model *m, dyn_state *s, rt_events *events);
// The lifter's state.
const tackle_lifter_state *tackle_lifter_state_of(const tackle_lifter *l, const dyn_model *m, const dyn_state *s);
// Force that the chain exerts on the lifter along the top link: its tension at E [N].
double tackle_lifter_tension(const tackle_lifter *l, const dyn_model *m, const dyn_state *s);
// Chain between E and the anchor's shackle [m].
double tackle_lifter_chain_out(const tackle_lifter *l, const dyn_model *m, const dyn_state *s);

#endif
