// SPDX-License-Identifier: MIT
#include "render/instrument/gauge.h"
#include <math.h>
#include <stdio.h>

float gauge_clamp(double x, double lo, double hi) { return (float)fmin(fmax(x, lo), hi); }

double gauge_nice_above(double x) {
    static const double step[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
    if (!(x > 0) || !isfinite(x)) return 1;
    double p = pow(10, floor(log10(x)));
    for (int i = 0; i < 9; i++)
        if (step[i] * p >= x) return step[i] * p;
    return 10 * p;
}

const char *gauge_number(char text[32], double value, int digits, int decimals, bool sign) {
    double limit = pow(10, digits) - 0.5 * pow(10, -decimals);
    if (!(fabs(value) < limit)) return "---";
    if (fabs(value) < 0.5 * pow(10, -decimals)) {
        value = 0; // no "-0.0"
        sign = false;
    }
    snprintf(text, 32, sign ? "%+.*f" : "%.*f", decimals, value);
    return text;
}

float gauge_title(const gauge *p, area a, const char *text) {
    draw2d_text(p->g, a.x + a.width / 2, a.y + 4, FONT_SMALL, DRAW2D_CENTRE, p->c->dim, text);
    return a.y + 6 + draw2d_cell_height(p->g, FONT_SMALL);
}

static float radial_x(float x, float r, float angle) { return x + r * sinf(angle); }
static float radial_y(float y, float r, float angle) { return y - r * cosf(angle); }

static void draw_tick(const gauge *p, float x, float y, float inner, float outer, float angle, float thick,
                      uint32_t colour) {
    draw2d_line(p->g, radial_x(x, inner, angle), radial_y(y, inner, angle), radial_x(x, outer, angle),
                radial_y(y, outer, angle), thick, colour);
}

static void draw_tension_legend(const gauge *p, float x, float y, double full) {
    char text[32];
    const palette *c = p->c;
    float line = draw2d_cell_height(p->g, FONT_SMALL) + 2;
    draw2d_printf(p->g, x, y, FONT_SMALL, DRAW2D_LEFT, c->bad, "max %6.0f", p->marks->tension_max_n / 1000);
    if (p->marks->tension_rated_n > 0)
        draw2d_printf(p->g, x, y + line, FONT_SMALL, DRAW2D_LEFT, c->warn, "rated %4.0f",
                      p->marks->tension_rated_n / 1000);
    draw2d_printf(p->g, x, y + 2 * line, FONT_SMALL, DRAW2D_LEFT, c->mark, "anchor %3s",
                  gauge_number(text, p->read->anchor_tension_n / 1000, 4, 0, false));
    draw2d_printf(p->g, x, y + 3 * line, FONT_SMALL, DRAW2D_LEFT, c->dim, "0 \xe2\x80\x93 %.0f", full / 1000);
}

// Amber above the motor's greatest pull, where it stalls; red from the alarm's limit.
static uint32_t tension_colour(const gauge *p, double tension_n) {
    if (tension_n > gauge_alarm_limits(p->marks).tension) return p->c->bad;
    return tension_n > p->marks->tension_max_n ? p->c->warn : p->c->good;
}

// A dial of 240°: tension at the lifter, coloured by its state; marks at the rated tension and at the anchor's
// tension.
void gauge_tension(const gauge *p, area a) {
    const float from = -2.0944f, span = 4.1888f, ring = 12;
    const palette *c = p->c;
    char text[32];
    double max = p->marks->tension_max_n, rated = p->marks->tension_rated_n, full = gauge_nice_above(1.25 * max);
    uint32_t state = tension_colour(p, p->v->tension_n);
    float top = gauge_title(p, p->full ? (area){a.x, a.y, 150, a.height} : a, "TENSION  kN");
    float r = fminf((a.y + a.height - top - 14) / 1.55f, p->full ? 68 : 62), x = a.x + (p->full ? 75 : a.width / 2);
    float y = top + r + 6;
    float at = from + span * gauge_clamp(p->v->tension_n / full, 0, 1), limit = from + span * (float)(max / full);
    float anchor = from + span * gauge_clamp(p->v->anchor_tension_n / full, 0, 1);
    draw2d_arc(p->g, x, y, r - ring, r, from, limit, c->track);
    draw2d_arc(p->g, x, y, r - ring, r, limit, from + span, c->over);
    draw2d_arc(p->g, x, y, r - ring, r, from, at, state);
    for (int i = 0; i <= 10; i++)
        draw_tick(p, x, y, r - (i % 5 ? 16 : 20), r - 13, from + span * (float)i / 10, 1.5f, c->dim);
    if (rated > 0) draw_tick(p, x, y, r - ring - 3, r + 4, from + span * gauge_clamp(rated / full, 0, 1), 2, c->warn);
    draw_tick(p, x, y, r - ring - 3, r + 4, limit, 2.5f, c->bad);
    draw_tick(p, x, y, r - 16, r + 3, anchor, 3, c->mark);
    draw_tick(p, x, y, r - 18, r + 5, at, 3, c->bright);
    float big = draw2d_cell_height(p->g, FONT_LARGE);
    draw2d_text(p->g, x, y - big / 2, FONT_LARGE, DRAW2D_CENTRE, state == c->good ? c->bright : state,
                gauge_number(text, p->read->tension_n / 1000, 4, 0, false));
    if (p->full) draw_tension_legend(p, a.x + 154, top + 22, full);
}

static double speed_scale(const gauge *p) {
    return gauge_nice_above(1.5 * 60 * (p->marks->speed_rated_m_s > 0 ? p->marks->speed_rated_m_s : 0.2));
}

// A bar about zero: heaving to the right; marks at the rated speed.
void gauge_speed(const gauge *p, area a) {
    const palette *c = p->c;
    char text[32];
    double m_min = 60 * p->v->speed_m_s, full = speed_scale(p), rated = 60 * p->marks->speed_rated_m_s;
    float x = a.x + a.width / 2, half = a.width / 2 - 6, at = gauge_clamp(m_min / full, -1, 1) * half;
    float line = draw2d_cell_height(p->g, FONT_SMALL), y = gauge_title(p, a, "SPEED  m/min");
    draw2d_text(p->g, x, y, FONT_LARGE, DRAW2D_CENTRE, c->bright,
                gauge_number(text, 60 * p->read->speed_m_s, 3, 1, true));
    float bar = a.y + a.height - line - 26;
    if (isnan(m_min)) at = 0;
    draw2d_rect(p->g, x - half, bar, 2 * half, 10, c->track);
    draw2d_rect(p->g, fminf(x, x + at), bar, fabsf(at), 10, m_min < 0 ? c->warn : c->good);
    for (int i = -2; i <= 2; i++) draw2d_rect(p->g, x + half * (float)i / 2 - 0.5f, bar - 3, 1, 16, c->dim);
    for (int k = -1; k <= 1 && rated > 0; k += 2)
        draw2d_rect(p->g, x + (float)(k * rated / full) * half - 1, bar - 3, 2, 16, c->warn);
    draw2d_text(p->g, x - half, bar + 16, FONT_SMALL, DRAW2D_LEFT, c->dim, "pay out");
    draw2d_text(p->g, x + half, bar + 16, FONT_SMALL, DRAW2D_RIGHT, c->dim, "heave");
}

int gauge_shackles(const gauge_marks *marks, double chain_out_m, double *beyond_m) {
    long tenths = lround(10 * chain_out_m), length = lround(10 * GAUGE_SHACKLE_M), last = 0;
    int n = 0;
    if (marks->n_joining == 0) last = (n = (int)(tenths / length)) * length;
    for (; n < marks->n_joining && lround(10 * marks->joining_m[n]) <= tenths; n++)
        last = lround(10 * marks->joining_m[n]);
    *beyond_m = (double)(tenths - last) / 10;
    return n;
}

// As reported on deck: whole shackles, and the metres beyond them.
void gauge_chain(const gauge *p, area a) {
    const palette *c = p->c;
    char text[32];
    double m = p->read->chain_out_m, beyond = 0;
    bool sane = m >= 0 && m < 99 * GAUGE_SHACKLE_M;
    int n = sane ? gauge_shackles(p->marks, m, &beyond) : 0;
    float x = a.x + a.width / 2, y = gauge_title(p, a, "CHAIN OUT");
    float big = draw2d_cell_height(p->g, FONT_LARGE), middle = draw2d_cell_height(p->g, FONT_MEDIUM);
    snprintf(text, sizeof text, sane ? "%d" : "---", n);
    const char *unit = !sane ? "" : n == 1 ? " shackle" : " shackles";
    float left = x - (draw2d_text_width(p->g, FONT_LARGE, text) + draw2d_text_width(p->g, FONT_MEDIUM, unit)) / 2;
    left += draw2d_text(p->g, left, y, FONT_LARGE, DRAW2D_LEFT, c->bright, text);
    draw2d_text(p->g, left, y + 0.78f * (big - middle), FONT_MEDIUM, DRAW2D_LEFT, c->dim, unit);
    y += big + 2;
    if (sane) draw2d_printf(p->g, x, y, FONT_MEDIUM, DRAW2D_CENTRE, c->bright, "+ %.1f m", beyond);
    y += middle + 6;
    draw2d_printf(p->g, x, y, FONT_SMALL, DRAW2D_CENTRE, c->dim, "%s m in all", gauge_number(text, m, 4, 1, false));
    y += draw2d_cell_height(p->g, FONT_SMALL) + 2;
    if (p->marks->preset_m > 0)
        draw2d_printf(p->g, x, y, FONT_SMALL, DRAW2D_CENTRE, m >= p->marks->preset_m ? c->warn : c->mark,
                      "preset %.1f m", p->marks->preset_m);
}
