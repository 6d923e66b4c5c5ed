// SPDX-License-Identifier: MIT
// A contact mesh is finer than the eye needs, and triangles of a few pixels are what a software renderer is slowest at.
// Vertices are taken out one by one: u falls onto its neighbour v where that changes the surface least, by the sum of
// the squared distances of v from the planes of all faces that u has stood for (Garland & Heckbert 1997, SIGGRAPH).
// The sum bounds each distance, so that flat parts empty, edges thin out along themselves and corners stay.
#include "render/shape/build.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUND = 24, ROUNDS = 12 };  // faces round a vertex; passes over all vertices
static const double least_cosine = 0.8; // between a face and its replacement
static const double longest_edge = 250; // of a face that becomes larger [tolerance]

// Sum of squared distances from planes: x'Ax + 2 b'x + c.
typedef struct quadric {
    double xx, xy, xz, yy, yz, zz;
    vec3 b;
    double c;
} quadric;

typedef struct simplifier {
    const contact_mesh *m;
    int (*tri)[3];     // (m->nt); first corner -1: gone
    int *first, *next; // corners 3 t + k round each vertex, as a list (nv), (3 nt)
    int *seen, *times; // by vertex: stamp, and how many faces of the last vertex looked at share it (nv)
    int stamp;
    quadric *error;        // (nv)
    double most, longest2; // least error refused [m²], longest new edge squared [m²]
} simplifier;

static void add_plane(quadric *q, vec3 n, double d) {
    q->xx += n.x * n.x;
    q->xy += n.x * n.y;
    q->xz += n.x * n.z;
    q->yy += n.y * n.y;
    q->yz += n.y * n.z;
    q->zz += n.z * n.z;
    q->b = vec3_madd(q->b, d, n);
    q->c += d * d;
}

static void add_quadric(quadric *q, const quadric *r) {
    q->xx += r->xx;
    q->xy += r->xy;
    q->xz += r->xz;
    q->yy += r->yy;
    q->yz += r->yz;
    q->zz += r->zz;
    q->b = vec3_add(q->b, r->b);
    q->c += r->c;
}

static double at_point(const quadric *q, vec3 p) {
    return q->xx * p.x * p.x + q->yy * p.y * p.y + q->zz * p.z * p.z +
           2 * (q->xy * p.x * p.y + q->xz * p.x * p.z + q->yz * p.y * p.z) + 2 * vec3_dot(q->b, p) + q->c;
}

// The live corners round u into corner[]; their number, or MOST_ROUND + 1 when there are more.
static int corners_round(simplifier *s, int u, int *corner) {
    int n = 0;
    for (int *link = &s->first[u]; *link >= 0;) {
        if (s->tri[*link / 3][0] < 0) {
            *link = s->next[*link];
            continue;
        }
        if (n == MOST_ROUND) return n + 1;
        corner[n++] = *link;
        link = &s->next[*link];
    }
    return n;
}

// Counts for each neighbour of u the faces that share it with u. False when one is not shared by two: an open edge.
static bool mark_neighbours(simplifier *s, const int *corner, int n) {
    s->stamp++;
    for (int i = 0; i < n; i++)
        for (int k = 1; k < 3; k++) {
            int v = s->tri[corner[i] / 3][(corner[i] + k) % 3];
            if (s->seen[v] != s->stamp) s->times[v] = 0;
            s->seen[v] = s->stamp;
            s->times[v]++;
        }
    for (int i = 0; i < n; i++)
        for (int k = 1; k < 3; k++)
            if (s->times[s->tri[corner[i] / 3][(corner[i] + k) % 3]] != 2) return false;
    return true;
}

// Whether u's neighbours and v's have only the two in common that the edge's own faces have (no fold, no pinch), with
// u's neighbours marked.
static bool joins_cleanly(simplifier *s, int v) {
    int corner[MOST_ROUND], n = corners_round(s, v, corner), common = 0;
    if (n > MOST_ROUND) return false;
    for (int i = 0; i < n; i++) // each neighbour once: the one that follows v in the face
        common += s->seen[s->tri[corner[i] / 3][(corner[i] + 1) % 3]] == s->stamp;
    return common == 2;
}

