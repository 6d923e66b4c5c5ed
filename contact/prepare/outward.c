// SPDX-License-Identifier: MIT
// Outward orientation of closed parts. A cavity stays inward: a part inside another one, oriented against it.
#include "contact/prepare/clean.h"
#include "contact/tree/bvh.h"

#include <stdlib.h>

// Six times the signed volume, from tetrahedra with their apex in a vertex of the part.
static double part_volume6(const contact_mesh *mesh, const mesh_parts *p, int part) {
    vec3 o = mesh->vertex[mesh->tri[p->order[p->start[part]]].v[0]];
    double sum = 0;
    for (int i = p->start[part]; i < p->start[part + 1]; i++) {
        const int *v = mesh->tri[p->order[i]].v;
        vec3 a = vec3_sub(mesh->vertex[v[0]], o), b = vec3_sub(mesh->vertex[v[1]], o),
             c = vec3_sub(mesh->vertex[v[2]], o);
        sum += vec3_dot(a, vec3_cross(b, c));
    }
    return sum;
}

// Whether the edge from vertex i to vertex k, projected along x, passes on the +y side of p at the height of p.
// Evaluated in index order, so that both triangles of an edge get the same answer.
static bool edge_passes(const contact_mesh *mesh, int i, int k, vec3 p) {
    vec3 a = mesh->vertex[i < k ? i : k], b = mesh->vertex[i < k ? k : i];
    return (a.z > p.z) != (b.z > p.z) && p.y < (b.y - a.y) * (p.z - a.z) / (b.z - a.z) + a.y;
}

// +1 or -1 if the ray from p towards +x leaves or enters through the triangle, 0 if it misses.
static int ray_crossing(const contact_mesh *mesh, int triangle, vec3 p) {
    const int *v = mesh->tri[triangle].v;
    if (!(edge_passes(mesh, v[0], v[1], p) ^ edge_passes(mesh, v[1], v[2], p) ^ edge_passes(mesh, v[2], v[0], p)))
        return 0;
    vec3 a = mesh->vertex[v[0]];
    vec3 n = vec3_cross(vec3_sub(mesh->vertex[v[1]], a), vec3_sub(mesh->vertex[v[2]], a));
    if (n.x == 0 || a.x - (n.y * (p.y - a.y) + n.z * (p.z - a.z)) / n.x <= p.x) return 0;
    return n.x > 0 ? 1 : -1;
}

// Winding number of the other closed parts around the first vertex of this part; 0: the part stands alone.
static int winding_around(const contact_mesh *mesh, const contact_bvh *tree, const mesh_parts *p, int part, int *hits) {
    vec3 from = mesh->vertex[mesh->tri[p->order[p->start[part]]].v[0]],
         to = vec3_make(tree->node[0].hi.x, from.y, from.z);
    int n = contact_bvh_query(tree, mesh, from, to, hits, mesh->nt), winding = 0;
    for (int i = 0; i < n; i++)
        if (p->of[hits[i]] != part && p->closed[p->of[hits[i]]]) winding += ray_crossing(mesh, hits[i], from);
    return winding;
}

// Flips closed parts of negative volume that stand alone.
static rt_status flip_single_parts(contact_mesh *mesh, const mesh_parts *p, double *volume6, bool *turned) {
    contact_bvh tree = {0};
    int *hits = malloc((size_t)mesh->nt * sizeof *hits);
    rt_status status = hits ? contact_bvh_build(mesh, &tree) : RT_ERR_MEMORY;
    for (int i = 0; status == RT_OK && i < p->n; i++) {
        if (!p->closed[i] || volume6[i] >= 0 || winding_around(mesh, &tree, p, i, hits) != 0) continue;
        mesh_flip_part(mesh, p, i);
        turned[i] = !turned[i];
    }
    contact_bvh_free(&tree);
    free(hits);
    return status;
}

rt_status mesh_orient_outward(contact_mesh *mesh, const mesh_parts *p, contact_mesh_report *report) {
    double *volume6 = calloc((size_t)p->n, sizeof *volume6), sum = 0;
    bool *turned = calloc((size_t)p->n, sizeof *turned), any_negative = false;
    rt_status status = volume6 && turned ? RT_OK : RT_ERR_MEMORY;
    for (int i = 0; status == RT_OK && i < p->n; i++) {
        if (p->closed[i]) sum += volume6[i] = part_volume6(mesh, p, i);
    }
    for (int i = 0; status == RT_OK && i < p->n; i++) {
        if (!p->closed[i]) continue;
        if (sum < 0) { // the whole file is inside out, its cavities too
            mesh_flip_part(mesh, p, i);
            turned[i] = true;
            volume6[i] = -volume6[i];
        }
        any_negative |= volume6[i] < 0;
    }
    if (any_negative) status = flip_single_parts(mesh, p, volume6, turned);
    for (int i = 0; status == RT_OK && i < p->n; i++) report->inside_out += turned[i];
    free(volume6), free(turned);
    return status;
}
