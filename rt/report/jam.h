// SPDX-License-Identifier: MIT
// The explanation of a jam in the report.
#ifndef HAWSE_RT_REPORT_JAM_H
#define HAWSE_RT_REPORT_JAM_H

#include "rt/base/json.h"
#include "rt/sim/sim.h"

// Writes the entry `jam`: the last jam, or without one what keeps the anchor from home at the end; nothing otherwise.
// Not within a frame.
void report_jam_write(rt_json *j, const sim *s);

#endif
