// SPDX-License-Identifier: MIT
#include "contact/mesh/pseudonormal.h"

static double corner_angle(const contact_mesh *mesh, int tri, int vertex) {
    const int *v = mesh->tri[tri].v;
    int k = v[0] == vertex ? 0 : v[1] == vertex ? 1 : 2;
    vec3 x = mesh->vertex[vertex];
    vec3 a = vec3_sub(mesh->vertex[v[(k + 1) % 3]], x), b = vec3_sub(mesh->vertex[v[(k + 2) % 3]], x);
    return atan2(vec3_norm(vec3_cross(a, b)), vec3_dot(a, b));
}

vec3 contact_corner_normal(const contact_mesh *mesh, int vertex) {
    vec3 sum = {0, 0, 0};
    for (int i = mesh->vertex_tri_start[vertex]; i < mesh->vertex_tri_start[vertex + 1]; i++) {
        int tri = mesh->vertex_tri[i];
        sum = vec3_madd(sum, corner_angle(mesh, tri, vertex), mesh->normal[tri]);
    }
    return vec3_unit(sum);
}
