// SPDX-License-Identifier: MIT
#include "rt/base/plain.h"
#include "rt/logbook/private.h"
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_NAME = 128 };

// A name of a person: printable UTF-8, not empty.
static rt_status check_name(const char *what, const char *name, rt_diag *d) {
    char shown[4 * LONGEST_NAME + 8];
    size_t n = name ? strlen(name) : 0;
    if (n > 0 && n <= LONGEST_NAME && strcmp(rt_plain(shown, sizeof shown, name), name) == 0) return RT_OK;
    rt_diag_error(d, NULL, 0, 0, "%s: expected a name of 1 to %d bytes without control characters, found '%.160s'",
                  what, LONGEST_NAME, n > 0 ? rt_plain(shown, sizeof shown, name) : "");
    return RT_ERR_USAGE;
}

// Number of the person's row, which is made if there is none.
static rt_status find_person(logbook *l, const char *name, int64_t *id, rt_diag *d) {
    static const char what[] = "the name cannot be written";
    rt_status status = logbook_run(l, what, d, "INSERT INTO person(name) VALUES(?) ON CONFLICT DO NOTHING", "t", name);
    return status == RT_OK ? logbook_query(l, what, d, id, "SELECT id FROM person WHERE name = ?", "t", name) : status;
}

static const char *absolute(const char *path, char at[PATH_MAX]) {
    char folder[PATH_MAX];
    if (!path || path[0] == '/' || !getcwd(folder, sizeof folder)) return path;
    return snprintf(at, PATH_MAX, "%s/%s", folder, path) < PATH_MAX ? at : path;
}

rt_status logbook_begin(logbook *l, const logbook_session *s, int64_t *id, rt_diag *d) {
    static const char what[] = "the session cannot be written";
    char recording[PATH_MAX], hash[17];
    int64_t trainee = 0;
    rt_status status = check_name("trainee", s->trainee, d);
    if (status == RT_OK) status = logbook_exec(l, what, d, "BEGIN IMMEDIATE");
    if (status != RT_OK) return status;
    snprintf(hash, sizeof hash, "%016" PRIx64, s->exercise_hash);
    status = find_person(l, s->trainee, &trainee, d);
    if (status == RT_OK)
        status = logbook_run(l, what, d,
                             "INSERT INTO session(trainee, exercise, title, exercise_hash, version, start, frame,"
                             " recording) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
                             "ittttirt", trainee, s->exercise, s->title, hash, s->version, s->start, s->frame,
                             absolute(s->recording, recording));
    *id = sqlite3_last_insert_rowid(l->db);
    return logbook_finish(l, status, what, d);
}

// The item's name; with its kind, and a number, if earlier items have it: overrides and marks name an item.
static const char *unique_name(const logbook_item *item, int k, char *text, size_t size) {
    int same = 0, of_kind = 0;
    for (int i = 0; i < k; i++) {
        bool equal = strcmp(item[i].name, item[k].name) == 0;
        same += equal;
        of_kind += equal && item[i].kind == item[k].kind;
    }
    const char *kind = logbook_kind_name(item[k].kind);
    if (same == 0) return item[k].name;
    if (of_kind == 0)
        snprintf(text, size, "%s (%s)", item[k].name, kind);
    else
        snprintf(text, size, "%s (%s %d)", item[k].name, kind, of_kind + 1);
    return text;
}

static rt_status add_item(logbook *l, int64_t id, const logbook_item *item, int k, rt_diag *d) {
    const logbook_item *i = &item[k];
    char name[256];
    return logbook_run(l, "an item cannot be written", d,
                       "INSERT INTO item VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", "intnrrnnnrrttiit",
                       id, k, unique_name(item, k, name, sizeof name), (int)i->kind, i->points, i->of, (int)i->judged,
                       (int)i->critical, (int)i->failed, i->value, i->limit, i->unit, i->channel, i->frame_from,
                       i->frame_to, i->text);
}

static rt_status find_session(logbook *l, int64_t id, bool *ended, rt_diag *d) {
    int64_t found = -1;
    rt_status status =
        logbook_query(l, "the session cannot be read", d, &found, "SELECT ended FROM session WHERE id = ?", "i", id);
    *ended = found > 0;
    if (status != RT_OK || found >= 0) return status;
    rt_diag_error(d, l->path, 0, 0, "no session %" PRId64 ": hawse log lists them", id);
    return RT_ERR_USAGE;
}

// Whether the session is there and has ended, or has not.
static rt_status check_session(logbook *l, int64_t id, bool ended, rt_diag *d) {
    bool found;
    rt_status status = find_session(l, id, &found, d);
    if (status != RT_OK || found == ended) return status;
    rt_diag_error(d, l->path, 0, 0, "session %" PRId64 "%s", id,
                  found ? " has ended: its score is final" : " has not ended: it has no score yet");
    return RT_ERR_USAGE;
}

