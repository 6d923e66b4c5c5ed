// SPDX-License-Identifier: MIT
// One hull triangle against one link: rejected cheaply, or its hits and stretches.
//
// Sides. v = curve point - hull point. A hit counts when v points to the face's outer side. A curve that runs below the
// face is still held, along the face's normal and with the depth below it, down to one tube radius: deeper, the face is
// a far side. Where the curve crosses the face, the middle of the link tells the side it came from.
#include "contact/link_detect.h"

static const double PARALLEL = 0.9986;    // cosine of 3 deg: an edge that runs along a straight piece
static const double CONE_SLACK = 1e-9;    // sine; ties of coplanar faces pass
static const double PIERCED_SLACK = 1e-9; // of the tube: nearer than this v has no direction

// A triangle under examination.
typedef struct touch {
    const link_touching *w;
    int triangle;
    vec3 p[3];
    link_plane plane;
    double middle;    // signed distance of the link's middle from the plane [m]
    link_hit best[4]; // deepest hit of each primitive; depth 0: none
} touch;

// True when no point of the tube reaches the triangle, by its box and by a sphere about its centroid.
static bool out_of_reach(const contact_link_shape *s, const vec3 p[3]) {
    vec3 lo = vec3_min(p[0], vec3_min(p[1], p[2])), hi = vec3_max(p[0], vec3_max(p[1], p[2]));
    double x = s->radius + s->tube, z = s->half + s->radius + s->tube;
    if (lo.x > x || hi.x < -x || lo.y > s->tube || hi.y < -s->tube || lo.z > z || hi.z < -z) return true;
    vec3 c = vec3_scale(1.0 / 3, vec3_add(p[0], vec3_add(p[1], p[2])));
    double r2 = fmax(vec3_norm2(vec3_sub(p[0], c)), fmax(vec3_norm2(vec3_sub(p[1], c)), vec3_norm2(vec3_sub(p[2], c))));
    int primitive;
    double reach = s->tube + sqrt(r2);
    return vec3_norm2(vec3_sub(link_curve_nearest(s, c, &primitive), c)) >= reach * reach;
}

// A vertex q: v.e <= 0 for every edge e that leaves it means that the distance does not fall into any face around it.
static bool in_corner_cone(const contact_mesh *m, int vertex, vec3 v, double slack) {
    for (int k = m->vertex_tri_start[vertex]; k < m->vertex_tri_start[vertex + 1]; k++) {
        const contact_tri *t = &m->tri[m->vertex_tri[k]];
        for (int j = 0; j < 3; j++) {
            if (t->v[j] == vertex) continue;
            vec3 e = vec3_sub(m->vertex[t->v[j]], m->vertex[vertex]);
            if (vec3_dot(v, e) > slack * vec3_norm(e)) return false;
        }
    }
    return true;
}

// Edge k of a triangle: the distance must not fall into either face.
static bool in_edge_cone(const contact_mesh *m, int triangle, int k, vec3 v, double slack) {
    const contact_tri *t = &m->tri[triangle];
    vec3 e = vec3_sub(m->vertex[t->v[(k + 1) % 3]], m->vertex[t->v[k]]);
    double bound = slack * vec3_norm(e);
    if (vec3_dot(v, vec3_cross(m->normal[triangle], e)) > bound) return false;
    return t->adj[k] < 0 || vec3_dot(v, vec3_cross(e, m->normal[t->adj[k]])) <= bound;
}

// Whether q, at `where` on the triangle, is a local minimum over the whole surface of the distance to the curve point
// q + v: v must lie in the surface's normal cone there. v in the hull frame.
static bool in_normal_cone(const contact_mesh *m, int triangle, int where, vec3 v) {
    double slack = CONE_SLACK * vec3_norm(v);
    if (where >= LINK_FACE) return true;
    if (where >= LINK_CORNER) return in_corner_cone(m, m->tri[triangle].v[where - LINK_CORNER], v, slack);
    return in_edge_cone(m, triangle, where - LINK_EDGE, v, slack);
}

// Outer side of the face, or beside it; the border of an open sheet is held from all sides.
static bool in_front(const touch *t, int where, vec3 v) {
    if (where < LINK_CORNER && t->w->hull->tri[t->triangle].adj[where - LINK_EDGE] == -1) return true;
    return vec3_dot(v, t->plane.n) >= -CONE_SLACK * vec3_norm(v);
}

static void keep(touch *t, int primitive, double depth, vec3 curve, vec3 normal) {
    if (depth > t->best[primitive].depth) t->best[primitive] = (link_hit){t->triangle, primitive, depth, curve, normal};
}

static void keep_candidate(touch *t, const link_candidate *c) {
    const link_touching *w = t->w;
    double tube = w->shape->tube, distance = sqrt(c->f);
    if (c->pierced || distance < PIERCED_SLACK * tube) {
        if (t->middle >= 0) keep(t, c->primitive, tube, c->p, t->plane.n);
        return;
    }
    int primitive;
    vec3 curve = link_curve_nearest(w->shape, c->p, &primitive), v = vec3_sub(curve, c->p);
    if (c->where < LINK_CORNER) { // square to the edge but for what the search left
        vec3 e = vec3_sub(t->p[(c->where + 1) % 3], t->p[c->where]);
        v = vec3_madd(v, -vec3_dot(v, e) / vec3_norm2(e), e);
    }
    if (!in_front(t, c->where, v)) return;
    if (!in_normal_cone(w->hull, t->triangle, c->where, mat3_mul(&w->link->r, v))) return;
    keep(t, c->primitive, tube - distance, curve, vec3_unit(v));
}

