// SPDX-License-Identifier: MIT
// Force element: chain links against the hull's mesh (Dopico et al. 2012 §5, with the closed-form distance of link.h),
// or against the mesh of a body, such as an anchor's shank. Then "hull" means that body everywhere.
#ifndef HAWSE_CONTACT_SET_HULL_LINKS_H
#define HAWSE_CONTACT_SET_HULL_LINKS_H

#include "contact/link/near.h"
#include "contact/set/set.h"

#define CONTACT_LINK_KEPT 512         // capacity: triangles near a link, stored from step to step
#define CONTACT_LINK_CANDIDATES 32768 // capacity: triangles of the current link

// Hull triangles near a link at the pose of gathering, with their distances. Until a point of the curve has moved by
// more than `reach`, they include all triangles that touch the tube.
typedef struct contact_near {
    pose at;
    double reach; // < 0: nothing gathered
    int n;        // > CONTACT_LINK_KEPT: too many to store
    int triangle[CONTACT_LINK_KEPT];
    double gap[CONTACT_LINK_KEPT]; // lower bounds [m]
} contact_near;

// A slot of a link that is in contact.
typedef struct contact_link_touch {
    int link, slot;
    contact_link_point at;
} contact_link_touch;

typedef struct contact_hull_links {
    contact_link_shape *shape; // (links); tube 0: no contact here
    bool coherent;             // reuse triangles from step to step; true by default. The result is the same
    const contact_mesh *hull;
    const contact_bvh *tree;
    const int *body; // body of each link (links)
    int links;
    int carrier;                             // body that carries the mesh, in its frame; -1: the hull
    vec3 middle;                             // of the mesh [m]
    double span;                             // from its middle to its farthest vertex [m]
    contact_near *near;                      // (links)
    int candidates[CONTACT_LINK_CANDIDATES]; // of the current link
    double gap[CONTACT_LINK_CANDIDATES];
    contact_link_touch *touch; // contacts of this step (CONTACT_LINK_SLOTS links)
    int touches;
    contact_set set; // the deepest of these contacts
    int dropped;     // candidates and contacts that did not fit in this step
    dyn_force force;
} contact_hull_links;

rt_status contact_hull_links_create(contact_hull_links *c, const contact_link_shape *shape, const int *body, int links,
                                    const contact_mesh *hull, const contact_bvh *tree, const contact_material *m);
// The same against the mesh of the body `carrier`, which is much heavier than a link: the tangent omits their coupling,
// so nothing need be coupled. A link far from the mesh costs one comparison. capacity: contacts. RT_ERR_MEMORY.
rt_status contact_body_links_create(contact_hull_links *c, const contact_link_shape *shape, const int *body, int links,
                                    int carrier, const contact_mesh *mesh, const contact_bvh *tree,
                                    const contact_material *m, int capacity);
// First link from number `from` on that is so near that it may touch the carrier's mesh, awake or not; -1: none. Frame
// thread.
int contact_body_links_near(const contact_hull_links *c, const dyn_eval *e, int from);
// Gives link number `link`, from 0, its own shape; NULL: it has no contact here. Set-up.
void contact_hull_links_set_shape(contact_hull_links *c, int link, const contact_link_shape *shape);
void contact_hull_links_free(contact_hull_links *c);

#endif
