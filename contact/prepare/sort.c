// SPDX-License-Identifier: MIT
// Sorting of triangles and edges, so that equal ones are adjacent.
#include "contact/prepare/clean.h"
#include <stdlib.h>
#include <string.h>

static int compare_items(const void *pa, const void *pb) {
    const mesh_item *a = pa, *b = pb;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    if (a->b != b->b) return a->b < b->b ? -1 : 1;
    return a->id < b->id ? -1 : a->id > b->id;
}

rt_status mesh_sort(mesh_item *item, int64_t n, int n_buckets) {
    int64_t *start = calloc((size_t)n_buckets + 1, sizeof *start);
    mesh_item *copy = malloc((size_t)n * sizeof *copy);
    rt_status status = start && copy ? RT_OK : RT_ERR_MEMORY;
    if (status == RT_OK) {
        memcpy(copy, item, (size_t)n * sizeof *copy);
        for (int64_t i = 0; i < n; i++) start[copy[i].bucket + 1]++;
        for (int b = 0; b < n_buckets; b++) start[b + 1] += start[b];
        for (int64_t i = 0; i < n; i++) item[start[copy[i].bucket]++] = copy[i]; // start[b] becomes the end of bucket b
        for (int b = 0; b < n_buckets; b++) {
            int64_t first = b > 0 ? start[b - 1] : 0;
            qsort(item + first, (size_t)(start[b] - first), sizeof *item, compare_items);
        }
    }
    free(start), free(copy);
    return status;
}

mesh_item mesh_edge_item(const int v[3], int triangle, int k) {
    int a = v[k], b = v[(k + 1) % 3];
    return (mesh_item){a < b ? a : b, a < b ? b : a, 0, 3 * triangle + k};
}

int64_t mesh_equal_edges(const mesh_item *edge, int64_t i, int64_t n) {
    int64_t end = i + 1;
    while (end < n && edge[end].bucket == edge[i].bucket && edge[end].a == edge[i].a) end++;
    return end;
}
