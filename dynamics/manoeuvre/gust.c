// SPDX-License-Identifier: MIT
// Davenport (1961), The spectrum of horizontal gustiness near the ground in high winds, Q. J. R. Meteorol. Soc. 87,
// 194-211: S(f) = 4 kappa U² x² / (f (1 + x²)^(4/3)), x = 1200 m f/U. Its integral from x0 to x1 is
//   6 kappa U² ((1 + x0²)^(-1/3) - (1 + x1²)^(-1/3)).
// A projected area A takes of each frequency the share 1/(1 + (2 f sqrt(A)/U)^(4/3)) (Vickery's aerodynamic
// admittance).
#include "dynamics/manoeuvre/gust.h"
#include "dynamics/math/random.h"
#include <math.h>

#define SLOWEST (1.0 / 600) // [Hz]
#define FASTEST 1.0
#define WAVE_LENGTH 1200.0 // [m]

static const double pi = 3.14159265358979323846;

manoeuvre_wind manoeuvre_steady_wind(double mean) { return (manoeuvre_wind){.mean = mean}; }

static double beyond(double f, double mean) {
    double x = WAVE_LENGTH * f / mean;
    return pow(1 + x * x, -1.0 / 3);
}

manoeuvre_wind manoeuvre_gusty_wind(double mean, double roughness, double area, uint64_t seed) {
    manoeuvre_wind w = {.mean = mean};
    if (!(mean > 0)) return w;
    double ratio = pow(FASTEST / SLOWEST, 1.0 / MANOEUVRE_GUSTS), low = SLOWEST;
    for (w.n = 0; w.n < MANOEUVRE_GUSTS; w.n++, low *= ratio) {
        double f = low * sqrt(ratio),
               variance = 6 * roughness * mean * mean * (beyond(low, mean) - beyond(low * ratio, mean));
        double share = 1 / (1 + pow(2 * f * sqrt(area) / mean, 4.0 / 3));
        w.amplitude[w.n] = share * sqrt(2 * variance);
        w.frequency[w.n] = 2 * pi * f;
        w.phase[w.n] = 2 * pi * dyn_random_fraction(seed, w.n);
    }
    return w;
}

void manoeuvre_wind_rises(manoeuvre_wind *w, double to, double begin, double time) {
    w->rises_to = to, w->rise_begin = begin, w->rise_time = time;
}

// Share of the change that is over.
static double risen(const manoeuvre_wind *w, double t) { return fmin(fmax((t - w->rise_begin) / w->rise_time, 0), 1); }

static double gusty(const manoeuvre_wind *w, double t) {
    double speed = w->mean;
    for (int k = 0; k < w->n; k++) speed += w->amplitude[k] * cos(w->frequency[k] * t + w->phase[k]);
    return speed;
}

double manoeuvre_wind_of_mean(const manoeuvre_wind *w, double mean, double t) {
    return w->mean > 0 ? fmax(gusty(w, t) * (mean / w->mean), 0) : mean;
}

double manoeuvre_wind_at(const manoeuvre_wind *w, double t) {
    double speed = gusty(w, t);
    if (w->rise_time > 0) speed *= 1 + (w->rises_to / w->mean - 1) * risen(w, t);
    return fmax(speed, 0);
}
