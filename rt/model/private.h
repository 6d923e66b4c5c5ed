// SPDX-License-Identifier: MIT
// What the checks of a mechanism share: the entry under check, the names of the model, the messages; internal to the
// room.
#ifndef HAWSE_RT_MODEL_PRIVATE_H
#define HAWSE_RT_MODEL_PRIVATE_H

#include "rt/model/model.h"

#define MODEL_MIN_SINE 0.02 // of the angles between a body's basis vectors: below it the constraints become singular

typedef struct model_entry {
    const rt_name *name;
    int kind, index; // a scenario_kind; index in its list
} model_entry;

typedef struct model_check {
    const char *file;
    scenario_model *m;
    rt_diag *d;
    const rt_item *item; // the entry under check
    char who[96];        // its name in messages: "joint 'j1'"
    model_entry *entry;  // every name, sorted (n)
    int n;
} model_check;

// Keys for one kind of entry beside name and kind, separated by blanks.
typedef struct model_rule {
    const char *one;   // exactly one of these; NULL: no choice
    const char *needs; // required keys
    const char *may;
} model_rule;

// Replaces repeated entries by their copies. False with a message.
bool model_expand_repeats(const model_check *c);
// Collects the names and reports duplicates and "ground". False with a message: out of memory.
bool model_names_collect(model_check *c);
// Index of the named item, which must be of a wanted kind (bits); *kind (may be NULL): its kind. SCENARIO_GROUND for
// "ground" if allowed; SCENARIO_NONE if the name is empty or an error was reported.
int model_resolve(const model_check *c, const rt_name *name, unsigned wanted, bool ground, int *kind);
// "point", "body"...
const char *model_kind_name(int kind);

// Sets the entry that later messages name.
void model_set_entry(model_check *c, const void *item, const char *what, const rt_name *name);
void model_report_fault(const model_check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Reports missing keys and keys that do not fit.
void model_check_keys(const model_check *c, const rt_list *list, const model_rule *rule, const char *what);
// Whether the number of names is between low and high; if not, with a message.
bool model_check_count(const model_check *c, const char *key, const rt_names *names, int low, int high);
// Resolves names into index[], at most `most`; the rest is SCENARIO_NONE.
void model_resolve_all(const model_check *c, const rt_names *names, unsigned wanted, int *index, int most);
// Resolves up to two names; an absent or unknown name gives SCENARIO_NONE.
void model_resolve_pair(const model_check *c, const rt_names *names, unsigned wanted, bool ground, int index[2]);
// Normalises v; false with a message for the zero vector.
bool model_check_direction(const model_check *c, const char *key, double v[3]);
// Reports a joint that has neither an angle nor, if it would do, a travel; names the kinds that have one.
void model_report_joint(const model_check *c, const scenario_ref *joint, bool travel);
// Whether the words, separated by blanks, have the word.
bool model_has_word(const char *words, const char *word);
// Reads the orientation of the entry under check from its keys angles or quaternion; `axes`: its keys that would give
// it too. 1: *r turns from the frame to the world, or to the body's frame; 0: not given; -1: a fault, reported.
int model_read_orientation(const model_check *c, const rt_list *list, const char *axes, const double angles[3],
                           const double quaternion[4], mat3 *r);
// Makes the table of the entry under check, from its list or its file. NULL with a message. Free it with
// scenario_model_free.
dyn_table *model_make_table(const model_check *c, const scenario_table *list, const char *file, dyn_table_kind kind);
// Choice k of an enumeration of the list's table.
const char *model_choice_name(const rt_list *list, const char *key, int k, char *buffer, size_t size);

// The checks: bodies with their points and vectors; joints, coordinates and drivers; force elements; shapes, materials
// and contacts; columns.
void model_check_bodies(model_check *c);
void model_check_joints(model_check *c);
void model_check_coordinates(model_check *c);
void model_check_drivers(model_check *c);
void model_check_forces(model_check *c);
void model_check_shapes(model_check *c);
void model_check_materials(model_check *c);
void model_check_contacts(model_check *c);
void model_check_records(model_check *c);

#endif
