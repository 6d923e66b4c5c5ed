// SPDX-License-Identifier: MIT
// Sphere against plane.
#include "contact/pair/pair.h"

int contact_sphere_plane(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                         double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)b, (void)m, (void)work;
    vec3 n = mat3_column(&at_b->r, 2);
    double height = vec3_dot(n, vec3_sub(at_a->p, at_b->p)), depth = a->size.x - height;
    if (!(depth > -margin)) return 0;
    if (most > 0)
        hit[0] = (contact_hit){
            .point = vec3_madd(at_a->p, -(height - 0.5 * (height - a->size.x)), n), .normal = n, .depth = depth};
    return 1;
}
