// SPDX-License-Identifier: MIT
// Brute force for pairs of triangles that cut each other, without trees, lists or their code. Sweeps triangles by
// lowest x. Of those that overlap in x, the exact test decides every pair whose boxes overlap. Only pairs with one
// triangle on one side of the other's plane, by more than any rounding, are skipped: they do not cut.
#ifndef HAWSE_TESTS_CONTACT_SWEEP_H
#define HAWSE_TESTS_CONTACT_SWEEP_H

#include "contact/tree/bvh_box.h"
#include "contact/tree/pairs.h"
#include "tests/check.h"
#include <stdlib.h>

// A triangle: box, corners, plane n . x = at, and the error bound of n . x - at for all points of both meshes.
typedef struct swept {
    bvh_box box;
    int tri;
    vec3 x[3], n;
    double at, bound;
} swept;

// The same data of many triangles in columns, so that one instruction can test several.
typedef struct swept_columns {
    double *lo[3], *hi[3], *x[9], *n[3], *at, *bound;
    int64_t *keep; // may cut the tested triangle
    int count;
    double widest; // in x
} swept_columns;

// Rounding: each of u, v and the terms of n has an error of some units of 1.1e-16 of |u||v| (by components, "most"); so
// has n . x - at. 1e-14 is above five times their sum.
static swept swept_make(const contact_mesh *m, const vec3 *x, int t, vec3 reach) {
    const int *v = m->tri[t].v;
    swept s = {.tri = t, .x = {x[v[0]], x[v[1]], x[v[2]]}};
    s.box = bvh_points_box(s.x[0], s.x[1], s.x[2]);
    vec3 u = vec3_sub(s.x[1], s.x[0]), w = vec3_sub(s.x[2], s.x[0]);
    vec3 most = {fabs(u.y * w.z) + fabs(u.z * w.y), fabs(u.z * w.x) + fabs(u.x * w.z),
                 fabs(u.x * w.y) + fabs(u.y * w.x)};
    s.n = vec3_cross(u, w);
    s.at = vec3_dot(s.n, s.x[0]);
    s.bound = 1e-14 * vec3_dot(most, reach);
    return s;
}

static int swept_by_lowest_x(const void *p, const void *q) {
    const swept *a = p, *b = q;
    if (a->box.lo.x != b->box.lo.x) return a->box.lo.x < b->box.lo.x ? -1 : 1;
    return a->tri - b->tri;
}

// The mesh's triangles whose boxes overlap `within`, sorted by lowest x.
static int swept_triangles(const contact_mesh *m, const vec3 *x, bvh_box within, vec3 reach, swept *out) {
    int n = 0;
    for (int t = 0; t < m->nt; t++) {
        out[n] = swept_make(m, x, t, reach);
        if (bvh_box_meets(out[n].box, within)) n++;
    }
    if (n > 0) qsort(out, (size_t)n, sizeof *out, swept_by_lowest_x);
    return n;
}

static void set_column3(double *const column[3], int j, vec3 x) {
    column[0][j] = x.x, column[1][j] = x.y, column[2][j] = x.z;
}

static swept_columns swept_in_columns(const swept *s, int n) {
    swept_columns c = {.count = n};
    double **const column[] = {&c.lo[0], &c.lo[1], &c.lo[2], &c.hi[0], &c.hi[1], &c.hi[2], &c.x[0],
                               &c.x[1],  &c.x[2],  &c.x[3],  &c.x[4],  &c.x[5],  &c.x[6],  &c.x[7],
                               &c.x[8],  &c.n[0],  &c.n[1],  &c.n[2],  &c.at,    &c.bound};
    const size_t columns = sizeof column / sizeof *column;
    double *all = malloc(columns * ((size_t)n + 1) * sizeof *all);
    c.keep = malloc(((size_t)n + 1) * sizeof *c.keep);
    assert_true(all && c.keep);
    for (size_t k = 0; k < columns; k++) *column[k] = all + k * (size_t)n;
    for (int j = 0; j < n; j++) {
        set_column3(c.lo, j, s[j].box.lo), set_column3(c.hi, j, s[j].box.hi), set_column3(c.n, j, s[j].n);
        for (int k = 0; k < 3; k++) set_column3(c.x + 3 * k, j, s[j].x[k]);
        c.at[j] = s[j].at, c.bound[j] = s[j].bound;
        c.widest = fmax(c.widest, s[j].box.hi.x - s[j].box.lo.x);
    }
    return c;
}

static void swept_columns_free(swept_columns *c) { free(c->lo[0]), free(c->keep); }

