// SPDX-License-Identifier: MIT
// Friction force of a contact: the law in the tangent plane, the viscous part, and tangents for a symmetric solver.
#include "contact/law/plane.h"

// The nearest symmetric positive semi-definite matrix: the symmetric part with its negative eigenvalues set to zero.
static void make_psd(double a[2][2]) {
    double p = a[0][0], q = a[1][1], o = 0.5 * (a[0][1] + a[1][0]);
    double mean = 0.5 * (p + q), half = 0.5 * (p - q), radius = hypot(half, o);
    double high = fmax(mean + radius, 0), low = fmax(mean - radius, 0);
    double centre = 0.5 * (high + low), spread = radius > 0 ? 0.5 * (high - low) / radius : 0;
    a[0][0] = centre + spread * half;
    a[1][1] = centre - spread * half;
    a[0][1] = a[1][0] = spread * o;
}

static contact_plane_force add_viscous_and_filter(const contact_material *m, contact_plane_force r, const double v[2]) {
    for (int i = 0; i < 2 && m->friction != CONTACT_FRICTION_USER; i++) {
        r.f[i] += m->mu_viscous * v[i];
        r.c[i][i] += m->mu_viscous;
    }
    make_psd(r.k);
    make_psd(r.c);
    return r;
}

// a[0][0] t t^T + a[0][1] (t b^T + b t^T) + a[1][1] b b^T
static mat3 lift(double a[2][2], vec3 t, vec3 b) {
    vec3 at = vec3_madd(vec3_scale(a[0][0], t), a[0][1], b), ab = vec3_madd(vec3_scale(a[0][1], t), a[1][1], b);
    double l[2][3] = {{at.x, at.y, at.z}, {ab.x, ab.y, ab.z}}, e[2][3] = {{t.x, t.y, t.z}, {b.x, b.y, b.z}};
    mat3 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) r.m[i][j] = l[0][i] * e[0][j] + l[1][i] * e[1][j];
    return r;
}

contact_friction contact_friction_force(const contact_material *m, const contact_memory *mem, const contact_slide *of) {
    contact_friction r = {{0, 0, 0}, {{{0}}}, {{{0}}}, 0, false};
    if (!(of->n > 0)) return r;
    vec3 t = vec3_any_normal(of->normal), b = vec3_cross(of->normal, t);
    vec3 stretch = contact_bristle_stretch(mem, of->slip, of->normal);
    double s[2] = {vec3_dot(stretch, t), vec3_dot(stretch, b)}, v[2] = {vec3_dot(of->v_t, t), vec3_dot(of->v_t, b)};
    contact_plane_force p = m->friction == CONTACT_FRICTION_BRISTLE ? contact_bristle_friction(m, mem, of->n, s, v)
                            : m->friction == CONTACT_FRICTION_USER  ? contact_user_friction(m, of, stretch, t, b)
                                                                    : contact_coulomb_friction(m, of->n, v);
    p = add_viscous_and_filter(m, p, v);
    r.force = vec3_madd(vec3_scale(-p.f[0], t), -p.f[1], b);
    r.k = lift(p.k, t, b);
    r.c = lift(p.c, t, b);
    r.sticking = p.sticking;
    r.refused = p.refused;
    return r;
}
