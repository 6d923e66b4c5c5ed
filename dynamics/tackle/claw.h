// SPDX-License-Identifier: MIT
// The chain lashing: a devil's claw, a hook on a turnbuckle that grips a link on deck and is set up hand-taut. It holds
// the chain against running out, not against heaving. A running chain cannot be hooked, and a claw under load not
// unhooked.
#ifndef HAWSE_DYNAMICS_TACKLE_CLAW_H
#define HAWSE_DYNAMICS_TACKLE_CLAW_H

#include "dynamics/snapshot/snapshot.h"
#include "dynamics/tackle/lifter.h"

typedef struct tackle_claw_def {
    vec3 at;            // place on the chain's lead that the claw reaches [m]
    vec3 lead;          // unit, along the chain, inboard
    double strength;    // force that parts it [N]
    double stiffness;   // [N/m]
    double unhook_load; // largest force at which it can be unhooked [N]
    double speed;       // largest chain speed at which it can be hooked [m/s]
} tackle_claw_def;

typedef struct tackle_claw {
    tackle_claw_def def;
    const tackle_lifter *lifter; // NULL: none is fitted
    dyn_force force;
    int force_index;
} tackle_claw;

// Memory of the claw; part of the state.
typedef struct tackle_claw_memory {
    int64_t state; // tackle_claw_state
    int64_t link;  // the link that it grips
    double hold;   // position of that link's outboard joint along the lead where the claw is taut, from `at` [m]
    double load;   // force on the chain, inboard, last step [N]
} tackle_claw_memory;

// Default strength, stiffness, loads and speed for a chain's bar diameter [m] and breaking load [N]; the caller sets at
// and lead.
tackle_claw_def tackle_claw_def_default(double bar, double breaking_load);
// Adds the claw. Call after the lifter; *w must not move.
void tackle_claw_add(tackle_claw *w, dyn_model *m, const tackle_lifter *l, const tackle_claw_def *def);
const tackle_claw_memory *tackle_claw_memory_of(const tackle_claw *w, const dyn_model *m, const dyn_state *s);

#endif
