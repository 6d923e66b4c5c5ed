// SPDX-License-Identifier: MIT
#include "rt/logbook/schema.h"
#include <stdio.h>

// Final: nothing changes an ended session, its items and its overrides. The triggers let the rows of a deleted session
// go with it: then the session's own row has already gone.
static const char first[] =
    "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT UNIQUE);" // NULL: deleted
    "CREATE TABLE session(id INTEGER PRIMARY KEY AUTOINCREMENT, trainee INTEGER NOT NULL REFERENCES person,"
    "  exercise TEXT NOT NULL, title TEXT, exercise_hash TEXT NOT NULL, version TEXT NOT NULL, start INTEGER NOT NULL,"
    "  frame REAL NOT NULL, recording TEXT, ended INTEGER NOT NULL DEFAULT 0, duration REAL, state_hash TEXT,"
    "  points REAL, possible REAL, pass_mark REAL, passed INTEGER, complete INTEGER, interventions INTEGER,"
    "  freezes INTEGER);"
    "CREATE INDEX session_trainee ON session(trainee);"
    "CREATE TABLE item(session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE, place INTEGER NOT NULL,"
    "  name TEXT NOT NULL, kind INTEGER NOT NULL, points REAL NOT NULL, most REAL NOT NULL, judged INTEGER NOT NULL,"
    "  critical INTEGER NOT NULL, failed INTEGER NOT NULL, value REAL, bound REAL, unit TEXT, channel TEXT, frame_from "
    "INTEGER NOT NULL,"
    "  frame_to INTEGER NOT NULL, text TEXT, PRIMARY KEY(session, name)) WITHOUT ROWID;"
    "CREATE TABLE note(id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,"
    "  frame INTEGER NOT NULL, author INTEGER NOT NULL REFERENCES person, text TEXT NOT NULL, utc INTEGER NOT NULL);"
    "CREATE INDEX note_session ON note(session);"
    "CREATE TABLE override(id INTEGER PRIMARY KEY, session INTEGER NOT NULL, item TEXT NOT NULL, before REAL NOT NULL,"
    "  after REAL NOT NULL, reason TEXT NOT NULL, by INTEGER NOT NULL REFERENCES person, utc INTEGER NOT NULL,"
    "  FOREIGN KEY(session, item) REFERENCES item ON DELETE CASCADE);"
    "CREATE INDEX override_item ON override(session, item);"
    "CREATE TABLE mark(session INTEGER NOT NULL, item TEXT NOT NULL, assessor INTEGER NOT NULL REFERENCES person,"
    "  points REAL NOT NULL, utc INTEGER NOT NULL, PRIMARY KEY(session, item, assessor),"
    "  FOREIGN KEY(session, item) REFERENCES item ON DELETE CASCADE) WITHOUT ROWID;"
    "CREATE TRIGGER session_final BEFORE UPDATE ON session WHEN OLD.ended BEGIN"
    "  SELECT RAISE(ABORT, 'an ended session is final'); END;"
    "CREATE TRIGGER item_final BEFORE UPDATE ON item BEGIN SELECT RAISE(ABORT, 'a score is final'); END;"
    "CREATE TRIGGER item_stays BEFORE DELETE ON item WHEN EXISTS(SELECT 1 FROM session WHERE id = OLD.session) BEGIN"
    "  SELECT RAISE(ABORT, 'a score is final'); END;"
    "CREATE TRIGGER override_final BEFORE UPDATE ON override BEGIN"
    "  SELECT RAISE(ABORT, 'an override is final'); END;"
    "CREATE TRIGGER override_stays BEFORE DELETE ON override"
    "  WHEN EXISTS(SELECT 1 FROM session WHERE id = OLD.session) BEGIN"
    "  SELECT RAISE(ABORT, 'an override is final'); END;"
    // Items with the points after their newest override. Without a join, so that SQLite reads only the rows that a
    // query asks for (https://www.sqlite.org/optoverview.html, 11).
    "CREATE VIEW effective_item AS SELECT i.*,"
    "  EXISTS(SELECT 1 FROM override WHERE session = i.session AND item = i.name) AS overridden,"
    "  coalesce((SELECT after FROM override WHERE session = i.session AND item = i.name ORDER BY id DESC LIMIT 1),"
    "   i.points) AS effective FROM item i;";

// From version k to k + 1.
static const char *const step[LOGBOOK_SCHEMA] = {first};

rt_status logbook_migrate(logbook *l, rt_diag *d) {
    static const char what[] = "the schema cannot be written";
    int64_t version = 0;
    rt_status status = logbook_exec(l, what, d, "BEGIN IMMEDIATE");
    if (status != RT_OK) return status;
    status = logbook_query(l, what, d, &version, "PRAGMA user_version", "");
    for (int64_t k = version; status == RT_OK && k >= 0 && k < LOGBOOK_SCHEMA; k++)
        status = logbook_exec(l, what, d, step[k]);
    char set[96];
    snprintf(set, sizeof set, "PRAGMA application_id = %d; PRAGMA user_version = %d", LOGBOOK_APPLICATION,
             LOGBOOK_SCHEMA);
    if (status == RT_OK) status = logbook_exec(l, what, d, set);
    return logbook_finish(l, status, what, d);
}
