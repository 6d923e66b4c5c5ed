// SPDX-License-Identifier: MIT
// Ellipsoid against plane: the lowest point of the ellipsoid. With m the plane's normal in the ellipsoid's frame, it
// lies at -e_i² m_i / |e m|, |e m| below the centre.
#include "contact/pair/pair.h"
#include "contact/shape/hits.h"

int contact_ellipsoid_plane(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                            double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)b, (void)m, (void)work;
    vec3 n = mat3_tmul(&at_a->r, mat3_column(&at_b->r, 2)), e = a->size, en = {e.x * n.x, e.y * n.y, e.z * n.z};
    double reach = vec3_norm(en);
    vec3 lowest = vec3_scale(-1 / reach, vec3_make(e.x * en.x, e.y * en.y, e.z * en.z));
    contact_hit h = contact_corner_hit(pose_point(at_a, lowest), at_b, 0);
    if (!(h.depth > -margin)) return 0;
    if (most > 0) hit[0] = h;
    return 1;
}
