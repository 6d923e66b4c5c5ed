// SPDX-License-Identifier: MIT
// Depth of two convex shapes in hawse and its peers: the pairs and the interface of a code. Plain arrays, for C and
// C++.
#ifndef HAWSE_TESTS_BENCH_CONVEX_H
#define HAWSE_TESTS_BENCH_CONVEX_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum convex_kind {
    CONVEX_SPHERE,
    CONVEX_BOX,
    CONVEX_ELLIPSOID,
    CONVEX_FRUSTUM,
    CONVEX_POINTS,
    CONVEX_TRIANGLE,
    CONVEX_KINDS
} convex_kind;

enum { CONVEX_VERTICES = 16 };

// x_world = r x + p
typedef struct convex_solid {
    convex_kind kind;
    double size[3]; // as contact_shape.size [m]
    int n;
    double vertex[CONVEX_VERTICES][3];
    double r[3][3], p[3];
} convex_solid;

typedef struct convex_found {
    int meet;
    double depth;     // [m]
    double normal[3]; // unit, from a to b
    double point[3];  // of contact [m]
} convex_found;

typedef struct convex_code {
    const char *name, *setting;
    // Prepares the queries of two shapes, which must outlive the result. Returns NULL if the code has no such shape.
    void *(*create)(const convex_solid *a, const convex_solid *b);
    void (*query)(void *self, convex_found *out);
    void (*destroy)(void *self);
} convex_code;

// Each array ends with an entry without a name.
extern const convex_code convex_hawse[], convex_ccd[], convex_fcl[];

#ifdef __cplusplus
}
#endif

#endif
