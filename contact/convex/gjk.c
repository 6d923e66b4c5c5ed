// SPDX-License-Identifier: MIT
#include "contact/convex/gjk.h"
#include "contact/convex/polish.h"

#define CONVERGED 1e-12 // of the distance squared
#define ROUNDING 1e-15  // of the size
#define NEWTON 1e-2     // of the distance squared: below this gap Newton's method takes over on curved shapes
#define TOUCHING 1e-10  // of the size: below this distance the direction to the nearest point is rounding

// The part of a simplex that contains the nearest point; the corners' indices ascend.
typedef struct part {
    vec3 v; // the nearest point
    double v2;
    int n, index[4];
    double weight[4];
} part;

static double nth(vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

// Each try_ function replaces *best by its own nearest point where that is nearer.

static void try_point(const contact_vertex *p, int i, part *best) {
    double v2 = vec3_norm2(p[i].w);
    if (!(v2 < best->v2)) return;
    best->v = p[i].w, best->v2 = v2, best->n = 1, best->index[0] = i, best->weight[0] = 1;
}

static void try_edge(const contact_vertex *p, int i, int j, part *best) {
    vec3 a = p[i].w, t = vec3_sub(p[j].w, a);
    double along = -vec3_dot(a, t), length2 = vec3_norm2(t);
    if (!(along > 0)) {
        try_point(p, i, best);
        return;
    }
    if (!(along < length2)) {
        try_point(p, j, best);
        return;
    }
    double u = along / length2;
    vec3 v = vec3_madd(a, u, t);
    double v2 = vec3_norm2(v);
    if (!(v2 < best->v2)) return;
    best->v = v, best->v2 = v2, best->n = 2;
    best->index[0] = i, best->index[1] = j, best->weight[0] = 1 - u, best->weight[1] = u;
}

// Twice the area of the triangle of the origin's projection o and two corners, in the coordinates x and y.
static double area2(vec3 o, vec3 a, vec3 b, int x, int y) {
    return (nth(a, x) - nth(o, x)) * (nth(b, y) - nth(o, y)) - (nth(a, y) - nth(o, y)) * (nth(b, x) - nth(o, x));
}

// Decides by the signs of the areas between the origin's projection and the edges. Uses the coordinate plane in which
// the triangle is largest (signed volumes: Montanari, Petrinic, Barbieri, ACM Transactions on Graphics 36(3), 2017).
static void try_triangle(const contact_vertex *p, int i, int j, int k, part *best) {
    vec3 a = p[i].w, b = p[j].w, c = p[k].w, n = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
    double n2 = vec3_norm2(n);
    bool out[3] = {true, true, true};
    if (n2 > 0) {
        vec3 o = vec3_scale(vec3_dot(a, n) / n2, n);
        double nx = fabs(n.x), ny = fabs(n.y), nz = fabs(n.z);
        int drop = nx > ny ? (nx > nz ? 0 : 2) : ny > nz ? 1 : 2, x = (drop + 1) % 3, y = (drop + 2) % 3;
        double sign = nth(n, drop) > 0 ? 1 : -1;
        double u[3] = {area2(o, b, c, x, y), area2(o, c, a, x, y), area2(o, a, b, x, y)};
        for (int e = 0; e < 3; e++) out[e] = !(u[e] * sign > 0);
        if (!out[0] && !out[1] && !out[2]) {
            double sum = u[0] + u[1] + u[2], o2 = vec3_norm2(o);
            if (o2 < best->v2) *best = (part){o, o2, 3, {i, j, k}, {u[0] / sum, u[1] / sum, u[2] / sum}};
            return;
        }
    }
    if (out[0]) try_edge(p, j, k, best);
    if (out[1]) try_edge(p, i, k, best);
    if (out[2]) try_edge(p, i, j, best);
}

static void try_tetrahedron(const contact_vertex *p, part *best) {
    vec3 a = p[0].w, b = p[1].w, c = p[2].w, d = p[3].w, ab = vec3_cross(a, b), cd = vec3_cross(c, d);
    double u[4] = {vec3_dot(b, cd), -vec3_dot(a, cd), vec3_dot(d, ab), -vec3_dot(c, ab)};
    double all = u[0] + u[1] + u[2] + u[3], sign = all > 0 ? 1 : -1;
    bool out[4], any = false;
    for (int i = 0; i < 4; i++) any |= out[i] = !(u[i] * sign > 0);
    if (!any) {
        *best = (part){{0, 0, 0}, 0, 4, {0, 1, 2, 3}, {u[0] / all, u[1] / all, u[2] / all, u[3] / all}};
        return;
    }
    if (out[0]) try_triangle(p, 1, 2, 3, best);
    if (out[1]) try_triangle(p, 0, 2, 3, best);
    if (out[2]) try_triangle(p, 0, 1, 3, best);
    if (out[3]) try_triangle(p, 0, 1, 2, best);
}

static void nearest_of(const contact_vertex *v, int n, part *best) {
    best->v = v[0].w, best->v2 = INFINITY, best->n = 0;
    if (n == 1) try_point(v, 0, best);
    if (n == 2) try_edge(v, 0, 1, best);
    if (n == 3) try_triangle(v, 0, 1, 2, best);
    if (n == 4) try_tetrahedron(v, best);
}

static void reduce_simplex(contact_simplex *s, const part *p) {
    for (int i = 0; i < p->n; i++) {
        if (p->index[i] != i) s->v[i] = s->v[p->index[i]];
        s->weight[i] = p->weight[i];
    }
    s->n = p->n;
}

static bool contains_vertex(const contact_simplex *s, vec3 w) {
    for (int i = 0; i < s->n; i++)
        if (s->v[i].w.x == w.x && s->v[i].w.y == w.y && s->v[i].w.z == w.z) return true;
    return false;
}

// Newton's method from the simplex: where the cores are apart, any stationary normal is the separating one.
static bool polish_simplex(const contact_convex *c, vec3 v, contact_gjk *g) {
    const contact_simplex *s = &g->simplex;
    const contact_vertex *corner[3] = {&s->v[0], &s->v[1], &s->v[2]};
    contact_polished it;
    if (!contact_polish(c, corner, s->weight, s->n, vec3_unit(vec3_scale(-1, v)), &it)) return false;
    double apart = -vec3_dot(it.n, it.w.w);
    if (!it.least || !(apart > TOUCHING * c->size)) return false;
    g->answer = CONTACT_APART, g->normal = it.n, g->distance = g->bound = apart, g->on_a = it.on_a;
    return true;
}

// Answer of a run that makes no more progress: apart if a support proved it. Where rounding keeps the simplex from the
// bound, the distance is the proven bound.
static void set_final_answer(const contact_convex *c, bool curved, vec3 v, contact_gjk *g) {
    if (curved && g->bound > 0 && polish_simplex(c, v, g)) return;
    g->answer = g->bound > 0 ? CONTACT_APART : CONTACT_MEET;
    g->distance = vec3_norm(v);
    if (fabs(g->distance - g->bound) <= CONVERGED * g->distance + 2 * ROUNDING * c->size)
        g->normal = vec3_scale(-1 / g->distance, v);
    else
        g->distance = g->bound;
    g->on_a = vec3_make(0, 0, 0);
    for (int i = 0; i < g->simplex.n; i++) g->on_a = vec3_madd(g->on_a, g->simplex.weight[i], g->simplex.v[i].a);
}

void contact_gjk_run(const contact_convex *c, vec3 start, double beyond, contact_gjk *g) {
    if (!(vec3_norm2(start) > 0)) start = vec3_norm2(c->at.p) > 0 ? c->at.p : vec3_make(1, 0, 0);
    contact_simplex *s = &g->simplex;
    g->bound = -(double)INFINITY, g->capped = false, s->n = 0;
    bool curved = contact_curvature_of(c) != CONTACT_KINKED;
    vec3 v = vec3_scale(-1, start); // before the first support only its direction counts
    double v2 = vec3_norm2(v);
    for (g->iterations = 1; g->iterations <= CONTACT_GJK_MOST; g->iterations++) {
        contact_vertex *w = &s->v[s->n];
        contact_convex_support(c, vec3_scale(-1, v), w);
        double vw = vec3_dot(v, w->w), length = sqrt(v2), gap = v2 - vw;
        if (vw > g->bound * length) g->bound = vw / length, g->normal = vec3_scale(-1 / length, v);
        if (vw > beyond * length) {
            g->answer = CONTACT_BEYOND;
            return;
        }
        if (s->n && (gap <= CONVERGED * v2 + ROUNDING * c->size * length || contains_vertex(s, w->w))) {
            set_final_answer(c, curved, v, g);
            return;
        }
        if (curved && s->n && gap <= NEWTON * v2 && polish_simplex(c, v, g)) return;
        part p;
        nearest_of(s->v, s->n + 1, &p);
        if (s->n && p.n < 4 && !(p.v2 < v2)) {
            set_final_answer(c, curved, v, g);
            return;
        }
        reduce_simplex(s, &p);
        v = p.v, v2 = p.v2;
        if (p.n == 4 || v2 <= TOUCHING * TOUCHING * c->size * c->size) {
            g->answer = CONTACT_MEET;
            return;
        }
    }
    g->iterations = CONTACT_GJK_MOST, g->capped = true;
    set_final_answer(c, curved, v, g);
}
