// SPDX-License-Identifier: MIT
// Left-looking LDLᵀ on 3×3 blocks with a fixed structure and no pivoting (Golub & Van Loan, Matrix Computations, §4.1).
// Each block of L is computed in registers from the matrix and the finished blocks before it, by lists made at set-up.
// Within a block the factor is scalar, L = Z with unit diagonal and Y = Z D, and so as stable as a scalar LDLᵀ. An
// explicit 3×3 inverse would not be: a penalty makes a pivot block stiff in some directions only.
#include "dynamics/solver/block.h"
#include "dynamics/solver/block_simd.h"
#include "dynamics/solver/private.h"
#include <stdlib.h>
#include <string.h>

#define SMALL_PRODUCT 1e-280 // smaller products of pivots lose digits

// Factor of a column's diagonal block.
typedef struct pivot {
    v4 inverse;           // 1 / d
    double l10, l20, l21; // below the unit diagonal
    double unused;
} pivot;

typedef struct block_solver {
    dyn_solver base;
    block_symbolic s;
    unsigned char *on; // column is active
    int *list, n_list; // active columns, ascending (n)
    int hot;           // first column coupled to the border; earlier columns skip the border
    block3 *z, *y;     // L and L D by blocks; diagonal blocks are unused (n_blocks)
    pivot *d;          // (n)
    v4 *x;             // right-hand side by columns (n)
    v4 worst;          // largest diagonal entry / pivot, for each place in a block
    int bad;           // number of regularised pivots
} block_solver;

// Lists the active columns. Zeroes the entries of an inactive column that an active one may read: a non-finite solution
// would otherwise spread to all later ones.
static void list_active_columns(block_solver *w, const int *position) {
    const block_symbolic *s = &w->s;
    w->n_list = 0;
    for (int k = 0; k < s->n; k++) {
        bool on = position[s->order[k]] >= 0;
        if (w->on[k] && !on) {
            size_t first = (size_t)s->start[k], size = (size_t)s->start[k + 1] - first;
            memset(w->z + first, 0, size * sizeof *w->z);
            memset(w->y + first, 0, size * sizeof *w->y);
        }
        if (!on) w->x[k] = (v4){0, 0, 0, 0};
        w->on[k] = on;
        w->list[w->n_list] = k;
        w->n_list += on;
    }
}

static bool is_zero(const double *b) {
    uint64_t bits[9], any = 0;
    memcpy(bits, b, sizeof bits);
    for (int e = 0; e < 9; e++) any |= bits[e];
    return any << 1 == 0; // ignores the sign
}

// First active column that is coupled to an active node of the border. The border costs nothing in earlier columns.
static int first_border_column(const block_solver *w, const double *a) {
    const block_symbolic *s = &w->s;
    if (s->n_border == 0) return s->n;
    for (int e = 0; e < w->n_list; e++) {
        int k = w->list[e];
        if (k >= s->n - s->n_border) return k;
        for (int b = s->core_end[k]; b < s->start[k + 1]; b++)
            if (w->on[s->row[b]] && s->source[b] >= 0 && !is_zero(a + 9 * (s->source[b] / 2))) return k;
    }
    return s->n;
}

// End of the blocks of column k; border rows count only from the first coupled column on.
static inline int column_end(const block_solver *w, int k) { return k < w->hot ? w->s.core_end[k] : w->s.start[k + 1]; }

