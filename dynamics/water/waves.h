// SPDX-License-Identifier: MIT
// Long-crested waves of small height on deep water: a sum of sine waves that all run the same way (Airy's linear
// theory; DNV-RP-C205 (2010) 3.2.2). With s the way along them, k = w²/g and p = k s - w t + phase,
//   elevation    a cos p
//   velocity     a w exp(k z) (cos p, sin p)      along s and upward
// z counts from the still water; above it the water moves as at its level (no crest is extrapolated), and a place over
// the surface is told what it would meet at that height. The acceleration is that of the particles, with (v·grad) v: a
// body's worth of water is then carried as the water is, and drifts as it does (Stokes 1847).
// All of it is a function of place and time alone: nothing is remembered, so a replay has the same waves.
#ifndef HAWSE_DYNAMICS_WATER_WAVES_H
#define HAWSE_DYNAMICS_WATER_WAVES_H

#include "dynamics/math/math3.h"
#include <stdint.h>

enum { DYN_WAVES = 32 }; // most components

typedef struct dyn_wave {
    double amplitude; // [m]
    double frequency; // [rad/s]
    double number;    // [rad/m]
    double phase;     // at the origin at time zero; 0: a crest [rad]
} dyn_wave;

typedef struct dyn_waves {
    double level; // z of the still water [m]
    vec3 way;     // horizontal unit vector: direction of travel
    int n;        // 0: still water
    dyn_wave wave[DYN_WAVES];
} dyn_waves;

// Water at a point: z of the surface over it [m], velocity [m/s] and acceleration [m/s²] of its particles.
typedef struct dyn_water {
    double surface;
    vec3 velocity, acceleration;
} dyn_water;

// z of the water's surface at x, y [m] at time t [s].
static inline double dyn_waves_surface(const dyn_waves *w, double x, double y, double t) {
    double z = w->level, s = w->way.x * x + w->way.y * y;
    for (int i = 0; i < w->n; i++)
        z += w->wave[i].amplitude * cos(w->wave[i].number * s - w->wave[i].frequency * t + w->wave[i].phase);
    return z;
}

// Height over the still water that no crest exceeds [m].
static inline double dyn_waves_crest(const dyn_waves *w) {
    double sum = 0;
    for (int i = 0; i < w->n; i++) sum += w->wave[i].amplitude;
    return sum;
}

// Parameters of a wave or sea.
typedef struct dyn_waves_def {
    double height;    // crest over trough; of an irregular sea the significant one [m]
    double period;    // of an irregular sea that of the spectrum's peak [s]
    double direction; // to which they run: 0 along x, pi/2 along y [rad]
    double phase;     // of the regular wave [rad]
    double gravity;   // [m/s²]
} dyn_waves_def;

// A regular wave train; still water for a height of 0.
dyn_waves dyn_waves_regular(const dyn_waves_def *d);
// An irregular sea of the JONSWAP spectrum with this peak enhancement (1: Pierson-Moskowitz), 1..7: DYN_WAVES
// components of the same energy, so unevenly spaced that the sea does not repeat itself; phases from the seed.
dyn_waves dyn_waves_jonswap(const dyn_waves_def *d, double enhancement, uint64_t seed);
// JONSWAP spectral density of height 1 m and peak frequency 1 rad/s at frequency w, up to a factor (DNV-RP-C205 3.5.5).
double dyn_waves_jonswap_shape(double w, double enhancement);
// The water at point x at time t. Frame thread.
dyn_water dyn_waves_at(const dyn_waves *w, vec3 x, double t);

#endif