// The curve's lowest point, where it is below the face.
static void keep_sunk(touch *t) {
    const contact_link_shape *s = t->w->shape;
    vec3 low = vec3_scale(-1, link_curve_support(s, t->plane.n)), q;
    double g = vec3_dot(t->plane.n, vec3_sub(low, t->plane.p0));
    if (g >= 0 || g < -s->tube || t->middle < 0 || !link_plane_below(&t->plane, low, &q)) return;
    keep(t, low.z > 0 ? 2 : 3, s->tube - g, low, t->plane.n);
}

static void add_stretch(link_touching *w, const link_stretch *x) {
    if (!(x->depth[0] > 0 || x->depth[1] > 0)) return;
    if (w->n_stretches == LINK_STRETCHES_MAX)
        w->dropped++;
    else
        w->stretch[w->n_stretches++] = *x;
}

static vec3 straight_point(const contact_link_shape *s, int straight, double z) {
    return vec3_make(straight == 0 ? s->radius : -s->radius, 0, z);
}

static void add_face_stretch(link_touching *w, const touch *t, int straight) {
    const contact_link_shape *s = w->shape;
    link_stretch x = {.triangle = t->triangle, .straight = straight, .normal = {t->plane.n, t->plane.n}};
    if (!link_plane_cover(&t->plane, s, straight, &x.z[0], &x.z[1])) return;
    for (int i = 0; i < 2; i++) {
        double g = vec3_dot(t->plane.n, vec3_sub(straight_point(s, straight, x.z[i]), t->plane.p0));
        if (g < -s->tube || (g < 0 && t->middle < 0)) return;
        x.depth[i] = s->tube - g;
    }
    add_stretch(w, &x);
}

// Along edge k; both faces of an edge give it, so that each patch has it.
static void add_edge_stretch(link_touching *w, const touch *t, int straight, int k) {
    const contact_link_shape *s = w->shape;
    vec3 a = t->p[k], b = t->p[(k + 1) % 3], e = vec3_sub(b, a);
    double length = vec3_norm(e);
    if (fabs(e.z) < PARALLEL * length) return;
    // z of the curve points whose feet are a and b: those on the edge's line below z have parameter (z - foot) e.z /
    // e².
    vec3 c0 = straight_point(s, straight, 0);
    double za = vec3_dot(vec3_sub(a, c0), e) / e.z, zb = vec3_dot(vec3_sub(b, c0), e) / e.z;
    link_stretch x = {.triangle = t->triangle, .straight = straight};
    x.z[0] = fmax(-s->half, fmin(za, zb));
    x.z[1] = fmin(s->half, fmax(za, zb));
    if (x.z[0] > x.z[1]) return;
    for (int i = 0; i < 2; i++) {
        vec3 c = straight_point(s, straight, x.z[i]);
        double along = vec3_dot(vec3_sub(c, a), e) / (length * length);
        vec3 v = vec3_sub(c, vec3_madd(a, along, e));
        double distance = vec3_norm(v);
        if (distance < PIERCED_SLACK * s->tube) return;
        if (!in_normal_cone(w->hull, t->triangle, LINK_EDGE + k, mat3_mul(&w->link->r, v))) return;
        x.depth[i] = s->tube - distance;
        x.normal[i] = vec3_scale(1 / distance, v);
    }
    add_stretch(w, &x);
}

static void add_hits(link_touching *w, const touch *t, link_touched *row) {
    for (int k = 0; k < 4; k++) {
        if (!(t->best[k].depth > 0)) continue;
        row->depth = fmax(row->depth, t->best[k].depth);
        if (w->n_hits == LINK_HITS_MAX)
            w->dropped++;
        else
            w->hit[w->n_hits++] = t->best[k];
    }
}

void link_touch(link_touching *w, int index) {
    const contact_link_shape *s = w->shape;
    const contact_tri *tri = &w->hull->tri[index];
    vec3 n = mat3_tmul(&w->link->r, w->hull->normal[index]);
    touch t = {.w = w, .triangle = index, .p = {pose_point_inverse(w->link, w->hull->vertex[tri->v[0]])}};
    t.middle = -vec3_dot(n, t.p[0]);
    double extent = s->half * fabs(n.z) + s->radius * sqrt(n.x * n.x + n.z * n.z);
    if (t.middle - extent > s->tube || t.middle + extent < -s->tube) return; // no point of the curve near the plane
    for (int k = 1; k < 3; k++) t.p[k] = pose_point_inverse(w->link, w->hull->vertex[tri->v[k]]);
    if (out_of_reach(s, t.p)) return;
    t.plane = link_plane_of(t.p);
    link_scan scan = {.limit = s->tube * s->tube, .nearest = false};
    link_scan_triangle(s, t.p, &t.plane, &scan);
    if (scan.n == 0) return;
    if (w->n_touched == LINK_TOUCHED_MAX) {
        w->dropped++;
        return;
    }
    link_touched *row = &w->touched[w->n_touched++];
    *row = (link_touched){index, -1, 0};
    for (int i = 0; i < scan.n; i++) keep_candidate(&t, &scan.at[i]);
    keep_sunk(&t);
    add_hits(w, &t, row);
    for (int straight = 0; straight < 2; straight++) {
        add_face_stretch(w, &t, straight);
        for (int k = 0; k < 3; k++) add_edge_stretch(w, &t, straight, k);
    }
}
