// SPDX-License-Identifier: MIT
// Loads on the hull by triangle over a run, as a table (CSV) and as a mesh with values (VTK XML PolyData, for
// ParaView).
#ifndef HAWSE_RT_REPORT_HULL_LOADS_H
#define HAWSE_RT_REPORT_HULL_LOADS_H

#include "rt/deck/deck.h"

typedef struct hull_loads hull_loads;

// Begins NAME.csv and NAME.vtp, which get their names when hull_loads_close has completed them. s: a ship. NULL with a
// message. Set-up.
hull_loads *hull_loads_open(const char *name, const sim *s, rt_diag *d);
// Adds both files to the outputs of the command line (rt/file/outputs.h), before any input is read. False with a
// message.
bool hull_loads_reserve(const char *name, rt_diag *d);
// Adds the contacts of the accepted step. No allocation.
void hull_loads_add(hull_loads *h, const sim *s);
// Writes both files and frees h; NULL: nothing to do. RT_ERR_FILE with a message when a write failed.
rt_status hull_loads_close(hull_loads *h, rt_diag *d);
// Removes both files and frees h; for a run that never started.
void hull_loads_abandon(hull_loads *h);

#endif
