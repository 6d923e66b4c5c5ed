// SPDX-License-Identifier: MIT
// Wind on the ship: Blendermann (1994), Parameter identification of wind loads on ships, J. Wind Eng. Ind. Aerodyn. 51,
// 339-351. gamma: direction that the relative wind comes from, 0 from ahead.
//   den = 1 - (delta/2) (1 - CDl/CDt) sin²(2 gamma), C_X = -CDl_AF cos(gamma)/den, C_Y = CDt sin(gamma)/den,
//   C_N = (s_L/L - 0.18 (gamma - pi/2)) C_Y, CDl = CDl_AF A_F/A_L
#include "dynamics/manoeuvre/manoeuvre.h"

#define LEVER 0.18

static const double pi = 3.14159265358979323846;

manoeuvre_force manoeuvre_wind_force(const manoeuvre_ship *s, const double relative[2]) {
    const manoeuvre_windage *w = &s->windage;
    if (w->lateral == 0) return (manoeuvre_force){0};
    double q = 0.5 * s->air * (relative[0] * relative[0] + relative[1] * relative[1]);
    double from = atan2(-relative[1], -relative[0]), size = fabs(from), twice = sin(2 * size);
    double frontal = size < 0.5 * pi ? w->bow : w->stern, share = frontal * w->frontal / w->lateral;
    double den = 1 - 0.5 * w->coupling * (1 - share / w->across) * twice * twice;
    double along = -frontal * cos(size) / den, across = -w->across * sin(from) / den,
           turn = (w->centroid / s->hull.length - LEVER * (size - 0.5 * pi)) * across;
    return (manoeuvre_force){q * along * w->frontal, q * across * w->lateral, q * turn * w->lateral * s->hull.length};
}
