// SPDX-License-Identifier: MIT
// Box against plane: the corners below the plane, in a fixed order, four on a face and two on an edge.
#include "contact/pair/pair.h"
#include "contact/shape/hits.h"

int contact_box_plane(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b, double margin,
                      contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)b, (void)m, (void)work;
    int n = 0;
    for (int k = 0; k < 8; k++) {
        vec3 corner = {k & 1 ? a->size.x : -a->size.x, k & 2 ? a->size.y : -a->size.y, k & 4 ? a->size.z : -a->size.z};
        contact_hit h = contact_corner_hit(pose_point(at_a, corner), at_b, 1 + k);
        if (h.depth > -margin) n = contact_hits_add(hit, n, most, h);
    }
    return n;
}
