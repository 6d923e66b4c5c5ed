// SPDX-License-Identifier: MIT
// Force laws of a contact: normal force with exact restitution (and published variants), friction with stick, slide and
// viscous part. Pure functions of depth, rates and the contact's memory.
#ifndef HAWSE_CONTACT_LAW_H
#define HAWSE_CONTACT_LAW_H

#include "dynamics/math3.h"
#include "rt/base.h"

typedef enum contact_normal_law {
    CONTACT_LAW_EXACT = 0, // hysteresis factor a solved so that the rebound ratio is e
    CONTACT_LAW_HUNT_CROSSLEY,
    CONTACT_LAW_FLORES,
    CONTACT_LAW_LANKARANI,
} contact_normal_law;

// Material pair.
typedef struct contact_material {
    contact_normal_law law;
    double stiffness;   // K [N/m^n]
    double exponent;    // n, 1.5 by default
    double restitution; // e, 0..1
    double v_min;       // least v0 [m/s]
    double damping_max; // cap of a/v0 [s/m]
    double mu_static, mu_dynamic;
    double mu_viscous; // [N s/m]
    double v_stick;    // transition speed [m/s]
    double pre_slide;  // bristle deflection at the static limit [m]
} contact_material;

// What a contact remembers from step to step; part of the state.
typedef struct contact_memory {
    double v0;    // approach speed at first touch [m/s], >= v_min
    vec3 bristle; // deflection of the bristle, tangential, in the hull frame [m]
    double n_ref; // normal force of the last accepted step [N]: gives the bristle's stiffness mu_s n_ref / pre_slide
} contact_memory;

// Normal force and its derivatives.
typedef struct contact_normal {
    double force; // >= 0 [N]
    double k;     // dF/d depth >= 0 [N/m]
    double c;     // dF/d rate >= 0 [N s/m]
} contact_normal;

// Friction force on the moving body and its symmetric positive semi-definite tangents.
typedef struct contact_friction {
    vec3 force;
    mat3 k, c; // -dF/d(tangential displacement), -dF/d(tangential velocity), filtered to be positive semi-definite
    int sticking;
} contact_friction;

// The project's default pair: exact law, K = 2e9 N/m^1.5, e = 0.2, mu = 0.25 / 0.22, for h = 1 ms.
contact_material contact_material_default(void);
// Dimensionless hysteresis factor a(e) of the law; the exact one solves a (1 + e) = ln((1 + a) / (1 - a e)). e is held
// within 0.01..1. Set-up: iterates.
double contact_hysteresis(contact_normal_law law, double e);
// F = K depth^n (1 + a rate/v0), clipped to [0, K depth^n (1 + a)]; rate > 0 when closing. a = contact_hysteresis,
// cached by the caller; v0 is raised to v_min and to a / damping_max. Frame thread.
contact_normal contact_normal_force(const contact_material *m, double a, double depth, double rate, double v0);
// F_t = kappa F_stick + (1 - kappa) F_slide - mu_visc v_t (Dopico et al. 2011 eq. 2, 5). v_t: tangential velocity of
// the moving body against the hull [m/s]; slip: tangential displacement since the bristle was stored [m]; n: the
// bound's normal force [N], also the reference while n_ref is 0; n <= 0: no force. Frame thread.
contact_friction contact_friction_force(const contact_material *m, const contact_memory *mem, double n, vec3 v_t,
                                        vec3 slip, vec3 normal);
// The bristle after an accepted step: stretched by slip, dragged to the static limit, turned into the tangent plane.
vec3 contact_bristle_update(const contact_material *m, const contact_memory *mem, double n, vec3 slip, vec3 normal);

#endif
