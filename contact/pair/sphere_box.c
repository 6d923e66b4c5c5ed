// SPDX-License-Identifier: MIT
// Sphere against box (Pournaras §2.2, eq. (1)-(2)). The paper's depth stops growing once the centre enters the box.
// Here it grows on, measured through the nearest face; of equally near faces x before y before z, positive before
// negative. A centre on the surface counts as inside: it has a face's normal.
#include "contact/pair/pair.h"
#include "contact/shape/hits.h"

static double clamp(double c, double h) { return c < -h ? -h : c > h ? h : c; }

static contact_surface_foot foot_from_inside(vec3 c, vec3 h) {
    vec3 left = {h.x - fabs(c.x), h.y - fabs(c.y), h.z - fabs(c.z)}, n = {0, 0, 0};
    contact_surface_foot f = {.x = c};
    if (left.x <= left.y && left.x <= left.z) {
        n.x = c.x < 0 ? -1 : 1;
        f.x.x = n.x * h.x;
        f.distance = -left.x;
    } else if (left.y <= left.z) {
        n.y = c.y < 0 ? -1 : 1;
        f.x.y = n.y * h.y;
        f.distance = -left.y;
    } else {
        n.z = c.z < 0 ? -1 : 1;
        f.x.z = n.z * h.z;
        f.distance = -left.z;
    }
    f.n = n;
    return f;
}

int contact_sphere_box(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                       double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)m, (void)work;
    vec3 c = pose_point_inverse(at_b, at_a->p);
    vec3 x = {clamp(c.x, b->size.x), clamp(c.y, b->size.y), clamp(c.z, b->size.z)}, out = vec3_sub(c, x);
    double distance = vec3_norm(out);
    contact_surface_foot f = distance > 0 ? (contact_surface_foot){x, vec3_scale(1 / distance, out), distance}
                                          : foot_from_inside(c, b->size);
    return contact_ball_hits(&f, a->size.x, at_b, margin, hit, most);
}
