// SPDX-License-Identifier: MIT
// Dry friction with stiction (Dopico et al. 2011 eq. 2-5):
//     F_t = kappa F_stick + (1 - kappa) F_slide - mu_visc v_t,  kappa = exp(-v_t² / v_stick²).
// F_stick is a viscoelastic bristle of deflection s: -(k s + c s'). The whole is bounded by mu_s N, so that it is
// continuous in s and s'. A damper cut at the bound alone would make the force jump and the Newton iteration cycle.
// Beyond the bound, each accepted step drags the bristle's foot along. F_slide is Coulomb's, regularised over 1 % of
// v_stick.
//
// Stiffness and damper. k = mu_s N_ref / pre_slide: the bristle reaches the static limit after pre_slide. The law does
// not know the mass, so the damper's time scale comes from the law itself: c = BRISTLE_DAMPING k pre_slide / v_stick
// = BRISTLE_DAMPING mu_s N_ref / v_stick. Hence c v_stick is that fraction of the static limit: within the stick speed
// the damper alone never saturates the bristle. For a body held by its own weight (N = m g) the damping ratio is
// c / (2 sqrt(k m)) = BRISTLE_DAMPING sqrt(mu_s g pre_slide) / (2 v_stick), 0.9 with the default material.
#include "contact/law/plane.h"

static const double BRISTLE_DAMPING = 0.25;
static const double SLIDE_WIDTH = 0.01; // of v_stick

// Before a contact's first accepted step n_ref is 0; the bound's normal force n replaces it.
static double bristle_stiffness(const contact_material *m, const contact_memory *mem, double n) {
    return m->mu_static * (mem->n_ref > 0 ? mem->n_ref : n) / m->pre_slide;
}

// Bristle pull f = k s + c v, no more than limit.
static contact_plane_force stick_force(double k, double c, const double s[2], const double v[2], double limit) {
    double w[2] = {k * s[0] + c * v[0], k * s[1] + c * v[1]}, size = hypot(w[0], w[1]);
    bool bounded = size > limit;
    double scale = bounded ? limit / size : 1, u[2] = {0, 0};
    contact_plane_force r = {.f = {scale * w[0], scale * w[1]}, .sticking = !bounded};
    for (int i = 0; i < 2 && bounded; i++) u[i] = w[i] / size;
    contact_add_across(r.k, scale * k, u);
    contact_add_across(r.c, scale * c, u);
    return r;
}

// Coulomb's pull f = limit v / sqrt(v² + eps²).
static contact_plane_force slide_force(const double v[2], double limit, double eps) {
    double size = sqrt(v[0] * v[0] + v[1] * v[1] + eps * eps), u[2] = {v[0] / size, v[1] / size};
    contact_plane_force r = {.f = {limit * u[0], limit * u[1]}};
    contact_add_across(r.c, limit / size, u);
    return r;
}

contact_plane_force contact_bristle_friction(const contact_material *m, const contact_memory *mem, double n,
                                             const double s[2], const double v[2]) {
    double k = bristle_stiffness(m, mem, n);
    double kappa = exp(-(v[0] * v[0] + v[1] * v[1]) / (m->v_stick * m->v_stick));
    double c = BRISTLE_DAMPING * k * m->pre_slide / m->v_stick;
    contact_plane_force stick = stick_force(k, c, s, v, m->mu_static * n);
    contact_plane_force slide = slide_force(v, m->mu_dynamic * n, SLIDE_WIDTH * m->v_stick);
    contact_plane_force r = {.sticking = stick.sticking && kappa > 0.5};
    for (int i = 0; i < 2; i++) {
        r.f[i] = kappa * stick.f[i] + (1 - kappa) * slide.f[i];
        for (int j = 0; j < 2; j++) {
            double blend = -2 * kappa * v[j] / (m->v_stick * m->v_stick); // d kappa / d v
            r.k[i][j] = kappa * stick.k[i][j];
            r.c[i][j] = kappa * stick.c[i][j] + (1 - kappa) * slide.c[i][j] + blend * (stick.f[i] - slide.f[i]);
        }
    }
    return r;
}

vec3 contact_bristle_update(const contact_material *m, const contact_memory *mem, const contact_slide *s) {
    if (s->n > 0 && m->friction == CONTACT_FRICTION_USER) return contact_user_memory_after(m, mem, s);
    if (!(s->n > 0) || m->friction != CONTACT_FRICTION_BRISTLE) return vec3_make(0, 0, 0);
    vec3 stretch = contact_bristle_stretch(mem, s->slip, s->normal);
    double pull = bristle_stiffness(m, mem, s->n) * vec3_norm(stretch), limit = m->mu_static * s->n;
    return pull > limit ? vec3_scale(limit / pull, stretch) : stretch;
}
