// SPDX-License-Identifier: MIT
#include "contact/convex/support.h"

static vec3 box_support(vec3 half, vec3 d) {
    return (vec3){copysign(half.x, d.x), copysign(half.y, d.y), copysign(half.z, d.z)};
}

// The gradient of sqrt((a dx)² + (b dy)² + (c dz)²).
static vec3 ellipsoid_support(vec3 axes, vec3 d) {
    vec3 s = {axes.x * d.x, axes.y * d.y, axes.z * d.z};
    double n = vec3_norm(s);
    if (!(n > 0)) return vec3_make(axes.x, 0, 0);
    return (vec3){axes.x * (s.x / n), axes.y * (s.y / n), axes.z * (s.z / n)};
}

// A point of the farther rim.
static vec3 frustum_support(vec3 size, vec3 d) {
    double across = sqrt(d.x * d.x + d.y * d.y);
    bool top = size.y * across + size.z * d.z > size.x * across;
    double radius = top ? size.y : size.x, z = top ? size.z : 0;
    if (!(across > 0)) return vec3_make(radius, 0, z);
    double scale = radius / across;
    return vec3_make(scale * d.x, scale * d.y, z);
}

static vec3 points_support(const vec3 *v, int n, vec3 d) {
    int best = 0;
    double most = vec3_dot(v[0], d);
    for (int i = 1; i < n; i++) {
        double along = vec3_dot(v[i], d);
        if (along > most) most = along, best = i;
    }
    return v[best];
}

// Inline, because passing vectors through memory from function to function costs more than the support itself.
static inline vec3 support_of(const contact_shape *s, vec3 d) {
    switch (s->kind) {
    case CONTACT_BOX:
        return box_support(s->size, d);
    case CONTACT_ELLIPSOID:
        return ellipsoid_support(s->size, d);
    case CONTACT_FRUSTUM:
        return frustum_support(s->size, d);
    case CONTACT_POINTS:
        return points_support(s->vertex, s->n, d);
    case CONTACT_TRIANGLE:
        return points_support(s->vertex, 3, d);
    case CONTACT_SPHERE:
        return ellipsoid_support(vec3_make(s->size.x, s->size.x, s->size.x), d);
    default:
        return vec3_make(0, 0, 0);
    }
}

vec3 contact_support(const contact_shape *s, vec3 d) { return support_of(s, d); }

static double largest_distance(const vec3 *v, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        double far = vec3_norm2(v[i]);
        most = far > most ? far : most;
    }
    return sqrt(most);
}

double contact_support_radius(const contact_shape *s) {
    switch (s->kind) {
    case CONTACT_BOX:
        return vec3_norm(s->size);
    case CONTACT_ELLIPSOID:
        return fmax(s->size.x, fmax(s->size.y, s->size.z));
    case CONTACT_FRUSTUM:
        return fmax(s->size.x, sqrt(s->size.y * s->size.y + s->size.z * s->size.z));
    case CONTACT_POINTS:
        return largest_distance(s->vertex, s->n);
    case CONTACT_TRIANGLE:
        return largest_distance(s->vertex, 3);
    case CONTACT_SPHERE:
        return s->size.x;
    default:
        return 0;
    }
}

// An ellipsoid's least radius of curvature is its least axis squared over the greatest. The factor 0.99 keeps the core
// of a sphere-like ellipsoid from shrinking to a point but for rounding.
double contact_support_round(const contact_shape *s) {
    if (s->kind == CONTACT_SPHERE) return s->size.x;
    if (s->kind != CONTACT_ELLIPSOID) return 0;
    double least = fmin(s->size.x, fmin(s->size.y, s->size.z)), greatest = contact_support_radius(s);
    return greatest > 0 ? 0.99 * least * least / greatest : 0;
}

contact_convex contact_convex_make(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b) {
    mat3 to_a = mat3_transpose(&at_a->r);
    contact_convex c = {.a = a, .b = b, .round_a = contact_support_round(a), .round_b = contact_support_round(b)};
    c.at = (pose){mat3_matmul(&to_a, &at_b->r), mat3_mul(&to_a, vec3_sub(at_b->p, at_a->p))};
    c.size = contact_support_radius(a) + contact_support_radius(b) + vec3_norm(c.at.p);
    return c;
}

// Support of the shape's core: the shape's support less the ball's radius.
static inline vec3 core_support(const contact_shape *s, double round, vec3 d) {
    if (s->kind != CONTACT_SPHERE && s->kind != CONTACT_ELLIPSOID) return support_of(s, d);
    double length = vec3_norm(d);
    if (!(length > 0)) return vec3_make(0, 0, 0);
    if (s->kind == CONTACT_SPHERE) return vec3_scale((s->size.x - round) / length, d);
    return vec3_madd(ellipsoid_support(s->size, d), -round / length, d);
}

void contact_convex_support(const contact_convex *c, vec3 d, contact_vertex *out) {
    vec3 a = core_support(c->a, c->round_a, d),
         b = core_support(c->b, c->round_b, mat3_tmul(&c->at.r, vec3_scale(-1, d)));
    out->w = vec3_sub(a, pose_point(&c->at, b)), out->a = a;
}
