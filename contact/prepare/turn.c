// SPDX-License-Identifier: MIT
// Flipping of triangles and parts.
#include "contact/prepare/clean.h"

void mesh_flip_triangle(contact_tri *t) {
    int v = t->v[1], a = t->adj[0];
    t->v[1] = t->v[2], t->v[2] = v;
    t->adj[0] = t->adj[2], t->adj[2] = a;
}

void mesh_flip_part(contact_mesh *mesh, const mesh_parts *p, int part) {
    for (int i = p->start[part]; i < p->start[part + 1]; i++) mesh_flip_triangle(&mesh->tri[p->order[i]]);
}
