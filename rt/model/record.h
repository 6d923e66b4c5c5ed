// SPDX-License-Identifier: MIT
// Columns of a mechanism's CSV file (`record:`), and references by name in a mechanism.
#ifndef HAWSE_RT_MODEL_RECORD_H
#define HAWSE_RT_MODEL_RECORD_H

#include "rt/config/config.h"

struct scenario_model;

enum { SCENARIO_NONE = -1, SCENARIO_GROUND = -2 }; // in place of an index

// Kinds of named items, as bits: a reference may allow several.
typedef enum scenario_kind {
    SCENARIO_POINT = 1,
    SCENARIO_VECTOR = 2,
    SCENARIO_BODY = 4,
    SCENARIO_JOINT = 8,
    SCENARIO_COORDINATE = 16,
    SCENARIO_DRIVER = 32,
    SCENARIO_FORCE = 64,
    SCENARIO_SHAPE = 128,
    SCENARIO_MATERIAL = 256,
    SCENARIO_CONTACT = 512,
} scenario_kind;

// A name in the file, and the index of the named item in the list of its kind.
typedef struct scenario_ref {
    rt_name name;
    int index; // SCENARIO_NONE if not in the file
} scenario_ref;

// A repeated entry: its copies get names with numbers from 1. Each lies `offset` from the one before.
typedef struct scenario_repeat {
    int times;
    double offset[3]; // [m]
} scenario_repeat;

// Recordable quantities, in the order of the table's choices.
typedef enum scenario_what {
    SCENARIO_X = 0,
    SCENARIO_VX = 3,
    SCENARIO_AX = 6,
    SCENARIO_WX = 9,
    SCENARIO_POSITION = 12,
    SCENARIO_RATE,
    SCENARIO_ACCELERATION,
    SCENARIO_EFFORT,
    SCENARIO_FORCE_X,
    SCENARIO_TORQUE_X = 19,
    SCENARIO_ENERGY = 22,
    SCENARIO_KINETIC,
    SCENARIO_POTENTIAL,
    SCENARIO_ENERGY_ERROR,
    SCENARIO_NEWTON,
    SCENARIO_PHI_MAX,
    SCENARIO_DEPTH,
    SCENARIO_NORMAL_FORCE,
    SCENARIO_FRICTION_FORCE,
    SCENARIO_HITS,
    SCENARIO_QW,
    SCENARIO_ROLL = 36,
    SCENARIO_LX = 39,
    SCENARIO_PLACE_X = 42,
    SCENARIO_NORMAL_X = 45,
    SCENARIO_WHAT_COUNT = 48
} scenario_what;

// A column of the CSV file.
typedef struct scenario_record {
    rt_item item;
    rt_name name;
    scenario_repeat repeat;
    scenario_ref of;
    int of_kind; // a scenario_kind; 0: the whole model
    int what;
} scenario_record;

// Unit of a column, such as "m/s".
const char *scenario_record_unit(const struct scenario_model *m, const scenario_record *r);

#endif
