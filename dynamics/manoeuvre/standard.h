// SPDX-License-Identifier: MIT
// Parameters of a ship of which only the main dimensions are known.
#ifndef HAWSE_DYNAMICS_MANOEUVRE_STANDARD_H
#define HAWSE_DYNAMICS_MANOEUVRE_STANDARD_H

#include "dynamics/manoeuvre/manoeuvre.h"

// Parameters of a ship with this length between perpendiculars, draught [m] and displaced volume [m³]; no bow
// thruster. Set-up.
manoeuvre_ship manoeuvre_standard(double length, double draught, double volume);
// Revolutions at which the ship runs straight ahead at this speed [m/s] in calm water [1/s]. Set-up.
double manoeuvre_full_ahead(const manoeuvre_ship *s, double speed);

#endif
