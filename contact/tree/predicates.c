// SPDX-License-Identifier: MIT
// An expansion is a sum of doubles that do not overlap, smallest first, without zeros; an empty one is zero. Sums and
// products of expansions are exact (Shewchuk 1997 §2). They need round-to-nearest and no contraction to FMA.
#include "contact/tree/predicates.h"

// x + y = a + b exactly, x = fl(a + b) (Knuth).
static inline void two_sum(double a, double b, double *x, double *y) {
    double s = a + b, bv = s - a, av = s - bv;
    *x = s;
    *y = (a - av) + (b - bv);
}

// x + y = a b exactly, x = fl(a b).
static inline void two_product(double a, double b, double *x, double *y) {
    *x = a * b;
    *y = fma(a, b, -*x);
}

// e + f into h (room for ne + nf): components merged by magnitude, then swept by two_sum (Shewchuk, theorem 13).
static int expansion_sum(const double *e, int ne, const double *f, int nf, double *h) {
    double q = 0, low;
    int i = 0, j = 0, n = 0;
    while (i < ne || j < nf) {
        double next = j == nf || (i < ne && fabs(e[i]) < fabs(f[j])) ? e[i++] : f[j++];
        two_sum(q, next, &q, &low);
        if (low != 0) h[n++] = low;
    }
    if (q != 0) h[n++] = q;
    return n;
}

// b e into h (room for 2 ne) (Shewchuk, theorem 19).
static int expansion_scale(const double *e, int ne, double b, double *h) {
    double q = 0, high, low, sum, tail;
    int n = 0;
    for (int i = 0; i < ne; i++) {
        two_product(e[i], b, &high, &low);
        two_sum(q, low, &sum, &tail);
        if (tail != 0) h[n++] = tail;
        two_sum(high, sum, &q, &tail);
        if (tail != 0) h[n++] = tail;
    }
    if (q != 0) h[n++] = q;
    return n;
}

// e f into h (room for 4 ne) for f of at most two components.
static int expansion_times(const double *e, int ne, const double *f, int nf, double *h) {
    double g0[64], g1[64];
    if (nf == 0) return 0;
    if (nf == 1) return expansion_scale(e, ne, f[0], h);
    int n0 = expansion_scale(e, ne, f[0], g0), n1 = expansion_scale(e, ne, f[1], g1);
    return expansion_sum(g0, n0, g1, n1, h);
}

static double expansion_value(const double *e, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += e[i];
    return s;
}

// A coordinate difference: two components at most.
typedef struct term {
    double c[2];
    int n;
} term;

typedef struct term3 {
    term x, y, z;
} term3;

static term term_difference(double a, double b) {
    double high, low;
    term t = {{0, 0}, 0};
    two_sum(a, -b, &high, &low);
    if (low != 0) t.c[t.n++] = low;
    if (high != 0) t.c[t.n++] = high;
    return t;
}

static term3 term3_difference(vec3 a, vec3 b) {
    return (term3){term_difference(a.x, b.x), term_difference(a.y, b.y), term_difference(a.z, b.z)};
}

// a d - b c into h (room for 16).
static int minor2(const term *a, const term *b, const term *c, const term *d, double *h) {
    double ad[8], bc[8];
    int n_ad = expansion_times(a->c, a->n, d->c, d->n, ad), n_bc = expansion_times(b->c, b->n, c->c, c->n, bc);
    for (int i = 0; i < n_bc; i++) bc[i] = -bc[i];
    return expansion_sum(ad, n_ad, bc, n_bc, h);
}

// det(u, v, w) = (u x v) . w, exactly, rounded at the end.
static double determinant3(const term3 *u, const term3 *v, const term3 *w) {
    double m[16], x[64], y[64], z[64], xy[128], all[192];
    int n = minor2(&u->y, &u->z, &v->y, &v->z, m);
    int nx = expansion_times(m, n, w->x.c, w->x.n, x);
    n = minor2(&u->z, &u->x, &v->z, &v->x, m);
    int ny = expansion_times(m, n, w->y.c, w->y.n, y);
    n = minor2(&u->x, &u->y, &v->x, &v->y, m);
    int nz = expansion_times(m, n, w->z.c, w->z.n, z);
    int nxy = expansion_sum(x, nx, y, ny, xy);
    n = expansion_sum(xy, nxy, z, nz, all);
    return expansion_value(all, n);
}

double contact_orient3d_exact(vec3 a, vec3 b, vec3 c, vec3 d) {
    term3 u = term3_difference(b, a), v = term3_difference(c, a), w = term3_difference(d, a);
    return determinant3(&u, &v, &w);
}

double contact_orient3d(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 u = vec3_sub(b, a), v = vec3_sub(c, a), w = vec3_sub(d, a);
    double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    double det = (yz - zy) * w.x + (zx - xz) * w.y + (xy - yx) * w.z;
    double permanent =
        (fabs(yz) + fabs(zy)) * fabs(w.x) + (fabs(zx) + fabs(xz)) * fabs(w.y) + (fabs(xy) + fabs(yx)) * fabs(w.z);
    double bound = CONTACT_ORIENT3D_BOUND * permanent;
    if (det > bound || -det > bound) return det;
    return contact_orient3d_exact(a, b, c, d);
}

int contact_cross_sign(vec3 a, vec3 b, vec3 c, vec3 d) {
    term3 u = term3_difference(b, a), v = term3_difference(d, c);
    const term *pair[3][4] = {{&u.y, &u.z, &v.y, &v.z}, {&u.z, &u.x, &v.z, &v.x}, {&u.x, &u.y, &v.x, &v.y}};
    double h[16];
    for (int i = 0; i < 3; i++) {
        int n = minor2(pair[i][0], pair[i][1], pair[i][2], pair[i][3], h);
        if (n > 0) return h[n - 1] > 0 ? 1 : -1;
    }
    return 0;
}
