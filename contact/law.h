// SPDX-License-Identifier: MIT
// Force laws of a contact: normal force with hysteresis (the family of Hunt & Crossley, or a table), IMPACT, Poisson;
// friction with stick and slide, by Coulomb's law or by a table. Pure functions of depth, rates and the contact's
// memory.
#ifndef HAWSE_CONTACT_LAW_H
#define HAWSE_CONTACT_LAW_H

#include "contact/law_curve.h"
#include "dynamics/math3.h"
#include "rt/base.h"

// F = S(d) (1 + a d'/v0) with S = K d^n and a hysteresis factor a(e), unless the comment says otherwise.
typedef enum contact_normal_law {
    CONTACT_LAW_EXACT = 0, // a solved so that the rebound ratio is e
    CONTACT_LAW_HUNT_CROSSLEY,
    CONTACT_LAW_FLORES,
    CONTACT_LAW_LANKARANI,
    CONTACT_LAW_HERBERT_MCWHANNELL,
    CONTACT_LAW_LEE_WANG,
    CONTACT_LAW_ZHIYING_QISHAO,
    CONTACT_LAW_GONTHIER,
    CONTACT_LAW_HU_GUO,
    CONTACT_LAW_TABLE,   // S from a table of depths and forces; a as for the exact law
    CONTACT_LAW_IMPACT,  // K d^n + STEP(d, 0, 0, impact_depth, impact_damping) d'
    CONTACT_LAW_POISSON, // K d^n STEP(d', -v_transition, e², v_transition, 1)
    CONTACT_LAWS,
} contact_normal_law;

typedef enum contact_friction_law {
    CONTACT_FRICTION_BRISTLE = 0,  // stick-slip with an elastic bristle
    CONTACT_FRICTION_STEP,         // Coulomb, static and dynamic coefficient by speed; does not stick
    CONTACT_FRICTION_STEP_DYNAMIC, // Coulomb, dynamic coefficient alone
    CONTACT_FRICTION_TABLE,        // coefficient by speed from a table
    CONTACT_FRICTIONS,
} contact_friction_law;

// Material pair.
typedef struct contact_material {
    contact_normal_law law;
    double stiffness;                    // K [N/m^n]
    double exponent;                     // n, 1.5 by default
    double restitution;                  // e, 0..1
    double v_min;                        // least v0 [m/s]
    double damping_max;                  // cap of a/v0 [s/m]
    contact_curve force_table;           // of CONTACT_LAW_TABLE: force over depth [N], [m]
    double impact_damping, impact_depth; // of CONTACT_LAW_IMPACT [N s/m], [m]
    double v_transition;                 // of CONTACT_LAW_POISSON [m/s]
    contact_friction_law friction;
    double mu_static, mu_dynamic;
    double mu_viscous;      // [N s/m]
    double v_stick;         // transition speed; STEP: speed of the static coefficient [m/s]
    double v_dynamic;       // STEP: speed of the dynamic coefficient, above v_stick [m/s]
    double pre_slide;       // bristle deflection at the static limit [m]
    contact_curve mu_table; // of CONTACT_FRICTION_TABLE: coefficient over speed [m/s]
} contact_material;

// What a contact remembers from step to step; part of the state.
typedef struct contact_memory {
    double v0;       // approach speed at first touch [m/s], >= v_min
    vec3 bristle;    // deflection of the bristle, tangential, in the hull frame [m]
    double n_ref;    // normal force of the last accepted step [N]: gives the bristle's stiffness mu_s n_ref / pre_slide
    double withheld; // share of the normal force that does not act yet: of a contact that began deep
    double borne;    // depth that the force was of at the last accepted step [m]
    double unearned; // what of a region's depth came without approach and does not bear yet [m]
} contact_memory;

// Normal force and its derivatives.
typedef struct contact_normal {
    double force;   // >= 0 [N]
    double elastic; // the part that does not depend on the rate, >= 0 [N]
    double k;       // dF/d depth >= 0 [N/m]
    double c;       // dF/d rate >= 0 [N s/m]
} contact_normal;

// Friction force on the moving body and its symmetric positive semi-definite tangents.
typedef struct contact_friction {
    vec3 force;
    mat3 k, c; // -dF/d(tangential displacement), -dF/d(tangential velocity), filtered to be positive semi-definite
    int sticking;
} contact_friction;

// Torque about the contact's normal on the moving body and its derivative.
typedef struct contact_spin {
    double torque; // [N m]
    double c;      // -d torque / d spin >= 0 [N m s]
} contact_spin;

// The project's default pair: exact law, K = 2e9 N/m^1.5, e = 0.2, mu = 0.25 / 0.22, for h = 1 ms.
contact_material contact_material_default(void);
// Dimensionless hysteresis factor a(e) of the law, 0 for laws that have none; the exact one solves
// a (1 + e) = ln((1 + a) / (1 - a e)). e is held within 0.01..1. Set-up: iterates.
double contact_hysteresis(contact_normal_law law, double e);
// The normal force, clipped to [0, S(depth) (1 + a)]; rate > 0 when closing. a = contact_hysteresis, cached by the
// caller; v0 is raised to v_min and to a / damping_max. step2_mass: h² / m [s²/kg] of the body that the trapezoidal
// rule moves, by which the damping makes up for what the rule leaves out; 0: nothing is made up. Frame thread.
contact_normal contact_normal_force(const contact_material *m, double a, double depth, double rate, double v0,
                                    double step2_mass);
// The elastic part S(depth) [N] alone, and the energy that it stores [J]; 0 for depth <= 0. Frame thread.
double contact_elastic_force(const contact_material *m, double depth);
double contact_elastic_energy(const contact_material *m, double depth);
// Share of the normal force to be withheld from a contact first seen at this depth by a body of this mass closing at
// v0: 0 for a contact that may have come there within a step h [s], 1 for one that begins deep enough to be thrown out.
double contact_withheld(const contact_material *m, double depth, double v0, double mass, double h);
// What of it is still withheld a step h later: nothing after 50 ms.
double contact_withheld_next(double withheld, double h);

// Friction of a contact. Bristle: F_t = kappa F_stick + (1 - kappa) F_slide - mu_visc v_t (Dopico et al. 2011 eq. 2,
// 5). v_t: tangential velocity of the moving body against the hull [m/s]; slip: tangential displacement since the
// bristle was stored [m]; n: the bound's normal force [N], also the reference while n_ref is 0; n <= 0: no force. Frame
// thread.
contact_friction contact_friction_force(const contact_material *m, const contact_memory *mem, double n, vec3 v_t,
                                        vec3 slip, vec3 normal);
// The bristle after an accepted step: stretched by slip, dragged to the static limit, turned into the tangent plane.
// Zero for laws without a bristle.
vec3 contact_bristle_update(const contact_material *m, const contact_memory *mem, double n, vec3 slip, vec3 normal);
// Friction against spin about the normal of a flat contact of this area [m²] that turns with `spin` [rad/s] while it
// slides at `speed` [m/s]; n: the bound's normal force [N]. Frame thread.
contact_spin contact_spin_torque(const contact_material *m, double n, double area, double spin, double speed);

#endif
