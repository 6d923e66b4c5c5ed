// SPDX-License-Identifier: MIT
// Orders of the bridge by keys and panel.
#include "rt/command/telegraph.h"
#include "rt/desk/run.h"

void run_step_order(run *c, int which, int steps) {
    const dyn_snapshot *now = rt_latest_front(&c->s->snapshot, NULL);
    if (which < 0 || which >= RT_ORDERS || now->ship.conning.known == 0) return;
    const rt_orders next = rt_orders_step(session_orders(c->s), (rt_order)which, steps);
    session_order(c->s, (rt_order)which, rt_order_of(&next, (rt_order)which));
}

void run_set_order(run *c, int which, double share) {
    session_order(c->s, (rt_order)which, (int16_t)(RT_ORDER_FULL * (share < -1 ? -1 : share > 1 ? 1 : share)));
}

void run_write_bridge(const run *c, const dyn_snapshot *now, panel_state *p) {
    if (now->ship.conning.known == 0) return;
    const rt_orders o = session_orders(c->s);
    p->n_telegraph = RT_TELEGRAPH_POSITIONS;
    for (int k = 0; k < RT_TELEGRAPH_POSITIONS; k++)
        p->telegraph[k] = (panel_order){rt_telegraph[k].name, rt_order_share(rt_telegraph[k].engine)};
    p->telegraph_now = rt_telegraph_nearest(o.engine);
    p->rudder_order = rt_order_share(o.rudder);
    p->rudder_most_deg = now->ship.conning.rudder_most_rad * 180 / 3.14159265358979323846;
    p->thruster_order = rt_order_share(o.thruster);
}
