// SPDX-License-Identifier: MIT
#include "dynamics/solver/scalar.h"
#include "dynamics/solver/private.h"
#include <stdlib.h>
#include <string.h>

static void set_upper(scalar_matrix *s, const int *next, int i, int j, int k) {
    for (int e = 0; e < 9; e++) {
        int r = e / 3, c = e % 3; // value at row 3i + r, column 3j + c; its transposed at row 3j + c, column 3i + r
        int at = next[3 * i + r] + c;
        s->ai[at] = 3 * j + c;
        s->upper[9 * k + e] = i == j ? -1 : at;
        if (i == j) s->lower[9 * k + e] = next[3 * i + c] + r;
        if (i == j && r == c) s->own[3 * i + c] = at;
    }
}

static void set_lower(scalar_matrix *s, const int *next, int i, int j, int k) {
    for (int e = 0; e < 9; e++) {
        int at = next[3 * j + e % 3] + e / 3;
        s->ai[at] = 3 * i + e / 3;
        s->lower[9 * k + e] = at;
    }
}

// Sets the column pattern, rows ascending, and the place of each block's values. Block column i holds the transposed
// blocks of row i and the diagonal, ascending, then the blocks of later rows, in the ascending order of the outer loop.
static void set_pattern(scalar_matrix *s, const dyn_matrix *m) {
    int n = m->n_nodes, *next = s->ai + s->nnz; // scratch after the rows: next free place of each column (n)
    for (int i = 0; i < n; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            for (int c = 0; c < 3; c++) {
                s->ap[3 * m->col[k] + c + 1] += 3;
                if (i != m->col[k]) s->ap[3 * i + c + 1] += 3;
            }
    for (int c = 0; c < s->n; c++) s->ap[c + 1] += s->ap[c];
    memcpy(next, s->ap, (size_t)s->n * sizeof *next);
    for (int i = 0; i < n; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            set_upper(s, next, i, m->col[k], k);
            for (int c = 0; c < 3; c++) next[3 * i + c] += 3;
        }
    for (int i = 0; i < n; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            if (m->col[k] == i) continue;
            set_lower(s, next, i, m->col[k], k);
            for (int c = 0; c < 3; c++) next[3 * m->col[k] + c] += 3;
        }
}

bool scalar_create(scalar_matrix *s, const dyn_matrix *m) {
    *s = (scalar_matrix){.n = 3 * m->n_nodes, .nnz = 9 * (2 * m->n_blocks - m->n_nodes)};
    s->ap = calloc((size_t)s->n + 1, sizeof *s->ap);
    s->ai = calloc((size_t)s->nnz + (size_t)s->n, sizeof *s->ai);
    s->ax = calloc((size_t)s->nnz, sizeof *s->ax);
    s->lower = calloc(9 * (size_t)m->n_blocks, sizeof *s->lower);
    s->upper = calloc(9 * (size_t)m->n_blocks, sizeof *s->upper);
    s->own = calloc((size_t)s->n, sizeof *s->own);
    s->diagonal = calloc((size_t)s->n, sizeof *s->diagonal);
    if (!s->ap || !s->ai || !s->ax || !s->lower || !s->upper || !s->own || !s->diagonal) {
        scalar_free(s);
        return false;
    }
    set_pattern(s, m);
    return true;
}

void scalar_free(scalar_matrix *s) {
    free(s->ap);
    free(s->ai);
    free(s->ax);
    free(s->lower);
    free(s->upper);
    free(s->own);
    free(s->diagonal);
    *s = (scalar_matrix){0};
}

void scalar_load(scalar_matrix *s, const dyn_matrix *m, const int *position) {
    for (int i = 0; i < m->n_nodes; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            int j = m->col[k];
            bool on = position[i] >= 0 && position[j] >= 0;
            for (int e = 0; e < 9; e++) {
                double v = on ? m->a[9 * k + e] : (i == j && e % 4 == 0 ? 1.0 : 0.0);
                s->ax[s->lower[9 * k + e]] = v;
                if (i != j) s->ax[s->upper[9 * k + e]] = v;
            }
        }
    for (int c = 0; c < s->n; c++) s->diagonal[c] = s->ax[s->own[c]];
}

// Index of the first pivot that is not above its floor, or `made`; *rcond is the least pivot / diagonal entry before.
static int first_bad_pivot(const scalar_matrix *s, const double *pivot, const int *unknown, int made, double *rcond) {
    *rcond = 1;
    for (int k = 0; k < made; k++) {
        double own = s->diagonal[unknown[k]];
        if (!(pivot[k] > PIVOT_FLOOR * own && pivot[k] > 0)) return k;
        if (pivot[k] < *rcond * own) *rcond = pivot[k] / own;
    }
    return made;
}

dyn_factor scalar_factor(scalar_matrix *s, scalar_numeric numeric, void *solver, const double *pivot,
                         const int *unknown) {
    for (int bad = 0; bad <= SCALAR_MOST_REPAIRS; bad++) {
        dyn_factor f = {.bad_pivots = bad};
        int made = numeric(solver), k = first_bad_pivot(s, pivot, unknown, made, &f.rcond);
        if (k == s->n) return f;
        double own = s->diagonal[unknown[k]], wanted = own > 0 ? own : 1, *entry = &s->ax[s->own[unknown[k]]];
        double lost = k < made ? *entry - pivot[k] : *entry;
        *entry = isfinite(lost) ? wanted + lost : wanted;
        s->diagonal[unknown[k]] = wanted;
    }
    return (dyn_factor){.bad_pivots = -1};
}
