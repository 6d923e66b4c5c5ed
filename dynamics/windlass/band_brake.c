// SPDX-License-Identifier: MIT
#include "dynamics/windlass/band_brake.h"
#include "dynamics/windlass/gearbox.h"

#define SLIP_TIME 0.05 // time constant with which friction follows the slip speed [s]

static double fade_factor(const tackle_band_def *d, double lining) {
    if (lining <= d->fade_start) return 1;
    double x = fmin(1, (lining - d->fade_start) / (d->fade_end - d->fade_start)), hot = d->mu_hot / d->mu;
    return 1 + (hot - 1) * x * x * (3 - 2 * x);
}

double tackle_band_lining(const tackle_band_def *d, const tackle_band_memory *z) { return d->ambient + z->lining; }

double tackle_band_mu(const tackle_band_def *d, const tackle_band_memory *z) {
    double share = 1 + (d->running - 1) * z->slip;
    return d->mu * fade_factor(d, tackle_band_lining(d, z)) * share;
}

static double worn_share(const tackle_band_def *d, const tackle_band_memory *z) {
    return fmax(0, 1 - (d->wear + z->wear) / d->travel);
}

double tackle_band_share(const tackle_band_def *d, const tackle_band_memory *z) {
    double mu = d->mu * fade_factor(d, tackle_band_lining(d, z));
    return worn_share(d, z) * expm1(mu * d->wrap) / expm1(d->mu * d->wrap);
}

static double limit_at(const tackle_band *b, double torque) { return torque > 0 ? b->limit_out : b->limit_in; }

// The law of dyn_friction_law with a limit for each direction. A bristle deflected by heaving (z > 0) resists up to
// limit_in.
static dyn_law bristle_law(const tackle_band *b, double z, double rate) {
    double limit = limit_at(b, -(z + b->lead * rate));
    return limit > 0 ? dyn_friction_law(z, rate, limit, TACKLE_BAND_YIELD, b->lead) : (dyn_law){0};
}

static double bristle_energy(const tackle_band *b, double z) {
    return tackle_bristle_energy(z, limit_at(b, -z), TACKLE_BAND_YIELD);
}

// Deflection at which the bristle gives this torque: 3 x - x³ = 2 r has the solution x = 2 sin(asin(r)/3).
static double deflection_at(const tackle_band *b, double torque) {
    double limit = limit_at(b, torque);
    if (!(limit > 0)) return 0;
    double r = fmax(-1, fmin(1, -torque / limit));
    return DYN_BRISTLE_REACH * TACKLE_BAND_YIELD * fmax(-1, fmin(1, 2 * sin(asin(r) / 3)));
}

double tackle_band_energy(const tackle_band *b, const tackle_band_memory *z) {
    return bristle_energy(b, deflection_at(b, z->held));
}

void tackle_band_predict(tackle_band *b, const tackle_band_memory *z, double setting, double share) {
    const tackle_band_def *d = &b->def;
    double mu = tackle_band_mu(d, z), worn = worn_share(d, z);
    double pull =
        share * worn * setting * d->capacity / expm1(d->mu * d->wrap); // pull of the screw times the drum's radius
    b->limit_out = pull * expm1(mu * d->wrap);
    b->limit_in = -pull * expm1(-mu * d->wrap);
    b->bristle = deflection_at(b, z->held);
    b->lead = pull > 0 ? tackle_bristle_lead(d->inertia, b->limit_out, TACKLE_BAND_YIELD) : 0;
}

dyn_law tackle_band_law(const tackle_band *b, double turn, double rate) {
    return bristle_law(b, b->bristle + turn, rate);
}

// Heat of a step: the drum's work on the brake, by the step's trapezoidal rule, minus the change of the bristle's
// energy.
static double heat_of(const tackle_band *b, const tackle_band_memory *z, double now, double turn, double end) {
    double work = -0.5 * (z->torque + now) * turn;
    return fmax(0, work - (bristle_energy(b, end) - bristle_energy(b, b->bristle)));
}

static void heat_up(const tackle_band_def *d, tackle_band_memory *z, double heat, double h) {
    double through = d->conductance * (z->lining - z->drum), away = d->cooling * z->drum;
    z->lining += (heat - through * h) / d->lining_heat;
    z->drum += (through - away) * h / d->drum_heat;
    z->heat += heat;
    z->wear += d->wear_rate * heat;
}

void tackle_band_accept(const tackle_band *b, tackle_band_memory *z, double turn, double rate, double h) {
    double now = tackle_band_law(b, turn, rate).force, end = dyn_bristle_move(b->bristle, turn, TACKLE_BAND_YIELD);
    double reach = DYN_BRISTLE_REACH * TACKLE_BAND_YIELD;
    heat_up(&b->def, z, heat_of(b, z, now, turn, end), h);
    z->slipping = b->limit_out > 0 && fabs(end) >= reach;
    double slip = z->slipping > 0 ? 1 - exp(-fabs(rate) / b->def.creep) : 0;
    z->slip = dyn_friction_load(z->slip, slip, h, SLIP_TIME);
    z->torque = now;
    z->held = bristle_law(b, end, 0).force;
}
