// SPDX-License-Identifier: MIT
// Indentation of a region: the largest extent of the overlap along the contact normal. This is the distance that the
// body must be moved out, and it is continuous in the pose.
//
// Dopico et al. (2011 §IV-F) use the vertex farthest from the contact plane. On the two sides of the plane these are
// the depths of both bodies. Their sum is the same extent if both lie on one line along the normal (a sphere or a
// corner on a flat). It is not if the surfaces conform. For a rod lying in a bore the plane through the contour gives
// R / (R - r) times the overlap. For two contacts that grow together along a shank the sum adds the tilt of their
// common plane.
//
// Over the overlay of the two polyhedral surfaces the extent is piecewise linear. So its maximum lies at one of three
// kinds of points: a vertex of one body (ray to the other's surface), a crossing of two edges seen along the normal, or
// a corner of a contour that folds over.
#include "contact/region/detector.h"
#include "contact/tree/bvh_box.h"
#include "contact/tree/ray.h"
#include <float.h>

enum { RAY_BUDGET = 1 << 16, CHORD_BUDGET = 1 << 17, FEW = 48 };

// Position of a stretch's end, a crossing or an inner vertex.
static inline vec3 stretch_end(const contact_detector *c, int end) {
    return end >= 0 ? c->flat[end] : c->inner[~end].at;
}

static void set_chords(contact_detector *c, int body, contact_range stretches) {
    c->n_chord[body] = stretches.count;
    for (int i = 0; i < stretches.count; i++) {
        contact_stretch s = c->stretch[body][stretches.first + i];
        vec3 from = stretch_end(c, s.from), to = stretch_end(c, s.to);
        c->chord[body][i] = from.x > to.x ? (contact_chord){to, from} : (contact_chord){from, to};
    }
}

static contact_extent larger_extent(contact_extent e, double size, vec3 at) {
    return size > e.size ? (contact_extent){size, at} : e;
}

// Extent where b's chord passes over a's, seen along the normal.
static contact_extent chord_extent(const contact_chord *a, const contact_chord *b, contact_extent best) {
    double ax = a->to.x - a->from.x, ay = a->to.y - a->from.y, bx = b->to.x - b->from.x, by = b->to.y - b->from.y;
    double dx = b->from.x - a->from.x, dy = b->from.y - a->from.y, det = ax * by - ay * bx;
    if (det == 0) return best;
    double s = (dx * by - dy * bx) / det, t = (dx * ay - dy * ax) / det;
    if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return best;
    double low = a->from.z + s * (a->to.z - a->from.z), high = b->from.z + t * (b->to.z - b->from.z);
    return larger_extent(best, high - low, vec3_make(a->from.x + s * ax, a->from.y + s * ay, 0.5 * (low + high)));
}

// Sorts by the lower end, in place and bounded (Shell 1959, Ciura's gaps).
static void sort_chords(contact_chord *k, int n) {
    static const int gaps[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};
    for (int g = 0; g < 9; g++)
        for (int i = gaps[g]; i < n; i++) {
            contact_chord moved = k[i];
            int j = i;
            for (; j >= gaps[g] && k[j - gaps[g]].from.x > moved.from.x; j -= gaps[g]) k[j] = k[j - gaps[g]];
            k[j] = moved;
        }
}

