// SPDX-License-Identifier: MIT
// Newton's method for a shortest way out of A - B. There the point d n with the normal n is a mean of points w_i(n) of
// the smooth patches that meet there (a vertex, a rim, an ellipsoid, of either shape), all supports along n:
//   sum l_i w_i(n) = d n,  (w_i - w_0) . n = 0,  sum l_i = 1,  |n| = 1.
// The unknowns are n in its tangent plane and the weights l_i. The derivative of w_i is the Hessian H_i of the patch's
// support function. A stationary n is a minimum where the reduced sum l_i H_i - d I is positive.
#include "contact/convex/polish.h"

#define STEPS 8       // of Newton's method on one set of patches
#define CHANGES 4     // sets of patches
#define LONGEST 0.3   // largest step [rad]
#define SETTLED 1e-6  // last step [rad]: the next would be about its square
#define BALANCED 1e-9 // of the size: residual of the equations
#define VALLEY 1e-9   // of the size: added to the matrix, which a level valley would otherwise make singular
#define OUTWARD 1e-12 // of the size: tolerated support beyond the patches

typedef struct patch {
    const contact_shape *a, *b; // NULL: the vertex at_a or at_b
    bool top_a, top_b;          // the frustum's upper rim
    vec3 at_a, at_b;            // vertices, a's frame
    double weight;
} patch;

// The tangent plane of n.
typedef struct tangent {
    vec3 u, v;
} tangent;

static bool is_curved(const contact_shape *s) {
    return s->kind == CONTACT_SPHERE || s->kind == CONTACT_ELLIPSOID || s->kind == CONTACT_FRUSTUM;
}

contact_curvature contact_curvature_of(const contact_convex *c) {
    bool smooth = is_curved(c->a) && c->a->kind != CONTACT_FRUSTUM && is_curved(c->b) && c->b->kind != CONTACT_FRUSTUM;
    return smooth ? CONTACT_SMOOTH : is_curved(c->a) || is_curved(c->b) ? CONTACT_MIXED : CONTACT_KINKED;
}

static vec3 semi_axes(const contact_shape *s) {
    return s->kind == CONTACT_SPHERE ? vec3_make(s->size.x, s->size.x, s->size.x) : s->size;
}

// The patch of A - B that contains a vertex.
static patch patch_of(const contact_convex *c, const contact_vertex *v) {
    vec3 b = vec3_sub(v->a, v->w), own = pose_point_inverse(&c->at, b);
    patch p = {.at_a = v->a, .at_b = b};
    if (is_curved(c->a)) p.a = c->a, p.top_a = c->a->kind == CONTACT_FRUSTUM && v->a.z > c->a->size.z / 2;
    if (is_curved(c->b)) p.b = c->b, p.top_b = c->b->kind == CONTACT_FRUSTUM && own.z > c->b->size.z / 2;
    return p;
}

static bool is_same_patch(const contact_convex *c, const patch *p, const patch *q) {
    double close = 1e-12 * c->size;
    bool a = p->a ? p->top_a == q->top_a : vec3_norm(vec3_sub(p->at_a, q->at_a)) <= close,
         b = p->b ? p->top_b == q->top_b : vec3_norm(vec3_sub(p->at_b, q->at_b)) <= close;
    return a && b;
}

// Gathers the patches of the corners, each once, with its total weight.
static int gather_patches(const contact_convex *c, const contact_vertex *const *v, const double *weight, int corners,
                          patch *p) {
    int n = 0;
    for (int i = 0; i < corners; i++) {
        patch q = patch_of(c, v[i]);
        int k = 0;
        while (k < n && !is_same_patch(c, &p[k], &q)) k++;
        if (k == n) p[n++] = q;
        p[k].weight += weight[i];
    }
    return n;
}

