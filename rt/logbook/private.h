// SPDX-License-Identifier: MIT
// SQL of the room's files. Private to the room.
#ifndef HAWSE_RT_LOGBOOK_PRIVATE_H
#define HAWSE_RT_LOGBOOK_PRIVATE_H

#include "rt/logbook/logbook.h"
#include <sqlite3.h>

struct logbook {
    sqlite3 *db;
    char *path;
};

// A message of SQLite's last error, with what to do. Returns its status. what: "the session cannot be written".
rt_status logbook_fail(const logbook *l, const char *what, rt_diag *d);
// Prepares a statement and binds its parameters by format: i int64_t, n int, r double (NaN: NULL), t const char *
// (NULL: NULL). NULL with a message.
sqlite3_stmt *logbook_prepare(logbook *l, const char *what, rt_diag *d, const char *sql, const char *format, ...);
// Prepares, binds and runs a statement without rows.
rt_status logbook_run(logbook *l, const char *what, rt_diag *d, const char *sql, const char *format, ...);
// Runs a query of one integer; *value stays if there is no row.
rt_status logbook_query(logbook *l, const char *what, rt_diag *d, int64_t *value, const char *sql, const char *format,
                        ...);
// Runs statements without parameters.
rt_status logbook_exec(logbook *l, const char *what, rt_diag *d, const char *sql);
// Ends a transaction: commits if status is RT_OK, else rolls back. Returns the status of the whole.
rt_status logbook_finish(logbook *l, rt_status status, const char *what, rt_diag *d);
// Name of a kind, such as "report".
const char *logbook_kind_name(logbook_kind kind);
// Text of a column; NULL for NULL.
const char *logbook_text(sqlite3_stmt *s, int column);
// Number of a column; NaN for NULL.
double logbook_number(sqlite3_stmt *s, int column);

#endif
