// SPDX-License-Identifier: MIT
// Simplifies a contact mesh for drawing: a software renderer is slowest at triangles of a few pixels. Vertices are
// removed one by one: u collapses onto the neighbour v of least error. The error is the sum of the squared distances of
// v from the planes of all faces merged into u (Garland & Heckbert 1997, SIGGRAPH). The sum bounds each distance, so
// flat parts empty, edges thin out along themselves and corners stay.
#include "render/shape/build.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUND = 24, ROUNDS = 12 };  // faces round a vertex; passes over all vertices
static const double least_cosine = 0.8; // between a face's normal and its replacement's
static const double longest_edge = 250; // of a replaced face, in tolerances

// Error quadric: sum of squared distances from planes, x'Ax + 2 b'x + c.
typedef struct quadric {
    double xx, xy, xz, yy, yz, zz;
    vec3 b;
    double c;
} quadric;

typedef struct simplifier {
    const contact_mesh *m;
    int (*tri)[3];     // (m->nt); first corner -1: removed
    int *first, *next; // corners 3 t + k round each vertex, as a list (nv), (3 nt)
    int *seen, *times; // by vertex (nv): stamp; number of faces shared with the vertex marked last
    int stamp;
    quadric *error;        // (nv)
    double most, longest2; // error limit [m²], longest new edge squared [m²]
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

static double quadric_value(const quadric *q, vec3 p) {
    return q->xx * p.x * p.x + q->yy * p.y * p.y + q->zz * p.z * p.z +
           2 * (q->xy * p.x * p.y + q->xz * p.x * p.z + q->yz * p.y * p.z) + 2 * vec3_dot(q->b, p) + q->c;
}

// Collects the live corners round u in corner[]. Returns their number, or MOST_ROUND + 1 if there are more.
static int collect_corners(simplifier *s, int u, int *corner) {
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

// Counts the faces that each neighbour of u shares with u. Returns false at an open edge, where a neighbour does not
// share two.
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

// True if u and v have just the two common neighbours of their edge's faces (no fold, no pinch). The neighbours of u
// are marked.
static bool collapse_keeps_topology(simplifier *s, int v) {
    int corner[MOST_ROUND], n = collect_corners(s, v, corner), common = 0;
    if (n > MOST_ROUND) return false;
    for (int i = 0; i < n; i++) // counts each neighbour once: the one after v in the face
        common += s->seen[s->tri[corner[i] / 3][(corner[i] + 1) % 3]] == s->stamp;
    return common == 2;
}

// True if the remaining faces round u keep the direction of the mesh's normals when u collapses onto v. False too if a
// face grows so long that the light on a slightly curved shell would show it.
static bool collapse_keeps_normals(const simplifier *s, int v, const int *corner, int n) {
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

// Neighbour onto which u collapses at the least error, the nearest among equals; -1: none.
static int find_best_neighbour(simplifier *s, int u, const int *corner, int n) {
    int best = -1;
    double least = s->most;
    for (int i = 0; i < n; i++) {
        int v = s->tri[corner[i] / 3][(corner[i] + 1) % 3];
        vec3 p = s->m->vertex[v];
        double far2 = vec3_norm2(vec3_sub(p, s->m->vertex[u]));
        double error = fmax(quadric_value(&s->error[u], p), 0) + 1e-3 * s->most * fmin(far2, 100);
        if (error < least && collapse_keeps_topology(s, v) && collapse_keeps_normals(s, v, corner, n)) {
            least = error;
            best = v;
        }
    }
    return best;
}

static bool remove_vertex(simplifier *s, int u) {
    int corner[MOST_ROUND], n = collect_corners(s, u, corner);
    if (n < 3 || n > MOST_ROUND || !mark_neighbours(s, corner, n)) return false;
    int v = find_best_neighbour(s, u, corner, n);
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

static bool create_simplifier(simplifier *s) {
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
    bool ok = create_simplifier(&s);
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