// The patch's support along n, own frame; adds scale times its Hessian in the plane spanned by u and v to k.
static vec3 evaluate_patch(const contact_shape *s, bool top, vec3 n, vec3 u, vec3 v, double scale, double k[3]) {
    if (s->kind != CONTACT_FRUSTUM) {
        vec3 r = semi_axes(s), d = {r.x * n.x, r.y * n.y, r.z * n.z};
        double h = vec3_norm(d);
        vec3 e = vec3_scale(1 / h, d), du = {r.x * u.x, r.y * u.y, r.z * u.z}, dv = {r.x * v.x, r.y * v.y, r.z * v.z};
        double eu = vec3_dot(e, du), ev = vec3_dot(e, dv);
        k[0] += scale * (vec3_norm2(du) - eu * eu) / h, k[1] += scale * (vec3_dot(du, dv) - eu * ev) / h;
        k[2] += scale * (vec3_norm2(dv) - ev * ev) / h;
        return vec3_make(r.x * e.x, r.y * e.y, r.z * e.z);
    }
    double radius = top ? s->size.y : s->size.x, across = sqrt(n.x * n.x + n.y * n.y);
    if (!(across > 0)) return vec3_make(radius, 0, top ? s->size.z : 0);
    double inverse = 1 / across, x = n.x * inverse, y = n.y * inverse, tu = x * u.y - y * u.x, tv = x * v.y - y * v.x,
           f = scale * radius * inverse;
    k[0] += f * tu * tu, k[1] += f * tu * tv, k[2] += f * tv * tv;
    return vec3_make(radius * x, radius * y, top ? s->size.z : 0);
}

static vec3 patch_support(const contact_convex *c, const patch *p, vec3 n, const tangent *t, double k[3], vec3 *on_a) {
    vec3 a = p->at_a, b = p->at_b;
    if (p->a) a = evaluate_patch(p->a, p->top_a, n, t->u, t->v, p->weight, k);
    if (p->b) {
        const mat3 *r = &c->at.r;
        vec3 own = evaluate_patch(p->b, p->top_b, mat3_tmul(r, vec3_scale(-1, n)), mat3_tmul(r, t->u),
                                  mat3_tmul(r, t->v), p->weight, k);
        b = pose_point(&c->at, own);
    }
    *on_a = vec3_madd(*on_a, p->weight, a);
    return vec3_sub(a, b);
}

// Solves the n x n system (n <= 4) in place, pivoting by rows; false: singular.
static bool solve_linear(double a[4][5], int n) {
    for (int i = 0; i < n; i++) {
        int best = i;
        for (int r = i + 1; r < n; r++)
            if (fabs(a[r][i]) > fabs(a[best][i])) best = r;
        if (!(fabs(a[best][i]) > 1e-300)) return false;
        for (int k = 0; k <= n && best != i; k++) {
            double swap = a[i][k];
            a[i][k] = a[best][k], a[best][k] = swap;
        }
        double inverse = 1 / a[i][i];
        for (int r = 0; r < n; r++) {
            if (r == i) continue;
            double f = a[r][i] * inverse;
            for (int k = i; k <= n; k++) a[r][k] -= f * a[i][k];
        }
    }
    for (int i = 0; i < n; i++) a[i][n] /= a[i][i];
    return true;
}

// Linearisation of one step: the patches' supports, their mean, the reduced matrix.
typedef struct linearisation {
    tangent t;
    vec3 w[3], mean, on_a; // on_a: of the mean
    double k[3], residual;
} linearisation;

static void linearise(const contact_convex *c, const patch *p, int patches, vec3 n, linearisation *l) {
    l->t.u = vec3_any_normal(n), l->t.v = vec3_cross(n, l->t.u);
    l->mean = l->on_a = vec3_make(0, 0, 0);
    l->k[0] = l->k[1] = l->k[2] = 0;
    for (int i = 0; i < patches; i++) {
        l->w[i] = patch_support(c, &p[i], n, &l->t, l->k, &l->on_a);
        l->mean = vec3_madd(l->mean, p[i].weight, l->w[i]);
    }
    double d = vec3_dot(l->mean, n);
    l->k[0] += VALLEY * c->size - d, l->k[2] += VALLEY * c->size - d;
    l->residual = fmax(fabs(vec3_dot(l->mean, l->t.u)), fabs(vec3_dot(l->mean, l->t.v)));
    for (int i = 1; i < patches; i++) l->residual = fmax(l->residual, fabs(vec3_dot(vec3_sub(l->w[i], l->w[0]), n)));
}

