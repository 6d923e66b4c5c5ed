// SPDX-License-Identifier: MIT
// The chain as a list of parts (chain.parts), expanded to single parts.
#ifndef HAWSE_RT_SCENARIO_PARTS_H
#define HAWSE_RT_SCENARIO_PARTS_H

#include "dynamics/tackle/chain.h"
#include "rt/scenario/scenario.h"

typedef struct chain_part {
    tackle_kind kind;
    int item;        // index into chain.parts
    int joint;       // number of the joining shackle, from 1 at the anchor; 0: other part
    int body;        // simulated link, from 0 at the anchor; of a swivel: the first of two
    double strength; // breaking load relative to the common link's
    double from, to; // its ends, along the chain from the anchor's shackle [m]
    double mass;     // [kg]
} chain_part;

typedef struct chain_list {
    chain_part *part; // (n), from the anchor; NULL: the scenario has no list
    int n, bodies;    // parts; simulated links, of which a swivel has two
    double mass;      // sum of the parts [kg]
} chain_list;

#define CHAIN_LIST_PARTS 20000 // limit of the expanded list

// Expands the list of a checked scenario. RT_OK or RT_ERR_MEMORY. Free it with chain_list_free.
rt_status chain_list_expand(const scenario *s, chain_list *l);
void chain_list_free(chain_list *l);
// Checks the list as a whole; errors have the entry's line and column.
rt_status scenario_parts_check(const char *file, const scenario *s, rt_diag *d);
// Largest number of links simulated at once: chain.capacity, or all links of a shorter list.
int scenario_max_links(const scenario *s);
// Number of parts of an entry, with the joining shackles between its lengths.
int scenario_part_links(const scenario *s, const scenario_part *p);
// The part as a special link of the simulation, with number `body`; half: the second half of a swivel.
tackle_special chain_part_special(const scenario *s, const chain_part *p, bool half);
// Shape and mass of a part; of a swivel: one half; common links by chain.type.
tackle_link chain_part_link(const scenario *s, tackle_kind kind);

#endif
