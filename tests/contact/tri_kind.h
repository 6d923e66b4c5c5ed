// SPDX-License-Identifier: MIT
// Exact intersection of two closed triangles as point sets, without displacement: the reference for the displaced rule
// of contact/tree/tri_tri.h. Kinds: N none, P point, S segment; in one plane also T (three corners) and G (more).
#ifndef HAWSE_TESTS_CONTACT_TRI_KIND_H
#define HAWSE_TESTS_CONTACT_TRI_KIND_H

#include "contact/tree/predicates.h"
#include "contact/tree/tri_tri.h"

typedef struct tri_kind {
    char kind;
    int n;      // number of points in p[]
    vec3 p[12]; // corners of the point, segment or polygon (polygon: in no order)
} tri_kind;

static inline int kind_sign(double v) { return (v > 0) - (v < 0); }
static inline int kind_same(vec3 a, vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// One end of the interval of the planes' common line inside a triangle: its position `at`, and a line through it from
// high to low (heights over the other plane).
typedef struct kind_end {
    vec3 high, low, at;
} kind_end;

static kind_end kind_corner_end(const vec3 t[3], const int h[3], int corner) {
    int other = h[(corner + 1) % 3] != 0 ? (corner + 1) % 3 : (corner + 2) % 3;
    return h[other] > 0 ? (kind_end){t[other], t[corner], t[corner]} : (kind_end){t[corner], t[other], t[corner]};
}

// Ends of triangle t along n_p x n_q against plane f; h: signs of the corners' heights; role: +1 for p, -1 for q.
// Returns the number of ends, 0 to 2.
static int kind_stretch(const vec3 t[3], const vec3 f[3], const int h[3], int role, kind_end e[2]) {
    int zeros = (h[0] == 0) + (h[1] == 0) + (h[2] == 0), found[2] = {0, 0};
    if (zeros == 2) {
        int k = h[0] != 0 ? 1 : h[1] != 0 ? 2 : 0; // edge k lies in the plane
        int forward = h[(k + 2) % 3] * role < 0;
        e[0] = kind_corner_end(t, h, forward ? k : (k + 1) % 3);
        e[1] = kind_corner_end(t, h, forward ? (k + 1) % 3 : k);
        return 2;
    }
    for (int k = 0; k < 3; k++) {
        int n = (k + 1) % 3;
        if (h[k] * h[n] >= 0) continue;
        int end = h[k] * role > 0;
        double s = contact_edge_plane(t[k], t[n], f);
        vec3 at = vec3_madd(t[k], s, vec3_sub(t[n], t[k]));
        e[end] = h[k] > 0 ? (kind_end){t[k], t[n], at} : (kind_end){t[n], t[k], at};
        found[end] = 1;
    }
    for (int k = 0; k < 3; k++)
        if (h[k] == 0) {
            int end = found[0] ? 1 : 0;
            e[end] = kind_corner_end(t, h, k);
            if (!found[0] && !found[1]) return 1;
            found[end] = 1;
        }
    return found[0] + found[1];
}

// Position of p's end relative to q's along n_p x n_q: the sign of the lines' orientation.
static inline int kind_compare(const kind_end *p, const kind_end *q) {
    return kind_sign(contact_orient3d(p->high, p->low, q->low, q->high));
}

static tri_kind kind_crossing(const vec3 p[3], const vec3 q[3], const int hp[3], const int hq[3]) {
    kind_end ep[2], eq[2];
    int np = kind_stretch(p, q, hp, 1, ep), nq = kind_stretch(q, p, hq, -1, eq);
    if (np == 0 || nq == 0) return (tri_kind){.kind = 'N'};
    if (np == 1) ep[1] = ep[0];
    if (nq == 1) eq[1] = eq[0];
    int p_end_q_start = kind_compare(&ep[1], &eq[0]), p_start_q_end = kind_compare(&ep[0], &eq[1]);
    if (p_end_q_start < 0 || p_start_q_end > 0) return (tri_kind){.kind = 'N'};
    int start_p = kind_compare(&ep[0], &eq[0]) >= 0, end_p = kind_compare(&ep[1], &eq[1]) <= 0;
    vec3 start = start_p ? ep[0].at : eq[0].at, end = end_p ? ep[1].at : eq[1].at;
    int point = start_p && end_p     ? np == 1
                : !start_p && !end_p ? nq == 1
                : start_p            ? p_start_q_end == 0
                                     : p_end_q_start == 0;
    return point ? (tri_kind){'P', 1, {start}} : (tri_kind){'S', 2, {start, end}};
}

// Side of the line a b on which x lies, exact: the sign of a volume with a point off the plane.
static int kind_side(vec3 a, vec3 b, vec3 x, int drop) {
    vec3 off = a; // any point off the plane of projection: a moved along the dropped axis
    double *c = drop == 0 ? &off.x : drop == 1 ? &off.y : &off.z;
    *c += fabs(*c) + 1;
    return kind_sign(contact_orient3d(a, b, off, x));
}

static int kind_in_triangle(const vec3 t[3], vec3 x, int drop) {
    int s[3], plus = 0, minus = 0;
    for (int k = 0; k < 3; k++) s[k] = kind_side(t[k], t[(k + 1) % 3], x, drop);
    for (int k = 0; k < 3; k++) plus += s[k] > 0, minus += s[k] < 0;
    return plus == 0 || minus == 0;
}

static void kind_add(tri_kind *r, vec3 x) {
    for (int i = 0; i < r->n; i++)
        if (kind_same(r->p[i], x)) return;
    r->p[r->n++] = x;
}

static tri_kind kind_coplanar(const vec3 p[3], const vec3 q[3], int drop) {
    tri_kind r = {.kind = 'N'};
    for (int k = 0; k < 3; k++)
        if (kind_in_triangle(q, p[k], drop)) kind_add(&r, p[k]);
    for (int k = 0; k < 3; k++)
        if (kind_in_triangle(p, q[k], drop)) kind_add(&r, q[k]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            vec3 u = p[i], v = p[(i + 1) % 3], x = q[j], y = q[(j + 1) % 3];
            if (kind_side(u, v, x, drop) * kind_side(u, v, y, drop) >= 0) continue;
            if (kind_side(x, y, u, drop) * kind_side(x, y, v, drop) >= 0) continue;
            vec3 off = x; // the plane through x y along the dropped axis cuts u v at the crossing
            double *c = drop == 0 ? &off.x : drop == 1 ? &off.y : &off.z;
            *c += fabs(*c) + 1;
            vec3 f[3] = {x, y, off};
            r.p[r.n++] = vec3_madd(u, contact_edge_plane(u, v, f), vec3_sub(v, u));
        }
    r.kind = r.n == 0 ? 'N' : r.n == 1 ? 'P' : r.n == 2 ? 'S' : r.n == 3 ? 'T' : 'G';
    return r;
}

static tri_kind tri_kind_of(const vec3 p[3], const vec3 q[3]) {
    int hp[3], hq[3];
    for (int i = 0; i < 3; i++) hp[i] = kind_sign(contact_orient3d(q[0], q[1], q[2], p[i]));
    for (int i = 0; i < 3; i++) hq[i] = kind_sign(contact_orient3d(p[0], p[1], p[2], q[i]));
    if (hp[0] == 0 && hp[1] == 0 && hp[2] == 0) {
        vec3 n = vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]));
        double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
        return kind_coplanar(p, q, x >= y && x >= z ? 0 : y >= z ? 1 : 2);
    }
    if ((hp[0] == hp[1] && hp[1] == hp[2]) || (hq[0] == hq[1] && hq[1] == hq[2])) return (tri_kind){.kind = 'N'};
    return kind_crossing(p, q, hp, hq);
}

#endif
