// SPDX-License-Identifier: MIT
// Force laws of a contact: normal force with hysteresis (the family of Hunt & Crossley, or a table), IMPACT, Poisson,
// volume, or a user's own; friction with stick and slide, by Coulomb's law, by a table, or a user's own. Pure functions
// of depth, rates and the contact's memory.
#ifndef HAWSE_CONTACT_LAW_LAW_H
#define HAWSE_CONTACT_LAW_LAW_H

#include "contact/law/curve.h"
#include "contact/law/user.h"
#include "dynamics/math/math3.h"
#include "rt/base/base.h"

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
    CONTACT_LAW_VOLUME,  // A K d^n, K of contact_layer_stiffness, A the contact's area; damping as IMPACT
    CONTACT_LAW_USER,    // of material.user
    CONTACT_LAWS,
} contact_normal_law;

typedef enum contact_friction_law {
    CONTACT_FRICTION_BRISTLE = 0,  // stick-slip with an elastic bristle
    CONTACT_FRICTION_STEP,         // Coulomb, static and dynamic coefficient by speed; does not stick
    CONTACT_FRICTION_STEP_DYNAMIC, // Coulomb, dynamic coefficient alone
    CONTACT_FRICTION_TABLE,        // coefficient by speed from a table
    CONTACT_FRICTION_USER,         // of material.user
    CONTACT_FRICTIONS,
} contact_friction_law;

// A user's own laws; NULL: not defined.
typedef struct contact_user_law {
    hawse_contact_normal_law *normal;
    hawse_contact_friction_law *friction;
} contact_user_law;

// Duration of an impact on F = K d^n in d_max / v, for Hertz's exponent 3/2; pi for 1, 2.8 for 2.
#define CONTACT_IMPACT_LASTS 2.94

// A first touch faster than this may be softened [m/s]. Slower ones gain too little to matter: a link of 11 kg with
// e = 0.2 at most 2 e (1 + e) m v² = 5 J.
#define CONTACT_FAST 1.0

// Material pair.
typedef struct contact_material {
    contact_normal_law law;
    double stiffness;                    // K [N/m^n]; of CONTACT_LAW_VOLUME [Pa/m^n]
    double exponent;                     // n, 1.5 by default
    double restitution;                  // e, 0..1
    double v_min;                        // least v0 [m/s]
    double damping_max;                  // cap of a/v0 [s/m]
    contact_curve force_table;           // of CONTACT_LAW_TABLE: force over depth [N], [m]
    double impact_damping, impact_depth; // of CONTACT_LAW_IMPACT and _VOLUME [N s/m], [m]
    double v_transition;                 // of CONTACT_LAW_POISSON [m/s]
    contact_friction_law friction;
    double mu_static, mu_dynamic;
    double mu_viscous;            // [N s/m]
    double v_stick;               // transition speed; STEP: speed of the static coefficient [m/s]
    double v_dynamic;             // STEP: speed of the dynamic coefficient, above v_stick [m/s]
    double pre_slide;             // bristle deflection at the static limit [m]
    double patch_radius;          // patch on which a point contact resists spin [m]; 0: no resistance
    contact_curve mu_table;       // of CONTACT_FRICTION_TABLE: coefficient over speed [m/s]
    const contact_user_law *user; // of CONTACT_LAW_USER and CONTACT_FRICTION_USER; outlives the material
} contact_material;

// Input of a friction law.
typedef struct contact_slide {
    double n;    // the bound's normal force, also the bristle's reference while n_ref is 0 [N]; <= 0: no force
    vec3 v_t;    // tangential velocity of the moving body against the other [m/s]
    vec3 slip;   // tangential displacement since the bristle was stored [m]
    vec3 normal; // unit
    double area; // [m²]; 0: a point
    double h;    // step [s]
} contact_slide;

// Input of a normal law.
typedef struct contact_press {
    double depth, rate; // penetration [m]; [m/s], > 0 when closing
    double v0;          // of the contact's memory [m/s]
    double area;        // [m²]; 0: a point
    double compliance;  // of the structure behind the surface, in series with the law [m/N]; 0: rigid
    double h;           // step [s]
    double mass; // effective mass [kg]: laws with a hysteresis factor add damping by h² / mass, which the trapezoidal
                 // rule leaves out; 0: none added
} contact_press;

