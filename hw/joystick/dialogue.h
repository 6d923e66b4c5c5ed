// SPDX-License-Identifier: MIT
// Dialogue with the user about a joystick, on a terminal or through pipes; shows the joystick's values while it waits.
#ifndef HAWSE_HW_JOYSTICK_DIALOGUE_H
#define HAWSE_HW_JOYSTICK_DIALOGUE_H

#include "hw/joystick/raw.h"
#include <stdatomic.h>

typedef struct hw_terminal {
    int in;                   // descriptor of the answers, one a line
    FILE *out;                // questions
    bool live;                // out is a terminal: values are redrawn in place
    const _Atomic bool *stop; // becomes true on Ctrl-C; NULL: never
} hw_terminal;

typedef enum hw_answer {
    HW_ANSWER_LINE = 0, // a line was entered
    HW_ANSWER_BUTTON,   // a button changed
    HW_ANSWER_END,      // no more answers: end of the input, or Ctrl-C
    HW_ANSWER_GONE,     // the joystick was unplugged
} hw_answer;

typedef struct hw_dialogue {
    hw_terminal *terminal;
    hw_joystick_raw raw;      // last reading
    bool before[HW_CHANNELS]; // buttons before the question
    int changed;              // the button that changed
    char line[80];            // last line entered, without line end
    char pending[80];         // input without a line end yet
    int n_pending;
} hw_dialogue;

// Reads the joystick; false if it was unplugged.
bool hw_dialogue_read(hw_dialogue *q);
// Waits for a line or, if `buttons`, for a button that differs from `before`. Meanwhile reads and shows the joystick.
hw_answer hw_dialogue_wait(hw_dialogue *q, bool buttons);
// Reads the joystick for `seconds` and calls each (may be NULL) after every reading; false if it was unplugged or the
// user pressed Ctrl-C.
bool hw_dialogue_read_for(hw_dialogue *q, double seconds, void (*each)(hw_dialogue *q, void *ctx), void *ctx);
// Redraws one line with axes, buttons and the text, if out is a terminal.
void hw_dialogue_print(hw_dialogue *q, const char *text);

#endif
