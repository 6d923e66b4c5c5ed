// SPDX-License-Identifier: MIT
// Force element: a body with a closed mesh against the hull, by elastic foundation (foundation.h). Normal force,
// damping and friction act at the vertices of the body's mesh, each with its share of the pressure. So the force is
// continuous in the pose, and patches merge and split without a jump.
#ifndef HAWSE_CONTACT_SET_HULL_FOUNDATION_H
#define HAWSE_CONTACT_SET_HULL_FOUNDATION_H

#include "contact/foundation/foundation.h"
#include "contact/region/region.h"
#include "contact/set/set.h"

// Longest edge of the body's faces [m]. A feature of the hull that enters between their corners is missed
// (tests/contact/foundation/test_foundation.c measures how much). Half of the length costs four times the work.
#define CONTACT_FOUNDATION_EDGE 0.02

// A wet vertex of this step, as of the last evaluation.
typedef struct contact_foundation_node {
    double w[4]; // weights of the material point
    int site;
    vec3 position;       // [m]
    double depth, rate;  // [m], [m/s], closing positive
    vec3 elastic;        // - k ∫ depth N n dA over the body [N]
    double load, area;   // k ∫ depth N dA [N] and ∫ N dA [m²], on the hull's tangent plane
    double normal_force; // [N]
} contact_foundation_node;

// A cluster of vertices with load at the predicted coordinates; friction acts at its centre of pressure.
typedef struct contact_foundation_site {
    int cluster, patch; // patch: that of its most loaded vertex
    double w[4];        // weights of the material point
    vec3 normal;        // unit
    double load, most;  // of all its vertices, of the most loaded one [N]
    contact_memory memory;
    vec3 friction; // as of the last evaluation [N]
    int sticking;
} contact_foundation_site;

// A connected set of wet faces of this step.
typedef struct contact_foundation_patch {
    int64_t identity;              // 0: not assigned yet
    double v0, known;              // approach speed [m/s]; load of the sites that remember it [N]
    double compliance, deflection; // of the hull's structure under it [m/N], [m]
    double wet;                    // its wet area at the iterate [m²]
    double load, damping;          // load at the iterate [N]; damping of it by approach speed [s/m]
    double most;                   // load of the site that determined the identity [N]
    bool fresh;                    // none of its sites was loaded in the last steps
    contact_item sum;              // sum over its vertices, for reports
    double stuck;                  // load of its sites that stick [N]
} contact_foundation_patch;

typedef struct contact_hull_foundation {
    int body;
    double modulus; // k: pressure by depth [Pa/m]
    contact_foundation geometry;
    contact_foundation_node *node; // one for each of geometry.vertex (skin.nv)
    contact_foundation_site *site; // (geometry.n_clusters)
    int *site_of;                  // site of a cluster, -1: none in this step (geometry.n_clusters)
    int n_sites;
    contact_foundation_patch *patch; // (skin.nv)
    contact_set set;                 // one item for each patch, the most loaded ones if not all fit: for reports only
    contact_detect_info info;        // pairs: wet faces; dropped: sites whose friction is not remembered
    double impact_speed;             // a fresh patch that closes faster is an impact [m/s]
    int impacts;                     // in the last accepted step
    dyn_force force;
} contact_hull_foundation;

// Creates the element. `modulus` [Pa/m]. It uses the material except for stiffness and exponent. The hull must outlive
// it.
rt_status contact_hull_foundation_create(contact_hull_foundation *c, int body, const contact_mesh *mesh,
                                         const contact_surface *hull, double modulus, const contact_material *m,
                                         rt_diag *d);
void contact_hull_foundation_free(contact_hull_foundation *c);

#endif