// First update of block b that reads no column before `hot`; border blocks of earlier columns are not computed.
static int first_border_update(const block_solver *w, int b) {
    const block_symbolic *s = &w->s;
    int lo = s->update_start[b], hi = s->update_start[b + 1],
        first = BLOCK_DOUBLES * (w->hot < s->n ? s->start[w->hot] : s->n_blocks);
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (s->update[mid][0] < first)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

// Block b of the matrix minus the updates by all earlier columns.
static inline block3 update_block(const block_solver *w, const double *a, int b) {
    const block_symbolic *s = &w->s;
    block3 t = {{{0}}};
    int source = s->source[b];
    if (source >= 0) t = source & 1 ? block3_rows(a + 9 * (source >> 1)) : block3_columns(a + 9 * (source >> 1));
    int u = s->row[b] >= s->n - s->n_border ? first_border_update(w, b) : s->update_start[b];
    for (; u < s->update_start[b + 1]; u++)
        block3_update(&t, (const v4 *)((const double *)w->z + s->update[u][0]), (const double *)w->y + s->update[u][1]);
    return t;
}

// Factors pivot by pivot. A pivot below its floor is counted and replaced by its diagonal entry before elimination, or
// by 1 if that is not positive.
static __attribute__((noinline, cold)) pivot factor_pivot_safely(block_solver *w, block3 t, v4 diagonal) {
    double l[3][3], d[3];
    for (int k = 0; k < 3; k++) {
        double sum[3];
        for (int r = k; r < 3; r++) {
            sum[r] = t.c[k][r];
            for (int j = 0; j < k; j++) sum[r] -= l[r][j] * d[j] * l[k][j];
        }
        d[k] = sum[k];
        if (!(d[k] > PIVOT_FLOOR * diagonal[k] && d[k] > 0)) {
            d[k] = diagonal[k] > 0 ? diagonal[k] : 1;
            w->bad++;
        }
        for (int r = k + 1; r < 3; r++) l[r][k] = sum[r] / d[k];
    }
    return (pivot){{1 / d[0], 1 / d[1], 1 / d[2], 0}, l[1][0], l[2][0], l[2][1], 0};
}

// Factors without division until the end (Bareiss 1968). With the minors m1 = a00, m2 = a00 s11, m3 = a00 s11 s22 of
// the Schur complements s, all quotients are independent of each other.
static inline pivot factor_pivot(block_solver *w, const block3 *t, v4 diagonal) {
    double a00 = t->c[0][0], a10 = t->c[0][1], a20 = t->c[0][2];
    v4 c1 = t->c[1] * v4_all(a00), c2 = t->c[2] * v4_all(a00);
    c1 = v4_sub_mul(c1, t->c[0], v4_all(a10));
    c2 = v4_sub_mul(c2, t->c[0], v4_all(a20));
    double s11 = c1[1], s21 = c1[2], s22 = c2[2]; // a00 times the Schur complement
    double m = sub_mul(s11 * s22, s21, s21), ma = a00 * s11;
    v4 q = (v4){1, a00, ma, s21} / (v4){a00, s11, m, s11};
    v4 ratio = q * diagonal;
    bool good = a00 > 0 && s11 > 0 && m > SMALL_PRODUCT && m < 1 / SMALL_PRODUCT && ratio[0] < 1 / PIVOT_FLOOR &&
                ratio[1] < 1 / PIVOT_FLOOR && ratio[2] < 1 / PIVOT_FLOOR;
    pivot p = {q, a10 * q[0], a20 * q[0], q[3], 0};
    if (__builtin_expect(!good, 0)) {
        p = factor_pivot_safely(w, *t, diagonal);
        ratio = p.inverse * diagonal;
    }
    w->worst = v4_max(ratio, w->worst);
    return p;
}

static inline void factor_column(block_solver *w, const double *a, int k) {
    const block_symbolic *s = &w->s;
    int b = s->start[k], end = column_end(w, k);
    const double *own = a + 9 * (s->source[b] >> 1);
    block3 t = update_block(w, a, b);
    pivot p = w->d[k] = factor_pivot(w, &t, (v4){own[0], own[4], own[8], 0});
    for (b++; b < end; b++) {
        if (!w->on[s->row[b]]) {
            w->z[b] = w->y[b] = (block3){{{0}}};
            continue;
        }
        t = update_block(w, a, b);
        t.c[1] = v4_sub_mul(t.c[1], t.c[0], v4_all(p.l10));
        t.c[2] = v4_sub_mul(t.c[2], t.c[0], v4_all(p.l20));
        t.c[2] = v4_sub_mul(t.c[2], t.c[1], v4_all(p.l21));
        w->y[b] = t;
        for (int c = 0; c < 3; c++) w->z[b].c[c] = t.c[c] * v4_all(p.inverse[c]);
    }
}

static dyn_factor block_factor(dyn_solver *base, const dyn_matrix *m, const int *position, int n_active) {
    block_solver *w = (block_solver *)base;
    (void)n_active;
    list_active_columns(w, position);
    w->hot = first_border_column(w, m->a);
    w->bad = 0;
    w->worst = (v4){1, 1, 1, 1};
    for (int e = 0; e < w->n_list; e++) factor_column(w, m->a, w->list[e]);
    double worst = w->worst[0];
    for (int c = 1; c < 3; c++) worst = w->worst[c] > worst ? w->worst[c] : worst;
    return (dyn_factor){.bad_pivots = w->bad, .rcond = 1 / worst};
}

static inline void forward_substitute(block_solver *w, int k) {
    const block_symbolic *s = &w->s;
    const pivot *p = &w->d[k];
    v4 x = w->x[k];
    double x0 = x[0], x1 = sub_mul(x[1], p->l10, x0), x2 = sub_mul(sub_mul(x[2], p->l20, x0), p->l21, x1);
    w->x[k] = (v4){x0, x1, x2, 0};
    for (int b = s->start[k] + 1, end = column_end(w, k); b < end; b++) {
        v4 *y = &w->x[s->row[b]];
        const block3 *z = &w->z[b];
        *y = v4_sub_mul(v4_sub_mul(v4_sub_mul(*y, z->c[0], v4_all(x0)), z->c[1], v4_all(x1)), z->c[2], v4_all(x2));
    }
}

static inline v4 back_substitute(block_solver *w, int k) {
    const block_symbolic *s = &w->s;
    const pivot *p = &w->d[k];
    block3 sum = {{{0}}};
    for (int b = column_end(w, k) - 1; b > s->start[k]; b--) // subtracts the latest solved unknown last
        for (int c = 0; c < 3; c++) sum.c[c] = v4_sub_mul(sum.c[c], w->z[b].c[c], w->x[s->row[b]]);
    v4 x = w->x[k] * p->inverse + v4_sums(sum.c[0], sum.c[1], sum.c[2]);
    double x2 = x[2], x1 = sub_mul(x[1], p->l21, x2), x0 = sub_mul(sub_mul(x[0], p->l20, x2), p->l10, x1);
    return w->x[k] = (v4){x0, x1, x2, 0};
}

static void block_solve(dyn_solver *base, double *x) {
    block_solver *w = (block_solver *)base;
    for (int e = 0; e < w->n_list; e++) {
        const double *from = x + 3 * w->s.order[w->list[e]];
        w->x[w->list[e]] = (v4){from[0], from[1], from[2], 0};
    }
    for (int e = 0; e < w->n_list; e++) forward_substitute(w, w->list[e]);
    for (int e = w->n_list - 1; e >= 0; e--) {
        double *to = x + 3 * w->s.order[w->list[e]];
        v4 solution = back_substitute(w, w->list[e]);
        for (int c = 0; c < 3; c++) to[c] = solution[c];
    }
}

static void block_destroy(dyn_solver *base) {
    block_solver *w = (block_solver *)base;
    block_symbolic_free(&w->s);
    free(w->on);
    free(w->list);
    free(w->z);
    free(w->y);
    free(w->d);
    free(w->x);
    free(w);
}

// Allocates zeroed memory at a boundary of 64 bytes.
static void *allocate_zeroed(size_t count, size_t each) {
    size_t size = (count * each + 63) / 64 * 64 + 64;
    void *p = aligned_alloc(64, size);
    if (p) memset(p, 0, size);
    return p;
}

dyn_solver *dyn_solver_block_create(const dyn_matrix *m) {
    block_solver *w = allocate_zeroed(1, sizeof *w);
    if (!w) return NULL;
    w->base = (dyn_solver){block_factor, block_solve, block_destroy};
    if (!block_order_best(&w->s, m)) {
        free(w);
        return NULL;
    }
    size_t n = (size_t)w->s.n + 1, blocks = (size_t)w->s.n_blocks + 1;
    w->on = calloc(n, 1);
    w->list = calloc(n, sizeof *w->list);
    w->z = allocate_zeroed(blocks, sizeof *w->z);
    w->y = allocate_zeroed(blocks, sizeof *w->y);
    w->d = allocate_zeroed(n, sizeof *w->d);
    w->x = allocate_zeroed(n, sizeof *w->x);
    if (w->on && w->list && w->z && w->y && w->d && w->x) return &w->base;
    block_destroy(&w->base);
    return NULL;
}
