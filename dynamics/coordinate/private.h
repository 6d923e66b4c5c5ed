// SPDX-License-Identifier: MIT
// Gradients and curvature of rows of products of directions. Repeated nodes are merged. Inside of dynamics/coordinate.
#ifndef HAWSE_DYNAMICS_COORDINATE_PRIVATE_H
#define HAWSE_DYNAMICS_COORDINATE_PRIVATE_H

#include "dynamics/joint/attach.h"

// Adds g to the gradient of a node.
static inline void written_gradient(dyn_row *row, int node, vec3 g) {
    if (node == DYN_ZERO) return;
    int k = 0;
    while (k < row->n && row->node[k] != node) k++;
    if (k == row->n) {
        row->node[k] = node;
        row->g[k] = vec3_make(0, 0, 0);
        row->n++;
    }
    row->g[k] = vec3_add(row->g[k], g);
}

// Adds g, the gradient by a unit vector, to the gradients of its nodes.
static inline void written_gradient_along(dyn_row *row, const dyn_direction *d, vec3 g) {
    written_gradient(row, d->head, vec3_scale(d->scale, g));
    written_gradient(row, d->tail, vec3_scale(-d->scale, g));
}

// Adds the second derivative k by nodes i (rows) and j (columns), and its mirror image, to the tangent.
static inline void written_curve(const dyn_eval *e, int i, int j, double scale, const mat3 *k) {
    if (i == DYN_ZERO || j == DYN_ZERO) return;
    mat3 t;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) t.m[r][c] = scale * (k->m[r][c] + (i == j ? k->m[c][r] : 0));
    dyn_node_add_tangent(e, i, j, &t);
}

// Adds the second derivative k by two directions, and its mirror image.
static inline void written_curve_along(const dyn_eval *e, const dyn_direction *a, const dyn_direction *b, double scale,
                                       const mat3 *k) {
    double s = scale * a->scale * b->scale;
    written_curve(e, a->head, b->head, s, k);
    written_curve(e, a->tail, b->tail, s, k);
    written_curve(e, a->head, b->tail, -s, k);
    written_curve(e, a->tail, b->head, -s, k);
}

#endif
