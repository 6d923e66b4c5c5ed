// SPDX-License-Identifier: MIT
// Inside the check of a mechanism: the entry under check, the names of the model, and how faults are told.
#ifndef HAWSE_RT_SCENARIO_MODEL_PRIVATE_H
#define HAWSE_RT_SCENARIO_MODEL_PRIVATE_H

#include "rt/scenario/model.h"

typedef struct model_entry {
    const rt_name *name;
    int kind, index; // a scenario_kind, and the place in its list
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

// Keys that fit an entry of some kind beside name and kind, separated by blanks.
typedef struct model_rule {
    const char *one;   // exactly one of these; NULL: no such choice
    const char *needs; // all of these
    const char *may;
} model_rule;

// Collects the names and reports duplicates and "ground". False, with a message: out of memory.
bool model_names_collect(model_check *c);
// Index of the named item, which must be of a wanted kind (bits); *kind (may be NULL): its kind. SCENARIO_GROUND for
// "ground" if allowed; SCENARIO_NONE if the name is empty or an error was reported.
int model_resolve(const model_check *c, const rt_name *name, unsigned wanted, bool ground, int *kind);
// "point", "body"...
const char *model_kind_name(int kind);

// From here on messages are about this entry.
void model_enter(model_check *c, const void *item, const char *what, const rt_name *name);
void model_fault(const model_check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Tells the keys that are missing or do not fit.
void model_check_keys(const model_check *c, const rt_list *list, const model_rule *rule, const char *what);
// Whether the number of names is between low and high; told otherwise.
bool model_check_count(const model_check *c, const char *key, const rt_names *names, int low, int high);
// Resolves up to two names; those that are not there, or not found, become SCENARIO_NONE.
void model_resolve_pair(const model_check *c, const rt_names *names, unsigned wanted, bool ground, int index[2]);
// Makes v a unit vector; the zero vector is told.
bool model_check_direction(const model_check *c, const char *key, double v[3]);
// Choice k of an enumeration of the list's table.
const char *model_choice(const rt_list *list, const char *key, int k, char *buffer, size_t size);

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
