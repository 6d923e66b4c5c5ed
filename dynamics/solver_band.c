// SPDX-License-Identifier: MIT
// LDLᵀ of a symmetric band without pivoting, by columns (right-looking): all updates run along contiguous columns.
// (Golub & Van Loan, Matrix Computations, §4.3.5, band Cholesky; here without square roots.)
#include "dynamics/solver_private.h"
#include <stdlib.h>
#include <string.h>

#define BAND_MAX 96
// A pivot below this fraction of its own diagonal before elimination has lost all its digits.
#define PIVOT_FLOOR 1e-13

typedef struct band {
    dyn_solver base;
    int n_nodes;
    int width;       // half bandwidth: column c holds rows c .. c + width
    int stride;      // doubles a column, width + 1 rounded up, the rest zero
    int n;           // active unknowns
    int *node;       // node at each position (n_nodes)
    double *a;       // columns: diagonal, then below it ((3 n_nodes + BAND_MAX) stride)
    double *inverse; // 1 / d (3 n_nodes)
    double *y;       // right-hand side by position (3 n_nodes + BAND_MAX)
} band;

static bool is_zero(const double *b) {
    for (int e = 0; e < 9; e++)
        if (b[e] != 0) return false;
    return true;
}

// Scatters the blocks of active nodes into the band; false when one that is not zero does not fit.
static bool load(band *s, const dyn_matrix *m, const int *position) {
    bool fits = true;
    memset(s->a, 0, (size_t)(s->n + s->width) * (size_t)s->stride * sizeof *s->a);
    for (int i = 0; i < m->n_nodes; i++) {
        int pi = position[i];
        if (pi < 0) continue;
        s->node[pi] = i;
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            int pj = position[m->col[k]];
            if (pj < 0) continue;
            const double *b = m->a + 9 * k;
            // the last node's couples to links that are not at its end are in the pattern, but zero now
            if (3 * (pi - pj) + 2 > s->width) {
                fits = fits && is_zero(b);
                continue;
            }
            for (int c = 0; c < 3; c++) {
                double *column = s->a + (size_t)(3 * pj + c) * (size_t)s->stride + 3 * (pi - pj) - c;
                for (int r = pi == pj ? c : 0; r < 3; r++) column[r] = b[3 * r + c];
            }
        }
    }
    return fits;
}

static int band_factor(dyn_solver *base, const dyn_matrix *m, const int *position, int n_active) {
    band *s = (band *)base;
    int bad = 0, w = s->width;
    s->n = 3 * n_active;
    bool fits = load(s, m, position);
    for (int k = 0; k < s->n; k++)
        s->inverse[k] = s->a[(size_t)k * (size_t)s->stride]; // the diagonal before elimination
    for (int k = 0; k < s->n; k++) {
        double *ck = s->a + (size_t)k * (size_t)s->stride;
        double floor = PIVOT_FLOOR * s->inverse[k];
        if (!(ck[0] > floor)) {
            ck[0] = s->inverse[k] > 0 ? s->inverse[k] : 1;
            bad++;
        }
        double inverse = s->inverse[k] = 1 / ck[0];
        for (int j = 1; j <= w; j++) {
            double l = ck[j] * inverse;
            double *restrict cj = s->a + (size_t)(k + j) * (size_t)s->stride;
            const double *restrict row = ck + j;
            for (int i = 0; i <= w - j; i++) cj[i] -= l * row[i];
        }
        for (int j = 1; j <= w; j++) ck[j] *= inverse;
    }
    return fits ? bad : -1;
}

static void band_solve(dyn_solver *base, double *x) {
    band *s = (band *)base;
    int w = s->width;
    double *restrict y = s->y;
    for (int p = 0; p < s->n / 3; p++) memcpy(y + 3 * p, x + 3 * s->node[p], 3 * sizeof *y);
    memset(y + s->n, 0, (size_t)w * sizeof *y);
    for (int k = 0; k < s->n; k++) {
        const double *restrict ck = s->a + (size_t)k * (size_t)s->stride;
        double yk = y[k];
        for (int j = 1; j <= w; j++) y[k + j] -= ck[j] * yk;
    }
    for (int k = s->n - 1; k >= 0; k--) {
        const double *ck = s->a + (size_t)k * (size_t)s->stride;
        // four partial sums: a fixed order of addition that still fills the vector unit
        double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        int j = 1;
        for (; j + 3 <= w; j += 4) {
            s0 += ck[j] * y[k + j];
            s1 += ck[j + 1] * y[k + j + 1];
            s2 += ck[j + 2] * y[k + j + 2];
            s3 += ck[j + 3] * y[k + j + 3];
        }
        for (; j <= w; j++) s0 += ck[j] * y[k + j];
        y[k] = y[k] * s->inverse[k] - ((s0 + s1) + (s2 + s3));
    }
    for (int p = 0; p < s->n / 3; p++) memcpy(x + 3 * s->node[p], y + 3 * p, 3 * sizeof *y);
}

static void band_destroy(dyn_solver *base) {
    band *s = (band *)base;
    free(s->node);
    free(s->a);
    free(s->inverse);
    free(s->y);
    free(s);
}

// Half bandwidth in unknowns when all nodes are active. The last node of a long model is left out: it follows the last
// active one and couples to the link there only, so its distance within that neighbourhood counts, which others have
// too.
static int half_width(const dyn_matrix *m) {
    int w = 0, last = m->n_nodes - 1, w_last = 0;
    for (int i = 0; i < m->n_nodes; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            int *most = i == last ? &w_last : &w;
            if (i - m->col[k] > *most) *most = i - m->col[k];
        }
    if (w_last > w && 3 * w_last + 2 <= BAND_MAX) w = w_last;
    return 3 * w + 2;
}

dyn_solver *dyn_solver_band_create(const dyn_matrix *m) {
    int w = half_width(m);
    if (w > BAND_MAX) return NULL;
    band *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->base = (dyn_solver){band_factor, band_solve, band_destroy};
    s->n_nodes = m->n_nodes;
    s->width = w;
    s->stride = (w + 1 + 3) / 4 * 4;
    size_t n = 3 * (size_t)m->n_nodes + BAND_MAX;
    s->node = calloc((size_t)m->n_nodes, sizeof *s->node);
    s->a = calloc(n * (size_t)s->stride, sizeof *s->a);
    s->inverse = calloc(n, sizeof *s->inverse);
    s->y = calloc(n, sizeof *s->y);
    if (!s->node || !s->a || !s->inverse || !s->y) {
        band_destroy(&s->base);
        return NULL;
    }
    return &s->base;
}
