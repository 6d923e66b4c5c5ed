// SPDX-License-Identifier: MIT
// Contacts of a set as input to the log of blows.
#ifndef HAWSE_TESTS_VALIDATION_BLOW_TOUCHES_H
#define HAWSE_TESTS_VALIDATION_BLOW_TOUCHES_H

#include "contact/set/set.h"
#include "rt/judge/blow_log.h"

enum { BLOW_TOUCHES = 64 };

// Writes the touches of a set; returns their number.
static inline int blow_touches_of(const contact_set *s, blow_touch t[BLOW_TOUCHES]) {
    int n = s->n < BLOW_TOUCHES ? s->n : BLOW_TOUCHES;
    for (int k = 0; k < n; k++) {
        const contact_item *c = &s->item[k];
        t[k] = (blow_touch){.identity = c->identity,
                            .struck = c->fresh && c->depth > 0 && c->memory.v0 > 0.05,
                            .point = c->touch.point,
                            .normal = c->touch.normal,
                            .force = c->normal_force,
                            .elastic_force = c->elastic_force,
                            .rate = c->rate,
                            .approach = c->memory.v0};
    }
    return n;
}

#endif
