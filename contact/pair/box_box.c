// SPDX-License-Identifier: MIT
// Box against box: the least overlap over the fifteen axes that can separate them (Gottschalk, Lin, Manocha, OBBTree,
// SIGGRAPH 1996). The faces of the polytope A - B have exactly these normals, so the least overlap is the exact depth.
#include "contact/convex/convex.h"
#include "contact/pair/pair.h"

#define TIE 1e-12       // share of the size by which an edge axis must beat a face axis
#define SAME_AXIS 1e-20 // squared sine of the angle of edges that count as parallel

typedef struct axis {
    vec3 n;       // unit, from a to b
    double depth; // overlap along it [m]
    int i, j;     // edges of a and b whose cross product is n; one is -1: n is a face normal of the other box
} axis;

static double component(vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

// Overlap along n; the result's n points from a to b.
static axis overlap(const contact_convex *c, const vec3 u[3], vec3 n, int i, int j) {
    vec3 a = c->a->size, b = c->b->size;
    double apart = vec3_dot(n, c->at.p);
    double reach = fabs(n.x) * a.x + fabs(n.y) * a.y + fabs(n.z) * a.z + fabs(vec3_dot(n, u[0])) * b.x +
                   fabs(vec3_dot(n, u[1])) * b.y + fabs(vec3_dot(n, u[2])) * b.z;
    return (axis){apart < 0 ? vec3_scale(-1, n) : n, reach - fabs(apart), i, j};
}

static axis face_axis(const contact_convex *c, const vec3 u[3]) {
    axis best = {.depth = INFINITY};
    for (int k = 0; k < 6; k++) {
        vec3 n = k < 3 ? vec3_make(k == 0, k == 1, k == 2) : u[k - 3];
        axis x = overlap(c, u, n, k < 3 ? k : -1, k < 3 ? -1 : k - 3);
        if (x.depth < best.depth) best = x;
    }
    return best;
}

static axis edge_axis(const contact_convex *c, const vec3 u[3], axis best) {
    double limit = best.depth - TIE * c->size;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            vec3 n = {i == 0   ? 0
                      : i == 1 ? u[j].z
                               : -u[j].y,
                      i == 0   ? -u[j].z
                      : i == 1 ? 0
                               : u[j].x,
                      i == 0   ? u[j].y
                      : i == 1 ? -u[j].x
                               : 0};
            double n2 = vec3_norm2(n);
            if (!(n2 > SAME_AXIS)) continue;
            axis x = overlap(c, u, vec3_scale(1 / sqrt(n2), n), i, j);
            if (x.depth < limit) best = x, limit = x.depth;
        }
    return best;
}

static vec3 clear_component(vec3 v, int k) { return (vec3){k == 0 ? 0 : v.x, k == 1 ? 0 : v.y, k == 2 ? 0 : v.z}; }

// The point of a's edge nearest to b's edge.
static vec3 nearest_on_edge(const contact_convex *c, const vec3 u[3], const axis *x) {
    vec3 n = x->n, ea = {x->i == 0, x->i == 1, x->i == 2}, eb = u[x->j];
    vec3 a = clear_component(contact_support(c->a, n), x->i);
    vec3 b = pose_point(&c->at, clear_component(contact_support(c->b, mat3_tmul(&c->at.r, vec3_scale(-1, n))), x->j));
    vec3 r = vec3_sub(b, a);
    double ab = vec3_dot(ea, eb), s2 = 1 - ab * ab;
    double along = s2 > 0 ? (vec3_dot(r, ea) - ab * vec3_dot(r, eb)) / s2 : 0;
    double most = component(c->a->size, x->i);
    return vec3_madd(a, fmax(-most, fmin(most, along)), ea);
}

static vec3 find_point_on_a(const contact_convex *c, const vec3 u[3], const axis *x) {
    if (x->i >= 0 && x->j >= 0) return nearest_on_edge(c, u, x);
    if (x->j >= 0) return contact_support(c->a, x->n);
    vec3 b = contact_support(c->b, mat3_tmul(&c->at.r, vec3_scale(-1, x->n)));
    return vec3_madd(pose_point(&c->at, b), x->depth, x->n);
}

// Whether the direction `start` (any length) separates the boxes by more than the margin.
static bool is_separating(const contact_convex *c, const vec3 u[3], vec3 start, double margin) {
    double length = vec3_norm(start);
    if (!(length > 0)) return false;
    return vec3_dot(start, c->at.p) > 0 && overlap(c, u, start, -1, -1).depth < -margin * length;
}

bool contact_box_box_find(const contact_convex *c, vec3 start, double margin, contact_convex_answer *out) {
    vec3 u[3] = {mat3_column(&c->at.r, 0), mat3_column(&c->at.r, 1), mat3_column(&c->at.r, 2)};
    *out = (contact_convex_answer){.supports = 1};
    if (is_separating(c, u, start, margin)) {
        out->touching.normal = vec3_unit(start);
        return false;
    }
    axis x = face_axis(c, u);
    if (x.depth >= -margin) x = edge_axis(c, u, x);
    if (x.depth < 0 && !(x.depth < -margin)) return contact_convex_find(c, x.n, margin, out);
    out->touching = (contact_touching){x.n, x.depth, {0, 0, 0}};
    if (x.depth < 0) return false;
    out->touching.on_a = find_point_on_a(c, u, &x);
    return true;
}

int contact_box_box(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b, double margin,
                    contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)work;
    contact_convex c = contact_convex_make(a, at_a, b, at_b);
    contact_convex_answer found;
    bool near = contact_box_box_find(&c, mat3_tmul(&at_a->r, vec3_scale(-1, m->axis)), margin, &found);
    contact_convex_store(&found, at_a, m);
    return near ? contact_convex_hits(&c, &found, at_a, margin, hit, most) : 0;
}
