// SPDX-License-Identifier: MIT
#include "tests/bench/w23_hawse.h"
#include <math.h>

void w23_add_contacts(w23_sample *s, const contact_set *const *set, int n) {
    vec3 sum = {0, 0, 0};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < set[i]->n; k++) {
            const contact_item *c = &set[i]->item[k];
            if (c->depth <= 0) continue;
            s->contacts++;
            s->depth = fmax(s->depth, c->depth);
            sum = vec3_add(vec3_madd(sum, c->normal_force, c->touch.normal), c->friction_force);
        }
    s->contact = vec3_norm(sum);
}

const char w23_code_name[] = "hawse";

const w23_code *const w23_codes[] = {&w2_regions, &w2_foundation, &w3_links, NULL};
