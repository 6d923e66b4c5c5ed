// SPDX-License-Identifier: MIT
// What the chain's links bear against proof and breaking load, and the parting of the chain where one breaks: that link
// takes no part any more, so its neighbours share no node; the inboard part hangs from the lifter, the anchor's falls.
// The model's links do not stretch: a chain that comes taut stops the anchor within a step, at a tension that no chain
// feels. What is judged is therefore averaged over a time; with the anchor's mass M on a length L of chain it is as
// large as in the elastic chain for sqrt(M L / EA), its longitudinal period over 2 pi.
#ifndef HAWSE_DYNAMICS_TACKLE_STRENGTH_H
#define HAWSE_DYNAMICS_TACKLE_STRENGTH_H

#include "dynamics/tackle/lifter.h"

typedef struct tackle_strength_def {
    double proof, breaking; // loads of the common link [N]
    double time;            // over which a link's tension is averaged [s]; less than a step: each step's counts
} tackle_strength_def;

typedef struct tackle_strength {
    tackle_strength_def def;
    const tackle_chain *chain;
    const tackle_lifter *lifter; // NULL: every link of the chain is outboard
    dyn_force force;
    int force_index;
} tackle_strength;

// Memory; part of the state.
typedef struct tackle_strength_state {
    int64_t parted; // link that broke, counted from 1 at the anchor; 0: none
    int64_t worst;  // link with the largest share, counted likewise; 0: none yet
    double share;   // of its breaking load
    double load[];  // averaged tension of each link [N] (capacity)
} tackle_strength_state;

// Adds it, after chain and gypsy. Sets RT_EVENT_PROOF_LOAD when a link's load first exceeds its proof load.
void tackle_strength_add(tackle_strength *t, dyn_model *m, const tackle_chain *c, const tackle_lifter *l,
                         const tackle_strength_def *def);
// After a step: breaks the worst link if it bears more than its breaking load, sets RT_EVENT_CHAIN_PARTED and returns
// true. Accelerations and multipliers are then to be found anew (dyn_initial_acceleration). Frame thread.
bool tackle_strength_part(const tackle_strength *t, const dyn_model *m, dyn_state *s, rt_events *events);
const tackle_strength_state *tackle_strength_state_of(const tackle_strength *t, const dyn_model *m, const dyn_state *s);

#endif
