// SPDX-License-Identifier: MIT
// The chain's inboard end at the cable lifter: links join and leave as the lifter turns, both ways. The point of the
// top link at the lifter's exit E slides along the link with the lifter's angle theta: p1 + sigma (p0 - p1) = E, with
// sigma = R theta / pitch + (links taken). At sigma = 1 the link is inboard and leaves; at sigma = 0 the next link
// joins. E is then a node, so position, velocity and tension are continuous. A fourth row ties the link's roll to its
// phase in the pockets, which preserves torsion and link phase. The pockets align the link while it enters.
//
// The lifter is a polygon: the chain leaves pockets and whelps at a radius that changes ten times per turn. This ripple
// makes sigma nonlinear in theta; force and speed remain conjugate.
#ifndef HAWSE_DYNAMICS_TACKLE_LIFTER_H
#define HAWSE_DYNAMICS_TACKLE_LIFTER_H

#include "dynamics/core/state.h"
#include "dynamics/tackle/chain.h"
#include "dynamics/tackle/locker.h"

#define TACKLE_LIFTER_ROWS 4
#define TACKLE_WHELPS 5 // usual number; each carries a flat link, with an upright link between two whelps

typedef struct tackle_lifter {
    const tackle_chain *chain;
    int node;                    // scalars: x the lifter's angle, y the motor's angle referred to the lifter [rad]
    double radius;               // mean chain advance per radian, 40 d / 2 pi [m]
    vec3 exit;                   // E [m]
    vec3 axis[2];                // directions normal to the width of even and of odd top links
    int taken0;                  // links beyond E at theta = 0
    double phase0;               // R theta / pitch + phase0 is sigma without its ripple
    int force_index, rows_index; // index among the model's forces and row groups
    double guide;                // stiffness that aligns a link [N m/rad]
    double guide_damping;        // [N m s/rad]
    vec3 lead;                   // direction of the link outboard of the top one in this step
    tackle_locker locker;
    dyn_row_group rows;
    dyn_force force;
} tackle_lifter;

// Memory of the gypsy; part of the state.
typedef struct tackle_lifter_state {
    int64_t links;    // links outboard of E, with the top link, which is links - 1
    double roll;      // roll offset of the top link at sigma_ref [m]
    double sigma_ref; // sigma, 0 or 1, when the link became the top link; -1: first top link, with a constant offset
    double taut;      // 1: the bitter end is taut
    double parted;    // 1: parted; the chain has left the gypsy
} tackle_lifter_state;

// Adds the lifter's node, rows and guide at the end of the chain, with `links` of its capacity outboard. E is the point
// where the fraction sigma0 of the last link is inboard; up: upward normal of the lead. Call after the chain: the
// lifter's node must be the last.
void tackle_lifter_add(tackle_lifter *l, dyn_model *m, const tackle_chain *c, int links, double sigma0, vec3 up,
                       double lifter_inertia, double motor_inertia);
// Adds the locker's chain and bitter end on the lifter's inboard side; call before dyn_model_finish. Without this call
// no chain hangs inboard, and the chain ends only at its capacity.
void tackle_lifter_set_locker(tackle_lifter *l, dyn_model *m, const tackle_locker *locker);
// Sets the lifter's state in s and deactivates the links inboard of the exit. Set-up.
void tackle_lifter_start(const tackle_lifter *l, const dyn_model *m, dyn_state *s, int links);
// Lets a link join or leave before a step. Sets RT_EVENT_LINK_JOINED, RT_EVENT_LINK_LEFT or RT_EVENT_CHAIN_END in
// *events. Frame thread.
void tackle_lifter_exchange(const tackle_lifter *l, const dyn_model *m, dyn_state *s, rt_events *events);
const tackle_lifter_state *tackle_lifter_state_of(const tackle_lifter *l, const dyn_model *m, const dyn_state *s);
// Tension of the top link at E, as the chain's force on the lifter [N]; 0 when the chain has left the lifter.
double tackle_lifter_tension(const tackle_lifter *l, const dyn_model *m, const dyn_state *s);
// Load of the bitter end in the last accepted state [N]; 0: slack, parted, or beyond the links of the model.
double tackle_lifter_bitter_end(const tackle_lifter *l, const dyn_model *m, const dyn_state *s);
// Length of chain between E and the anchor's shackle [m]; of all active links when the bitter end has parted.
double tackle_lifter_chain_out(const tackle_lifter *l, const dyn_model *m, const dyn_state *s);

#endif
