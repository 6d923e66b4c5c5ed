// SPDX-License-Identifier: MIT
// Drawable shape of a contact mesh: fewer faces, normals of the full mesh. A corner's normal is the mean of the mesh
// faces round its vertex that lie within the crease angle of the drawn face. Corners with nearly equal normals share
// one GPU vertex.
#include "render/shape/build.h"
#include <stdlib.h>

static vec3 corner_normal(const contact_mesh *m, vec3 face, int v, double cos_crease) {
    vec3 sum = {0};
    for (int k = m->vertex_tri_start[v]; k < m->vertex_tri_start[v + 1]; k++) {
        int u = m->vertex_tri[k];
        if (vec3_dot(m->normal[u], face) >= cos_crease) sum = vec3_madd(sum, m->area[u], m->normal[u]);
    }
    return vec3_norm2(sum) > 0 ? vec3_unit(sum) : face;
}

// Returns the vertex of `s` for mesh vertex v with this normal; appends one if none agrees. `next` links the vertices
// made for v.
static int find_or_add_vertex(shape *s, const contact_mesh *m, int v, vec3 normal, int *first, int *next) {
    for (int i = first[v]; i >= 0; i = next[i]) {
        const float *n = s->vertex[i].normal;
        if ((double)n[0] * normal.x + (double)n[1] * normal.y + (double)n[2] * normal.z > 0.9995) return i;
    }
    int i = shape_add_vertex(s, m->vertex[v], normal);
    next[i] = first[v];
    first[v] = i;
    return i;
}

static void add_faces(shape *s, const contact_mesh *m, int (*tri)[3], int n, double cos_crease, int *first, int *next) {
    const vec3 *p = m->vertex;
    for (int t = 0; t < n; t++) {
        const int *v = tri[t];
        vec3 face = vec3_unit(vec3_cross(vec3_sub(p[v[1]], p[v[0]]), vec3_sub(p[v[2]], p[v[0]])));
        int corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = find_or_add_vertex(s, m, v[k], corner_normal(m, face, v[k], cos_crease), first, next);
        shape_add_triangle(s, corner[0], corner[1], corner[2]);
    }
}

bool shape_from_mesh(const contact_mesh *m, double crease_angle, double tolerance, shape *s) {
    int *first = malloc(sizeof *first * (size_t)(m->nv + 1)), *next = malloc(sizeof *next * (size_t)(3 * m->nt + 1));
    int(*tri)[3] = malloc(sizeof *tri * (size_t)(m->nt + 1));
    int n = first && next && tri ? mesh_simplify(m, tolerance, tri) : -1;
    bool ok = n >= 0 && shape_reserve(s, 3 * n + 1, 3 * n + 1);
    for (int v = 0; ok && v < m->nv; v++) first[v] = -1;
    if (ok) add_faces(s, m, tri, n, cos(crease_angle), first, next);
    free(first);
    free(next);
    free(tri);
    return ok;
}
