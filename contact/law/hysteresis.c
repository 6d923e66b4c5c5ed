// SPDX-License-Identifier: MIT
// The hysteresis factor a(e) of the family F = S(d) (1 + a d'/v0), as published and as the restitution asked for needs
// it.
#include "contact/law/law.h"

enum { HYSTERESIS_MAX = 200 };
static const double RESTITUTION_MIN = 0.01; // a grows as 1/e: below this the contact is as good as plastic

// m d'' = -S(d) (1 + a d'/v0) integrates to a (1 + e) = ln((1 + a) / (1 - a e)) between touch and release, whatever S,
// m and v0. Solved for y = ln(1 - a e) < 0, which keeps its digits where a e -> 1:
//     psi(y) = y - ln(1 + a) + a (1 + e),  a = (1 - exp y) / e;  a = 0 is the root that is not wanted.
static double exact(double e) {
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
    case CONTACT_LAW_TABLE:
        return exact(e);
    case CONTACT_LAW_HUNT_CROSSLEY:
        return 1.5 * (1 - e); // Hunt & Crossley 1975; Dopico et al. 2011 eq. 1
    case CONTACT_LAW_FLORES:
        return 1.6 * (1 - e) / e; // Flores et al. 2011; Dopico et al. 2012
    case CONTACT_LAW_LANKARANI:
        return 0.75 * (1 - e * e); // Lankarani & Nikravesh 1990
    case CONTACT_LAW_HERBERT_MCWHANNELL:
        return 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3); // Herbert & McWhannell 1977
    case CONTACT_LAW_LEE_WANG:
        return 0.75 * (1 - e); // Lee & Wang 1983
    case CONTACT_LAW_ZHIYING_QISHAO:
        return 0.75 * (1 - e * e) * exp(2 * (1 - e)); // Zhiying & Qishao 2006
    case CONTACT_LAW_GONTHIER:
        return (1 - e * e) / e; // Gonthier et al. 2004, the approximation
    case CONTACT_LAW_HU_GUO:
        return 1.5 * (1 - e) / e; // Hu & Guo 2015
    case CONTACT_LAW_IMPACT:
    case CONTACT_LAW_POISSON:
    case CONTACT_LAW_VOLUME:
    case CONTACT_LAW_USER:
    case CONTACT_LAWS:
        break;
    }
    return 0;
}
