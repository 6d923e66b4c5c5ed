// SPDX-License-Identifier: MIT
#include "contact/tree/ball.h"
#include "contact/mesh/pseudonormal.h"
#include "contact/tree/bvh_box.h"

static const double LESS = 1e-12; // relative difference of two squared distances that is more than rounding
static const double WIDER = 1 + 1e-12;

static double box_distance2(const contact_bvh_node *n, vec3 c) {
    double x = bvh_max(bvh_max(n->lo.x - c.x, c.x - n->hi.x), 0), y = bvh_max(bvh_max(n->lo.y - c.y, c.y - n->hi.y), 0),
           z = bvh_max(bvh_max(n->lo.z - c.z, c.z - n->hi.z), 0);
    return x * x + y * y + z * z;
}

contact_foot mesh_foot_of(const contact_mesh *mesh, int tri, vec3 c) {
    const int *v = mesh->tri[tri].v;
    return contact_triangle_foot((vec3[3]){mesh->vertex[v[0]], mesh->vertex[v[1]], mesh->vertex[v[2]]}, c);
}

mesh_foot mesh_nearest(const contact_mesh *mesh, const contact_bvh *tree, vec3 c, double reach) {
    mesh_foot best = {.at.d2 = reach * reach, .tri = -1};
    int stack[CONTACT_BVH_DEPTH + 1], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const contact_bvh_node *n = &tree->node[stack[--top]];
        if (box_distance2(n, c) > best.at.d2 * WIDER) continue;
        for (int i = n->first; i < n->first + n->count; i++) {
            int tri = tree->order[i];
            contact_foot f = mesh_foot_of(mesh, tri, c);
            if (f.d2 < best.at.d2 || (f.d2 == best.at.d2 && (best.tri < 0 || tri < best.tri)))
                best = (mesh_foot){f, tri};
        }
        if (n->count > 0) continue;
        bool right = box_distance2(&tree->node[n->first], c) > box_distance2(&tree->node[n->first + 1], c);
        stack[top++] = n->first + !right; // the nearer child comes first
        stack[top++] = n->first + right;
    }
    return best;
}

void mesh_visit_feet(const contact_mesh *mesh, const contact_bvh *tree, vec3 c, double reach, mesh_foot_visit *visit,
                     void *self) {
    int stack[CONTACT_BVH_DEPTH + 1], top = 0;
    double reach2 = reach * reach;
    stack[top++] = 0;
    while (top > 0) {
        const contact_bvh_node *n = &tree->node[stack[--top]];
        if (box_distance2(n, c) > reach2 * WIDER) continue;
        for (int i = n->first; i < n->first + n->count; i++) {
            mesh_foot f = {mesh_foot_of(mesh, tree->order[i], c), tree->order[i]};
            if (f.at.d2 <= reach2) visit(self, &f);
        }
        if (n->count > 0) continue;
        stack[top++] = n->first + 1;
        stack[top++] = n->first;
    }
}

vec3 mesh_foot_normal(const contact_mesh *mesh, const mesh_foot *f) {
    const contact_tri *t = &mesh->tri[f->tri];
    if (f->at.feature == CONTACT_FOOT_FACE) return mesh->normal[f->tri];
    if (f->at.feature < CONTACT_FOOT_EDGE) return contact_corner_normal(mesh, t->v[f->at.feature]);
    return contact_edge_normal(mesh, f->tri, f->at.feature - CONTACT_FOOT_EDGE);
}

static bool triangle_has_vertex(const contact_tri *t, int vertex) {
    return t->v[0] == vertex || t->v[1] == vertex || t->v[2] == vertex;
}

bool mesh_foot_is_local_minimum(const contact_mesh *mesh, const mesh_foot *f, vec3 c) {
    if (f->at.feature == CONTACT_FOOT_FACE) return true;
    const contact_tri *t = &mesh->tri[f->tri];
    int from = t->v[f->at.feature % 3], to = f->at.feature < CONTACT_FOOT_EDGE ? from : t->v[(f->at.feature + 1) % 3];
    for (int i = mesh->vertex_tri_start[from]; i < mesh->vertex_tri_start[from + 1]; i++) {
        int tri = mesh->vertex_tri[i];
        if (!triangle_has_vertex(&mesh->tri[tri], to) || tri == f->tri) continue;
        if (tri < f->tri || mesh_foot_of(mesh, tri, c).d2 < f->at.d2 * (1 - LESS)) return false;
    }
    return true;
}
