// SPDX-License-Identifier: MIT
// Distance between a triangle and the stadium curve of a link (geometry of Dopico et al. 2012 §5.1).
//
// The point of the curve nearest to p lies on the ray from the nearest point of the core segment {x = y = 0, |z| <= h}
// through p, so the squared distance of p to the curve has one formula for all four primitives,
//     f(p) = py² + (rho - R)²,   rho = distance of (px, pz) from the core segment,
// continuously differentiable away from the core. Its minimum over the triangle lies at a corner, inside an edge, or
// inside the face. The scan enumerates all of them:
//   corner  f itself;
//   edge    where |z| <= h, f is the smaller of two parabolas; beyond, the distance of a line to a circle;
//   face    the convex curve crosses the plane in at most two points, or it lies on one side of the plane and its
//           support point is the nearest.
#include "contact/link/scan.h"

enum { NEWTON_MAX = 32 };
static const double TIE = 1e-12; // relative, of f: closer candidates are equal, and the first one counts

contact_link_shape contact_link_common(double d) { return (contact_link_shape){1.3 * d, 1.2 * d, 0.5 * d}; }

contact_link_shape contact_link_of_size(double d, double length, double width) {
    return (contact_link_shape){0.5 * (width - d), 0.5 * (length - width), 0.5 * d};
}

link_plane link_plane_of(const vec3 p[3]) {
    link_plane t = {p[0], vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]), {0, 0, 0}, 0};
    vec3 cross = vec3_cross(t.e1, t.e2);
    double q = vec3_norm2(cross);
    // Below this sine of the corner's angle the normal is noise; the edges alone give the distance.
    if (q <= 1e-24 * vec3_norm2(t.e1) * vec3_norm2(t.e2)) return t;
    t.doubled = sqrt(q);
    t.n = vec3_scale(1 / t.doubled, cross);
    return t;
}

// Barycentric weights of e1 and e2 of the projection of w (from p0).
static void barycentric_weights(const link_plane *t, vec3 w, double *b1, double *b2) {
    *b1 = vec3_dot(vec3_cross(w, t->e2), t->n) / t->doubled;
    *b2 = vec3_dot(vec3_cross(t->e1, w), t->n) / t->doubled;
}

bool link_plane_below(const link_plane *t, vec3 c, vec3 *q) {
    double b1, b2;
    barycentric_weights(t, vec3_sub(c, t->p0), &b1, &b2);
    if (!(b1 >= 0 && b2 >= 0 && b1 + b2 <= 1)) return false;
    *q = vec3_madd(vec3_madd(t->p0, b1, t->e1), b2, t->e2);
    return true;
}

// Narrows [z0, z1] to where a + slope z >= 0; false when nothing is left.
static bool clip(double a, double slope, double *z0, double *z1) {
    if (slope > 0)
        *z0 = bvh_max(*z0, -a / slope);
    else if (slope < 0)
        *z1 = bvh_min(*z1, -a / slope);
    else if (a < 0)
        return false;
    return *z0 <= *z1;
}

bool link_plane_cover(const link_plane *t, const contact_link_shape *s, int straight, double *z0, double *z1) {
    if (t->doubled == 0) return false;
    vec3 middle = {straight == 0 ? s->radius : -s->radius, 0, 0};
    double b1, b2, d1, d2;
    barycentric_weights(t, vec3_sub(middle, t->p0), &b1, &b2);
    barycentric_weights(t, vec3_make(0, 0, 1), &d1, &d2);
    *z0 = -s->half;
    *z1 = s->half;
    return clip(b1, d1, z0, z1) && clip(b2, d2, z0, z1) && clip(1 - b1 - b2, -d1 - d2, z0, z1);
}

