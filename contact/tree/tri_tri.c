// SPDX-License-Identifier: MIT
#include "contact/tree/tri_tri.h"
#include "contact/tree/lanes.h"
#include "contact/tree/predicates.h"
#include <assert.h>
#include <stdbool.h>

// The plane of a triangle, with the terms that the filter of contact_orient3d needs for the heights of several points.
typedef struct plane {
    const vec3 *f;
    vec3 n, permanent; // (f1 - f0) x (f2 - f0) and the same with absolute values
} plane;

static plane plane_make(const vec3 f[3]) {
    vec3 u = vec3_sub(f[1], f[0]), v = vec3_sub(f[2], f[0]);
    double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    return (plane){f, {yz - zy, zx - xz, xy - yx}, {fabs(yz) + fabs(zy), fabs(zx) + fabs(xz), fabs(xy) + fabs(yx)}};
}

// Height over the plane times twice the triangle's area, with its error bound.
static inline double plane_height(const plane *s, vec3 x, double *bound) {
    vec3 w = vec3_sub(x, s->f[0]);
    *bound =
        CONTACT_ORIENT3D_BOUND * (s->permanent.x * fabs(w.x) + s->permanent.y * fabs(w.y) + s->permanent.z * fabs(w.z));
    return s->n.x * w.x + s->n.y * w.y + s->n.z * w.z;
}

// Side of the plane, never 0. displaced: +1 for points of body a (they move by e), -1 for points of b (a's plane
// moves). For a triangle without area (rounding can make one) all points are on one side and *flat is cleared.
static int plane_side(const plane *s, vec3 x, int displaced, bool *flat) {
    double bound, h = plane_height(s, x, &bound);
    if (h > bound) return 1;
    if (-h > bound) return -1;
    h = contact_orient3d_exact(s->f[0], s->f[1], s->f[2], x);
    if (h != 0) return h > 0 ? 1 : -1;
    int c = displaced * contact_cross_sign(s->f[0], s->f[1], s->f[0], s->f[2]);
    if (c == 0) *flat = false;
    return c != 0 ? c : 1;
}

// All signs that decide a pair.
typedef struct pair_signs {
    int above_q, above_p;             // bit k: corner k of p is above q's plane; corner k of q above p's
    int edge[3];                      // bit i of [j]: the volume that edges i of p and j of q span is positive
    int open_q, open_p, open_edge[3]; // undecided bits
} pair_signs;

// The corners of q and p relative to q's first one are no larger than `size`, and are rounded by u = 2^-53 of it. To
// first order the heights and volumes below then have errors below 256 u size³. A product of three lengths is one of
// two (at most 2 size², error 8 u size²) and a third; three of these make a determinant (48 u size³). At most four
// determinants are added (192), in sums of up to 24 size³ (48). A factor of four covers the terms of higher order.
#define SIGN_BOUND 0x1p-43

// Sets the signs that floating point decides. Corners u v belong to p's edge, x y to q's edge, all relative to q's
// first corner:
//     ((v - u) x (x - u)) . (y - u) = (v - u) . (x x y) + (u x v) . (y - x).
// Here x x y is q's area vector n for edge 1 and 0 for the others, and (v - u) . n is the difference of the ends'
// heights. The sum over p's edges of (u x v) . (y - x) is the difference of heights of q's corners over p.
static void decide_signs(const vec3 p[3], const vec3 q[3], pair_signs *s) {
    vec3 b = vec3_sub(q[1], q[0]), c = vec3_sub(q[2], q[0]), n = vec3_cross(b, c);
    lanes3 u = lanes3_from(lanes3_of(p), q[0]), v = lanes3_turn(u), m = lanes3_cross(u, v);
    lanes most = lanes_max(lanes_max(lanes_abs(u.x), lanes_abs(u.y)), lanes_abs(u.z));
    most = lanes_max(most, lanes_max(lanes_abs((lanes){b.x, b.y, b.z, b.z}), lanes_abs((lanes){c.x, c.y, c.z, c.z})));
    double size = lanes_greatest(most);
    lanes bound = lanes_all(SIGN_BOUND * size * size * size);
    lanes height = lanes3_dot1(u, n), volume[3] = {lanes3_dot1(m, b), {0}, -lanes3_dot1(m, c)};
    volume[1] = lanes_turn(height) - height - volume[0] - volume[2];
    double under = -lanes3_dot(m, lanes3_turn(v))[0]; // of q's first corner over p
    lanes other = {under, under + lanes_sum3(volume[0]), under - lanes_sum3(volume[2]), under};
    s->above_q = lanes_above(height, bound) & 7, s->open_q = ~(s->above_q | lanes_above(-bound, height)) & 7;
    s->above_p = lanes_above(other, bound) & 7, s->open_p = ~(s->above_p | lanes_above(-bound, other)) & 7;
    for (int j = 0; j < 3; j++) {
        s->edge[j] = lanes_above(volume[j], bound) & 7;
        s->open_edge[j] = ~(s->edge[j] | lanes_above(-bound, volume[j])) & 7;
    }
}

