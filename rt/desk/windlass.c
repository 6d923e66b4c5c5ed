// SPDX-License-Identifier: MIT
// The windlass's page: controls beside the levers, readings, and the orders of the bridge.
#include "dynamics/windlass/motor_curve.h"
#include "rt/command/telegraph.h"
#include "rt/config/config.h"
#include "rt/desk/run.h"
#include <stdio.h>

static const struct {
    const char *name, *help;
    rt_control bit;
} control[] = {
    {"lashing", "the devil's claw on the chain: it holds, and comes off only without load", RT_CONTROL_LASHING},
    {"pump stopped", "stops the pump, or an electric motor; it starts again with the lever at neutral",
     RT_CONTROL_STOP_PUMP},
    {"counter from zero", "the chain counter counts from here; off: from the anchor", RT_CONTROL_ZERO},
    {"bell", "strikes the forecastle bell", RT_CONTROL_BELL},
    {"slow speed", "the lever's full travel is two fifths of the motor's speed", RT_CONTROL_SLOW},
    {"chain wash", "water jets in the hawse pipe, for a chain that comes in muddy", RT_CONTROL_WASH},
    {"anchor ball", "the day signal of a ship at anchor: COLREGs, rule 30", RT_CONTROL_BALL},
    {"remote", "the remote position has command; off: the local one, at the windlass", RT_CONTROL_REMOTE},
    {"watch set anew", "at each change: anchor watch about the present place, alarm ended", RT_CONTROL_WATCH},
};
enum { CONTROLS = sizeof control / sizeof control[0] };

void run_work_control(run *c, int index) {
    if (index < 0 || index >= CONTROLS || !c->s->sim.kind->has_windlass) return;
    if (control[index].bit == RT_CONTROL_REMOTE && !c->devices.remote)
        run_set_message(c, true, "one position only; for two: --device rest=DEVICE,remote=keyboard");
    else
        atomic_fetch_xor_explicit(&c->s->controls, (unsigned)control[index].bit, memory_order_relaxed);
}

bool run_keyboard_has_command(const run *c) {
    return c->devices.keyboard && (!c->devices.remote || c->remote == c->devices.keyboard_remote);
}

static const char *command_words(const dyn_gauges *g) {
    bool remote = g->controls & RT_CONTROL_REMOTE;
    if (g->controls & RT_CONTROL_WAITS) return remote ? "remote: to neutral" : "local: to neutral";
    return remote ? "remote" : "local";
}

static void add_reading(panel_state *p, const char *name, const char *format, double value) {
    if (p->n_readings == PANEL_READINGS) return;
    panel_reading *r = &p->reading[p->n_readings++];
    r->name = name;
    snprintf(r->text, sizeof r->text, format, value);
}

static void add_words(panel_state *p, const char *name, const char *words) {
    if (p->n_readings == PANEL_READINGS) return;
    panel_reading *r = &p->reading[p->n_readings++];
    r->name = name;
    snprintf(r->text, sizeof r->text, "%s", words);
}

static const char *supply_words(const dyn_gauges *g) {
    if (g->supply & DYN_SUPPLY_POWER) return "lost";
    return g->supply & DYN_SUPPLY_PUMP ? "available, one pump lost" : "available";
}

static const char *motor_words(const dyn_gauges *g) {
    static const char *const state[] = {"ready", "tripped", "burst", "stopped"};
    return state[g->motor < 4 ? g->motor : 0];
}

void run_set_preset(run *c, const char *text) {
    static const double longest = 9999; // of four figures [m]
    char why[200];
    double length = 0;
    if (text[strspn(text, " ")] && !rt_quantity_parse(text, "m", &length, why, sizeof why))
        run_set_message(c, true, "preset length: %s", why);
    else if (!(length >= 0 && length <= longest))
        run_set_message(c, true, "preset length: expected 0 .. %.0f m, found %g m", longest, length);
    else {
        preset_set(&c->preset, length);
        run_set_message(c, false, length > 0 ? "veering beyond %.1f m of chain warns" : "no preset length", length);
    }
}

void run_update_preset(run *c, const dyn_snapshot *now) {
    const dyn_gauges shown = dyn_gauges_shown(&now->gauges);
    render_set_preset(c->window, c->preset.length_m);
    if (!session_pace_runs(&c->s->pace)) return;
    preset_update(&c->preset, now->t, shown.chain_out_m, shown.speed_m_s);
    if (c->preset.closed)
        atomic_fetch_or_explicit(&c->s->controls, RT_CONTROL_PRESET, memory_order_relaxed);
    else
        atomic_fetch_and_explicit(&c->s->controls, ~(unsigned)RT_CONTROL_PRESET, memory_order_relaxed);
}

static const char *on_words(const dyn_gauges *g, rt_control which, const char *on, const char *off) {
    return g->controls & which ? on : off;
}

void run_write_windlass(const run *c, const dyn_snapshot *now, panel_state *p) {
    const dyn_gauges shown = dyn_gauges_shown(&now->gauges), *g = &shown;
    static const char *const claw[] = {"off", "on", "parted"};
    if (!c->s->sim.kind->has_windlass) return;
    unsigned on = atomic_load_explicit(&c->s->controls, memory_order_relaxed);
    p->n_controls = CONTROLS;
    for (int k = 0; k < p->n_controls; k++)
        p->control[k] = (panel_switch){control[k].name, control[k].help, on & control[k].bit};
    tackle_motor_kind kind = (tackle_motor_kind)c->sc.windlass.motor;
    bool hydraulic = tackle_motor_defaults_of(kind).pressure > 0;
    add_words(p, "command", command_words(g));
    add_words(p, "power", supply_words(g));
    add_words(p, hydraulic ? "pump" : "motor", motor_words(g));
    if (hydraulic)
        add_reading(p, "pressure", "%.0f bar", g->motor_pa / 1e5);
    else
        add_reading(p, "motor load", "%.0f %% of the limit", 100 * g->motor_load);
    if (!hydraulic) add_reading(p, "motor current", "%.0f A", g->motor_a);
    add_words(p, "motor brake", g->motor_brake ? "applied" : "released");
    add_words(p, "lashing", claw[g->claw <= TACKLE_CLAW_PARTED ? g->claw : 0]);
    add_words(p, "chain wash", on_words(g, RT_CONTROL_WASH, "running", "off"));
    add_words(p, "anchor ball", on_words(g, RT_CONTROL_BALL, "hoisted", "down"));
    add_reading(p, "chain out", "%.1f m", g->chain_out_m);
    add_reading(p, "preset length", c->preset.length_m > 0 ? "%.1f m" : "none", c->preset.length_m);
    add_reading(p, "brake lining worn", "%.1f mm", 1e3 * g->wear_m);
}

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
