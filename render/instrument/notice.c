// SPDX-License-Identifier: MIT
#include "render/instrument/notice.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LINES = 4 };
static const float left_edge = 16, above = 5;

#define FLASH_NS 500000000 // half a period [ns]

// Writes the alarm: its present value while it holds, the worst one after that. t: time of the log [s].
static void write_alarm(const dyn_snapshot *s, const alarm_record *r, double t, const gauge_marks *marks, int others,
                        notice *n) {
    const alarm_limits limits = gauge_alarm_limits(marks);
    const dyn_gauges shown = dyn_gauges_shown(&s->gauges);
    char text[120], more[24] = "";
    bool holds = r->active && r->held >= t; // an active alarm outlasts its condition by ALARM_CLEAR_S
    alarm_write(r->kind, holds ? alarm_value(r->kind, &shown) : r->worst, &limits, text, sizeof text);
    if (others > 0) snprintf(more, sizeof more, "  (+%d)", others);
    snprintf(n->alarm, sizeof n->alarm, "%s%s%s", text, r->active ? "" : " \xe2\x80\x93 cleared", more);
    n->state = alarm_state_of(r);
    n->priority = alarm_priority_of(r->kind);
}

void notice_of(const dyn_snapshot *s, const alarm_log *alarms, const gauge_marks *marks, int64_t now_ns, notice *n) {
    int list[ALARM_RECORDS], count = alarm_log_list(alarms, list);
    n->alarm[0] = 0;
    n->lit = (now_ns / FLASH_NS) % 2 == 0;
    if (count > 0) write_alarm(s, &alarms->record[list[0]], alarms->t, marks, count - 1, n);
    snprintf(n->text, sizeof n->text, "%.*s", (int)strnlen(s->message, sizeof s->message), s->message);
    if (n->alarm[0] && !s->gauges.jammed) n->text[0] = 0; // a jam's message gives the reason
}

// Draws the text in lines of at most `width` points, broken at blanks; g NULL: draws nothing. Returns the number of
// lines.
static int draw_lines(const draw2d *measure, draw2d *g, float x, float y, float width, uint32_t colour,
                      const char *text) {
    int room = (int)(width / draw2d_cell_width(measure, FONT_SMALL)), n = 0;
    float line = draw2d_cell_height(measure, FONT_SMALL);
    if (room < 8) return 0;
    while (*text && n < MOST_LINES) {
        char part[256];
        size_t length = strlen(text);
        if (length > (size_t)room) {
            length = (size_t)room;
            while (length > 0 && text[length] != ' ') length--;
            if (length == 0) length = (size_t)room;
        }
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        if (g) draw2d_text_within(g, x, y + line * (float)n, width, FONT_SMALL, colour, part);
        text += length;
        while (*text == ' ') text++;
        n++;
    }
    return n;
}

// Whether alarm and text fit side by side in the middle size.
static bool fits_large(const draw2d *g, const notice *n) {
    float width = draw2d_text_width(g, FONT_MEDIUM, n->alarm) + draw2d_text_width(g, FONT_MEDIUM, n->text);
    return width + 3 * left_edge <= g->width;
}

float notice_height(const draw2d *g, const notice *n) {
    if (!n->alarm[0] && !n->text[0]) return 0;
    float large = draw2d_cell_height(g, FONT_MEDIUM) + 2 * above, width = g->width - 2 * left_edge;
    if (fits_large(g, n)) return large;
    int count = draw_lines(g, NULL, 0, 0, width, 0, n->alarm) + draw_lines(g, NULL, 0, 0, width, 0, n->text);
    if (count == 0) return 0;
    return fmaxf((float)count * draw2d_cell_height(g, FONT_SMALL) + 2 * above, large);
}

void notice_draw(draw2d *g, const palette *c, area strip, const notice *n, uint32_t background, uint32_t colour) {
    uint32_t raised = n->priority == ALARM_ALARM ? c->bad : c->warn;
    bool alarm = n->alarm[0], flashes = alarm && (n->state == ALARM_ACTIVE || n->state == ALARM_RECTIFIED);
    uint32_t back = alarm && n->priority > ALARM_CAUTION ? c->alarm : background;
    draw2d_backdrop(g, strip.x, strip.y, strip.width, strip.height, back);
    draw2d_rect(g, strip.x, strip.y, 6, strip.height, alarm ? raised : colour);
    if (flashes && n->lit) draw2d_frame(g, strip.x, strip.y, strip.width, strip.height, 2, raised);
    float x = strip.x + left_edge, y = strip.y + above, width = strip.width - 2 * left_edge;
    if (fits_large(g, n)) {
        x += draw2d_text(g, x, y, FONT_MEDIUM, DRAW2D_LEFT, raised, n->alarm);
        draw2d_text(g, n->alarm[0] ? x + left_edge : x, y, FONT_MEDIUM, DRAW2D_LEFT, colour, n->text);
        return;
    }
    float line = draw2d_cell_height(g, FONT_SMALL);
    int count = draw_lines(g, NULL, 0, 0, width, 0, n->alarm) + draw_lines(g, NULL, 0, 0, width, 0, n->text);
    y = strip.y + (strip.height - (float)count * line) / 2;
    y += line * (float)draw_lines(g, g, x, y, width, raised, n->alarm);
    draw_lines(g, g, x, y, width, colour, n->text);
}
