// SPDX-License-Identifier: MIT
// The chain's inboard end at the cable lifter: links join and leave as it turns, both ways. The point of the top link
// that stands at the lifter's exit E slides along the link with the lifter's angle: p1 + sigma (p0 - p1) = E, with
// sigma = R theta / pitch + (links taken). At sigma = 1 the link is all inboard and leaves, at sigma = 0 the next one
// comes out; E is then a node, so position, velocity and tension are continuous. A row keeps the link's roll by its
// phase in the pockets, so torsion and link phase are kept, and the pockets turn the link into line while it enters.
//
// The lifter is a polygon: the chain leaves it from pockets and whelps at a radius that changes ten times a turn. So
// sigma is not linear in theta but has that ripple, and force and speed are conjugate with it.
#ifndef HAWSE_DYNAMICS_TACKLE_LIFTER_H
#define HAWSE_DYNAMICS_TACKLE_LIFTER_H

#include "dynamics/core/state.h"
#include "dynamics/tackle/chain.h"
#include "dynamics/tackle/locker.h"

#define TACKLE_LIFTER_ROWS 4
#define TACKLE_WHELPS 5 // usual number; each takes a flat link, with an upright one between

typedef struct tackle_lifter {
    const tackle_chain *chain;
    int node;                    // scalars: x the lifter's angle, y the motor's angle referred to the lifter [rad]
    double radius;               // mean chain advance per radian, 40 d / 2 pi [m]
    vec3 exit;                   // E [m]
    vec3 axis[2];                // directions that the width of even and of odd top links is perpendicular to
    int taken0;                  // links beyond E at theta = 0
    double phase0;               // R theta / pitch + phase0 is sigma without its ripple
    int force_index, rows_index; // its state and its rows
    double guide;                // stiffness that turns a link into line [N m/rad]
    double guide_damping;        // [N m s/rad]
    vec3 lead;                   // direction of the link outboard of the top one, of this step
    tackle_locker locker;
    dyn_row_group rows;
    dyn_force force;
} tackle_lifter;

// Memory of the gypsy; part of the state.
typedef struct tackle_lifter_state {
    int64_t links;    // active links; the top one is links - 1
    double roll;      // roll offset of the top link at sigma_ref [m]
    double sigma_ref; // the end, 0 or 1, where it took over; -1: first link, which keeps its offset
    double taut;      // 1: the bitter end is taut
    double parted;    // 1: parted; the chain has left the gypsy
} tackle_lifter_state;

// Adds the lifter's node, rows and guide at the end of the chain with `links` of its capacity outboard, E where the
// fraction sigma0 of the last one is inboard; up: upward normal of the lead. Call after the chain, so that its node is
// the last.
void tackle_lifter_add(tackle_lifter *l, dyn_model *m, const tackle_chain *c, int links, double sigma0, vec3 up,
                       double lifter_inertia, double motor_inertia);
// Hangs the rest of the chain on the lifter's inboard side; before dyn_model_finish. Without it nothing hangs there,
// and the chain has no end but its capacity.
void tackle_lifter_fasten(tackle_lifter *l, dyn_model *m, const tackle_locker *locker);
// Sets the lifter's state in s and switches the links beyond the exit off. Set-up.
void tackle_lifter_start(const tackle_lifter *l, const dyn_model *m, dyn_state *s, int links);
// Lets links join or leave before a step; *events gets RT_EVENT_LINK_JOINED, _LEFT or _CHAIN_END. Frame thread.
void tackle_lifter_exchange(const tackle_lifter *l, const dyn_model *m, dyn_state *s, rt_events *events);
// The lifter's state.
const tackle_lifter_state *tackle_lifter_state_of(const tackle_lifter *l, const dyn_model *m, const dyn_state *s);
// Force that the chain exerts on the lifter along the top link: its tension at E [N]; 0 when it has left it.
double tackle_lifter_tension(const tackle_lifter *l, const dyn_model *m, const dyn_state *s);
// Chain between E and the anchor's shackle [m]; all of it when it has left the lifter.
double tackle_lifter_chain_out(const tackle_lifter *l, const dyn_model *m, const dyn_state *s);

#endif
