// SPDX-License-Identifier: MIT
#include "rt/command/pull.h"
#include <math.h>

bool rt_pull_is_valid(const rt_pull *p) {
    bool valid = p->kind > RT_PULL_NONE && p->kind < RT_PULL_KINDS && p->number >= 0;
    for (int k = 0; k < 3; k++)
        valid = valid && fabs(p->at[k]) <= RT_PULL_FARTHEST && fabs(p->to[k]) <= RT_PULL_FARTHEST; // false for NaN
    return valid;
}
