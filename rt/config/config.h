// SPDX-License-Identifier: MIT
// Reads YAML by a table of keys, which holds the documentation, the defaults and the checks. A list of mappings has its
// own table. Messages count its entries from 0: "model.points[3].at". A bare number is SI. A quantity may carry its
// unit ("62 mm", "45 deg", "183 kN"); the reader checks its dimension. One load reports all errors as file:line:column,
// with the nearest key for a typo. Refused: anchors, tags, duplicate keys, non-finite numbers, trailing text, more than
// 1 MiB or 32 levels.
#ifndef HAWSE_RT_CONFIG_CONFIG_H
#define HAWSE_RT_CONFIG_CONFIG_H

#include "rt/base/base.h"
#include <stdio.h>

typedef enum rt_key_kind {
    RT_KEY_NUMBER, // double; `unit` names the SI unit: "m", "kg", "N", "N m", "rad", "s", "m/s", "kg m2", "N/m", "1"...
    RT_KEY_INT,    // int
    RT_KEY_BOOL,   // bool
    RT_KEY_ENUM,   // int: index into the choices, which '|' separates in their text
    RT_KEY_TEXT,   // char[RT_CONFIG_TEXT]
    RT_KEY_PATH,   // char[RT_CONFIG_TEXT]: relative to its file; resolved, and checked to lie in the root
    RT_KEY_VECTOR, // double[3], every entry with the unit
    RT_KEY_QUATERNION, // double[4], scalar part first
    RT_KEY_NAME,       // rt_name: names something, or refers to a name
    RT_KEY_NAMES,      // rt_names: a list of min .. max names
    RT_KEY_LIST,       // RT_ITEMS(type): a list of min .. max mappings, which have their own table
    RT_KEY_RETIRED,    // no value: a key of older files, ignored with a warning; `help` names what replaces it
} rt_key_kind;

#define RT_CONFIG_TEXT 512
#define RT_CONFIG_NAME 48
#define RT_CONFIG_GIVEN 64 // largest number of keys in the table of a list

// A name and its place in the file: letters, digits, '_', '-', at the end perhaps '+' and a number, shorter than
// RT_CONFIG_NAME. Not given: empty, line 0.
typedef struct rt_name {
    char text[RT_CONFIG_NAME];
    int line, column;
} rt_name;

typedef struct rt_names {
    rt_name *name; // (n)
    int n;
} rt_names;

// First member of every entry of a list.
typedef struct rt_item {
    int line, column; // position of the entry
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
    size_t size;               // bytes of an entry, whose first member is an rt_item
} rt_list;

typedef struct rt_key {
    const char *path; // "chain.bar_diameter"
    rt_key_kind kind;
    const char *unit; // SI unit of numbers, "1" without dimension; NULL for other kinds
    double min, max;  // inclusive range of each number; of a list, of the number of its entries
    const char *def;  // default, as text in the file; NULL: the key is required; "": none, the value stays zero
    size_t offset;    // offset of the value in the target structure
    const void *of;   // RT_KEY_ENUM: const char *, the choices; RT_KEY_LIST: const rt_list *; else NULL
    const char *help; // one line
} rt_key;

// Fills `out` from the file (defaults first). root: folder in which all paths must lie; NULL: no limit. lines (may be
// NULL): n ints, the line of each key, 0 for a default; unchanged if the file holds no mapping. Free the lists with
// rt_config_free. Unless the status is RT_OK, every list is empty and nothing stays allocated.
rt_status rt_config_load(const char *file, const rt_key *keys, int n, const char *root, void *out, int *lines,
                         rt_diag *d);
// The same for a file of rt_config_write, which may be larger: at most 64 MiB.
rt_status rt_config_load_written(const char *file, const rt_key *keys, int n, const char *root, void *out, int *lines,
                                 rt_diag *d);
// Lines of n keys at the file's top level; 0 for a missing key or a file that is not a mapping. written: the file is
// from rt_config_write.
rt_status rt_config_find_sections(const char *file, bool written, const char *const *key, int n, int *line, rt_diag *d);
// Frees and empties every list in out.
void rt_config_free(const rt_key *keys, int n, void *out);
// Whether the file gives this key of a list's entry. The table must have the key.
bool rt_config_is_given(const rt_list *list, const void *item, const char *key);
// Writes every key with its value, in SI, as a file that loads to the same values. In a list's entries, keys that the
// file did not give become comments.
void rt_config_write(FILE *f, const rt_key *keys, int n, const void *out);
// Writes a single value (no list) as text for rt_config_set.
void rt_config_format_value(const rt_key *key, const void *out, char *text, size_t size);
// Edits of a file's text: comments, order and units of all other keys stay. The caller frees the text; NULL: it is not
// YAML, or no memory.
//
// Sets a key to a value as YAML text; a key that the file lacks follows the last one of its section. NULL: removes it.
char *rt_config_edit(const char *text, const char *path, const char *value);
// Replaces each scalar for which `replace` returns true by the YAML text that it writes to `with`.
typedef bool rt_config_replacement(void *ctx, const char *scalar, char *with, size_t size);
char *rt_config_replace(const char *text, rt_config_replacement *replace, void *ctx);
// A key's value as the file has it, with its unit. False: the file lacks it, or it does not fit.
bool rt_config_written(const char *text, const char *path, char *value, size_t size);
// Reads a whole file, at most as large as rt_config_load reads it, for an edit. NULL with a message. Free the text.
char *rt_config_read_text(const char *file, rt_diag *d);

// The root folder that the paths in a file may not leave: the folder that holds scenarios/ and models/, if the file
// lies in its scenarios/ or exercises/ or in a folder of those; else the file's own folder. Never what data say: path
// is the file on the command line.
void rt_config_root(const char *path, char *root, size_t size);
// Whether the file lies in the folder `root`, after resolving symbolic links; false too if either does not exist.
bool rt_config_path_inside(const char *file, const char *root);
// Sets one value (no list) from its text, with paths relative to `file`. Paths must lie in root (NULL: no limit). On
// failure: false, the reason in why (size bytes), out unchanged.
bool rt_config_set(const rt_key *key, const char *text, const char *file, const char *root, void *out, char *why,
                   size_t size);
// Calls `visit` with every non-empty path, also those in lists.
void rt_config_visit_paths(const rt_key *keys, int n, const void *out, void (*visit)(void *ctx, const char *path),
                           void *ctx);
// Prints the table as documentation.
void rt_config_print_schema(FILE *f, const rt_key *keys, int n);

// Sets every value with a default, as rt_config_load does for an empty file; paths stay unchanged.
void rt_config_defaults(const rt_key *keys, int n, void *out);

// Parses a quantity such as "62 mm" into the SI unit. On failure: false, with the reason in `why` (size bytes).
bool rt_quantity_parse(const char *text, const char *si_unit, double *value, char *why, size_t size);
// The choice (of n; entries may be NULL) nearest to the word, if near enough for a misspelling; else NULL.
const char *rt_find_nearest(const char *word, const char *const *choice, int n);

#endif
