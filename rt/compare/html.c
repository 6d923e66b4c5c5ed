// SPDX-License-Identifier: MIT
// Writes the comparison as one self-contained HTML page: a table, and plots in SVG.
#include "rt/compare/compare.h"
#include <math.h>
#include <string.h>

enum { WIDTH = 900, LEFT = 190, RIGHT = 20, PITCH = 34 };

static const char style[] =
    "body{font:15px/1.5 sans-serif;max-width:960px;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;font-size:13px}td,th{padding:.15em .7em;text-align:right;border-bottom:1px solid "
    "#ddd}td:first-child,th:first-child,td:last-child,th:last-child{text-align:left}svg{width:100%}"
    "svg text{font-size:13px;fill:#222}.grid{stroke:#ddd}.zero{stroke:#888}.limit{stroke:#c60;stroke-dasharray:5 4}"
    ".base{fill:#999;stroke:#999}.new{fill:#1667a8;stroke:#1667a8}.regression{fill:#b00;stroke:#b00;color:#b00}"
    ".better{fill:#180;stroke:#180;color:#180}.same{fill:#1667a8;stroke:#1667a8}.told{fill:#bbb;stroke:#bbb}"
    "td.same,td.told{color:#222}";

// Horizontal axis: the values at its ends, as logarithms in a logarithmic plot.
typedef struct axis {
    double low, high;
} axis;

static double pixel_of(const axis *a, double v) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (v - a->low) / (a->high - a->low);
}

static void draw_tick(FILE *f, const axis *a, double v, int bottom, const char *class, const char *label) {
    fprintf(f, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\" class=\"%s\"/>", pixel_of(a, v), pixel_of(a, v),
            bottom, class);
    fprintf(f, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", pixel_of(a, v), bottom + 18, label);
}

static void begin_plot(FILE *f, const char *title, int rows) {
    fprintf(f, "<h2>%s</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n", title, WIDTH,
            PITCH * rows + 50, title);
}

static void end_plot(FILE *f, int rows, const char *what) {
    fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n</svg>\n", (LEFT + WIDTH - RIGHT) / 2,
            PITCH * rows + 40, what);
}

static void write_row_name(FILE *f, const char *name, double y) {
    fprintf(f, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 10, y + 4);
    compare_escape(f, name);
    fputs("</text>\n", f);
}

// Times

static void draw_times(FILE *f, const axis *a, const compare_row *r, const double *v, double y, const char *class) {
    double low = INFINITY, high = 0;
    for (int k = 0; k < r->n; k++) {
        if (!(v[k] > 0)) continue;
        low = fmin(low, v[k]);
        high = fmax(high, v[k]);
    }
    if (high == 0) return;
    fprintf(f, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>", pixel_of(a, log10(low)),
            pixel_of(a, log10(high)), y, y, class);
    for (int k = 0; k < r->n; k++)
        if (v[k] > 0)
            fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" class=\"%s\"><title>%s %s %.3g us</title></circle>",
                    pixel_of(a, log10(v[k])), y, class, class, r->quantile[k], 1e-3 * v[k]);
    fputc('\n', f);
}

static void plot_times(FILE *f, const compare *c) {
    axis a = {INFINITY, -INFINITY};
    int bottom = PITCH * c->n_rows;
    for (int k = 0; k < c->n_rows; k++)
        for (int q = 0; q < c->row[k].n; q++)
            for (int side = 0; side < 2; side++) {
                double v = side ? c->row[k].now[q] : c->row[k].base[q];
                if (!(v > 0)) continue;
                a.low = fmin(a.low, floor(log10(v)));
                a.high = fmax(a.high, ceil(log10(v)));
            }
    if (!(a.high > a.low)) return;
    begin_plot(f, "Times of a step and of its phases", c->n_rows);
    for (double e = a.low; e <= a.high; e++) {
        char label[32];
        snprintf(label, sizeof label, "%g", pow(10, e - 3));
        draw_tick(f, &a, e, bottom, "grid", label);
    }
    for (int k = 0; k < c->n_rows; k++) {
        const compare_row *r = &c->row[k];
        double y = PITCH * (k + 0.5);
        write_row_name(f, r->name, y);
        draw_times(f, &a, r, r->base, y - 6, "base");
        draw_times(f, &a, r, r->now, y + 6, "new");
    }
    end_plot(f, c->n_rows, "time [µs], logarithmic; grey base, blue new; points are the quantiles and the maximum");
}

// Changes

static bool is_plotted(const compare_item *i) { return i->verdict != COMPARE_NOT_JUDGED && i->base > 0 && i->now > 0; }

