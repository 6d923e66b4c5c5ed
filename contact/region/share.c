// SPDX-License-Identifier: MIT
// Shares of force of regions that are about to merge. The papers' method gives every region a force of its own. When
// two regions become one, one of the forces would vanish at once. The merged region is as deep as the deeper of the
// two. So the force stays continuous if the two come to share it while the gap between their outlines closes:
//     share = 1 - c part,   c = (1 - gap / reach)² for gap < reach, else 0.
// Here part is the other region's part of the merged force: 1 if it is much deeper, 1/2 if both are equally deep. The
// reach is a quarter of the sum of the square roots of their areas. Regions farther apart, and a single region, keep
// their whole force.
//
// With several regions, c follows chains: the link of two regions is that of the best chain's weakest gap, as it will
// be when the regions between have merged.
#include "contact/region/detector.h"
#include "contact/tree/bvh_box.h"

enum { GAP_BUDGET = 1 << 18 }; // segment pairs tested for all gaps together

static const double ROUNDING = 1e-9; // bound of the rounding of a distance [m]

// Squared distance of a point from a segment.
static double point_segment_distance2(vec3 x, vec3 a, vec3 b) {
    vec3 d = vec3_sub(b, a);
    double l = vec3_norm2(d), t = l > 0 ? bvh_min(1, bvh_max(0, vec3_dot(vec3_sub(x, a), d) / l)) : 0;
    return vec3_norm2(vec3_sub(x, vec3_madd(a, t, d)));
}

// Squared distance of two segments: the least over the ends and, where the lines pass each other with both parameters
// in 0..1, that of the lines.
static double segment_distance2(vec3 a, vec3 b, vec3 p, vec3 q) {
    double least = bvh_min(bvh_min(point_segment_distance2(a, p, q), point_segment_distance2(b, p, q)),
                           bvh_min(point_segment_distance2(p, a, b), point_segment_distance2(q, a, b)));
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

static bvh_box widen_box(bvh_box x, double by) {
    return (bvh_box){{x.lo.x - by, x.lo.y - by, x.lo.z - by}, {x.hi.x + by, x.hi.y + by, x.hi.z + by}};
}

// Lesser of `least` and the squared distance of segment s from the outline. Segments whose boxes do not overlap `near`
// are skipped; they cannot be nearer.
static double outline_to_segment(const contact_detector *c, int root, int s, bvh_box near, double least, int *budget) {
    vec3 p = c->crossing[c->segment[s].from].x, q = c->crossing[c->segment[s].to].x;
    for (int k = root; k >= 0; k = c->contour[k].next) {
        int i = c->contour[k].first;
        for (int j = 0; j<c->contour[k].count && * budget> 0; j++, i = c->segment[i].next, --*budget) {
            if (!bvh_box_meets(segment_box(c, i), near)) continue;
            least = bvh_min(
                least, segment_distance2(c->crossing[c->segment[i].from].x, c->crossing[c->segment[i].to].x, p, q));
        }
    }
    return least;
}

// Distance between the outlines; INFINITY above `reach`. Too large if the budget runs out.
static double outline_gap(const contact_detector *c, const contact_region *a, const contact_region *b, double reach,
                          int *budget) {
    double around = 0, least = reach * reach;
    for (int i = 0; i < 2; i++) around += vec3_norm(a->half[i]) + vec3_norm(b->half[i]);
    if (vec3_norm(vec3_sub(a->centre, b->centre)) > around + reach) return INFINITY;
    const bvh_box outline = outline_box(c, b->root);
    for (int k = a->root; k >= 0; k = c->contour[k].next) {
        int i = c->contour[k].first;
        for (int j = 0; j < c->contour[k].count; j++, i = c->segment[i].next) {
            bvh_box near = widen_box(segment_box(c, i), sqrt(least) + ROUNDING);
            if (bvh_box_meets(near, outline)) least = outline_to_segment(c, b->root, i, near, least, budget);
        }
    }
    return sqrt(least);
}

static double link_strength(const contact_detector *c, const contact_region *a, const contact_region *b, int *budget) {
    double reach = 0.25 * (sqrt(a->area) + sqrt(b->area)), facing = vec3_dot(a->normal, b->normal);
    if (!a->closed || !b->closed || a->root == b->root || facing <= 0 || reach == 0) return 0;
    double open = bvh_max(0, 1 - outline_gap(c, a, b, reach, budget) / reach);
    return facing * open * open;
}

// Part of the merged region's force that b would carry beside a, weighted like the lines of the deep part (depth.c).
static double load_part(const contact_region *b, const contact_region *a) {
    double deepest = bvh_max(a->depth, b->depth);
    if (!(deepest > 0)) return 0;
    double wa = bvh_max(0, a->depth / deepest - CONTACT_DEEP), wb = bvh_max(0, b->depth / deepest - CONTACT_DEEP);
    return wb * wb / (wa * wa + wb * wb);
}

void contact_stage_shares(contact_detector *c, contact_region *r, int n) {
    double *link = c->link; // n x n
    int budget = GAP_BUDGET;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) link[i * n + j] = link[j * n + i] = link_strength(c, &r[i], &r[j], &budget);
    if (budget <= 0) c->dropped++;
    for (int k = 0; k < n; k++) // strongest chain (Floyd 1962, with minimum and maximum)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (i != j && i != k && j != k)
                    link[i * n + j] = bvh_max(link[i * n + j], bvh_min(link[i * n + k], link[k * n + j]));
    for (int i = 0; i < n; i++) {
        double most = 0;
        for (int j = 0; j < n; j++)
            if (j != i) most = bvh_max(most, link[i * n + j] * load_part(&r[j], &r[i]));
        r[i].share = 1 - most;
    }
}