// Adds a point of the triangle whose squared distance to the curve is f.
static void add_candidate(const contact_link_shape *s, link_scan *scan, vec3 p, double f, int where, int pierced) {
    if (!(f < scan->limit)) return;
    if (scan->nearest) {
        scan->limit = f * (1 - TIE);
        scan->n = 0;
    }
    if (scan->n == LINK_SCAN_MAX) return;
    int primitive = p.z > s->half ? 2 : p.z < -s->half ? 3 : p.x >= 0 ? 0 : 1;
    scan->at[scan->n++] = (link_candidate){f, p, primitive, where, pierced};
}

void link_scan_record(const contact_link_shape *s, link_scan *scan, vec3 p, int where, int pierced) {
    add_candidate(s, scan, p, link_curve_distance2(s, p), where, pierced);
}

// Records the curve's crossing (x, 0, z) with the plane if it lies in the triangle. Such a crossing ends a search for
// the nearest.
static void record_crossing(const contact_link_shape *s, const link_plane *t, link_scan *scan, double x, double z) {
    vec3 q;
    if (link_plane_below(t, vec3_make(x, 0, z), &q)) link_scan_record(s, scan, q, LINK_FACE, 1);
}

// Records the crossings of the curve with the line u.(x, z) = k in the curve's plane, |u| = 1: at most two. A crossing
// on a seam is recorded twice.
static void record_crossings(const contact_link_shape *s, const link_plane *t, link_scan *scan, double ux, double uz,
                             double k) {
    double slack = 1e-12 * s->radius; // a crossing on a seam belongs to both pieces rather than to none
    for (int end = -1; end <= 1; end += 2) {
        double off = k - end * s->half * uz, left = s->radius * s->radius - off * off;
        if (left < 0) continue;
        double root = sqrt(left);
        for (int side = -1; side <= 1; side += 2) {
            double x = off * ux - side * root * uz, z = off * uz + side * root * ux;
            if (end * z >= -slack) record_crossing(s, t, scan, x, end * s->half + z);
        }
    }
    if (uz == 0) return; // parallel to the straight pieces: lies on one only if it also meets its seams
    for (int side = -1; side <= 1; side += 2) {
        double x = side * s->radius, z = (k - ux * x) / uz;
        if (fabs(z) <= s->half + slack) record_crossing(s, t, scan, x, z);
    }
}

static void scan_face(const contact_link_shape *s, const link_plane *t, link_scan *scan) {
    if (t->doubled == 0) return;
    vec3 top = link_curve_support(s, t->n), q;
    double k = vec3_dot(t->n, t->p0), reach = vec3_dot(t->n, top); // the curve lies within ±reach of the origin along n
    double m = sqrt(t->n.x * t->n.x + t->n.z * t->n.z);
    if (fabs(k) >= reach) { // the curve lies on one side of the plane: the nearer support point
        double g = fabs(k) - reach;
        vec3 c = vec3_scale(k > 0 ? 1 : -1, top);
        if (g * g < scan->limit && link_plane_below(t, c, &q)) link_scan_record(s, scan, q, LINK_FACE, 0);
    } else if (m > 1e-12)
        record_crossings(s, t, scan, t->n.x / m, t->n.z / m, k / m);
}

// Scans the part of an edge p(t) = a + t e with |z| <= h. There f is the smaller of the squared distances to the lines
// x = ±R. The minimum for one line does not count where the other line is nearer. If the edge is parallel to the lines,
// the whole part is the minimum: its middle represents it and wins a tie with an end.
static void scan_edge_straight(const contact_link_shape *s, vec3 a, vec3 e, double t0, double t1, int where,
                               link_scan *scan) {
    double across = e.x * e.x + e.y * e.y, e2 = across + e.z * e.z;
    bool parallel = across <= 1e-20 * e2;
    if (parallel && scan->nearest) scan->limit *= 1 + 3 * TIE;
    for (int side = -1; side <= 1; side += 2) {
        double t = 0.5 * (t0 + t1);
        if (!parallel) t = bvh_min(bvh_max(-((a.x - side * s->radius) * e.x + a.y * e.y) / across, t0), t1);
        vec3 p = vec3_madd(a, t, e);
        if (p.x * side >= 0) link_scan_record(s, scan, p, where, 0);
    }
}

