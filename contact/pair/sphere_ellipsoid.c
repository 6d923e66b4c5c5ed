// SPDX-License-Identifier: MIT
// Sphere against ellipsoid (Pournaras §2.3). Inside, the depth grows on up to the ellipsoid's centre. Of several
// equally near points contact_ellipsoid_foot chooses one.
#include "contact/pair/ellipsoid.h"
#include "contact/pair/pair.h"

int contact_sphere_ellipsoid(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                             double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)m, (void)work;
    contact_surface_foot f = contact_ellipsoid_foot(b->size, pose_point_inverse(at_b, at_a->p), NULL);
    return contact_ball_hits(&f, a->size.x, at_b, margin, hit, most);
}
