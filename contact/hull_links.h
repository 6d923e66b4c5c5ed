// SPDX-License-Identifier: MIT
// Force element: chain links against the hull's mesh (Dopico et al. 2012 §5, by the closed-form distance of link.h).
#ifndef HAWSE_CONTACT_HULL_LINKS_H
#define HAWSE_CONTACT_HULL_LINKS_H

#include "contact/link.h"
#include "contact/set.h"

#define CONTACT_LINK_CANDIDATES 1024

// Hull triangles near a link with their bounding spheres, kept while the link's curve stays within the margin of where
// they were gathered.
typedef struct contact_near {
    pose link; // when they were gathered
    int n;     // -1: not gathered yet
    int triangle[CONTACT_LINK_CANDIDATES];
    vec3 middle[CONTACT_LINK_CANDIDATES];
    double size[CONTACT_LINK_CANDIDATES];
} contact_near;

typedef struct contact_hull_links {
    contact_link_shape shape;
    const contact_mesh *hull;
    const contact_bvh *tree;
    const int *body; // bodies of the links (links)
    int links;
    contact_near *near;                      // (links)
    int candidates[CONTACT_LINK_CANDIDATES]; // of the link in hand
    contact_set set;
    int dropped; // candidates and contacts that did not fit, this step
    dyn_force force;
} contact_hull_links;

rt_status contact_hull_links_create(contact_hull_links *c, const contact_link_shape *shape, const int *body, int links,
                                    const contact_mesh *hull, const contact_bvh *tree, const contact_material *m);
void contact_hull_links_free(contact_hull_links *c);

#endif
