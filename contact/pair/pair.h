// SPDX-License-Identifier: MIT
// Two shapes against each other: one table, shape × shape, one pair a file.
#ifndef HAWSE_CONTACT_PAIR_PAIR_H
#define HAWSE_CONTACT_PAIR_PAIR_H

#include "contact/curve_pair/curve_pair.h"
#include "contact/shape/hit.h"

// An entry of the table.
typedef struct contact_pair_kind {
    contact_pair_detect *detect; // NULL: no such pair
    // Creates the pair's work data; NULL: the pair needs none. Returns NULL if memory runs out. Set-up.
    void *(*create)(const contact_shape *a, const contact_shape *b);
    void (*free)(void *work);
    int (*dropped)(const void *work); // contacts that the last find dropped for lack of capacity; NULL: none ever
} contact_pair_kind;

typedef struct contact_pair {
    const contact_shape *shape[2]; // in the order of the table
    const contact_pair_kind *kind;
    bool swapped; // the caller's a is shape[1]
    void *work;
} contact_pair;

// Whether shapes of these kinds can touch each other.
bool contact_pair_exists(contact_shape_kind a, contact_shape_kind b);
// The pair of two shapes, which must outlive it. RT_ERR_FORMAT: the table has no such pair. RT_ERR_MEMORY. Set-up; on
// failure there is nothing to free.
rt_status contact_pair_create(contact_pair *p, const contact_shape *a, const contact_shape *b);
void contact_pair_free(contact_pair *p);
// The hits of a at its pose against b at its pose, as contact_pair_detect says. Frame thread.
int contact_pair_find(const contact_pair *p, const pose *a, const pose *b, double margin, contact_pair_memory *m,
                      contact_hit *hit, int most);
// Contacts that the pair itself dropped at the last find, not counting hits beyond `most`. Frame thread.
int contact_pair_dropped(const contact_pair *p);
// Area of the patch that a hit stands for [m²], also where the hit is a point: of two meshes, of a sphere against a
// plane or a sphere; 0 where it is not known. Frame thread.
double contact_pair_area(const contact_pair *p, const contact_hit *h);
// Whether the hits are a choice that changes as the shapes turn: corners of facing facets, or the outermost of more
// points than there are hits. Place and depth of a hit may then jump.
bool contact_pair_chooses_hits(const contact_pair *p);
bool contact_pair_has_area(contact_shape_kind a, contact_shape_kind b);

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

#endif
