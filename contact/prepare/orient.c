// SPDX-License-Identifier: MIT
// Consistent orientation: makes the triangles of each part agree on the outside. A part is connected across edges of
// two triangles.
#include "contact/prepare/clean.h"

#include <stdlib.h>

// The edge of t that runs from vertex a to vertex b; -1 if none.
static int edge_from_to(const contact_tri *t, int a, int b) {
    for (int k = 0; k < 3; k++)
        if (t->v[k] == a && t->v[(k + 1) % 3] == b) return k;
    return -1;
}

// Neighbours agree if the common edge runs in opposite directions in the two.
static bool neighbour_agrees(const contact_mesh *mesh, int triangle, int k) {
    const contact_tri *t = &mesh->tri[triangle];
    return edge_from_to(&mesh->tri[t->adj[k]], t->v[(k + 1) % 3], t->v[k]) >= 0;
}

// Adds the part that contains `seed` and flips its triangles to agree with the seed; returns the number of flips.
static int grow_part(contact_mesh *mesh, mesh_parts *p, int seed) {
    int turned = 0, end = p->start[p->n];
    p->order[end++] = seed;
    p->of[seed] = p->n;
    for (int i = p->start[p->n]; i < end; i++) {
        for (int k = 0; k < 3; k++) {
            int other = mesh->tri[p->order[i]].adj[k];
            if (other < 0 || p->of[other] >= 0) continue;
            if (!neighbour_agrees(mesh, p->order[i], k)) {
                mesh_flip_triangle(&mesh->tri[other]);
                turned++;
            }
            p->of[other] = p->n;
            p->order[end++] = other;
        }
    }
    p->start[++p->n] = end;
    return turned;
}

// Whether each edge has two triangles that agree. Stores the first edge whose triangles cannot agree.
static bool part_is_closed(const contact_mesh *mesh, const mesh_parts *p, int part, contact_mesh_report *report) {
    bool closed = true;
    for (int i = p->start[part]; i < p->start[part + 1]; i++) {
        for (int k = 0; k < 3; k++) {
            const contact_tri *t = &mesh->tri[p->order[i]];
            if (t->adj[k] >= 0 && neighbour_agrees(mesh, p->order[i], k)) continue;
            closed = false;
            if (t->adj[k] < 0 || report->one_sided) continue;
            report->one_sided = 1;
            report->one_sided_at[0] = mesh->vertex[t->v[k]];
            report->one_sided_at[1] = mesh->vertex[t->v[(k + 1) % 3]];
        }
    }
    return closed;
}

static rt_status allocate_parts(mesh_parts *p, int nt) {
    size_t n = (size_t)nt;
    *p = (mesh_parts){malloc(n * sizeof *p->of), malloc(n * sizeof *p->order), malloc((n + 1) * sizeof *p->start),
                      malloc(n * sizeof *p->closed), 0};
    if (!p->of || !p->order || !p->start || !p->closed) return RT_ERR_MEMORY;
    for (int i = 0; i < nt; i++) p->of[i] = -1;
    p->start[0] = 0;
    return RT_OK;
}

rt_status mesh_orient(contact_mesh *mesh, contact_mesh_report *report) {
    mesh_parts p;
    rt_status status = allocate_parts(&p, mesh->nt);
    mesh->closed = true;
    for (int i = 0; status == RT_OK && i < mesh->nt; i++) {
        if (p.of[i] >= 0) continue;
        int turned = grow_part(mesh, &p, i), part = p.n - 1, size = p.start[p.n] - p.start[part];
        if (turned > size - turned) { // the majority in the file decides, not the first triangle
            mesh_flip_part(mesh, &p, part);
            turned = size - turned;
        }
        report->flipped += turned;
        p.closed[part] = part_is_closed(mesh, &p, part, report);
        if (!p.closed[part]) mesh->closed = false;
    }
    if (status == RT_OK) status = mesh_orient_outward(mesh, &p, report);
    free(p.of), free(p.order), free(p.start), free(p.closed);
    return status;
}
