// SPDX-License-Identifier: MIT
// Example of a user's contact laws (contact/law/user.h): hardening rubber, and friction by an elastic foot that sticks
// up to the Coulomb limit.
#include "contact/law/user.h"
#include <math.h>

const int hawse_contact_version = HAWSE_CONTACT_VERSION;
const char hawse_contact_name[] = "rubber";

static const double STIFFNESS = 2e4;  // [N/m]
static const double HARDENING = 4e8;  // [N/m³]
static const double LOSS = 3;         // damping over the elastic force [s/m]
static const double MU = 0.8;         // of friction
static const double PRE_SLIDE = 5e-4; // [m]
static const double DRAG = 20;        // [N s/m]

int hawse_contact_normal(const hawse_contact_press *in, hawse_contact_normal_force *out) {
    double d = -in->gap, rate = -in->gap_rate;
    double elastic = STIFFNESS * d + HARDENING * d * d * d, slope = STIFFNESS + 3 * HARDENING * d * d;
    double bracket = 1 + LOSS * rate;
    out->elastic = elastic;
    out->energy = STIFFNESS * d * d / 2 + HARDENING * d * d * d * d / 4;
    if (bracket <= 0) return 0; // the bodies separate faster than the rubber expands
    out->force = elastic * bracket;
    out->d_gap = -slope * bracket;
    out->d_gap_rate = -elastic * LOSS;
    return 0;
}

int hawse_contact_friction(const hawse_contact_slide *in, hawse_contact_friction_force *out) {
    const double *s = in->displacement, limit = MU * in->normal_force, k = limit / PRE_SLIDE;
    double stretch = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]), u[3] = {0, 0, 0};
    int slides = stretch > PRE_SLIDE;
    for (int i = 0; i < 3 && slides; i++) u[i] = s[i] / stretch;
    for (int i = 0; i < 3; i++) {
        out->force[i] = -(slides ? limit / stretch : k) * s[i] - DRAG * in->velocity[i];
        out->d_velocity[i][i] = -DRAG;
        for (int j = 0; j < 3; j++)
            out->d_displacement[i][j] = -(slides ? limit / stretch : k) * ((i == j) - u[i] * u[j]);
    }
    out->keep = PRE_SLIDE;
    return 0;
}
