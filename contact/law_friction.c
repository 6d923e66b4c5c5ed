// SPDX-License-Identifier: MIT
// Dry friction with stiction (Dopico et al. 2011 eq. 2-5):
//     F_t = kappa F_stick + (1 - kappa) F_slide - mu_visc v_t,  kappa = exp(-v_t² / v_stick²).
// F_stick is a viscoelastic bristle of deflection s: -(k s + c s'), bounded as a whole by mu_s N, so that it is
// continuous in s and s' (a damper that is cut at the bound makes the force jump and the Newton iteration cycle);
// beyond the bound its foot is dragged along when the step is accepted. F_slide is Coulomb's, regularised over 1 % of
// v_stick.
//
// Stiffness and damper. k = mu_s N_ref / pre_slide: the bristle reaches the static limit after pre_slide. No mass is
// known here, so the damper takes its time from the law itself: c = BRISTLE_DAMPING k pre_slide / v_stick, which is
// BRISTLE_DAMPING mu_s N_ref / v_stick. Hence c v_stick is that fraction of the static limit, so that the damper alone
// never saturates the bristle within the stick speed; and for a body held by its own weight (N = m g) the damping ratio
// is c / (2 sqrt(k m)) = BRISTLE_DAMPING sqrt(mu_s g pre_slide) / (2 v_stick), 0.9 with the default material.
#include "contact/law.h"

static const double BRISTLE_DAMPING = 0.25;
static const double SLIDE_WIDTH = 0.01; // of v_stick

// The law in the tangent plane, coordinates along two axes of it: f = -force, with df/ds and df/dv.
typedef struct plane_force {
    double f[2], k[2][2], c[2][2];
    int sticking;
} plane_force;

static vec3 tangential(vec3 v, vec3 normal) { return vec3_madd(v, -vec3_dot(v, normal), normal); }

// The stored bristle turned into the present tangent plane (its length kept), stretched by slip.
static vec3 stretched(const contact_memory *mem, vec3 slip, vec3 normal) {
    vec3 turned = vec3_scale(vec3_norm(mem->bristle), vec3_unit(tangential(mem->bristle, normal)));
    return vec3_add(turned, tangential(slip, normal));
}

// Before the first accepted step of a contact there is no reference: the bound's own force serves.
static double bristle_stiffness(const contact_material *m, const contact_memory *mem, double n) {
    return m->mu_static * (mem->n_ref > 0 ? mem->n_ref : n) / m->pre_slide;
}

// a += s (I - u u^T)
static void add_across(double a[2][2], double s, const double u[2]) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) a[i][j] += s * ((i == j) - u[i] * u[j]);
}

// Bristle pull f = k s + c v, no more than limit.
static plane_force stick_force(double k, double c, const double s[2], const double v[2], double limit) {
    double w[2] = {k * s[0] + c * v[0], k * s[1] + c * v[1]}, size = hypot(w[0], w[1]);
    bool bounded = size > limit;
    double scale = bounded ? limit / size : 1, u[2] = {0, 0};
    plane_force r = {{scale * w[0], scale * w[1]}, {{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}, !bounded};
    for (int i = 0; i < 2 && bounded; i++) u[i] = w[i] / size;
    add_across(r.k, scale * k, u);
    add_across(r.c, scale * c, u);
    return r;
}

// Coulomb's pull f = limit v / sqrt(v² + eps²).
static plane_force slide_force(const double v[2], double limit, double eps) {
    double size = sqrt(v[0] * v[0] + v[1] * v[1] + eps * eps), u[2] = {v[0] / size, v[1] / size};
    plane_force r = {{limit * u[0], limit * u[1]}, {{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}, 0};
    add_across(r.c, limit / size, u);
    return r;
}

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

static plane_force in_plane(const contact_material *m, double k, double n, const double s[2], const double v[2]) {
    double kappa = exp(-(v[0] * v[0] + v[1] * v[1]) / (m->v_stick * m->v_stick));
    double c = BRISTLE_DAMPING * k * m->pre_slide / m->v_stick;
    plane_force stick = stick_force(k, c, s, v, m->mu_static * n);
    plane_force slide = slide_force(v, m->mu_dynamic * n, SLIDE_WIDTH * m->v_stick);
    plane_force r = {.sticking = stick.sticking && kappa > 0.5};
    for (int i = 0; i < 2; i++) {
        r.f[i] = kappa * stick.f[i] + (1 - kappa) * slide.f[i] + m->mu_viscous * v[i];
        for (int j = 0; j < 2; j++) {
            double blend = -2 * kappa * v[j] / (m->v_stick * m->v_stick); // d kappa / d v
            r.k[i][j] = kappa * stick.k[i][j];
            r.c[i][j] = kappa * stick.c[i][j] + (1 - kappa) * slide.c[i][j] + blend * (stick.f[i] - slide.f[i]) +
                        (i == j ? m->mu_viscous : 0);
        }
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

contact_friction contact_friction_force(const contact_material *m, const contact_memory *mem, double n, vec3 v_t,
                                        vec3 slip, vec3 normal) {
    contact_friction r = {{0, 0, 0}, {{{0}}}, {{{0}}}, 0};
    if (!(n > 0)) return r;
    vec3 t = vec3_any_normal(normal), b = vec3_cross(normal, t), stretch = stretched(mem, slip, normal);
    double s[2] = {vec3_dot(stretch, t), vec3_dot(stretch, b)}, v[2] = {vec3_dot(v_t, t), vec3_dot(v_t, b)};
    plane_force p = in_plane(m, bristle_stiffness(m, mem, n), n, s, v);
    r.force = vec3_madd(vec3_scale(-p.f[0], t), -p.f[1], b);
    r.k = lift(p.k, t, b);
    r.c = lift(p.c, t, b);
    r.sticking = p.sticking;
    return r;
}

vec3 contact_bristle_update(const contact_material *m, const contact_memory *mem, double n, vec3 slip, vec3 normal) {
    if (!(n > 0)) return vec3_make(0, 0, 0);
    vec3 stretch = stretched(mem, slip, normal);
    double pull = bristle_stiffness(m, mem, n) * vec3_norm(stretch), limit = m->mu_static * n;
    return pull > limit ? vec3_scale(limit / pull, stretch) : stretch;
}
