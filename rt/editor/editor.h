// SPDX-License-Identifier: MIT
// Edits the parameters of a scenario between runs: the file's values, the changes, and undo.
#ifndef HAWSE_RT_EDITOR_EDITOR_H
#define HAWSE_RT_EDITOR_EDITOR_H

#include "render/panel/panel.h"
#include "rt/scenario/scenario.h"

#define EDITOR_CHANGES 256 // changes that can be undone

typedef struct editor_change {
    int field;
    bool joined; // made together with the change before it, and undone with it
    char before[PANEL_TEXT], after[PANEL_TEXT];
} editor_change;

typedef struct editor {
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
    editor_change change[EDITOR_CHANGES];
    char with[256];  // what the last choice has set besides, for the user; "": nothing
    double mass;     // of the anchor before a choice of its type [kg]
    int done, known; // change[0 .. done - 1] are in effect, change[done .. known - 1] can be redone
} editor;

// Reads the file. After a failure the caller does not close the editor.
rt_status editor_open(editor *k, const char *file, bool anywhere, rt_diag *d);
// Takes the resolved scenario of a recording (scenario_load_resolved); path: its former file.
rt_status editor_open_recorded(editor *k, const char *text, const char *path, const char *recording, bool anywhere,
                               rt_diag *d);
void editor_close(editor *k);
// Index of the key's field; -1: none.
int editor_find_field(const editor *k, const char *path);
// Sets a parameter from text, and with a choice of anchor or bow the parameters that belong to it: one change, one
// undo. `with` then lists them. Returns false if the text is invalid; the parameter is then unchanged and the field's
// error has the reason.
bool editor_set(editor *k, int field, const char *text);
// Undoes or redoes a change; false if there is none.
bool editor_undo(editor *k);
bool editor_redo(editor *k);
bool editor_modified(const editor *k);
// Whether the present scenario equals s.
bool editor_equals(const editor *k, const scenario *s);
// The present scenario as text with every key, in SI, not checked. NULL with a message: no memory. Free it.
char *editor_make_text(const editor *k, rt_diag *d);
// Copies the present scenario, checked as a whole, to out. The caller frees it with scenario_free.
rt_status editor_scenario(const editor *k, scenario *out, rt_diag *d);
// Writes the present scenario to a file, whole or not at all, and not to a file that it names: the text as read with
// the changed values, in the units that the user wrote; comments stay. Paths within the file's root become relative to
// its folder. script (NULL: unchanged) and duration_s (0: unchanged) replace those of the scenario when a run is saved
// with it. Fails with RT_ERR_USAGE, RT_ERR_FILE or RT_ERR_MEMORY and a message.
rt_status editor_save(const editor *k, const char *file, const char *script, double duration_s, rt_diag *d);

// Shared by editor.c, companions.c and save.c.
// Sets one parameter; joined: as a part of the last change. False: as editor_set.
bool editor_set_one(editor *k, int field, const char *text, bool joined);
// Writes the path of a file relative to a folder; both are absolute and free of symbolic links.
void editor_write_relative(const char *folder, const char *file, char *out, size_t size);

#endif
