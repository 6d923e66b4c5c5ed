// SPDX-License-Identifier: MIT
// Display switches: one table defines keys, help and panel entries.
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
    DISPLAY_WATCH,
    DISPLAY_CHARTS,
    DISPLAY_TIMING,
    DISPLAY_NUMBERS,
    DISPLAY_NIGHT,
    DISPLAY_HELP,
    DISPLAY_SWITCHES
} display_switch;

typedef struct display_entry {
    int32_t key;      // SDL keycode of the toggle
    const char *name; // as in the panel
    const char *help; // one line
    bool on;          // at the start
    bool ship;        // applies to ships only
} display_entry;

extern const display_entry display_entry_of[DISPLAY_SWITCHES];

// The switches that are on: one bit per display_switch; and DISPLAY_BRIDGE, which no key changes.
typedef uint32_t display;

enum { DISPLAY_BRIDGE = 1 << 30 }; // the anchor watch shows only what the bridge knows: for a trainee

display display_default(void);
static inline bool display_on(display d, display_switch s) { return d >> s & 1; }
static inline display display_toggle(display d, display_switch s) { return d ^ 1u << s; }

// Presets of the switches for the people at the window.
typedef enum display_role { DISPLAY_TRAINEE = 0, DISPLAY_INSTRUCTOR, DISPLAY_ENGINEER, DISPLAY_ROLES } display_role;

extern const char *const display_role_name[DISPLAY_ROLES];
extern const char *const display_role_help[DISPLAY_ROLES];
// The role's switches; night and help stay as they are.
display display_for_role(display d, display_role role);
// The role whose switches these are, whatever night and help are; -1: none.
int display_role_of(display d);
// Clears the switches that apply to ships only.
display display_of_mechanism(display d);
// Switch of this key; -1: none.
int display_of_key(int32_t key);

#endif
