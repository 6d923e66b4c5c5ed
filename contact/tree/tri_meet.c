// SPDX-License-Identifier: MIT
// Triangles that share corners always touch, so only a plane through the shared corners can separate them. A
// floating-point filter with a known error decides nearly all pairs. Exact orientation signs decide the rest.
#include "contact/tree/tri_meet.h"
#include "contact/tree/predicates.h"

// Bound of the rounding errors of a difference, a cross product and a dot product together (some 12 u = 1.4e-15),
// relative to the product of the lengths.
#define MARGIN 1e-14

static double length1(vec3 v) { return fabs(v.x) + fabs(v.y) + fabs(v.z); }

// Comparisons replace fmax, which would call the C library.
static inline double max2(double a, double b) { return a > b ? a : b; }
static inline double max3(double a, double b, double c) { return max2(max2(a, b), c); }

// Whether all of q lies beyond all of p along d.
static bool lies_beyond(vec3 d, const vec3 p[3], const vec3 q[3]) {
    vec3 p1 = vec3_sub(p[1], p[0]), p2 = vec3_sub(p[2], p[0]), q0 = vec3_sub(q[0], p[0]), q1 = vec3_sub(q[1], p[0]),
         q2 = vec3_sub(q[2], p[0]);
    double reach = max3(length1(p1), length1(p2), max3(length1(q0), length1(q1), length1(q2)));
    double most = max3(0, vec3_dot(d, p1), vec3_dot(d, p2));
    double least = -max3(-vec3_dot(d, q0), -vec3_dot(d, q1), -vec3_dot(d, q2));
    return least - most > 2 * MARGIN * length1(d) * reach;
}

// Separating axes: the normal of p, and the normals of p's edges in its plane.
static bool separated_by(const vec3 p[3], vec3 normal, const vec3 q[3]) {
    for (int k = 0; k < 3; k++)
        if (lies_beyond(vec3_cross(vec3_sub(p[(k + 1) % 3], p[k]), normal), p, q)) return true;
    return lies_beyond(normal, p, q) || lies_beyond(vec3_scale(-1, normal), p, q);
}

// Whether the plane through the origin that contains `edge` and `normal` has `own` strictly on one side and
// both of `others` strictly on the other. Then the plane also separates `edge` from them: the margin covers its own
// rounding.
static bool plane_separates(vec3 edge, vec3 normal, vec3 own, vec3 other0, vec3 other1) {
    vec3 d = vec3_cross(normal, edge);
    double h = vec3_dot(d, own), h0 = vec3_dot(d, other0), h1 = vec3_dot(d, other1), unit = MARGIN * length1(edge);
    if (h < 0) h = -h, h0 = -h0, h1 = -h1;
    return h > unit * length1(own) && -h0 > unit * length1(other0) && -h1 > unit * length1(other1);
}

// Whether the plane through the origin normal to the difference of the midpoints separates the two corners. Needed for
// opposite triangles around a vertex whose edges are collinear.
static bool midpoints_separate(vec3 p1, vec3 p2, vec3 q1, vec3 q2) {
    vec3 d = vec3_sub(vec3_add(p1, p2), vec3_add(q1, q2));
    double unit = MARGIN * length1(d);
    return vec3_dot(d, p1) > unit * length1(p1) && vec3_dot(d, p2) > unit * length1(p2) &&
           -vec3_dot(d, q1) > unit * length1(q1) && -vec3_dot(d, q2) > unit * length1(q2);
}

bool tri_couple_apart(const tri_couple *c) {
    const vec3 *p = c->p, *q = c->q;
    if (c->n_shared == 0) return separated_by(p, c->normal_p, q) || separated_by(q, c->normal_q, p);
    vec3 p1 = vec3_sub(p[1], p[0]), p2 = vec3_sub(p[2], p[0]), q1 = vec3_sub(q[1], q[0]), q2 = vec3_sub(q[2], q[0]);
    if (c->n_shared == 2)
        return plane_separates(p1, c->normal_p, p2, q2, q2) || plane_separates(p1, c->normal_q, p2, q2, q2);
    return plane_separates(p1, c->normal_p, p2, q1, q2) || plane_separates(p2, c->normal_p, p1, q1, q2) ||
           plane_separates(q1, c->normal_q, q2, p1, p2) || plane_separates(q2, c->normal_q, q1, p1, p2) ||
           midpoints_separate(p1, p2, q1, q2);
}

