// SPDX-License-Identifier: MIT
// The last minute of the gauges and its events, by simulated time, in fixed memory. Pure.
#ifndef HAWSE_RENDER_INSTRUMENT_STRIP_CHART_H
#define HAWSE_RENDER_INSTRUMENT_STRIP_CHART_H

#include "dynamics/snapshot/snapshot.h"
#include "render/instrument/safety_history.h"

typedef enum strip_channel {
    STRIP_TENSION = 0,  // at the lifter [N]
    STRIP_ANCHOR,       // tension at the anchor [N]
    STRIP_SPEED,        // [m/s]
    STRIP_CHAIN,        // chain out [m]
    STRIP_LEVER,        // -1..1
    STRIP_BRAKE,        // 0..1
    STRIP_CLUTCH,       // lever of the clutch, 0 or 1
    STRIP_STOPPER,      // bar of the stopper, 0 or 1
    STRIP_FAILSAFE_ON,  // 0 or 1
    STRIP_RELEASE,      // emergency release held, 0 or 1
    STRIP_TORQUE,       // of the motor, at the lifter [N m]
    STRIP_LOAD,         // of the motor, 0..1
    STRIP_MOTOR,        // speed of the motor, at the lifter [rad/s]
    STRIP_PRESSURE,     // across a hydraulic motor [Pa]
    STRIP_LINING,       // temperature of the lining [deg C]
    STRIP_WEAR,         // of the lining [m]
    STRIP_HINGE,        // [rad]
    STRIP_COUNTER,      // reading of the chain counter [m]
    STRIP_OUTBOARD,     // crown pin outboard of the mouth [m]
    STRIP_FLUKES,       // [rad]
    STRIP_SWAY,         // speed of the anchor [m/s]
    STRIP_ROLL,         // of the ship [rad]
    STRIP_PITCH,        // of the ship [rad]
    STRIP_HAWSE,        // speed of the hawse, upward [m/s]
    STRIP_CONTACT,      // sum of the normal forces on the anchor, or on all bodies of a mechanism [N]
    STRIP_CONTACT_MOST, // largest of them in one contact [N]
    STRIP_CHANNELS
} strip_channel;

typedef enum strip_event {
    STRIP_HOUSED = 0,
    STRIP_JAMMED,
    STRIP_FAILSAFE, // fail-safe or emergency stop
    STRIP_MISS,     // a deadline was missed
    STRIP_EVENTS
} strip_event;

#define STRIP_SPAN_S 60.0
#define STRIP_SAMPLES_S 50 // columns a second; values within a column are merged into their range
#define STRIP_JOIN_S 1.0   // samples further apart are not joined by a line
#define STRIP_MISS_S 0.5   // between two marks of misses
enum { STRIP_KEPT = 3072, STRIP_MARKS = 192 };

typedef struct strip_range {
    float lo, hi;
} strip_range;

typedef struct strip_sample {
    int64_t slot; // floor(t STRIP_SAMPLES_S)
    strip_range v[STRIP_CHANNELS];
} strip_sample;

typedef struct strip_mark {
    double t;
    strip_event event;
} strip_mark;

// Zero-initialised: empty.
typedef struct strip_chart {
    strip_sample sample[STRIP_KEPT]; // ring of n, in ascending time
    strip_mark mark[STRIP_MARKS];    // ring of n_marks
    int first, n, first_mark, n_marks;
    double t; // of the newest snapshot [s]
    uint64_t misses;
    safety_history safety;
    uint8_t was[STRIP_EVENTS]; // events of the newest snapshot
} strip_chart;

// Empties the chart.
void strip_chart_clear(strip_chart *c);
// Adds a snapshot. An earlier time, after a rewind, clears all later columns.
void strip_chart_add(strip_chart *c, const dyn_snapshot *s);
// Least and greatest of the channel in each of n columns of equal time from t0 to t1 [s]; NaN where a column has none.
// Each sample belongs to a column.
void strip_chart_columns(const strip_chart *c, strip_channel channel, double t0, double t1, int n, strip_range *out);
// Range over all columns with data; false: no data.
bool strip_chart_extremes(const strip_range *column, int n, strip_range *out);
// The scale for these values: lo and hi rounded outward to a step of 1, 2 or 5 times a power of ten, at least
// `least` apart. Returns the step.
double strip_chart_scale(double lo, double hi, double least, double *from, double *to);

#endif
