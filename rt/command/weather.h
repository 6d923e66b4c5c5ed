// SPDX-License-Identifier: MIT
// Weather that acts of an exercise set, in the command: an input of the frame. What is not set stays as the scenario
// has it.
#ifndef HAWSE_RT_COMMAND_WEATHER_H
#define HAWSE_RT_COMMAND_WEATHER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum rt_weather_kind {
    RT_WEATHER_WIND = 0,  // mean speed of the true wind [m/s]
    RT_WEATHER_WIND_FROM, // direction that it comes from: 0 from ahead of the ship at its start, toward port [rad]
    RT_WEATHER_CURRENT,   // speed of the current, in the scenario's direction [m/s]
    RT_WEATHER_WAVES,     // height of the waves, of the scenario's period and direction [m]
    RT_WEATHERS
} rt_weather_kind;

// Each 0: as in the scenario; else 1 and the value in units of RT_WEATHER_UNIT: a ramp over minutes then changes it in
// each frame, and its rate has no steps.
typedef struct rt_weather {
    uint32_t of[RT_WEATHERS];
} rt_weather;
#define RT_WEATHER_UNIT 1e-7 // [SI]

// Largest value of the kind; the least is 0.
static inline double rt_weather_most(rt_weather_kind k) {
    static const double most[RT_WEATHERS] = {60, 6.2831853071795865, 5, 20};
    return most[k];
}
static inline bool rt_weather_is_set(const rt_weather *w, rt_weather_kind k) { return w->of[k] > 0; }
static inline double rt_weather_value(const rt_weather *w, rt_weather_kind k) {
    return RT_WEATHER_UNIT * ((double)w->of[k] - 1);
}
// Sets a value from 0 to rt_weather_most.
static inline void rt_weather_set(rt_weather *w, rt_weather_kind k, double value) {
    w->of[k] = (uint32_t)llround(fmin(fmax(value, 0), rt_weather_most(k)) / RT_WEATHER_UNIT) + 1;
}

#endif
