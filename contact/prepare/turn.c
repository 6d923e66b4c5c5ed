// SPDX-License-Identifier: MIT
// Triangles turned round.
#include "contact/prepare/clean.h"

void mesh_turn_triangle(contact_tri *t) {
    int v = t->v[1], a = t->adj[0];
    t->v[1] = t->v[2], t->v[2] = v;
    t->adj[0] = t->adj[2], t->adj[2] = a;
}

void mesh_turn_part(contact_mesh *mesh, const mesh_parts *p, int part) {
    for (int i = p->start[part]; i < p->start[part + 1]; i++) mesh_turn_triangle(&mesh->tri[p->order[i]]);
}
