// SPDX-License-Identifier: MIT
// Converts one value of the key table from text into the target structure; internal to the room.
#ifndef HAWSE_RT_CONFIG_VALUE_H
#define HAWSE_RT_CONFIG_VALUE_H

#include "rt/config/config.h"

#define RT_WHY 1400   // bytes for the longest reason
#define RT_PREFIX 256 // bytes of a key's full name

// Folder of relative paths, and the root in which all paths must lie (NULL: no limit); both resolved.
typedef struct rt_path_rule {
    const char *folder, *root;
} rt_path_rule;

// Memory layout of RT_ITEMS of any type.
typedef RT_ITEMS(void) rt_items;

// Numbers in a value of this kind: of a vector 3, of a quaternion 4; 0: it is no list of numbers.
static inline int rt_value_numbers(rt_key_kind kind) {
    return kind == RT_KEY_VECTOR ? 3 : kind == RT_KEY_QUATERNION ? 4 : 0;
}
// Sets the value of `key` in out from the text; in a vector or names: entry `index`. On failure: false, with the reason
// in why (RT_WHY bytes).
bool rt_value_set(const rt_key *key, int index, const char *text, const rt_path_rule *rule, void *out, char *why);
// Sets every list of an uninitialised target to empty, without freeing.
void rt_config_clear(const rt_key *keys, int n, void *out);
// Sets the key's default, or zero without one. On failure: false, with the reason in why.
bool rt_value_default(const rt_key *key, const rt_path_rule *rule, void *out, char *why);

#endif
