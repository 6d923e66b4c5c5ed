// SPDX-License-Identifier: MIT
// Switches of the picture besides ship, anchor and chain: one table, from which keys, help and panel follow.
#ifndef HAWSE_RENDER_VIEW_DISPLAY_H
#define HAWSE_RENDER_VIEW_DISPLAY_H

#include "rt/base/base.h"

typedef enum display_switch {
    DISPLAY_FORCES = 0,
    DISPLAY_GHOST,
    DISPLAY_CUT,
    DISPLAY_TENSION,
    DISPLAY_REGIONS,
    DISPLAY_INDENTATION,
    DISPLAY_TRAILS,
    DISPLAY_REACTIONS,
    DISPLAY_INSET,
    DISPLAY_GAUGES,
    DISPLAY_CHARTS,
    DISPLAY_TIMING,
    DISPLAY_NIGHT,
    DISPLAY_HELP,
    DISPLAY_SWITCHES
} display_switch;

typedef struct display_entry {
    int32_t key;      // SDL keycode that turns it
    const char *name; // as in the panel
    const char *help; // one line
    bool on;          // at the start
    bool ship;        // of a mechanism there is nothing of the kind to show
} display_entry;

extern const display_entry display_entry_of[DISPLAY_SWITCHES];

// Which of them are on: bit per display_switch.
typedef uint32_t display;

display display_default(void);
static inline bool display_on(display d, display_switch s) { return d >> s & 1; }
static inline display display_turn(display d, display_switch s) { return d ^ 1u << s; }
// Switches that apply to a mechanism; a ship's keep their values for the next ship.
display display_of_mechanism(display d);
// The switch of this key; -1: none.
int display_of_key(int32_t key);

#endif
