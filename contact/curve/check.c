// SPDX-License-Identifier: MIT
// Rejects contours that cross or touch themselves: such a contour has no defined inside.
#include "contact/curve/parts.h"

// Which side of the line through a segment x is on; an area, so that rounding is small against `slack`.
static int side(const contact_curve_segment *s, vec2 x) {
    double a = vec2_cross(s->along, vec2_sub(x, s->start)), slack = 1e-12 * (1 + vec2_norm(x));
    return a > slack ? 1 : a < -slack ? -1 : 0;
}

static vec2 end_of(const contact_curve_segment *s) { return vec2_madd(s->start, s->length, s->along); }

static bool meet(const contact_curve_segment *a, const contact_curve_segment *b) {
    vec2 p = a->start, q = end_of(a), r = b->start, s = end_of(b);
    if (fmax(p.x, q.x) < fmin(r.x, s.x) || fmax(r.x, s.x) < fmin(p.x, q.x) || fmax(p.y, q.y) < fmin(r.y, s.y) ||
        fmax(r.y, s.y) < fmin(p.y, q.y))
        return false;
    return side(a, r) * side(a, s) <= 0 && side(b, p) * side(b, q) <= 0;
}

// Whether j is one of i's two neighbours, or i.
static bool is_neighbour(const contact_plane_curve *c, int i, int j) {
    return i - j <= 1 && j - i <= 1 ? true : c->closed && (i - j == c->n - 1 || j - i == c->n - 1);
}

static int crossing(const contact_plane_curve *c, int i) {
    const contact_curve_segment *s = &c->segment[i];
    vec2 middle = vec2_madd(s->start, 0.5 * s->length, s->along);
    for (int k = 0; k < c->runs;) {
        const contact_curve_run *r = &c->run[k];
        bool far = curve_run_distance2(r, middle) > 0.2501 * s->length * s->length;
        if (far || r->first + r->count <= i) {
            k = r->skip;
            continue;
        }
        for (int j = r->first; r->count <= CURVE_LEAF && j < r->first + r->count; j++)
            if (j > i && !is_neighbour(c, i, j) && meet(s, &c->segment[j])) return j;
        k++;
    }
    return -1;
}

rt_status curve_check_crossing(const contact_plane_curve *c, const contact_curve_source *from, rt_diag *d) {
    for (int i = 0; i < c->n; i++) {
        int j = crossing(c, i);
        if (j < 0) continue;
        rt_diag_error(d, from->file, from->line, from->column,
                      "%s: the contour crosses or touches itself: segments %d and %d", from->who, i + 1, j + 1);
        return RT_ERR_FORMAT;
    }
    return RT_OK;
}
