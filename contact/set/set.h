// SPDX-License-Identifier: MIT
// Contacts of one step between moving bodies and the hull, or another body. The geometry is frozen at the predicted
// coordinates. The laws give forces and tangents at every iterate. Memory (first-touch speed, bristle) is carried from
// step to step by identity.
#ifndef HAWSE_CONTACT_SET_SET_H
#define HAWSE_CONTACT_SET_SET_H

#include "contact/law/law.h"
#include "contact/law/structure.h"
#include "contact/shape/outline.h"
#include "dynamics/core/force.h"
#include "dynamics/snapshot/snapshot.h"

// A detected contact at the predicted coordinates, in the world frame; the hull is at rest in it. If the set has
// another body in place of the hull, "hull" means that body everywhere.
typedef struct contact_touch {
    int64_t key;        // equal keys near each other in successive steps are the same contact
    vec3 point, normal; // normal: unit, from the hull into the body
    double depth;       // penetration depth [m]
    double area;        // [m²]; 0: a point
} contact_touch;

// One contact of this step.
typedef struct contact_item {
    int body;
    contact_touch touch;
    contact_outline outline; // of a region; otherwise only the point of the touch
    double w[4], w_slip[4];  // weights of the body's material points for the normal force, for friction
    double v[4], v_slip[4];  // the same on the other body, if the set has one
    double compliance;       // of the hull's structure there [m/N]; 0: rigid
    contact_memory memory;
    vec3 rolled;      // rolling correction of the slip over the step, if the touch wanders over the surfaces [m]
    int64_t identity; // running number; 0 until a new contact is accepted
    int parent;       // scratch: entry that a region was split from, or that a place continues; -1
    bool fresh;       // not in the memory of the last step
    // as of the last evaluation
    double depth, rate, normal_force, elastic_force; // rate: closing speed, also of a contact that does not touch [m/s]
    vec3 friction_force;
    int sticking;
} contact_item;

enum { CONTACT_FORGET = 3 }; // steps without touch after which a contact counts as new

// A remembered contact; part of the state. In the frame of the other body, if the set has one.
typedef struct contact_entry {
    int64_t key, age; // age: steps since it last touched
    int64_t identity; // running number, from 1
    vec3 point, normal;
    contact_outline outline;
    double area; // [m²]
    contact_memory memory;
} contact_entry;

typedef struct contact_set {
    contact_material material;
    double hysteresis; // a(e), computed once for the material pair
    double match;      // a remembered contact farther than this is a different contact [m]
    double scale;      // of all normal forces and their energy; 1 unless contact_set_hand_on_energy sets it
    const contact_structure *structure; // of the hull, set after creation; NULL: rigid
    int other;                          // body in place of the hull; -1: the hull
    bool uncoupled; // the tangent omits the coupling with the other body, and the forces are exact: where that is heavy
    bool wanders;   // touches wander over the surfaces as they roll: the slip gets a rolling correction
    int capacity, n;
    contact_item *item; // (capacity)
    bool *taken;        // scratch: entries whose memory is already assigned (capacity)
    int *heir;          // scratch: item that continues an entry, -1 (capacity)
    double *claim;      // scratch: normal forces of an entry's heirs [N] (capacity)
    void *turned;       // scratch: memory in the world frame, if there is another body (contact_set_z_size)
    int dropped;        // contacts that did not fit in this step
} contact_set;

rt_status contact_set_create(contact_set *s, const contact_material *m, int capacity, double match);
// The same with a body in place of the hull. Bodies that touch it must be coupled with it (dyn_couple_bodies), unless
// the caller sets `uncoupled`.
rt_status contact_set_create_between(contact_set *s, const contact_material *m, int capacity, double match, int other);
void contact_set_free(contact_set *s);
// Size of the internal state of a set [bytes].
size_t contact_set_z_size(int capacity);
// Clears the list of contacts for a new step.
void contact_set_begin(contact_set *s);
// Memory z in the world frame, as the contact_set_add functions need it: z itself, or, with another body at the pose
// `other`, a transformed copy.
const void *contact_set_memory(contact_set *s, const void *z, const pose *other);
// Adds a contact of the body at pose `at`. Finds its memory in z, or starts one from the approach speed.
void contact_set_add(contact_set *s, const dyn_eval *e, const void *z, int body, const pose *at,
                     const contact_touch *touch);
// Adds the regions of the body (n touches with outlines, all with the same key). Hands on the memory of the last step's
// regions by the rules of set_regions.c.
void contact_set_add_regions(contact_set *s, const dyn_eval *e, const void *z, int body, const pose *at,
                             const contact_touch *touch, const contact_outline *outline, int n);
// Adds hits of which a pair chooses others as its shapes turn (n touches). Finds their memory by place, by the rules of
// set_places.c.
void contact_set_add_places(contact_set *s, const dyn_eval *e, const void *z, int body, const pose *at,
                            const contact_touch *touch, int n);
// After contact_set_add_places: sets s->scale, so that the elastic energy goes over from the hits of the last step to
// those of this one. scale: what the last accepted step stored, the result of contact_set_next_scale.
void contact_set_hand_on_energy(contact_set *s, const dyn_eval *e, const void *z, int body, double scale);
// Before contact_set_accept, at the accepted coordinates, with the scale that the step began with: the scale to store.
double contact_set_next_scale(const contact_set *s, const dyn_eval *e, const void *z, int body, double scale);
// Adds forces, and tangents if e->tangent is set.
void contact_set_eval(contact_set *s, const dyn_eval *e);
// Stores the memory of the accepted step; returns the number of fresh contacts that closed faster than `impact` [m/s].
int contact_set_accept(contact_set *s, const dyn_eval *e, void *z, double impact);
// Elastic energy of the contacts at e's coordinates [J]: the recoverable work of the normal forces, without damping.
double contact_set_energy(const contact_set *s, const dyn_eval *e);
// Appends the touching contacts to the snapshot; body numbers are the model's. `undrawn` counts those that do not fit.
void contact_set_snapshot(const contact_set *s, dyn_snapshot *out);

#endif
