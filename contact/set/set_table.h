// SPDX-License-Identifier: MIT
// Private to contact/: the memory table in the state, and functions shared by set.c, set_places.c and
// set_regions.c.
#ifndef HAWSE_CONTACT_SET_SET_TABLE_H
#define HAWSE_CONTACT_SET_SET_TABLE_H

#include "contact/set/set.h"

#define CONTACT_ALIKE 0.5 // least cosine between the normals of an old and a new contact that may match

typedef struct contact_memory_table {
    int64_t n, born; // n: entries; born: number of contacts so far, the last running number
    contact_entry entry[];
} contact_memory_table;

// Adds an item with its weights, without memory; NULL if there is no room (counted).
contact_item *contact_set_append(contact_set *s, const dyn_eval *e, int body, const pose *at,
                                 const contact_touch *touch, const contact_outline *outline);
// Velocity of a point of the body relative to the hull or the other body [m/s], and its relative displacement since the
// last accepted step [m]; weights w on the body, v on the other.
vec3 contact_set_velocity(const contact_set *s, const dyn_eval *e, int body, const double w[4], const double v[4]);
vec3 contact_set_displacement(const contact_set *s, const dyn_eval *e, int body, const double w[4], const double v[4]);
// Closing speed of the item's point [m/s].
double contact_set_approach(const contact_set *s, const dyn_eval *e, const contact_item *c);
// Mobility of the free bodies at the item's point along its normal [1/kg].
double contact_set_mobility(const contact_set *s, const dyn_eval *e, const contact_item *c);
// Inputs of the normal law for this item.
contact_press contact_set_press(const contact_set *s, const dyn_eval *e, const contact_item *c, double depth,
                                double rate);
// Starts the memory of a new contact: first-touch speed from its approach.
void contact_set_start_memory(const contact_set *s, const dyn_eval *e, contact_item *c);
// Continues an entry of the table: takes over its memory and its running number.
void contact_set_continue(const contact_set *s, const dyn_eval *e, contact_item *c, const contact_entry *was);
// Relative displacement since the last accepted step of the material points that touched at the entry's point [m].
vec3 contact_set_motion_of(const contact_set *s, const dyn_eval *e, int body, vec3 point);
// Growth of the item's depth since the last accepted step, if its facets were those of now [m].
double contact_set_sinking(const contact_set *s, const dyn_eval *e, const contact_item *c);
// Depth at e's coordinates: that of the frozen geometry, along its normal [m].
double contact_set_depth(const contact_set *s, const contact_item *c, const dyn_eval *e);

#endif
