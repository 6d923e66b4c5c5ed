// SPDX-License-Identifier: MIT
// What set.c and set_regions.c share: the memory table as it lies in the state, and how a contact enters a step's list.
#ifndef HAWSE_CONTACT_SET_SET_TABLE_H
#define HAWSE_CONTACT_SET_SET_TABLE_H

#include "contact/set/set.h"

#define CONTACT_ALIKE 0.5 // least cosine between the normals of an old and a new contact that may be one

typedef struct contact_memory_table {
    int64_t n, born; // entries; contacts born so far, the last running number
    contact_entry entry[];
} contact_memory_table;

// A new item with its weights, without memory; NULL when there is no room (counted).
contact_item *contact_set_append(contact_set *s, const dyn_eval *e, int body, const pose *at,
                                 const contact_touch *touch, const contact_outline *outline);
// Velocity of the item's point against the hull's, or the other body's [m/s], and the way that it has gone against it
// since the last accepted step [m]; weights w on the body, v on the other.
vec3 contact_set_velocity(const contact_set *s, const dyn_eval *e, int body, const double w[4], const double v[4]);
vec3 contact_set_moved(const contact_set *s, const dyn_eval *e, int body, const double w[4], const double v[4]);
// Closing speed of the item's point [m/s].
double contact_set_approach(const contact_set *s, const dyn_eval *e, const contact_item *c);
// What the normal law looks at for this item.
contact_press contact_set_press(const contact_set *s, const dyn_eval *e, const contact_item *c, double depth,
                                double rate);
// Memory of a contact that was not there before: first-touch speed from its approach.
void contact_set_start_memory(const contact_set *s, const dyn_eval *e, contact_item *c);

#endif
