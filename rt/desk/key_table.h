// SPDX-License-Identifier: MIT
// A desk's table of keys: the action of a key, and the help text.
#ifndef HAWSE_RT_DESK_KEY_TABLE_H
#define HAWSE_RT_DESK_KEY_TABLE_H

#include "render/panel/panel.h"

// What a key's value is: the action's, a factor on the speed, an offset from the displayed time, the action's index.
typedef enum key_kind { KEY_FIXED = 0, KEY_TIMES, KEY_FROM_NOW, KEY_INDEX } key_kind;

typedef struct key_row {
    SDL_Keycode key;
    const char *name, *help; // NULL: another key of the line before
    panel_ask ask;
    key_kind kind;
    double value;
} key_row;

#define KEY_JUMP_S 5.0 // jump of the keys that rewind and advance [s]

// Writes the action of a key, at this speed of simulated time and this displayed time [s]. False: not in the table.
bool key_table_find(const key_row *table, int rows, SDL_Keycode key, double speed, double now, panel_action *action);
// Writes the help: a line for each row that has one, between first and last.
void key_table_help(const key_row *table, int rows, const char *first, const char *last, char *text, size_t size);

#endif
