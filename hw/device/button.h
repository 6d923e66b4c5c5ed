// SPDX-License-Identifier: MIT
// A push button between its events and the poll. It counts as pressed until HW_BUTTON_HOLD_NS after it was last known
// to be down: the frame thread sees only the newest input and would miss a short press. A contact that bounces counts
// as one press.
#ifndef HAWSE_HW_DEVICE_BUTTON_H
#define HAWSE_HW_DEVICE_BUTTON_H

#include <stdbool.h>
#include <stdint.h>

#define HW_BUTTON_HOLD_NS 50000000 // many frames and pictures; the time of a quick tap

typedef struct hw_button {
    bool down;        // after the last event
    bool pressed;     // went down since the last read
    bool struck;      // the last read found a new press
    int64_t until_ns; // counts as pressed until here
} hw_button;

// Handles an event: the button is now down, or up.
static inline void hw_button_set(hw_button *b, bool down) {
    b->pressed = b->pressed || (down && !b->down);
    b->down = down;
}

// Whether the button counts as pressed at now_ns [ns]; sets struck.
static inline bool hw_button_read(hw_button *b, int64_t now_ns) {
    b->struck = b->pressed && now_ns >= b->until_ns;
    if (b->pressed || b->down) b->until_ns = now_ns + HW_BUTTON_HOLD_NS;
    b->pressed = false;
    return now_ns < b->until_ns;
}

#endif
