// SPDX-License-Identifier: MIT
// Calls a user's laws through the interface of user.h and validates their results.
#include "contact/law/plane.h"

static bool all_finite(const double *x, int n) {
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

contact_normal contact_user_normal(const contact_material *m, const contact_press *p, double *energy) {
    const hawse_contact_press in = {
        .gap = -p->depth, .gap_rate = -p->rate, .approach = p->v0, .area = p->area, .step = p->h};
    hawse_contact_normal_force out = {0};
    int returned = m->user->normal(&in, &out);
    const double answer[] = {out.force, out.d_gap, out.d_gap_rate, out.elastic, out.energy};
    *energy = 0;
    if (returned != 0 || !all_finite(answer, 5) || out.force < 0 || out.elastic < 0)
        return (contact_normal){.refused = true};
    *energy = out.energy;
    return (contact_normal){
        .force = out.force, .elastic = out.elastic, .k = fmax(-out.d_gap, 0), .c = fmax(-out.d_gap_rate, 0)};
}

static void copy_vec3(double to[3], vec3 x) { to[0] = x.x, to[1] = x.y, to[2] = x.z; }

static bool call_user_friction(const contact_material *m, const contact_slide *s, vec3 stretch,
                               hawse_contact_friction_force *out) {
    hawse_contact_slide in = {.normal_force = s->n, .area = s->area, .step = s->h};
    copy_vec3(in.normal, s->normal);
    copy_vec3(in.velocity, vec3_madd(s->v_t, -vec3_dot(s->v_t, s->normal), s->normal));
    copy_vec3(in.displacement, stretch);
    *out = (hawse_contact_friction_force){0};
    return m->user->friction(&in, out) == 0 && all_finite(out->force, 3) && all_finite(&out->d_velocity[0][0], 9) &&
           all_finite(&out->d_displacement[0][0], 9) && out->keep >= 0;
}

// -t a b, with t and b the two axes
static double along(double a[3][3], vec3 t, vec3 b) {
    double x[3] = {t.x, t.y, t.z}, y[3] = {b.x, b.y, b.z}, sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum -= x[i] * a[i][j] * y[j];
    return sum;
}

contact_plane_force contact_user_friction(const contact_material *m, const contact_slide *s, vec3 stretch, vec3 t,
                                          vec3 b) {
    hawse_contact_friction_force out;
    if (!call_user_friction(m, s, stretch, &out)) return (contact_plane_force){.refused = true};
    contact_plane_force r = {.sticking = 0};
    const vec3 axis[2] = {t, b};
    for (int i = 0; i < 2; i++) {
        r.f[i] = -vec3_dot(vec3_make(out.force[0], out.force[1], out.force[2]), axis[i]);
        for (int j = 0; j < 2; j++) {
            r.k[i][j] = along(out.d_displacement, axis[i], axis[j]);
            r.c[i][j] = along(out.d_velocity, axis[i], axis[j]);
        }
    }
    return r;
}

vec3 contact_user_memory_after(const contact_material *m, const contact_memory *mem, const contact_slide *s) {
    vec3 stretch = contact_bristle_stretch(mem, s->slip, s->normal);
    hawse_contact_friction_force out;
    if (!call_user_friction(m, s, stretch, &out)) return vec3_make(0, 0, 0);
    double length = vec3_norm(stretch);
    return length > out.keep ? vec3_scale(out.keep / length, stretch) : stretch;
}
