// SPDX-License-Identifier: MIT
// Time series of a run: RFC 4180, names in the first row, units in the second, %.17g.
#ifndef HAWSE_RT_RECORDING_CSV_H
#define HAWSE_RT_RECORDING_CSV_H

#include "rt/recording/csv_pace.h"

typedef struct csv csv;

// What the rows tell: gauges and anchor of a ship or the columns that a mechanism asks for; or each touching contact of
// the step (none: no row).
typedef enum csv_kind { CSV_MOTION = 0, CSV_CONTACTS } csv_kind;

// Begins a file that appears under its name when csv_close has it whole (rt_whole_open). NULL with a message.
csv *csv_open(const char *path, csv_kind kind, const sim *s, rt_diag *d);
// The same for a table of any columns, whose rows are csv_write_values.
csv *csv_open_table(const char *path, const sim_column *column, int n, rt_diag *d);
void csv_write_values(csv *c, const double *value);
// Writes the row of the accepted state, or of each contact in the snapshot.
void csv_write(csv *c, sim *s, const dyn_snapshot *snap);
// RT_ERR_FILE with a message when a write failed; the rows stay in FILE.part.
rt_status csv_close(csv *c, rt_diag *d);
// Closes and removes what was begun: the run never started.
void csv_abandon(csv *c);

#endif