// One step of Newton's method: turns n and shifts the weights. Returns the angle of the turn [rad], or -1 if singular.
static double step_newton(const linearisation *l, patch *p, int patches, vec3 *n) {
    int m = patches - 1, size = 2 + m;
    double a[4][5] = {{l->k[0], l->k[1]}, {l->k[1], l->k[2]}};
    a[0][size] = -vec3_dot(l->mean, l->t.u), a[1][size] = -vec3_dot(l->mean, l->t.v);
    for (int i = 0; i < m; i++) {
        vec3 e = vec3_sub(l->w[i + 1], l->w[0]);
        a[0][2 + i] = a[2 + i][0] = vec3_dot(e, l->t.u), a[1][2 + i] = a[2 + i][1] = vec3_dot(e, l->t.v);
        a[2 + i][size] = -vec3_dot(e, *n);
    }
    if (!solve_linear(a, size)) return -1;
    double angle = sqrt(a[0][size] * a[0][size] + a[1][size] * a[1][size]),
           scale = angle > LONGEST ? LONGEST / angle : 1;
    *n = vec3_unit(vec3_madd(vec3_madd(*n, scale * a[0][size], l->t.u), scale * a[1][size], l->t.v));
    for (int i = 0; i < m; i++) p[i + 1].weight += scale * a[2 + i][size], p[0].weight -= scale * a[2 + i][size];
    return angle;
}

// Whether the support grows in every direction that keeps the patches together: n is a minimum.
static bool is_minimum(const linearisation *l, int patches, double size) {
    double some = -1e-12 * size;
    if (patches == 1) return l->k[0] + l->k[2] >= some && l->k[0] * l->k[2] - l->k[1] * l->k[1] >= some * size;
    if (patches > 2) return true;
    vec3 e = vec3_sub(l->w[1], l->w[0]);
    double x = -vec3_dot(e, l->t.v), y = vec3_dot(e, l->t.u);
    return l->k[0] * x * x + 2 * l->k[1] * x * y + l->k[2] * y * y >= some * (x * x + y * y);
}

// Drops the patch with the most negative weight; false: no weight is negative.
static bool drop_negative_patch(patch *p, int *patches) {
    int worst = 0;
    for (int i = 1; i < *patches; i++)
        if (p[i].weight < p[worst].weight) worst = i;
    if (!(p[worst].weight < -1e-9)) return false;
    double rest = 1 - p[worst].weight;
    p[worst] = p[--*patches];
    for (int i = 0; i < *patches; i++) p[i].weight /= rest;
    return true;
}

// Adds the patch of a support beyond the present ones; false: it is already among them, or there is no room.
static bool add_patch(const contact_convex *c, const contact_vertex *w, patch *p, int *patches) {
    patch q = patch_of(c, w);
    for (int i = 0; i < *patches; i++)
        if (is_same_patch(c, &p[i], &q)) return false;
    if (*patches == 3) return false;
    p[(*patches)++] = q;
    return true;
}

// Newton's method on these patches; true: converged, and *l is the linearisation there.
static bool solve_newton(const contact_convex *c, patch *p, int patches, vec3 *n, linearisation *l) {
    double angle = 1;
    for (int step = 0; step < STEPS; step++) {
        linearise(c, p, patches, *n, l);
        if (angle <= SETTLED && l->residual <= BALANCED * c->size) return true;
        angle = step_newton(l, p, patches, n);
        if (!(angle >= 0)) return false;
    }
    return false;
}

bool contact_polish(const contact_convex *c, const contact_vertex *const *v, const double *weight, int k, vec3 n,
                    contact_polished *out) {
    patch p[3] = {0};
    int patches = gather_patches(c, v, weight, k, p);
    linearisation l;
    for (int change = 0; change < CHANGES && solve_newton(c, p, patches, &n, &l); change++) {
        if (drop_negative_patch(p, &patches)) continue;
        vec3 on_a = vec3_madd(l.on_a, -c->round_a, n);
        out->n = n, out->least = is_minimum(&l, patches, c->size), out->on_a = on_a;
        contact_convex_support(c, n, &out->w);
        double beyond = vec3_dot(out->w.w, n) + c->round_a + c->round_b - vec3_dot(l.mean, n);
        if (beyond <= OUTWARD * c->size) return true;
        if (!add_patch(c, &out->w, p, &patches)) return false;
    }
    return false;
}
