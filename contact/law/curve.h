// SPDX-License-Identifier: MIT
// Smooth curve from the origin through the points of a user's table; monotone where the points are.
#ifndef HAWSE_CONTACT_LAW_CURVE_H
#define HAWSE_CONTACT_LAW_CURVE_H

#include <stdbool.h>

enum { CONTACT_CURVE_POINTS = 32 };

typedef struct contact_curve {
    int n; // knots, the origin first; 0: no curve
    double x[CONTACT_CURVE_POINTS + 1], y[CONTACT_CURVE_POINTS + 1], slope[CONTACT_CURVE_POINTS + 1];
} contact_curve;

// Makes a cubic between neighbouring points (Fritsch & Butland 1984): value and slope are continuous, and no bump lies
// between the points. Beyond the last point the curve is straight, or level if `level`. False if x does not rise from
// above 0, or if n is not 1..CONTACT_CURVE_POINTS. Set-up.
bool contact_curve_make(contact_curve *c, const double *x, const double *y, int n, bool level);
// Value and slope at x >= 0. Frame thread.
double contact_curve_at(const contact_curve *c, double x, double *slope);
// The area under the curve from 0 to x >= 0.
double contact_curve_integral(const contact_curve *c, double x);
// STEP(x, x0, y0, x1, y1) of the multibody codes: the cubic from (x0, y0) to (x1, y1), level at both ends and outside.
double contact_step(double x, double x0, double y0, double x1, double y1, double *slope);

#endif
