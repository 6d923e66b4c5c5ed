// SPDX-License-Identifier: MIT
// Long-crested waves of small height on deep water: a sum of sine waves in one direction (Airy's linear theory;
// DNV-RP-C205 (2010) 3.2.2). With s along the direction, k = w²/g and p = k s - w t + phase,
//   elevation    a cos p
//   velocity     a w exp(k z) (cos p, sin p)      along s and upward
// z counts from the still water. Above the still level the water moves as at that level (no extrapolation into crests),
// also at points over the surface. The acceleration is that of the particles and includes (v·grad) v: a neutrally
// buoyant body then moves and drifts as the water does (Stokes 1847).
// The waves are functions of place and time alone: a replay has the same waves.
#ifndef HAWSE_DYNAMICS_WATER_WAVES_H
#define HAWSE_DYNAMICS_WATER_WAVES_H

#include "dynamics/water/current.h"
#include <stdint.h>

enum { DYN_WAVES = 32 }; // most components

typedef struct dyn_wave {
    double amplitude; // [m]
    double frequency; // [rad/s]
    double number;    // [rad/m]
    double phase;     // phase at the origin at time zero; 0: a crest [rad]
    double low, high; // frequencies of the spectrum whose energy it has; of a regular wave its own [rad/s]
    double passed;    // share of its height in full lee of the hull, 0..1 (shelter.h)
} dyn_wave;

typedef struct dyn_waves {
    double level;             // z of the still water [m]
    vec3 way;                 // horizontal unit vector: direction of travel
    dyn_current current;      // besides the waves' motion; it does not shift the waves
    int n;                    // 0: still water
    double peak, enhancement; // of an irregular sea's spectrum [rad/s], [1]; 0: regular waves
    dyn_wave wave[DYN_WAVES];
} dyn_waves;

// Water at a point: z of the surface [m], velocity [m/s] and acceleration [m/s²] of the particles.
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

// Upper bound of the crests' height over the still water [m].
static inline double dyn_waves_crest(const dyn_waves *w) {
    double sum = 0;
    for (int i = 0; i < w->n; i++) sum += w->wave[i].amplitude;
    return sum;
}

// Parameters of a wave or sea.
typedef struct dyn_waves_def {
    double height;    // crest over trough; of an irregular sea the significant height [m]
    double period;    // wave period; of an irregular sea the period of the spectrum's peak [s]
    double direction; // direction of travel: 0 along x, pi/2 along y [rad]
    double phase;     // phase of the regular wave [rad]
    double gravity;   // [m/s²]
} dyn_waves_def;

// Returns a regular wave train; still water for a height of 0.
dyn_waves dyn_waves_regular(const dyn_waves_def *d);
// Returns an irregular sea of the JONSWAP spectrum with this peak enhancement, 1..7 (1: Pierson-Moskowitz). It has
// DYN_WAVES components of equal energy and phases from the seed. Their uneven spacing avoids repetition.
dyn_waves dyn_waves_jonswap(const dyn_waves_def *d, double enhancement, uint64_t seed);
// JONSWAP spectral density at frequency w, up to a factor, for a peak frequency of 1 rad/s (DNV-RP-C205 3.5.5).
double dyn_waves_jonswap_shape(double w, double enhancement);
// Evaluates the water at point x at time t. Frame thread.
dyn_water dyn_waves_at(const dyn_waves *w, vec3 x, double t);
// The same where the hull gives lee to this degree, 0..1. Frame thread.
dyn_water dyn_waves_in_lee(const dyn_waves *w, vec3 x, double t, double lee);

#endif