// The distance of the line a + t e to the circle of radius R about the origin of the x-z plane:
//     f(t) = |p|² + R² - 2 R rho(t),  rho² = A t² + 2 B t + C,
//     f'/2 = E t + F - R (A t + B) / rho,  f''/2 = E - R D / rho³,  D = A C - B²,
// with E = |e|², F = a.e. rho'' = D / rho³ falls on either side of rho's minimum A t + B = 0, so f' is convex on the
// side A t + B >= 0 and concave on the other: at most one minimum on each, the outermost root of f'.
typedef struct cap_line {
    double ax, az, ex, ez, a2, b, d, e2, f;
} cap_line;

// Finds the minimum with A t + B >= 0, lo <= t <= hi. (A t + B) / rho <= sqrt(A) bounds the root from above. From there
// Newton's method on the convex f' falls onto the outermost root without overshooting. At a triple root (the line
// osculates the circle) the error falls to 2/3 per iteration; after NEWTON_MAX of them the distance is right to 1e-11
// R.
static bool find_cap_minimum(const cap_line *c, double radius, double lo, double hi, double *t) {
    double x = bvh_min((radius * sqrt(c->a2) - c->f) / c->e2, hi);
    if (x < lo) return false;
    for (int i = 0; i < NEWTON_MAX; i++) {
        double w = c->a2 * x + c->b, px = c->ax + x * c->ex, pz = c->az + x * c->ez, rho2 = px * px + pz * pz;
        if (w < 0 || rho2 == 0) return false;
        double scale = radius / sqrt(rho2), slope = c->e2 * x + c->f - scale * w;
        if (slope <= 0) break;
        double bend = c->e2 - scale * c->d / rho2;
        if (bend <= 0) return false;
        double step = slope / bend;
        x -= step;
        if (x < lo) return false;
        if (step * step * c->e2 < 1e-18 * radius * radius) break;
    }
    *t = x;
    return true;
}

// Whether f falls up to t on the side A t + B < 0, which find_cap_minimum does not search. Then an end of the edge at t
// is a minimum.
static bool cap_falls(const cap_line *c, double radius, double t) {
    double w = c->a2 * t + c->b, px = c->ax + t * c->ex, pz = c->az + t * c->ez;
    return w < 0 && c->e2 * t + c->f < radius * w / sqrt(px * px + pz * pz);
}

// Scans the part lo <= t <= hi of an edge, beyond z = end h (end = ±1), against that semicircle. Records its minima,
// also those at corners.
static void scan_edge_cap(const contact_link_shape *s, vec3 a, vec3 e, int end, double lo, double hi, int where,
                          link_scan *scan) {
    vec3 b = {a.x, a.y, a.z - end * s->half};
    cap_line c = {b.x, b.z, e.x, e.z, e.x * e.x + e.z * e.z, b.x * e.x + b.z * e.z, 0, vec3_norm2(e), vec3_dot(b, e)};
    double cross = b.x * e.z - b.z * e.x, t;
    c.d = cross * cross;
    // Two lower bounds of f: the circle lies within R of its centre, and in the plane y = 0.
    double away = vec3_norm(vec3_madd(b, bvh_min(bvh_max(-c.f / c.e2, lo), hi), e)) - s->radius;
    if (away > 0 && away * away >= scan->limit) return;
    double y0 = b.y + lo * e.y, y1 = b.y + hi * e.y;
    if (y0 * y1 > 0 && bvh_min(y0 * y0, y1 * y1) >= scan->limit) return;
    if (find_cap_minimum(&c, s->radius, lo, hi, &t)) link_scan_record(s, scan, vec3_madd(a, t, e), where, 0);
    cap_line r = {b.x, b.z, -e.x, -e.z, c.a2, -c.b, c.d, c.e2, -c.f}; // the other side: the line run backwards
    if (find_cap_minimum(&r, s->radius, -hi, -lo, &t)) link_scan_record(s, scan, vec3_madd(a, -t, e), where, 0);
    if (scan->nearest) return; // link_scan_triangle has recorded the corners
    if (hi == 1 && cap_falls(&c, s->radius, 1)) link_scan_record(s, scan, vec3_add(a, e), where, 0);
    if (lo == 0 && cap_falls(&r, s->radius, 0)) link_scan_record(s, scan, a, where, 0);
}

