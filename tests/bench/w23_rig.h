// SPDX-License-Identifier: MIT
// Parts of W2 and W3 in hawse: anchor, drag, winch and cable, meshes.
#ifndef HAWSE_TESTS_BENCH_W23_RIG_H
#define HAWSE_TESTS_BENCH_W23_RIG_H

#include "contact/tree/bvh.h"
#include "dynamics/core/start.h"
#include "dynamics/element/spring_damper.h"
#include "tests/bench/w23.h"

#define W23_BODIES (W3_LINKS + 2)

// Linear drag on all bodies: force = -D qd. D is one constant 4×4 matrix per body, in blocks of I3 like the mass
// matrix.
typedef struct w23_drags {
    int n;
    double d[W23_BODIES][4][4]; // [N s/m]
    dyn_force force;
} w23_drags;

// A force between a node and the winch: W3's spring-damper, or W2's unilateral cable.
typedef struct w23_line {
    int body, node;
    double tension; // at the last evaluation [N]
    dyn_force force;
} w23_line;

typedef struct w23_mesh {
    contact_mesh mesh;
    contact_bvh tree;
} w23_mesh;

typedef struct w23_anchor {
    int shank, flukes, v_shank, v_flukes, axis, pin;
} w23_anchor;

// Adds shank and flukes, straight down from the node `shackle` at x, with a hinge about y. Returns false on failure.
bool w23_add_anchor(w23_anchor *a, dyn_model *m, int shackle, vec3 x);
// Adds drag to bodies 0 .. n-1; the last two are the anchor's.
void w23_add_drags(w23_drags *d, dyn_model *m, int n, const w23_drag *link, const w23_drag *anchor);
void w23_add_spring(w23_line *l, dyn_model *m, int body, int node);
void w23_add_cable(w23_line *l, dyn_model *m, int body, int node);
// Reads data/w2_<name>.obj and builds its tree. Returns false, with a message, on failure.
bool w23_mesh_load(w23_mesh *mesh, const char *data, const char *name, bool closed);
void w23_mesh_free(w23_mesh *mesh);

#endif
