// SPDX-License-Identifier: MIT
// A recording of a sim: its scenario and initial state at the head.
#ifndef HAWSE_RT_RECORDING_H
#define HAWSE_RT_RECORDING_H

#include "rt/record.h"
#include "rt/sim.h"

// Opens a recording of the sim as it stands, at its start. NULL with a message.
rt_recorder *recording_open(const char *path, sim *s, rt_diag *d);

#endif
