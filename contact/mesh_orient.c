// SPDX-License-Identifier: MIT
// Which triangle lies across each edge, and which side of each triangle is outside.
#include "contact/mesh_clean.h"

#include <stdlib.h>

static mesh_item item_of_edge(const contact_tri *t, int triangle, int k) {
    int a = t->v[k], b = t->v[(k + 1) % 3];
    return (mesh_item){a < b ? a : b, a < b ? b : a, 0, 3 * triangle + k};
}

// n equal edges, sorted by id: one is open, two are neighbours, more are non-manifold.
static void connect_equal_edges(contact_mesh *mesh, const mesh_item *e, int64_t n, contact_mesh_report *report,
                                int *open, int *non_manifold) {
    if (n == 2) {
        mesh->tri[e[0].id / 3].adj[e[0].id % 3] = e[1].id / 3;
        mesh->tri[e[1].id / 3].adj[e[1].id % 3] = e[0].id / 3;
        return;
    }
    for (int64_t i = 0; i < n; i++) mesh->tri[e[i].id / 3].adj[e[i].id % 3] = n == 1 ? -1 : -2;
    int *count = n == 1 ? &report->open_edges : &report->non_manifold_edges, *example = n == 1 ? open : non_manifold;
    if ((*count)++ == 0) *example = e[0].id;
}

rt_status mesh_connect(contact_mesh *mesh, contact_mesh_report *report, int *open, int *non_manifold) {
    int64_t n = 3 * (int64_t)mesh->nt;
    *open = *non_manifold = -1;
    mesh_item *edge = malloc((size_t)n * sizeof *edge);
    if (!edge) return RT_ERR_MEMORY;
    for (int i = 0; i < mesh->nt; i++)
        for (int k = 0; k < 3; k++) edge[3 * (size_t)i + (size_t)k] = item_of_edge(&mesh->tri[i], i, k);
    rt_status status = mesh_sort(edge, n, mesh->nv);
    for (int64_t i = 0, end; status == RT_OK && i < n; i = end) {
        for (end = i + 1; end < n && edge[end].bucket == edge[i].bucket && edge[end].a == edge[i].a;) end++;
        connect_equal_edges(mesh, edge + i, end - i, report, open, non_manifold);
    }
    free(edge);
    return status;
}

// The edge of t that runs between the vertices a and b in this direction; -1 if none.
static int edge_from_to(const contact_tri *t, int a, int b) {
    for (int k = 0; k < 3; k++)
        if (t->v[k] == a && t->v[(k + 1) % 3] == b) return k;
    return -1;
}

// Neighbours agree when the common edge runs one way in one and the other way in the other.
static bool agrees(const contact_mesh *mesh, int triangle, int k) {
    const contact_tri *t = &mesh->tri[triangle];
    return edge_from_to(&mesh->tri[t->adj[k]], t->v[(k + 1) % 3], t->v[k]) >= 0;
}

static void turn(contact_tri *t) {
    int v = t->v[1], a = t->adj[0];
    t->v[1] = t->v[2], t->v[2] = v;
    t->adj[0] = t->adj[2], t->adj[2] = a;
}

// Whether two neighbours of the part disagree still: its surface is one-sided.
static int find_conflict(const contact_mesh *mesh, const int *part, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            if (mesh->tri[part[i]].adj[k] >= 0 && !agrees(mesh, part[i], k)) return 3 * part[i] + k;
    return -1;
}

// Collects into part the triangles that reach `seed` across edges of two triangles, turned to agree with the seed;
// returns how many there are.
static int grow_part(contact_mesh *mesh, int seed, bool *seen, int *part, int *n_turned) {
    int n = 0;
    part[n++] = seed;
    seen[seed] = true;
    *n_turned = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) {
            int other = mesh->tri[part[i]].adj[k];
            if (other < 0 || seen[other]) continue;
            if (!agrees(mesh, part[i], k)) {
                turn(&mesh->tri[other]);
                (*n_turned)++;
            }
            seen[other] = true;
            part[n++] = other;
        }
    }
    return n;
}

static bool part_is_closed(const contact_mesh *mesh, const int *part, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            if (mesh->tri[part[i]].adj[k] < 0) return false;
    return true;
}

// Six times the signed volume, from tetrahedra with their apex in a vertex of the part.
static double part_volume6(const contact_mesh *mesh, const int *part, int n) {
    vec3 o = mesh->vertex[mesh->tri[part[0]].v[0]];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const int *v = mesh->tri[part[i]].v;
        vec3 a = vec3_sub(mesh->vertex[v[0]], o), b = vec3_sub(mesh->vertex[v[1]], o),
             c = vec3_sub(mesh->vertex[v[2]], o);
        sum += vec3_dot(a, vec3_cross(b, c));
    }
    return sum;
}

static void orient_part(contact_mesh *mesh, const int *part, int n, int n_turned, contact_mesh_report *report,
                        int *conflict) {
    // The file's majority decides, not the triangle that happened to be first.
    bool minority = 2 * (int64_t)n_turned > n;
    if (minority)
        for (int i = 0; i < n; i++) turn(&mesh->tri[part[i]]);
    report->flipped += minority ? n - n_turned : n_turned;
    int bad = find_conflict(mesh, part, n);
    if (bad >= 0) {
        if (*conflict < 0) *conflict = bad;
        mesh->closed = false;
        return;
    }
    if (!part_is_closed(mesh, part, n)) {
        mesh->closed = false;
    } else if (part_volume6(mesh, part, n) < 0) {
        for (int i = 0; i < n; i++) turn(&mesh->tri[part[i]]);
        report->inside_out++;
    }
}

rt_status mesh_orient(contact_mesh *mesh, contact_mesh_report *report, int *conflict) {
    bool *seen = calloc((size_t)mesh->nt, sizeof *seen);
    int *part = malloc((size_t)mesh->nt * sizeof *part);
    rt_status status = seen && part ? RT_OK : RT_ERR_MEMORY;
    *conflict = -1;
    mesh->closed = true;
    for (int i = 0, n_turned; status == RT_OK && i < mesh->nt; i++) {
        if (seen[i]) continue;
        int n = grow_part(mesh, i, seen, part, &n_turned);
        orient_part(mesh, part, n, n_turned, report, conflict);
    }
    free(seen), free(part);
    return status;
}

static int root_of(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

rt_status mesh_count_parts(const contact_mesh *mesh, int *parts) {
    int *parent = malloc((size_t)mesh->nv * sizeof *parent);
    if (!parent) return RT_ERR_MEMORY;
    for (int i = 0; i < mesh->nv; i++) parent[i] = i;
    *parts = mesh->nv;
    for (int i = 0; i < mesh->nt; i++) {
        for (int k = 1; k < 3; k++) {
            int a = root_of(parent, mesh->tri[i].v[0]), b = root_of(parent, mesh->tri[i].v[k]);
            if (a == b) continue;
            parent[a < b ? b : a] = a < b ? a : b;
            (*parts)--;
        }
    }
    free(parent);
    return RT_OK;
}
