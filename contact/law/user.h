// SPDX-License-Identifier: MIT
// The interface of contact laws of your own: a shared object that a scenario names with `law_library`. Include this
// file, and nothing else of hawse is needed:
//
//     #include "contact/law/user.h"
//     const int hawse_contact_version = HAWSE_CONTACT_VERSION;
//     const char hawse_contact_name[] = "rubber";
//     int hawse_contact_normal(const hawse_contact_press *in, hawse_contact_normal_force *out) { ... return 0; }
//     int hawse_contact_friction(const hawse_contact_slide *in, hawse_contact_friction_force *out) { ... return 0; }
//
//     cc -shared -fPIC -O2 -ffp-contract=off -o librubber.so rubber.c
//
// Either function may be left out, not both. They are called in the real-time thread, several times a step and contact:
// no allocation, lock, file or print; and the same input must always give the same output, so keep nothing between
// calls. All is in SI and in the world frame; `out` comes set to zero. A return value other than 0, a number that is
// not finite, a normal force below zero: the contact exerts nothing in that evaluation, and the run counts the event
// `law_refused`.
#ifndef HAWSE_CONTACT_LAW_USER_H
#define HAWSE_CONTACT_LAW_USER_H

#define HAWSE_CONTACT_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hawse_contact_press {
    double gap;      // distance of the surfaces [m]; below zero: the bodies reach that far into each other
    double gap_rate; // [m/s]; below zero: they close
    double approach; // speed with which they closed at first touch [m/s], above 0
    double area;     // of the contact [m²]; 0: a point, or not known
    double step;     // of the integration [s]
} hawse_contact_press;

typedef struct hawse_contact_normal_force {
    double force;      // that pushes the bodies apart [N], 0 or more
    double d_gap;      // its derivative with respect to gap [N/m]; of what is above zero nothing is used
    double d_gap_rate; // with respect to gap_rate [N s/m]; likewise
    double elastic;    // the part that does not depend on gap_rate [N]: friction is bounded by it
    double energy;     // that this part has stored [J]; 0: not known
} hawse_contact_normal_force;

typedef struct hawse_contact_slide {
    double normal_force;    // elastic part of the last step [N], above 0
    double area;            // [m²]; 0: a point, or not known
    double step;            // of the integration [s]
    double normal[3];       // unit, from the second body into the first
    double velocity[3];     // of the first body against the second, in the tangent plane [m/s]
    double displacement[3]; // the same, since first touch, as far as it is kept [m]
} hawse_contact_slide;

typedef struct hawse_contact_friction_force {
    double force[3];             // on the first body [N]; its part along the normal is not used
    double d_velocity[3][3];     // d force[i] / d velocity[j] [N s/m]
    double d_displacement[3][3]; // d force[i] / d displacement[j] [N/m]
    double keep; // when the step is accepted the displacement is made no longer than this [m]; 0: none is kept
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
