// SPDX-License-Identifier: MIT
// Tension of the chain's links against proof and breaking load, and the parting of the chain. A broken link becomes
// inactive and its neighbours share no node: the inboard part hangs from the lifter, the anchor's part falls.
// The model's links do not stretch. A chain that comes taut stops the anchor within a step, at a tension that no real
// chain reaches. The tension is therefore averaged over a time. With the anchor's mass M on a length L of chain, the
// average equals the elastic chain's tension at sqrt(M L / EA), the longitudinal period over 2 pi.
#ifndef HAWSE_DYNAMICS_TACKLE_STRENGTH_H
#define HAWSE_DYNAMICS_TACKLE_STRENGTH_H

#include "dynamics/tackle/lifter.h"

typedef struct tackle_strength_def {
    double proof, breaking; // loads of the common link [N]
    double time;            // averaging time of a link's tension [s]; less than a step: no averaging
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
    int64_t worst;  // link with the largest share of its breaking load, counted from 1 at the anchor; 0: none
    double share;   // averaged tension of the worst link over its breaking load
    double load[];  // averaged tension of each link [N] (capacity)
} tackle_strength_state;

// Adds the element; call after chain and gypsy. RT_EVENT_PROOF_LOAD is raised when the largest load rises above the
// proof load.
void tackle_strength_add(tackle_strength *t, dyn_model *m, const tackle_chain *c, const tackle_lifter *l,
                         const tackle_strength_def *def);
// Call after a step. If the worst link bears more than its breaking load, breaks it, sets RT_EVENT_CHAIN_PARTED and
// returns true; the caller must then recompute accelerations and multipliers (dyn_initial_acceleration). Breaks one
// link per run. Frame thread.
bool tackle_strength_break_worst(const tackle_strength *t, const dyn_model *m, dyn_state *s, rt_events *events);
const tackle_strength_state *tackle_strength_state_of(const tackle_strength *t, const dyn_model *m, const dyn_state *s);

#endif
