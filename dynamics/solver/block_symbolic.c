// SPDX-License-Identifier: MIT
// Structure of the block factor: the rows of column k are the matrix's rows below k and the rows of its children in the
// elimination tree (George & Liu 1981, Computer Solution of Large Sparse Positive Definite Systems, ch. 5).
#include "dynamics/solver/block.h"
#include <stdlib.h>
#include <string.h>

bool block_graph_make(block_graph *g, const dyn_matrix *m) {
    int n = m->n_nodes;
    g->n = n;
    g->start = calloc((size_t)n + 2, sizeof *g->start);
    g->to = calloc(2 * (size_t)m->n_blocks + 1, sizeof *g->to);
    if (!g->start || !g->to) return false;
    // counts are stored two places ahead; the filling below advances start[] to its final values
    for (int i = 0; i < n; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            if (m->col[k] != i) g->start[i + 2]++, g->start[m->col[k] + 2]++;
    for (int i = 2; i < n + 2; i++) g->start[i] += g->start[i - 1];
    // smaller neighbours first (each row is ascending), then the larger ones, in the ascending order of the outer loop
    for (int i = 0; i < n; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            if (m->col[k] != i) g->to[g->start[i + 1]++] = m->col[k];
    for (int i = 0; i < n; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            if (m->col[k] != i) g->to[g->start[m->col[k] + 1]++] = i;
    return true;
}

void block_graph_free(block_graph *g) {
    free(g->start);
    free(g->to);
    *g = (block_graph){0};
}

static int compare_ints(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

// Scratch of the symbolic factorisation, one entry per column.
typedef struct scratch {
    int *place, *mark, *child, *sibling;
    size_t capacity; // entries allocated in row
} scratch;

static bool add_row(block_symbolic *s, scratch *w, int row, int mark) {
    if (w->mark[row] == mark) return true;
    w->mark[row] = mark;
    if ((size_t)s->n_blocks == w->capacity) {
        size_t capacity = 2 * w->capacity + 64;
        int *more = realloc(s->row, capacity * sizeof *more);
        if (!more) return false;
        s->row = more;
        w->capacity = capacity;
    }
    s->row[s->n_blocks++] = row;
    return true;
}

static bool compute_column(block_symbolic *s, scratch *w, const block_graph *g, int k) {
    int node = s->order[k];
    bool fits = add_row(s, w, k, k);
    for (int e = g->start[node]; e < g->start[node + 1] && fits; e++)
        if (w->place[g->to[e]] > k) fits = add_row(s, w, w->place[g->to[e]], k);
    for (int c = w->child[k]; c >= 0 && fits; c = w->sibling[c])
        for (int b = s->start[c] + 1; b < s->start[c + 1] && fits; b++) fits = add_row(s, w, s->row[b], k);
    if (!fits) return false;
    int first = s->start[k], end = s->start[k + 1] = s->n_blocks;
    qsort(s->row + first, (size_t)(end - first), sizeof *s->row, compare_ints);
    if (end - first > 1) {
        int parent = s->row[first + 1];
        w->sibling[k] = w->child[parent];
        w->child[parent] = k;
    }
    s->core_end[k] = end;
    while (s->core_end[k] > first + 1 && s->row[s->core_end[k] - 1] >= s->n - s->n_border) s->core_end[k]--;
    return true;
}

static void measure_height(block_symbolic *s, int *depth) {
    for (int k = s->n - 1; k >= 0; k--) {
        int first = s->start[k];
        depth[k] = s->start[k + 1] - first > 1 ? depth[s->row[first + 1]] + 1 : 1;
        if (depth[k] > s->height) s->height = depth[k];
    }
}

bool block_symbolic_make(block_symbolic *s, const block_graph *g, const int *order, int n_border) {
    size_t n = (size_t)g->n + 1;
    *s = (block_symbolic){.n = g->n, .n_border = n_border};
    s->order = calloc(n, sizeof(int));
    s->start = calloc(n, sizeof(int));
    s->core_end = calloc(n, sizeof(int));
    scratch w = {calloc(n, sizeof(int)), calloc(n, sizeof(int)), calloc(n, sizeof(int)), calloc(n, sizeof(int)), 0};
    bool ok = s->order && s->start && s->core_end && w.place && w.mark && w.child && w.sibling;
    for (int k = 0; k < g->n && ok; k++) {
        s->order[k] = order[k];
        w.place[order[k]] = k;
        w.mark[k] = w.child[k] = -1;
    }
    for (int k = 0; k < g->n && ok; k++) ok = compute_column(s, &w, g, k);
    if (ok) measure_height(s, w.mark);
    free(w.place);
    free(w.mark);
    free(w.child);
    free(w.sibling);
    if (!ok) block_symbolic_free(s);
    return ok;
}

// Index of block (row, column) of L; the block must be in the structure.
static int find_block(const block_symbolic *s, int row, int column) {
    int lo = s->start[column], hi = s->start[column + 1] - 1;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (s->row[mid] < row)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

// Visits all updates in the order of their columns j. Counts them in update_start[target + 2], or, if `place`, stores
// them at update_start[target + 1]++.
static void list_updates(block_symbolic *s, bool place) {
    for (int j = 0; j < s->n; j++)
        for (int y = s->start[j] + 1; y < s->start[j + 1]; y++)
            for (int z = y; z < s->start[j + 1]; z++) {
                int target = find_block(s, s->row[z], s->row[y]);
                if (!place) {
                    s->update_start[target + 2]++;
                    continue;
                }
                int *u = s->update[s->update_start[target + 1]++];
                u[0] = BLOCK_DOUBLES * z;
                u[1] = BLOCK_DOUBLES * y;
            }
}

bool block_symbolic_finish(block_symbolic *s, const dyn_matrix *m) {
    s->source = malloc(((size_t)s->n_blocks + 1) * sizeof *s->source);
    s->update_start = calloc((size_t)s->n_blocks + 2, sizeof *s->update_start);
    int *place = calloc((size_t)s->n + 1, sizeof *place);
    if (s->source && s->update_start && place) {
        for (int b = 0; b < s->n_blocks; b++) s->source[b] = -1;
        for (int k = 0; k < s->n; k++) place[s->order[k]] = k;
        for (int i = 0; i < m->n_nodes; i++)
            for (int k = m->start[i]; k < m->start[i + 1]; k++) {
                int r = place[i], c = place[m->col[k]];
                s->source[r >= c ? find_block(s, r, c) : find_block(s, c, r)] = 2 * k + (r <= c);
            }
        list_updates(s, false);
        for (int b = 2; b < s->n_blocks + 2; b++) s->update_start[b] += s->update_start[b - 1];
        s->update = malloc(((size_t)s->update_start[s->n_blocks + 1] + 1) * sizeof *s->update);
        if (s->update) list_updates(s, true);
    }
    free(place);
    return s->update != NULL;
}

void block_symbolic_free(block_symbolic *s) {
    free(s->order);
    free(s->start);
    free(s->core_end);
    free(s->row);
    free(s->source);
    free(s->update_start);
    free(s->update);
    *s = (block_symbolic){0};
}
