// SPDX-License-Identifier: MIT
#include "contact/tri_tri.h"
#include "contact/predicates.h"
#include <assert.h>

// The plane of a triangle with what the filter of contact_orient3d needs, shared by the heights of several points.
typedef struct plane {
    const vec3 *f;
    vec3 n, permanent; // (f1 - f0) x (f2 - f0) and the same with absolute values
} plane;

static plane plane_make(const vec3 f[3]) {
    vec3 u = vec3_sub(f[1], f[0]), v = vec3_sub(f[2], f[0]);
    double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    return (plane){f, {yz - zy, zx - xz, xy - yx}, {fabs(yz) + fabs(zy), fabs(zx) + fabs(xz), fabs(xy) + fabs(yx)}};
}

// Height over the plane times its area vector's length, with the bound of its error.
static inline double plane_height(const plane *s, vec3 x, double *bound) {
    vec3 w = vec3_sub(x, s->f[0]);
    *bound =
        CONTACT_ORIENT3D_BOUND * (s->permanent.x * fabs(w.x) + s->permanent.y * fabs(w.y) + s->permanent.z * fabs(w.z));
    return s->n.x * w.x + s->n.y * w.y + s->n.z * w.z;
}

// Side of the plane, never 0: displaced is +1 for points of body a (they move by e), -1 for points of b (a's plane
// moves). A triangle without area (rounding can make one) has all points on one side, and *flat is cleared.
static int plane_side(const plane *s, vec3 x, int displaced, int *flat) {
    double bound, h = plane_height(s, x, &bound);
    if (h > bound) return 1;
    if (-h > bound) return -1;
    h = contact_orient3d_exact(s->f[0], s->f[1], s->f[2], x);
    if (h != 0) return h > 0 ? 1 : -1;
    int c = displaced * contact_cross_sign(s->f[0], s->f[1], s->f[0], s->f[2]);
    if (c == 0) *flat = 0;
    return c != 0 ? c : 1;
}

// Sides of three points of the plane of f. Whether there can be a cut: they are on both sides, or f has no plane (its
// edges may still pass through the other triangle, and its neighbours' contours through it).
static int may_cut(const vec3 f[3], const vec3 x[3], int displaced, int side[3]) {
    plane s = plane_make(f);
    int flat = 1;
    for (int i = 0; i < 3; i++) side[i] = plane_side(&s, x[i], displaced, &flat);
    return side[0] != side[1] || side[1] != side[2] || !flat;
}

// Sign of edge i of p against edge j of q: the volume spanned, then its change (v - u) x (y - x) . (e, e², e³).
static int edge_edge(const vec3 p[3], const vec3 q[3], int i, int j) {
    vec3 u = p[i], v = p[(i + 1) % 3], x = q[j], y = q[(j + 1) % 3];
    double d = contact_orient3d(u, v, x, y);
    if (d != 0) return d > 0 ? 1 : -1;
    return contact_cross_sign(u, v, x, y);
}

// The signs of the nine pairs of edges, evaluated on demand.
typedef struct edge_signs {
    const vec3 *p, *q;
    int known[3][3], sign[3][3];
} edge_signs;

static int edge_sign(edge_signs *s, int i, int j) {
    if (!s->known[i][j]) {
        s->sign[i][j] = edge_edge(s->p, s->q, i, j);
        s->known[i][j] = 1;
    }
    return s->sign[i][j];
}

int contact_tri_tri(const vec3 p[3], const vec3 q[3], contact_cut *cut) {
    int above_q[3], above_p[3], found[2] = {0, 0};
    if (!may_cut(q, p, 1, above_q) || !may_cut(p, q, -1, above_p)) return 0;
    edge_signs s = {.p = p, .q = q};
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3;
        if (above_q[k] != above_q[next] && edge_sign(&s, k, 0) == edge_sign(&s, k, 1) &&
            edge_sign(&s, k, 1) == edge_sign(&s, k, 2)) {
            int end = above_q[k] > 0; // a's boundary, counter-clockwise, enters b where the cut ends
            cut->end[end] = (contact_cut_end){1, k};
            found[end]++;
        }
        if (above_p[k] != above_p[next] && edge_sign(&s, 0, k) == edge_sign(&s, 1, k) &&
            edge_sign(&s, 1, k) == edge_sign(&s, 2, k)) {
            int end = above_p[k] < 0; // b's boundary, counter-clockwise, leaves a there
            cut->end[end] = (contact_cut_end){0, k};
            found[end]++;
        }
    }
    assert(found[0] == found[1] && found[0] <= 1); // exact signs: a cut has two ends or none
    return found[0];
}

double contact_edge_plane(vec3 u, vec3 v, const vec3 f[3]) {
    plane s = plane_make(f);
    double bu, bv, hu = plane_height(&s, u, &bu), hv = plane_height(&s, v, &bv), fall = hu - hv;
    if (bu + bv > 1e-10 * fabs(fall) || hu * hv > 0) {
        hu = contact_orient3d_exact(f[0], f[1], f[2], u);
        hv = contact_orient3d_exact(f[0], f[1], f[2], v);
        fall = hu - hv;
    }
    return fall != 0 ? hu / fall : 0;
}
