// SPDX-License-Identifier: MIT
// Flat plates with a fine and irregular tessellation, which must act like a plane; and a block on four feet.
#ifndef HAWSE_TESTS_VALIDATION_PLATES_H
#define HAWSE_TESTS_VALIDATION_PLATES_H

#include "tests/contact/shapes.h"

// Under the sanitizers, ten times slower, long cases run shortened and without checks.
#ifdef __SANITIZE_ADDRESS__
enum { PLATES_SHORT = 1 };
#else
enum { PLATES_SHORT = 0 };
#endif

// Part of the cases: another sequence is another plate, and the bounds of the cases are measured on this one.
static inline double plate_random(uint64_t *s) {
    *s = *s * 6364136223846793005u + 1442695040888963407u;
    return (double)(*s >> 11) * 0x1p-53;
}

// A closed slab, top at z = 0, from (x0, y0) to (x1, y1), `thick` deep. Its top is nx by ny cells of two triangles with
// corners shifted by up to a third of a cell and diagonals either way; its bottom is a fan.
static inline contact_mesh make_plate(double x0, double y0, double x1, double y1, double thick, int nx, int ny) {
    int row = nx + 1, top = row * (ny + 1), rim = 2 * (nx + ny), nv = top + rim + 1, nt = 0;
    vec3 *v = malloc((size_t)nv * sizeof *v);
    int *t = malloc(3 * sizeof *t * (size_t)(2 * nx * ny + 3 * rim)), *edge = malloc(sizeof *edge * (size_t)rim), n = 0;
    uint64_t seed = 7;
    assert_true(v && t && edge);
    for (int j = 0; j <= ny; j++)
        for (int i = 0; i <= nx; i++) {
            double a = i > 0 && i < nx ? (plate_random(&seed) - 0.5) * 2 / 3 : 0;
            double b = j > 0 && j < ny ? (plate_random(&seed) - 0.5) * 2 / 3 : 0;
            v[j * row + i] = vec3_make(x0 + (x1 - x0) * (i + a) / nx, y0 + (y1 - y0) * (j + b) / ny, 0);
        }
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            int a = j * row + i, b = a + 1, c = b + row, d = a + row;
            const int one[6] = {a, b, c, a, c, d}, other[6] = {a, b, d, b, c, d};
            memcpy(t + 3 * (size_t)nt, plate_random(&seed) < 0.5 ? one : other, sizeof one);
            nt += 2;
        }
    for (int i = 0; i < nx; i++) edge[n++] = i; // counter-clockwise round the top
    for (int j = 0; j < ny; j++) edge[n++] = j * row + nx;
    for (int i = nx; i > 0; i--) edge[n++] = ny * row + i;
    for (int j = ny; j > 0; j--) edge[n++] = j * row;
    for (int k = 0; k < rim; k++) {
        v[top + k] = vec3_make(v[edge[k]].x, v[edge[k]].y, -thick);
        int next = (k + 1) % rim;
        const int three[9] = {edge[k],    top + k, top + next, edge[k],   top + next,
                              edge[next], top + k, nv - 1,     top + next};
        memcpy(t + 3 * (size_t)nt, three, sizeof three);
        nt += 3;
    }
    v[nv - 1] = vec3_make(0.5 * (x0 + x1), 0.5 * (y0 + y1), -thick);
    contact_mesh m = make_mesh(v, nv, t, nt, NULL);
    assert_true(m.closed);
    free(v), free(t), free(edge);
    return m;
}

// Four separate balls at the corners of a block of 1.2 m × 0.8 m, 0.2 m below its middle: one closed mesh of four
// parts.
static inline contact_mesh make_feet(void) {
    contact_mesh foot[4];
    int nv = 0, nt = 0;
    for (int k = 0; k < 4; k++) {
        foot[k] = make_sphere(0.15, vec3_make(k & 1 ? 0.6 : -0.6, k & 2 ? 0.4 : -0.4, -0.2), 3);
        nv += foot[k].nv, nt += foot[k].nt;
    }
    vec3 *v = malloc(sizeof *v * (size_t)nv);
    int *t = malloc(3 * sizeof *t * (size_t)nt);
    assert_true(v && t);
    nv = nt = 0;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < foot[k].nt; i++)
            for (int j = 0; j < 3; j++) t[3 * (nt + i) + j] = nv + foot[k].tri[i].v[j];
        memcpy(v + nv, foot[k].vertex, sizeof *v * (size_t)foot[k].nv);
        nv += foot[k].nv, nt += foot[k].nt;
        contact_mesh_free(&foot[k]);
    }
    contact_mesh m = make_mesh(v, nv, t, nt, NULL);
    free(v), free(t);
    assert_true(m.closed);
    return m;
}

#endif
