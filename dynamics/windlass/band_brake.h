// SPDX-License-Identifier: MIT
// The band brake on the cable lifter's drum. With friction mu over the wrap beta the tensions at the band's ends are as
// T1/T2 = exp(mu beta) (Euler 1762, Eytelwein 1808). The screw pulls the slack end when the chain pays out, so the drum
// helps it: torque = T2 (exp(mu beta) - 1) R. Heaving, the screw holds the tight end: torque = T1 (1 - exp(-mu beta))
// R, less by exp(mu beta). mu falls from the static to the running one as it slips, and with the lining's temperature;
// what slips off as heat warms the lining, that the drum, and that the air, and wears the lining.
#ifndef HAWSE_DYNAMICS_WINDLASS_BAND_BRAKE_H
#define HAWSE_DYNAMICS_WINDLASS_BAND_BRAKE_H

#include "dynamics/element/friction.h"

#define TACKLE_BAND_YIELD 0.002 // bristle deflection scale of the band [rad]

typedef struct tackle_band_def {
    double capacity;             // torque that it holds fully set, cold, unworn, against paying out [N m]
    double wrap;                 // beta [rad]
    double mu, mu_hot;           // static friction of the lining, cold and wholly faded
    double fade_start, fade_end; // lining temperatures between which it fades [deg C]
    double running;              // running friction over static
    double creep;                // slip speed of the transition from static to running friction [rad/s]
    double lining_heat;          // heat capacity of lining and drum surface [J/K]
    double drum_heat;            // of the drum [J/K]
    double conductance, cooling; // lining to drum, drum to air [W/K]
    double ambient;              // [deg C]
    double wear;                 // that the lining has at the start [m]
    double wear_rate;            // [m/J]
    double travel;               // wear that uses up the screw's travel [m]
    double inertia;              // of the braked shaft [kg m²]
} tackle_band_def;

// Memory of the brake; part of the state.
typedef struct tackle_band_memory {
    double held;         // torque of the bristle, heaving positive [N m]
    double torque;       // of the brake at the end of the last step [N m]
    double slip;         // 0: static friction .. 1: running
    double lining, drum; // warmer than the air by [K]
    double heat;         // in all [J]
    double wear;         // since the start [m]
    double slipping;     // 1: it slid in the last step
} tackle_band_memory;

typedef struct tackle_band {
    tackle_band_def def;
    double limit_out, limit_in; // of this step: against paying out, against heaving [N m]
    double bristle, lead;       // deflection at its start [rad]; damping over stiffness [s]
} tackle_band;

// Present friction coefficient of the lining.
double tackle_band_mu(const tackle_band_def *d, const tackle_band_memory *z);
// Temperature of the lining [deg C].
double tackle_band_lining(const tackle_band_def *d, const tackle_band_memory *z);
// Freezes the limits for a step with the screw set to 0..1, and `share` of the capacity left. The bristle keeps its
// torque when the limits change, as far as they let it. Frame thread.
void tackle_band_predict(tackle_band *b, const tackle_band_memory *z, double setting, double share);
// Torque after the drum turned by `turn` since the last accepted step. Frame thread.
dyn_law tackle_band_law(const tackle_band *b, double turn, double rate);
// Energy in its bristle with the limits of this step [J].
double tackle_band_energy(const tackle_band *b, const tackle_band_memory *z);
// Ends a step: slip, heat, temperatures, wear. Frame thread.
void tackle_band_accept(const tackle_band *b, tackle_band_memory *z, double turn, double rate, double h);

#endif
