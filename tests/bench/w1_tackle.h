// SPDX-License-Identifier: MIT
// Workload W1 built of the ship's tackle: the same masses, lengths, start and support, but the joints of the stud-link
// chain (each link turns about its own width axis at both ends, neighbours a quarter turn apart), with friction.
#ifndef HAWSE_TESTS_BENCH_W1_TACKLE_H
#define HAWSE_TESTS_BENCH_W1_TACKLE_H

#include "dynamics/core/step.h"
#include "dynamics/tackle/anchor.h"
#include "dynamics/tackle/chain.h"

typedef struct w1_tackle_def {
    int links;
    double h;      // [s]
    bool swivel;   // between chain and anchor; false: one more universal joint
    bool limits;   // of the angles between links
    double mu;     // joint friction; swivel: mu × 10 mm
    double faster; // added to the speed of the start [m/s]
} w1_tackle_def;

typedef struct w1_tackle {
    dyn_model model;
    tackle_anchor anchor;
    tackle_chain chain;
    dyn_state state;
    dyn_work *work;
    rt_events events;
} w1_tackle;

// The chain at its start; false for want of memory, or when the start cannot be made consistent. To be freed either
// way.
bool w1_tackle_make(w1_tackle *w, const w1_tackle_def *def);
void w1_tackle_free(w1_tackle *w);
// Centre of mass of the flukes, world frame [m].
vec3 w1_tackle_flukes(const w1_tackle *w);

static inline dyn_step_info w1_tackle_step(w1_tackle *w) {
    return dyn_step(&w->model, &w->state, w->work, &(rt_command){0}, NULL, &w->events);
}

#endif
