// SPDX-License-Identifier: MIT
// The time line in three lanes: the trainee's hands and reports, the machine's events and alarms, orders and acts.
#include "rt/debrief_page/private.h"
#include "rt/plot/plot.h"
#include <math.h>
#include <stdlib.h>

enum { WIDTH = 960, LEFT = 76, RIGHT = 12, TOP = 26, STRIP = 60, ROW = 15, GAP = 16, BOTTOM = 34 };
enum { ROWS = 7 }; // most rows of texts in a lane
static const char *const lane_name[DEBRIEF_LANES] = {"Trainee", "Machine", "Bridge"};
static const char *const lane_head[DEBRIEF_LANES] = {"Trainee: commands and reports", "Machine: events and alarms",
                                                     "Bridge and instructor: orders and acts"};
static const char *const grade_class[] = {"plain", "warn", "alert"};

// Place of an entry's text: its row in the lane; -1: no room, the entry has its mark and its row in the table.
typedef struct placed {
    int row[DEBRIEF_ENTRIES];
    bool before[DEBRIEF_ENTRIES]; // the text stands left of its mark: it would leave the drawing
    int rows[DEBRIEF_LANES];
} placed;

static double px(const debrief_record *r, double t) { return LEFT + (WIDTH - LEFT - RIGHT) * t / fmax(r->end, 1e-9); }

static double text_width(const char *text) {
    double n = 0;
    for (const char *c = text; *c; c++) n += (*c & 0xc0) != 0x80; // characters of two bytes count once
    return 6.1 * n;
}

static void place(const debrief_record *r, placed *at) {
    double end[DEBRIEF_LANES][ROWS] = {{0}};
    for (int i = 0; i < r->n; i++) {
        const debrief_entry *e = &r->entry[i];
        const double x = px(r, e->t), width = text_width(e->text) + 10;
        at->row[i] = -1;
        at->before[i] = x + width > WIDTH;
        for (int k = 0; k < ROWS && at->row[i] < 0; k++)
            if (end[e->lane][k] <= (at->before[i] ? x - width : x)) at->row[i] = k;
        if (at->row[i] < 0) continue;
        end[e->lane][at->row[i]] = at->before[i] ? x + 6 : x + width;
        at->rows[e->lane] = (int)fmax(at->rows[e->lane], at->row[i] + 1);
    }
}

// A channel as a line across the trainee's strip; low and high: values at its bottom and top.
static void write_strip(FILE *f, const debrief_record *r, const char *channel, double low, double high, double top,
                        const char *class) {
    const double *y = debrief_channel(r, channel);
    int *index = y ? malloc(5 * (WIDTH + 2) * sizeof *index) : NULL;
    if (!index) return;
    const int n = plot_decimate(r->t, y, (int)r->rows, 0, r->end, WIDTH - LEFT - RIGHT, index);
    fprintf(f, "<polyline class=\"%s\" points=\"", class);
    for (int k = 0; k < n; k++)
        if (isfinite(y[index[k]]))
            fprintf(f, "%.1f,%.1f ", px(r, r->t[index[k]]), top + STRIP * (high - y[index[k]]) / (high - low));
    fputs("\"/>", f);
    free(index);
}

static void write_entry(FILE *f, const debrief_record *r, const placed *at, int i, double top, double bottom) {
    const debrief_entry *e = &r->entry[i];
    const int row = at->row[i];
    const double x = px(r, e->t), y = row < 0 ? bottom : top + ROW * row;
    fprintf(f, "<g class=\"%s\"><title>%.1f s: ", grade_class[e->grade], e->t);
    compare_escape(f, e->text);
    fprintf(f, "</title><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", x, x, row < 0 ? y - 6 : y,
            row < 0 ? y : y + ROW - 3);
    if (row >= 0) {
        fprintf(f, "<text x=\"%.1f\" y=\"%.1f\"%s>", at->before[i] ? x - 3 : x + 3, y + 11,
                at->before[i] ? " text-anchor=\"end\"" : "");
        compare_escape(f, e->text);
        fputs("</text>", f);
    }
    fputs("</g>\n", f);
}

