// SPDX-License-Identifier: MIT
// Axes that the panel shows with live bars: those of the plugged-in joystick, else the deck's inputs.
#include "rt/desk/run.h"

#define SEARCH_NS 3000000000 // between two searches for a joystick
#define COUNTS 32768.0       // counts of an axis on each side

void run_poll_axes(run *c, int64_t now_ns) {
    if (!panel_is_shown(c->panel)) {
        hw_axes_close(&c->axes);
        return;
    }
    if (hw_axes_read(&c->axes) || now_ns < c->axes_due_ns) return;
    c->axes_due_ns = now_ns + SEARCH_NS;
    bool given;
    const hw_map *in_use = hw_device_map(&c->device, &given);
    hw_axes_open(&c->axes, in_use, given);
}

static panel_axis axis_of(const hw_axes *a, int k) {
    const char *role;
    const hw_axis_map *m = hw_axes_map(a, k, &role);
    panel_axis out = {.raw = a->raw.axis[k] / COUNTS, .low = -1, .high = 1};
    snprintf(out.name, sizeof out.name, "axis %d%s%s", k, *role ? ", " : "", role);
    if (!m) return out;
    out.mapped = hw_axis_value(m, a->raw.axis[k]);
    out.low = (m->invert ? m->max : m->min) / COUNTS;
    out.high = (m->invert ? m->min : m->max) / COUNTS;
    out.centre = 0.5 * (m->neutral_low + m->neutral_high) / COUNTS;
    return out;
}

void run_write_axes(const run *c, const dyn_snapshot *now, panel_state *p) {
    if (c->axes.open) {
        p->n_axes = c->axes.raw.axes < PANEL_AXES ? c->axes.raw.axes : PANEL_AXES;
        for (int k = 0; k < p->n_axes; k++) p->axis[k] = axis_of(&c->axes, k);
        return;
    }
    const dyn_gauges *g = &now->gauges;
    p->n_axes = c->s->sim.kind->has_windlass ? 3 : 1;
    p->axis[0] = (panel_axis){.name = "lever", .raw = g->lever, .mapped = g->lever, .low = -1, .high = 1};
    p->axis[2] = (panel_axis){.name = "stopper", .raw = g->stopper != 0, .mapped = g->stopper != 0, .high = 1};
    p->axis[1] = (panel_axis){.name = "brake", .raw = g->brake, .mapped = g->brake, .high = 1};
}

void run_calibrate_axis(run *c, const panel_action *a) {
    static const char *const point[HW_AXIS_POINTS] = {"low", "centre", "high"};
    char path[HW_STORE_PATH];
    int what = (int)a->value;
    if (!c->axes.open) {
        run_set_message(c, true, "no joystick to calibrate: expected one plugged in");
    } else if (what >= 0 && what < HW_AXIS_POINTS) {
        hw_axes_set_point(&c->axes, a->index, (hw_axis_point)what);
        run_set_message(c, false, "axis %d: %s taken", a->index, point[what]);
    } else if (hw_axes_store(&c->axes, a->index, path, &c->d) == RT_OK) {
        run_set_message(c, false, "stored in %s; takes effect on restart", path);
    } else {
        run_set_error_message(c);
    }
}
