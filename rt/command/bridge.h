// SPDX-License-Identifier: MIT
// Orders of the bridge from a device and from keys and panel: of each order, the one last moved acts.
#ifndef HAWSE_RT_COMMAND_BRIDGE_H
#define HAWSE_RT_COMMAND_BRIDGE_H

#include "rt/command/telegraph.h"

typedef struct rt_bridge {
    int16_t order[RT_ORDERS];  // that act
    int16_t device[RT_ORDERS]; // where the device stood when keys gave the order
    bool by_keys[RT_ORDERS], seen[RT_ORDERS];
} rt_bridge;

// An order by keys or panel, in thousandths as in rt_orders: acts until the device's lever is moved.
void rt_bridge_give(rt_bridge *b, rt_order which, int16_t order);
// Goes on with the orders of a command, until a lever of the device is moved.
void rt_bridge_resume(rt_bridge *b, const rt_orders *last);
// The orders that act in this frame, by the device's. A device has moved once its order differs by more than 2 % of the
// full one from where it stood: a lever that trembles takes nothing over.
rt_orders rt_bridge_orders(rt_bridge *b, const rt_orders *device);

#endif
