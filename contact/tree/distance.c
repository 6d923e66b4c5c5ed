// SPDX-License-Identifier: MIT
// The sign: a point is outside of a closed mesh when it lies on the positive side of the normal of the feature nearest
// to it: a face's own, an edge's sum of two, a vertex's sum weighted by the angles of its faces (pseudonormal.h).
#include "contact/tree/distance.h"
#include "contact/mesh/pseudonormal.h"
#include "contact/tree/bvh_box.h"

#include <stdlib.h>

// Behind a sheet: deeper than any contact presses, thinner than what stands apart on purpose.
#define OPEN_BAND 0.05
// A direction from a foot closer than this is rounding; the feature's normal stands for it [m].
#define FOOT 1e-9
// Boxes are left out only when they are farther by more than rounding.
#define SLACK (1 + 1e-12)

// The point of a triangle nearest to x, and the feature that it lies on.
typedef struct foot {
    double d2;   // squared distance [m²]
    vec3 r;      // from the foot to x
    int feature; // 0..2: the corner; 3..5: the edge from corner - 3 on; 6: the face
} foot;

static foot foot_at(vec3 x, vec3 p, int feature) {
    vec3 r = vec3_sub(x, p);
    return (foot){vec3_norm2(r), r, feature};
}

// By the regions of the plane in which each corner, edge or the face is nearest (Ericson 2005, Real-Time Collision
// Detection, §5.1.5).
static foot foot_on(const contact_mesh *mesh, int tri, vec3 x) {
    const int *v = mesh->tri[tri].v;
    vec3 a = mesh->vertex[v[0]], b = mesh->vertex[v[1]], c = mesh->vertex[v[2]];
    vec3 ab = vec3_sub(b, a), ac = vec3_sub(c, a), ax = vec3_sub(x, a), bx = vec3_sub(x, b), cx = vec3_sub(x, c);
    double ab_a = vec3_dot(ab, ax), ac_a = vec3_dot(ac, ax);
    if (ab_a <= 0 && ac_a <= 0) return foot_at(x, a, 0);
    double ab_b = vec3_dot(ab, bx), ac_b = vec3_dot(ac, bx);
    if (ab_b >= 0 && ac_b <= ab_b) return foot_at(x, b, 1);
    double w_c = ab_a * ac_b - ab_b * ac_a;
    if (w_c <= 0 && ab_a >= 0 && ab_b <= 0) return foot_at(x, vec3_madd(a, ab_a / (ab_a - ab_b), ab), 3);
    double ab_c = vec3_dot(ab, cx), ac_c = vec3_dot(ac, cx);
    if (ac_c >= 0 && ab_c <= ac_c) return foot_at(x, c, 2);
    double w_b = ab_c * ac_a - ab_a * ac_c;
    if (w_b <= 0 && ac_a >= 0 && ac_c <= 0) return foot_at(x, vec3_madd(a, ac_a / (ac_a - ac_c), ac), 5);
    double w_a = ab_b * ac_c - ab_c * ac_b, to_c = ac_b - ab_b, to_b = ab_c - ac_c;
    if (w_a <= 0 && to_c >= 0 && to_b >= 0) return foot_at(x, vec3_madd(b, to_c / (to_c + to_b), vec3_sub(c, b)), 4);
    // by the shares of the corners, which cannot leave a sliver's face as the distance from its plane would
    double share = 1 / (w_a + w_b + w_c);
    return foot_at(x, vec3_madd(vec3_madd(a, w_b * share, ab), w_c * share, ac), 6);
}

// The normal that decides the side, unit, and whether the mesh ends at the feature.
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

// At a border the sign cannot change off the sheet: straight behind it depth is what it is behind a face, and it fades
// to nothing at 45 degrees beyond the border.
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
    if (d.depth > s->band) { // no more behind an open hull but behind what hangs in front of it
        d.depth = 2 * s->band - d.depth;
        d.normal = vec3_scale(-1, d.normal);
    }
    // depth falls at most as fast as the way grows, beyond a border by sqrt 2 of it
    d.gap = d.depth > 0 ? 0 : isinf(s->band) ? -d.depth : -d.depth * 0.7;
    d.near = distance;
    d.tri = tri;
    return d;
}

contact_depth contact_surface_depth_by(const contact_surface *s, vec3 x, int tri) {
    foot f = foot_on(s->mesh, tri, x);
    return depth_of(s, tri, &f);
}

// The two nearest triangles so far.
typedef struct search {
    const contact_surface *s;
    vec3 x;
    foot best;
    int tri;
    double second; // squared distance of the second [m²]
} search;

// Equally near, as at a seam of polygons that are not joined: the one that is seen most squarely knows the side best.
static bool better(const search *q, const foot *f, int tri) {
    if (f->d2 != q->best.d2) return f->d2 < q->best.d2;
    double here = fabs(vec3_dot(q->s->mesh->normal[tri], f->r));
    double there = fabs(vec3_dot(q->s->mesh->normal[q->tri], q->best.r));
    return here != there ? here > there : tri < q->tri;
}

static void consider(search *q, int tri) {
    if (tri == q->tri) return;
    foot f = foot_on(q->s->mesh, tri, q->x);
    if (q->tri < 0 || better(q, &f, tri)) {
        if (q->tri >= 0) q->second = q->best.d2;
        q->best = f;
        q->tri = tri;
    } else if (f.d2 < q->second) {
        q->second = f.d2;
    }
}

// Squared distance of x from what bounds the node's triangles.
static double node_distance2(const contact_bvh_node *n, vec3 x) {
    double dx = bvh_max(bvh_max(n->lo.x - x.x, x.x - n->hi.x), 0),
           dy = bvh_max(bvh_max(n->lo.y - x.y, x.y - n->hi.y), 0),
           dz = bvh_max(bvh_max(n->lo.z - x.z, x.z - n->hi.z), 0), box = dx * dx + dy * dy + dz * dz;
    if (n->axis.x == 0 && n->axis.y == 0 && n->axis.z == 0) return box; // the node has no slab
    double h = vec3_dot(n->axis, x), out = bvh_max(bvh_max(n->low - h, h - n->high), 0);
    return bvh_max(box, out * out);
}

// All that may be among the two nearest, the nearer child first.
static void descend(search *q) {
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
            for (int i = n->first; i < n->first + n->count; i++) consider(q, tree->order[i]);
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
    if (seed >= 0) { // with its neighbours both bounds of the walk are good from the start
        consider(&q, seed);
        for (int k = 0; k < 3; k++)
            if (s->mesh->tri[seed].adj[k] >= 0) consider(&q, s->mesh->tri[seed].adj[k]);
    }
    descend(&q);
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
