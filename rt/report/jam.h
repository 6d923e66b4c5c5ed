// SPDX-License-Identifier: MIT
// Explanation of a jam in the report.
#ifndef HAWSE_RT_REPORT_JAM_H
#define HAWSE_RT_REPORT_JAM_H

#include "rt/file/json.h"
#include "rt/sim/sim.h"

// Writes the key `jam`: the last jam, or, without a jam, the contacts that keep the anchor from home at the end. Writes
// nothing if neither exists. Not within a frame.
void report_jam_write(rt_json *j, const sim *s);

#endif
