// SPDX-License-Identifier: MIT
#include "rt/command/bridge.h"
#include <stdlib.h>

enum { MOVED = RT_ORDER_FULL / 50 };

void rt_bridge_give(rt_bridge *b, rt_order which, int16_t order) {
    b->order[which] = order;
    b->by_keys[which] = true;
    b->seen[which] = false;
}

void rt_bridge_resume(rt_bridge *b, const rt_orders *last) {
    for (rt_order k = 0; k < RT_ORDERS; k++) rt_bridge_give(b, k, rt_order_of(last, k));
}

rt_orders rt_bridge_orders(rt_bridge *b, const rt_orders *device) {
    for (rt_order k = 0; k < RT_ORDERS; k++) {
        const int16_t now = rt_order_of(device, k);
        if (b->by_keys[k] && !b->seen[k]) b->device[k] = now, b->seen[k] = true;
        if (b->by_keys[k] && abs(now - b->device[k]) > MOVED) b->by_keys[k] = false;
        if (!b->by_keys[k]) b->order[k] = now;
    }
    return (rt_orders){b->order[RT_ORDER_ENGINE], b->order[RT_ORDER_RUDDER], b->order[RT_ORDER_THRUSTER]};
}
