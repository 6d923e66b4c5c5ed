// SPDX-License-Identifier: MIT
// Plots of the report's page: events and channels over time, and the histogram of the frames' work.
#include "rt/page/private.h"
#include "rt/plot/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Over time

// Events by kind: names with blanks for underscores, and times.
typedef struct lanes {
    plot_lane lane[RT_EVENT_COUNT];
    char name[RT_EVENT_COUNT][64];
    double *t; // (RT_EVENT_COUNT, most)
    int n;
} lanes;

static int lane_of(lanes *l, const char *event, size_t most) {
    char name[64];
    snprintf(name, sizeof name, "%s", event);
    for (char *c = name; *c; c++)
        if (*c == '_') *c = ' ';
    for (int k = 0; k < l->n; k++)
        if (strcmp(l->name[k], name) == 0) return k;
    if (l->n == RT_EVENT_COUNT) return -1;
    memcpy(l->name[l->n], name, sizeof name);
    l->lane[l->n] = (plot_lane){l->name[l->n], l->t + (size_t)l->n * most, 0};
    return l->n++;
}

static bool find_lanes(lanes *l, const json_t *report) {
    json_t *list = compare_at(report, "event_list"), *entry;
    size_t i, most = json_array_size(list);
    *l = (lanes){.t = malloc((most + 1) * RT_EVENT_COUNT * sizeof *l->t)};
    if (!l->t) return false;
    json_array_foreach(list, i, entry) {
        int k = lane_of(l, json_string_value(json_object_get(entry, "event")), most);
        if (k < 0) continue;
        // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the caller frees l->t
        l->t[(size_t)k * most + (size_t)l->lane[k].n++] = json_number_value(json_object_get(entry, "t_s"));
    }
    return true;
}

void page_timeline(FILE *f, const json_t *report, const report_history *h) {
    const size_t room = 2 * (REPORT_ROWS + 1);
    double *t = malloc((1 + REPORT_CHANNELS) * room * sizeof *t), *y[REPORT_CHANNELS];
    lanes l = {0};
    char *svg = NULL;
    if (t && find_lanes(&l, report)) {
        for (int k = 0; k < REPORT_CHANNELS; k++) y[k] = t + (size_t)(k + 1) * room;
        plot_axis axis[REPORT_CHANNELS];
        plot_def def = {.title = "",
                        .x_name = "time",
                        .x_unit = "s",
                        .x = t,
                        .axis = axis,
                        .n_axes = h->channels,
                        .lane = l.lane,
                        .n_lanes = l.n};
        def.n = report_history_points(h, t, y);
        def.from = fmax(0, page_number(report, "from_s")); // missing (0) unless the run is a replay
        def.to = def.from + page_number(report, "sim_time_s");
        for (int k = 0; k < h->channels; k++) axis[k] = (plot_axis){h->name[k], h->unit[k], y[k]};
        svg = def.n ? plot_svg(&def, "t") : NULL;
    }
    fprintf(f,
            "<h2>What happened</h2>\n<figure role=\"img\" aria-label=\"events and channels over time\">%s</figure>\n",
            svg ? svg : "<p>No data to plot.</p>");
    free(svg), free(t), free(l.t); // NOLINT(clang-analyzer-unix.Malloc): the analyser loses l.t
}

// Times of the frames

enum { WIDTH = 900, LEFT = 10, HEIGHT = 150, TOP = 22, BOTTOM = 42 };

static void bin_label(FILE *f, double ns) {
    if (ns >= 1e6)
        fprintf(f, "%g ms", 1e-6 * ns);
    else if (ns >= 1e3)
        fprintf(f, "%g µs", 1e-3 * ns);
    else
        fprintf(f, "%g ns", ns);
}

void page_work_bins(FILE *f, const json_t *report) {
    json_t *bins = compare_at(report, "frame.work_bins"), *bin;
    size_t i, n = json_array_size(bins);
    double most = 1, budget = page_number(report, "frame.budget_ns"), limit = -1;
    if (n == 0) return;
    json_array_foreach(bins, i, bin) {
        most = fmax(most, json_number_value(json_object_get(bin, "frames")));
        if (json_number_value(json_object_get(bin, "to_ns")) <= budget) limit = (double)(i + 1);
    }
    double pitch = fmin(90, (double)(WIDTH - 2 * LEFT) / (double)n);
    fprintf(f,
            "<h3>Work of the frames</h3>\n<figure><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"histogram of "
            "the frames' work\">\n",
            WIDTH, TOP + HEIGHT + BOTTOM);
    json_array_foreach(bins, i, bin) {
        double frames = json_number_value(json_object_get(bin, "frames")), x = LEFT + pitch * (double)i;
        double to = json_number_value(json_object_get(bin, "to_ns")), height = HEIGHT * log1p(frames) / log1p(most);
        fprintf(f, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                to > budget ? "over" : "bar", x + 2, TOP + HEIGHT - height, pitch - 4, height);
        fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>", x + 0.5 * pitch,
                TOP + HEIGHT - height - 5, frames);
        fprintf(f, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"end\">", x + pitch, TOP + HEIGHT + 16);
        bin_label(f, to);
        fputs("</text>\n", f);
    }
    if (limit > 0)
        fprintf(f, "<line class=\"budget\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>", LEFT + pitch * limit,
                LEFT + pitch * limit, TOP - 14, TOP + HEIGHT);
    fprintf(f,
            "<line class=\"ground\" x1=\"%d\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/><text x=\"%d\" y=\"%d\">upper limit "
            "of a frame's own work (to 1.6 %%); number of frames above each bar, bars logarithmic; dashed line: "
            "budget</text>"
            "</svg></figure>\n",
            LEFT, LEFT + pitch * (double)n, TOP + HEIGHT, TOP + HEIGHT, LEFT, TOP + HEIGHT + 36);
}
