// SPDX-License-Identifier: MIT
// The state: the least data that makes the next step identical. One block holds all of it; recordings save and hash the
// block as a whole.
#ifndef HAWSE_DYNAMICS_CORE_STATE_H
#define HAWSE_DYNAMICS_CORE_STATE_H

#include "dynamics/core/model.h"

typedef struct dyn_state {
    uint64_t step;          // steps done; t = step × h
    vec3 *q, *qd, *qdd;     // by node (n_nodes)
    vec3 *qdd_last;         // accelerations of the previous step, for the prediction (n_nodes)
    vec3 *qdd_before;       // accelerations of the step before that (n_nodes)
    double *lambda;         // multipliers [N] (n_rows)
    vec3 *still;            // sleeping bodies' nodes in the world (n_nodes); NULL: the model's bodies do not sleep
    unsigned char *z;       // internal states of the force elements (z_size)
    unsigned char *body_on; // DYN_OFF, DYN_AWAKE or DYN_ASLEEP (n_bodies)
    dyn_axes *axes;         // motion of the axes in the world; NULL: the model has none
    unsigned char *block;   // memory of all arrays above; dyn_state_bytes copies `step` into its first word
    size_t size;            // bytes in block
} dyn_state;

// Creates a state at the model's initial coordinates, at rest in the axes, with all bodies active; RT_ERR_MEMORY.
rt_status dyn_state_create(const dyn_model *m, dyn_state *s);
void dyn_state_free(dyn_state *s);
// Places the axes on their motion at the time of the state. Set-up: while running they are stepped.
void dyn_state_start_axes(const dyn_model *m, dyn_state *s);
// The state as bytes to save (size in *n); valid until the next step.
const void *dyn_state_bytes(dyn_state *s, size_t *n);
// Restores what dyn_state_bytes saved; false if the size differs.
bool dyn_state_restore(dyn_state *s, const void *bytes, size_t n);
// True when every coordinate, velocity and acceleration is finite.
bool dyn_state_finite(const dyn_model *m, const dyn_state *s);

#endif
