// SPDX-License-Identifier: MIT
// Timing section of the page: frame times, and misses by cause.
#include "rt/page/private.h"
#include <math.h>
#include <string.h>

static void write_spread(FILE *f, const json_t *report, const char *name, const char *key) {
    static const char *const quantile[] = {"p50", "p90", "p99", "p99_9", "max"};
    char at[160];
    if (!compare_at(report, key)) return;
    fputs("<tr><td>", f);
    page_name(f, name);
    for (int k = 0; k < 5; k++) {
        snprintf(at, sizeof at, "%s.%s", key, quantile[k]);
        fputs("</td><td>", f);
        page_figure(f, report, at, 1e-3, page_number(report, at) < 1e4 ? 2 : 1, "");
    }
    fputs("</td></tr>\n", f);
}

static void write_spreads(FILE *f, const json_t *report) {
    const char *name;
    json_t *phase;
    char key[96];
    fputs("<h3>Times</h3>\n<table><tr><th>microseconds</th><th>median</th><th>90 %</th><th>99 %</th><th>99.9 "
          "%</th><th>longest</th></tr>\n",
          f);
    write_spread(f, report, "work of a frame", "frame.work_ns");
    json_object_foreach(compare_at(report, "phase_ns"), name, phase) {
        snprintf(key, sizeof key, "phase_ns.%s", name);
        write_spread(f, report, name, key);
    }
    if (compare_at(report, "frame.causes")) {
        write_spread(f, report, "wake-up after the timer", "frame.wakeup_ns");
        write_spread(f, report, "response after the release", "frame.response_ns");
    }
    write_spread(f, report, "empty frames: wake-up", "latency.wakeup_ns");
    write_spread(f, report, "empty frames: response", "latency.response_ns");
    write_spread(f, report, "age of an input when used", "operator.input_ns");
    write_spread(f, report, "age of an input when shown", "picture.input_ns");
    fputs("</table>\n", f);
}

static void write_cause(FILE *f, const json_t *report, const char *side, const char *name) {
    char key[96];
    snprintf(key, sizeof key, "%s.causes.%s", side, name);
    fputs("</td><td>", f);
    page_figure(f, report, key, 1, 0, "");
}

// Key of the number of timed frames; "steps" if each frame makes one step.
static const char *frames_key(const json_t *report) {
    double frames = page_number(report, "frame.frames");
    return isfinite(frames) && frames != page_number(report, "steps") ? "frame.frames" : "steps";
}

static void write_misses(FILE *f, const json_t *report) {
    const char *name;
    json_t *count, *miss;
    size_t i;
    bool beside = compare_at(report, "latency.causes") != NULL;
    const double frames = page_number(report, "latency.frames");
    fprintf(f, "<h3>Missed deadlines by cause</h3>\n<table><tr><th>cause</th><th>frames</th>%s</tr>\n",
            beside ? "<th>empty frames meanwhile</th>" : "");
    json_object_foreach(compare_at(report, "frame.causes"), name, count) {
        fputs("<tr><td>", f);
        page_name(f, name);
        write_cause(f, report, "frame", name);
        if (beside) write_cause(f, report, "latency", name);
        fputs("</td></tr>\n", f);
    }
    fputs("<tr><td>all</td><td>", f);
    page_figure(f, report, "frame.misses", 1, 0, "");
    fputs(" of ", f);
    page_figure(f, report, frames_key(report), 1, 0, "");
    if (beside) {
        fputs("</td><td>", f);
        page_figure(f, report, "latency.misses", 1, 0, "");
        fputs(" of ", f);
        if (isfinite(frames)) page_figure(f, report, "latency.frames", 1, 0, "");
    }
    fputs("</td></tr>\n</table>\n<p>The frames that ended latest:</p>\n<ul>", f);
    json_array_foreach(compare_at(report, "frame.worst"), i, miss) {
        if (i == 5) break;
        fputs("<li>", f);
        compare_escape(f, json_string_value(json_object_get(miss, "text")));
        fputs("</li>\n", f);
    }
    fputs("</ul>\n", f);
}

static void write_pace(FILE *f, const json_t *report, bool paced) {
    fputs("<h2>Timing</h2>\n<p>", f);
    page_figure(f, report, "sim_time_s", 1, 3, "s");
    fputs(" simulated", f);
    if (isfinite(page_number(report, "real_time_factor"))) {
        fputs(" in ", f);
        page_figure(f, report, "wall_time_s", 1, 3, "s");
        fputs(" (", f);
        page_figure(f, report, "real_time_factor", 1, 2, "times real time");
        fputs(")", f);
    }
    fputs(", ", f);
    if (strcmp(frames_key(report), "steps") != 0) {
        page_figure(f, report, "steps", 1, 0, "steps");
        fputs(" in ", f);
    }
    page_figure(f, report, frames_key(report), 1, 0, "frames");
    fputs(" of ", f);
    page_figure(f, report, "frame.period_ns", 1e-6, 3, "ms");
    fputs("; ", f);
    page_figure(f, report, "frame.misses", 1, 0, paced ? "missed their deadline" : "took longer than their period");
    fputs(", at most ", f);
    page_figure(f, report, "frame.max_consecutive_misses", 1, 0, "in a row");
    if (page_number(report, "frame.stood_in") > 0) {
        fputs("; ", f);
        page_figure(f, report, "frame.stood_in", 1, 0,
                    "ran on the standby thread, because the first had not begun them");
    }
    fprintf(f, ". %s</p>\n",
            paced                                 ? ""
            : compare_at(report, "host.recorded") ? "The times are those of the recorded run; causes are not recorded."
                                                  : "No clock paced it.");
}

void page_timing(FILE *f, const json_t *report) {
    bool paced = compare_at(report, "frame.causes") != NULL;
    write_pace(f, report, paced);
    page_work_bins(f, report);
    write_spreads(f, report);
    if (paced) write_misses(f, report);
}