// Decides the open sides of the corners x of the plane of f. Returns whether a cut is possible: the corners lie on both
// sides, or f has no plane. Without a plane, f's edges may still pass through the other triangle, and its neighbours'
// contours through f.
static bool may_cut(const vec3 f[3], const vec3 x[3], int displaced, int *above, int open) {
    bool flat = true;
    if (open) {
        plane s = plane_make(f);
        for (int i = 0; i < 3; i++)
            if (open >> i & 1) *above |= (plane_side(&s, x[i], displaced, &flat) > 0) << i;
    }
    return (*above != 0 && *above != 7) || !flat;
}

// Sign of edge i of p with edge j of q: the volume they span; if 0, its change (v - u) x (y - x) . (e, e², e³).
static int edge_pair_sign(const vec3 p[3], const vec3 q[3], int i, int j) {
    vec3 u = p[i], v = p[(i + 1) % 3], x = q[j], y = q[(j + 1) % 3];
    double d = contact_orient3d(u, v, x, y);
    if (d != 0) return d > 0 ? 1 : -1;
    return contact_cross_sign(u, v, x, y);
}

// Decides the open volumes of p's edges `of_p` with all edges of q, and of q's edges `of_q` with all edges of p.
static void decide_edges(const vec3 p[3], const vec3 q[3], int of_p, int of_q, pair_signs *s) {
    for (int j = 0; j < 3; j++) {
        int open = s->open_edge[j] & (of_q >> j & 1 ? 7 : of_p);
        for (int i = 0; open >> i; i++)
            if (open >> i & 1) s->edge[j] |= (edge_pair_sign(p, q, i, j) > 0) << i;
    }
}

// Bits of the edges whose ends are on different sides.
static inline int edges_between(int above) { return above ^ (above >> 1 | (above & 1) << 2); }

int contact_tri_tri(const vec3 p[3], const vec3 q[3], contact_cut *cut) {
    pair_signs s;
    decide_signs(p, q, &s);
    if (!may_cut(q, p, 1, &s.above_q, s.open_q) || !may_cut(p, q, -1, &s.above_p, s.open_p)) return 0;
    int of_p = edges_between(s.above_q), of_q = edges_between(s.above_p), found[2] = {0, 0};
    if (s.open_edge[0] | s.open_edge[1] | s.open_edge[2]) decide_edges(p, q, of_p, of_q, &s);
    // an edge passes through a face if the volumes that it spans with all edges of the face have one sign
    of_p &= (s.edge[0] & s.edge[1] & s.edge[2]) | (~(s.edge[0] | s.edge[1] | s.edge[2]) & 7);
    for (int j = 0; j < 3; j++)
        if (s.edge[j] != 0 && s.edge[j] != 7) of_q &= ~(1 << j);
    for (int k = 0; k < 3; k++) {
        if (of_p >> k & 1) {
            int end = s.above_q >> k & 1; // a's boundary, counter-clockwise, enters b where the cut ends
            cut->end[end] = (contact_cut_end){1, k};
            found[end]++;
        }
        if (of_q >> k & 1) {
            int end = !(s.above_p >> k & 1); // b's boundary, counter-clockwise, leaves a there
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

// Vectors from an origin to point i of each of the four.
static inline lanes3 gather_points(const vec3 *const *const at[4], int i, lanes3 o) {
    const vec3 *a = at[0][i], *b = at[1][i], *c = at[2][i], *d = at[3][i];
    return (lanes3){(lanes){a->x, b->x, c->x, d->x} - o.x, (lanes){a->y, b->y, c->y, d->y} - o.y,
                    (lanes){a->z, b->z, c->z, d->z} - o.z};
}

static inline lanes largest_component(lanes3 a) {
    return lanes_max(lanes_max(lanes_abs(a.x), lanes_abs(a.y)), lanes_abs(a.z));
}

contact_piercings contact_edges_faces(const vec3 *const *const at[4]) {
    const lanes zero = {0, 0, 0, 0};
    lanes3 o = gather_points(at, 2, (lanes3){zero, zero, zero});
    lanes3 b = gather_points(at, 3, o), c = gather_points(at, 4, o), x = gather_points(at, 0, o),
           y = gather_points(at, 1, o);
    lanes3 n = lanes3_cross(b, c), m = lanes3_cross(x, y);
    lanes size = lanes_max(lanes_max(largest_component(b), largest_component(c)),
                           lanes_max(largest_component(x), largest_component(y)));
    lanes bound = SIGN_BOUND * size * size * size, hu = lanes3_dot(n, x), hv = lanes3_dot(n, y), fall = hu - hv;
    lanes v0 = lanes3_dot(m, b), v2 = -lanes3_dot(m, c), v1 = -fall - v0 - v2, t = hu / fall;
    int up = lanes_above(hu, bound) & lanes_above(-bound, hv), down = lanes_above(-bound, hu) & lanes_above(hv, bound);
    lanes least = lanes_min(lanes_min(v0, v1), v2), most = lanes_max(lanes_max(v0, v1), v2);
    int through = lanes_above(least, bound) | lanes_above(-bound, most);
    int accurate = (up | down) & lanes_above(1e-11 * lanes_abs(fall), bound);
    contact_piercings p = {{t[0], t[1], t[2], t[3]}, up & through, down & through};
    for (int k = 0; k < 4 && accurate != 15; k++)
        if (!(accurate >> k & 1))
            p.t[k] = contact_edge_plane(*at[k][0], *at[k][1], (vec3[3]){*at[k][2], *at[k][3], *at[k][4]});
    return p;
}
