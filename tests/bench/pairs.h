// SPDX-License-Identifier: MIT
// The colliding-pair query in hawse and its peers: meshes, poses, and the interface of a code. Plain arrays, for C and
// C++.
#ifndef HAWSE_TESTS_BENCH_PAIRS_H
#define HAWSE_TESTS_BENCH_PAIRS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pairs_mesh {
    int nv, nt;
    double *vertex; // x y z of each [m] (3 nv)
    int *tri;       // (3 nt)
} pairs_mesh;

// x_hull = r x_anchor + p
typedef struct pairs_pose {
    double r[3][3], p[3];
} pairs_pose;

typedef struct pairs_pair {
    int a, b;
} pairs_pair;

typedef struct pairs_code {
    const char *name, *setting;
    // Prepares the queries of two meshes, which must outlive the result. Returns NULL on failure.
    void *(*create)(const pairs_mesh *a, const pairs_mesh *b);
    // Finds all intersecting pairs of triangles at this pose. Writes at most max to out, in any order; returns their
    // number.
    int (*query)(void *self, const pairs_pose *at, pairs_pair *out, int max);
    void (*destroy)(void *self);
} pairs_code;

// Each array ends with an entry without a name.
extern const pairs_code pairs_hawse[], pairs_fcl[], pairs_ode[], pairs_bullet[];

// Pairs of nodes that hawse's last query visited; 0 if it did not walk the trees.
long pairs_hawse_visits(void *self);

// Reads a mesh file; on failure, prints a message and exits with 2.
pairs_mesh pairs_mesh_load(const char *path);
// Refines the same surface to n triangles, or one or two more: halves the longest edges, except edges that may reach
// within `radius` of `at`.
pairs_mesh pairs_mesh_refined(const pairs_mesh *m, int n, const double at[3], double radius);
// The n triangles nearest to `at`; n at most m->nt.
pairs_mesh pairs_mesh_cropped(const pairs_mesh *m, int n, const double at[3]);
void pairs_mesh_free(pairs_mesh *m);

// Poses of the anchor's head in all steps of the scenario, *n of them. Returns NULL, with a message, if the scenario
// cannot run.
pairs_pose *pairs_heave(const char *scenario, int *n);

// 1 if two triangles have a point in common, touching included, by exact arithmetic. A vertex of `a` in the pose is
// rounded as ((r0 x + r1 y) + r2 z) + p.
int pairs_intersect(const pairs_mesh *a, const pairs_mesh *b, const pairs_pose *at, pairs_pair which);

#ifdef __cplusplus
}
#endif

#endif
