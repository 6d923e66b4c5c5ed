// SPDX-License-Identifier: MIT
// Figures and names of the report as HTML.
#include "rt/page/private.h"
#include <math.h>
#include <string.h>

double page_number(const json_t *report, const char *key) {
    const json_t *v = compare_at(report, key);
    return json_is_number(v) ? json_number_value(v) : (double)NAN;
}

bool page_flag(const json_t *report, const char *key) { return json_is_true(compare_at(report, key)); }

void page_name(FILE *f, const char *name) {
    char shown[128];
    snprintf(shown, sizeof shown, "%s", name);
    for (char *c = shown; *c; c++)
        if (*c == '_') *c = ' ';
    compare_escape(f, shown);
}

const char *page_peak_of(const json_t *report, const char *key) {
    static const char *const of[][2] = {{"outcome.peak_tension_n", "tension"},
                                        {"outcome.peak_share_of_breaking", "chain_load"},
                                        {"outcome.max_impact_n", "hull_force"}};
    json_t *list = compare_at(report, "peaks"), *entry;
    size_t i;
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++)
        if (strcmp(of[k][0], key) == 0)
            json_array_foreach(list, i, entry) if (strcmp(json_string_value(json_object_get(entry, "peak")),
                                                          of[k][1]) == 0) return of[k][1];
    return NULL;
}

void page_figure(FILE *f, const json_t *report, const char *key, double scale, int digits, const char *unit) {
    double v = page_number(report, key), shown = v * scale;
    if (!isfinite(v)) {
        fprintf(f, "<data value=\"\" title=\"%s\">–</data>", key);
        return;
    }
    const char *peak = page_peak_of(report, key);
    if (peak) fprintf(f, "<a href=\"#peak-%s\">", peak);
    fprintf(f, "<data value=\"%.17g\" title=\"%s\">", v, key);
    if (digits < 0)
        fprintf(f, "%.*g", -digits, shown);
    else
        fprintf(f, "%.*f", digits, fabs(shown) < 0.5 * pow(10, -digits) ? 0 : shown); // no "-0"
    fprintf(f, "%s%s</data>%s", unit[0] ? " " : "", unit, peak ? "</a>" : "");
}

void page_heads(FILE *f, const page_column *column, int n) {
    for (int i = 0; i < n; i++) fprintf(f, "<th>%s</th>", column[i].head);
}

void page_cells(FILE *f, const json_t *report, const char *row, const page_column *column, int n) {
    char key[96];
    for (int i = 0; i < n; i++) {
        snprintf(key, sizeof key, "%s.%s", row, column[i].key);
        fputs("<td>", f);
        page_figure(f, report, key, column[i].scale, column[i].digits, column[i].unit);
        fputs("</td>", f);
    }
}
