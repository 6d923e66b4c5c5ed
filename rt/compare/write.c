// SPDX-License-Identifier: MIT
// Writes the comparison as a table, as JSON and as JUnit.
#include "rt/base/plain.h"
#include "rt/compare/compare.h"
#include "rt/file/json.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double percent(const compare_item *i) { return 100 * (i->now / i->base - 1); }

static void print_value(FILE *f, const compare_item *i, double v) {
    if (strstr(i->name, "_ns"))
        fprintf(f, "%11.3f us", 1e-3 * v);
    else
        fprintf(f, "%14.6g", v);
}

void compare_print(const compare *c, FILE *f) {
    fprintf(f, "%-28s %14s %14s %9s\n", "quantity", "base", "new", "change");
    for (int k = 0; k < c->n_items; k++) {
        const compare_item *i = &c->item[k];
        char name[4 * sizeof i->name], why[4 * sizeof i->why]; // the reports name their phases
        fprintf(f, "%-28s ", rt_plain(name, sizeof name, i->name));
        print_value(f, i, i->base);
        fputc(' ', f);
        print_value(f, i, i->now);
        if (isfinite(percent(i)))
            fprintf(f, " %+8.1f%%", percent(i));
        else
            fprintf(f, " %9s", i->base == i->now ? "0" : "-");
        fprintf(f, "  %s%s%s\n", i->verdict == COMPARE_NOT_JUDGED ? "" : compare_verdict_name(i->verdict),
                i->verdict == COMPARE_NOT_JUDGED ? "" : ": ", rt_plain(why, sizeof why, i->why));
    }
    for (int k = 0; k < c->n_notes; k++) {
        fputs("note: ", f);
        rt_print_plain(f, c->note[k]); // has texts of the reports
        fputc('\n', f);
    }
    if (c->regressions)
        fprintf(f, "%d regression%s\n", c->regressions, c->regressions == 1 ? "" : "s");
    else
        fprintf(f, "no regression\n");
}

static void write_limits(rt_json *j, const compare_limits *l) {
    rt_json_object(j, "limits_percent");
    rt_json_number(j, "p50", l->p50);
    rt_json_number(j, "p99", l->p99);
    rt_json_number(j, "p99_9", l->p99_9);
    rt_json_number(j, "work", l->work);
    rt_json_number(j, "misses", l->misses);
    rt_json_end(j);
}

rt_status compare_write_json(const compare *c, const char *path, rt_diag *d) {
    rt_json j;
    rt_status status = rt_json_open(&j, path, d);
    if (status != RT_OK) return status;
    rt_json_object(&j, NULL);
    rt_json_text(&j, "base", c->base_path);
    rt_json_text(&j, "new", c->new_path);
    rt_json_int(&j, "regressions", c->regressions);
    rt_json_bool(&j, "same_state", c->same_state);
    rt_json_bool(&j, "same_host", c->same_host);
    write_limits(&j, &c->limits);
    rt_json_array(&j, "items");
    for (int k = 0; k < c->n_items; k++) {
        const compare_item *i = &c->item[k];
        rt_json_object(&j, NULL);
        rt_json_text(&j, "name", i->name);
        rt_json_number(&j, "base", i->base);
        rt_json_number(&j, "new", i->now);
        rt_json_number(&j, "ratio", i->now / i->base);
        rt_json_text(&j, "verdict", compare_verdict_name(i->verdict));
        rt_json_text(&j, "why", i->why);
        rt_json_end(&j);
    }
    rt_json_end(&j);
    rt_json_array(&j, "notes");
    for (int k = 0; k < c->n_notes; k++) rt_json_text(&j, NULL, c->note[k]);
    rt_json_end(&j);
    rt_json_end(&j);
    return rt_json_close(&j, d);
}

rt_status compare_write_text(const compare *c, const char *path, void (*write)(FILE *f, const compare *c), rt_diag *d) {
    rt_whole_file w;
    rt_status status = rt_whole_open(&w, path, d);
    if (status != RT_OK) return status;
    write(w.file, c);
    return rt_whole_close(&w, d);
}

static void write_cases(FILE *f, const compare *c) {
    int skipped = 0;
    for (int k = 0; k < c->n_items; k++) skipped += c->item[k].verdict == COMPARE_NOT_JUDGED;
    fprintf(f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"compare\" tests=\"%d\" failures=\"%d\" skipped=\"%d\">\n",
            c->n_items, c->regressions, skipped);
    for (int k = 0; k < c->n_items; k++) {
        const compare_item *i = &c->item[k];
        const char *tag = i->verdict == COMPARE_REGRESSION   ? "failure"
                          : i->verdict == COMPARE_NOT_JUDGED ? "skipped"
                                                             : NULL;
        fputs("  <testcase classname=\"compare\" name=\"", f);
        compare_escape(f, i->name);
        fputs("\">", f);
        if (tag) {
            fprintf(f, "<%s message=\"%.9g, base %.9g: ", tag, i->now, i->base);
            compare_escape(f, i->why);
            fputs("\"/>", f);
        }
        fputs("</testcase>\n", f);
    }
    fputs("</testsuite>\n", f);
}

rt_status compare_write_junit(const compare *c, const char *path, rt_diag *d) {
    return compare_write_text(c, path, write_cases, d);
}
