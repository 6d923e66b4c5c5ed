// SPDX-License-Identifier: MIT
// Interface of a user's contact laws: a shared object that a scenario names with `law_library`, and that runs only if
// the command line names it too (`--allow-law librubber.so`). A law needs only this header:
//
//     #include "contact/law/user.h"
//     const int hawse_contact_version = HAWSE_CONTACT_VERSION;
//     const char hawse_contact_name[] = "rubber";
//     int hawse_contact_normal(const hawse_contact_press *in, hawse_contact_normal_force *out) { ... return 0; }
//     int hawse_contact_friction(const hawse_contact_slide *in, hawse_contact_friction_force *out) { ... return 0; }
//
//     cc -shared -fPIC -O2 -ffp-contract=off -o librubber.so rubber.c
//
// Define one or both functions. The real-time thread calls them several times per step and contact: no allocation,
// lock, file or print. The same input must always give the same output, so store nothing between calls. All values are
// in SI units and in the world frame; `out` is zero on entry. The contact exerts no force in an evaluation that returns
// a value other than 0, a non-finite number, or a force, elastic part or keep below zero; the run counts the event
// `law_refused`.
// A touch above 1 m/s whose impact would last less than four steps acts with a share of the force (event
// `impact_softened`), if the law tells its energy.
#ifndef HAWSE_CONTACT_LAW_USER_H
#define HAWSE_CONTACT_LAW_USER_H

#define HAWSE_CONTACT_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hawse_contact_press {
    double gap;      // distance of the surfaces [m]; below zero: penetration
    double gap_rate; // [m/s]; below zero: closing
    double approach; // closing speed at first touch [m/s], above 0
    double area;     // contact area [m²]; 0: a point, or unknown
    double step;     // time step [s]
} hawse_contact_press;

typedef struct hawse_contact_normal_force {
    double force;      // pushes the bodies apart [N], 0 or more
    double d_gap;      // d force / d gap [N/m]; a value above zero counts as zero
    double d_gap_rate; // d force / d gap_rate [N s/m]; likewise
    double elastic;    // part independent of gap_rate [N], 0 or more; bounds the friction
    double energy;     // stored by the elastic part [J]; 0: unknown
} hawse_contact_normal_force;

typedef struct hawse_contact_slide {
    double normal_force;    // elastic part of the last step [N], above 0
    double area;            // contact area [m²]; 0: a point, or unknown
    double step;            // time step [s]
    double normal[3];       // unit, from the second body into the first
    double velocity[3];     // of the first body against the second, in the tangent plane [m/s]
    double displacement[3]; // tangential displacement since first touch, limited by `keep` [m]
} hawse_contact_slide;

typedef struct hawse_contact_friction_force {
    double force[3];             // on the first body [N]; its normal component is ignored
    double d_velocity[3][3];     // d force[i] / d velocity[j] [N s/m]
    double d_displacement[3][3]; // d force[i] / d displacement[j] [N/m]
    // greatest length of the displacement after an accepted step [m], 0 or more; 0: it starts again from zero
    double keep;
} hawse_contact_friction_force;

typedef int hawse_contact_normal_law(const hawse_contact_press *in, hawse_contact_normal_force *out);
typedef int hawse_contact_friction_law(const hawse_contact_slide *in, hawse_contact_friction_force *out);

// What a shared object exports.
#pragma GCC visibility push(default)
extern const int hawse_contact_version;
extern const char hawse_contact_name[];
hawse_contact_normal_law hawse_contact_normal;
hawse_contact_friction_law hawse_contact_friction;
#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
