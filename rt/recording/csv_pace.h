// SPDX-License-Identifier: MIT
// When a time series of a run has its rows: one with the first step, then one each so many seconds, with the first step
// at or after that time. Rows are counted: times added up would drift away from those of the steps.
#ifndef HAWSE_RT_RECORDING_CSV_PACE_H
#define HAWSE_RT_RECORDING_CSV_PACE_H

#include "rt/sim/sim.h"

typedef struct csv_pace {
    double every;  // [s]
    uint64_t rows; // that were due
} csv_pace;

// The pace of a sim at its start.
csv_pace csv_pace_of(const sim *s);
// Whether a row is due at time t [s], which then counts as written; at most one a step.
bool csv_pace_due(csv_pace *p, double t);
// Sets the pace to its state after all steps up to time t [s]; 0: none.
void csv_pace_seek(csv_pace *p, double t);

#endif
