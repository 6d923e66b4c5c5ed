// SPDX-License-Identifier: MIT
// Contacts of a link with the hull: material points and the excess of the exact nearest points (link.h says why).
#include "contact/link_scan.h"
#include <string.h>

#define POINTS 8
#define HITS 96          // exact hits of one link that are averaged; further ones only if deeper than the least
#define SHARE 0.5        // hits shallower than this share of the deepest have no weight in the average

// Material points: seams of straight piece 0 (+z, -z), of piece 1, crowns (+z, -z), middles of pieces 0 and 1.
enum { SEAM0_UP = 0, SEAM0_DOWN, SEAM1_UP, SEAM1_DOWN, CROWN_UP, CROWN_DOWN, MIDDLE0, MIDDLE1 };

typedef struct hit {
    int primitive;
    double depth;
    vec3 curve, normal;
} hit;

typedef struct detection {
    const contact_link_shape *shape;
    vec3 point[POINTS];     // material points of the curve, link frame
    double distance[POINTS]; // signed distance to the hull: negative when the point is inside
    vec3 normal[POINTS];
    int n_hits;
    hit hit[HITS];
} detection;

static void start(detection *d, const contact_link_shape *s) {
    double r = s->radius, h = s->half;
    const vec3 point[POINTS] = {{r, 0, h}, {r, 0, -h}, {-r, 0, h}, {-r, 0, -h}, {0, 0, h + r}, {0, 0, -h - r}, {r, 0, 0}, {-r, 0, 0}};
    d->shape = s;
    d->n_hits = 0;
    memcpy(d->point, point, sizeof point);
    for (int k = 0; k < POINTS; k++) d->distance[k] = 2 * s->tube; // beyond reach
}

static vec3 nearest_on_segment(vec3 a, vec3 b, vec3 c) {
    vec3 e = vec3_sub(b, a);
    double t = vec3_dot(vec3_sub(c, a), e) / vec3_norm2(e);
    return vec3_madd(a, fmin(1, fmax(0, t)), e);
}

static vec3 nearest_on_triangle(const vec3 p[3], const link_plane *t, vec3 c) {
    vec3 q;
    if (t->doubled > 0 && link_plane_below(t, c, &q)) return q;
    vec3 best = nearest_on_segment(p[0], p[1], c);
    for (int k = 1; k < 3; k++) {
        q = nearest_on_segment(p[k], p[(k + 1) % 3], c);
        if (vec3_norm2(vec3_sub(q, c)) < vec3_norm2(vec3_sub(best, c))) best = q;
    }
    return best;
}

// Brings the material points' distances up to date with one triangle.
static void measure_points(detection *d, const vec3 p[3], const link_plane *t) {
    for (int k = 0; k < POINTS; k++) {
        double g = vec3_dot(t->n, vec3_sub(d->point[k], t->p0)), known = fabs(d->distance[k]);
        if (fabs(g) >= known) continue; // the plane is already farther than the nearest triangle
        vec3 v = vec3_sub(d->point[k], nearest_on_triangle(p, t, d->point[k]));
        double distance = vec3_norm(v);
        if (distance >= known) continue;
        double side = g < 0 ? -1 : 1;
        d->distance[k] = side * distance;
        d->normal[k] = distance > 1e-9 * d->shape->tube ? vec3_scale(side / distance, v) : t->n;
    }
}

static void keep(detection *d, const hit *h) {
    int k = d->n_hits;
    if (k == HITS) { // full: replace the shallowest, if this one is deeper
        k = 0;
        for (int i = 1; i < HITS; i++)
            if (d->hit[i].depth < d->hit[k].depth) k = i;
        if (d->hit[k].depth >= h->depth) return;
    } else {
        d->n_hits++;
    }
    d->hit[k] = *h;
}

// The triangle's exact nearest point to the curve, when it lies on the face's outer side.
static void measure_curve(detection *d, const vec3 p[3], const link_plane *t) {
    contact_link_hit exact = contact_link_triangle(d->shape, p);
    double depth = d->shape->tube - exact.distance;
    if (depth <= 0) return;
    vec3 v = vec3_sub(exact.on_curve, exact.on_triangle);
    if (!exact.pierced && vec3_dot(v, t->n) < 0) return;
    bool direction = exact.distance > 1e-9 * d->shape->tube;
    const hit h = {exact.primitive, depth, exact.on_curve, direction ? vec3_scale(1 / exact.distance, v) : t->n};
    keep(d, &h);
}

