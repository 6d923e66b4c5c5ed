// SPDX-License-Identifier: MIT
// A pull by hand at a part of the world: the grip, and the place to which the spring draws it. A designer's tool, no
// control of a ship; the law of its force is in dynamics/element/pull.h.
#ifndef HAWSE_RT_COMMAND_PULL_H
#define HAWSE_RT_COMMAND_PULL_H

#include <stdbool.h>
#include <stdint.h>

typedef enum rt_pull_kind {
    RT_PULL_NONE = 0,
    RT_PULL_BODY, // at a point of a body of the model
    RT_PULL_NODE, // at a point mass: a node of the model
    RT_PULL_KINDS
} rt_pull_kind;

// Part of rt_command, recorded as bytes. All zero: no pull.
typedef struct rt_pull {
    int32_t kind;   // rt_pull_kind
    int32_t number; // of the body or the node in the model
    double at[3];   // gripped point in the body's frame [m]; 0 of a node
    double to[3];   // world point to which the spring draws it [m]
} rt_pull;

#define RT_PULL_FARTHEST 1e6 // largest coordinate [m]

// Whether kind, number and coordinates can be those of a pull. Whether the model has the part, the element finds.
bool rt_pull_is_valid(const rt_pull *p);

#endif
