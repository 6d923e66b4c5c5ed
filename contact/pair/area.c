// SPDX-License-Identifier: MIT
// Area of the patch in which two shapes intersect, for laws with a pressure. A region brings its own area. A sphere has
// a closed form: on a plane the disc of radius² = depth (2 r - depth), between two spheres the disc within their common
// circle.
#include "contact/pair/pair.h"

static const double PI = 3.14159265358979323846;

static double sphere_sphere_area(double r, double s, double depth) {
    double d = r + s - depth, least = fmin(r, s);
    if (d <= fabs(r - s)) return PI * least * least; // one within the other
    double x = (d * d + r * r - s * s) / (2 * d);
    return PI * fmax(r * r - x * x, 0);
}

bool contact_pair_has_area(contact_shape_kind a, contact_shape_kind b) {
    bool meshes = a == CONTACT_MESH && b == CONTACT_MESH, spheres = a == CONTACT_SPHERE && b == CONTACT_SPHERE;
    return meshes || spheres || (a == CONTACT_SPHERE && b == CONTACT_PLANE) ||
           (a == CONTACT_PLANE && b == CONTACT_SPHERE);
}

double contact_pair_area(const contact_pair *p, const contact_hit *h) {
    const contact_shape *a = p->shape[0], *b = p->shape[1];
    if (h->area > 0 || !(h->depth > 0)) return h->area;
    if (a->kind == CONTACT_SPHERE && b->kind == CONTACT_SPHERE)
        return sphere_sphere_area(a->size.x, b->size.x, h->depth);
    if (a->kind == CONTACT_SPHERE && b->kind == CONTACT_PLANE) return PI * h->depth * fmax(2 * a->size.x - h->depth, 0);
    return 0;
}
