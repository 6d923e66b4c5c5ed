// SPDX-License-Identifier: MIT
// Points against plane: the points below the plane, in their given order. A hull of points uses all its points, also
// those that are no corner of the hull; a triangle its corners; a mesh its vertices, found by its tree. If they do not
// all fit: the deepest point, then the outermost ones in evenly spaced directions along the plane. So the force stays
// within the outline of the points.
#include "contact/pair/pair.h"
#include "contact/shape/hits.h"
#include <assert.h>

#define TURN 6.283185307179586
#define ROUNDING 1e-12 // rounding error of a height, as a share of the lengths that enter it

// Search among the points below the plane.
typedef struct search {
    const contact_shape *a;
    const pose *at_a, *at_b;
    double margin;
    contact_hit *hit; // the hits found, while they fit (most)
    int n, most;
    // the farthest point along each direction [world], of equally far ones the first; -1: none (most)
    vec3 d[CONTACT_PAIR_HITS];
    int best[CONTACT_PAIR_HITS];
    double far[CONTACT_PAIR_HITS];
} search;

// Visitor of point i, at x in the world.
typedef void point_visitor(search *s, int i, vec3 x);

static const vec3 *points_of(const contact_shape *a) { return a->kind == CONTACT_MESH ? a->mesh->vertex : a->vertex; }

static void visit_point(search *s, int i, point_visitor *visitor) {
    vec3 x = pose_point(s->at_a, points_of(s->a)[i]);
    if (vec3_dot(mat3_column(&s->at_b->r, 2), vec3_sub(x, s->at_b->p)) < s->margin) visitor(s, i, x);
}

// Height over the plane of a point x in the mesh's frame: direction · x + offset, exact to `rounding`.
typedef struct height {
    vec3 direction;
    double offset, rounding; // [m]
} height;

static height height_over_plane(const search *s) {
    vec3 up = mat3_column(&s->at_b->r, 2), from = vec3_sub(s->at_a->p, s->at_b->p);
    double size = vec3_norm(s->a->mesh->lo) + vec3_norm(s->a->mesh->hi);
    double far = size + vec3_norm(s->at_a->p) + vec3_norm(s->at_b->p);
    return (height){mat3_tmul(&s->at_a->r, up), vec3_dot(up, from), ROUNDING * far};
}

static bool reaches_below(const contact_bvh_node *node, const height *h, double margin) {
    vec3 lowest = {h->direction.x > 0 ? node->lo.x : node->hi.x, h->direction.y > 0 ? node->lo.y : node->hi.y,
                   h->direction.z > 0 ? node->lo.z : node->hi.z};
    return vec3_dot(h->direction, lowest) + h->offset < margin + h->rounding;
}

// Visits each vertex once, with the first of its triangles.
static void visit_triangle(search *s, int tri, point_visitor *visitor) {
    const contact_mesh *m = s->a->mesh;
    for (int k = 0; k < 3; k++) {
        int v = m->tri[tri].v[k];
        if (m->vertex_tri[m->vertex_tri_start[v]] == tri) visit_point(s, v, visitor);
    }
}

static void walk_tree(search *s, point_visitor *visitor) {
    const contact_bvh *tree = s->a->tree;
    const height h = height_over_plane(s);
    int stack[CONTACT_BVH_DEPTH + 1], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const contact_bvh_node *node = &tree->node[stack[--top]];
        if (!reaches_below(node, &h, s->margin)) continue;
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
        }
        for (int i = node->first; i < node->first + node->count; i++) visit_triangle(s, tree->order[i], visitor);
    }
}

// Calls the visitor for each point below the plane, in any order.
static void visit_points_below(search *s, point_visitor *visitor) {
    int n = s->a->kind == CONTACT_TRIANGLE ? 3 : s->a->n;
    if (s->a->kind == CONTACT_MESH)
        walk_tree(s, visitor);
    else
        for (int i = 0; i < n; i++) visit_point(s, i, visitor);
}

static void insert_point(search *s, int i, vec3 x) {
    int j = s->n++;
    if (j >= s->most) return;
    for (; j > 0 && s->hit[j - 1].feature > 1 + i; j--) s->hit[j] = s->hit[j - 1];
    s->hit[j] = contact_corner_hit(x, s->at_b, 1 + i);
}

static void update_outermost(search *s, int i, vec3 x) {
    vec3 r = vec3_sub(x, s->at_b->p);
    for (int k = 0; k < s->most; k++) {
        double reach = vec3_dot(s->d[k], r);
        bool first = s->best[k] < 0 || reach > s->far[k] || (reach == s->far[k] && i < s->best[k]);
        if (first) s->best[k] = i, s->far[k] = reach;
    }
}

static bool has_feature(const contact_hit *hit, int n, int64_t feature) {
    for (int i = 0; i < n; i++)
        if (hit[i].feature == feature) return true;
    return false;
}

// Returns the number of hits: fewer than `most` if one point is the outermost in two directions.
static int choose_outermost(search *s) {
    const mat3 *r = &s->at_b->r;
    vec3 x = mat3_column(r, 0), y = mat3_column(r, 1);
    int n = 0;
    for (int k = 0; k < s->most; k++) {
        double angle = k > 0 ? TURN * (k - 1) / (s->most - 1) : 0;
        s->d[k] = k > 0 ? vec3_madd(vec3_scale(cos(angle), x), sin(angle), y) : vec3_scale(-1, mat3_column(r, 2));
        s->best[k] = -1;
    }
    visit_points_below(s, update_outermost);
    for (int k = 0; k < s->most; k++) {
        int i = s->best[k];
        if (i < 0 || has_feature(s->hit, n, 1 + i)) continue;
        s->hit[n++] = contact_corner_hit(pose_point(s->at_a, points_of(s->a)[i]), s->at_b, 1 + i);
    }
    return n;
}

int contact_points_plane(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                         double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)b, (void)m, (void)work;
    search s = {.a = a, .at_a = at_a, .at_b = at_b, .margin = margin, .hit = hit, .most = most};
    assert(most <= CONTACT_PAIR_HITS);
    visit_points_below(&s, insert_point);
    return s.n <= most || most < 1 ? s.n : choose_outermost(&s);
}
