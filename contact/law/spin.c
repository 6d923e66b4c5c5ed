// SPDX-License-Identifier: MIT
// Friction against spin of a flat contact. A disc of radius R under even pressure that turns on the spot resists with
// (2/3) mu N R; one that slides at v and turns slowly resists with mu N R² spin / (4 v) (to first order the friction
// turns by spin x / v, and the mean of x² is R²/4). This form has both limits, regularised over the stick speed:
//     M = -(2/3) mu N R  w R / sqrt((w R)² + (8 v / 3)² + v_stick²);
// between them it is low by up to 22 % of the largest torque.
// A patch that is no disc counts as the disc of its area: 1.7 % less than a square's own (2/3 / sqrt(pi) = 0.3761 of
// its side; the mean distance from its middle is 0.3826).
#include "contact/law/law.h"

contact_spin contact_spin_torque(const contact_material *m, double n, double area, double spin, double speed) {
    if (!(n > 0) || !(area > 0)) return (contact_spin){0, 0};
    double radius = sqrt(area / 3.14159265358979323846), rim = spin * radius;
    double other = 64.0 / 9 * speed * speed + m->v_stick * m->v_stick, size = sqrt(rim * rim + other);
    double limit = 2.0 / 3 * m->mu_dynamic * n * radius;
    return (contact_spin){-limit * rim / size, limit * radius * other / (size * size * size)};
}