static int sign(double x) { return (x > 0) - (x < 0); }
static bool signs_differ(int a, int b, int c) { return (a > 0 || b > 0 || c > 0) && (a < 0 || b < 0 || c < 0); }

// Side of the line a b on which c lies, for points of one plane. All cross products in that plane are parallel, so the
// sign of their first nonzero component is enough.
static int side_of_line(vec3 a, vec3 b, vec3 c) { return contact_cross_sign(a, b, a, c); }

// Whether the triangle, border included, contains the point u of its plane.
static bool triangle_contains(const vec3 t[3], vec3 u) {
    return !signs_differ(side_of_line(t[0], t[1], u), side_of_line(t[1], t[2], u), side_of_line(t[2], t[0], u));
}

// Whether two segments of one plane that are not collinear meet.
static bool segments_meet(vec3 u, vec3 v, vec3 a, vec3 b) {
    int oa = side_of_line(u, v, a), ob = side_of_line(u, v, b), ou = side_of_line(a, b, u), ov = side_of_line(a, b, v);
    return oa * ob <= 0 && ou * ov <= 0 && (oa != 0 || ob != 0);
}

// Intersection of the line u v with a b, both in the plane of this normal.
static vec3 line_crossing(vec3 u, vec3 v, vec3 a, vec3 b, vec3 normal) {
    vec3 across = vec3_cross(vec3_sub(b, a), normal);
    double hu = vec3_dot(across, vec3_sub(u, a)), hv = vec3_dot(across, vec3_sub(v, a));
    return hu != hv ? vec3_madd(u, fmin(fmax(hu / (hu - hv), 0), 1), vec3_sub(v, u)) : u;
}

// A segment in the plane of the triangle: whether they meet; *at is a common point.
static bool flat_segment_meets(vec3 u, vec3 v, const vec3 t[3], vec3 normal, vec3 *at) {
    const vec3 end[2] = {u, v};
    for (int k = 0; k < 2; k++) {
        if (!triangle_contains(t, end[k])) continue;
        *at = end[k];
        return true;
    }
    for (int k = 0; k < 3; k++) {
        if (!segments_meet(u, v, t[k], t[(k + 1) % 3])) continue;
        *at = line_crossing(u, v, t[k], t[(k + 1) % 3], normal);
        return true;
    }
    return false;
}

// Whether the closed segment u v meets the closed triangle; *at is a common point.
static bool segment_meets(vec3 u, vec3 v, const vec3 t[3], vec3 normal, vec3 *at) {
    double hu = contact_orient3d(t[0], t[1], t[2], u), hv = contact_orient3d(t[0], t[1], t[2], v);
    if (hu == 0 && hv == 0) return flat_segment_meets(u, v, t, normal, at);
    if (sign(hu) * sign(hv) > 0) return false;
    if (signs_differ(sign(contact_orient3d(u, v, t[0], t[1])), sign(contact_orient3d(u, v, t[1], t[2])),
                     sign(contact_orient3d(u, v, t[2], t[0]))))
        return false;
    *at = vec3_madd(u, hu / (hu - hv), vec3_sub(v, u));
    return true;
}

// Two triangles with a common edge overlap if they are coplanar and on the same side of the edge.
static bool folded_over(const tri_couple *c, vec3 *at) {
    const vec3 *p = c->p, *q = c->q;
    if (contact_orient3d(p[0], p[1], p[2], q[2]) != 0 ||
        side_of_line(p[0], p[1], p[2]) != side_of_line(p[0], p[1], q[2]))
        return false;
    *at = vec3_scale(0.5, vec3_add(p[0], p[1]));
    return true;
}

bool tri_couple_meets(const tri_couple *c, vec3 *at) {
    if (c->n_shared == 2) return folded_over(c, at);
    // The intersection is convex. With one shared corner, it reaches the opposite edge of one triangle if it is more
    // than the corner. With none, points on edges bound it.
    int first = c->n_shared == 1 ? 1 : 0, last = c->n_shared == 1 ? 1 : 2;
    for (int k = first; k <= last; k++)
        if (segment_meets(c->p[k], c->p[(k + 1) % 3], c->q, c->normal_q, at) ||
            segment_meets(c->q[k], c->q[(k + 1) % 3], c->p, c->normal_p, at))
            return true;
    return false;
}
