// SPDX-License-Identifier: MIT
#include "render/instrument/gauge.h"
#include <stdio.h>

static void draw_lamp(const gauge *p, area a, const char *text, bool on, uint32_t colour) {
    float line = draw2d_cell_height(p->g, FONT_SMALL);
    draw2d_rect(p->g, a.x, a.y, a.width, a.height, on ? colour : p->c->track);
    draw2d_frame(p->g, a.x, a.y, a.width, a.height, 1, on ? p->c->bright : p->c->edge);
    draw2d_text(p->g, a.x + a.width / 2, a.y + (a.height - line) / 2, FONT_SMALL, DRAW2D_CENTRE,
                on ? p->c->lit : p->c->dim, text);
}

static void draw_safety(const gauge *p, area a) {
    const palette *c = p->c;
    static const char *const name[RT_SAFETY_COUNT] = {"NOT ARMED", "DISARMED", "ACTIVE", "STALE", "FAIL-SAFE"};
    int s = p->v->safety < RT_SAFETY_COUNT ? p->v->safety : RT_SAFETY_UNKNOWN;
    const uint32_t colour[RT_SAFETY_COUNT] = {c->track, c->warn, c->good, c->warn, c->bad};
    draw_lamp(p, a, name[s], s != RT_SAFETY_UNKNOWN, colour[s]);
}

// Warns where the dogs do not follow the clutch lever.
static void draw_clutch(const gauge *p, area a) {
    bool in = p->v->engaged, wanted = p->v->clutch;
    const char *stuck = "DOGS STUCK", *none = p->full ? "NOT IN GEAR" : "NO GEAR";
    const char *text = in ? wanted ? "CLUTCH IN" : stuck : wanted ? none : "CLUTCH OUT";
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
    const char *const name[] = {"MOTOR", "MOTOR TRIP", p->full ? "MOTOR BURST" : "BURST"};
    int s = p->v->motor < 3 ? p->v->motor : 0;
    draw_lamp(p, a, name[s], s != 0, s == 1 ? p->c->warn : p->c->bad);
}

void gauge_lamps(const gauge *p, area a) {
    const float gap = p->full ? 4 : 3, across = 6;
    const dyn_gauges *v = p->v;
    const palette *c = p->c;
    float width = (a.width - across) / 2, height = (a.height - 16 - 4 * gap) / 5;
#define PLACE(column, row) (area){a.x + (column) * (width + across), a.y + 8 + (row) * (height + gap), width, height}
    draw_safety(p, PLACE(0, 0));
    draw_clutch(p, PLACE(0, 1));
    draw_stopper(p, PLACE(0, 2));
    draw_lamp(p, PLACE(0, 3), p->full ? "MOTOR BRAKE" : "MOT.BRAKE", v->motor_brake, c->warn);
    draw_lamp(p, PLACE(0, 4), "HOUSED", v->housed, c->good);
    draw_lamp(p, PLACE(1, 0), "E-STOP", v->estop, c->bad);
    draw_lamp(p, PLACE(1, 1), "RELEASE", v->release, c->bad);
    draw_lamp(p, PLACE(1, 2), p->full ? "OVER-TENSION" : "OVERLOAD", v->tension_n > p->marks->tension_max_n, c->bad);
    draw_motor(p, PLACE(1, 3));
    draw_lamp(p, PLACE(1, 4), "JAMMED", v->jammed, c->bad);
#undef PLACE
}

bool gauge_alarm(const dyn_gauges *v, const gauge_marks *marks, char *text, size_t size) {
    char number[32];
    if (v->release)
        snprintf(text, size, "EMERGENCY RELEASE: the band brake is being opened");
    else if (v->estop)
        snprintf(text, size, "EMERGENCY STOP: brakes set; reset with the lever at neutral");
    else if (marks->runaway_m_s > 0 && -v->speed_m_s > marks->runaway_m_s)
        snprintf(text, size, "RUNAWAY: the chain runs out at %s m/s", gauge_number(number, -v->speed_m_s, 3, 1, false));
    else if (v->motor == 2)
        snprintf(text, size, "MOTOR BURST: nothing but the band brake and the stopper holds the chain");
    else if (v->stopper == TACKLE_STOPPER_BROKEN)
        snprintf(text, size, "STOPPER BROKEN: the bar holds nothing any more");
    else if (v->safety == RT_SAFETY_FAILSAFE)
        snprintf(text, size, "FAIL-SAFE: commands do not pass, brakes set; reset with the lever at neutral");
    else if (v->safety == RT_SAFETY_STALE)
        snprintf(text, size, "STALE: the input is old, the last command is held");
    else if (v->tension_n > marks->tension_max_n)
        snprintf(text, size, "OVER-TENSION: %s kN of %.0f", gauge_number(number, v->tension_n / 1000, 5, 0, false),
                 marks->tension_max_n / 1000);
    else if (v->motor == 1)
        snprintf(text, size, "MOTOR TRIPPED: overload; it gives no torque");
    else if (marks->lining_fades_c > 0 && v->lining_c > marks->lining_fades_c)
        snprintf(text, size,
                 "BRAKE HOT: %s \xc2\xb0"
                 "C, the lining fades",
                 gauge_number(number, v->lining_c, 4, 0, false));
    else if (v->jammed)
        snprintf(text, size, "JAMMED: the motor has stalled with the anchor not home");
    else
        return false;
    return true;
}
