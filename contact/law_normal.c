// SPDX-License-Identifier: MIT
// Normal contact force F = K d^n (1 + a d'/v0) (Hunt & Crossley 1975 and its descendants), clipped to compression and
// to the value it has at first touch.
#include "contact/law.h"

enum { HYSTERESIS_MAX = 200 };
static const double RESTITUTION_MIN = 0.01; // a grows as 1/e: below this the contact is as good as plastic

// m d'' = -K d^n (1 + a d'/v0) integrates to a (1 + e) = ln((1 + a) / (1 - a e)) between touch and release, whatever K,
// n, m and v0. Solved for y = ln(1 - a e) < 0, which keeps its digits where a e -> 1:
//     psi(y) = y - ln(1 + a) + a (1 + e),  a = (1 - exp y) / e;  a = 0 is the root that is not wanted.
static double exact_hysteresis(double e) {
    if (e > 1 - 1e-6) return 1.5 * (1 - e);          // psi ~ a²(1 - e²)/2 - a³(1 + e³)/3 for small a
    double a_low = 0.75 * (1 - e) / (1 - e + e * e); // half of that estimate: psi > 0 there
    double low = -(1 + e) / e, high = log1p(-a_low * e), y = 0.5 * (low + high);
    for (int i = 0; i < HYSTERESIS_MAX && high - low > 1e-15 * -low; i++) {
        double a = -expm1(y) / e, psi = y - log1p(a) + a * (1 + e);
        if (psi < 0)
            low = y;
        else
            high = y;
        double slope = 1 - (e + a / (1 + a)) * exp(y) / e, next = y - psi / slope;
        y = next > low && next < high ? next : 0.5 * (low + high);
    }
    return -expm1(y) / e;
}

double contact_hysteresis(contact_normal_law law, double e) {
    e = fmin(fmax(e, RESTITUTION_MIN), 1);
    switch (law) {
    case CONTACT_LAW_EXACT:
        return exact_hysteresis(e);
    case CONTACT_LAW_HUNT_CROSSLEY:
        return 1.5 * (1 - e); // Hunt & Crossley 1975; Dopico et al. 2011 eq. 1
    case CONTACT_LAW_FLORES:
        return 1.6 * (1 - e) / e; // Flores et al. 2011; Dopico et al. 2012
    case CONTACT_LAW_LANKARANI:
        return 0.75 * (1 - e * e); // Lankarani & Nikravesh 1990
    }
    return 0;
}

contact_material contact_material_default(void) {
    return (contact_material){
        .law = CONTACT_LAW_EXACT,
        // A numerical budget, not steel's: an anchor of 6.4 t at 0.5 m/s is in contact for 2.943 d_max / v0 = 23 ms,
        // well over the 8 steps that the trapezoidal rule needs at h = 1 ms. A lone link of 15 kg would need 7e7.
        .stiffness = 2e9,
        .exponent = 1.5, // Hertz
        .restitution = 0.2,
        .v_min = 0.02,      // keeps a/v0 finite for contacts that begin slowly
        .damping_max = 100, // [s/m], above it the rebound is slower than 1 cm/s
        .mu_static = 0.25,
        .mu_dynamic = 0.22,
        .mu_viscous = 0,
        .v_stick = 3e-3, // about mu g h at h = 1 ms: smaller never sticks
        .pre_slide = 2e-4,
    };
}

contact_normal contact_normal_force(const contact_material *m, double a, double depth, double rate, double v0) {
    contact_normal r = {0, 0, 0};
    if (!(depth > 0)) return r;
    double v = fmax(fmax(v0, m->v_min), a / m->damping_max), bracket = 1 + a * rate / v;
    double lower = m->exponent == 1.5 ? sqrt(depth) : pow(depth, m->exponent - 1);
    double elastic = m->stiffness * lower * depth;
    if (bracket <= 0) return r;
    if (bracket < 1 + a)
        r.c = elastic * a / v;
    else
        bracket = 1 + a;
    r.force = elastic * bracket;
    r.k = m->exponent * m->stiffness * lower * bracket;
    return r;
}
