// SPDX-License-Identifier: MIT
// Simultaneous traversal of two trees. Frame thread: a stack of fixed size, no allocation.
#include "contact/tree/bvh_walk.h"
#include "contact/tree/bvh_box.h"

// A box of a in the frame of b: centre, half extents along its own axes, and half extents of the b-aligned box around
// it.
typedef struct posed_box {
    double c[3], h[3], reach[3];
} posed_box;

static double sum_abs(vec3 lo, vec3 hi) {
    return bvh_max(fabs(lo.x), fabs(hi.x)) + bvh_max(fabs(lo.y), fabs(hi.y)) + bvh_max(fabs(lo.z), fabs(hi.z));
}

// An integrator's pose is a rotation only to its tolerance.
double bvh_rotation_error(const mat3 *r) {
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        double row = 0;
        for (int j = 0; j < 3; j++) row += fabs(vec3_dot(mat3_column(r, i), mat3_column(r, j)) - (i == j));
        worst = bvh_max(worst, row);
    }
    return worst;
}

// The slack is far above the rounding of the few sums and products of numbers of this size, about 1e-15 of them. So
// rounding never separates touching boxes. The slack is also far below any length that matters.
static bvh_posing make_posing(const contact_bvh *ta, const contact_bvh *tb, const pose *a_to_b, double margin) {
    bvh_posing q = {.r = a_to_b->r, .p = a_to_b->p};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) q.abs_r[i][j] = fabs(q.r.m[i][j]);
    double size_a = sum_abs(ta->node[0].lo, ta->node[0].hi), size_b = sum_abs(tb->node[0].lo, tb->node[0].hi);
    double rounding = 1e-14 * (size_a + size_b + fabs(q.p.x) + fabs(q.p.y) + fabs(q.p.z));
    double skew = bvh_rotation_error(&q.r), near = (1 + skew) * margin; // the axes of a are unit only to this error
    q.slack_b = rounding + near;
    q.slack_a = rounding + near + skew * size_a;
    return q;
}

static inline posed_box pose_box(const bvh_posing *q, const contact_bvh_node *a) {
    const double c[3] = {0.5 * (a->lo.x + a->hi.x), 0.5 * (a->lo.y + a->hi.y), 0.5 * (a->lo.z + a->hi.z)};
    const double p[3] = {q->p.x, q->p.y, q->p.z};
    posed_box b = {.h = {0.5 * (a->hi.x - a->lo.x), 0.5 * (a->hi.y - a->lo.y), 0.5 * (a->hi.z - a->lo.z)}};
    for (int i = 0; i < 3; i++) {
        const double *r = q->r.m[i], *s = q->abs_r[i];
        b.c[i] = p[i] + (r[0] * c[0] + r[1] * c[1] + r[2] * c[2]);
        b.reach[i] = s[0] * b.h[0] + s[1] * b.h[1] + s[2] * b.h[2] + q->slack_b;
    }
    return b;
}

// Separating axes along the faces of both boxes (Gottschalk, Lin & Manocha 1996, without the nine of edge pairs): false
// only for boxes that are apart.
static inline bool posed_box_meets(const bvh_posing *q, const posed_box *a, const contact_bvh_node *b) {
    const double h[3] = {0.5 * (b->hi.x - b->lo.x), 0.5 * (b->hi.y - b->lo.y), 0.5 * (b->hi.z - b->lo.z)};
    const double d[3] = {a->c[0] - 0.5 * (b->lo.x + b->hi.x), a->c[1] - 0.5 * (b->lo.y + b->hi.y),
                         a->c[2] - 0.5 * (b->lo.z + b->hi.z)};
    for (int i = 0; i < 3; i++)
        if (fabs(d[i]) > a->reach[i] + h[i]) return false;
    for (int j = 0; j < 3; j++) {
        double along = fabs(q->r.m[0][j] * d[0] + q->r.m[1][j] * d[1] + q->r.m[2][j] * d[2]);
        double reach = q->abs_r[0][j] * h[0] + q->abs_r[1][j] * h[1] + q->abs_r[2][j] * h[2];
        if (along > a->h[j] + reach + q->slack_a) return false;
    }
    return true;
}

static inline bool has_slab(const contact_bvh_node *n) { return n->axis.x != 0 || n->axis.y != 0 || n->axis.z != 0; }

// Separating axes along the mean normals: they separate parallel patches of plating whose boxes overlap.
static inline bool slabs_meet(const bvh_posing *q, const posed_box *box, const contact_bvh_node *a,
                              const contact_bvh_node *b) {
    if (has_slab(b)) {
        vec3 n = mat3_tmul(&q->r, b->axis);
        double at = b->axis.x * box->c[0] + b->axis.y * box->c[1] + b->axis.z * box->c[2];
        double reach = fabs(n.x) * box->h[0] + fabs(n.y) * box->h[1] + fabs(n.z) * box->h[2] + q->slack_b;
        if (at - reach > b->high || at + reach < b->low) return false;
    }
    if (has_slab(a)) {
        vec3 n = mat3_mul(&q->r, a->axis), middle = vec3_scale(0.5, vec3_add(b->lo, b->hi)),
             half = vec3_sub(b->hi, middle);
        double at = vec3_dot(n, vec3_sub(middle, q->p));
        double reach = fabs(n.x) * half.x + fabs(n.y) * half.y + fabs(n.z) * half.z + q->slack_a;
        if (at - reach > a->high || at + reach < a->low) return false;
    }
    return true;
}

static inline bool nodes_meet(const bvh_posing *q, const posed_box *box, const contact_bvh_node *a,
                              const contact_bvh_node *b) {
    return posed_box_meets(q, box, b) && slabs_meet(q, box, a, b);
}

static inline double box_diagonal2(const contact_bvh_node *n) { return vec3_norm2(vec3_sub(n->hi, n->lo)); }

static void push(bvh_walk *w, int a, int b) { w->stack[w->top].a = a, w->stack[w->top++].b = b; }

void bvh_walk_begin(bvh_walk *w, const contact_bvh *a, const contact_bvh *b, const pose *a_to_b, double margin) {
    w->a = a, w->b = b;
    w->at = make_posing(a, b, a_to_b, margin);
    w->tested = 1;
    w->taken = 0;
    w->top = 0;
    posed_box box = pose_box(&w->at, &a->node[0]);
    if (nodes_meet(&w->at, &box, &a->node[0], &b->node[0])) push(w, 0, 0);
}

bool bvh_walk_advance(bvh_walk *w, long most, bvh_leaves *visit, void *self) {
    const bvh_posing *q = &w->at;
    for (long left = most; w->top > 0 && left > 0; left--) {
        w->taken++;
        w->top--;
        int ia = w->stack[w->top].a, ib = w->stack[w->top].b;
        const contact_bvh_node *a = &w->a->node[ia], *b = &w->b->node[ib];
        if (a->count > 0 && b->count > 0) {
            visit(self, a, b);
            continue;
        }
        w->tested += 2;
        if (b->count > 0 || (a->count == 0 && box_diagonal2(a) > box_diagonal2(b))) {
            for (int k = 1; k >= 0; k--) {
                posed_box box = pose_box(q, &w->a->node[a->first + k]);
                if (nodes_meet(q, &box, &w->a->node[a->first + k], b)) push(w, a->first + k, ib);
            }
        } else {
            posed_box box = pose_box(q, a);
            for (int k = 1; k >= 0; k--)
                if (nodes_meet(q, &box, a, &w->b->node[b->first + k])) push(w, ia, b->first + k);
        }
    }
    return w->top == 0;
}
