// SPDX-License-Identifier: MIT
// Row schedule of a time series: the first step, then every `every` seconds the first step at or after that time. It
// counts rows, because summed times would drift away from those of the steps.
#ifndef HAWSE_RT_RECORDING_CSV_PACE_H
#define HAWSE_RT_RECORDING_CSV_PACE_H

#include "rt/sim/sim.h"

typedef struct csv_pace {
    double every;  // [s]
    uint64_t rows; // rows due so far
} csv_pace;

// The schedule of a sim at its start.
csv_pace csv_pace_of(const sim *s);
// Whether a row is due at time t [s]. A due row counts as written. Call once a step.
bool csv_pace_due(csv_pace *p, double t);
// Sets the schedule to its state after all steps up to time t [s]; 0: its start.
void csv_pace_seek(csv_pace *p, double t);

#endif
