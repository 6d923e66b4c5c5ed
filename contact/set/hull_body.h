// SPDX-License-Identifier: MIT
// Force element: a body with a closed mesh (shank, head) against the hull's mesh, by contact regions (region.h).
#ifndef HAWSE_CONTACT_SET_HULL_BODY_H
#define HAWSE_CONTACT_SET_HULL_BODY_H

#include "contact/region/region.h"
#include "contact/set/set.h"

#define CONTACT_HULL_BODY_REGIONS 32 // of one body

typedef struct contact_hull_body {
    int body;
    contact_detector *detector;
    contact_set set;
    int root[CONTACT_HULL_BODY_REGIONS]; // contours of the set's items in the detector
    contact_detect_info info;            // of this step
    double impact_speed;                 // a fresh contact that closes faster is an impact [m/s]
    int impacts;                         // fresh impacts in the last accepted step
    dyn_force force;
} contact_hull_body;

rt_status contact_hull_body_create(contact_hull_body *c, int body, const contact_mesh *mesh,
                                   const contact_bvh *mesh_tree, const contact_mesh *hull, const contact_bvh *hull_tree,
                                   const contact_material *m);
void contact_hull_body_free(contact_hull_body *c);

#endif
