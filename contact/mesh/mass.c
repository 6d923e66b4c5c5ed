// SPDX-License-Identifier: MIT
#include "contact/mesh/mesh.h"

// Integrals over the tetrahedron (0, a, b, c) of positive or negative volume det/6, det = a·(b×c) (Blow & Binstock
// 2004; the same polynomials as Mirtich 1996 and Eberly):
//   ∫ x dV = det/24 s,  ∫ x xᵀ dV = det/120 (s sᵀ + a aᵀ + b bᵀ + c cᵀ),  s = a + b + c.
typedef struct moments {
    double volume;
    vec3 first;
    mat3 second;
} moments;

static void add_outer(mat3 *m, double k, vec3 v) {
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) m->m[i][j] += k * x[i] * x[j];
}

static void add_tetrahedron(moments *sum, vec3 a, vec3 b, vec3 c) {
    double det = vec3_dot(a, vec3_cross(b, c));
    vec3 s = vec3_add(a, vec3_add(b, c));
    sum->volume += det / 6;
    sum->first = vec3_madd(sum->first, det / 24, s);
    add_outer(&sum->second, det / 120, s);
    add_outer(&sum->second, det / 120, a);
    add_outer(&sum->second, det / 120, b);
    add_outer(&sum->second, det / 120, c);
}

contact_mass contact_mesh_mass(const contact_mesh *mesh, double density) {
    // Moments about the centre of the bounding box: no cancellation for a mesh far from its origin.
    vec3 middle = vec3_scale(0.5, vec3_add(mesh->lo, mesh->hi));
    moments sum = {0};
    for (int i = 0; i < mesh->nt; i++) {
        const int *v = mesh->tri[i].v;
        add_tetrahedron(&sum, vec3_sub(mesh->vertex[v[0]], middle), vec3_sub(mesh->vertex[v[1]], middle),
                        vec3_sub(mesh->vertex[v[2]], middle));
    }
    vec3 offset = vec3_scale(1 / sum.volume, sum.first);
    add_outer(&sum.second, -sum.volume, offset); // parallel-axis theorem: to the centre of mass
    double trace = sum.second.m[0][0] + sum.second.m[1][1] + sum.second.m[2][2];
    contact_mass mass = {.mass = density * sum.volume, .centre = vec3_add(middle, offset)};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) mass.inertia.m[i][j] = density * ((i == j ? trace : 0) - sum.second.m[i][j]);
    return mass;
}
