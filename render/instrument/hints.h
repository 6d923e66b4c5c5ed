// SPDX-License-Identifier: MIT
// The operator's next action, by the job and the alarms, from snapshots. Pure functions.
#ifndef HAWSE_RENDER_INSTRUMENT_HINTS_H
#define HAWSE_RENDER_INSTRUMENT_HINTS_H

#include "dynamics/snapshot/snapshot.h"
#include "rt/alarm/log.h"

// The operator's controls. Texts have a line for each key, possibly indented: the key, two blanks or more, the action.
typedef struct operator_keys {
    const char *device;  // the device, such as "keyboard"; NULL: no operator, no hints
    const char *control; // keys of the windlass; NULL: the device has levers
    const char *desk;    // keys of the program; NULL: none
    bool two_positions;  // a local and a remote position: the status line shows which has command
    bool remote;         // these are the controls of the remote one
    bool silent;         // the operator is to find out for himself: no hint but how to start
} operator_keys;

// The job at hand, by what the deck shows.
typedef enum hints_job {
    HINTS_WEIGH = 0, // heave the anchor home
    HINTS_SECURE,    // housed: secure it for sea
    HINTS_LET_GO,    // secured before: clear it away, walk it back or let it go
} hints_job;

typedef enum hints_step {
    HINTS_START = 0, // paused
    HINTS_ARM,       // the controls are not armed, or the position that takes command is not at neutral
    HINTS_FAILED,    // anchor and chain are lost
    HINTS_ALARM,     // what to do about the alarm that is listed first
    HINTS_ACKNOWLEDGE,
    // weigh
    HINTS_BRAKE,      // the band brake is applied
    HINTS_CLUTCH,     // the clutch is disengaged
    HINTS_CLAW,       // the chain is lashed
    HINTS_STOPPER,    // the chain stopper's bar is down
    HINTS_LEVER,      // the lever is at neutral
    HINTS_CHAIN,      // the chain has not moved yet
    HINTS_HEAVE,      // the chain comes in
    HINTS_SLOW,       // the anchor is near the hawse, at full speed
    HINTS_NEAR,       // and at slow speed
    HINTS_LOWER_BALL, // the anchor is aweigh under a hoisted ball
    // secure for sea
    HINTS_EASE, // lever to neutral
    HINTS_BAR,
    HINTS_LASH,
    HINTS_SET_BRAKE,
    HINTS_OUT_OF_GEAR,
    HINTS_SECURED,
    // let go
    HINTS_READY,      // cleared away: walk back, or let go
    HINTS_WALK_BACK,  // the motor pays chain out
    HINTS_RUNNING,    // the chain runs out on the band brake
    HINTS_HOIST_BALL, // brought up: chain veered, brake set
    HINTS_AT_ANCHOR,  // and the ball hoisted
    HINTS_NONE
} hints_step;

// Zero-initialised but for the keys: no step done.
typedef struct hints {
    operator_keys keys;
    hints_job job;
    bool moved;       // the chain has moved since the job began
    bool was_secured; // once
    bool veered;      // chain has gone out since the letting go began
    hints_step last;
    double since; // when the step began [s]
    double t;     // of the last snapshot [s]
} hints;

// Updates job and steps from a snapshot.
void hints_note(hints *h, const dyn_snapshot *s, const alarm_log *alarms);
// The next step; with `again` also a passive one that has been shown.
hints_step hints_next(const hints *h, const dyn_snapshot *s, const alarm_log *alarms, bool again);
// Writes the step's text, with its keys.
void hints_text(const hints *h, hints_step step, const dyn_gauges *v, const alarm_log *alarms, char *text, size_t size);
// A line of the keys' text; its parts have no terminating zero.
typedef struct hints_line {
    const char *key, *what;
    int key_length, what_length; // key_length 0: the line has no key
} hints_line;

// Writes the line at *text and advances; false: none.
bool hints_next_line(const char **text, hints_line *line);
// The key in the line of `keys` that contains `word`; "" if none.
const char *hints_key(const char *keys, const char *word, char key[24]);

#endif
