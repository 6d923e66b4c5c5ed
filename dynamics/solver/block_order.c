// SPDX-License-Identifier: MIT
// Elimination order of the block solver. Nodes coupled to very many others form the border and come last. Simplicial
// nodes, whose neighbours are all coupled to each other, come first, for they cause no fill (Rose 1970): a link's inner
// vector. The other nodes follow by number, along the chain; or from both ends to the middle; or by minimum degree
// (AMD): the order with the least expected time wins. Finally the columns are sorted by their depth in the elimination
// tree. This changes neither fill nor sums, but places columns that do not depend on each other side by side.
#include "dynamics/solver/block.h"
#include <amd.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BORDER 4        // most nodes of a border
#define SIMPLICIAL_DEGREE 16 // nodes with more neighbours are not tested
// Cost model [cycles] of one factorisation and the solutions of a step, measured with tests/bench (Zen 5): the work,
// but at least the latency of the pivots on the longest path.
#define SOLUTIONS 3
#define FACTOR_UPDATE 9
#define FACTOR_BLOCK 10
#define FACTOR_COLUMN 25
#define FACTOR_LATENCY 84
#define SOLVE_BLOCK 15
#define SOLVE_LATENCY 86

static int count_neighbours(const block_graph *g, int i) { return g->start[i + 1] - g->start[i]; }

static bool coupled(const block_graph *g, int i, int j) {
    int lo = g->start[i], hi = g->start[i + 1] - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        if (g->to[mid] == j) return true;
        if (g->to[mid] < j)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return false;
}

// Marks the nodes with at least 16 and more than four times the mean number of neighbours; none if more than
// MOST_BORDER qualify. Returns their number.
static int mark_border(const block_graph *g, unsigned char *border) {
    int n = 0;
    for (int i = 0; i < g->n; i++) {
        border[i] = count_neighbours(g, i) >= 16 && (double)count_neighbours(g, i) * g->n > 4.0 * g->start[g->n];
        n += border[i];
    }
    if (n <= MOST_BORDER) return n;
    memset(border, 0, (size_t)g->n);
    return 0;
}

static bool is_simplicial(const block_graph *g, const unsigned char *border, int i) {
    int near[SIMPLICIAL_DEGREE], n = 0;
    for (int e = g->start[i]; e < g->start[i + 1]; e++) {
        if (border[g->to[e]]) continue;
        if (n == SIMPLICIAL_DEGREE) return false;
        near[n++] = g->to[e];
    }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++)
            if (!coupled(g, near[a], near[b])) return false;
    return true;
}

// Orders the simplicial nodes, then the rest (from both ends alternately, or ascending), then the border.
static void order_by_number(const block_graph *g, const unsigned char *border, bool both_ends, int *order) {
    int n = 0;
    for (int i = 0; i < g->n; i++)
        if (!border[i] && is_simplicial(g, border, i)) order[n++] = i;
    int lo = 0, hi = g->n - 1;
    for (bool front = true; lo <= hi; front = both_ends ? !front : true) {
        // the next node from this end that is not ordered yet
        int *end = front ? &lo : &hi, step = front ? 1 : -1;
        while (lo <= hi && (border[*end] || is_simplicial(g, border, *end))) *end += step;
        if (lo > hi) break;
        order[n++] = *end;
        *end += step;
    }
    for (int i = 0; i < g->n; i++)
        if (border[i]) order[n++] = i;
}

// Orders by minimum degree of the graph without its border, then the border; false: out of memory.
static bool order_by_amd(const block_graph *g, const unsigned char *border, int *order) {
    int *start = calloc((size_t)g->n + 1, sizeof(int)), *to = malloc(((size_t)g->start[g->n] + 1) * sizeof(int));
    int *p = calloc((size_t)g->n + 1, sizeof(int)), n = 0, status = AMD_OUT_OF_MEMORY;
    if (start && to && p) {
        for (int i = 0; i < g->n; i++) {
            start[i] = n;
            for (int e = g->start[i]; e < g->start[i + 1]; e++)
                if (!border[i] && !border[g->to[e]]) to[n++] = g->to[e];
        }
        start[g->n] = n;
        status = amd_order(g->n, start, to, p, NULL, NULL);
        n = 0;
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < g->n; k++)
                if (border[p[k]] == pass) order[n++] = p[k];
    }
    free(start);
    free(to);
    free(p);
    return status == AMD_OK || status == AMD_OK_BUT_JUMBLED;
}

