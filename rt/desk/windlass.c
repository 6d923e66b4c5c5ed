// SPDX-License-Identifier: MIT
// The windlass's page: controls beside the levers, and readings.
#include "dynamics/windlass/motor_curve.h"
#include "rt/desk/run.h"
#include <stdio.h>

static const struct {
    const char *name, *help;
} control[RT_CONTROLS] = {
    {"lashing", "the devil's claw on the chain: it holds, and comes off only without load"},
    {"pump stopped", "stops the pump, or an electric motor; it starts again with the lever at neutral"},
    {"counter from zero", "the chain counter counts from here; off: from the anchor"},
    {"bell", "strikes the forecastle bell"},
    {"slow speed", "the lever's full travel is two fifths of the motor's speed"},
};

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

void run_write_windlass(const run *c, const dyn_snapshot *now, panel_state *p) {
    const dyn_gauges shown = dyn_gauges_shown(&now->gauges), *g = &shown;
    static const char *const claw[] = {"off", "on", "parted"};
    if (!c->s->sim.kind->has_windlass) return;
    unsigned on = atomic_load_explicit(&c->s->controls, memory_order_relaxed);
    p->n_controls = RT_CONTROLS;
    for (int k = 0; k < RT_CONTROLS; k++) p->control[k] = (panel_switch){control[k].name, control[k].help, on >> k & 1};
    tackle_motor_kind kind = (tackle_motor_kind)c->sc.windlass.motor;
    bool hydraulic = tackle_motor_defaults_of(kind).pressure > 0;
    add_words(p, "power", supply_words(g));
    add_words(p, hydraulic ? "pump" : "motor", motor_words(g));
    if (hydraulic)
        add_reading(p, "pressure", "%.0f bar", g->motor_pa / 1e5);
    else
        add_reading(p, "motor load", "%.0f %% of the limit", 100 * g->motor_load);
    add_words(p, "motor brake", g->motor_brake ? "applied" : "released");
    add_words(p, "lashing", claw[g->claw <= TACKLE_CLAW_PARTED ? g->claw : 0]);
    add_reading(p, "chain out", "%.1f m", g->chain_out_m);
    add_reading(p, "brake lining worn", "%.1f mm", 1e3 * g->wear_m);
}
