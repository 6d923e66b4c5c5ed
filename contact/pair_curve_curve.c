// SPDX-License-Identifier: MIT
// Curve against curve, in the plane of b; a's is supposed parallel to it.
#include "contact/pair_curve.h"

static contact_plane_motion motion_of(const pose *from, const pose *to) {
    contact_plane_motion m = {.p = {0, 0}};
    vec3 p = pose_point_inverse(to, from->p), x = mat3_tmul(&to->r, mat3_column(&from->r, 0)),
         y = mat3_tmul(&to->r, mat3_column(&from->r, 1));
    m.p = (vec2){p.x, p.y};
    m.x = (vec2){x.x, x.y};
    m.y = (vec2){y.x, y.y};
    return m;
}

int contact_curve_curve(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                        double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)m, (void)work;
    contact_curve_hits hits = {.n = 0};
    contact_plane_motion to_b = motion_of(at_a, at_b);
    contact_curve_search(a->curve, b->curve, &to_b, margin, &hits);
    for (int k = 0; k < hits.n; k++) { // deepest first, by insertion
        const contact_curve_hit *h = &hits.hit[k];
        vec2 middle = vec2_scale(0.5, vec2_add(h->where, h->foot));
        contact_hit out = {.point = pose_point(at_b, vec3_make(middle.x, middle.y, 0)),
                           .normal = mat3_mul(&at_b->r, vec3_make(h->normal.x, h->normal.y, 0)),
                           .depth = h->depth,
                           .feature = h->corner < 0 ? 0
                                      : h->back     ? -1 - (int64_t)h->corner
                                                    : 1 + (int64_t)h->corner};
        int n = k < most ? k : most, i = n;
        while (i > 0 && hit[i - 1].depth < out.depth) i--;
        for (int j = n < most ? n : most - 1; j > i; j--) hit[j] = hit[j - 1];
        if (i < most) hit[i] = out;
    }
    return hits.found;
}
