// SPDX-License-Identifier: MIT
#include "contact/gjk.h"
#include "contact/polish.h"

#define CONVERGED 1e-12 // of the distance squared
#define ROUNDING 1e-15  // of the size
#define NEWTON 1e-2     // of the distance squared: so near the end Newton's method takes over on curved shapes
#define TOUCHING 1e-10  // of the size: closer than this the nearest point has no direction to trust

// The part of a simplex that the nearest point lies in.
typedef struct part {
    vec3 v; // the nearest point
    int n, index[4];
    double weight[4];
} part;

static double nth(vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

static part of_point(const contact_vertex *p, int i) { return (part){p[i].w, 1, {i}, {1}}; }

static part of_edge(const contact_vertex *p, int i, int j) {
    vec3 a = p[i].w, t = vec3_sub(p[j].w, a);
    double along = -vec3_dot(a, t), length2 = vec3_norm2(t);
    if (!(along > 0)) return of_point(p, i);
    if (!(along < length2)) return of_point(p, j);
    double u = along / length2;
    return (part){vec3_madd(a, u, t), 2, {i, j}, {1 - u, u}};
}

static part nearer(part a, part b) { return vec3_norm2(b.v) < vec3_norm2(a.v) ? b : a; }

// Twice the area of the origin's projection o with two corners, in the coordinates x and y.
static double area2(vec3 o, vec3 a, vec3 b, int x, int y) {
    return (nth(a, x) - nth(o, x)) * (nth(b, y) - nth(o, y)) - (nth(a, y) - nth(o, y)) * (nth(b, x) - nth(o, x));
}

// By the signs of the areas that the origin's projection makes with the edges, in the coordinate plane that sees the
// triangle largest (signed volumes: Montanari, Petrinic, Barbieri, ACM Transactions on Graphics 36(3), 2017).
static part of_triangle(const contact_vertex *p, int i, int j, int k) {
    vec3 a = p[i].w, b = p[j].w, c = p[k].w, n = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
    double n2 = vec3_norm2(n);
    if (!(n2 > 0)) return nearer(nearer(of_edge(p, i, j), of_edge(p, j, k)), of_edge(p, k, i));
    vec3 o = vec3_scale(vec3_dot(a, n) / n2, n);
    double nx = fabs(n.x), ny = fabs(n.y), nz = fabs(n.z);
    int drop = nx > ny ? (nx > nz ? 0 : 2) : ny > nz ? 1 : 2, x = (drop + 1) % 3, y = (drop + 2) % 3;
    double all = nth(n, drop), sign = all > 0 ? 1 : -1;
    double u[3] = {area2(o, b, c, x, y), area2(o, c, a, x, y), area2(o, a, b, x, y)};
    bool out[3] = {!(u[0] * sign > 0), !(u[1] * sign > 0), !(u[2] * sign > 0)};
    if (!out[0] && !out[1] && !out[2]) {
        double sum = u[0] + u[1] + u[2];
        return (part){o, 3, {i, j, k}, {u[0] / sum, u[1] / sum, u[2] / sum}};
    }
    part best = {.v = {INFINITY, 0, 0}};
    if (out[0]) best = nearer(best, of_edge(p, j, k));
    if (out[1]) best = nearer(best, of_edge(p, k, i));
    if (out[2]) best = nearer(best, of_edge(p, i, j));
    return best;
}

static part of_tetrahedron(const contact_vertex *p) {
    vec3 a = p[0].w, b = p[1].w, c = p[2].w, d = p[3].w;
    double u[4] = {vec3_dot(b, vec3_cross(c, d)), -vec3_dot(a, vec3_cross(c, d)), vec3_dot(a, vec3_cross(b, d)),
                   -vec3_dot(a, vec3_cross(b, c))};
    double all = u[0] + u[1] + u[2] + u[3], sign = all > 0 ? 1 : -1;
    bool out[4], any = false;
    for (int i = 0; i < 4; i++) any |= out[i] = !(u[i] * sign > 0);
    if (!any) return (part){{0, 0, 0}, 4, {0, 1, 2, 3}, {u[0] / all, u[1] / all, u[2] / all, u[3] / all}};
    part best = {.v = {INFINITY, 0, 0}};
    if (out[0]) best = nearer(best, of_triangle(p, 1, 2, 3));
    if (out[1]) best = nearer(best, of_triangle(p, 0, 2, 3));
    if (out[2]) best = nearer(best, of_triangle(p, 0, 1, 3));
    if (out[3]) best = nearer(best, of_triangle(p, 0, 1, 2));
    return best;
}

static part nearest_of(const contact_simplex *s) {
    switch (s->n) {
    case 1:
        return of_point(s->v, 0);
    case 2:
        return of_edge(s->v, 0, 1);
    case 3:
        return of_triangle(s->v, 0, 1, 2);
    default:
        return of_tetrahedron(s->v);
    }
}

static void keep(contact_simplex *s, const part *p) {
    contact_simplex kept = {.n = p->n};
    for (int i = 0; i < p->n; i++) kept.v[i] = s->v[p->index[i]], kept.weight[i] = p->weight[i];
    *s = kept;
}

static bool has(const contact_simplex *s, vec3 w) {
    for (int i = 0; i < s->n; i++)
        if (vec3_norm2(vec3_sub(s->v[i].w, w)) == 0) return true;
    return false;
}

// Newton's method from the simplex: where the cores are apart a normal that is stationary is the one.
static bool finish(const contact_convex *c, vec3 v, contact_gjk *g) {
    const contact_simplex *s = &g->simplex;
    const contact_vertex *corner[3] = {&s->v[0], &s->v[1], &s->v[2]};
    contact_polished it;
    if (!contact_polish(c, corner, s->weight, s->n, vec3_unit(vec3_scale(-1, v)), &it)) return false;
    double apart = -vec3_dot(it.n, it.w.w);
    if (!it.least || !(apart > TOUCHING * c->size)) return false;
    g->answer = CONTACT_APART, g->normal = it.n, g->distance = g->bound = apart, g->on_a = it.on_a;
    return true;
}

// Of a run that gets no nearer: apart where a support proved it, by what it proved where rounding keeps the simplex
// off.
static void settle(const contact_convex *c, bool curved, vec3 v, contact_gjk *g) {
    if (curved && g->bound > 0 && finish(c, v, g)) return;
    g->answer = g->bound > 0 ? CONTACT_APART : CONTACT_MEET;
    g->distance = vec3_norm(v);
    if (fabs(g->distance - g->bound) <= CONVERGED * g->distance + 2 * ROUNDING * c->size)
        g->normal = vec3_scale(-1 / g->distance, v);
    else
        g->distance = g->bound;
    for (int i = 0; i < g->simplex.n; i++) g->on_a = vec3_madd(g->on_a, g->simplex.weight[i], g->simplex.v[i].a);
}

void contact_gjk_run(const contact_convex *c, vec3 start, double beyond, contact_gjk *g) {
    if (!(vec3_norm2(start) > 0)) start = vec3_norm2(c->at.p) > 0 ? c->at.p : vec3_make(1, 0, 0);
    *g = (contact_gjk){.bound = -(double)INFINITY};
    bool curved = contact_curvature_of(c) != CONTACT_KINKED;
    vec3 v = vec3_scale(-1, start); // before the first support only its direction counts
    for (g->iterations = 1; g->iterations <= CONTACT_GJK_MOST; g->iterations++) {
        contact_vertex w = contact_convex_support(c, vec3_scale(-1, v));
        double v2 = vec3_norm2(v), vw = vec3_dot(v, w.w), length = sqrt(v2), gap = v2 - vw;
        if (vw > g->bound * length) g->bound = vw / length, g->normal = vec3_scale(-1 / length, v);
        if (vw > beyond * length) {
            g->answer = CONTACT_BEYOND;
            return;
        }
        if (g->simplex.n && (gap <= CONVERGED * v2 + ROUNDING * c->size * length || has(&g->simplex, w.w))) {
            settle(c, curved, v, g);
            return;
        }
        if (curved && g->simplex.n && gap <= NEWTON * v2 && finish(c, v, g)) return;
        contact_simplex more = g->simplex;
        more.v[more.n++] = w;
        part p = nearest_of(&more);
        double p2 = vec3_norm2(p.v);
        if (g->simplex.n && p.n < 4 && !(p2 < v2)) {
            settle(c, curved, v, g);
            return;
        }
        keep(&more, &p);
        g->simplex = more, v = p.v;
        if (p.n == 4 || p2 <= TOUCHING * TOUCHING * c->size * c->size) {
            g->answer = CONTACT_MEET;
            return;
        }
    }
    g->iterations = CONTACT_GJK_MOST, g->capped = true;
    settle(c, curved, v, g);
}
