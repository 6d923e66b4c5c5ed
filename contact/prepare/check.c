// SPDX-License-Identifier: MIT
#include "contact/prepare/cache.h"
#include "contact/prepare/read.h"

#include <stdlib.h>

#define MOST 1e60 // largest coordinate after scaling [m]

// Range of a coordinate for which the predicates are exact.
static bool is_coordinate(double x) { return x == 0 || (fabs(x) >= MESH_LEAST_COORDINATE && fabs(x) <= MOST); }
static bool is_vertex(vec3 v) { return is_coordinate(v.x) && is_coordinate(v.y) && is_coordinate(v.z); }

static bool in_range(int i, int n) { return i >= 0 && i < n; }

// Whether the neighbour across edge k has this triangle across the same edge.
static bool is_mutual(const contact_mesh *m, int triangle, int k) {
    const contact_tri *t = &m->tri[triangle], *u = &m->tri[t->adj[k]];
    int a = t->v[k], b = t->v[(k + 1) % 3];
    for (int j = 0; j < 3; j++) {
        int c = u->v[j], d = u->v[(j + 1) % 3];
        if (u->adj[j] == triangle && ((c == a && d == b) || (c == b && d == a))) return true;
    }
    return false;
}

static bool mesh_is_valid(const contact_mesh *m) {
    for (int i = 0; i < m->nv; i++)
        if (!is_vertex(m->vertex[i])) return false;
    for (int i = 0; i < m->nt; i++) {
        const contact_tri *t = &m->tri[i];
        for (int k = 0; k < 3; k++)
            if (!in_range(t->v[k], m->nv) || t->adj[k] < -2 || t->adj[k] >= m->nt || t->adj[k] == i) return false;
        if (t->v[0] == t->v[1] || t->v[1] == t->v[2] || t->v[2] == t->v[0]) return false;
    }
    for (int i = 0; i < m->nt; i++) // all indices are in range now
        for (int k = 0; k < 3; k++)
            if (m->tri[i].adj[k] < 0 ? m->closed : !is_mutual(m, i, k)) return false;
    return true;
}

// Marks the triangles of leaf n as taken. False: a triangle is out of range or belongs to an earlier leaf.
static bool claim_leaf(const contact_bvh *tree, const contact_bvh_node *n, bool *taken) {
    if (n->first < 0 || n->count < 1 || n->count > tree->nt - n->first) return false;
    for (int i = n->first; i < n->first + n->count; i++) {
        int t = tree->order[i];
        if (!in_range(t, tree->nt) || taken[t]) return false;
        taken[t] = true;
    }
    return true;
}

// Children come after their parent, so one pass gives each node its depth; depth 0 marks a node without a parent.
static bool tree_is_valid(const contact_bvh *tree, unsigned char *depth, bool *taken) {
    int deepest = 0, in_leaves = 0;
    depth[0] = 1;
    for (int i = 0; i < tree->n_nodes; i++) {
        const contact_bvh_node *n = &tree->node[i];
        if (depth[i] == 0 || depth[i] > CONTACT_BVH_DEPTH) return false;
        if (depth[i] > deepest) deepest = depth[i];
        if (n->count != 0) {
            if (!claim_leaf(tree, n, taken)) return false;
            in_leaves += n->count; // at most nt: no triangle is taken twice
            continue;
        }
        if (n->first <= i || n->first >= tree->n_nodes - 1 || depth[n->first] || depth[n->first + 1]) return false;
        depth[n->first] = depth[n->first + 1] = (unsigned char)(depth[i] + 1);
    }
    return in_leaves == tree->nt && deepest == tree->depth;
}

rt_status mesh_check(const contact_mesh *mesh, const contact_bvh *tree) {
    unsigned char *depth = calloc((size_t)tree->n_nodes, sizeof *depth);
    bool *taken = calloc((size_t)tree->nt, sizeof *taken);
    rt_status status = depth && taken ? RT_OK : RT_ERR_MEMORY;
    if (status == RT_OK && !(mesh_is_valid(mesh) && tree_is_valid(tree, depth, taken))) status = RT_ERR_FORMAT;
    free(depth), free(taken);
    return status;
}
