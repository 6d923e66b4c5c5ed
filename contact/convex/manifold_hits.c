// SPDX-License-Identifier: MIT
#include "contact/convex/manifold.h"

#define SAME_DEPTH 1e-10 // of the extent

// Vertices of the penetrating part of the outline, in order.
static int penetrating_outline(const contact_manifold *m, vec3 *v) {
    int n = 0;
    for (int i = 0; i < m->n; i++) {
        const contact_corner *p = &m->corner[i], *q = &m->corner[(i + 1) % m->n];
        if (p->depth >= 0) v[n++] = p->point;
        if ((p->depth > 0 && q->depth < 0) || (p->depth < 0 && q->depth > 0))
            v[n++] = vec3_madd(p->point, p->depth / (p->depth - q->depth), vec3_sub(q->point, p->point));
    }
    return n;
}

double contact_manifold_centre(const contact_manifold *m, vec3 *centroid) {
    vec3 v[2 * CONTACT_MANIFOLD_CORNERS], sum = {0, 0, 0}, middle = {0, 0, 0};
    int n = penetrating_outline(m, v);
    double area2 = 0;
    for (int i = 0; i < n; i++) middle = vec3_madd(middle, 1.0 / n, v[i]);
    for (int i = 1; i + 1 < n; i++) {
        double part = vec3_dot(m->normal, vec3_cross(vec3_sub(v[i], v[0]), vec3_sub(v[i + 1], v[0])));
        area2 += part;
        sum = vec3_madd(sum, part / 3, vec3_add(vec3_sub(v[i], v[0]), vec3_sub(v[i + 1], v[0])));
    }
    *centroid = area2 > 0 ? vec3_madd(v[0], 1 / area2, sum) : middle;
    return fmax(0.5 * area2, 0);
}

// The deepest corner; of corners equally deep within rounding, the one with the least feature.
static int deepest_corner(const contact_manifold *m, const int *from, int n) {
    int best = 0;
    double most = -(double)INFINITY, extent = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, m->corner[from[i]].depth);
        extent = fmax(extent, vec3_norm2(vec3_sub(m->corner[from[i]].point, m->corner[from[0]].point)));
    }
    double enough = most - SAME_DEPTH * sqrt(extent);
    for (int i = 0, any = 0; i < n; i++) {
        const contact_corner *c = &m->corner[from[i]];
        if (c->depth >= enough && (!any || c->feature < m->corner[from[best]].feature)) best = i, any = 1;
    }
    return best;
}

// Area that corner i adds to the hull of the chosen ones: its triangle with its chosen neighbours. With one corner
// chosen: the squared distance from that corner.
static double gained_area(const contact_manifold *m, const int *from, const bool *chosen, int n, int i) {
    int before = i, after = i;
    do before = (before + n - 1) % n;
    while (!chosen[before]);
    do after = (after + 1) % n;
    while (!chosen[after]);
    vec3 p = m->corner[from[i]].point, u = vec3_sub(p, m->corner[from[before]].point),
         v = vec3_sub(p, m->corner[from[after]].point);
    return before == after ? vec3_norm2(u) : fabs(vec3_dot(m->normal, vec3_cross(u, v)));
}

// Chooses the deepest corner and those that span the largest area with it, in order. Returns their number.
static int choose_corners(const contact_manifold *m, int *kept, int n, int most) {
    bool chosen[CONTACT_MANIFOLD_CORNERS] = {false};
    if (n <= most) return n;
    chosen[deepest_corner(m, kept, n)] = true;
    for (int k = 1; k < most; k++) {
        int best = -1;
        double best_gain = -1;
        for (int i = 0; i < n; i++) {
            if (chosen[i]) continue;
            double g = gained_area(m, kept, chosen, n, i);
            if (g > best_gain) best = i, best_gain = g;
        }
        chosen[best] = true;
    }
    int stay = 0;
    for (int i = 0; i < n; i++)
        if (chosen[i]) kept[stay++] = kept[i];
    return stay;
}

static void sort_by_depth(contact_hit *hit, int n) {
    for (int i = 1; i < n; i++) {
        contact_hit h = hit[i];
        int j = i;
        for (; j > 0 && hit[j - 1].depth < h.depth; j--) hit[j] = hit[j - 1];
        hit[j] = h;
    }
}

// The paper's contact point: the full depth at the centre of the overlap.
static int write_centre_hit(const contact_manifold *m, const pose *at_a, double margin, contact_hit *hit) {
    vec3 centre, normal = vec3_scale(-1, mat3_mul(&at_a->r, m->normal));
    double area = contact_manifold_centre(m, &centre), depth = m->corner[0].depth;
    for (int i = 1; i < m->n; i++) depth = fmax(depth, m->corner[i].depth);
    if (!(depth > -margin)) return 0;
    *hit = (contact_hit){.point = pose_point(at_a, centre), .normal = normal, .depth = depth, .area = area};
    return 1;
}

int contact_manifold_hits(const contact_manifold *m, const pose *at_a, double margin, contact_hit *hit, int most) {
    int kept[CONTACT_MANIFOLD_CORNERS], n = 0;
    vec3 centroid;
    if (most == 1) return write_centre_hit(m, at_a, margin, hit);
    for (int i = 0; i < m->n; i++)
        if (m->corner[i].depth > -margin) kept[n++] = i;
    n = choose_corners(m, kept, n, CONTACT_MANIFOLD_HITS);
    double area = n > 2 ? contact_manifold_centre(m, &centroid) / n : 0;
    contact_hit found[CONTACT_MANIFOLD_HITS];
    for (int i = 0; i < n; i++) {
        const contact_corner *c = &m->corner[kept[i]];
        found[i] = (contact_hit){.point = pose_point(at_a, c->point),
                                 .normal = vec3_scale(-1, mat3_mul(&at_a->r, c->normal)),
                                 .depth = c->depth,
                                 .area = area};
    }
    if (n > most) sort_by_depth(found, n);
    for (int i = 0; i < n && i < most; i++) hit[i] = found[i];
    return n;
}
