// SPDX-License-Identifier: MIT
// YAML read through one table of keys. The table is the documentation, the defaults and the checks.
// A number is SI; a quantity may carry its unit ("62 mm", "45 deg", "183 kN") and its dimension is checked. All errors
// are reported at once as file:line:column, with the nearest key for a typo; no anchors, tags, duplicate keys,
// non-finite numbers or trailing text; at most 1 MiB and 32 levels.
#ifndef HAWSE_RT_CONFIG_H
#define HAWSE_RT_CONFIG_H

#include "rt/base.h"
#include <stdio.h>

typedef enum rt_key_kind {
    RT_KEY_NUMBER, // double; `unit` names the SI unit: "m", "kg", "N", "N m", "rad", "s", "m/s", "kg m2", "N/m", "1"...
    RT_KEY_INT,    // int
    RT_KEY_BOOL,   // bool
    RT_KEY_ENUM,   // int: index into `choices`, a list separated by '|'
    RT_KEY_TEXT,   // char[RT_CONFIG_TEXT]
    RT_KEY_PATH,   // char[RT_CONFIG_TEXT]: relative to the file that names it; resolved and checked to stay in the root
    RT_KEY_VECTOR, // double[3], every entry with the unit
} rt_key_kind;

#define RT_CONFIG_TEXT 512

typedef struct rt_key {
    const char *path; // "chain.bar_diameter"
    rt_key_kind kind;
    const char *unit; // SI unit of numbers, "1" without dimension, NULL for kinds that have none
    double min, max;  // inclusive range of each number
    const char *def;  // default, written as in the file; NULL: the key is required
    size_t offset;    // where the value goes in the target structure
    const char *choices;
    const char *help; // one line
} rt_key;

// Fills `out` from the file (defaults first). root: folder that paths may not leave; NULL lets them go anywhere.
// lines (may be NULL): n ints, the line where each key stands, 0 for a default.
rt_status rt_config_load(const char *file, const rt_key *keys, int n, const char *root, void *out, int *lines,
                         rt_diag *d);
// Prints the table as documentation.
void rt_config_print_schema(FILE *f, const rt_key *keys, int n);

// Parses "62 mm" against the SI unit; false, with the reason in `why` (size bytes), on any fault.
bool rt_quantity_parse(const char *text, const char *si_unit, double *value, char *why, size_t size);

#endif
