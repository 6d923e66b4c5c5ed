// SPDX-License-Identifier: MIT
#include "rt/logbook/private.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

// The sessions are chosen before their items are joined: --last and the class need few of many.
static const char of_sessions[] =
    "SELECT s.id, s.name, s.exercise, s.title, s.version, s.exercise_hash, s.start, s.frame, s.recording, s.ended,"
    " s.duration, s.state_hash, s.points, s.possible, s.pass_mark, s.passed, s.complete, s.interventions, s.freezes,"
    " count(CASE WHEN e.overridden THEN 1 END),"
    " total(CASE WHEN e.judged OR e.overridden THEN e.effective END),"
    " total(CASE WHEN (e.judged OR e.overridden) AND e.kind <> 2 THEN e.most END),"
    " coalesce(max(CASE WHEN NOT e.overridden THEN e.failed WHEN e.kind = 2 THEN e.critical AND e.effective < 0"
    "  ELSE e.critical AND e.effective <= 0 END), 0)"
    " FROM (SELECT session.*, name FROM session "
    "JOIN person ON person.id = trainee"
    "  WHERE (?1 IS NULL OR name = ?1) AND (?2 IS NULL OR exercise = ?2) AND (?3 = 0 OR session.id = ?3)"
    "  AND (ended OR NOT ?5) ORDER BY session.id DESC LIMIT ?4) s"
    " LEFT JOIN effective_item e ON e.session = s.id GROUP BY s.id ORDER BY s.id DESC";

static uint64_t hash_of(sqlite3_stmt *q, int column) {
    const char *text = logbook_text(q, column);
    return text ? strtoull(text, NULL, 16) : 0;
}

// Without overrides the automatic score and verdict. With some: the sum of the items, not below 0; enough points, and
// no item that still fails the session.
static void derive_score(logbook_session *s, double points, double possible, bool failing) {
    s->effective_points = s->overrides ? fmax(points, 0) : s->points;
    s->effective_of = s->overrides ? possible : s->possible;
    double percent = s->effective_of > 0 ? 100 * s->effective_points / s->effective_of : 0;
    s->effective_passed = s->overrides ? s->complete && !failing && percent >= s->pass_mark - 1e-9 : s->passed;
}

static logbook_session session_of(sqlite3_stmt *q) {
    logbook_session s = {
        .id = sqlite3_column_int64(q, 0),
        .trainee = logbook_text(q, 1),
        .exercise = logbook_text(q, 2),
        .title = logbook_text(q, 3),
        .version = logbook_text(q, 4),
        .exercise_hash = hash_of(q, 5),
        .start = sqlite3_column_int64(q, 6),
        .frame = logbook_number(q, 7),
        .recording = logbook_text(q, 8),
        .ended = sqlite3_column_int(q, 9) != 0,
        .duration = logbook_number(q, 10),
        .state_hash = hash_of(q, 11),
        .points = logbook_number(q, 12),
        .possible = logbook_number(q, 13),
        .pass_mark = logbook_number(q, 14),
        .passed = sqlite3_column_int(q, 15) != 0,
        .complete = sqlite3_column_int(q, 16) != 0,
        .interventions = sqlite3_column_int(q, 17),
        .freezes = sqlite3_column_int(q, 18),
        .overrides = sqlite3_column_int(q, 19),
    };
    derive_score(&s, logbook_number(q, 20), logbook_number(q, 21), sqlite3_column_int(q, 22) != 0);
    return s;
}

rt_status logbook_sessions(logbook *l, const logbook_filter *f, void (*each)(void *ctx, const logbook_session *s),
                           void *ctx, rt_diag *d) {
    static const char what[] = "the sessions cannot be read";
    sqlite3_stmt *q = logbook_prepare(l, what, d, of_sessions, "ttiin", f->trainee, f->exercise, f->id,
                                      f->last > 0 ? f->last : (int64_t)-1, (int)f->ended);
    if (!q) return RT_ERR_FILE;
    int code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        logbook_session s = session_of(q);
        each(ctx, &s);
    }
    rt_status status = code == SQLITE_DONE ? RT_OK : logbook_fail(l, what, d);
    sqlite3_finalize(q);
    return status;
}

static logbook_item item_of(sqlite3_stmt *q) {
    int kind = sqlite3_column_int(q, 1);
    return (logbook_item){
        .name = logbook_text(q, 0),
        .kind = kind >= 0 && kind < LOGBOOK_KINDS ? (logbook_kind)kind : LOGBOOK_OBJECTIVE,
        .points = logbook_number(q, 2),
        .of = logbook_number(q, 3),
        .judged = sqlite3_column_int(q, 4) != 0,
        .critical = sqlite3_column_int(q, 5) != 0,
        .failed = sqlite3_column_int(q, 6) != 0,
        .value = logbook_number(q, 7),
        .limit = logbook_number(q, 8),
        .unit = logbook_text(q, 9),
        .channel = logbook_text(q, 10),
        .frame_from = sqlite3_column_int64(q, 11),
        .frame_to = sqlite3_column_int64(q, 12),
        .text = logbook_text(q, 13),
        .effective = logbook_number(q, 14),
        .overridden = sqlite3_column_int(q, 15) != 0,
    };
}

rt_status logbook_items(logbook *l, int64_t id, void (*each)(void *ctx, const logbook_item *i), void *ctx, rt_diag *d) {
    static const char what[] = "the items cannot be read";
    sqlite3_stmt *q =
        logbook_prepare(l, what, d,
                        "SELECT name, kind, points, most, judged, critical, failed, value, bound, unit, channel,"
                        " frame_from, frame_to, text, effective, overridden FROM effective_item"
                        " WHERE session = ? ORDER BY place",
                        "i", id);
    if (!q) return RT_ERR_FILE;
    int code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        logbook_item i = item_of(q);
        each(ctx, &i);
    }
    rt_status status = code == SQLITE_DONE ? RT_OK : logbook_fail(l, what, d);
    sqlite3_finalize(q);
    return status;
}

rt_status logbook_remarks(logbook *l, int64_t id, void (*each)(void *ctx, const logbook_remark *r), void *ctx,
                          rt_diag *d) {
    static const char what[] = "the notes cannot be read";
    sqlite3_stmt *q = logbook_prepare(
        l, what, d,
        "SELECT frame, name, text, NULL, NULL, NULL, utc, note.id AS row FROM note JOIN person ON person.id = author"
        " WHERE session = ?1 UNION ALL"
        " SELECT -1, name, reason, item, before, after, utc, override.id FROM override JOIN person ON person.id = by"
        " WHERE session = ?1 ORDER BY utc, row",
        "i", id);
    if (!q) return RT_ERR_FILE;
    int code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        logbook_remark r = {.frame = sqlite3_column_int64(q, 0),
                            .by = logbook_text(q, 1),
                            .text = logbook_text(q, 2),
                            .item = logbook_text(q, 3),
                            .before = logbook_number(q, 4),
                            .after = logbook_number(q, 5),
                            .utc = sqlite3_column_int64(q, 6)};
        each(ctx, &r);
    }
    rt_status status = code == SQLITE_DONE ? RT_OK : logbook_fail(l, what, d);
    sqlite3_finalize(q);
    return status;
}
