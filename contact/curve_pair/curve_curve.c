// SPDX-License-Identifier: MIT
// Curve against curve, in the plane of b; a's is supposed parallel to it.
#include "contact/curve_pair/curve_pair.h"

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
    return contact_curve_write_hits(&hits, at_b, hit, most);
}
