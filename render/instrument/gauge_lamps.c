// SPDX-License-Identifier: MIT
#include "render/instrument/gauge.h"
#include <stdio.h>

static void draw_lamp(const gauge *p, area a, const char *text, bool on, uint32_t colour) {
    if (p->lamp_test && colour == p->c->track) colour = p->c->warn; // a state that lights no lamp
    on = on || p->lamp_test;
    float line = draw2d_cell_height(p->g, FONT_SMALL);
    draw2d_rect(p->g, a.x, a.y, a.width, a.height, on ? colour : p->c->track);
    draw2d_frame(p->g, a.x, a.y, a.width, a.height, 1, on ? p->c->bright : p->c->edge);
    draw2d_text(p->g, a.x + a.width / 2, a.y + (a.height - line) / 2, FONT_SMALL, DRAW2D_CENTRE,
                on ? p->c->lit : p->c->dim, text);
}

static void draw_safety(const gauge *p, area a) {
    const palette *c = p->c;
    static const char *const name[RT_SAFETY_COUNT] = {"NOT ARMED", "DISARMED", "ACTIVE", "NO SIGNAL", "FAIL-SAFE"};
    int s = p->v->safety < RT_SAFETY_COUNT ? p->v->safety : RT_SAFETY_UNKNOWN;
    if (s == RT_SAFETY_ACTIVE && p->v->controls & RT_CONTROL_WAITS) s = RT_SAFETY_DISARMED;
    const uint32_t colour[RT_SAFETY_COUNT] = {c->track, c->warn, c->good, c->warn, c->bad};
    draw_lamp(p, a, name[s], s != RT_SAFETY_UNKNOWN, colour[s]);
}

// Warns where the dogs do not follow the clutch lever.
static void draw_clutch(const gauge *p, area a) {
    bool in = p->v->engaged, wanted = p->v->clutch;
    const char *loaded = p->full ? "CLUTCH LOADED" : "LOADED", *none = p->full ? "NOT IN GEAR" : "NO GEAR";
    const char *text = in ? wanted ? "CLUTCH IN" : loaded : wanted ? none : "CLUTCH OUT";
    draw_lamp(p, a, text, in || wanted, in == wanted ? p->c->good : p->c->warn);
}

static void draw_stopper(const gauge *p, area a) {
    const palette *c = p->c;
    static const char *const name[] = {"STOPPER UP", "BAR DOWN", "STOPPER ON", "BAR BROKEN"};
    const uint32_t colour[] = {c->track, c->warn, c->good, c->bad};
    int s = p->v->stopper <= TACKLE_STOPPER_BROKEN ? p->v->stopper : TACKLE_STOPPER_OPEN;
    draw_lamp(p, a, name[s], s != TACKLE_STOPPER_OPEN, colour[s]);
}

static void draw_motor(const gauge *p, area a) {
    const char *const name[] = {"MOTOR", "MOTOR TRIP", p->full ? "MOTOR BURST" : "BURST", "MOTOR OFF"};
    int s = p->v->motor < 4 ? p->v->motor : 0;
    draw_lamp(p, a, name[s], s != 0, s == 2 ? p->c->bad : p->c->warn);
}

void gauge_lamps(const gauge *p, area a) {
    const float gap = p->full ? 4 : 3, across = 6;
    const dyn_gauges *v = p->v;
    const palette *c = p->c;
    const alarm_limits limits = gauge_alarm_limits(p->marks);
    uint32_t now = alarm_conditions(v, &limits);
    float width = (a.width - across) / 2, height = (a.height - 16 - 4 * gap) / 5;
#define PLACE(column, row) (area){a.x + (column) * (width + across), a.y + 8 + (row) * (height + gap), width, height}
    draw_safety(p, PLACE(0, 0));
    draw_clutch(p, PLACE(0, 1));
    draw_stopper(p, PLACE(0, 2));
    draw_lamp(p, PLACE(0, 3), p->full ? "MOTOR BRAKE" : "MOT.BRAKE", v->motor_brake, c->warn);
    draw_lamp(p, PLACE(0, 4), "HOUSED", v->housed, c->good);
    draw_lamp(p, PLACE(1, 0), "E-STOP", v->estop, c->bad);
    draw_lamp(p, PLACE(1, 1), "RELEASE", v->release, c->bad);
    draw_lamp(p, PLACE(1, 2), p->full ? "OVER-TENSION" : "OVERLOAD", now >> ALARM_OVER_TENSION & 1, c->bad);
    draw_motor(p, PLACE(1, 3));
    draw_lamp(p, PLACE(1, 4), "JAMMED", v->jammed, c->bad);
#undef PLACE
}

alarm_limits gauge_alarm_limits(const gauge_marks *m) {
    return alarm_limits_of(m->tension_max_n, m->runaway_m_s, m->lining_fades_c);
}
