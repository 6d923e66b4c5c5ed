// SPDX-License-Identifier: MIT
// The logbook of training: sessions of trainees with their scores, evidence, notes, overrides and assessors' marks, in
// one SQLite file. One thread at a time uses a logbook; never the frame thread: every call may wait for the disk.
// Each function returns RT_OK, or another status with a message in d.
#ifndef HAWSE_RT_LOGBOOK_LOGBOOK_H
#define HAWSE_RT_LOGBOOK_LOGBOOK_H

#include "rt/base/base.h"

typedef struct logbook logbook;

typedef enum logbook_kind { LOGBOOK_OBJECTIVE = 0, LOGBOOK_REPORT, LOGBOOK_FORBIDDEN, LOGBOOK_KINDS } logbook_kind;

// One run of an exercise by a trainee. Texts that are read are valid until the callback returns.
typedef struct logbook_session {
    int64_t id;                             // number in the logbook, never given twice
    const char *trainee;                    // name or pseudonym; read: NULL after deletion
    const char *exercise, *title, *version; // id and title of the exercise; version of hawse
    uint64_t exercise_hash;                 // rt_hash of the exercise's file
    int64_t start;                          // UTC [s since 1970-01-01]
    double frame;                           // simulated time of one frame [s]
    const char *recording;                  // path; NULL: none. The logbook keeps the absolute path
    double duration;                        // simulated [s]
    uint64_t state_hash;                    // of the recording's last frame
    double points, possible, pass_mark;    // sum of the items, not below 0; of how many judged; to pass [% of possible]
    bool ended, complete, passed;          // logbook_end was called; the run ended properly; automatic verdict
    int interventions, freezes;            // by the instructor
    int overrides;                         // read only: items whose score an instructor has changed
    double effective_points, effective_of; // read only: after the overrides
    bool effective_passed;                 // read only
} logbook_session;

// An item of a session's score, with its evidence.
typedef struct logbook_item {
    const char *name;
    logbook_kind kind;
    double points, of;            // objective, report: 0 .. of. Forbidden: -of .. 0; of 0: no lower limit
    bool judged;                  // false: its occasion never came; points and of do not count
    bool critical;                // fails the session without points; forbidden: by any loss
    bool failed;                  // as judged it fails the session
    double value, limit;          // [unit]; NaN: none
    const char *unit, *channel;   // NULL: none
    int64_t frame_from, frame_to; // the evidence
    const char *text;             // the judgement in words
    double effective;             // read only: points after the newest override
    bool overridden;              // read only
} logbook_item;

// A note or an override of a session.
typedef struct logbook_remark {
    int64_t frame;        // of a note; -1: of the whole session
    const char *by;       // author; read: NULL after deletion
    const char *text;     // note, or reason of the override
    const char *item;     // of the override; NULL: a note
    double before, after; // points of the override
    int64_t utc;          // written [s since 1970-01-01]; set by the logbook
} logbook_remark;

// Which sessions: NULL and 0 leave a condition out.
typedef struct logbook_filter {
    const char *trainee, *exercise;
    int64_t id, last; // number of the session; how many of the newest
    bool ended;       // only those that have ended
} logbook_filter;

// The default place: $XDG_DATA_HOME/hawse/log.db, else ~/.local/share/hawse/log.db.
rt_status logbook_default_path(char *path, size_t size, rt_diag *d);
// Opens a logbook; NULL with *status and a message. create: makes it, with its folder, if there is none. An older
// schema is migrated. A file that is no logbook, or has a newer schema, is refused and not changed.
logbook *logbook_open(const char *path, bool create, rt_status *status, rt_diag *d);
void logbook_close(logbook *l);

// Adds a session at its start: trainee to recording. *id: its number. A killed run leaves this row: "not ended".
rt_status logbook_begin(logbook *l, const logbook_session *s, int64_t *id, rt_diag *d);
// Ends it: duration to freezes, recording (NULL: as begun), and the items (n), in one transaction. Session and items
// are final from here on. A name that an earlier item has gets its kind: "home (report)".
rt_status logbook_end(logbook *l, int64_t id, const logbook_session *s, const logbook_item *item, int n, rt_diag *d);
rt_status logbook_add_note(logbook *l, int64_t id, int64_t frame, const char *author, const char *text, rt_diag *d);
// Adds an override of an item's points. The automatic score stays.
rt_status logbook_override(logbook *l, int64_t id, const char *item, double points, const char *reason, const char *by,
                           rt_diag *d);
// Sets an assessor's own mark of an item, for the agreement; replaces his earlier one.
rt_status logbook_mark(logbook *l, int64_t id, const char *item, double points, const char *assessor, rt_diag *d);

// Calls each for every session, newest first.
rt_status logbook_sessions(logbook *l, const logbook_filter *f, void (*each)(void *ctx, const logbook_session *s),
                           void *ctx, rt_diag *d);
// Calls each for every item of a session, in the order of the score.
rt_status logbook_items(logbook *l, int64_t id, void (*each)(void *ctx, const logbook_item *i), void *ctx, rt_diag *d);
// Calls each for every note and override of a session, in the order of writing.
rt_status logbook_remarks(logbook *l, int64_t id, void (*each)(void *ctx, const logbook_remark *r), void *ctx,
                          rt_diag *d);

// The class over time. Calls each for every trainee of an exercise with sessions that have ended: person is his number
// in the logbook, which names nobody.
rt_status logbook_class(logbook *l, const logbook_filter *f,
                        void (*each)(void *ctx, const char *exercise, const char *trainee, int64_t person), void *ctx,
                        rt_diag *d);
enum { LOGBOOK_CLASS_SESSIONS = 10 };
// Calls each for every item that the trainee failed twice or more in his last ten sessions of the exercise. Failed:
// less than half of the points; of what is forbidden, any loss.
rt_status logbook_failed_items(logbook *l, const char *exercise, const char *trainee,
                               void (*each)(void *ctx, const char *item, int times), void *ctx, rt_diag *d);

typedef struct logbook_deleted {
    int sessions;  // of the person, with items, notes, overrides and marks
    int unnamed;   // rows of other persons' sessions that keep their content without the name
    int mentioned; // texts of other persons' sessions that contain the name and stay
} logbook_deleted;

// Deletes a person: sessions, and the name wherever it was author or assessor. Then rebuilds the file, so that no byte
// of the name stays in it but in texts of others.
rt_status logbook_delete(logbook *l, const char *name, logbook_deleted *done, rt_diag *d);

#endif
