// SPDX-License-Identifier: MIT
// Time series of a run as CSV (RFC 4180): names in the first row, units in the second, values as %.17g.
#ifndef HAWSE_RT_RECORDING_CSV_H
#define HAWSE_RT_RECORDING_CSV_H

#include "rt/recording/csv_pace.h"

typedef struct csv csv;

// Contents of the rows. CSV_MOTION: the columns of the world, one row. CSV_CONTACTS: a row for each touching contact of
// the step.
typedef enum csv_kind { CSV_MOTION = 0, CSV_CONTACTS } csv_kind;

// Begins a file; csv_close puts it under its name when it is complete (rt_whole_open). NULL with a message.
csv *csv_open(const char *path, csv_kind kind, const sim *s, rt_diag *d);
// Begins a file of any n columns. NULL with a message.
csv *csv_open_table(const char *path, const sim_column *column, int n, rt_diag *d);
// Writes a row of (n) values.
void csv_write_values(csv *c, const double *value);
// Writes the row of the accepted state, or the rows of the contacts in the snapshot.
void csv_write(csv *c, sim *s, const dyn_snapshot *snap);
// Completes the file and frees c. RT_ERR_FILE with a message when a write failed; the rows stay in its part, which the
// message names.
rt_status csv_close(csv *c, rt_diag *d);
// Closes and removes the file, and frees c; for a run that never started.
void csv_abandon(csv *c);

#endif
