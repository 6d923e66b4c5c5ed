// SPDX-License-Identifier: MIT
#include "render/gauges.h"
#include <math.h>
#include <string.h>

static const uint32_t panel = 0x0b1016ff, edge = 0x34424cff, track = 0x26313aff, dim = 0x8fa0abff, bright = 0xf2f6f8ff;
static const uint32_t green = 0x35c46aff, amber = 0xffb52eff, red = 0xff4a3dff, blue = 0x58b4ffff;
static const float panel_height = 158, status_height = 24, message_height = 34;

static float clampf(double x, double lo, double hi) { return (float)fmin(fmax(x, lo), hi); }

// The least round number that is not below x.
static double nice_above(double x) {
    double p = pow(10, floor(log10(x)));
    static const double step[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
    for (int i = 0; i < 9; i++)
        if (step[i] * p >= x) return step[i] * p;
    return 10 * p;
}

static void title(draw2d *g, float x, float y, const char *text) {
    draw2d_text(g, x, y, FONT_SMALL, DRAW2D_CENTRE, dim, text);
}

// Dial of 240°: chain tension at the lifter, with the red part from tension_max and a blue mark for the anchor's end.
static void tension_dial(draw2d *g, float x, float y, const dyn_gauges *v, double max_n) {
    const float from = -2.0944f, span = 4.1888f, r = 62;
    double full = nice_above(1.25 * max_n);
    float at = from + span * clampf(v->tension_n / full, 0, 1), limit = from + span * clampf(max_n / full, 0, 1);
    float anchor = from + span * clampf(v->anchor_tension_n / full, 0, 1);
    uint32_t colour = v->tension_n > max_n ? red : green;
    draw2d_arc(g, x, y, r - 12, r, from, limit, track);
    draw2d_arc(g, x, y, r - 12, r, limit, from + span, 0x6b1f1bff);
    draw2d_arc(g, x, y, r - 12, r, from, at, colour);
    for (int i = 0; i <= 10; i++) {
        float a = from + span * (float)i / 10, in = r - (i % 5 ? 16 : 20);
        draw2d_line(g, x + in * sinf(a), y - in * cosf(a), x + (r - 13) * sinf(a), y - (r - 13) * cosf(a), 1.5f, dim);
    }
    draw2d_arc(g, x, y, r - 16, r + 4, anchor - 0.02f, anchor + 0.02f, blue);
    draw2d_arc(g, x, y, r - 18, r + 5, at - 0.025f, at + 0.025f, bright);
    draw2d_printf(g, x, y - 26, FONT_LARGE, DRAW2D_CENTRE, v->tension_n > max_n ? red : bright, "%.0f",
                  v->tension_n / 1000);
    draw2d_text(g, x, y + 14, FONT_SMALL, DRAW2D_CENTRE, dim, "kN");
    draw2d_printf(g, x, y + 34, FONT_SMALL, DRAW2D_CENTRE, dim, "0 \xe2\x80\xa6 %.0f", full / 1000);
    draw2d_text(g, x + r + 16, y - 62, FONT_SMALL, DRAW2D_LEFT, dim, "TENSION");
    draw2d_printf(g, x + r + 16, y - 42, FONT_SMALL, DRAW2D_LEFT, red, "max %4.0f", max_n / 1000);
    draw2d_printf(g, x + r + 16, y - 24, FONT_SMALL, DRAW2D_LEFT, blue, "anchor");
    draw2d_printf(g, x + r + 16, y - 6, FONT_MEDIUM, DRAW2D_LEFT, blue, "%.0f", v->anchor_tension_n / 1000);
    draw2d_text(g, x + r + 16, y + 18, FONT_SMALL, DRAW2D_LEFT, dim, "kN");
}

static void chain_out(draw2d *g, float x, float y, const dyn_gauges *v) {
    title(g, x, y, "CHAIN OUT");
    float w = draw2d_printf(g, x - 10, y + 20, FONT_LARGE, DRAW2D_CENTRE, bright, "%.1f", v->chain_out_m);
    draw2d_text(g, x - 10 + w / 2 + 5, y + 36, FONT_MEDIUM, DRAW2D_LEFT, dim, "m");
    draw2d_printf(g, x, y + 70, FONT_MEDIUM, DRAW2D_CENTRE, bright, "%.2f", v->chain_out_m / 27.5);
    draw2d_text(g, x, y + 96, FONT_SMALL, DRAW2D_CENTRE, dim, "shackles of 27.5 m");
}

// Bar about zero: heaving to the right.
static void speed(draw2d *g, float x, float y, const dyn_gauges *v) {
    const float half = 95;
    const double full = 30; // [m/min]
    double m_min = 60 * v->speed_m_s;
    float at = clampf(m_min / full, -1, 1) * half;
    title(g, x, y, "SPEED");
    float w = draw2d_printf(g, x - 24, y + 20, FONT_LARGE, DRAW2D_CENTRE, bright, "%+.1f", m_min);
    draw2d_text(g, x - 24 + w / 2 + 5, y + 36, FONT_MEDIUM, DRAW2D_LEFT, dim, "m/min");
    draw2d_printf(g, x, y + 66, FONT_SMALL, DRAW2D_CENTRE, dim, "%+.2f m/s", v->speed_m_s);
    draw2d_rect(g, x - half, y + 90, 2 * half, 10, track);
    draw2d_rect(g, fminf(x, x + at), y + 90, fabsf(at), 10, m_min < 0 ? amber : green);
    for (int i = -2; i <= 2; i++) draw2d_rect(g, x + half * (float)i / 2 - 0.5f, y + 86, 1, 18, dim);
    draw2d_text(g, x - half, y + 106, FONT_SMALL, DRAW2D_LEFT, dim, "pay out");
    draw2d_text(g, x + half, y + 106, FONT_SMALL, DRAW2D_RIGHT, dim, "heave");
    draw2d_text(g, x, y + 106, FONT_SMALL, DRAW2D_CENTRE, dim, "0");
}

// Upright scale from lo to hi with a bar from zero to the value.
static void lever_scale(draw2d *g, float x, float y, const char *name, double value, double lo, uint32_t colour,
                        const char *top, const char *bottom) {
    const float height = 84, width = 22;
    float zero = y + 22 + height * (float)(1 / (1 - lo)), at = zero - clampf(value, lo, 1) * height / (float)(1 - lo);
    title(g, x, y, name);
    draw2d_rect(g, x - width / 2, y + 22, width, height, track);
    draw2d_rect(g, x - width / 2, fminf(zero, at), width, fabsf(zero - at), colour);
    draw2d_rect(g, x - width / 2 - 5, at - 1.5f, width + 10, 3, bright);
    if (lo < 0) draw2d_rect(g, x - width / 2, zero - 0.5f, width, 1, dim);
    draw2d_text(g, x + width / 2 + 8, y + 18, FONT_SMALL, DRAW2D_LEFT, dim, top);
    draw2d_text(g, x + width / 2 + 8, y + 92, FONT_SMALL, DRAW2D_LEFT, dim, bottom);
    draw2d_printf(g, x, y + 110, FONT_SMALL, DRAW2D_CENTRE, bright, lo < 0 ? "%+.0f %%" : "%.0f %%", 100 * value);
}

static void lamp(draw2d *g, float x, float y, const char *text, bool on, uint32_t colour) {
    const float width = 108, height = 28;
    draw2d_rect(g, x, y, width, height, on ? colour : track);
    draw2d_frame(g, x, y, width, height, 1, on ? bright : edge);
    draw2d_text(g, x + width / 2, y + 6, FONT_SMALL, DRAW2D_CENTRE, on ? 0x081008ff : 0x71808aff, text);
}

static void lamps(draw2d *g, float x, float y, const dyn_gauges *v) {
    lamp(g, x, y, v->clutch ? "CLUTCH IN" : "CLUTCH OUT", v->clutch, green);
    const char *safety = v->release                     ? "RELEASE"
                         : v->estop                     ? "E-STOP"
                         : v->safety == RT_SAFETY_STALE ? "STALE"
                                                        : "FAIL-SAFE";
    lamp(g, x, y + 36, safety, v->failsafe || v->safety == RT_SAFETY_STALE, red);
    lamp(g, x + 116, y, "HOUSED", v->housed, green);
    lamp(g, x + 116, y + 36, "JAMMED", v->jammed, red);
    draw2d_printf(g, x, y + 80, FONT_SMALL, DRAW2D_LEFT, dim, "motor torque %7.1f kNm", v->motor_torque_nm / 1000);
    draw2d_printf(g, x, y + 100, FONT_SMALL, DRAW2D_LEFT, dim, "head angle   %7.1f \xc2\xb0",
                  v->hinge_rad * 180 / M_PI);
}

static void status_line(draw2d *g, const dyn_snapshot *s, bool software) {
    int minutes = (int)fmod(s->t / 60, 1e6);
    draw2d_backdrop(g, 0, status_height, panel);
    float x = 10;
    x += draw2d_printf(g, x, 4, FONT_SMALL, DRAW2D_LEFT, bright, "%02d:%05.2f", minutes, s->t - 60.0 * minutes);
    x += draw2d_printf(g, x, 4, FONT_SMALL, DRAW2D_LEFT, dim,
                       "   frame %llu   work %4.0f \xc2\xb5s   Newton %d   contacts %d   links %d   ",
                       (unsigned long long)s->frame, (double)s->info.work_ns / 1000, s->info.newton, s->info.points,
                       s->info.links);
    x += draw2d_printf(g, x, 4, FONT_SMALL, DRAW2D_LEFT, s->info.misses ? amber : dim, "misses %llu",
                       (unsigned long long)s->info.misses);
    if (s->info.slip_ns > 0)
        x += draw2d_printf(g, x, 4, FONT_SMALL, DRAW2D_LEFT, amber, "   %.2f s behind", 1e-9 * (double)s->info.slip_ns);
    // the help gives way in a narrow picture
    static const char help[] = "1-5 views  f forces  h see-through  g gauges", renderer[] = "software renderer   ";
    float width = (float)font_size[FONT_SMALL].width, end = g->width - 10, free_width = end - x - 2 * width;
    if (free_width > width * (float)strlen(help)) end -= draw2d_text(g, end, 4, FONT_SMALL, DRAW2D_RIGHT, dim, help);
    if (software && end - x > width * (float)strlen(renderer))
        draw2d_text(g, end, 4, FONT_SMALL, DRAW2D_RIGHT, dim, renderer);
}

static void message_line(draw2d *g, const dyn_snapshot *s) {
    if (!s->message[0]) return;
    float y = g->height - panel_height - message_height;
    draw2d_backdrop(g, y, message_height, 0x261a02ff);
    draw2d_rect(g, 0, y, 6, message_height, amber);
    int length = (int)strnlen(s->message, sizeof s->message);
    bool wide = (float)(length * font_size[FONT_MEDIUM].width) > g->width - 30;
    draw2d_printf(g, 20, y + (wide ? 9 : 5), wide ? FONT_SMALL : FONT_MEDIUM, DRAW2D_LEFT, amber, "%.*s", length,
                  s->message);
}

void gauges_hide(const dyn_snapshot *s, float *above, float *below) {
    *above = status_height;
    *below = panel_height + (s->message[0] ? message_height : 0);
}

void gauges_draw(draw2d *g, const dyn_snapshot *s, const dyn_gauges *v, double tension_max_n, bool software) {
    float top = g->height - panel_height, y = top + 14, unit = g->width / 1280;
    draw2d_backdrop(g, top, panel_height, panel);
    draw2d_rect(g, 0, top, g->width, 1, edge);
    status_line(g, s, software);
    message_line(g, s);
    tension_dial(g, 90 * unit, top + 82, v, tension_max_n);
    chain_out(g, 350 * unit, y, v);
    speed(g, 580 * unit, y, v);
    lever_scale(g, 760 * unit, y, "LEVER", v->lever, -1, v->lever < 0 ? amber : green, "heave", "pay out");
    lever_scale(g, 890 * unit, y, "BRAKE", v->brake, 0, red, "set", "open");
    lamps(g, g->width - 244, y + 2, v);
}