// First chord that begins at x or above, by bisection.
static int first_chord_from(const contact_chord *k, int n, double x) {
    int low = 0;
    while (low < n) {
        int middle = low + (n - low) / 2;
        if (k[middle].from.x < x)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

static contact_extent largest_over_chords(contact_detector *c, contact_extent best) {
    contact_chord *k = c->chord[1];
    int n = c->n_chord[1], budget = CHORD_BUDGET;
    double top = 0, widest = 0;
    sort_chords(k, n);
    for (int j = 0; j < n; j++) {
        top = bvh_max(top, bvh_max(k[j].from.z, k[j].to.z));
        widest = bvh_max(widest, k[j].to.x - k[j].from.x);
    }
    for (int i = 0; i < c->n_chord[0] && budget > 0; i++) {
        const contact_chord *a = &c->chord[0][i];
        if (top - bvh_min(a->from.z, a->to.z) <= best.size) continue;
        for (int j = first_chord_from(k, n, a->from.x - widest); j < n && k[j].from.x <= a->to.x; j++, budget--)
            best = chord_extent(a, &k[j], best);
    }
    if (budget <= 0) c->dropped++;
    return best;
}

// Converts the region's inner vertices to coordinates of the plane; returns the span that includes them.
static contact_span add_inner(contact_detector *c, const contact_plane *p, int root, contact_span s) {
    for (int i = c->contour[root].inner; i >= 0; i = c->inner[i].next) {
        vec3 x = contact_to_plane(p, detector_vertex(c, c->inner[i].body, c->inner[i].v));
        if (c->inner[i].body == 0) s.low = bvh_min(s.low, x.z);
        if (c->inner[i].body == 1) s.high = bvh_max(s.high, x.z);
        c->inner[i].at = x;
    }
    return s;
}

// Distance from a point along the normal to the other body's surface in the region; 0 if the ray misses it.
static double vertex_extent(contact_detector *c, const pose *a_to_b, const contact_plane *p, int body, vec3 x,
                            int *budget) {
    int other = 1 - body;
    vec3 d = body == 0 ? p->n : vec3_scale(-1, p->n);
    if (other == 0) d = mat3_tmul(&a_to_b->r, d), x = pose_point_inverse(a_to_b, x);
    if (c->n_patch[other] > FEW) {
        contact_ray_filter f = {c->tri_epoch[other], c->region_epoch, 0, budget};
        return contact_ray_reach(c->mesh[other], c->tree[other], x, d, &f, NULL);
    }
    double reach = INFINITY; // for so few triangles the tree would cost more tests
    for (int i = 0; i < c->n_patch[other]; i++) {
        double distance = contact_ray_triangle(c->mesh[other], c->patch[other][i].tri, x, d);
        if (distance > 0 && distance < reach) reach = distance;
    }
    return reach < DBL_MAX ? reach : 0;
}

static contact_extent largest_over_vertices(contact_detector *c, const pose *a_to_b, const contact_plane *p,
                                            const contact_span *s, int root) {
    contact_extent best = {0, {0, 0, 0}};
    int budget = RAY_BUDGET;
    c->n_extents = 0;
    for (int i = c->contour[root].inner; i >= 0; i = c->inner[i].next) {
        const contact_inner *in = &c->inner[i];
        vec3 x = detector_vertex(c, in->body, in->v), at = in->at;
        if ((in->body == 0 ? s->high - at.z : at.z - s->low) <= CONTACT_DEEP * best.size) continue;
        double size = vertex_extent(c, a_to_b, p, in->body, x, &budget);
        at.z += in->body == 0 ? 0.5 * size : -0.5 * size;
        best = larger_extent(best, size, at);
        c->extent[c->n_extents++] = (contact_extent){size, at};
    }
    if (budget <= 0) c->dropped++;
    return best;
}

// Extent at corners of a contour that folds over, seen along the normal: if an edge leaves through a face turned to its
// own side, the overlap continues beyond it.
static contact_extent largest_over_corners(contact_detector *c, const pose *a_to_b, const contact_plane *p, int root,
                                           contact_extent best) {
    const vec3 n[2] = {mat3_tmul(&a_to_b->r, p->n), p->n}; // in the frame of each body
    int budget = RAY_BUDGET;
    for (int k = root; k >= 0; k = c->contour[k].next) {
        int first = c->contour[k].corner;
        for (int i = first; i < first + c->contour[k].count; i++) {
            const contact_crossing *x = &c->crossing[i];
            int other = 1 - x->body;
            double facing = vec3_dot(c->mesh[other]->normal[x->face], n[other]);
            if (x->body == 0 ? facing >= 0 : facing <= 0) continue;
            double size = vertex_extent(c, a_to_b, p, x->body, x->x, &budget);
            vec3 at = c->flat[i];
            at.z += x->body == 0 ? 0.5 * size : -0.5 * size;
            best = larger_extent(best, size, at);
        }
    }
    return best;
}

// Centre of the deep part: a weighted mean of two kinds of lines. Lines at inner vertices deeper than CONTACT_DEEP of
// the largest extent count by the square of the excess. The deepest line elsewhere counts by its excess over theirs.
// The centre moves gradually where the deepest line alone would jump from corner to corner of a face that lies flat.
static vec3 deep_centre(const contact_detector *c, const contact_extent *vertex, const contact_extent *deepest) {
    double weight = 1 - vertex->size / deepest->size;
    vec3 sum = vec3_scale(weight, deepest->at);
    for (int i = 0; i < c->n_extents; i++) {
        double w = bvh_max(0, c->extent[i].size / deepest->size - CONTACT_DEEP);
        weight += w * w;
        sum = vec3_madd(sum, w * w, c->extent[i].at);
    }
    return vec3_scale(1 / weight, sum);
}

double contact_region_depth(contact_detector *c, const pose *a_to_b, int root, const contact_plane *p, contact_span s,
                            vec3 *deepest) {
    s = add_inner(c, p, root, s);
    if (c->n_patch[0] > FEW || c->n_patch[1] > FEW) contact_mark_patches(c);
    contact_extent vertex = largest_over_vertices(c, a_to_b, p, &s, root);
    contact_extent best = largest_over_corners(c, a_to_b, p, root, vertex);
    for (int body = 0; body < 2; body++) set_chords(c, body, c->contour[root].stretch[body]);
    best = largest_over_chords(c, best);
    *deepest = contact_from_plane(p, best.size > 0 ? deep_centre(c, &vertex, &best) : best.at);
    return best.size;
}
