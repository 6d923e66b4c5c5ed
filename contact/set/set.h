// SPDX-License-Identifier: MIT
// The contacts of one step between moving bodies and the hull, or another body: geometry frozen at the predicted
// coordinates, forces and tangents by the laws at every iterate, memory (first-touch speed, bristle) carried by
// identity from step to step.
#ifndef HAWSE_CONTACT_SET_SET_H
#define HAWSE_CONTACT_SET_SET_H

#include "contact/law/law.h"
#include "contact/shape/outline.h"
#include "dynamics/core/force.h"
#include "dynamics/snapshot/snapshot.h"

// What detection tells of a contact, at the predicted coordinates. World frame; the hull is at rest in it. Where the
// set has another body in place of the hull, "hull" means that one everywhere.
typedef struct contact_touch {
    int64_t key;        // equal keys nearby in successive steps are the same contact
    vec3 point, normal; // normal unit, from the hull into the body
    double depth;       // penetration depth [m]
    double area;        // [m²]; 0: a point
} contact_touch;

// One contact of this step.
typedef struct contact_item {
    int body;
    contact_touch touch;
    contact_outline outline; // of a region; else the touch's point alone
    double w[4], w_slip[4];  // weights of the material points on the body: of the normal force, of friction
    double v[4], v_slip[4];  // the same on the other body, where the set has one
    contact_memory memory;
    vec3 rolled;      // correction of the slip over the step, where the touch wanders over the surfaces [m]
    int64_t identity; // running number; 0 until a contact that did not touch before is accepted
    int parent;       // scratch of matching: the entry that a region was split from, -1
    bool fresh;       // not in the last step's memory
    // as of the last evaluation
    double depth, normal_force, elastic_force;
    vec3 friction_force;
    int sticking;
} contact_item;

enum { CONTACT_FORGET = 3 }; // steps without touch after which a contact is a new one

// A contact remembered; part of the state. In the frame of the other body, where the set has one.
typedef struct contact_entry {
    int64_t key, age; // steps since it last touched
    int64_t identity; // running number, from 1
    vec3 point, normal;
    contact_outline outline;
    double area; // [m²]
    contact_memory memory;
} contact_entry;

typedef struct contact_set {
    contact_material material;
    double hysteresis; // a(e), once a material pair
    double match;      // a remembered contact farther than this is another one [m]
    int other;         // body in place of the hull; -1: the hull
    bool wanders;      // touches wander over the surfaces as they roll: their slip is made up for it
    int capacity, n;
    contact_item *item; // (capacity)
    bool *taken;        // scratch of matching: entries whose memory has been handed on (capacity)
    int *heir;          // scratch: the item that carries an entry on, -1 (capacity)
    double *claim;      // scratch: normal forces of an entry's heirs [N] (capacity)
    void *turned;       // scratch: the memory in the world, where there is another body (contact_set_z_size)
    int dropped;        // contacts that did not fit, in this step
} contact_set;

rt_status contact_set_create(contact_set *s, const contact_material *m, int capacity, double match);
// The same with a body in place of the hull. The bodies that touch it must be coupled with it (dyn_couple_bodies).
rt_status contact_set_create_between(contact_set *s, const contact_material *m, int capacity, double match, int other);
void contact_set_free(contact_set *s);
// Bytes of internal state that a set needs.
size_t contact_set_z_size(int capacity);
// Starts a step's list.
void contact_set_begin(contact_set *s);
// The memory z in the world, which the contacts are added with: z itself, or where there is another body, of the pose
// `other`, a copy of it.
const void *contact_set_memory(contact_set *s, const void *z, const pose *other);
// Adds a contact of the body, whose pose is `at`; finds its memory in z, else starts one from the approach speed.
void contact_set_add(contact_set *s, const dyn_eval *e, const void *z, int body, const pose *at,
                     const contact_touch *touch);
// Adds the regions of the body (n touches with outlines, of one key), and hands on the memory of the last step's
// regions: set_regions.c says by what rules.
void contact_set_add_regions(contact_set *s, const dyn_eval *e, const void *z, int body, const pose *at,
                             const contact_touch *touch, const contact_outline *outline, int n);
// Adds forces, and tangents when e->tangent is set.
void contact_set_eval(contact_set *s, const dyn_eval *e);
// Stores the memory of the accepted step; returns the number of fresh contacts that closed faster than `impact` [m/s].
int contact_set_accept(contact_set *s, const dyn_eval *e, void *z, double impact);
// Elastic energy of the contacts at e's coordinates [J]: what the normal forces give back, without their dampers.
double contact_set_energy(const contact_set *s, const dyn_eval *e);
// Appends the touching contacts to the snapshot; body numbers are the model's. What does not fit is counted in
// `undrawn`.
void contact_set_snapshot(const contact_set *s, dyn_snapshot *out);

#endif
