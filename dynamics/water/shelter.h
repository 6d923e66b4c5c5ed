// SPDX-License-Identifier: MIT
// Shelter by the hull: waves behind a ship that lies across them. A fixed, thin barrier down to the draught T lets
// through, of a wave of number k on deep water (after Macagno 1954, as cited by later texts; not checked against the
// paper), for a box of the beam B
//   K = [1 + (k B exp(k T) / 2)²]^(-1/2)
// of its height. The shadow is that of the hull's box along the waves, one beam long, with edges smoothed over half a
// beam; along the ship there is none.
#ifndef HAWSE_DYNAMICS_WATER_SHELTER_H
#define HAWSE_DYNAMICS_WATER_SHELTER_H

#include "dynamics/core/axes.h"
#include "dynamics/water/waves.h"

typedef struct dyn_shelter {
    double length, beam, draught; // of the hull [m]; length 0: no shelter
    vec3 middle;                  // of the waterline, in the ship's axes [m]
} dyn_shelter;

// Share of the height that passes the hull, 0..1, of a wave of this number [rad/m].
double dyn_shelter_passed(const dyn_shelter *s, double number);
// How far the point x of the world lies in the hull's lee: 0 in the open, 1 fully. Continuous. Frame thread.
double dyn_shelter_at(const dyn_shelter *s, const dyn_axes *axes, vec3 way, vec3 x);

#endif
