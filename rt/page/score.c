// SPDX-License-Identifier: MIT
// Score of an exercise: each item with its points and the moment that shows it, the greatest loss first.
#include "rt/page/private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128 };

// Points that an item lost; below 0: not judged.
static double loss_of(const json_t *item) {
    const double points = json_number_value(json_object_get(item, "points")),
                 of = json_number_value(json_object_get(item, "of"));
    if (!json_is_true(json_object_get(item, "judged"))) return -1;
    return strcmp(json_string_value(json_object_get(item, "kind")), "forbidden") == 0 ? -points : of - points;
}

typedef struct ranked {
    double loss;
    size_t at;
} ranked;

static int by_loss(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    return x->loss < y->loss ? 1 : x->loss > y->loss ? -1 : x->at < y->at ? -1 : 1;
}

static void write_item(FILE *f, const json_t *report, size_t at, double loss) {
    char key[64];
    const json_t *item = json_array_get(compare_at(report, "score.items"), at);
    const bool forbidden = strcmp(json_string_value(json_object_get(item, "kind")), "forbidden") == 0;
    fputs("<tr><td>", f);
    snprintf(key, sizeof key, "score.items.%zu.points", at);
    if (loss < 0)
        fputs("not judged", f);
    else
        page_figure(f, report, key, 1, 1, "");
    fputs("</td><td>", f);
    snprintf(key, sizeof key, "score.items.%zu.of", at);
    if (!forbidden) page_figure(f, report, key, 1, 1, "");
    fprintf(f, "</td><td>%s: ", json_string_value(json_object_get(item, "kind")));
    page_name(f, json_string_value(json_object_get(item, "name")));
    fputs("</td><td>", f);
    compare_escape(f, json_string_value(json_object_get(item, "text")));
    fputs("</td><td>", f);
    snprintf(key, sizeof key, "score.items.%zu.from_s", at);
    if (loss >= 0) page_figure(f, report, key, 1, 1, "s");
    fputs("</td></tr>\n", f);
}

void page_score(FILE *f, const json_t *report) {
    const json_t *items = compare_at(report, "score.items");
    ranked order[MOST];
    size_t n = items ? json_array_size(items) : 0;
    if (!items) return;
    if (n > MOST) n = MOST;
    for (size_t k = 0; k < n; k++) order[k] = (ranked){loss_of(json_array_get(items, k)), k};
    qsort(order, n, sizeof order[0], by_loss);
    fputs("<h2>Score</h2>\n<p>", f);
    compare_escape(f, json_string_value(compare_at(report, "score.title")));
    fprintf(f, ": <b>%s</b>, ", page_flag(report, "score.passed") ? "passed" : "not passed");
    page_figure(f, report, "score.of_100", 1, 1, "of 100 points");
    fputs(", pass mark ", f);
    page_figure(f, report, "score.pass_mark", 1, 0, "");
    fputs(". Not validated: no assessor has compared these points with marks of his own.</p>\n"
          "<table class=\"text\"><tr><th>points</th><th>of</th><th>item</th><th>what came of it</th><th>at</th></tr>\n",
          f);
    for (size_t k = 0; k < n; k++) {
        const json_t *item = json_array_get(items, order[k].at);
        const bool harmless = strcmp(json_string_value(json_object_get(item, "kind")), "forbidden") == 0 &&
                              order[k].loss == 0 && !json_is_true(json_object_get(item, "failed"));
        if (!harmless) write_item(f, report, order[k].at, order[k].loss);
    }
    fputs("</table>\n", f);
}
