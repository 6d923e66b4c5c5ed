// SPDX-License-Identifier: MIT
// Upright scales: lever, brake and its lining, motor torque and load.
#include "render/instrument/gauge.h"
#include <math.h>
#include <stdio.h>

typedef struct scale {
    double value, lo; // in parts of the scale's end; lo: its other end, -1 or 0
    uint32_t colour;
    const char *top, *bottom, *reading;
    const char *beside; // between top and bottom; "" nothing
} scale;

static void upright(const gauge *p, area a, const char *title, const scale *s) {
    const palette *c = p->c;
    float line = draw2d_cell_height(p->g, FONT_SMALL), width = 20;
    float top = gauge_title(p, a, title), height = a.y + a.height - top - line - 12;
    float labels = fmaxf(draw2d_text_width(p->g, FONT_SMALL, s->top), draw2d_text_width(p->g, FONT_SMALL, s->bottom));
    labels = fmaxf(labels, draw2d_text_width(p->g, FONT_SMALL, s->beside));
    float x = a.x + (a.width - width - 8 - labels) / 2;
    if (x < a.x + 4) x = a.x + 4;
    float zero = top + height * (float)(1 / (1 - s->lo));
    float at = zero - (isnan(s->value) ? 0 : gauge_clamp(s->value, s->lo, 1)) * height / (float)(1 - s->lo);
    draw2d_rect(p->g, x, top, width, height, c->track);
    draw2d_rect(p->g, x, fminf(zero, at), width, fabsf(zero - at), s->colour);
    if (s->lo < 0) draw2d_rect(p->g, x, zero - 0.5f, width, 1, c->dim);
    draw2d_rect(p->g, x - 4, at - 1.5f, width + 8, 3, c->bright);
    draw2d_text(p->g, x + width + 8, top - 2, FONT_SMALL, DRAW2D_LEFT, c->dim, s->top);
    draw2d_text(p->g, x + width + 8, top + height - line + 2, FONT_SMALL, DRAW2D_LEFT, c->dim, s->bottom);
    draw2d_text(p->g, x + width + 8, top + (height - line) / 2, FONT_SMALL, DRAW2D_LEFT, c->mark, s->beside);
    draw2d_text(p->g, a.x + a.width / 2, top + height + 6, FONT_SMALL, DRAW2D_CENTRE, c->bright, s->reading);
}

static void percent(char text[40], double value, bool sign) {
    char number[32];
    snprintf(text, 40, "%s %%", gauge_number(number, 100 * value, 3, 0, sign));
}

void gauge_lever(const gauge *p, area a) {
    char text[40];
    double lever = p->v->lever;
    percent(text, p->read->lever, true);
    upright(p, a, "LEVER", &(scale){lever, -1, lever < 0 ? p->c->warn : p->c->good, "heave", "pay out", text, ""});
}

void gauge_brake(const gauge *p, area a) {
    char text[40];
    percent(text, p->read->brake, false);
    upright(p, a, "BRAKE", &(scale){p->v->brake, 0, p->c->bad, "set", "open", text, ""});
}

void gauge_lining(const gauge *p, area a) {
    char number[32], text[40], top[16];
    double c = p->v->lining_c, fades = p->marks->lining_fades_c, faded = p->marks->lining_faded_c;
    double full = gauge_nice_above(faded > 0 ? 1.1 * faded : c);
    uint32_t colour = faded > 0 && c >= faded ? p->c->bad : fades > 0 && c >= fades ? p->c->warn : p->c->good;
    snprintf(top, sizeof top, "%.0f", full);
    snprintf(text, sizeof text,
             "%s \xc2\xb0"
             "C",
             gauge_number(number, p->read->lining_c, 4, 0, false));
    upright(p, a, "LINING", &(scale){c / full, 0, colour, top, "0", text, ""});
}

void gauge_torque(const gauge *p, area a) {
    char number[32], text[40], load[40] = "", top[16], bottom[16];
    double m = p->v->motor_torque_nm, max = p->marks->torque_max_nm;
    double full = gauge_nice_above(max > 0 ? max : fabs(m));
    snprintf(text, sizeof text, "%s kNm", gauge_number(number, p->read->motor_torque_nm / 1000, 4, 0, true));
    snprintf(top, sizeof top, "%+.0f", full / 1000);
    snprintf(bottom, sizeof bottom, "%+.0f", -full / 1000);
    if (p->full) percent(load, p->read->motor_load, false); // pressure over the highest, in either direction
    upright(p, a, "MOTOR", &(scale){m / full, -1, m < 0 ? p->c->warn : p->c->good, top, bottom, text, load});
}
