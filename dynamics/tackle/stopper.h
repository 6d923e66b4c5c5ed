// SPDX-License-Identifier: MIT
// The guillotine chain stopper: a bar across the chain's lead between hawse pipe and cable lifter, with a slot through
// which upright links pass. A lowered bar falls into the gap between two flat links when the gap is below it. It then
// holds the chain both ways within its play. When the chain runs out, the outboard bow of the flat link behind the bar
// bears on it; when the chain is heaved, the inboard bow of the flat link before it. A guillotine is not a pawl: only
// its own lever lifts it.
//
// The chain's phase decides which link the bar catches. Links turned by 90° alternate: the bar fits at one place in 8 d
// of chain. The bar falls by half a bar diameter in sqrt(d/g), and the chain must stay within the play (2 d minus the
// bar's thickness) meanwhile. A faster chain throws the bar up with every flat link: the bar hammers. A bar that falls
// from higher up may still be caught, and a chain that is fast and heavy enough then breaks it.
#ifndef HAWSE_DYNAMICS_TACKLE_STOPPER_H
#define HAWSE_DYNAMICS_TACKLE_STOPPER_H

#include "dynamics/snapshot/snapshot.h"
#include "dynamics/tackle/lifter.h"

typedef struct tackle_stopper_def {
    vec3 at;          // point where the bar crosses the chain's lead [m]
    vec3 lead;        // unit, along the chain, inboard
    vec3 up;          // unit, across the lead: direction of lifting
    double strength;  // force along the chain that breaks the bar [N]
    double stiffness; // of bar and frame along the chain [N/m]
    double play;      // free travel of the chain between the bar's two faces, 0 .. 2 d [m]
    double bar_mass;  // mass of the bar [kg]
    double lift_load; // largest force along the chain at which the bar can be lifted; more: friction holds it down [N]
} tackle_stopper_def;

typedef struct tackle_stopper {
    tackle_stopper_def def;
    const tackle_lifter *lifter;
    double clear;   // distance from the bar's middle to the joint at the bow that bears on it [m]
    double fast;    // speed above which the chain leaves the play before the bar has fallen into it [m/s]
    double gravity; // [m/s²]
    dyn_force force;
    int force_index;
} tackle_stopper;

// Memory of the stopper; part of the state.
typedef struct tackle_stopper_memory {
    int64_t state;   // tackle_stopper_state
    int64_t link;    // holding: link at the bar's inboard face; else the link that struck the bar last
    double depth;    // depth of the bar below the top of the flat links; negative: above them [m]
    double rate;     // speed of its fall [m/s]
    double load;     // force of the bar on the chain, inboard positive, last step [N]
    double blow;     // remaining force of the last blow by a link that threw the bar up [N]
    int64_t refused; // 1: RT_EVENT_STOPPER_REFUSED was raised
    int64_t running; // 1: RT_EVENT_STOPPER_ON_RUNNING was raised
} tackle_stopper_memory;

// Default strength, stiffness, play, bar mass and lift load for a link and a chain's breaking load [N]. The caller sets
// at, lead and up.
tackle_stopper_def tackle_stopper_def_default(const tackle_link *link, double breaking_load);
// Adds the stopper. Call after the lifter.
void tackle_stopper_add(tackle_stopper *s, dyn_model *m, const tackle_lifter *l, const tackle_stopper_def *def);
const tackle_stopper_memory *tackle_stopper_memory_of(const tackle_stopper *s, const dyn_model *m, const dyn_state *st);

#endif
