// SPDX-License-Identifier: MIT
// The chain stopper of the guillotine kind: a bar across the chain's lead between hawse pipe and cable lifter, slotted
// so that a link standing upright passes through it. Let down, it falls between two flat links once it finds their gap
// below it, and then holds the chain both ways within its play: a chain that runs out lays the outboard bow of the flat
// link behind the bar against it, one that is heaved in the inboard bow of the flat link before it (a guillotine is not
// a pawl: nothing lifts it but its own lever).
//
// Which link it takes is a matter of phase alone: links turned by 90° alternate, so one place in 8 d of chain fits, and
// the chain must not move out of the play (2 d less the bar's thickness) while the bar falls by half a bar diameter,
// which takes sqrt(d/g). A faster chain throws the bar up again with every flat link: it hammers, and falling back from
// higher up it may yet be caught, by a chain that then breaks it if it is fast and heavy enough.
#ifndef HAWSE_DYNAMICS_TACKLE_STOPPER_H
#define HAWSE_DYNAMICS_TACKLE_STOPPER_H

#include "dynamics/snapshot/snapshot.h"
#include "dynamics/tackle/lifter.h"

typedef struct tackle_stopper_def {
    vec3 at;          // where the bar crosses the chain's lead [m]
    vec3 lead;        // unit, along the chain, inboard
    vec3 up;          // unit, across the lead: direction of lifting
    double strength;  // force along the chain that breaks the bar [N]
    double stiffness; // of bar and frame along the chain [N/m]
    double play;      // free travel of the chain between the bar's two faces, 0 .. 2 d [m]
    double bar_mass;  // mass of the bar [kg]
    double lift_load; // force along the chain above which friction holds the bar down [N]
} tackle_stopper_def;

typedef struct tackle_stopper {
    tackle_stopper_def def;
    const tackle_lifter *lifter;
    double clear;   // from the bar's middle to the joint at the bow that bears on it [m]
    double fast;    // speed above which the chain leaves the play before the bar has fallen into it [m/s]
    double gravity; // [m/s²]
    dyn_force force;
    int force_index;
} tackle_stopper;

// Memory of the stopper; part of the state.
typedef struct tackle_stopper_memory {
    int64_t state;   // tackle_stopper_state
    int64_t link;    // that bears on the bar's inboard face while it holds; that struck it last
    double depth;    // of the bar below the top of the flat links; negative: thrown up above them [m]
    double rate;     // speed of its fall [m/s]
    double load;     // force of the bar on the chain, inboard positive, last step [N]
    double blow;     // rest of the last blow of a link that threw the bar up [N]
    int64_t refused; // 1: an event has reported that the bar cannot be lifted
    int64_t running; // 1: that it was let down on a running chain was told
} tackle_stopper_memory;

// Strength, stiffness, play and masses that fit the link, for a chain of this breaking load [N]; without a place.
tackle_stopper_def tackle_stopper_def_default(const tackle_link *link, double breaking_load);
// Adds the stopper. Call after the lifter.
void tackle_stopper_add(tackle_stopper *s, dyn_model *m, const tackle_lifter *l, const tackle_stopper_def *def);
// State of the stopper and load on it.
const tackle_stopper_memory *tackle_stopper_memory_of(const tackle_stopper *s, const dyn_model *m, const dyn_state *st);

#endif
