// SPDX-License-Identifier: MIT
#include "rt/scenario/chain.h"

tackle_link scenario_common_link(const scenario *s) {
    return s->chain.type == SCENARIO_CHAIN_STUDLESS ? tackle_studless_link(s->chain.bar_diameter)
                                                    : tackle_stud_link(s->chain.bar_diameter);
}
