// SPDX-License-Identifier: MIT
// Finds the lip radius at which a jammed anchor would come free.
#include "rt/jam/jam.h"

enum { ROUNDS = 20 }; // bisections

// Normal at the same overlap on a lip of `factor` times the radius. The unit normal is n = -s p + c m, with the pull p
// and the direction m across the pull, away from the lip. The overlap is e = r (1 - c), so on the larger lip c grows to
// 1 - e / (factor r).
static vec3 flatten_normal(vec3 normal, vec3 pull, double factor) {
    double s = -vec3_dot(normal, pull);
    if (s <= 0) return normal;
    vec3 m = vec3_madd(normal, s, pull);
    double c = vec3_norm(m), now = 1 - (1 - c) / factor;
    return vec3_madd(vec3_scale(-sqrt(1 - now * now), pull), now, c > 0 ? vec3_unit(m) : vec3_any_normal(pull));
}

// Whether the contacts still lock the anchor with the lips' radii times `factor`.
static bool is_locked(const jam *j, const jam_def *d, const double *radius, double factor) {
    jam with = *j;
    for (int k = 0; k < with.at.n; k++) {
        jam_contact *c = &with.at.contact[k];
        if (radius[k] > 0) c->normal = flatten_normal(c->normal, with.at.pull, factor);
    }
    return jam_is_locked(&with, d, j->verdict == JAM_TURNS || j->verdict == JAM_SLIPS, d->mu);
}

double jam_lip_factor(const jam *j, const jam_def *d, const double radius[JAM_CONTACTS]) {
    double low = 1, high = JAM_LIP_MOST;
    if (!is_locked(j, d, radius, low)) return 1;
    if (is_locked(j, d, radius, high)) return (double)INFINITY;
    for (int k = 0; k < ROUNDS; k++) {
        double middle = 0.5 * (low + high);
        if (is_locked(j, d, radius, middle))
            low = middle;
        else
            high = middle;
    }
    return high;
}
