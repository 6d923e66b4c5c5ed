// SPDX-License-Identifier: MIT
// Sphere against sphere (Pournaras §2.1). Concentric spheres separate along the z axis of the second one.
#include "contact/pair/pair.h"
#include "contact/shape/hits.h"

int contact_sphere_sphere(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                          double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)m, (void)work;
    vec3 between = vec3_sub(at_a->p, at_b->p);
    double distance = vec3_norm(between), depth = a->size.x + b->size.x - distance;
    if (!(depth > -margin)) return 0;
    vec3 n = distance > 0 ? vec3_scale(1 / distance, between) : mat3_column(&at_b->r, 2);
    if (most > 0)
        hit[0] = (contact_hit){.point = vec3_madd(at_b->p, b->size.x - 0.5 * depth, n), .normal = n, .depth = depth};
    return 1;
}