static void plot_changes(FILE *f, const compare *c) {
    double most = 1.2 * c->limits.p50, span = 0;
    int rows = 0;
    for (int k = 0; k < c->n_items; k++)
        if (is_plotted(&c->item[k])) {
            most = fmax(most, 105 * fabs(c->item[k].now / c->item[k].base - 1));
            rows++;
        }
    if (rows == 0) return;
    most = fmin(most, 1000);
    for (double s = 1; span == 0; s *= 10)
        for (int k = 0; k < 3 && span == 0; k++)
            if (most / (s * (k == 0 ? 1 : k == 1 ? 2 : 5)) <= 6) span = s * (k == 0 ? 1 : k == 1 ? 2 : 5);
    const axis a = {-fmin(most, 100), most};
    begin_plot(f, "Change of what is judged", rows);
    for (double t = ceil(a.low / span) * span; t <= a.high; t += span) {
        char label[32];
        snprintf(label, sizeof label, "%+g", t);
        draw_tick(f, &a, t, PITCH * rows, t == 0 ? "zero" : "grid", label);
    }
    int row = 0;
    for (int k = 0; k < c->n_items; k++) {
        const compare_item *i = &c->item[k];
        if (!is_plotted(i)) continue;
        double y = PITCH * (row++ + 0.5), x = pixel_of(&a, fmin(most, 100 * (i->now / i->base - 1))),
               zero = pixel_of(&a, 0);
        write_row_name(f, i->name, y);
        fprintf(f, "<rect x=\"%.1f\" width=\"%.1f\" y=\"%.1f\" height=\"12\" class=\"%s\"/>\n", fmin(x, zero),
                fmax(fabs(x - zero), 1), y - 6, compare_verdict_name(i->verdict));
    }
    end_plot(f, rows, "new against base [%]; red regression, green better");
}

// Misses

static void plot_misses(FILE *f, const compare *c) {
    axis a = {0, 1};
    int rows = 0, row = 0;
    for (int k = 0; k < c->n_items; k++)
        if (strncmp(c->item[k].name, "frame.causes.", 13) == 0) {
            a.high = fmax(a.high, fmax(c->item[k].base, c->item[k].now));
            rows++;
        }
    if (rows == 0) return;
    begin_plot(f, "Missed deadlines by cause", rows);
    for (int t = 0; t <= 4; t++) {
        char label[32];
        snprintf(label, sizeof label, "%.3g", 0.25 * t * a.high);
        draw_tick(f, &a, 0.25 * t * a.high, PITCH * rows, t == 0 ? "zero" : "grid", label);
    }
    for (int k = 0; k < c->n_items; k++) {
        const compare_item *i = &c->item[k];
        if (strncmp(i->name, "frame.causes.", 13) != 0) continue;
        double y = PITCH * (row++ + 0.5);
        write_row_name(f, i->name + 13, y);
        fprintf(f, "<rect x=\"%d\" width=\"%.1f\" y=\"%.1f\" height=\"10\" class=\"base\"/>", LEFT,
                pixel_of(&a, i->base) - LEFT, y - 11);
        if (i->now >= 0)
            fprintf(f, "<rect x=\"%d\" width=\"%.1f\" y=\"%.1f\" height=\"10\" class=\"new\"/>\n", LEFT,
                    pixel_of(&a, i->now) - LEFT, y + 1);
    }
    end_plot(f, rows, "missed deadlines [1]; grey base, blue new");
}

// Page

static void write_side(FILE *f, const char *name, const char *path, const json_t *r) {
    fprintf(f, "<tr><td>%s</td><td>", name);
    compare_escape(f, path);
    static const char *const key[] = {"version", "host.cpu", "host.kernel", "host.scheduler", "state_hash"};
    for (int k = 0; k < 5; k++) {
        fputs("</td><td>", f);
        compare_escape(f, json_string_value(compare_at(r, key[k])));
    }
    fprintf(f, "</td><td>%.0f</td></tr>\n", json_number_value(compare_at(r, "steps")));
}

static void write_table(FILE *f, const compare *c) {
    fputs("<h2>All quantities</h2>\n<table><tr><th>quantity</th><th>base</th><th>new</th><th>change "
          "[%]</th><th>verdict</th><th></th></tr>\n",
          f);
    for (int k = 0; k < c->n_items; k++) {
        const compare_item *i = &c->item[k];
        double change = 100 * (i->now / i->base - 1);
        fputs("<tr><td>", f);
        compare_escape(f, i->name);
        fprintf(f, "</td><td>%.6g</td><td>%.6g</td><td>", i->base, i->now);
        if (isfinite(change)) fprintf(f, "%+.1f", change);
        fprintf(f, "</td><td class=\"%s\">%s</td><td>", compare_verdict_name(i->verdict),
                compare_verdict_name(i->verdict));
        compare_escape(f, i->why);
        fputs("</td></tr>\n", f);
    }
    fputs("</table>\n", f);
}

static void write_page(FILE *f, const compare *c) {
    const char *scenario = json_string_value(compare_at(c->now, "scenario"));
    fprintf(f,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Timing: %d regressions</title>"
            "<style>%s</style></head>\n<body><h1>Timing: %s</h1>\n<p>",
            c->regressions, style, c->regressions ? "regression" : "no regression");
    compare_escape(f, scenario);
    fprintf(f, ", limits: p50 %g %%, p99 %g %%, p99.9 %g %%, work %g %%, misses %g %%.</p>\n<ul>", c->limits.p50,
            c->limits.p99, c->limits.p99_9, c->limits.work, c->limits.misses);
    for (int k = 0; k < c->n_notes; k++) {
        fputs("<li>", f);
        compare_escape(f, c->note[k]);
        fputs("</li>\n", f);
    }
    fputs("</ul>\n<table><tr><th></th><th>report</th><th>version</th><th>processor</th><th>kernel</th><th>scheduler"
          "</th><th>state</th><th>steps</th></tr>\n",
          f);
    write_side(f, "base", c->base_path, c->base);
    write_side(f, "new", c->new_path, c->now);
    fputs("</table>\n", f);
    plot_changes(f, c);
    plot_times(f, c);
    plot_misses(f, c);
    write_table(f, c);
    fputs("</body></html>\n", f);
}

rt_status compare_write_html(const compare *c, const char *path, rt_diag *d) {
    return compare_write_text(c, path, write_page, d);
}
