// SPDX-License-Identifier: MIT
// Deck log: events of chain and anchor with their evidence.
#include "rt/report/page_private.h"

enum { MOST = 200 };

void page_log(FILE *f, const json_t *report) {
    json_t *entry, *list = compare_at(report, "event_list");
    size_t i, n = 0;
    char key[64];
    json_array_foreach(list, i, entry) {
        const json_t *text = json_object_get(json_object_get(entry, "evidence"), "text");
        if (!text || n++ >= MOST) continue;
        if (n == 1)
            fputs("<h3>Deck log</h3>\n<table class=\"text\"><tr><th>at</th><th>event</th><th>by</th></tr>\n", f);
        fputs("<tr><td>", f);
        snprintf(key, sizeof key, "event_list.%zu.t_s", i);
        page_figure(f, report, key, 1, 3, "s");
        fputs("</td><td>", f);
        page_name(f, json_string_value(json_object_get(entry, "event")));
        fputs("</td><td>", f);
        compare_escape(f, json_string_value(text));
        fputs("</td></tr>\n", f);
    }
    if (n > 0) fputs("</table>\n", f);
    if (n > MOST) fprintf(f, "<p>%zu more are in the JSON report.</p>\n", n - MOST);
}