// Flags the triangles from..to that may cut a; returns the number of boxes that overlap a's box. Without branches, so
// that the compiler can process four at a time.
static long swept_flag(const swept_columns *c, const swept *a, int from, int to) {
    const double *x0 = c->lo[0], *y0 = c->lo[1], *z0 = c->lo[2], *x1 = c->hi[0], *y1 = c->hi[1], *z1 = c->hi[2];
    const double *ax = c->x[0], *ay = c->x[1], *az = c->x[2], *bx = c->x[3], *by = c->x[4], *bz = c->x[5];
    const double *cx = c->x[6], *cy = c->x[7], *cz = c->x[8], *nx = c->n[0], *ny = c->n[1], *nz = c->n[2];
    const double *at = c->at, *bound = c->bound;
    const swept s = *a;
    const bvh_box box = s.box;
    const vec3 n = s.n, *x = s.x;
    int64_t *keep = c->keep, boxes = 0;
    for (int j = from; j < to; j++) {
        int64_t meets = (x0[j] <= box.hi.x) & (box.lo.x <= x1[j]) & (y0[j] <= box.hi.y) & (box.lo.y <= y1[j]) &
                        (z0[j] <= box.hi.z) & (box.lo.z <= z1[j]);
        double p = n.x * ax[j] + n.y * ay[j] + n.z * az[j] - s.at, q = n.x * bx[j] + n.y * by[j] + n.z * bz[j] - s.at,
               r = n.x * cx[j] + n.y * cy[j] + n.z * cz[j] - s.at;
        int64_t parted =
            ((p > s.bound) & (q > s.bound) & (r > s.bound)) | ((-p > s.bound) & (-q > s.bound) & (-r > s.bound));
        p = nx[j] * x[0].x + ny[j] * x[0].y + nz[j] * x[0].z - at[j];
        q = nx[j] * x[1].x + ny[j] * x[1].y + nz[j] * x[1].z - at[j];
        r = nx[j] * x[2].x + ny[j] * x[2].y + nz[j] * x[2].z - at[j];
        parted |=
            ((p > bound[j]) & (q > bound[j]) & (r > bound[j])) | ((-p > bound[j]) & (-q > bound[j]) & (-r > bound[j]));
        keep[j] = meets & ~parted;
        boxes += meets;
    }
    return (long)boxes;
}

// First column, at `from` or after, that begins beyond x.
static int swept_end(const swept_columns *c, int from, double x) {
    int lo = from, hi = c->count;
    while (lo < hi) {
        int middle = lo + (hi - lo) / 2;
        if (c->lo[0][middle] <= x)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

// Largest absolute coordinates of a and b.
static vec3 swept_reach(const vec3 *x, int n, const contact_mesh *b) {
    vec3 r = {0, 0, 0};
    for (int v = 0; v < n + b->nv; v++) {
        vec3 y = v < n ? x[v] : b->vertex[v - n];
        r = vec3_make(fmax(r.x, fabs(y.x)), fmax(r.y, fabs(y.y)), fmax(r.z, fabs(y.z)));
    }
    return r;
}

// Posed vertices, rounded as in contact_pairs_vertex.
static vec3 *posed_vertices(const contact_mesh *m, const pose *p) {
    vec3 *x = malloc((size_t)m->nv * sizeof *x);
    assert_non_null(x);
    for (int v = 0; v < m->nv; v++) {
        vec3 y = m->vertex[v];
        const double(*r)[3] = (const double(*)[3])p->r.m;
        x[v] = vec3_make(((r[0][0] * y.x + r[0][1] * y.y) + r[0][2] * y.z) + p->p.x,
                         ((r[1][0] * y.x + r[1][1] * y.y) + r[1][2] * y.z) + p->p.y,
                         ((r[2][0] * y.x + r[2][1] * y.y) + r[2][2] * y.z) + p->p.z);
    }
    return x;
}

// Calls found for each pair that cuts, with a posed in the frame of b; returns the number of pairs with overlapping
// boxes.
static long sweep_pairs(const contact_mesh *a, const contact_mesh *b, const pose *p, contact_pairs_found *found,
                        void *self) {
    vec3 *x = posed_vertices(a, p);
    swept *ta = malloc(((size_t)a->nt + 1) * sizeof *ta), *tb = malloc(((size_t)b->nt + 1) * sizeof *tb);
    assert_true(ta && tb);
    bvh_box all = bvh_box_empty();
    for (int v = 0; v < a->nv; v++) all = bvh_box_join(all, (bvh_box){x[v], x[v]});
    vec3 reach = swept_reach(x, a->nv, b);
    int nb = swept_triangles(b, b->vertex, all, reach, tb), first = 0;
    int na = swept_triangles(a, x, (bvh_box){b->lo, b->hi}, reach, ta);
    swept_columns c = swept_in_columns(tb, nb);
    long boxes = 0;
    for (int i = 0; i < na; i++) {
        while (first < nb && c.lo[0][first] < ta[i].box.lo.x - 2 * c.widest) first++;
        int end = swept_end(&c, first, ta[i].box.hi.x);
        boxes += swept_flag(&c, &ta[i], first, end);
        contact_cut cut;
        for (int j = first; j < end; j++)
            if (c.keep[j] && contact_tri_tri(ta[i].x, tb[j].x, &cut)) found(self, ta[i].tri, tb[j].tri, &cut);
    }
    swept_columns_free(&c);
    free(x), free(ta), free(tb);
    return boxes;
}

#endif
