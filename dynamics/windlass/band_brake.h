// SPDX-License-Identifier: MIT
// The band brake on the cable lifter's drum. With friction mu over the wrap beta, the tensions at the band's ends have
// the ratio T1/T2 = exp(mu beta) (Euler 1762, Eytelwein 1808). When the chain pays out, the screw pulls the slack end
// and the drum helps: torque = T2 (exp(mu beta) - 1) R. When it is heaved, the screw holds the tight end: torque =
// T1 (1 - exp(-mu beta)) R, smaller by the factor exp(mu beta).
// mu falls from static to running friction with slip, and with the lining's temperature. The heat of slip warms the
// lining, from there the drum, and from there the air; it also wears the lining.
#ifndef HAWSE_DYNAMICS_WINDLASS_BAND_BRAKE_H
#define HAWSE_DYNAMICS_WINDLASS_BAND_BRAKE_H

#include "dynamics/element/friction.h"

#define TACKLE_BAND_YIELD 0.002 // bristle deflection scale of the band [rad]

typedef struct tackle_band_def {
    double capacity;             // torque limit against paying out: fully set, cold, unworn [N m]
    double wrap;                 // beta [rad]
    double mu, mu_hot;           // static friction of the lining, cold and wholly faded
    double fade_start, fade_end; // lining temperatures between which it fades [deg C]
    double running;              // running friction over static
    double creep;                // slip speed of the transition from static to running friction [rad/s]
    double lining_heat;          // heat capacity of lining and drum surface [J/K]
    double drum_heat;            // heat capacity of the drum [J/K]
    double conductance, cooling; // lining to drum, drum to air [W/K]
    double ambient;              // air temperature [deg C]
    double wear;                 // initial wear of the lining [m]
    double wear_rate;            // wear per heat [m/J]
    double travel;               // wear that uses up the screw's travel [m]
    double inertia;              // inertia of the braked shaft [kg m²]
} tackle_band_def;

// Memory of the brake; part of the state.
typedef struct tackle_band_memory {
    double held;         // torque of the bristle, heaving positive [N m]
    double torque;       // torque of the brake at the end of the last step [N m]
    double slip;         // 0: static friction .. 1: running friction
    double lining, drum; // temperatures over the air's [K]
    double heat;         // total heat since the start [J]
    double wear;         // wear since the start [m]
    double slipping;     // 1: the band slid in the last step
} tackle_band_memory;

typedef struct tackle_band {
    tackle_band_def def;
    double limit_out, limit_in; // of this step: against paying out, against heaving [N m]
    double bristle, lead;       // deflection at the start of the step [rad]; damping over stiffness [s]
} tackle_band;

// Present friction coefficient of the lining.
double tackle_band_mu(const tackle_band_def *d, const tackle_band_memory *z);
// Share of the capacity that heat and wear leave, against paying out, at rest: 1 cold and unworn.
double tackle_band_share(const tackle_band_def *d, const tackle_band_memory *z);
// Temperature of the lining [deg C].
double tackle_band_lining(const tackle_band_def *d, const tackle_band_memory *z);
// Sets the torque limits of a step, for the screw's setting 0..1 and the remaining `share` of the capacity. The bristle
// keeps its torque when the limits change, within the new limits. Frame thread.
void tackle_band_predict(tackle_band *b, const tackle_band_memory *z, double setting, double share);
// Torque [N m] at the drum's turn since the last accepted step [rad] and its rate [rad/s]. Frame thread.
dyn_law tackle_band_law(const tackle_band *b, double turn, double rate);
// Energy of the bristle with the limits of this step [J].
double tackle_band_energy(const tackle_band *b, const tackle_band_memory *z);
// Ends a step: updates slip, heat, temperatures and wear. Frame thread.
void tackle_band_accept(const tackle_band *b, tackle_band_memory *z, double turn, double rate, double h);

#endif
