// SPDX-License-Identifier: MIT
// Table of the alarms: priority, text, times.
#include "rt/page/private.h"
#include <string.h>

void page_alarms(FILE *f, const json_t *report) {
    json_t *list = compare_at(report, "alarms"), *alarm;
    size_t i;
    if (!list) return;
    if (json_array_size(list) == 0) {
        fputs("<h3>Alarms</h3>\n<p>None.</p>\n", f);
        return;
    }
    fputs("<h3>Alarms</h3>\n<table class=\"text\"><tr><th>priority</th><th>alarm</th><th>raised at</th>"
          "<th>cleared at</th></tr>\n",
          f);
    json_array_foreach(list, i, alarm) {
        char key[64];
        const char *priority = json_string_value(json_object_get(alarm, "priority"));
        fprintf(f, "<tr><td><span class=\"%s\">%s</span></td><td>",
                strcmp(priority, "caution") == 0 ? "caution_mark" : priority, priority);
        compare_escape(f, json_string_value(json_object_get(alarm, "text")));
        fputs("</td><td>", f);
        snprintf(key, sizeof key, "alarms.%zu.raised_s", i);
        page_figure(f, report, key, 1, 2, "s");
        fputs("</td><td>", f);
        snprintf(key, sizeof key, "alarms.%zu.cleared_s", i);
        if (json_is_null(json_object_get(alarm, "cleared_s")))
            fputs("active at the end", f);
        else
            page_figure(f, report, key, 1, 2, "s");
        fputs("</td></tr>\n", f);
    }
    fputs("</table>\n", f);
    if (page_number(report, "alarms_dropped") > 0) {
        fputs("<p>", f);
        page_figure(f, report, "alarms_dropped", 1, 0, "more alarms were not kept (capacity)");
        fputs("</p>\n", f);
    }
}
