// SPDX-License-Identifier: MIT
// Loads on the hull by triangle: peak, impulse and count over a run. The memory is that of the hull's triangles,
// however long the run.
//
// A contact of regions, links and shapes loads the triangle at its point of action with its whole force. The foundation
// loads the triangle under each vertex of the body's mesh with that vertex's share.
#ifndef HAWSE_CONTACT_SET_HULL_LOADS_H
#define HAWSE_CONTACT_SET_HULL_LOADS_H

#include "contact/set/hull_foundation.h"

typedef struct contact_triangle_load {
    double peak_force;    // largest normal force in a step [N]
    double peak_time;     // its time [s]
    double impulse;       // of the normal force [N s]
    double peak_pressure; // largest mean pressure of a contact on it [Pa]; 0: only points touched it
    double now;           // normal force in this step [N]
    int64_t count;        // times that it was loaded
    int64_t steps;        // steps with load
    int64_t last;         // number of the last step with load
} contact_triangle_load;

typedef struct contact_hull_loads {
    const contact_mesh *hull;
    const contact_bvh *tree;
    contact_triangle_load *triangle; // (hull->nt)
    int *loaded;                     // triangles with load in this step (hull->nt)
    int n_loaded;
    int64_t step; // number of this step, from 1
} contact_hull_loads;

// The mesh and its tree must outlive the loads. RT_ERR_MEMORY.
rt_status contact_hull_loads_create(contact_hull_loads *l, const contact_mesh *hull, const contact_bvh *tree);
void contact_hull_loads_free(contact_hull_loads *l);
// Begins a step; add its contacts; end it with its time and length [s]. No allocation.
void contact_hull_loads_begin(contact_hull_loads *l);
void contact_hull_loads_add_set(contact_hull_loads *l, const contact_set *s);
void contact_hull_loads_add_foundation(contact_hull_loads *l, const contact_hull_foundation *c);
void contact_hull_loads_end(contact_hull_loads *l, double t, double h);

// Triangle of the hull nearest to x within 1 m; -1: none. Frame thread.
int contact_hull_triangle(const contact_mesh *hull, const contact_bvh *tree, vec3 x);

#endif
