// SPDX-License-Identifier: MIT
// Positions of the engine telegraph, by IMO's Standard Marine Communication Phrases, and steps of the other orders.
#ifndef HAWSE_RT_COMMAND_TELEGRAPH_H
#define HAWSE_RT_COMMAND_TELEGRAPH_H

#include "rt/command/command.h"

typedef struct rt_telegraph_position {
    const char *name; // such as "dead slow ahead"
    int16_t engine;   // its order: thousandths of full revolutions, unless a ship gives its own (rt_telegraph_share)
} rt_telegraph_position;

enum { RT_TELEGRAPH_POSITIONS = 10 };
extern const rt_telegraph_position rt_telegraph[RT_TELEGRAPH_POSITIONS]; // from full astern to full sea speed

// The position nearest to an order.
int rt_telegraph_nearest(int16_t engine);
// Revolutions at the positions over the full ones, negative astern, where a ship gives no others: the orders
// themselves.
void rt_telegraph_standard(double share[RT_TELEGRAPH_POSITIONS]);
// Revolutions over the full ones at an order, -1..1, from those at the positions (negative astern): linear between
// them, and from full astern to -1 at an order of -1.
double rt_telegraph_share(const double share[RT_TELEGRAPH_POSITIONS], int16_t engine);
// The position of that name, also with '_' for spaces; -1: none.
int rt_telegraph_find(const char *name);

typedef enum rt_order {
    RT_ORDER_ENGINE = 0, // steps of the telegraph
    RT_ORDER_RUDDER,     // steps of 1/7 of the largest angle: 5 deg of the usual 35
    RT_ORDER_THRUSTER,   // steps of 1/4 of full force
    RT_ORDERS
} rt_order;

static inline int16_t rt_order_of(const rt_orders *o, rt_order which) {
    return which == RT_ORDER_ENGINE ? o->engine : which == RT_ORDER_RUDDER ? o->rudder : o->thruster;
}

// The orders after so many steps of one of them, within its ends; 0 steps: stop, midships.
rt_orders rt_orders_step(rt_orders o, rt_order which, int steps);

#endif
