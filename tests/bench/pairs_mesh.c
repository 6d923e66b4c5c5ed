// SPDX-License-Identifier: MIT
// Finer and coarser meshes of one surface.
#include "contact/mesh/mesh.h"
#include "contact/prepare/load.h"
#include "tests/bench/pairs.h"
#include "tests/contact/tri_kind.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t n, size_t size) {
    void *p = calloc(n + 1, size);
    if (p) return p;
    fprintf(stderr, "bench_pairs: out of memory\n");
    exit(3);
}

static vec3 vertex_of(const pairs_mesh *m, int v) {
    return vec3_make(m->vertex[3 * v], m->vertex[3 * v + 1], m->vertex[3 * v + 2]);
}

static pairs_mesh copy_mesh(const contact_mesh *c) {
    pairs_mesh m = {c->nv, c->nt, allocate(3 * (size_t)c->nv, sizeof(double)),
                    allocate(3 * (size_t)c->nt, sizeof(int))};
    memcpy(m.vertex, c->vertex, 3 * (size_t)c->nv * sizeof(double));
    for (int i = 0; i < c->nt; i++) memcpy(m.tri + 3 * i, c->tri[i].v, 3 * sizeof(int));
    return m;
}

pairs_mesh pairs_mesh_load(const char *path) {
    rt_diag d = {0};
    contact_mesh c;
    if (contact_mesh_load(path, NULL, &c, NULL, &d) != RT_OK) {
        fputs(d.text, stderr);
        exit(2);
    }
    pairs_mesh m = copy_mesh(&c);
    contact_mesh_free(&c);
    return m;
}

void pairs_mesh_free(pairs_mesh *m) {
    free(m->vertex), free(m->tri);
    *m = (pairs_mesh){0};
}

// An edge of a triangle. Sorted by length, longest first, then by vertices: the triangles on both sides of an edge are
// neighbours and are halved together.
typedef struct edge {
    double length2;
    int u, v, tri;
} edge;

static int compare_edges(const void *x, const void *y) {
    const edge *a = x, *b = y;
    if (a->length2 != b->length2) return a->length2 > b->length2 ? -1 : 1;
    if (a->u != b->u) return a->u < b->u ? -1 : 1;
    if (a->v != b->v) return a->v < b->v ? -1 : 1;
    return a->tri < b->tri ? -1 : a->tri > b->tri;
}

// A ball in which edges are not halved.
typedef struct place {
    vec3 at;
    double radius;
} place;

static int collect_edges(const pairs_mesh *m, const place *spared, edge *e) {
    int n = 0;
    for (int t = 0; t < m->nt; t++)
        for (int k = 0; k < 3; k++) {
            int u = m->tri[3 * t + k], v = m->tri[3 * t + (k + 1) % 3];
            if (u > v) u ^= v, v ^= u, u ^= v;
            vec3 x = vertex_of(m, u), y = vertex_of(m, v), middle = vec3_scale(0.5, vec3_add(x, y));
            double length2 = vec3_norm2(vec3_sub(x, y));
            if (vec3_norm(vec3_sub(middle, spared->at)) < spared->radius + 0.5 * sqrt(length2)) continue;
            e[n++] = (edge){length2, u, v, t};
        }
    qsort(e, (size_t)n, sizeof *e, compare_edges);
    return n;
}

// Splits triangle t at the vertex `middle` of its edge u v; t is the half with u, the last triangle that with v.
static void halve_triangle(pairs_mesh *m, int t, int u, int v, int middle) {
    int *tri = m->tri + 3 * t, *half = m->tri + 3 * m->nt++;
    for (int k = 0; k < 3; k++) {
        half[k] = tri[k] == u ? middle : tri[k];
        tri[k] = tri[k] == v ? middle : tri[k];
    }
}

// Halves the longest edges, each triangle at most once, until the mesh has n triangles. Returns the number of edges
// halved.
static int halve_longest(pairs_mesh *m, int n, const place *spared, edge *e, char *done) {
    int count = collect_edges(m, spared, e), halved = 0;
    memset(done, 0, (size_t)n + 2);
    for (int i = 0, j; i < count && m->nt < n; i = j) {
        int taken = 0;
        for (j = i; j < count && e[j].u == e[i].u && e[j].v == e[i].v && e[j].length2 == e[i].length2; j++)
            taken |= done[e[j].tri];
        if (taken || j - i > 2) continue;
        vec3 x = vec3_scale(0.5, vec3_add(vertex_of(m, e[i].u), vertex_of(m, e[i].v)));
        memcpy(m->vertex + 3 * m->nv, &x, sizeof x);
        for (int k = i; k < j; k++) {
            done[e[k].tri] = done[m->nt] = 1;
            halve_triangle(m, e[k].tri, e[i].u, e[i].v, m->nv);
        }
        m->nv++;
        halved++;
    }
    return halved;
}

pairs_mesh pairs_mesh_refined(const pairs_mesh *m, int n, const double at[3], double radius) {
    const place spared = {{at[0], at[1], at[2]}, radius};
    size_t most = (size_t)(n > m->nt ? n : m->nt) + 2;
    pairs_mesh r = {m->nv, m->nt, allocate(3 * ((size_t)m->nv + most), sizeof(double)),
                    allocate(3 * most, sizeof(int))};
    memcpy(r.vertex, m->vertex, 3 * (size_t)m->nv * sizeof(double));
    memcpy(r.tri, m->tri, 3 * (size_t)m->nt * sizeof(int));
    edge *e = allocate(3 * most, sizeof *e);
    char *done = allocate(most, 1);
    while (r.nt < n && halve_longest(&r, n, &spared, e, done) > 0) {}
    free(e), free(done);
    return r;
}

typedef struct ranked {
    double distance;
    int tri;
} ranked;

static int compare_distances(const void *x, const void *y) {
    const ranked *a = x, *b = y;
    if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
    return a->tri - b->tri;
}

pairs_mesh pairs_mesh_cropped(const pairs_mesh *m, int n, const double at[3]) {
    ranked *r = allocate((size_t)m->nt, sizeof *r);
    const vec3 c = {at[0], at[1], at[2]};
    for (int t = 0; t < m->nt; t++) {
        r[t] = (ranked){HUGE_VAL, t};
        for (int k = 0; k < 3; k++)
            r[t].distance = fmin(r[t].distance, vec3_norm(vec3_sub(vertex_of(m, m->tri[3 * t + k]), c)));
    }
    qsort(r, (size_t)m->nt, sizeof *r, compare_distances);
    pairs_mesh out = {m->nv, n, allocate(3 * (size_t)m->nv, sizeof(double)), allocate(3 * (size_t)n, sizeof(int))};
    memcpy(out.vertex, m->vertex, 3 * (size_t)m->nv * sizeof(double));
    for (int t = 0; t < n; t++) memcpy(out.tri + 3 * t, m->tri + 3 * r[t].tri, 3 * sizeof(int));
    free(r);
    return out;
}

int pairs_intersect(const pairs_mesh *a, const pairs_mesh *b, const pairs_pose *at, pairs_pair which) {
    vec3 p[3], q[3];
    for (int k = 0; k < 3; k++) {
        vec3 x = vertex_of(a, a->tri[3 * which.a + k]);
        double y[3];
        for (int i = 0; i < 3; i++) y[i] = ((at->r[i][0] * x.x + at->r[i][1] * x.y) + at->r[i][2] * x.z) + at->p[i];
        p[k] = vec3_make(y[0], y[1], y[2]);
        q[k] = vertex_of(b, b->tri[3 * which.b + k]);
    }
    return tri_kind_of(p, q).kind != 'N';
}