// Sorts the columns stably by descending depth in the elimination tree; the border stays last.
static bool sort_by_depth(const block_symbolic *s, int *order) {
    int n = s->n - s->n_border, most = 0, at = 0;
    int *depth = calloc((size_t)s->n + 1, sizeof *depth), *count = calloc((size_t)s->n + 2, sizeof *count);
    bool ok = depth && count;
    for (int k = s->n - 1; k >= 0 && ok; k--) {
        int first = s->start[k];
        depth[k] = s->start[k + 1] - first > 1 ? depth[s->row[first + 1]] + 1 : 0;
        if (depth[k] > most) most = depth[k];
    }
    for (int k = 0; k < n && ok; k++) count[depth[k]]++;
    for (int d = most; d >= 0 && ok; d--) {
        int here = count[d];
        count[d] = at;
        at += here;
    }
    for (int k = 0; k < n && ok; k++) order[count[depth[k]]++] = s->order[k];
    for (int k = n; k < s->n && ok; k++) order[k] = s->order[k];
    free(depth);
    free(count);
    return ok;
}

// Expected cycles of a step while no column is coupled to the border.
static double expected_cycles(const block_symbolic *s) {
    double blocks = 0, updates = 0;
    for (int k = 0; k < s->n; k++) {
        double rows = s->core_end[k] - s->start[k] - 1;
        blocks += rows;
        updates += rows * (rows + 1) / 2;
    }
    double factor = FACTOR_UPDATE * updates + FACTOR_BLOCK * blocks + FACTOR_COLUMN * s->n,
           solve = SOLVE_BLOCK * blocks;
    return fmax(factor, FACTOR_LATENCY * s->height) + SOLUTIONS * fmax(solve, SOLVE_LATENCY * s->height);
}

// Computes the structure of the order, sorted by depth, and stores it in *best if it is the cheapest so far.
static bool try_order(block_symbolic *best, const block_graph *g, int *order, int n_border, double handicap) {
    block_symbolic s;
    if (!block_symbolic_make(&s, g, order, n_border)) return false;
    bool sorted = sort_by_depth(&s, order);
    block_symbolic_free(&s);
    if (!sorted || !block_symbolic_make(&s, g, order, n_border)) return false;
    if (best->order && handicap * expected_cycles(&s) >= expected_cycles(best)) {
        block_symbolic_free(&s);
        return true;
    }
    block_symbolic_free(best);
    *best = s;
    return true;
}

bool block_order_best(block_symbolic *best, const dyn_matrix *m) {
    block_graph g = {0};
    *best = (block_symbolic){0};
    int *order = calloc((size_t)m->n_nodes + 1, sizeof *order);
    unsigned char *border = calloc((size_t)m->n_nodes + 1, 1);
    bool ok = order && border && block_graph_make(&g, m);
    if (ok) {
        int n_border = mark_border(&g, border);
        order_by_number(&g, border, false, order);
        ok = try_order(best, &g, order, n_border, 1);
        // the border's neighbours are at one end: only an order along the chain eliminates them last
        double handicap = n_border ? 2 : 1;
        if (ok && !n_border) {
            order_by_number(&g, border, true, order);
            ok = try_order(best, &g, order, n_border, handicap);
        }
        ok = ok && order_by_amd(&g, border, order) && try_order(best, &g, order, n_border, handicap);
    }
    free(order);
    free(border);
    block_graph_free(&g);
    ok = ok && block_symbolic_finish(best, m);
    if (!ok) block_symbolic_free(best);
    return ok;
}
