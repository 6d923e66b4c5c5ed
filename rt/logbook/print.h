// SPDX-License-Identifier: MIT
// What `hawse log` prints and exports. Texts are printed as rt_plain shows them.
#ifndef HAWSE_RT_LOGBOOK_PRINT_H
#define HAWSE_RT_LOGBOOK_PRINT_H

#include "rt/logbook/logbook.h"
#include <stdio.h>

// The trainees, then the sessions, newest first.
rt_status logbook_print_list(FILE *f, logbook *l, const logbook_filter *filter, rt_diag *d);
// A session with items, notes and overrides, and the commands that replay the evidence.
rt_status logbook_print_session(FILE *f, logbook *l, int64_t id, rt_diag *d);
// The class over time: of each exercise and trainee the last ten scores and the items failed twice in them. Failed:
// less than half of the points; of what is forbidden, any loss.
rt_status logbook_print_class(FILE *f, logbook *l, const logbook_filter *filter, rt_diag *d);
// The agreement of assessors with the automatic score, over an exercise (NULL: all).
rt_status logbook_print_agreement(FILE *f, logbook *l, const char *exercise, rt_diag *d);
// Writes sessions and items as CSV (RFC 4180), a row an item, units in the header. No cell is a formula to a
// spreadsheet: a text that begins like one gets an apostrophe.
rt_status logbook_export(logbook *l, const logbook_filter *filter, const char *path, rt_diag *d);

#endif