static void measure(detection *d, const pose *link, const contact_mesh *hull, int index) {
    const contact_link_shape *s = d->shape;
    const contact_tri *tri = &hull->tri[index];
    vec3 n = mat3_tmul(&link->r, hull->normal[index]), p[3];
    p[0] = pose_point_inverse(link, hull->vertex[tri->v[0]]);
    double middle = -vec3_dot(n, p[0]), extent = s->half * fabs(n.z) + s->radius * sqrt(n.x * n.x + n.z * n.z);
    if (middle - extent > s->tube || middle + extent < -s->tube) return; // the curve keeps clear of the plane
    p[1] = pose_point_inverse(link, hull->vertex[tri->v[1]]);
    p[2] = pose_point_inverse(link, hull->vertex[tri->v[2]]);
    vec3 lo = vec3_min(p[0], vec3_min(p[1], p[2])), hi = vec3_max(p[0], vec3_max(p[1], p[2]));
    double x = s->radius + s->tube, z = s->half + s->radius + s->tube;
    if (lo.x > x || hi.x < -x || lo.y > s->tube || hi.y < -s->tube || lo.z > z || hi.z < -z) return;
    link_plane plane = link_plane_of(p);
    measure_points(d, p, &plane);
    measure_curve(d, p, &plane);
}

// Depth that the material points give at the curve point c of a primitive, linear between neighbours.
static double felt(const detection *d, int primitive, vec3 c) {
    static const int chain[4][3] = {{SEAM0_DOWN, MIDDLE0, SEAM0_UP}, {SEAM1_DOWN, MIDDLE1, SEAM1_UP},
                                    {SEAM0_UP, CROWN_UP, SEAM1_UP}, {SEAM0_DOWN, CROWN_DOWN, SEAM1_DOWN}};
    const contact_link_shape *s = d->shape;
    double t = primitive < 2 ? (c.z + s->half) / s->half
                             : atan2(fabs(c.z) - s->half, c.x) / 1.5707963267948966; // 0, 1, 2 at the three points
    int i = t < 1 ? 0 : 1;
    t = fmin(1, fmax(0, t - i));
    double a = fmax(0, s->tube - d->distance[chain[primitive][i]]), b = fmax(0, s->tube - d->distance[chain[primitive][i + 1]]);
    return (1 - t) * a + t * b;
}

// The hits of a primitive as one: the greatest depth, at the mean place and normal of all that come near it, which moves
// steadily from facet to facet.
static contact_link_point excess(const detection *d, int primitive) {
    contact_link_point out = {.depth = 0};
    double deepest = 0, sum = 0, before = 0;
    for (int k = 0; k < d->n_hits; k++)
        if (d->hit[k].primitive == primitive) deepest = fmax(deepest, d->hit[k].depth);
    if (deepest <= 0) return out;
    vec3 place = {0, 0, 0}, normal = {0, 0, 0};
    for (int k = 0; k < d->n_hits; k++) {
        const hit *h = &d->hit[k];
        if (h->primitive != primitive) continue;
        double w = fmax(0, h->depth - SHARE * deepest);
        place = vec3_madd(place, w, h->curve);
        normal = vec3_madd(normal, w, h->normal);
        before += w * felt(d, primitive, h->curve);
        sum += w;
    }
    int nearest;
    vec3 curve = link_curve_nearest(d->shape, vec3_scale(1 / sum, place), &nearest);
    out.normal = vec3_unit(normal);
    out.point = vec3_madd(curve, -d->shape->tube, out.normal);
    out.depth = deepest - before / sum;
    return out;
}

void contact_link_detect(const contact_link_shape *s, const pose *link, const contact_mesh *hull, const int *candidates,
                         int n, contact_link_point *out) {
    detection d;
    start(&d, s);
    for (int k = 0; k < n; k++) measure(&d, link, hull, candidates[k]);
    for (int k = 0; k < POINTS; k++) {
        out[k] = (contact_link_point){.depth = s->tube - d.distance[k]};
        if (out[k].depth <= 0) continue;
        out[k].normal = d.normal[k];
        out[k].point = vec3_madd(d.point[k], -s->tube, d.normal[k]);
    }
    for (int k = 0; k < 4; k++) out[POINTS + k] = excess(&d, k);
    for (int k = 0; k < CONTACT_LINK_SLOTS; k++) {
        if (out[k].depth <= 0) continue;
        out[k].point = pose_point(link, out[k].point);
        out[k].normal = mat3_mul(&link->r, out[k].normal);
    }
}
