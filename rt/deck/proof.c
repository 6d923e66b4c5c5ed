// SPDX-License-Identifier: MIT
// Runs the pull test of a housed anchor: replaces the operator's command, and adds the ship's accelerations to gravity.
#include "rt/deck/private.h"

#define WALK_BACK (-0.1) // lever while the chain is eased; its speed is within that at which the dogs engage

// The operator's command while the test runs. The motor walks back with the brake open, after the dogs have engaged;
// then brake and motor brake hold. A stopper keeps its bar.
static void replace_command(const deck *dk, rt_command *c) {
    const tackle_windlass_state *z = tackle_windlass_state_of(&dk->windlass, &dk->sim->model, &dk->sim->state);
    bool eases = dk->proof.stage == PROOF_EASES;
    c->clutch = 1;
    c->release = c->failsafe = 0;
    c->lever = eases ? WALK_BACK : 0;
    c->brake = eases && z->clutch.engaged > 0 ? 0 : 1;
}

void deck_prove(deck *dk) {
    sim *s = dk->sim;
    if (!proof_is_asked(&s->sc)) return;
    vec3 added = proof_acceleration(&dk->proof, &s->sc, sim_time(s) + s->model.h);
    s->model.gravity = vec3_add(dk->gravity, added);
    if (proof_runs(&dk->proof)) replace_command(dk, &s->command);
}

bool deck_goes_on(const sim *s) {
    const deck *dk = s->self;
    bool waits = proof_is_asked(&s->sc) && dk->proof.stage == PROOF_WAITS && s->outcome.housed;
    return waits || proof_runs(&dk->proof);
}
