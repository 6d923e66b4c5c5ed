// SPDX-License-Identifier: MIT
// Coulomb friction with a coefficient that depends on speed and is zero at rest: F = -mu(|v|) N v/|v|. Under a steady
// load the contact creeps at the speed where mu(v) N equals the load. For comparison, and for measured curves.
//
// STEP (the multibody codes' law, with an odd-symmetric branch through zero): mu rises by STEP from 0 to mu_s at
// v_stick, falls by STEP to mu_d at v_dynamic and stays there. STEP_DYNAMIC: mu rises from 0 to mu_d at v_dynamic.
// Each branch through zero is STEP(v, -v_s, -mu_s, v_s, mu_s), the cubic with slope 3 mu / (2 v_s) at zero.
#include "contact/law/plane.h"

// The cubic from (-v1, -mu1) to (v1, mu1).
static double through_zero(double v, double v1, double mu1, double *slope) {
    return contact_step(v, -v1, -mu1, v1, mu1, slope);
}

static double coefficient(const contact_material *m, double v, double *slope) {
    if (m->friction == CONTACT_FRICTION_TABLE) return contact_curve_at(&m->mu_table, v, slope);
    if (m->friction == CONTACT_FRICTION_STEP_DYNAMIC) return through_zero(v, m->v_dynamic, m->mu_dynamic, slope);
    if (v < m->v_stick) return through_zero(v, m->v_stick, m->mu_static, slope);
    return contact_step(v, m->v_stick, m->mu_static, m->v_dynamic, m->mu_dynamic, slope);
}

contact_plane_force contact_coulomb_friction(const contact_material *m, double n, const double v[2]) {
    double speed = hypot(v[0], v[1]), slope, mu = coefficient(m, speed, &slope);
    double across = speed > 0 ? mu / speed : slope, u[2] = {0, 0}; // mu / v, with its limit at rest
    contact_plane_force r = {0};
    for (int i = 0; i < 2 && speed > 0; i++) u[i] = v[i] / speed;
    contact_add_across(r.c, n * across, u);
    for (int i = 0; i < 2; i++) {
        r.f[i] = n * mu * u[i];
        for (int j = 0; j < 2; j++) r.c[i][j] += n * slope * u[i] * u[j];
    }
    return r;
}
