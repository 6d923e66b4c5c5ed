// SPDX-License-Identifier: MIT
// The colliding-pair query in hawse and its peers: the meshes, the poses, and what each code has to offer. Plain
// arrays, so that C and C++ read it alike.
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
    // Everything that is made once for two meshes, which outlive it; NULL when it cannot be made.
    void *(*create)(const pairs_mesh *a, const pairs_mesh *b);
    // All pairs of triangles that intersect at this pose, at most max into out, in any order; returns how many.
    int (*query)(void *self, const pairs_pose *at, pairs_pair *out, int max);
    void (*destroy)(void *self);
} pairs_code;

// Ended by an entry without a name.
extern const pairs_code pairs_hawse[], pairs_fcl[], pairs_ode[], pairs_bullet[];

// Pairs of nodes that hawse's last query looked at; 0 when it did not walk.
long pairs_hawse_visits(void *self);

// Reads a mesh file; exits with a message when it cannot.
pairs_mesh pairs_mesh_load(const char *path);
// The same surface with n triangles, or one or two more: the longest edge is halved until there are so many, but none
// that comes within the radius of the place.
pairs_mesh pairs_mesh_refined(const pairs_mesh *m, int n, const double at[3], double radius);
// The n triangles nearest to the place; n at most m->nt.
pairs_mesh pairs_mesh_cropped(const pairs_mesh *m, int n, const double at[3]);
void pairs_mesh_free(pairs_mesh *m);

// The pose of the anchor's head in every step of the scenario, n of them, NULL with a message when it cannot be run.
pairs_pose *pairs_heave(const char *scenario, int *n);

// Whether two triangles have a point in common, exactly, touching included; on the coordinates that a posed vertex has
// when it is rounded as ((r0 x + r1 y) + r2 z) + p.
int pairs_intersect(const pairs_mesh *a, const pairs_mesh *b, const pairs_pose *at, pairs_pair which);

#ifdef __cplusplus
}
#endif

#endif
