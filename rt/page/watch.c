// SPDX-License-Identifier: MIT
// The anchor watch: figures, plan and side elevation at the end of the run.
#include "rt/page/private.h"
#include "rt/sheet/plan.h"
#include <string.h>

static const char *const ink_name[SKETCH_INKS] = {"#666", "#222", "#106b21", "#c60", "#a31515", "#1667a8"};

static void draw_line(void *ctx, sketch_point from, sketch_point to, double thick, sketch_ink ink) {
    fprintf(ctx, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>", from.x, from.y, to.x, to.y,
            ink_name[ink], thick);
}

static void draw_text(void *ctx, sketch_point at, sketch_ink ink, const char *text) {
    fprintf(ctx, "<text x=\"%.1f\" y=\"%.1f\" style=\"fill:%s\">", at.x, at.y + 12, ink_name[ink]);
    compare_escape(ctx, text);
    fputs("</text>", ctx);
}

static void clear(void *ctx, sketch_area a) {
    fprintf(ctx, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#fff\"/>", a.x, a.y, a.width,
            a.height);
}

// Of 12 px in a sans-serif face; characters of two bytes count once.
static double text_width(void *ctx, const char *text) {
    double n = 0;
    (void)ctx;
    for (const char *c = text; *c; c++) n += (*c & 0xc0) != 0x80;
    return 6.6 * n;
}

typedef void view_drawing(const dyn_snapshot *s, const dyn_snapshot_watch *w, sketch_area a, const sketch_canvas *c);

static void write_view(FILE *f, const dyn_snapshot *s, double width, double height, const char *what,
                       view_drawing *draw) {
    const sketch_canvas canvas = {f, draw_line, draw_text, text_width, clear, 15};
    fprintf(f, "<figure style=\"flex:1 1 24em\"><svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">\n",
            width, height, what);
    draw(s, &s->watch, (sketch_area){0, 0, width, height}, &canvas);
    fprintf(f, "</svg><figcaption><b>%.2f s</b>: %s</figcaption></figure>\n", s->t, what);
}

static void write_row(FILE *f, const json_t *report, const char *words, const char *key, const char *unit, int digits) {
    char path[64];
    snprintf(path, sizeof path, "anchor_watch.%s", key);
    fprintf(f, "<tr><td>%s</td><td>", words);
    page_figure(f, report, path, 1, digits, unit);
    fputs("</td></tr>", f);
}

static void write_figures(FILE *f, const json_t *report) {
    fputs("<table>", f);
    write_row(f, report, "brought up, latest", "brought_up_s", "s", 1);
    write_row(f, report, "chain outboard of the hawse", "outboard_m", "m", 1);
    write_row(f, report, "horizontal scope", "scope_m", "m", 1);
    write_row(f, report, "anchor from the hawse", "distance_m", "m", 1);
    write_row(f, report, "swinging circle, radius", "swing_radius_m", "m", 1);
    write_row(f, report, "alarm circle, radius", "alarm_radius_m", "m", 1);
    write_row(f, report, "antenna from the centre, most", "off_max_m", "m", 1);
    write_row(f, report, "alarm: ship outside", "alarm_s", "s", 1);
    write_row(f, report, "anchor's way at the alarm", "dragged_at_alarm_m", "m", 1);
    write_row(f, report, "anchor itself dragged from", "anchor_drags_s", "s", 1);
    write_row(f, report, "anchor's way, most", "dragged_max_m", "m", 1);
    write_row(f, report, "anchor from where it was let go", "from_drop_m", "m", 1);
    fputs("</table>\n", f);
}

void page_watch(FILE *f, const json_t *report, const report_story *story) {
    const report_moment *end = &story->moment[REPORT_END];
    if (!compare_at(report, "anchor_watch")) return;
    fputs("<h2>Anchor watch</h2>\n<div class=\"beside\">", f);
    write_figures(f, report);
    if (!end->taken || end->snapshot.watch.state == DYN_WATCH_OFF) {
        fputs("</div>\n<p>At the end no anchor is on the bottom.</p>\n", f);
        return;
    }
    write_view(f, &end->snapshot, 460, 400, "plan, north up", plan_draw);
    fputs("</div>\n", f);
    write_view(f, &end->snapshot, 900, 260, "side elevation through hawse and anchor, to scale", elevation_draw);
}
