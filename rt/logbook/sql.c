// SPDX-License-Identifier: MIT
#include "rt/logbook/private.h"
#include <math.h>

static const char *remedy(int code) {
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another program writes to it; try again when that has ended";
    case SQLITE_FULL:
        return "the disk is full; free some space and try again";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return "permit writing to the file and to its folder, or name another with --log";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return "the file is damaged; keep a copy, then read what is left with: sqlite3 FILE .recover";
    default:
        return "see the message of SQLite";
    }
}

rt_status logbook_fail(const logbook *l, const char *what, rt_diag *d) {
    int code = sqlite3_errcode(l->db);
    rt_diag_error(d, l->path, 0, 0, "%s: %s: %s", what, sqlite3_errmsg(l->db), remedy(code & 0xff));
    return code == SQLITE_NOMEM ? RT_ERR_MEMORY : RT_ERR_FILE;
}

static int bind(sqlite3_stmt *s, int k, char type, va_list *a) {
    if (type == 'i') return sqlite3_bind_int64(s, k, va_arg(*a, int64_t));
    if (type == 'n') return sqlite3_bind_int(s, k, va_arg(*a, int));
    if (type == 'r') return sqlite3_bind_double(s, k, va_arg(*a, double)); // NaN becomes NULL
    return sqlite3_bind_text(s, k, va_arg(*a, const char *), -1, SQLITE_TRANSIENT);
}

static sqlite3_stmt *prepare(logbook *l, const char *what, rt_diag *d, const char *sql, const char *format,
                             va_list *a) {
    sqlite3_stmt *s;
    int code = sqlite3_prepare_v2(l->db, sql, -1, &s, NULL);
    for (int k = 0; code == SQLITE_OK && format[k]; k++) code = bind(s, k + 1, format[k], a);
    if (code == SQLITE_OK) return s;
    logbook_fail(l, what, d);
    sqlite3_finalize(s);
    return NULL;
}

sqlite3_stmt *logbook_prepare(logbook *l, const char *what, rt_diag *d, const char *sql, const char *format, ...) {
    va_list a;
    va_start(a, format);
    sqlite3_stmt *s = prepare(l, what, d, sql, format, &a);
    va_end(a);
    return s;
}

rt_status logbook_run(logbook *l, const char *what, rt_diag *d, const char *sql, const char *format, ...) {
    va_list a;
    va_start(a, format);
    sqlite3_stmt *s = prepare(l, what, d, sql, format, &a);
    va_end(a);
    if (!s) return RT_ERR_FILE;
    rt_status status = sqlite3_step(s) == SQLITE_DONE ? RT_OK : logbook_fail(l, what, d);
    sqlite3_finalize(s);
    return status;
}

rt_status logbook_query(logbook *l, const char *what, rt_diag *d, int64_t *value, const char *sql, const char *format,
                        ...) {
    va_list a;
    va_start(a, format);
    sqlite3_stmt *s = prepare(l, what, d, sql, format, &a);
    va_end(a);
    if (!s) return RT_ERR_FILE;
    int code = sqlite3_step(s);
    if (code == SQLITE_ROW) *value = sqlite3_column_int64(s, 0);
    rt_status status = code == SQLITE_ROW || code == SQLITE_DONE ? RT_OK : logbook_fail(l, what, d);
    sqlite3_finalize(s);
    return status;
}

rt_status logbook_exec(logbook *l, const char *what, rt_diag *d, const char *sql) {
    return sqlite3_exec(l->db, sql, NULL, NULL, NULL) == SQLITE_OK ? RT_OK : logbook_fail(l, what, d);
}

rt_status logbook_finish(logbook *l, rt_status status, const char *what, rt_diag *d) {
    if (status == RT_OK) status = logbook_exec(l, what, d, "COMMIT");
    if (status != RT_OK && !sqlite3_get_autocommit(l->db)) sqlite3_exec(l->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

const char *logbook_kind_name(logbook_kind kind) {
    static const char *const name[LOGBOOK_KINDS] = {"objective", "report", "forbidden"};
    return name[kind];
}

const char *logbook_text(sqlite3_stmt *s, int column) { return (const char *)sqlite3_column_text(s, column); }

double logbook_number(sqlite3_stmt *s, int column) {
    return sqlite3_column_type(s, column) == SQLITE_NULL ? (double)NAN : sqlite3_column_double(s, column);
}
