// SPDX-License-Identifier: MIT
// A push button between its events and the poll: a short press lasts at least HW_BUTTON_HOLD_NS, so that the frame
// thread, which sees only the newest input, cannot miss it, and so that a bouncing contact counts once.
#ifndef HAWSE_HW_BUTTON_H
#define HAWSE_HW_BUTTON_H

#include <stdbool.h>
#include <stdint.h>

#define HW_BUTTON_HOLD_NS 50000000 // many frames and pictures, yet no longer than a quick tap of a finger

typedef struct hw_button {
    bool down;        // as the last event said
    bool pressed;     // went down since the last read
    int64_t until_ns; // a short press lasts until here
} hw_button;

// Takes an event: the button is now down, or up.
static inline void hw_button_set(hw_button *b, bool down) {
    b->pressed = b->pressed || (down && !b->down);
    b->down = down;
}

// Whether the button counts as pressed at now_ns [ns].
static inline bool hw_button_read(hw_button *b, int64_t now_ns) {
    if (b->pressed) b->until_ns = now_ns + HW_BUTTON_HOLD_NS;
    b->pressed = false;
    return b->down || now_ns < b->until_ns;
}

#endif
