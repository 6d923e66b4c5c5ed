// SPDX-License-Identifier: MIT
// Elastic-foundation contact of a body's mesh with the hull. Where the mesh lies in the hull it carries a pressure
// k depth, linear over each triangle and integrated over the part with depth > 0. The pressure is a field fixed to the
// hull. So the force is -∮ p n dA over the body's surface, the gradient of ∫ p dV over the overlap: continuous in the
// pose for any shapes.
#ifndef HAWSE_CONTACT_FOUNDATION_FOUNDATION_H
#define HAWSE_CONTACT_FOUNDATION_FOUNDATION_H

#include "contact/foundation/refine.h"
#include "contact/tree/distance.h"

// Integrates a triangle with depths given at the corners and linear between. load: nodal loads ∫ depth N_i dA [m³],
// wet: nodal areas ∫ N_i dA [m²], both over the part with depth > 0. N_i: 1 at corner i, 0 at the others. False: no
// such part.
bool contact_integrate_wet_triangle(const double depth[3], double area, double load[3], double wet[3]);

// A vertex of the body that carries load, or may do so in this step. Hull frame.
typedef struct contact_wet_vertex {
    int vertex;
    vec3 x;       // [m]
    double depth; // [m]; negative: outside
    vec3 normal;  // unit, out of the hull
    int patch;    // number of its patch
} contact_wet_vertex;

// A triangle of the body with at least one vertex inside.
typedef struct contact_wet_face {
    int corner[3]; // indices of wet vertices
    vec3 normal;   // unit, outward of the body, hull frame
    double area;   // of the whole triangle [m²]
} contact_wet_face;

// The body's refined mesh, the measured distances of its vertices, and the result of the last detection.
typedef struct contact_foundation {
    const contact_surface *hull;
    contact_mesh skin; // body frame
    int n_vertices, n_faces, n_patches;
    contact_wet_vertex *vertex;              // (skin.nv)
    contact_wet_face *face;                  // (skin.nt)
    struct contact_reach *reach;             // of each vertex (skin.nv)
    struct contact_cluster *cluster, *group; // of vertices, of clusters
    int *member;                             // vertices, cluster by cluster (skin.nv)
    int n_clusters, n_groups;
    int *home;             // cluster of a vertex (skin.nv)
    int *place;            // index of a vertex in vertex[], valid if seen is current (skin.nv)
    uint64_t *seen, *done; // epochs of vertices (skin.nv) and triangles (skin.nt)
    uint64_t epoch;
} contact_foundation;

// Creates the foundation. `edge`: longest edge of the refined mesh [m]. The hull must outlive it.
rt_status contact_foundation_create(contact_foundation *f, const contact_mesh *body, double edge,
                                    const contact_surface *hull, rt_diag *d);
void contact_foundation_free(contact_foundation *f);
// Fills vertex, face and patches for this pose of the body in the hull's frame. Earlier measurements save time; the
// result depends on the pose alone. Patches are connected sets of wet faces. Frame thread: no allocation; the
// capacities hold the whole mesh.
void contact_foundation_detect(contact_foundation *f, const pose *at);
// Discards all earlier measurements.
void contact_foundation_reset(contact_foundation *f);

#endif
