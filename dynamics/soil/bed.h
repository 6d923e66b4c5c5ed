// SPDX-License-Identifier: MIT
// A bed of sand whose angle of friction falls with stress, so that its strength grows less than in proportion to depth.
// Bolton 1986 (Géotechnique 36, 65; formulas from memory, not opened):
//   angle = critical angle + 3 deg I_R,  I_R = I_D (10 - ln(p / 1 kPa)) - 1,  0 <= I_R <= 4
// with the relative density I_D and the mean effective stress p, in triaxial strain. As for the tip of a pile, p is the
// geometric mean of the bearing stress and the vertical stress of the bed (Fleming et al., Piling Engineering; from
// memory, not opened). A plate of one size at one depth thus has one angle, and the strength a length of its own.
#ifndef HAWSE_DYNAMICS_GROUND_BED_H
#define HAWSE_DYNAMICS_GROUND_BED_H

enum { GROUND_BED_DEPTHS = 33 };

// Strength by depth, at depths evenly spaced in their logarithm.
typedef struct ground_bed {
    double strength[GROUND_BED_DEPTHS]; // stress over depth on a level plate that sinks [Pa/m]
} ground_bed;

// Angle of friction [rad] at this mean effective stress [Pa]; density: relative, 0..1; critical: the angle of sand that
// shears at constant volume [rad]. Pure.
double ground_bed_angle(double density, double critical, double stress);
// Solves strength and stress at each depth, for a submerged unit weight [N/m3]. Set-up.
void ground_bed_make(ground_bed *b, double weight, double density, double critical);
// Continuous in depth [m]; beyond the range of depths, from 5 mm to 50 m, that of its end. Frame thread.
double ground_bed_strength(const ground_bed *b, double depth);

#endif
