// SPDX-License-Identifier: MIT
// Wind speed by Davenport's spectrum, as a function of time alone: a replay has the same gusts.
#ifndef HAWSE_DYNAMICS_MANOEUVRE_GUST_H
#define HAWSE_DYNAMICS_MANOEUVRE_GUST_H

#include <stdint.h>

enum { MANOEUVRE_GUSTS = 32 };

typedef struct manoeuvre_wind {
    double mean;                            // at the start [m/s]
    double rises_to, rise_begin, rise_time; // mean in the end [m/s]; when and how long it changes [s]; 0 s: never
    int n;                                  // 0: a steady wind
    double amplitude[MANOEUVRE_GUSTS], frequency[MANOEUVRE_GUSTS], phase[MANOEUVRE_GUSTS]; // [m/s], [rad/s], [rad]
} manoeuvre_wind;

// A steady wind.
manoeuvre_wind manoeuvre_steady_wind(double mean);
// A gusty wind of this mean at 10 m [m/s]: sines from 1/600 Hz to 1 Hz with phases from the seed. roughness: surface
// drag coefficient, over open sea 0.0026; the standard deviation is sqrt(6 roughness) of the mean, 12.5 %. area:
// projected area over which gusts shorter than its width average out [m²]; 0: at a point. Set-up.
manoeuvre_wind manoeuvre_gusty_wind(double mean, double roughness, double area, uint64_t seed);
// Lets the mean change evenly from `begin` on, in `time` [s], to `to` [m/s]; the gusts keep their share of it.
void manoeuvre_wind_rises(manoeuvre_wind *w, double to, double begin, double time);
// Wind speed at time t if the mean is `mean` instead, steady; the gusts keep their share of it [m/s]. Frame thread.
double manoeuvre_wind_of_mean(const manoeuvre_wind *w, double mean, double t);
// Wind speed at time t [m/s]. Frame thread.
double manoeuvre_wind_at(const manoeuvre_wind *w, double t);

#endif
