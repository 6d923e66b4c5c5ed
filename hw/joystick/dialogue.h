// SPDX-License-Identifier: MIT
// A conversation with the user at a terminal, or through pipes, about a joystick whose values are shown while it waits.
#ifndef HAWSE_HW_JOYSTICK_DIALOGUE_H
#define HAWSE_HW_JOYSTICK_DIALOGUE_H

#include "hw/joystick/raw.h"
#include <stdatomic.h>

typedef struct hw_terminal {
    int in;                   // descriptor that answers are read from, a line each
    FILE *out;                // questions
    bool live;                // out is a terminal: values are redrawn in one line
    const _Atomic bool *stop; // becomes true on Ctrl-C; NULL: never
} hw_terminal;

typedef enum hw_answer {
    HW_ANSWER_LINE = 0, // a line was entered
    HW_ANSWER_BUTTON,   // a button changed
    HW_ANSWER_END,      // no more answers: end of the input, or Ctrl-C
    HW_ANSWER_GONE,     // the joystick has gone
} hw_answer;

typedef struct hw_dialogue {
    hw_terminal *terminal;
    hw_joystick_raw raw;      // read last
    bool before[HW_CHANNELS]; // buttons while untouched
    int changed;              // the button that changed
    char line[80];            // entered last, without its end
    char pending[80];         // read and not yet a line
    int n_pending;
} hw_dialogue;

// Reads the joystick as it is now; false when it has gone.
bool hw_dialogue_read(hw_dialogue *q);
// Waits for a line, or, with buttons, for one that is not as in `before`; reads and shows the joystick meanwhile.
hw_answer hw_dialogue_wait(hw_dialogue *q, bool buttons);
// Reads the joystick for this long; false when it has gone or Ctrl-C was pressed. each (may be NULL) sees every
// reading.
bool hw_dialogue_read_for(hw_dialogue *q, double seconds, void (*each)(hw_dialogue *q, void *ctx), void *ctx);
// Draws axes and buttons into one line, and the text after them, if out is a terminal.
void hw_dialogue_print(hw_dialogue *q, const char *text);

#endif
