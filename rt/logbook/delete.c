// SPDX-License-Identifier: MIT
#include "rt/logbook/private.h"
#include <string.h>

static const char what[] = "the person cannot be deleted";

// Texts of other persons that contain the name. instr compares bytes.
static const char mentions[] =
    "SELECT (SELECT count(*) FROM note WHERE instr(text, ?1)) + (SELECT count(*) FROM override WHERE instr(reason, ?1))"
    " + (SELECT count(*) FROM session WHERE instr(coalesce(recording, ''), ?1) OR instr(coalesce(title, ''), ?1)"
    " OR instr(exercise, ?1))"
    " + (SELECT count(*) FROM item WHERE instr(coalesce(text, ''), ?1) OR instr(name, ?1))"
    " + (SELECT count(*) FROM person WHERE instr(name, ?1))";

static rt_status count(logbook *l, int *n, const char *sql, int64_t person, rt_diag *d) {
    int64_t value = 0;
    rt_status status = logbook_query(l, what, d, &value, sql, "i", person);
    *n = (int)value;
    return status;
}

static rt_status delete_rows(logbook *l, const char *name, int64_t person, logbook_deleted *done, rt_diag *d) {
    static const char others[] = "SELECT (SELECT count(*) FROM note WHERE author = ?1) +"
                                 " (SELECT count(*) FROM override WHERE by = ?1) +"
                                 " (SELECT count(*) FROM mark WHERE assessor = ?1)";
    int64_t mentioned = 0;
    rt_status status = count(l, &done->sessions, "SELECT count(*) FROM session WHERE trainee = ?", person, d);
    if (status == RT_OK) status = logbook_run(l, what, d, "DELETE FROM session WHERE trainee = ?", "i", person);
    if (status == RT_OK) status = count(l, &done->unnamed, others, person, d);
    if (status == RT_OK)
        status = logbook_run(l, what, d,
                             done->unnamed ? "UPDATE person SET name = NULL WHERE id = ?"
                                           : "DELETE FROM person WHERE id = ?",
                             "i", person);
    if (status == RT_OK) status = logbook_query(l, what, d, &mentioned, mentions, "t", name);
    done->mentioned = (int)mentioned;
    return status;
}

// Removes what was deleted from the file and from its write-ahead log. secure_delete has overwritten it with zeros
// where it stood; VACUUM leaves no free pages.
static rt_status purge(logbook *l, rt_diag *d) {
    int64_t busy = 1;
    rt_status status = logbook_exec(l, what, d, "VACUUM");
    if (status == RT_OK) status = logbook_query(l, what, d, &busy, "PRAGMA wal_checkpoint(TRUNCATE)", "");
    if (status != RT_OK || !busy) return status;
    rt_diag_error(d, l->path, 0, 0,
                  "the rows are deleted, but another program still reads their old content: close it, then run any "
                  "hawse log");
    return RT_ERR_FILE;
}

rt_status logbook_delete(logbook *l, const char *name, logbook_deleted *done, rt_diag *d) {
    int64_t person = 0;
    *done = (logbook_deleted){0};
    rt_status status = logbook_exec(l, what, d, "BEGIN IMMEDIATE");
    if (status != RT_OK) return status;
    status = logbook_query(l, what, d, &person, "SELECT id FROM person WHERE name = ?", "t", name);
    if (status == RT_OK && !person) {
        rt_diag_error(d, l->path, 0, 0, "no person '%.160s': hawse log lists the trainees", name);
        status = RT_ERR_USAGE;
    }
    if (status == RT_OK) status = delete_rows(l, name, person, done, d);
    status = logbook_finish(l, status, what, d);
    return status == RT_OK ? purge(l, d) : status;
}
