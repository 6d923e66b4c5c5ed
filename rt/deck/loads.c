// SPDX-License-Identifier: MIT
// Adds the hull's contacts of a step to its loads by triangle.
#include "rt/deck/private.h"

static void add_part(contact_hull_loads *l, const deck_part_contact *p) {
    if (p->set == &p->foundation.set)
        contact_hull_loads_add_foundation(l, &p->foundation);
    else
        contact_hull_loads_add_set(l, p->set);
}

void deck_add_hull_loads(const deck *dk, contact_hull_loads *l) {
    contact_hull_loads_begin(l);
    add_part(l, &dk->shank_contact);
    add_part(l, &dk->head_contact);
    contact_hull_loads_add_set(l, &dk->link_contact.set);
    for (int k = 0; k < dk->n_special; k++) contact_hull_loads_add_set(l, &dk->special[k].contact.set);
    contact_hull_loads_end(l, sim_time(dk->sim), dk->sim->model.h);
}