// Whether the faces round u that stay keep facing as the mesh's own did when u falls onto v, and none grows so long
// that the light on a slightly curved shell would show it.
static bool keeps_facing(const simplifier *s, int v, const int *corner, int n) {
    for (int i = 0; i < n; i++) {
        int t = corner[i] / 3, b = s->tri[t][(corner[i] + 1) % 3], c = s->tri[t][(corner[i] + 2) % 3];
        if (b == v || c == v) continue;
        const vec3 *p = s->m->vertex;
        vec3 normal = vec3_cross(vec3_sub(p[b], p[v]), vec3_sub(p[c], p[v]));
        double size = vec3_norm(normal);
        if (fmax(vec3_norm2(vec3_sub(p[b], p[v])), vec3_norm2(vec3_sub(p[c], p[v]))) > s->longest2) return false;
        if (size < 1e-12 || vec3_dot(normal, s->m->normal[t]) < least_cosine * size) return false;
    }
    return true;
}

// The neighbour to which u collapses at the least error, the nearest among equals; -1: none.
static int best_neighbour(simplifier *s, int u, const int *corner, int n) {
    int best = -1;
    double least = s->most;
    for (int i = 0; i < n; i++) {
        int v = s->tri[corner[i] / 3][(corner[i] + 1) % 3];
        vec3 p = s->m->vertex[v];
        double far2 = vec3_norm2(vec3_sub(p, s->m->vertex[u]));
        double error = fmax(at_point(&s->error[u], p), 0) + 1e-3 * s->most * fmin(far2, 100);
        if (error < least && joins_cleanly(s, v) && keeps_facing(s, v, corner, n)) {
            least = error;
            best = v;
        }
    }
    return best;
}

static bool remove_vertex(simplifier *s, int u) {
    int corner[MOST_ROUND], n = corners_round(s, u, corner);
    if (n < 3 || n > MOST_ROUND || !mark_neighbours(s, corner, n)) return false;
    int v = best_neighbour(s, u, corner, n);
    if (v < 0) return false;
    for (int i = 0; i < n; i++) {
        int *t = s->tri[corner[i] / 3], k = corner[i] % 3;
        if (t[(k + 1) % 3] == v || t[(k + 2) % 3] == v) {
            t[0] = -1;
            continue;
        }
        t[k] = v;
        s->next[corner[i]] = s->first[v];
        s->first[v] = corner[i];
    }
    s->first[u] = -1;
    add_quadric(&s->error[v], &s->error[u]);
    return true;
}

static bool prepare(simplifier *s) {
    const contact_mesh *m = s->m;
    size_t nv = (size_t)m->nv + 1, nt = (size_t)m->nt + 1;
    s->first = malloc(nv * sizeof *s->first);
    s->next = malloc(3 * nt * sizeof *s->next);
    s->seen = calloc(nv, sizeof *s->seen);
    s->times = calloc(nv, sizeof *s->times);
    s->error = calloc(nv, sizeof *s->error);
    if (!s->first || !s->next || !s->seen || !s->times || !s->error) return false;
    memset(s->first, 255, nv * sizeof *s->first); // -1
    for (int t = 0; t < m->nt; t++)
        for (int k = 0; k < 3; k++) {
            int v = m->tri[t].v[k];
            s->tri[t][k] = v;
            s->next[3 * t + k] = s->first[v];
            s->first[v] = 3 * t + k;
            add_plane(&s->error[v], m->normal[t], -vec3_dot(m->normal[t], m->vertex[v]));
        }
    return true;
}

int mesh_simplify(const contact_mesh *m, double tolerance, int (*tri)[3]) {
    simplifier s = {.m = m, .tri = tri, .most = tolerance * tolerance, .longest2 = pow(longest_edge * tolerance, 2)};
    bool ok = prepare(&s);
    int gone = 1, n = 0;
    for (int round = 0; ok && round < ROUNDS && gone > 0; round++) {
        gone = 0;
        for (int u = 0; u < m->nv; u++) gone += remove_vertex(&s, u);
    }
    for (int t = 0; t < m->nt; t++)
        if (tri[t][0] >= 0) memcpy(tri[n++], (int[3]){tri[t][0], tri[t][1], tri[t][2]}, sizeof *tri);
    free(s.first);
    free(s.next);
    free(s.seen);
    free(s.times);
    free(s.error);
    return ok ? n : -1;
}
