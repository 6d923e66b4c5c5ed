// SPDX-License-Identifier: MIT
// Table of the contacts that hold a jammed anchor.
#include "rt/page/private.h"

static const page_column column[] = {{"normal force", "normal_force_n", "kN", 1e-3, 1},
                                     {"friction", "friction_force_n", "kN", 1e-3, 1},
                                     {"against the pull", "against_pull_n", "kN", 1e-3, 1},
                                     {"x", "position_m.0", "m", 1, 2},
                                     {"y", "position_m.1", "m", 1, 2},
                                     {"z", "position_m.2", "m", 1, 2}};
enum { COLUMNS = sizeof column / sizeof column[0] };

void page_jam(FILE *f, const json_t *report) {
    json_t *list = compare_at(report, "outcome.jam.contacts"), *contact;
    size_t k;
    if (json_array_size(list) == 0) return;
    fputs("<h3>What holds the anchor</h3>\n<p>At ", f);
    page_figure(f, report, "outcome.jam.t_s", 1, 1, "s");
    fputs(". " PAGE_FRAME "</p>\n<table><tr><th>anchor on hull</th>", f);
    page_heads(f, column, COLUMNS);
    fputs("<th>contact</th></tr>\n", f);
    json_array_foreach(list, k, contact) {
        fputs("<tr><td>", f);
        compare_escape(f, json_string_value(json_object_get(contact, "anchor")));
        fputs(" on ", f);
        compare_escape(f, json_string_value(json_object_get(contact, "hull")));
        fputs("</td>", f);
        char row[64];
        snprintf(row, sizeof row, "outcome.jam.contacts.%zu", k);
        page_cells(f, report, row, column, COLUMNS);
        fprintf(f, "<td>%s</td></tr>\n", json_is_true(json_object_get(contact, "sticking")) ? "sticks" : "slides");
    }
    fputs("</table>\n", f);
}
