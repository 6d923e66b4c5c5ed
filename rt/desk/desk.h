// SPDX-License-Identifier: MIT
// Edits the parameters of a scenario between runs: the file's values, the changes, and undo.
#ifndef HAWSE_RT_DESK_DESK_H
#define HAWSE_RT_DESK_DESK_H

#include "render/panel/panel.h"
#include "rt/scenario/scenario.h"

#define DESK_CHANGES 256 // changes that can be undone

typedef struct desk_change {
    int field;
    bool joined; // made together with the change before it, and undone with it
    char before[PANEL_TEXT], after[PANEL_TEXT];
} desk_change;

typedef struct desk {
    char file[RT_CONFIG_TEXT];
    bool anywhere;
    char *text;        // of the file
    scenario scenario; // as read; `now` shares its lists
    scenario now;      // with the changes
    rt_key key[SCENARIO_KEYS];
    panel_field field[SCENARIO_KEYS]; // (n), one for each key that is not a list
    char *files[SCENARIO_KEYS];       // (n) choices of a path; NULL: none
    int of_key[SCENARIO_KEYS];        // (n) index into key
    int n;
    desk_change change[DESK_CHANGES];
    char with[256];  // what the last choice has set besides, for the user; "": nothing
    double mass;     // of the anchor before a choice of its type [kg]
    int done, known; // change[0 .. done - 1] are in effect, change[done .. known - 1] can be redone
} desk;

// Reads the file. After a failure the caller does not close the desk.
rt_status desk_open(desk *k, const char *file, bool anywhere, rt_diag *d);
void desk_close(desk *k);
// Index of the key's field; -1: none.
int desk_find_field(const desk *k, const char *path);
// Sets a parameter from text, and with a choice of anchor or bow the parameters that belong to it: one change, one
// undo. `with` then lists them. Returns false if the text is invalid; the parameter is then unchanged and the field's
// error has the reason.
bool desk_set(desk *k, int field, const char *text);
// Undoes or redoes a change; false if there is none.
bool desk_undo(desk *k);
bool desk_redo(desk *k);
bool desk_modified(const desk *k);
// Whether the present scenario equals s.
bool desk_equals(const desk *k, const scenario *s);
// The present scenario as text with every key, in SI, not checked. NULL with a message: no memory. Free it.
char *desk_make_text(const desk *k, rt_diag *d);
// Copies the present scenario, checked as a whole, to out. The caller frees it with scenario_free.
rt_status desk_scenario(const desk *k, scenario *out, rt_diag *d);
// Writes the present scenario to a file, whole or not at all, and not to a file that it names: the text as read with
// the changed values, in the units that the user wrote; comments stay. Paths within the file's root become relative to
// its folder. script (NULL: unchanged) and duration_s (0: unchanged) replace those of the scenario when a run is saved
// with it. Fails with RT_ERR_USAGE, RT_ERR_FILE or RT_ERR_MEMORY and a message.
rt_status desk_save(const desk *k, const char *file, const char *script, double duration_s, rt_diag *d);

// Shared by desk.c, companions.c and save.c.
// Notes what a choice replaces, before it is set.
void desk_note_choice(desk *k, int field);
// Sets what belongs to the choice of anchor.type or ship.type, joined to that change.
void desk_set_companions(desk *k, int field);
// Sets one parameter; joined: as a part of the last change. False: as desk_set.
bool desk_set_one(desk *k, int field, const char *text, bool joined);
// Writes the path of a file relative to a folder; both are absolute and free of symbolic links.
void desk_write_relative(const char *folder, const char *file, char *out, size_t size);

#endif
