// SPDX-License-Identifier: MIT
#include "contact/link/near.h"
#include "contact/tree/bvh_box.h"

enum { BINS = 64, ZOOMS = 3 };

// Distance of a point in the link frame to the curve (link.c has the formula).
static double point_distance(const contact_link_shape *s, vec3 x) {
    double z = fabs(x.z) > s->half ? fabs(x.z) - s->half : 0, off = sqrt(x.x * x.x + z * z) - s->radius;
    return sqrt(x.y * x.y + off * off);
}

// Lower bound of the box's distance to the curve.
static double box_bound(const contact_link_shape *s, const pose *link, vec3 lo, vec3 hi) {
    vec3 middle = vec3_scale(0.5, vec3_add(lo, hi));
    return point_distance(s, pose_point_inverse(link, middle)) - 0.5 * vec3_norm(vec3_sub(hi, lo));
}

// Lower bound of the triangle's distance to the curve: by its bounding sphere, its plane and its box in the link frame.
static double triangle_bound(const contact_link_shape *s, const pose *link, const contact_mesh *hull, int triangle) {
    const int *v = hull->tri[triangle].v;
    const vec3 p[3] = {pose_point_inverse(link, hull->vertex[v[0]]), pose_point_inverse(link, hull->vertex[v[1]]),
                       pose_point_inverse(link, hull->vertex[v[2]])};
    vec3 middle = vec3_scale(1.0 / 3, vec3_add(p[0], vec3_add(p[1], p[2])));
    double size = 0;
    for (int k = 0; k < 3; k++) size = bvh_max(size, vec3_norm2(vec3_sub(p[k], middle)));
    double bound = bvh_max(0, point_distance(s, middle) - sqrt(size));
    vec3 n = mat3_tmul(&link->r, hull->normal[triangle]);
    bound = bvh_max(bound, fabs(vec3_dot(n, p[0])) - s->half * fabs(n.z) - s->radius * sqrt(n.x * n.x + n.z * n.z));
    bvh_box box = bvh_points_box(p[0], p[1], p[2]);
    double x = s->radius, z = s->half + s->radius;
    bound = bvh_max(bound, bvh_max(box.lo.x - x, -box.hi.x - x));
    bound = bvh_max(bound, bvh_max(box.lo.y, -box.hi.y));
    return bvh_max(bound, bvh_max(box.lo.z - z, -box.hi.z - z));
}

typedef struct walk {
    const contact_link_shape *s;
    const pose *link;
    const contact_mesh *hull;
    const contact_bvh *tree;
    double range;
    bool counting; // counts the triangles by bins of [lo, hi); otherwise lists
    int count[BINS];
    double lo, hi; // those below lo, and the first `spare` in [lo, hi)
    int spare, max, found, kept;
    int *triangle;
    double *gap;
} walk;

static void count_or_list(walk *w, int triangle, double bound) {
    if (w->counting) {
        if (bound >= w->lo && bound < w->hi)
            w->count[(int)bvh_min(BINS - 1, BINS * (bound - w->lo) / (w->hi - w->lo))]++;
        return;
    }
    w->found++;
    bool fits = bound < w->lo || (bound < w->hi && w->spare-- > 0);
    if (!fits || w->kept == w->max) return;
    w->triangle[w->kept] = triangle;
    w->gap[w->kept++] = bound;
}

static void walk_tree(walk *w) {
    int stack[CONTACT_BVH_DEPTH + 1], top = 0;
    w->found = w->kept = 0;
    for (int k = 0; k < BINS; k++) w->count[k] = 0;
    stack[top++] = 0;
    while (top > 0) {
        const contact_bvh_node *node = &w->tree->node[stack[--top]];
        if (box_bound(w->s, w->link, node->lo, node->hi) > w->range) continue;
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
            continue;
        }
        for (int i = node->first; i < node->first + node->count; i++) {
            double bound = triangle_bound(w->s, w->link, w->hull, w->tree->order[i]);
            if (bound <= w->range) count_or_list(w, w->tree->order[i], bound);
        }
    }
}

// Sets lo, hi and spare to keep the nearest triangles that fit: narrows [lo, hi) to the bin in which the capacity ends.
static void find_limit(walk *w) {
    w->lo = 0;
    w->hi = w->range * (1 + 1e-9);
    w->spare = w->max;
    w->counting = true;
    for (int zoom = 0; zoom < ZOOMS; zoom++) {
        int k = 0;
        walk_tree(w);
        while (k < BINS - 1 && w->count[k] <= w->spare) w->spare -= w->count[k++];
        double share = (w->hi - w->lo) / BINS;
        w->lo += k * share;
        w->hi = w->lo + share;
    }
    w->counting = false;
}

int contact_link_near(const contact_link_shape *s, const pose *link, const contact_mesh *hull, const contact_bvh *tree,
                      double range, int *triangle, double *gap, int max, int *kept) {
    walk w = {.s = s,
              .link = link,
              .hull = hull,
              .tree = tree,
              .range = range,
              .lo = HUGE_VAL,
              .max = max,
              .triangle = triangle,
              .gap = gap};
    walk_tree(&w);
    if (w.found > max) {
        find_limit(&w);
        walk_tree(&w);
    }
    *kept = w.kept;
    return w.found;
}

double contact_link_clearance(const contact_link_shape *s, const pose *link, const contact_bvh *tree, double enough) {
    int stack[CONTACT_BVH_DEPTH + 1], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const contact_bvh_node *node = &tree->node[stack[--top]];
        double bound = box_bound(s, link, node->lo, node->hi);
        if (bound >= enough) continue;
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
            continue;
        }
        enough = bvh_max(0, bound);
        if (enough == 0) return 0;
    }
    return enough;
}