static void write_axis(FILE *f, const debrief_record *r, double bottom) {
    const plot_ticks t = plot_ticks_over(0, r->end, PLOT_TICKS, 0);
    for (int k = 0; k < t.n; k++) {
        const double v = t.first + k * t.step, x = px(r, v);
        if (v > r->end * (1 + 1e-9)) break;
        fprintf(f, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\"/>", x, x, TOP, bottom);
        fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.*f</text>", x, bottom + 15, t.decimals, v);
    }
    fprintf(f, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">time [s]</text>\n", (LEFT + WIDTH) / 2, bottom + 30);
}

// The numbers of the lost items, across all lanes; those that would cover each other climb to the left.
static void write_losses(FILE *f, const debrief_part *p, double bottom) {
    for (int k = p->lost - 1; k >= 0; k--) {
        const double x = px(p->record, p->item[k].t);
        fprintf(f, "<line class=\"loss\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\"/>", x, x, TOP - 4, bottom);
        fprintf(f,
                "<circle class=\"loss\" cx=\"%.1f\" cy=\"13\" r=\"9\"/><text class=\"in\" x=\"%.1f\" y=\"17\" "
                "text-anchor=\"middle\">%d</text>\n",
                x, x, k + 1);
    }
}

static double write_lane(FILE *f, const debrief_record *r, const placed *at, int lane, double top) {
    const double strip = lane == DEBRIEF_TRAINEE ? STRIP + 6 : 0, texts = top + strip,
                 bottom = texts + ROW * fmax(at->rows[lane], 1);
    fprintf(f, "<rect class=\"lane\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>", LEFT, top - 4,
            WIDTH - LEFT - RIGHT, bottom - top + 8);
    fprintf(f, "<text x=\"2\" y=\"%.1f\" style=\"font-weight:bold\">%s</text>", top + 11, lane_name[lane]);
    if (lane == DEBRIEF_TRAINEE) {
        fprintf(f, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, WIDTH - RIGHT,
                top + 0.5 * STRIP, top + 0.5 * STRIP);
        write_strip(f, r, "brake", -1, 1, top, "brake");
        write_strip(f, r, "lever", -1, 1, top, "lever");
        fprintf(f,
                "<text x=\"2\" y=\"%.1f\" class=\"lever\">lever</text><text x=\"2\" y=\"%.1f\" class=\"brake\">brake"
                "</text>\n",
                top + 30, top + 46);
    }
    for (int i = 0; i < r->n; i++)
        if ((int)r->entry[i].lane == lane) write_entry(f, r, at, i, texts, bottom + 3);
    return bottom;
}

static void write_drawing(FILE *f, const debrief_part *p) {
    static placed at;
    const debrief_record *r = p->record;
    at = (placed){0};
    place(r, &at);
    double height = TOP + STRIP + 6 + BOTTOM, top = TOP;
    for (int k = 0; k < DEBRIEF_LANES; k++) height += ROW * fmax(at.rows[k], 1) + GAP;
    fprintf(
        f,
        "<figure><svg class=\"lanes\" viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"time line in three lanes\">\n",
        WIDTH, height);
    for (int k = 0; k < DEBRIEF_LANES; k++) top = write_lane(f, r, &at, k, top) + GAP;
    write_axis(f, r, top - GAP + 4);
    write_losses(f, p, top - GAP + 4);
    fputs("</svg><figcaption>Lever: up heaves, down walks back. Brake: set at the top, off in the middle. Numbers: the "
          "lost "
          "items. A mark without text has its text in the table.</figcaption></figure>\n",
          f);
}

void debrief_write_lanes(FILE *f, const debrief_part *p) {
    const debrief_record *r = p->record;
    fputs("<h2>Time line</h2>\n", f);
    write_drawing(f, p);
    fputs("<table class=\"text turns\"><tr><th>at</th>", f);
    for (int k = 0; k < DEBRIEF_LANES; k++) fprintf(f, "<th>%s</th>", lane_head[k]);
    fputs("</tr>\n", f);
    for (int i = 0; i < r->n; i++) {
        const debrief_entry *e = &r->entry[i];
        fprintf(f, "<tr><td>%.1f s</td>", e->t);
        for (int k = 0; k < DEBRIEF_LANES; k++) {
            fprintf(f, "<td class=\"%s\">", k == (int)e->lane ? grade_class[e->grade] : "");
            if (k == (int)e->lane) compare_escape(f, e->text);
            fputs("</td>", f);
        }
        fputs("</tr>\n", f);
    }
    fputs("</table>\n", f);
    if (r->left_out) fprintf(f, "<p>%d further entries are left out.</p>\n", r->left_out);
}
