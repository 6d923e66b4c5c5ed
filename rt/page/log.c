// SPDX-License-Identifier: MIT
// Deck log: events of chain and anchor with their evidence, and the largest values of the run, by time.
#include "rt/page/private.h"
#include <math.h>

enum { MOST = 200, PEAKS = 8 };

static void write_time(FILE *f, const json_t *report, const char *list, size_t i) {
    char key[64];
    snprintf(key, sizeof key, "%s.%zu.t_s", list, i);
    page_figure(f, report, key, 1, 3, "s");
    fputs("</td><td>", f);
}

static void write_event(FILE *f, const json_t *report, size_t i, const json_t *entry) {
    fputs("<tr><td>", f);
    write_time(f, report, "event_list", i);
    page_name(f, json_string_value(json_object_get(entry, "event")));
    fputs("</td><td>", f);
    compare_escape(f, json_string_value(json_object_get(json_object_get(entry, "evidence"), "text")));
    fputs("</td></tr>\n", f);
}

// The entry to which the page's largest figures link.
static void write_peak(FILE *f, const json_t *report, size_t i, const json_t *entry) {
    static const char axis[] = "xyz";
    char key[64];
    fprintf(f, "<tr class=\"peak\" id=\"peak-%s\"><td>", json_string_value(json_object_get(entry, "peak")));
    write_time(f, report, "peaks", i);
    fputs("peak</td><td>", f);
    compare_escape(f, json_string_value(json_object_get(entry, "text")));
    fputs(", ", f);
    snprintf(key, sizeof key, "peaks.%zu.force_n", i);
    page_figure(f, report, key, 1e-3, 1, "kN");
    for (int k = 0; k < 3 && json_object_get(entry, "place_m"); k++) {
        fprintf(f, "%s%c ", k ? ", " : ", at ", axis[k]);
        snprintf(key, sizeof key, "peaks.%zu.place_m.%d", i, k);
        page_figure(f, report, key, 1, 2, "m");
    }
    fputs("</td></tr>\n", f);
}

// Writes the largest values up to time t that are not yet written, the earliest first.
static void write_peaks(FILE *f, const json_t *report, double t, bool done[PEAKS]) {
    const json_t *list = compare_at(report, "peaks");
    for (;;) {
        size_t n = json_array_size(list), first = n;
        double at = t;
        for (size_t i = 0; i < n && i < PEAKS; i++) {
            double own = json_number_value(json_object_get(json_array_get(list, i), "t_s"));
            if (!done[i] && own <= at) first = i, at = own;
        }
        if (first == n) return;
        done[first] = true;
        write_peak(f, report, first, json_array_get(list, first));
    }
}

void page_log(FILE *f, const json_t *report) {
    json_t *entry, *list = compare_at(report, "event_list");
    size_t i, n = 0;
    bool done[PEAKS] = {false};
    json_array_foreach(list, i, entry) n += json_object_get(json_object_get(entry, "evidence"), "text") != NULL;
    if (n == 0 && json_array_size(compare_at(report, "peaks")) == 0) return;
    fputs("<h3>Deck log</h3>\n<p>" PAGE_FRAME
          " A hull impact has the force in the first frame of its touch; the largest "
          "force is an entry of its own.</p>\n<table class=\"text\"><tr><th>at</th><th>event</th><th>by</th></tr>\n",
          f);
    n = 0;
    json_array_foreach(list, i, entry) {
        if (!json_object_get(json_object_get(entry, "evidence"), "text") || n++ >= MOST) continue;
        write_peaks(f, report, json_number_value(json_object_get(entry, "t_s")), done);
        write_event(f, report, i, entry);
    }
    write_peaks(f, report, (double)INFINITY, done);
    fputs("</table>\n", f);
    if (n > MOST) fprintf(f, "<p>%zu more are in the JSON report.</p>\n", n - MOST);
}
