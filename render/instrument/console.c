// SPDX-License-Identifier: MIT
#include "render/instrument/console.h"
#include <math.h>
#include <stdio.h>

// An upright scale.
typedef struct scale {
    double value, lo; // as parts of the upper end; lo: the lower end, -1 or 0
    uint32_t colour;
    const char *top, *bottom, *reading;
    const char *beside; // between top and bottom; "": none
} scale;

static void draw_upright(const gauge *p, area a, const char *title, const scale *s) {
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

static void write_percent(char text[40], double value, bool sign) {
    char number[32];
    snprintf(text, 40, "%s %%", gauge_number(number, 100 * value, 3, 0, sign));
}

static void draw_lever(const gauge *p, area a) {
    char text[40];
    double lever = p->v->lever;
    write_percent(text, p->read->lever, true);
    draw_upright(p, a, "LEVER", &(scale){lever, -1, lever < 0 ? p->c->warn : p->c->good, "heave", "pay out", text, ""});
}

static void draw_brake(const gauge *p, area a) {
    char text[40];
    write_percent(text, p->read->brake, false);
    draw_upright(p, a, "BRAKE", &(scale){p->v->brake, 0, p->c->bad, "set", "open", text, ""});
}

static void draw_lining(const gauge *p, area a) {
    char number[32], text[40], top[16];
    double c = p->v->lining_c, fades = p->marks->lining_fades_c, faded = p->marks->lining_faded_c;
    double full = gauge_nice_above(faded > 0 ? 1.1 * faded : c);
    uint32_t colour = faded > 0 && c >= faded ? p->c->bad : fades > 0 && c >= fades ? p->c->warn : p->c->good;
    snprintf(top, sizeof top, "%.0f", full);
    snprintf(text, sizeof text,
             "%s \xc2\xb0"
             "C",
             gauge_number(number, p->read->lining_c, 4, 0, false));
    draw_upright(p, a, "LINING", &(scale){c / full, 0, colour, top, "0", text, ""});
}

static void draw_torque(const gauge *p, area a) {
    char number[32], text[40], load[40] = "", top[16], bottom[16];
    double m = p->v->motor_torque_nm, max = p->marks->torque_max_nm;
    double full = gauge_nice_above(max > 0 ? max : fabs(m));
    snprintf(text, sizeof text, "%s kNm", gauge_number(number, p->read->motor_torque_nm / 1000, 4, 0, true));
    snprintf(top, sizeof top, "%+.0f", full / 1000);
    snprintf(bottom, sizeof bottom, "%+.0f", -full / 1000);
    if (p->full) write_percent(load, p->read->motor_load, false); // the pressure's limit holds in both directions
    draw_upright(p, a, "MOTOR", &(scale){m / full, -1, m < 0 ? p->c->warn : p->c->good, top, bottom, text, load});
}

// clang-format off
const console_gauge console_table[] = {
    // name, draw, full width, small width, rank
    {"tension", gauge_tension, 244, 140, 3},
    {"speed",   gauge_speed,   174, 128, 4},
    {"chain",   gauge_chain,   186, 148, 6},
    {"lever",   draw_lever,    102, 100, 1},
    {"brake",   draw_brake,     86,  76, 2},
    {"lining",  draw_lining,    90,  76, 7},
    {"torque",  draw_torque,   106,  84, 7}, // omitted together with the lining
    {"lamps",   gauge_lamps,   236, 194, 5},
};
// clang-format on
const int console_gauge_count = sizeof console_table / sizeof console_table[0];
_Static_assert(sizeof console_table <= CONSOLE_CAPACITY * sizeof console_table[0], "room in console_layout");

static const float full_height = 158, small_height = 138;

static float width_of(int k, bool full) { return full ? console_table[k].full_width : console_table[k].small_width; }

static int highest_rank(void) {
    int rank = 0;
    for (int k = 0; k < console_gauge_count; k++)
        if (console_table[k].rank > rank) rank = console_table[k].rank;
    return rank;
}

// Adds the gauges of these ranks to `which`, in the order of the table. Returns the new number.
static int add_ranks(int *which, int n, int from, int to) {
    for (int k = 0; k < console_gauge_count; k++)
        if (console_table[k].rank >= from && console_table[k].rank <= to) which[n++] = k;
    return n;
}

// Lays out one row of these gauges at height y, with equal gaps.
static void lay_row(console_layout *l, const int *which, int n, float width, float y, float height) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += width_of(which[i], l->full);
    float gap = (width - sum) / (float)(n + 1), x = gap;
    for (int i = 0; i < n; i++) {
        l->gauge[which[i]] = (area){x, y, width_of(which[i], l->full), height};
        x += width_of(which[i], l->full) + gap;
    }
}

// How many of these gauges fit side by side, from the first.
static int count_fitting(const int *which, int n, bool full, float width) {
    int k = 0;
    for (float sum = 0; k < n && sum + width_of(which[k], full) <= width; k++) sum += width_of(which[k], full);
    return k;
}

// How many of these gauges make the upper of two rows of about equal width.
static int split_evenly(const int *which, int n) {
    float total = 0, upper = 0;
    for (int i = 0; i < n; i++) total += width_of(which[i], false);
    int k = 0;
    while (upper + width_of(which[k], false) / 2 < total / 2) upper += width_of(which[k++], false);
    return k;
}

// Every gauge, small, in two rows; false: too narrow or too low.
static bool lay_two_rows(console_layout *l, float width, float height) {
    int all[CONSOLE_CAPACITY], n = add_ranks(all, 0, 1, highest_rank());
    int above = split_evenly(all, n), below = n - above;
    if (height < 5 * small_height || count_fitting(all, above, false, width) < above ||
        count_fitting(all + above, below, false, width) < below)
        return false;
    l->height = 2 * small_height;
    lay_row(l, all, above, width, height - l->height, small_height);
    lay_row(l, all + above, below, width, height - small_height, small_height);
    return true;
}

console_layout console_lay_out(float width, float height) {
    int which[CONSOLE_CAPACITY], n = add_ranks(which, 0, 1, highest_rank());
    console_layout l = {.full = count_fitting(which, n, true, width) == n && height >= 3 * full_height};
    l.height = l.full ? full_height : small_height;
    if (height < 2 * l.height) return (console_layout){0};
    for (int rank = highest_rank(); rank >= CONSOLE_CORE; rank--) {
        n = add_ranks(which, 0, 1, rank);
        if (count_fitting(which, n, l.full, width) < n) continue;
        lay_row(&l, which, n, width, height - l.height, l.height);
        return l;
    }
    if (lay_two_rows(&l, width, height)) return l;
    n = 0;
    for (int rank = 1; rank <= highest_rank(); rank++) n = add_ranks(which, n, rank, rank);
    n = count_fitting(which, n, l.full, width);
    if (n == 0) l.height = 0;
    lay_row(&l, which, n, width, height - l.height, l.height);
    return l;
}

void console_draw(const gauge *p, const console_layout *l) {
    for (int k = 0; k < console_gauge_count; k++)
        if (l->gauge[k].width > 0) console_table[k].draw(p, l->gauge[k]);
}
