// SPDX-License-Identifier: MIT
// The sign: a point is outside a closed mesh if it lies on the positive side of the normal of the nearest feature. This
// is the face normal or the pseudonormal of an edge or vertex (pseudonormal.h).
#include "contact/tree/distance.h"
#include "contact/mesh/pseudonormal.h"
#include "contact/tree/bvh_box.h"

#include <stdlib.h>

// Depth counts this far behind an open sheet [m]: more than any contact presses, less than the gap between separate
// plates.
#define OPEN_BAND 0.05
// Below this distance from the foot the direction is only rounding; the feature's normal replaces it [m].
#define FOOT 1e-9
// A box is skipped only if it is farther by more than rounding.
#define SLACK (1 + 1e-12)

// The closest point of a triangle to x, and its feature.
typedef struct foot {
    double d2;   // squared distance [m²]
    vec3 r;      // from the foot to x
    int feature; // 0..2: the corner; 3..5: the edge from corner - 3 on; 6: the face
} foot;

static foot make_foot(vec3 x, vec3 p, int feature) {
    vec3 r = vec3_sub(x, p);
    return (foot){vec3_norm2(r), r, feature};
}

// The Voronoi regions of the triangle's features (Ericson 2005, Real-Time Collision Detection, §5.1.5).
static foot closest_on_triangle(const contact_mesh *mesh, int tri, vec3 x) {
    const int *v = mesh->tri[tri].v;
    vec3 a = mesh->vertex[v[0]], b = mesh->vertex[v[1]], c = mesh->vertex[v[2]];
    vec3 ab = vec3_sub(b, a), ac = vec3_sub(c, a), ax = vec3_sub(x, a), bx = vec3_sub(x, b), cx = vec3_sub(x, c);
    double ab_a = vec3_dot(ab, ax), ac_a = vec3_dot(ac, ax);
    if (ab_a <= 0 && ac_a <= 0) return make_foot(x, a, 0);
    double ab_b = vec3_dot(ab, bx), ac_b = vec3_dot(ac, bx);
    if (ab_b >= 0 && ac_b <= ab_b) return make_foot(x, b, 1);
    double w_c = ab_a * ac_b - ab_b * ac_a;
    if (w_c <= 0 && ab_a >= 0 && ab_b <= 0) return make_foot(x, vec3_madd(a, ab_a / (ab_a - ab_b), ab), 3);
    double ab_c = vec3_dot(ab, cx), ac_c = vec3_dot(ac, cx);
    if (ac_c >= 0 && ab_c <= ac_c) return make_foot(x, c, 2);
    double w_b = ab_c * ac_a - ab_a * ac_c;
    if (w_b <= 0 && ac_a >= 0 && ac_c <= 0) return make_foot(x, vec3_madd(a, ac_a / (ac_a - ac_c), ac), 5);
    double w_a = ab_b * ac_c - ab_c * ac_b, to_c = ac_b - ab_b, to_b = ab_c - ac_c;
    if (w_a <= 0 && to_c >= 0 && to_b >= 0) return make_foot(x, vec3_madd(b, to_c / (to_c + to_b), vec3_sub(c, b)), 4);
    // Barycentric coordinates: unlike a projection onto the plane they cannot leave the face of a sliver.
    double share = 1 / (w_a + w_b + w_c);
    return make_foot(x, vec3_madd(vec3_madd(a, w_b * share, ab), w_c * share, ac), 6);
}

// Unit normal that decides the side; *border: the mesh ends at the feature.
static vec3 feature_normal(const contact_surface *s, int tri, int feature, bool *border) {
    const contact_tri *t = &s->mesh->tri[tri];
    *border = false;
    if (feature == 6) return s->mesh->normal[tri];
    if (feature < 3) {
        *border = s->border[t->v[feature]] != 0;
        return s->vertex_normal[t->v[feature]];
    }
    *border = t->adj[feature - 3] < 0;
    return contact_edge_normal(s->mesh, tri, feature - 3);
}

// At a border the sign cannot change off the sheet. Straight behind the sheet the depth is that behind a face; it falls
// to zero at 45 degrees beyond the border.
static contact_depth depth_at_border(const foot *f, vec3 n, double distance) {
    double behind = -vec3_dot(n, f->r), beside = vec3_norm(vec3_madd(f->r, behind, n));
    if (behind > 0) return (contact_depth){.depth = behind - beside, .normal = n};
    return (contact_depth){.depth = -distance, .normal = distance > FOOT ? vec3_scale(1 / distance, f->r) : n};
}

static contact_depth depth_of(const contact_surface *s, int tri, const foot *f) {
    bool border;
    vec3 n = feature_normal(s, tri, f->feature, &border);
    double distance = sqrt(f->d2), side = vec3_dot(n, f->r);
    contact_depth d;
    if (border)
        d = depth_at_border(f, n, distance);
    else if (f->feature == 6 || distance <= FOOT)
        d = (contact_depth){.depth = side > 0 ? -distance : distance, .normal = n};
    else
        d = (contact_depth){.depth = side > 0 ? -distance : distance,
                            .normal = vec3_scale((side > 0 ? 1 : -1) / distance, f->r)};
    if (d.depth > s->band) { // beyond the band depth falls again, with the normal reversed
        d.depth = 2 * s->band - d.depth;
        d.normal = vec3_scale(-1, d.normal);
    }
    // |grad depth| is at most 1, beyond a border sqrt 2
    d.gap = d.depth > 0 ? 0 : isinf(s->band) ? -d.depth : -d.depth * 0.7;
    d.near = distance;
    d.tri = tri;
    return d;
}

