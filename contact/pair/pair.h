// SPDX-License-Identifier: MIT
// Two shapes against each other: one table, shape × shape, one pair a file (pair_sphere_box.c ...). What comes out are
// hits: a point, a normal and a depth each.
#ifndef HAWSE_CONTACT_PAIR_PAIR_H
#define HAWSE_CONTACT_PAIR_PAIR_H

#include "contact/shape/outline.h"
#include "contact/shape/shape.h"

enum { CONTACT_PAIR_HITS = 16 };

// A place where a touches b, or comes nearer to it than the margin. World frame.
typedef struct contact_hit {
    vec3 point;      // where the force acts: halfway between the two surfaces along the normal [m]
    vec3 normal;     // unit, from b into a: the way a has to go
    double depth;    // by which a has to go that way to touch no more; negative: distance [m]
    double area;     // of the contact [m²]; 0: a point
    int64_t feature; // equal for what is the same place of the shapes in the next step (a triangle, a corner); 0
    bool region;     // of meshes: outline holds
    contact_outline outline;
} contact_hit;

// What a pair keeps from one step to the next; part of the state. Zero to begin with.
typedef struct contact_pair_memory {
    vec3 axis;      // separating axis, world; zero: none
    int64_t capped; // times that a search ended at its bound on iterations, with the best depth found until then
} contact_pair_memory;

// Fills at most `most` hits with depth > -margin, deepest first where they do not all fit; returns how many were found.
// most 1: of convex shapes that clipping is for, one hit at the centre of where they overlap.
// margin >= 0 [m]. work: what the pair's `create` made, NULL where there is none. Frame thread.
typedef int contact_pair_detect(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                                double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most);

// A place in the table.
typedef struct contact_pair_kind {
    contact_pair_detect *detect;                                     // NULL: no such pair
    void *(*create)(const contact_shape *a, const contact_shape *b); // NULL: needs no work; set-up. NULL: no memory
    void (*free)(void *work);
    int (*dropped)(const void *work); // what its own capacities could not hold at the last find; NULL: it has none
} contact_pair_kind;

typedef struct contact_pair {
    const contact_shape *shape[2]; // in the order of the table
    const contact_pair_kind *kind;
    bool swapped; // the caller's a is shape[1]
    void *work;
} contact_pair;

// Whether shapes of these kinds can touch each other.
bool contact_pair_known(contact_shape_kind a, contact_shape_kind b);
// The pair of two shapes, which must outlive it. RT_ERR_FORMAT: the table has no such pair. RT_ERR_MEMORY. Set-up; on
// failure there is nothing to free.
rt_status contact_pair_create(contact_pair *p, const contact_shape *a, const contact_shape *b);
void contact_pair_free(contact_pair *p);
// The hits of a at its pose against b at its pose, as contact_pair_detect says. Frame thread.
int contact_pair_find(const contact_pair *p, const pose *a, const pose *b, double margin, contact_pair_memory *m,
                      contact_hit *hit, int most);
// What did not fit inside the pair at the last find, beside hits beyond `most`. Frame thread.
int contact_pair_dropped(const contact_pair *p);
// Area of the patch that a hit stands for [m²], also where the hit is a point: of two meshes, of a sphere against a
// plane or a sphere; 0 where it is not known. Frame thread.
double contact_pair_area(const contact_pair *p, const contact_hit *h);
bool contact_pair_area_known(contact_shape_kind a, contact_shape_kind b);

// The pairs, a before b in the order of contact_shape_kind's names.
contact_pair_detect contact_sphere_plane;
contact_pair_detect contact_sphere_sphere, contact_sphere_box, contact_sphere_ellipsoid, contact_sphere_frustum,
    contact_sphere_triangle, contact_sphere_mesh;
contact_pair_detect contact_box_plane, contact_ellipsoid_plane, contact_frustum_plane, contact_points_plane;
// Regions (region.h), a's surface against b's; no hit before they touch, whatever the margin.
contact_pair_detect contact_mesh_mesh;
void *contact_mesh_mesh_create(const contact_shape *a, const contact_shape *b);
void contact_mesh_mesh_free(void *work);
int contact_mesh_mesh_dropped(const void *work);
contact_pair_detect contact_convex_convex, contact_box_box;
contact_pair_detect contact_sphere_curve, contact_curve_curve;

#endif
