// SPDX-License-Identifier: MIT
// Sensor of a first contact: the step size that the contacts of a set need, from the step with the predicted touch
// until the end of the impact.
#ifndef HAWSE_CONTACT_SET_IMPACT_H
#define HAWSE_CONTACT_SET_IMPACT_H

#include "contact/set/set.h"

// The current impact; part of the state. Zero: none.
typedef struct contact_impact {
    double step;     // longest step that it allows [s]; 0: no impact
    int64_t opening; // 1: past its deepest point
    int64_t slow;    // consecutive steps in which its contacts hardly moved
} contact_impact;

// Longest step that the contacts allow [s]; INFINITY: any. Call after detection. Frame thread.
double contact_impact_step(const contact_set *s, const dyn_eval *e, const contact_impact *i);
// Updates the impact after an accepted step. Call before contact_set_accept. Frame thread.
void contact_impact_accept(const contact_set *s, const dyn_eval *e, contact_impact *i);

#endif
