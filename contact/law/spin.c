// SPDX-License-Identifier: MIT
// Friction torque against the spin of a flat contact. A disc of radius R under even pressure that turns on the spot
// resists with (2/3) mu N R. A disc that slides at v and turns slowly resists with mu N R² spin / (4 v): to first order
// the friction turns by spin x / v, and the mean of x² is R²/4. This form has both limits, regularised over the stick
// speed (w: spin, v: speed of sliding):
//     M = -(2/3) mu N R  w R / sqrt((w R)² + (8 v / 3)² + v_stick²).
// Between the limits it is low by up to 22 % of the largest torque.
// A patch of another shape counts as the disc of its area. A square's torque comes out 1.7 % low: 2/3 / sqrt(pi) =
// 0.3761 of its side instead of 0.3826, the mean distance from its middle.
#include "contact/law/law.h"

contact_spin contact_spin_torque(const contact_material *m, double n, double area, double spin, double speed) {
    if (!(n > 0) || !(area > 0)) return (contact_spin){0, 0};
    double radius = sqrt(area / 3.14159265358979323846), rim = spin * radius;
    double other = 64.0 / 9 * speed * speed + m->v_stick * m->v_stick, size = sqrt(rim * rim + other);
    double limit = 2.0 / 3 * m->mu_dynamic * n * radius;
    return (contact_spin){-limit * rim / size, limit * radius * other / (size * size * size)};
}
