// SPDX-License-Identifier: MIT
// Table of the anchor's hardest blows on the hull.
#include "rt/page/private.h"

static const page_column column[] = {{"at", "t_s", "s", 1, 3},
                                     {"impulse", "impulse_ns", "N s", 1, 0},
                                     {"energy of approach", "energy_j", "J", 1, 1},
                                     {"absorbed", "absorbed_j", "J", 1, 1},
                                     {"lasts", "duration_s", "ms", 1e3, 0},
                                     {"approach", "approach_m_s", "mm/s", 1e3, 0},
                                     {"peak force", "peak_n", "kN", 1e-3, 1},
                                     {"x", "place_m.0", "m", 1, 2},
                                     {"y", "place_m.1", "m", 1, 2},
                                     {"z", "place_m.2", "m", 1, 2}};
enum { COLUMNS = sizeof column / sizeof column[0] };

static void write_blow(FILE *f, const json_t *report, size_t k, const json_t *blow) {
    fputs("<tr><td>", f);
    compare_escape(f, json_string_value(json_object_get(blow, "part")));
    fputs(" on ", f);
    compare_escape(f, json_string_value(json_object_get(blow, "face")));
    fputs("</td>", f);
    char row[64];
    snprintf(row, sizeof row, "blows.list.%zu", k);
    page_cells(f, report, row, column, COLUMNS);
    fputs("</tr>\n", f);
}

void page_blows(FILE *f, const json_t *report) {
    json_t *list = compare_at(report, "blows.list"), *blow;
    size_t k;
    if (json_array_size(list) == 0) return;
    fputs("<h3>Hardest blows on the hull, by impulse</h3>\n<p>" PAGE_FRAME "</p>\n<table><tr><th></th>", f);
    page_heads(f, column, COLUMNS);
    fputs("</tr>\n", f);
    json_array_foreach(list, k, blow) write_blow(f, report, k, blow);
    fputs("</table>\n<p>", f);
    page_figure(f, report, "blows.begun", 1, 0, "blows");
    fputs(", ", f);
    page_figure(f, report, "blows.impulse_ns", 1, 0, "N s");
    fputs(" in all. Use impulse and energy: they balance the anchor's motion. The peak force ", f);
    compare_escape(f, json_string_value(compare_at(report, "blows.peak_depends")));
    fputs(".</p>\n", f);
}
