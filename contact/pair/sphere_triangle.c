// SPDX-License-Identifier: MIT
// Sphere against triangle (Pournaras §2.5). The triangle has no thickness and two sides: a ball whose centre has passed
// through leaves on the other side. A centre on the triangle is pushed along (v1 - v0) x (v2 - v0); of a triangle
// without area, along a fixed normal of its longest edge; of a point, along z.
#include "contact/pair/pair.h"
#include "contact/shape/hits.h"
#include "contact/tree/foot.h"

static vec3 normal_of(const vec3 v[3]) {
    vec3 n = vec3_unit(vec3_cross(vec3_sub(v[1], v[0]), vec3_sub(v[2], v[0])));
    if (vec3_norm2(n) > 0) return n;
    vec3 longest = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        vec3 edge = vec3_sub(v[(i + 1) % 3], v[i]);
        if (vec3_norm2(edge) > vec3_norm2(longest)) longest = edge;
    }
    return vec3_norm2(longest) > 0 ? vec3_any_normal(vec3_unit(longest)) : vec3_make(0, 0, 1);
}

int contact_sphere_triangle(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                            double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)m, (void)work;
    vec3 c = pose_point_inverse(at_b, at_a->p);
    contact_foot on = contact_triangle_foot(b->vertex, c);
    double distance = sqrt(on.d2);
    contact_surface_foot f = {on.x, distance > 0 ? vec3_scale(1 / distance, vec3_sub(c, on.x)) : normal_of(b->vertex),
                              distance};
    return contact_ball_hits(&f, a->size.x, at_b, margin, hit, most);
}
