// SPDX-License-Identifier: MIT
// First steps for a new operator: the next action, from snapshots. Pure functions.
#ifndef HAWSE_RENDER_INSTRUMENT_HINTS_H
#define HAWSE_RENDER_INSTRUMENT_HINTS_H

#include "dynamics/snapshot/snapshot.h"

// The operator's controls. Texts have a line for each key, possibly indented: the key, two blanks or more, the action.
typedef struct operator_keys {
    const char *device;  // the device, such as "keyboard"; NULL: no operator, no hints
    const char *control; // keys of the windlass; NULL: the device has levers
    const char *desk;    // keys of the program; NULL: none
} operator_keys;

typedef enum hints_step {
    HINTS_START = 0, // paused
    HINTS_ARM,       // the controls are not armed
    HINTS_BRAKE,     // the band brake is applied
    HINTS_CLUTCH,    // the clutch is disengaged
    HINTS_STOPPER,   // the chain stopper's bar is down
    HINTS_LEVER,     // the lever is at neutral
    HINTS_CHAIN,     // the chain has not moved yet
    HINTS_LAST,      // all done: points to the help
    HINTS_NONE
} hints_step;

// Zero-initialised but for the keys: no step done.
typedef struct hints {
    operator_keys keys;
    bool moved, hauled; // the lever has been moved; the chain has moved
    bool finished;      // the last hint has been displayed long enough
    double done_t;      // when the chain first moved [s]
} hints;

// Updates the steps from a snapshot.
void hints_note(hints *h, const dyn_snapshot *s);
// The next step; with `again` also when the first steps are over.
hints_step hints_next(const hints *h, const dyn_snapshot *s, bool again);
// Writes the step's text, with its keys.
void hints_text(const hints *h, hints_step step, const dyn_gauges *v, char *text, size_t size);
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
