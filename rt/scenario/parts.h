// SPDX-License-Identifier: MIT
// The chain as a list of parts (chain.parts), written out part by part.
#ifndef HAWSE_RT_SCENARIO_PARTS_H
#define HAWSE_RT_SCENARIO_PARTS_H

#include "dynamics/tackle/chain.h"
#include "rt/scenario/scenario.h"

typedef struct chain_part {
    tackle_kind kind;
    int item;        // index into chain.parts
    int joint;       // it is the n-th joining shackle, counted from 1 at the anchor; 0: it joins no lengths
    int body;        // link of the simulation, counted from 0 at the anchor; the first of a swivel's two
    double strength; // breaking load over the common link's
    double from, to; // its ends: metres of chain from the anchor's shackle
    double mass;     // [kg]
} chain_part;

typedef struct chain_list {
    chain_part *part; // (n), from the anchor; NULL: the scenario has no list
    int n, bodies;    // parts; links of the simulation, a swivel being two
    double mass;      // of all [kg]
} chain_list;

#define CHAIN_LIST_PARTS 20000 // at most

// Writes the list out; RT_ERR_MEMORY. The scenario has been checked. chain_list_free.
rt_status chain_list_make(const scenario *s, chain_list *l);
void chain_list_free(chain_list *l);
// Checks the list as a whole; errors with the entry's line and column.
rt_status scenario_parts_check(const char *file, const scenario *s, rt_diag *d);
// Most links that are simulated at once: chain.capacity, or all of a list that has fewer.
int scenario_links(const scenario *s);
// Parts of an entry: those of its own kind, and the joining shackles between its lengths.
int scenario_part_links(const scenario *s, const scenario_part *p);
// What a part is in the simulation, as link `body`; half: the second half of a swivel.
tackle_special chain_part_special(const scenario *s, const chain_part *p, bool half);
// The part's shape and mass (of the swivel half of it); common links by chain.type.
tackle_link chain_part_link(const scenario *s, tackle_kind kind);

#endif
