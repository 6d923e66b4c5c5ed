// SPDX-License-Identifier: MIT
// Edge swaps that remove triangles with three collinear vertices. Such a triangle has no area, but dropping it would
// open the surface: its middle vertex lies on the neighbour's edge. Swapping the long edge gives that vertex to the
// neighbour, which splits in two.
#include "contact/prepare/clean.h"

#include <stdlib.h>

#define MAX_PASSES 16 // rows of such triangles resolve from their ends; mesh_drop_triangles drops the rest

// Longest edge of a triangle with three different but collinear vertices; -1: any other triangle.
static int line_edge(const mesh_soup *soup, int triangle, double height) {
    const int *t = soup->t + 3 * (size_t)triangle;
    const vec3 v[3] = {soup->v[t[0]], soup->v[t[1]], soup->v[t[2]]};
    if (mesh_has_repeated_vertex(t) || mesh_triangle_height(v[0], v[1], v[2]) > height) return -1;
    int longest = 0;
    double length[3];
    for (int k = 0; k < 3; k++) {
        length[k] = vec3_norm2(vec3_sub(v[(k + 1) % 3], v[k]));
        if (length[k] > length[longest]) longest = k;
    }
    return longest;
}

// The flat triangle `line` takes half of its neighbour across edge line_k.
static void swap_edge(mesh_soup *soup, int line, int line_k, int neighbour, int k) {
    int *l = soup->t + 3 * (size_t)line, *n = soup->t + 3 * (size_t)neighbour;
    int middle = l[(line_k + 2) % 3], p = n[k], q = n[(k + 1) % 3], apex = n[(k + 2) % 3];
    l[0] = middle, l[1] = q, l[2] = apex;
    n[0] = p, n[1] = middle, n[2] = apex;
}

// Swaps the edge of two triangles if one is flat. A triangle takes part in one swap a pass, because edges are listed as
// of its start.
static bool try_swap(mesh_soup *soup, const mesh_item *e, double height, bool *touched) {
    for (int side = 0; side < 2; side++) {
        int line = e[side].id / 3, line_k = e[side].id % 3, other = e[1 - side].id / 3, k = e[1 - side].id % 3;
        if (touched[line] || touched[other] || line_edge(soup, line, height) != line_k) continue;
        bool same = soup->t[3 * (size_t)line + (size_t)((line_k + 2) % 3)] ==
                    soup->t[3 * (size_t)other + (size_t)((k + 2) % 3)];
        if (same || line_edge(soup, other, height) >= 0) continue;
        swap_edge(soup, line, line_k, other, k);
        touched[line] = touched[other] = true;
        return true;
    }
    return false;
}

static rt_status swap_pass(mesh_soup *soup, double height, int *swapped) {
    int64_t n = 0, room = 3 * (int64_t)soup->nt;
    mesh_item *edge = malloc((size_t)room * sizeof *edge);
    bool *touched = calloc((size_t)soup->nt, sizeof *touched);
    rt_status status = edge && touched ? RT_OK : RT_ERR_MEMORY;
    for (int64_t i = 0; status == RT_OK && i < room; i++) {
        const int *t = soup->t + 3 * (i / 3);
        if (!mesh_has_repeated_vertex(t)) edge[n++] = mesh_edge_item(t, (int)(i / 3), (int)(i % 3));
    }
    if (status == RT_OK) status = mesh_sort(edge, n, soup->nv);
    *swapped = 0;
    for (int64_t i = 0, end; status == RT_OK && i < n; i = end) {
        end = mesh_equal_edges(edge, i, n);
        if (end - i == 2) *swapped += try_swap(soup, edge + i, height, touched);
    }
    free(edge), free(touched);
    return status;
}

rt_status mesh_swap_lines(mesh_soup *soup, double height, contact_mesh_report *report) {
    bool any = false;
    for (int i = 0; i < soup->nt && !any; i++) any = line_edge(soup, i, height) >= 0;
    rt_status status = RT_OK;
    for (int pass = 0, swapped = any; pass < MAX_PASSES && swapped > 0 && status == RT_OK; pass++) {
        status = swap_pass(soup, height, &swapped);
        report->swapped += swapped;
    }
    return status;
}
