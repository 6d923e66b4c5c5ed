// SPDX-License-Identifier: MIT
// YAML read through one table of keys. The table is the documentation, the defaults and the checks. A list of mappings
// is read by a table of its own, and messages name its entries from 0: "model.points[3].at".
// A number is SI; a quantity may carry its unit ("62 mm", "45 deg", "183 kN") and its dimension is checked. All errors
// are reported at once as file:line:column, with the nearest key for a typo; no anchors, tags, duplicate keys,
// non-finite numbers or trailing text; at most 1 MiB and 32 levels.
#ifndef HAWSE_RT_CONFIG_CONFIG_H
#define HAWSE_RT_CONFIG_CONFIG_H

#include "rt/base/base.h"
#include <stdio.h>

typedef enum rt_key_kind {
    RT_KEY_NUMBER, // double; `unit` names the SI unit: "m", "kg", "N", "N m", "rad", "s", "m/s", "kg m2", "N/m", "1"...
    RT_KEY_INT,    // int
    RT_KEY_BOOL,   // bool
    RT_KEY_ENUM,   // int: index into the choices, a text that separates them by '|'
    RT_KEY_TEXT,   // char[RT_CONFIG_TEXT]
    RT_KEY_PATH,   // char[RT_CONFIG_TEXT]: relative to the file that names it; resolved and checked to stay in the root
    RT_KEY_VECTOR, // double[3], every entry with the unit
    RT_KEY_NAME,   // rt_name: names something, or refers to a name
    RT_KEY_NAMES,  // rt_names: a list of min .. max names
    RT_KEY_LIST,   // RT_ITEMS(type): a list of min .. max mappings, each read by a table of its own
} rt_key_kind;

#define RT_CONFIG_TEXT 512
#define RT_CONFIG_NAME 48
#define RT_CONFIG_GIVEN 64 // most keys in the table of a list

// A name and its place in the file: letters, digits, '_', '-', shorter than RT_CONFIG_NAME; empty with line 0 if not
// given.
typedef struct rt_name {
    char text[RT_CONFIG_NAME];
    int line, column;
} rt_name;

typedef struct rt_names {
    rt_name *name; // (n)
    int n;
} rt_names;

// Begins every entry of a list.
typedef struct rt_item {
    int line, column; // where the entry stands
    uint64_t given;   // bit k: the file gives key k of the list's table
} rt_item;

// The target of a list, as a member of a structure.
#define RT_ITEMS(type)                                                                                                 \
    struct {                                                                                                           \
        type *item;                                                                                                    \
        int n;                                                                                                         \
    }

typedef struct rt_list {
    const struct rt_key *keys; // offsets count from the entry
    int n;                     // at most RT_CONFIG_GIVEN
    size_t size;               // bytes of an entry, which begins with an rt_item
} rt_list;

typedef struct rt_key {
    const char *path; // "chain.bar_diameter"
    rt_key_kind kind;
    const char *unit; // SI unit of numbers, "1" without dimension, NULL for kinds that have none
    double min, max;  // inclusive range of each number; of a list, of the number of its entries
    const char *def;  // default, written as in the file; NULL: the key is required; "": none, the value stays zero
    size_t offset;    // offset of the value in the target structure
    const void *of;   // RT_KEY_ENUM: const char *, the choices; RT_KEY_LIST: const rt_list *; else NULL
    const char *help; // one line
} rt_key;

// Fills `out` from the file (defaults first). root: folder that paths may not leave; NULL lets them go anywhere.
// lines (may be NULL): n ints, the line where each key stands, 0 for a default; untouched where there are no keys at
// all. Lists are allocated, and freed by rt_config_free; when the status is not RT_OK nothing is left allocated, and
// every list is empty.
rt_status rt_config_load(const char *file, const rt_key *keys, int n, const char *root, void *out, int *lines,
                         rt_diag *d);
// The same of what rt_config_write made of such a file, which may be larger: at most 64 MiB.
rt_status rt_config_load_written(const char *file, const rt_key *keys, int n, const char *root, void *out, int *lines,
                                 rt_diag *d);
// Lines where keys of the file's top level stand, 0 for one that it lacks; zeros for a file that is no mapping.
// written: by rt_config_write.
rt_status rt_config_sections(const char *file, bool written, const char *const *key, int n, int *line, rt_diag *d);
// Frees every list that the loader put in out, and empties it.
void rt_config_free(const rt_key *keys, int n, void *out);
// Whether the file gives this key of a list's entry. A key that the table lacks is a bug.
bool rt_config_given(const rt_list *list, const void *item, const char *key);
// Writes every key with its value, in SI, as a file that loads to the same values. Of a list's entries the keys that
// were not given stand in comments.
void rt_config_write(FILE *f, const rt_key *keys, int n, const void *out);
// A single value, not a list, as for rt_config_set.
void rt_config_text(const rt_key *key, const void *out, char *text, size_t size);
// Sets one value, not a list, from its text as in `file`. Paths must lie within root (NULL: anywhere). On failure
// false, with the reason in why (size bytes), and out unchanged.
bool rt_config_set(const rt_key *key, const char *text, const char *file, const char *root, void *out, char *why,
                   size_t size);
// Calls `see` with every path that is not empty, those in lists too.
void rt_config_paths(const rt_key *keys, int n, const void *out, void (*see)(void *ctx, const char *path), void *ctx);
// Prints the table as documentation.
void rt_config_print_schema(FILE *f, const rt_key *keys, int n);

// Sets every value that has a default, as rt_config_load does for a file that says nothing; paths are left alone.
void rt_config_defaults(const rt_key *keys, int n, void *out);

// Parses "62 mm" against the SI unit; false, with the reason in `why` (size bytes), on any fault.
bool rt_quantity_parse(const char *text, const char *si_unit, double *value, char *why, size_t size);
// The choice (of n, each may be NULL) nearest to the word, if near enough to be a misspelling; else NULL.
const char *rt_nearest(const char *word, const char *const *choice, int n);

#endif
