// SPDX-License-Identifier: MIT
#include "rt/command/telegraph.h"
#include <stdlib.h>
#include <string.h>

const rt_telegraph_position rt_telegraph[RT_TELEGRAPH_POSITIONS] = {
    {"full astern", -700}, {"half astern", -600},    {"slow astern", -450}, {"dead slow astern", -300},
    {"stop", 0},           {"dead slow ahead", 300}, {"slow ahead", 450},   {"half ahead", 600},
    {"full ahead", 750},   {"full sea speed", 1000},
};

int rt_telegraph_nearest(int16_t engine) {
    int best = 0;
    for (int k = 1; k < RT_TELEGRAPH_POSITIONS; k++)
        if (abs(rt_telegraph[k].engine - engine) < abs(rt_telegraph[best].engine - engine)) best = k;
    return best;
}

void rt_telegraph_standard(double share[RT_TELEGRAPH_POSITIONS]) {
    for (int k = 0; k < RT_TELEGRAPH_POSITIONS; k++) share[k] = rt_order_share(rt_telegraph[k].engine);
}

double rt_telegraph_share(const double share[RT_TELEGRAPH_POSITIONS], int16_t engine) {
    int k = 0, last = RT_TELEGRAPH_POSITIONS - 1;
    while (k < last && engine > rt_telegraph[k].engine) k++;
    if (engine >= rt_telegraph[k].engine) return share[k];
    int from = k > 0 ? rt_telegraph[k - 1].engine : -RT_ORDER_FULL;
    double low = k > 0 ? share[k - 1] : -1, along = (double)(engine - from) / (rt_telegraph[k].engine - from);
    return low + along * (share[k] - low);
}

int rt_telegraph_find(const char *name) {
    for (int k = 0; k < RT_TELEGRAPH_POSITIONS; k++) {
        const char *a = name, *b = rt_telegraph[k].name;
        while (*a && (*a == *b || (*a == '_' && *b == ' '))) a++, b++;
        if (!*a && !*b) return k;
    }
    return -1;
}

static int16_t limit(int order) {
    return (int16_t)(order > RT_ORDER_FULL ? RT_ORDER_FULL : order < -RT_ORDER_FULL ? -RT_ORDER_FULL : order);
}

// To the next multiple of full/parts in that direction.
static int16_t step(int16_t order, int parts, int steps) {
    int now = order * parts, at = (now + (now >= 0 ? RT_ORDER_FULL / 2 : -RT_ORDER_FULL / 2)) / RT_ORDER_FULL + steps;
    return steps == 0 ? 0 : limit(at * RT_ORDER_FULL / parts);
}

rt_orders rt_orders_step(rt_orders o, rt_order which, int steps) {
    int position = rt_telegraph_nearest(o.engine) + steps, last = RT_TELEGRAPH_POSITIONS - 1;
    if (which == RT_ORDER_ENGINE)
        o.engine = steps == 0 ? 0 : rt_telegraph[position < 0 ? 0 : position > last ? last : position].engine;
    if (which == RT_ORDER_RUDDER) o.rudder = step(o.rudder, 7, steps);
    if (which == RT_ORDER_THRUSTER) o.thruster = step(o.thruster, 4, steps);
    return o;
}
