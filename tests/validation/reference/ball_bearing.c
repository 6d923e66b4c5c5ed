// SPDX-License-Identifier: MIT
#include "tests/validation/reference/ball_bearing.h"
#include <math.h>

#define PI 3.141592653589793

// Complete elliptic integrals of the parameter m, by the arithmetic-geometric mean (Abramowitz & Stegun 17.6).
static void elliptic(double m, double *first, double *second) {
    double a = 1, b = sqrt(1 - m), sum = m / 2, power = 0.5;
    for (int i = 0; i < 40; i++) {
        double c = (a - b) / 2, next = (a + b) / 2;
        b = sqrt(a * b);
        a = next;
        power *= 2;
        sum += power * c * c;
    }
    *first = PI / 2 / a;
    *second = *first * (1 - sum);
}

// Harris, "Rolling bearing analysis", contact of bodies whose curvature difference is F: the ellipticity k solves
// F = ((k² + 1) E - 2 K) / ((k² - 1) E), then delta* = 2 K / pi (pi / (2 k² E))^(1/3).
static double deflection_factor(double difference) {
    double low = 1 + 1e-9, high = 1e4, first = 0, second = 1;
    for (int i = 0; i < 200; i++) {
        double k = sqrt(low * high), k2 = k * k;
        elliptic(1 - 1 / k2, &first, &second);
        if (((k2 + 1) * second - 2 * first) / ((k2 - 1) * second) < difference)
            low = k;
        else
            high = k;
    }
    return 2 * first / PI * cbrt(PI / (2 * low * low * second));
}

// Harris: K = 2.15e5 / (sqrt(sum rho) delta*^1.5) [N/mm^1.5], sum rho in 1/mm.
double bearing_stiffness(const bearing_case *b, int ring) {
    double g = b->ball / b->pitch, c = ring > 0 ? 2 * g / (1 - g) : -2 * g / (1 + g), rest = 4 - 1 / b->groove + c;
    double delta = deflection_factor((1 / b->groove + c) / rest), sum = rest / (b->ball * 1e3);
    return 2.15e5 / sqrt(sum) * pow(delta, -1.5) * pow(1e3, 1.5);
}

// The rod lies along (c, -s), s = crank sin(a) / rod. The slider is guided along x without friction; By follows from
// the moments about the pin.
bearing_drive bearing_drive_at(const bearing_case *b, double t) {
    double w = b->speed, a = w * t, ratio = b->crank / b->rod, g = b->ball / b->pitch;
    double s = ratio * sin(a), c = sqrt(1 - s * s), rate = -ratio * w * cos(a) / c;
    double turn = (ratio * w * w * sin(a) - s * rate * rate) / c; // from s = -sin(angle) twice by time
    double ax = -b->crank * w * w * cos(a), ay = -b->crank * w * w * sin(a), half = b->rod / 2;
    double gx = ax + half * (turn * s - rate * rate * c), gy = ay + half * (turn * c + rate * rate * s);
    double bx = -b->slider_mass * (ax + b->rod * (turn * s - rate * rate * c)); // force of the slider on the rod
    double by = (b->rod_inertia * turn + b->rod_mass * half * (c * gy + s * gx) - b->rod * s * bx) / (b->rod * c);
    // the balls' circle turns by ((1 + D/dm) outer + (1 - D/dm) inner) / 2 (Harris, cage speed): against the outer ring
    // by 0.5 (1 - D/dm) of what the rings turn against each other
    return (bearing_drive){.crank = a,
                           .rod = -asin(s),
                           .cage = 0.5 * ((1 + g) * a - (1 - g) * asin(s)),
                           .cage_rate = 0.5 * ((1 + g) * w + (1 - g) * rate),
                           .ax = ax,
                           .ay = ay,
                           .fx = b->rod_mass * gx - bx,
                           .fy = b->rod_mass * gy - by};
}

// Force of the balls on the inner ring displaced by u, and its derivative.
typedef struct balance {
    double fx, fy, xx, xy, yy, force[BEARING_BALLS];
} balance;

static balance balance_at(const bearing_case *b, double first, double ux, double uy) {
    double ki = bearing_stiffness(b, 1), ko = bearing_stiffness(b, -1);
    double k = pow(pow(ki, -2.0 / 3) + pow(ko, -2.0 / 3), -1.5); // both contacts in series
    balance r = {.xx = 1, .yy = 1};                              // regular without contact
    for (int i = 0; i < BEARING_BALLS; i++) {
        double ex = cos(first + 2 * PI * i / BEARING_BALLS), ey = sin(first + 2 * PI * i / BEARING_BALLS);
        double depth = fmax(ux * ex + uy * ey - b->clearance / 2, 0), slope = 1.5 * k * sqrt(depth);
        r.force[i] = k * depth * sqrt(depth);
        r.fx += r.force[i] * ex, r.fy += r.force[i] * ey;
        r.xx += slope * ex * ex, r.xy += slope * ex * ey, r.yy += slope * ey * ey;
    }
    return r;
}

// Sum K (u . e - clearance / 2)^1.5 e balances the load (Harris, radially loaded bearing of given clearance). The load
// accelerates the rod, the cage and, across the pockets' lines, the balls: half their mass, summed around the circle.
// Along its line the rings' forces accelerate each ball.
int bearing_share(const bearing_case *b, const bearing_drive *d, double force[BEARING_BALLS]) {
    double carried = b->cage_mass + 0.5 * BEARING_BALLS * b->ball_mass;
    double fx = d->fx + carried * d->ax, fy = d->fy + carried * d->ay, load = hypot(fx, fy);
    double ux = -fx / load * b->clearance, uy = -fy / load * b->clearance, miss = HUGE_VAL;
    balance r = {0};
    for (int n = 0; n < 200 && miss > 1e-9 * load; n++) {
        r = balance_at(b, d->cage, ux, uy);
        double rx = fx + r.fx, ry = fy + r.fy, det = r.xx * r.yy - r.xy * r.xy;
        double dx = -(r.yy * rx - r.xy * ry) / det, dy = -(r.xx * ry - r.xy * rx) / det;
        double shorter = fmin(1, 0.25 * b->clearance / hypot(dx, dy));
        miss = hypot(rx, ry);
        ux += shorter * dx, uy += shorter * dy;
    }
    for (int i = 0; i < BEARING_BALLS; i++) {
        double at = d->cage + 2 * PI * i / BEARING_BALLS, ex = cos(at), ey = sin(at);
        double outward = d->ax * ex + d->ay * ey - d->cage_rate * d->cage_rate * b->pitch / 2;
        force[i] = fmax(r.force[i] - b->ball_mass * outward, 0);
    }
    return miss > 1e-9 * load ? -1 : 0;
}
