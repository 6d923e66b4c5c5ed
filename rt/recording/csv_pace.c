// SPDX-License-Identifier: MIT
#include "rt/recording/csv_pace.h"
#include <math.h>

#define NEAR_S 1e-9 // a row this early is due

csv_pace csv_pace_of(const sim *s) { return (csv_pace){.every = sim_row_interval(s)}; }

bool csv_pace_due(csv_pace *p, double t) {
    bool due = t + NEAR_S >= (double)p->rows * p->every;
    p->rows += due;
    return due;
}

void csv_pace_seek(csv_pace *p, double t) { p->rows = t > 0 ? (uint64_t)floor((t + NEAR_S) / p->every) + 1 : 0; }