rt_status logbook_end(logbook *l, int64_t id, const logbook_session *s, const logbook_item *item, int n, rt_diag *d) {
    static const char what[] = "the score cannot be written";
    char recording[PATH_MAX], hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, s->state_hash);
    rt_status status = logbook_exec(l, what, d, "BEGIN IMMEDIATE");
    if (status != RT_OK) return status;
    status = check_session(l, id, false, d);
    for (int k = 0; status == RT_OK && k < n; k++) status = add_item(l, id, item, k, d);
    if (status == RT_OK)
        status =
            logbook_run(l, what, d,
                        "UPDATE session SET ended = 1, recording = coalesce(?, recording), duration = ?, state_hash = "
                        "?, points = ?,"
                        " possible = ?, pass_mark = ?, passed = ?, complete = ?, interventions = ?, freezes = ?"
                        " WHERE id = ?",
                        "trtrrrnnnni", absolute(s->recording, recording), s->duration, hash, s->points, s->possible,
                        s->pass_mark, (int)s->passed, (int)s->complete, s->interventions, s->freezes, id);
    return logbook_finish(l, status, what, d);
}

rt_status logbook_add_note(logbook *l, int64_t id, int64_t frame, const char *author, const char *text, rt_diag *d) {
    static const char what[] = "the note cannot be written";
    int64_t person = 0;
    bool ended;
    rt_status status = check_name("author", author, d);
    if (status == RT_OK) status = logbook_exec(l, what, d, "BEGIN IMMEDIATE");
    if (status != RT_OK) return status;
    status = find_session(l, id, &ended, d);
    if (status == RT_OK) status = find_person(l, author, &person, d);
    if (status == RT_OK)
        status = logbook_run(l, what, d, "INSERT INTO note(session, frame, author, text, utc) VALUES(?, ?, ?, ?, ?)",
                             "iiiti", id, frame, person, text, (int64_t)time(NULL));
    return logbook_finish(l, status, what, d);
}

// The names of a session's items, as a list in text.
static void list_items(logbook *l, int64_t id, char *text, size_t size) {
    rt_diag none = {0};
    sqlite3_stmt *s = logbook_prepare(l, "the items cannot be read", &none,
                                      "SELECT group_concat('''' || name || '''', ', ') FROM"
                                      " (SELECT name FROM item WHERE session = ? ORDER BY place)",
                                      "i", id);
    bool found = s && sqlite3_step(s) == SQLITE_ROW && logbook_text(s, 0);
    rt_plain(text, size, found ? logbook_text(s, 0) : "none: the session has no items");
    sqlite3_finalize(s);
}

// Finds an item that an instructor or assessor judges; *effective: its points now. Checks the points for its range.
static rt_status check_item(logbook *l, int64_t id, const char *item, double points, double *effective, rt_diag *d) {
    char names[512];
    rt_status status = check_session(l, id, true, d);
    if (status != RT_OK) return status;
    sqlite3_stmt *s = logbook_prepare(l, "the item cannot be read", d,
                                      "SELECT kind, most, effective FROM effective_item WHERE session = ? AND name = ?",
                                      "it", id, item);
    if (!s) return RT_ERR_FILE;
    bool found = sqlite3_step(s) == SQLITE_ROW, forbidden = found && sqlite3_column_int(s, 0) == LOGBOOK_FORBIDDEN;
    double of = found ? logbook_number(s, 1) : 0;
    double low = !forbidden ? 0 : of > 0 ? -of : (double)-INFINITY, high = forbidden ? 0 : of;
    *effective = found ? logbook_number(s, 2) : 0;
    sqlite3_finalize(s);
    if (found && points >= low && points <= high) return RT_OK;
    if (found) {
        rt_diag_error(d, NULL, 0, 0, "points of '%.80s': expected %g .. %g, found %g", item, low, high, points);
        return RT_ERR_USAGE;
    }
    list_items(l, id, names, sizeof names);
    rt_diag_error(d, NULL, 0, 0, "session %" PRId64 " has no item '%.80s': expected one of %s", id, item, names);
    return RT_ERR_USAGE;
}

rt_status logbook_override(logbook *l, int64_t id, const char *item, double points, const char *reason, const char *by,
                           rt_diag *d) {
    static const char what[] = "the override cannot be written";
    int64_t person = 0;
    double before = 0;
    rt_status status = check_name("--by", by, d);
    if (status == RT_OK && !(reason && *reason)) {
        rt_diag_error(d, NULL, 0, 0, "--reason: expected why the score changes");
        status = RT_ERR_USAGE;
    }
    if (status == RT_OK) status = logbook_exec(l, what, d, "BEGIN IMMEDIATE");
    if (status != RT_OK) return status;
    status = check_item(l, id, item, points, &before, d);
    if (status == RT_OK) status = find_person(l, by, &person, d);
    if (status == RT_OK)
        status = logbook_run(l, what, d,
                             "INSERT INTO override(session, item, before, after, reason, by, utc)"
                             " VALUES(?, ?, ?, ?, ?, ?, ?)",
                             "itrrtii", id, item, before, points, reason, person, (int64_t)time(NULL));
    return logbook_finish(l, status, what, d);
}

rt_status logbook_mark(logbook *l, int64_t id, const char *item, double points, const char *assessor, rt_diag *d) {
    static const char what[] = "the mark cannot be written";
    int64_t person = 0;
    double effective;
    rt_status status = check_name("--by", assessor, d);
    if (status == RT_OK) status = logbook_exec(l, what, d, "BEGIN IMMEDIATE");
    if (status != RT_OK) return status;
    status = check_item(l, id, item, points, &effective, d);
    if (status == RT_OK) status = find_person(l, assessor, &person, d);
    if (status == RT_OK)
        status = logbook_run(l, what, d, "INSERT OR REPLACE INTO mark VALUES(?, ?, ?, ?, ?)", "itiri", id, item, person,
                             points, (int64_t)time(NULL));
    return logbook_finish(l, status, what, d);
}
