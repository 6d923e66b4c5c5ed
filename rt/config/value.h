// SPDX-License-Identifier: MIT
// Inside the rt library: one value of the key table, from its text to its place in the target structure.
#ifndef HAWSE_RT_CONFIG_VALUE_H
#define HAWSE_RT_CONFIG_VALUE_H

#include "rt/config/config.h"

#define RT_WHY 1400   // bytes that hold every reason below
#define RT_PREFIX 256 // bytes of a key's full name

// What paths are relative to, and the folder that they may not leave (NULL: any), both resolved.
typedef struct rt_path_rule {
    const char *folder, *root;
} rt_path_rule;

// Memory layout of RT_ITEMS of any type.
typedef RT_ITEMS(void) rt_items;

// Sets the value of `key` (of a vector or of names: entry `index`) in out from the text; false with the reason in why
// (RT_WHY bytes).
bool rt_value_set(const rt_key *key, int index, const char *text, const rt_path_rule *rule, void *out, char *why);
// Empties every list of the target. Call it before the target holds anything.
void rt_config_clear(const rt_key *keys, int n, void *out);
// Sets the key's default; the value of one without any becomes zero.
bool rt_value_default(const rt_key *key, const rt_path_rule *rule, void *out, char *why);

#endif
