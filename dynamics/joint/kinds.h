// SPDX-License-Identifier: MIT
// The list of the kinds of joints. Its rows define the enumeration, the functions, the words, help and checks of a
// scenario, the columns and the pictures.
#ifndef HAWSE_DYNAMICS_JOINT_KINDS_H
#define HAWSE_DYNAMICS_JOINT_KINDS_H

#include <stdbool.h>

// Where the second body's point can be, seen from the first body.
typedef enum dyn_joint_place {
    DYN_AT_POINT = 0,
    DYN_ON_LINE,
    DYN_IN_PLANE,
    DYN_ON_SPHERE,
    DYN_ANYWHERE
} dyn_joint_place;

// NAME, word  of the enumeration and of a scenario; word.c defines the function joint_word
// bodies      that a scenario names: 2; 1 for inline, whose second point may belong to any body or to none
// axes        that a scenario gives: 0, 1 (axis) or 2 (axis and second_axis)
// place       of the second body's point; a line has the direction of axis, a plane the normal axis
// freedom     degrees of freedom: the joint has at most 6 - freedom rows
// nodes       largest number of nodes it adds to the bodies, for points and directions that are not their own
// angles      that coordinates and forces can use: 0, 1 (about axis) or 2 (about axis or second_axis)
// travel      1: forces can use the travel along axis
// meaning     help of the word in a scenario, without a semicolon: the help joins the meanings with one
// A scenario lists the words in this order; a new kind goes last.
// clang-format off
#define DYN_JOINT_LIST(X) \
    /* NAME        word         bodies  axes  place         freedom  nodes  angles  travel  meaning */ \
    X(SPHERICAL,   spherical,   2,      0,    DYN_AT_POINT, 3,       2,     0,      0,      "common point") \
    X(REVOLUTE,    revolute,    2,      1,    DYN_AT_POINT, 1,       5,     1,      0,      "common point and axis") \
    X(UNIVERSAL,   universal,   2,      2,    DYN_AT_POINT, 2,       4,     2,      0,      "common point, constant angle between an axis of each body") \
    X(CYLINDRICAL, cylindrical, 2,      1,    DYN_ON_LINE,  2,       5,     1,      1,      "common axis") \
    X(PRISMATIC,   prismatic,   2,      1,    DYN_ON_LINE,  1,       6,     0,      1,      "common axis, no rotation") \
    X(FIXED,       fixed,       2,      0,    DYN_AT_POINT, 0,       6,     0,      0,      "no relative motion") \
    X(INLINE,      inline,      1,      1,    DYN_ON_LINE,  4,       4,     0,      0,      "the second point stays on the axis through the first")
// Kinds of a scenario that couple points or coordinates and no bodies: dyn_joint_add has none of them.
// coordinates that a scenario names. FIRST and X: the same, or one for the first row and one for the others
#define DYN_COUPLING_LIST(FIRST, X) \
    /* NAME        word         place          coordinates  meaning */ \
    FIRST(DISTANCE, distance,   DYN_ON_SPHERE, 0,           "two points at a constant distance") \
    X(GEAR,        gear,        DYN_ANYWHERE,  2,           "two coordinates of one kind in a constant ratio, such as two gears or a pulley tackle") \
    X(RACK,        rack,        DYN_ANYWHERE,  2,           "an angle and a length in a constant ratio: rack and pinion, drum and rope, screw and nut")
// clang-format on

#define DYN_JOINT_ENUM(NAME, ...) DYN_JOINT_##NAME,
typedef enum dyn_joint_kind {
    DYN_JOINT_LIST(DYN_JOINT_ENUM) // from 0
    DYN_JOINT_KINDS,
    DYN_BEFORE_COUPLINGS = DYN_JOINT_KINDS - 1,
    DYN_COUPLING_LIST(DYN_JOINT_ENUM, DYN_JOINT_ENUM) // goes on
    DYN_JOINT_ALL
} dyn_joint_kind;

// "spherical|revolute|...|distance|gear|rack"
#define DYN_JOINT_WORD(NAME, word, ...) #word "|"
#define DYN_COUPLING_FIRST(NAME, word, ...) #word
#define DYN_COUPLING_WORD(NAME, word, ...) "|" #word
#define DYN_JOINT_WORDS DYN_JOINT_LIST(DYN_JOINT_WORD) DYN_COUPLING_LIST(DYN_COUPLING_FIRST, DYN_COUPLING_WORD)

// A row of the lists.
typedef struct dyn_joint_traits {
    const char *word;
    int bodies, axes;
    dyn_joint_place place;
    int freedom, nodes, angles;
    bool travel;
    int coordinates;
} dyn_joint_traits;
extern const dyn_joint_traits dyn_joint_kinds[DYN_JOINT_ALL];

#endif
