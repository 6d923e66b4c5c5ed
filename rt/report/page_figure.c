// SPDX-License-Identifier: MIT
// Figures and names of the report as HTML.
#include "rt/report/page_private.h"
#include <math.h>

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

void page_figure(FILE *f, const json_t *report, const char *key, double scale, int digits, const char *unit) {
    double v = page_number(report, key), shown = v * scale;
    if (!isfinite(v)) {
        fprintf(f, "<data value=\"\" title=\"%s\">–</data>", key);
        return;
    }
    fprintf(f, "<data value=\"%.17g\" title=\"%s\">", v, key);
    if (digits < 0)
        fprintf(f, "%.*g", -digits, shown);
    else
        fprintf(f, "%.*f", digits, fabs(shown) < 0.5 * pow(10, -digits) ? 0 : shown); // no "-0"
    fprintf(f, "%s%s</data>", unit[0] ? " " : "", unit);
}
