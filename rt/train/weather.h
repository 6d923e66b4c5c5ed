// SPDX-License-Identifier: MIT
// Weather that the acts of an exercise change, each over its time.
#ifndef HAWSE_RT_TRAIN_WEATHER_H
#define HAWSE_RT_TRAIN_WEATHER_H

#include "rt/sim/sim.h"
#include "rt/train/exercise.h"

// The change that goes on, or was the last, of each kind.
typedef struct train_weather {
    double base[RT_WEATHERS]; // at the start
    bool acts[RT_WEATHERS];   // an act has changed it
    struct {
        double from, to, begin, over; // [SI], [s]
    } ramp[RT_WEATHERS];
} train_weather;

// Checks that the scenario has what the acts change. RT_ERR_FORMAT with messages.
rt_status train_weather_check(const train_exercise *e, const scenario *sc, rt_diag *d);
// The weather before any act; standing: what commands have set before the exercise.
train_weather train_weather_begin(const scenario *sc, const rt_weather *standing);
// Finds the changes by the frames, of h [s], in which acts took place; UINT64_MAX: not yet (acts).
void train_weather_follow(train_weather *w, const train_exercise *e, const uint64_t *act_at, double h);
// Sets what acts have changed, at time t of the run [s]. Even at both ends: the rate of a change has no steps.
void train_weather_write(const train_weather *w, double t, rt_weather *out);

#endif
