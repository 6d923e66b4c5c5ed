// SPDX-License-Identifier: MIT
// What holds a jammed anchor, in the report.
#ifndef HAWSE_RT_REPORT_JAM_H
#define HAWSE_RT_REPORT_JAM_H

#include "rt/base/json.h"
#include "rt/sim/sim.h"

// Writes the entry `jam`: of the last jam that began, or, where none did, of what keeps the anchor from its house at
// the end; nothing where nothing does. Not within a frame.
void report_jam_write(rt_json *j, const sim *s);

#endif
