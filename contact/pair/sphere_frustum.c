// SPDX-License-Identifier: MIT
// Sphere against frustum (Pournaras §2.4). In the plane of the axis and the centre the frustum is a trapezoid and the
// ball a circle. The five regions outside are the two faces, the two rims and the side (an apex is a rim without
// radius). Inside, the nearest of the three surfaces counts; of equally near ones, bottom before top before side. A
// centre on the axis meets the side in the direction of x.
#include "contact/pair/pair.h"
#include "contact/shape/hits.h"

// The trapezoid of the half plane: radius outward from the axis, height along it.
typedef struct profile {
    double bottom, top, height; // radii and height
    double run, length;         // of the side: growth of its radius, and its length
} profile;

// The point of the outline nearest to (rho, z), and the normal there.
typedef struct outline_foot {
    double rho, z, n_rho, n_z, distance;
} outline_foot;

// Signed distance of (rho, z) from the line of the side, > 0 outside.
static double distance_from_side(const profile *p, double rho, double z) {
    return ((rho - p->bottom) * p->height - p->run * z) / p->length;
}

static outline_foot foot_on_side(const profile *p, double rho, double z) {
    double off = distance_from_side(p, rho, z), n_rho = p->height / p->length, n_z = -p->run / p->length;
    return (outline_foot){rho - off * n_rho, z - off * n_z, n_rho, n_z, off};
}

static outline_foot foot_on_rim(const profile *p, double rho, double z, double rim, double rim_z) {
    double out = rho - rim, up = z - rim_z, distance = sqrt(out * out + up * up);
    if (!(distance > 0)) return foot_on_side(p, rim, rim_z);
    return (outline_foot){rim, rim_z, out / distance, up / distance, distance};
}

static outline_foot foot_from_outside(const profile *p, double rho, double z) {
    if (z < 0 && rho <= p->bottom) return (outline_foot){rho, 0, 0, -1, -z};
    if (z > p->height && rho <= p->top) return (outline_foot){rho, p->height, 0, 1, z - p->height};
    double along = (rho - p->bottom) * p->run + z * p->height;
    if (along <= 0) return foot_on_rim(p, rho, z, p->bottom, 0);
    if (along >= p->length * p->length) return foot_on_rim(p, rho, z, p->top, p->height);
    return foot_on_side(p, rho, z);
}

static outline_foot foot_from_inside(const profile *p, double rho, double z) {
    double side = -distance_from_side(p, rho, z), up = p->height - z;
    if (z <= up && z <= side) return (outline_foot){rho, 0, 0, -1, -z};
    if (up <= side) return (outline_foot){rho, p->height, 0, 1, -up};
    return foot_on_side(p, rho, z);
}

int contact_sphere_frustum(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                           double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)m, (void)work;
    vec3 c = pose_point_inverse(at_b, at_a->p);
    profile p = {.bottom = b->size.x, .top = b->size.y, .height = b->size.z, .run = b->size.y - b->size.x};
    p.length = sqrt(p.run * p.run + p.height * p.height);
    double rho = sqrt(c.x * c.x + c.y * c.y), cosine = rho > 0 ? c.x / rho : 1, sine = rho > 0 ? c.y / rho : 0;
    bool outside = c.z < 0 || c.z > p.height || distance_from_side(&p, rho, c.z) > 0;
    outline_foot o = outside ? foot_from_outside(&p, rho, c.z) : foot_from_inside(&p, rho, c.z);
    contact_surface_foot f = {
        {o.rho * cosine, o.rho * sine, o.z}, {o.n_rho * cosine, o.n_rho * sine, o.n_z}, o.distance};
    return contact_ball_hits(&f, a->size.x, at_b, margin, hit, most);
}
