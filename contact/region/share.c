// SPDX-License-Identifier: MIT
// How much of its force a region keeps beside one that it is about to grow together with. The papers' method gives
// every region a force of its own; when two become one, one of the forces would be gone at once. The merged region is
// as deep as the deeper of the two, so the force stays continuous when they come to share it while the gap between
// their outlines closes: share = 1 - c part, where part is what the other one would bear, all of it where that is much
// deeper, half where both are alike, and c = (1 - gap / reach)² below the reach, a quarter of the sum of the square
// roots of their areas. Regions farther apart, and any single region, keep all of theirs.
//
// With several regions c is carried along chains: the link of two is that of the best chain's weakest gap, as it will
// be when the regions between have joined.
#include "contact/region/detector.h"
#include "contact/tree/bvh_box.h"

enum { GAP_BUDGET = 1 << 18 }; // pairs of segments that are looked at for all gaps together

static const double ROUNDING = 1e-9; // of a distance, at most [m]

// Least distance of two segments: the ends' and, where they pass each other, the lines' (both parameters in 0..1).
static double point_segment(vec3 x, vec3 a, vec3 b) {
    vec3 d = vec3_sub(b, a);
    double l = vec3_norm2(d), t = l > 0 ? bvh_min(1, bvh_max(0, vec3_dot(vec3_sub(x, a), d) / l)) : 0;
    return vec3_norm2(vec3_sub(x, vec3_madd(a, t, d)));
}

static double segment_segment(vec3 a, vec3 b, vec3 p, vec3 q) {
    double least = bvh_min(bvh_min(point_segment(a, p, q), point_segment(b, p, q)),
                           bvh_min(point_segment(p, a, b), point_segment(q, a, b)));
    vec3 u = vec3_sub(b, a), v = vec3_sub(q, p), w = vec3_sub(a, p);
    double uu = vec3_norm2(u), uv = vec3_dot(u, v), vv = vec3_norm2(v), uw = vec3_dot(u, w), vw = vec3_dot(v, w);
    double det = uu * vv - uv * uv;
    if (!(det > 0)) return least;
    double s = (uv * vw - vv * uw) / det, t = (uu * vw - uv * uw) / det;
    if (s < 0 || s > 1 || t < 0 || t > 1) return least;
    return bvh_min(least, vec3_norm2(vec3_add(w, vec3_sub(vec3_scale(s, u), vec3_scale(t, v)))));
}

static bvh_box segment_box(const contact_detector *c, int i) {
    vec3 p = c->crossing[c->segment[i].from].x, q = c->crossing[c->segment[i].to].x;
    return bvh_box_join((bvh_box){p, p}, (bvh_box){q, q});
}

static bvh_box outline_box(const contact_detector *c, int root) {
    bvh_box box = bvh_box_empty();
    for (int k = root; k >= 0; k = c->contour[k].next) {
        int i = c->contour[k].first;
        for (int j = 0; j < c->contour[k].count; j++, i = c->segment[i].next)
            box = bvh_box_join(box, segment_box(c, i));
    }
    return box;
}

static bvh_box widened(bvh_box x, double by) {
    return (bvh_box){{x.lo.x - by, x.lo.y - by, x.lo.z - by}, {x.hi.x + by, x.hi.y + by, x.hi.z + by}};
}

// Least squared distance of segment s from the outline, or `least` where that is less; those whose boxes do not meet
// `near` cannot be it.
static double outline_to_segment(const contact_detector *c, int root, int s, bvh_box near, double least, int *budget) {
    vec3 p = c->crossing[c->segment[s].from].x, q = c->crossing[c->segment[s].to].x;
    for (int k = root; k >= 0; k = c->contour[k].next) {
        int i = c->contour[k].first;
        for (int j = 0; j<c->contour[k].count && * budget> 0; j++, i = c->segment[i].next, --*budget) {
            if (!bvh_box_meets(segment_box(c, i), near)) continue;
            least = bvh_min(least,
                            segment_segment(c->crossing[c->segment[i].from].x, c->crossing[c->segment[i].to].x, p, q));
        }
    }
    return least;
}

// Distance between the outlines, INFINITY when it is more than `reach`; more than it is where the budget ends.
static double gap(const contact_detector *c, const contact_region *a, const contact_region *b, double reach,
                  int *budget) {
    double around = 0, least = reach * reach;
    for (int i = 0; i < 2; i++) around += vec3_norm(a->half[i]) + vec3_norm(b->half[i]);
    if (vec3_norm(vec3_sub(a->centre, b->centre)) > around + reach) return INFINITY;
    const bvh_box outline = outline_box(c, b->root);
    for (int k = a->root; k >= 0; k = c->contour[k].next) {
        int i = c->contour[k].first;
        for (int j = 0; j < c->contour[k].count; j++, i = c->segment[i].next) {
            bvh_box near = widened(segment_box(c, i), sqrt(least) + ROUNDING);
            if (bvh_box_meets(near, outline)) least = outline_to_segment(c, b->root, i, near, least, budget);
        }
    }
    return sqrt(least);
}

static double link_of(const contact_detector *c, const contact_region *a, const contact_region *b, int *budget) {
    double reach = 0.25 * (sqrt(a->area) + sqrt(b->area)), facing = vec3_dot(a->normal, b->normal);
    if (!a->closed || !b->closed || a->root == b->root || facing <= 0 || reach == 0) return 0;
    double open = bvh_max(0, 1 - gap(c, a, b, reach, budget) / reach);
    return facing * open * open;
}

// The part of the merged region's force that b would bear beside a: as the lines of its deep part are weighted
// (region_depth.c).
static double part_of(const contact_region *b, const contact_region *a) {
    double deepest = bvh_max(a->depth, b->depth);
    if (!(deepest > 0)) return 0;
    double wa = bvh_max(0, a->depth / deepest - CONTACT_DEEP), wb = bvh_max(0, b->depth / deepest - CONTACT_DEEP);
    return wb * wb / (wa * wa + wb * wb);
}

void contact_stage_shares(contact_detector *c, contact_region *r, int n) {
    double *link = c->link; // n x n
    int budget = GAP_BUDGET;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) link[i * n + j] = link[j * n + i] = link_of(c, &r[i], &r[j], &budget);
    if (budget <= 0) c->dropped++;
    for (int k = 0; k < n; k++) // the strongest chain (Floyd 1962, with minimum and maximum)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (i != j && i != k && j != k)
                    link[i * n + j] = bvh_max(link[i * n + j], bvh_min(link[i * n + k], link[k * n + j]));
    for (int i = 0; i < n; i++) {
        double most = 0;
        for (int j = 0; j < n; j++)
            if (j != i) most = bvh_max(most, link[i * n + j] * part_of(&r[j], &r[i]));
        r[i].share = 1 - most;
    }
}
