// SPDX-License-Identifier: MIT
// Inside the rt library: one value of the key table, from its text to its place in the target structure.
#ifndef HAWSE_RT_CONFIG_VALUE_H
#define HAWSE_RT_CONFIG_VALUE_H

#include "rt/config.h"

#define RT_WHY 1400 // bytes that hold every reason below

// What paths are relative to, and the folder that they may not leave (NULL: any), both resolved.
typedef struct rt_path_rule {
    const char *folder, *root;
} rt_path_rule;

// Sets the value of `key` (a vector: entry `index`) in out from the text; false with the reason in why (RT_WHY bytes).
bool rt_value_set(const rt_key *key, int index, const char *text, const rt_path_rule *rule, void *out, char *why);
// Sets the key's default.
bool rt_value_default(const rt_key *key, const rt_path_rule *rule, void *out, char *why);

#endif
