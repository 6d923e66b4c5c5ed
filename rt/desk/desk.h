// SPDX-License-Identifier: MIT
// The desk: a scenario whose parameters change before a restart. It holds the file's values, the changes, and undo.
#ifndef HAWSE_RT_DESK_DESK_H
#define HAWSE_RT_DESK_DESK_H

#include "render/panel/panel.h"
#include "rt/scenario/scenario.h"

#define DESK_CHANGES 256 // that can be undone

typedef struct desk_change {
    int field;
    char before[PANEL_TEXT], after[PANEL_TEXT];
} desk_change;

typedef struct desk {
    char file[RT_CONFIG_TEXT];
    bool anywhere;
    scenario scenario; // as read; now shares its lists
    scenario now;      // with the changes
    rt_key key[SCENARIO_KEYS];
    panel_field field[SCENARIO_KEYS]; // (n), one for each key that is not a list
    char *files[SCENARIO_KEYS];       // (n) choices of a path; NULL: none
    int of_key[SCENARIO_KEYS];        // (n) index into key
    int n;
    desk_change change[DESK_CHANGES];
    int done, known; // changes in effect; the redoable ones follow them
} desk;

// Reads the file. On failure there is nothing to close.
rt_status desk_open(desk *k, const char *file, bool anywhere, rt_diag *d);
void desk_close(desk *k);
// The key's field; -1: none.
int desk_find(const desk *k, const char *path);
// Changes a parameter; false when the text is refused: the field's error says why, and the parameter stays as it is.
bool desk_set(desk *k, int field, const char *text);
// Undoes or redoes a change; false if there is none.
bool desk_undo(desk *k);
bool desk_redo(desk *k);
bool desk_modified(const desk *k);
// Whether the present scenario equals that one.
bool desk_is(const desk *k, const scenario *s);
// The present scenario, checked as a whole. The caller frees it with scenario_free.
rt_status desk_scenario(const desk *k, scenario *out, rt_diag *d);
// Writes it as a scenario file; paths within its root become relative to its folder. script (NULL: unchanged) and
// duration (0: unchanged) belong to a run saved with it. The file appears whole or not at all.
rt_status desk_save(const desk *k, const char *file, const char *script, double duration_s, rt_diag *d);

#endif