contact_depth contact_surface_depth_by(const contact_surface *s, vec3 x, int tri) {
    foot f = closest_on_triangle(s->mesh, tri, x);
    return depth_of(s, tri, &f);
}

// Search for the nearest triangle and the distance of the second nearest.
typedef struct search {
    const contact_surface *s;
    vec3 x;
    foot best;
    int tri;
    double second; // squared distance of the second [m²]
} search;

// Of two equally near triangles, as at a seam of unjoined polygons, the one seen most squarely gives the most reliable
// side.
static bool is_better(const search *q, const foot *f, int tri) {
    if (f->d2 != q->best.d2) return f->d2 < q->best.d2;
    double here = fabs(vec3_dot(q->s->mesh->normal[tri], f->r));
    double there = fabs(vec3_dot(q->s->mesh->normal[q->tri], q->best.r));
    return here != there ? here > there : tri < q->tri;
}

static void try_triangle(search *q, int tri) {
    if (tri == q->tri) return;
    foot f = closest_on_triangle(q->s->mesh, tri, q->x);
    if (q->tri < 0 || is_better(q, &f, tri)) {
        if (q->tri >= 0) q->second = q->best.d2;
        q->best = f;
        q->tri = tri;
    } else if (f.d2 < q->second) {
        q->second = f.d2;
    }
}

// Squared distance of x from the box and slab of the node.
static double node_distance2(const contact_bvh_node *n, vec3 x) {
    double dx = bvh_max(bvh_max(n->lo.x - x.x, x.x - n->hi.x), 0),
           dy = bvh_max(bvh_max(n->lo.y - x.y, x.y - n->hi.y), 0),
           dz = bvh_max(bvh_max(n->lo.z - x.z, x.z - n->hi.z), 0), box = dx * dx + dy * dy + dz * dz;
    if (n->axis.x == 0 && n->axis.y == 0 && n->axis.z == 0) return box; // the node has no slab
    double h = vec3_dot(n->axis, x), out = bvh_max(bvh_max(n->low - h, h - n->high), 0);
    return bvh_max(box, out * out);
}

// Visits every node that may hold one of the two nearest triangles, the nearer child first.
static void search_tree(search *q) {
    const contact_bvh *tree = q->s->tree;
    struct {
        int node;
        double d2;
    } stack[CONTACT_BVH_DEPTH + 1];
    int top = 0;
    stack[top].node = 0;
    stack[top++].d2 = 0;
    while (top > 0) {
        const contact_bvh_node *n = &tree->node[stack[--top].node];
        if (stack[top].d2 > q->second * SLACK) continue;
        if (n->count > 0) {
            for (int i = n->first; i < n->first + n->count; i++) try_triangle(q, tree->order[i]);
            continue;
        }
        double left = node_distance2(&tree->node[n->first], q->x),
               right = node_distance2(&tree->node[n->first + 1], q->x);
        int far = left <= right;
        stack[top].node = n->first + far;
        stack[top++].d2 = far ? right : left;
        stack[top].node = n->first + 1 - far;
        stack[top++].d2 = far ? left : right;
    }
}

contact_depth contact_surface_depth(const contact_surface *s, vec3 x, int seed, double *second) {
    search q = {.s = s, .x = x, .tri = -1, .second = HUGE_VAL};
    if (seed >= 0) { // the seed and its neighbours give good bounds from the start
        try_triangle(&q, seed);
        for (int k = 0; k < 3; k++)
            if (s->mesh->tri[seed].adj[k] >= 0) try_triangle(&q, s->mesh->tri[seed].adj[k]);
    }
    search_tree(&q);
    *second = sqrt(q.second);
    return depth_of(s, q.tri, &q.best);
}

rt_status contact_surface_create(contact_surface *s, const contact_mesh *mesh, const contact_bvh *tree) {
    size_t nv = (size_t)mesh->nv + 1;
    *s = (contact_surface){.mesh = mesh, .tree = tree, .band = mesh->closed ? HUGE_VAL : OPEN_BAND};
    s->vertex_normal = calloc(nv, sizeof *s->vertex_normal);
    s->border = calloc(nv, sizeof *s->border);
    if (!s->vertex_normal || !s->border) {
        contact_surface_free(s);
        return RT_ERR_MEMORY;
    }
    for (int i = 0; i < mesh->nt; i++)
        for (int k = 0; k < 3; k++) {
            const contact_tri *t = &mesh->tri[i];
            if (t->adj[k] < 0) s->border[t->v[k]] = s->border[t->v[(k + 1) % 3]] = 1;
        }
    for (int i = 0; i < mesh->nv; i++) s->vertex_normal[i] = contact_corner_normal(mesh, i);
    return RT_OK;
}

void contact_surface_free(contact_surface *s) {
    free(s->vertex_normal);
    free(s->border);
    *s = (contact_surface){0};
}