// Scans the edge from a to b. far_a, far_b: distances of its ends from the curve [m].
static void scan_edge(const contact_link_shape *s, vec3 a, vec3 b, double far_a, double far_b, int where,
                      link_scan *scan) {
    vec3 e = vec3_sub(b, a);
    double e2 = vec3_norm2(e), apart = far_a + far_b;
    if (e2 == 0) return;
    // No place on the edge is nearer than (apart - |e|)/2: the distance changes by at most the way.
    double spare = apart - 2 * sqrt(scan->limit) * (1 + TIE);
    if (spare > 0 && spare * spare > e2) return;
    // The whole curve lies within R + h of the origin.
    double t = bvh_min(bvh_max(-vec3_dot(a, e) / e2, 0), 1), away = vec3_norm(vec3_madd(a, t, e)) - s->radius - s->half;
    if (away > 0 && away * away >= scan->limit) return;
    double t0 = 0, t1 = 1;
    if (clip(s->half - a.z, -e.z, &t0, &t1) && clip(s->half + a.z, e.z, &t0, &t1))
        scan_edge_straight(s, a, e, t0, t1, where, scan);
    for (int end = -1; end <= 1; end += 2) {
        t0 = 0;
        t1 = 1;
        if (clip(end * a.z - s->half, end * e.z, &t0, &t1)) scan_edge_cap(s, a, e, end, t0, t1, where, scan);
    }
}

void link_scan_triangle(const contact_link_shape *s, const vec3 p[3], const link_plane *t, link_scan *scan) {
    double far[3];
    scan->n = 0;
    for (int k = 0; k < 3; k++) {
        double f = link_curve_distance2(s, p[k]);
        add_candidate(s, scan, p[k], f, LINK_CORNER + k, 0);
        far[k] = sqrt(f);
    }
    scan_face(s, t, scan);
    if (scan->nearest && scan->n > 0 && scan->at[0].pierced) return;
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3;
        scan_edge(s, p[k], p[l], far[k], far[l], LINK_EDGE + k, scan);
    }
}

// If a straight piece is parallel to the face, its nearest points form a line. The middle of the part over the triangle
// represents the line, so that the result does not jump from end to end.
static vec3 middle_of_line(const contact_link_shape *s, const link_plane *t, const link_candidate *best) {
    double z0, z1;
    vec3 q;
    int straight = best->p.x >= 0 ? 0 : 1; // also where the point found lies on a seam
    if (fabs(t->n.z) > 1e-9 || !link_plane_cover(t, s, straight, &z0, &z1)) return best->p;
    vec3 c = {straight == 0 ? s->radius : -s->radius, 0, 0.5 * (z0 + z1)};
    double g = fabs(vec3_dot(t->n, vec3_sub(c, t->p0)));
    return g <= sqrt(best->f) + 1e-9 * s->radius && link_plane_below(t, c, &q) ? q : best->p;
}

contact_link_hit contact_link_triangle(const contact_link_shape *s, const vec3 p[3]) {
    link_plane t = link_plane_of(p);
    link_scan scan;
    scan.limit = INFINITY;
    scan.nearest = true;
    link_scan_triangle(s, p, &t, &scan);
    const link_candidate *best = &scan.at[0];
    if (best->pierced) return (contact_link_hit){0, best->p, best->p, best->primitive, 1};
    contact_link_hit hit = {.on_triangle = middle_of_line(s, &t, best)};
    hit.on_curve = link_curve_nearest(s, hit.on_triangle, &hit.primitive);
    hit.distance = vec3_norm(vec3_sub(hit.on_curve, hit.on_triangle));
    return hit;
}
