// SPDX-License-Identifier: MIT
// Workload W1 with the ship's tackle: the same masses, lengths, start and support, but joints of the stud-link chain,
// with friction. Each link turns about its own width axis at both ends; neighbours are a quarter turn apart.
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
    double faster; // added to the initial speed of 1 m/s [m/s]
} w1_tackle_def;

typedef struct w1_tackle {
    dyn_model model;
    tackle_anchor anchor;
    tackle_chain chain;
    dyn_state state;
    dyn_work *work;
    rt_events events;
} w1_tackle;

// Creates the chain at its start. Returns false if memory runs out or the start is inconsistent. Call w1_tackle_free in
// either case.
bool w1_tackle_make(w1_tackle *w, const w1_tackle_def *def);
void w1_tackle_free(w1_tackle *w);
// Centre of mass of the flukes, world frame [m].
vec3 w1_tackle_flukes(const w1_tackle *w);

static inline dyn_step_info w1_tackle_step(w1_tackle *w) {
    return dyn_step(&w->model, &w->state, w->work, &(rt_command){0}, NULL, &w->events);
}

#endif
