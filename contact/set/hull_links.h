// SPDX-License-Identifier: MIT
// Force element: chain links against the hull's mesh (Dopico et al. 2012 §5, by the closed-form distance of link.h).
#ifndef HAWSE_CONTACT_SET_HULL_LINKS_H
#define HAWSE_CONTACT_SET_HULL_LINKS_H

#include "contact/link/near.h"
#include "contact/set/set.h"

#define CONTACT_LINK_KEPT 512         // triangles near a link that are kept from step to step
#define CONTACT_LINK_CANDIDATES 32768 // of the link in hand

// Hull triangles near a link where it was when they were gathered, with their distances then: as long as no point of
// its curve has moved by more than `reach` since, all that touch its tube are among them.
typedef struct contact_near {
    pose at;
    double reach; // < 0: nothing gathered
    int n;        // > CONTACT_LINK_KEPT: too many to be kept
    int triangle[CONTACT_LINK_KEPT];
    double gap[CONTACT_LINK_KEPT]; // lower bounds [m]
} contact_near;

// A slot of a link that is in contact.
typedef struct contact_link_touch {
    int link, slot;
    contact_link_point at;
} contact_link_touch;

typedef struct contact_hull_links {
    contact_link_shape *shape; // (links); tube 0: not handled here
    bool coherent;             // keep triangles from step to step; true unless set. The result is the same
    const contact_mesh *hull;
    const contact_bvh *tree;
    const int *body; // bodies of the links (links)
    int links;
    contact_near *near;                      // (links)
    int candidates[CONTACT_LINK_CANDIDATES]; // of the link in hand
    double gap[CONTACT_LINK_CANDIDATES];
    contact_link_touch *touch; // of this step (CONTACT_LINK_SLOTS links)
    int touches;
    contact_set set; // of the deepest of them
    int dropped;     // candidates and contacts that did not fit, this step
    dyn_force force;
} contact_hull_links;

rt_status contact_hull_links_create(contact_hull_links *c, const contact_link_shape *shape, const int *body, int links,
                                    const contact_mesh *hull, const contact_bvh *tree, const contact_material *m);
// Gives a link (counted from 0) a shape of its own; NULL: it has no contact here. Set-up.
void contact_hull_links_set(contact_hull_links *c, int link, const contact_link_shape *shape);
void contact_hull_links_free(contact_hull_links *c);

#endif
