// SPDX-License-Identifier: MIT
// Tables of keys. Private to the room.
#ifndef HAWSE_RT_SCENARIO_KEYS_H
#define HAWSE_RT_SCENARIO_KEYS_H

#include "rt/scenario/scenario.h"

// The keys of a ship's scenario besides those that every scenario has.
extern const rt_key scenario_ship_key[];
extern const int scenario_ship_keys;

#endif
