// SPDX-License-Identifier: MIT
// Frustum against plane: of each rim the lowest point and the three at right angles to it; of an apex one point. Tilted
// on an edge, only the lowest point reaches the plane; on its side, the lowest of both rims; on a flat face, four
// points that bear evenly. The points turn with the lowest one, so a disc that rolls on its rim has one contact that
// never jumps. If all points of a rim are equally low, the first lies in the direction of x. Four equal springs at
// right angles bear the same force and moment wherever the first one is, so both are continuous there too.
#include "contact/pair/pair.h"
#include "contact/shape/hits.h"

enum { RIM_POINTS = 4 };
#define LEVEL 1e-12 // sine of a tilt that counts as rounding

int contact_frustum_plane(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                          double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)b, (void)m, (void)work;
    vec3 up = mat3_tmul(&at_a->r, mat3_column(&at_b->r, 2));
    double tilt = sqrt(up.x * up.x + up.y * up.y);
    double dx = tilt > LEVEL ? -up.x / tilt : 1, dy = tilt > LEVEL ? -up.y / tilt : 0;
    const double way[RIM_POINTS][2] = {{dx, dy}, {-dy, dx}, {-dx, -dy}, {dy, -dx}};
    const double radius[2] = {a->size.x, a->size.y}, z[2] = {0, a->size.z};
    int n = 0;
    for (int rim = 0; rim < 2; rim++)
        for (int k = 0; k < (radius[rim] > 0 ? RIM_POINTS : 1); k++) {
            vec3 x = {radius[rim] * way[k][0], radius[rim] * way[k][1], z[rim]};
            contact_hit h = contact_corner_hit(pose_point(at_a, x), at_b, 1 + RIM_POINTS * rim + k);
            if (h.depth > -margin) n = contact_hits_add(hit, n, most, h);
        }
    return n;
}
