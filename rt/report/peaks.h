// SPDX-License-Identifier: MIT
// The largest values of a ship's run, each with its time and place.
#ifndef HAWSE_RT_REPORT_PEAKS_H
#define HAWSE_RT_REPORT_PEAKS_H

#include "rt/file/json.h"
#include "rt/sim/sim.h"

// Writes the key `peaks`: tension at the lifter, load of a link, force between anchor and hull, load of the bitter end,
// each if it occurred.
void report_peaks_write(rt_json *j, const sim *s);
// Writes the key `brake`: heat, wear and temperatures of the band brake, and what they left of its capacity.
void report_brake_write(rt_json *j, const sim *s);
// Writes the key `soil`: what anchor and chain carry of it; nothing without ground.carries.
void report_soil_write(rt_json *j, const sim *s);

#endif
