// SPDX-License-Identifier: MIT
#include "dynamics/solver/matrix.h"
#include <stdlib.h>
#include <string.h>

void dyn_pattern_add(dyn_pattern *p, int i, int j) {
    if (p->n == p->capacity) {
        size_t capacity = p->capacity ? 2 * p->capacity : 4096;
        uint64_t *pair = realloc(p->pair, capacity * sizeof *pair);
        if (!pair) {
            p->failed = true;
            return;
        }
        p->pair = pair;
        p->capacity = capacity;
    }
    int hi = i > j ? i : j, lo = i > j ? j : i;
    p->pair[p->n++] = (uint64_t)hi << 32 | (uint32_t)lo;
}

void dyn_pattern_drop(dyn_pattern *p, const unsigned char *ground) {
    size_t n = 0;
    for (size_t k = 0; k < p->n; k++)
        if (!ground[p->pair[k] >> 32] && !ground[(uint32_t)p->pair[k]]) p->pair[n++] = p->pair[k];
    p->n = n;
}

void dyn_pattern_free(dyn_pattern *p) {
    free(p->pair);
    *p = (dyn_pattern){0};
}

static int compare_pairs(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

rt_status dyn_matrix_create(dyn_matrix *m, int n_nodes, dyn_pattern *p) {
    for (int i = 0; i < n_nodes; i++) dyn_pattern_add(p, i, i);
    *m = (dyn_matrix){.n_nodes = n_nodes};
    if (p->failed) return RT_ERR_MEMORY;
    qsort(p->pair, p->n, sizeof *p->pair, compare_pairs);
    size_t n = 0;
    for (size_t k = 0; k < p->n; k++)
        if (k == 0 || p->pair[k] != p->pair[k - 1]) p->pair[n++] = p->pair[k];
    p->n = n;

    m->n_blocks = (int)n;
    m->start = calloc((size_t)n_nodes + 1, sizeof *m->start);
    m->col = malloc(n * sizeof *m->col);
    m->a = calloc(9 * (n + 1), sizeof *m->a);
    if (!m->start || !m->col || !m->a) {
        dyn_matrix_free(m);
        return RT_ERR_MEMORY;
    }
    for (size_t k = 0; k < n; k++) {
        m->col[k] = (int)(uint32_t)p->pair[k];
        m->start[(p->pair[k] >> 32) + 1] = (int)k + 1;
    }
    return RT_OK;
}

void dyn_matrix_free(dyn_matrix *m) {
    free(m->start);
    free(m->col);
    free(m->a);
    *m = (dyn_matrix){0};
}

void dyn_matrix_clear(dyn_matrix *m) { memset(m->a, 0, 9 * ((size_t)m->n_blocks + 1) * sizeof *m->a); }

int dyn_matrix_find(const dyn_matrix *m, int i, int j) {
    int lo = m->start[i], hi = m->start[i + 1] - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        if (m->col[mid] == j) return mid;
        if (m->col[mid] < j)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}

int dyn_matrix_block(const dyn_matrix *m, int i, int j) {
    int block = i >= j ? dyn_matrix_find(m, i, j) : dyn_matrix_find(m, j, i);
    return block >= 0 ? block : m->n_blocks;
}