// Memory of a contact from step to step; part of the state.
typedef struct contact_memory {
    double v0;       // approach speed at first touch [m/s], >= v_min
    vec3 bristle;    // deflection of the bristle, tangential, in the hull frame [m]
    double n_ref;    // normal force of the last accepted step [N]: gives the bristle's stiffness mu_s n_ref / pre_slide
    double withheld; // share of the normal force that does not act yet: above 0 for a contact that began deep, or fast
    double borne;    // depth from which the last accepted step's force follows [m]
    double unearned; // part of a region's depth that came without approach and does not bear yet [m]
} contact_memory;

// Normal force and its derivatives.
typedef struct contact_normal {
    double force;   // >= 0 [N]
    double elastic; // the part that does not depend on the rate, >= 0 [N]
    double k;       // dF/d depth >= 0 [N/m]
    double c;       // dF/d rate >= 0 [N s/m]
    bool refused;   // a user's law returned an error or an invalid number: no force
} contact_normal;

// Friction force on the moving body and its symmetric positive semi-definite tangents.
typedef struct contact_friction {
    vec3 force;
    mat3 k, c; // -dF/d(tangential displacement), -dF/d(tangential velocity), filtered to be positive semi-definite
    int sticking;
    bool refused; // as of contact_normal
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
// The normal force; of laws with a hysteresis factor clipped to [0, S(depth) (1 + a (1 + x / (1 + x)))]: the value at a
// rate of v0, with x = 0.2 h² n S / (depth mass), by which the damping makes up for what the trapezoidal rule leaves
// out. a = contact_hysteresis, cached by the caller; v0 is raised to v_min and to a / damping_max. Frame thread.
contact_normal contact_normal_force(const contact_material *m, double a, const contact_press *p);
// The elastic part S(depth) [N] alone, and the energy that it stores [J] while the area stays; 0 for depth <= 0. Frame
// thread.
double contact_elastic_force(const contact_material *m, const contact_press *p);
double contact_elastic_energy(const contact_material *m, const contact_press *p);
// Stiffness of an elastic layer of this depth [m] on a rigid body: the pressure per metre of indentation [Pa/m], from
// Young's modulus [Pa] and Poisson's ratio below 0.5. The layer cannot widen.
double contact_layer_stiffness(double youngs_modulus, double poissons_ratio, double layer_depth);
// Stiffness of two layers in series.
double contact_layers_in_series(double first, double second);
// Part of the depth [m] that the contact itself has, F = S(x) = (depth - x) / compliance; the rest is the structure's
// deflection. Not for the laws volume and user. Frame thread: a bounded iteration.
double contact_own_depth(const contact_material *m, double depth, double compliance);
// Initial withheld share of a new contact's normal force: 0 if the depth may have grown within a step, 1 if the depth
// is large enough to throw the body out.
double contact_withheld(const contact_material *m, const contact_press *p);
// The same of a first touch at v0: the share to withhold so that the impact of p's mass lasts at least 4 steps; 0 if it
// does anyway, up to CONTACT_FAST, and of laws without an elastic energy. Frame thread.
double contact_withheld_of_blow(const contact_material *m, const contact_press *p);
// The withheld share a step h later, of a contact that touched first at v0 and closes with `rate`: 0 after 50 ms. After
// a touch above CONTACT_FAST it stays until the rate is below v_min; then the share that acts grows e-fold in 50 ms.
double contact_withheld_next(const contact_material *m, double withheld, double v0, double rate, double h);

// Friction of a contact. Bristle: F_t = kappa F_stick + (1 - kappa) F_slide - mu_visc v_t (Dopico et al. 2011 eq. 2,
// 5). Frame thread.
contact_friction contact_friction_force(const contact_material *m, const contact_memory *mem, const contact_slide *s);
// The bristle after an accepted step: turned into the tangent plane, stretched by slip, and dragged to the static limit
// (or to the length that a user's law keeps). Zero for laws without a bristle. Frame thread.
vec3 contact_bristle_update(const contact_material *m, const contact_memory *mem, const contact_slide *s);
// Friction against spin about the normal of a flat contact of this area [m²] that turns with `spin` [rad/s] while it
// slides at `speed` [m/s]; n: the bound's normal force [N]. Frame thread.
contact_spin contact_spin_torque(const contact_material *m, double n, double area, double spin, double speed);

#endif
