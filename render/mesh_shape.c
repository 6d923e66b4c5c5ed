// SPDX-License-Identifier: MIT
// A contact mesh for the eye: each corner's normal is the mean of the faces round its vertex that lie within the crease
// angle of its own face, and corners of a vertex that agree share one GPU vertex.
#include "render/shape_build.h"
#include <stdlib.h>

static vec3 corner_normal(const contact_mesh *m, int t, int v, double cos_crease) {
    vec3 sum = {0};
    for (int k = m->vertex_tri_start[v]; k < m->vertex_tri_start[v + 1]; k++) {
        int u = m->vertex_tri[k];
        if (vec3_dot(m->normal[u], m->normal[t]) >= cos_crease) sum = vec3_madd(sum, m->area[u], m->normal[u]);
    }
    return vec3_norm2(sum) > 0 ? vec3_unit(sum) : m->normal[t];
}

// The vertex of `s` made for mesh vertex v with this normal; new when none agrees. Those of v form a list through next.
static int shared_vertex(shape *s, const contact_mesh *m, int v, vec3 normal, int *first, int *next) {
    for (int i = first[v]; i >= 0; i = next[i]) {
        const float *n = s->vertex[i].normal;
        if ((double)n[0] * normal.x + (double)n[1] * normal.y + (double)n[2] * normal.z > 0.9995) return i;
    }
    int i = shape_add_vertex(s, m->vertex[v], normal);
    next[i] = first[v];
    first[v] = i;
    return i;
}

bool shape_from_mesh(const contact_mesh *m, double crease_angle, shape *s) {
    int *first = malloc(sizeof *first * (size_t)(m->nv + 1)), *next = malloc(sizeof *next * (size_t)(3 * m->nt + 1));
    bool ok = first && next && shape_reserve(s, 3 * m->nt + 1, 3 * m->nt + 1);
    for (int v = 0; ok && v < m->nv; v++) first[v] = -1;
    for (int t = 0; ok && t < m->nt; t++) {
        int corner[3];
        for (int k = 0; k < 3; k++) {
            int v = m->tri[t].v[k];
            corner[k] = shared_vertex(s, m, v, corner_normal(m, t, v, cos(crease_angle)), first, next);
        }
        shape_add_triangle(s, corner[0], corner[1], corner[2]);
    }
    free(first);
    free(next);
    return ok;
}
