// SPDX-License-Identifier: MIT
// Neighbours of triangles across edges, and connected components.
#include "contact/prepare/clean.h"

#include <stdlib.h>

static void edge_ends(const contact_mesh *mesh, int edge, vec3 at[2]) {
    const int *v = mesh->tri[edge / 3].v;
    at[0] = mesh->vertex[v[edge % 3]];
    at[1] = mesh->vertex[v[(edge % 3 + 1) % 3]];
}

// Connects n equal edges, sorted by id: one is open, two are neighbours, more are non-manifold.
static void connect_equal_edges(contact_mesh *mesh, const mesh_item *e, int64_t n, contact_mesh_report *report) {
    if (n == 2) {
        mesh->tri[e[0].id / 3].adj[e[0].id % 3] = e[1].id / 3;
        mesh->tri[e[1].id / 3].adj[e[1].id % 3] = e[0].id / 3;
        return;
    }
    for (int64_t i = 0; i < n; i++) mesh->tri[e[i].id / 3].adj[e[i].id % 3] = n == 1 ? -1 : -2;
    int *count = n == 1 ? &report->open_edges : &report->non_manifold_edges;
    if ((*count)++ == 0) edge_ends(mesh, e[0].id, n == 1 ? report->open_at : report->non_manifold_at);
}

rt_status mesh_connect(contact_mesh *mesh, contact_mesh_report *report) {
    int64_t n = 3 * (int64_t)mesh->nt;
    mesh_item *edge = malloc((size_t)n * sizeof *edge);
    if (!edge) return RT_ERR_MEMORY;
    for (int64_t i = 0; i < n; i++) edge[i] = mesh_edge_item(mesh->tri[i / 3].v, (int)(i / 3), (int)(i % 3));
    rt_status status = mesh_sort(edge, n, mesh->nv);
    for (int64_t i = 0, end; status == RT_OK && i < n; i = end) {
        end = mesh_equal_edges(edge, i, n);
        connect_equal_edges(mesh, edge + i, end - i, report);
    }
    free(edge);
    return status;
}

static int root_of(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

rt_status mesh_count_components(const contact_mesh *mesh, int *components) {
    int *parent = malloc((size_t)mesh->nv * sizeof *parent);
    if (!parent) return RT_ERR_MEMORY;
    for (int i = 0; i < mesh->nv; i++) parent[i] = i;
    *components = mesh->nv;
    for (int i = 0; i < mesh->nt; i++) {
        for (int k = 1; k < 3; k++) {
            int a = root_of(parent, mesh->tri[i].v[0]), b = root_of(parent, mesh->tri[i].v[k]);
            if (a == b) continue;
            parent[a < b ? b : a] = a < b ? a : b;
            (*components)--;
        }
    }
    free(parent);
    return RT_OK;
}
