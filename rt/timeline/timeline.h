// SPDX-License-Identifier: MIT
// Marks of a run on the time slider: its events, its alarms, and the viewer's notes. Fixed memory.
#ifndef HAWSE_RT_TIMELINE_TIMELINE_H
#define HAWSE_RT_TIMELINE_TIMELINE_H

#include "render/panel/panel.h"
#include "rt/alarm/log.h"
#include "rt/record/record.h"

enum { TIMELINE_MARKS = 512 };
#define TIMELINE_APART_S 2.0 // the same event again within this time of its last mark has no mark of its own [s]

// Zero-initialised: empty.
typedef struct timeline {
    panel_mark mark[TIMELINE_MARKS]; // (n), in the order of time
    int n, left_out;                 // left_out: marks without room
} timeline;

// The alarm that an event raises; ALARM_KINDS: none.
alarm_kind timeline_alarm_of(rt_event e);
// Adds an event, if it means something to the crew. Returns false if it does not, or without room.
bool timeline_add_event(timeline *l, double t, rt_event e);
// Adds the begin of a pull by hand.
void timeline_add_pull(timeline *l, double t);
// Adds the alarms of the log that are not there yet.
void timeline_add_alarms(timeline *l, const alarm_log *alarms);
// Adds a note. False: no room, or the text is empty.
bool timeline_add_note(timeline *l, double t, const char *text);
// Removes all marks after t [s]: the run continues from there on another branch.
void timeline_cut(timeline *l, double t);
// The next mark after t, or the last before it; NULL: none.
const panel_mark *timeline_next(const timeline *l, double t, bool forward);
// Adds the events and alarms of a recording. alarms: its alarm log to the end of the recording, without
// acknowledgements, which no recording has. Moves the player.
void timeline_read_recording(timeline *l, rt_player *p, alarm_log *alarms, rt_diag *d);

// The file of a recording's notes: a.notes of a.rec. False: the path is too long.
bool timeline_notes_file(const char *recording, char *path, size_t size);
// Adds the notes of the file, if it exists. RT_ERR_FORMAT with a message: it is no file of notes.
rt_status timeline_read_notes(timeline *l, const char *path, rt_diag *d);
// Writes all notes, a line each: the time in seconds, then the text. RT_ERR_FILE with a message; also where another
// kind of file has the name.
rt_status timeline_write_notes(const timeline *l, const char *path, rt_diag *d);

#endif
