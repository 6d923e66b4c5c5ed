// SPDX-License-Identifier: MIT
// The sensor of a first contact: what step size the contacts of a set want from the step in which a touch is predicted
// until the impact is over.
#ifndef HAWSE_CONTACT_SET_IMPACT_H
#define HAWSE_CONTACT_SET_IMPACT_H

#include "contact/set/set.h"

// The impact under way; part of the state. Zero: none.
typedef struct contact_impact {
    double step;     // longest step that it wants [s]; 0: there is none
    int64_t opening; // past its deepest point
    int64_t slow;    // steps in a row in which its contacts hardly moved
} contact_impact;

// The longest step that the contacts want [s]; INFINITY: any. After detection. Frame thread.
double contact_impact_step(const contact_set *s, const dyn_eval *e, const contact_impact *i);
// Takes the accepted step in: before contact_set_accept. Frame thread.
void contact_impact_accept(const contact_set *s, const dyn_eval *e, contact_impact *i);

#endif
