// SPDX-License-Identifier: MIT
// The page of two runs of an exercise, side by side.
#include "rt/debrief_page/private.h"
#include "rt/file/whole_file.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const order_name[2] = {"first", "second"};

typedef struct both {
    const train_exercise *e;
    const debrief_run *run;
    debrief_record record[2];
} both;

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// ---- verdicts and items --------------------------------------------------------------------------------------------

static void write_verdicts(FILE *f, const both *b) {
    fputs("<table class=\"text\"><tr><th>run</th><th>recording</th><th>verdict</th><th>score</th><th>failed "
          "by</th><th>length"
          "</th></tr>\n",
          f);
    for (int k = 0; k < 2; k++) {
        const train_total *t = &b->run[k].total;
        fprintf(f, "<tr><td>%s</td><td>", order_name[k]);
        compare_escape(f, b->run[k].file);
        fprintf(f, "</td><td class=\"%s\"><b>%s</b></td><td>%.1f of 100</td><td>", t->passed ? "good" : "bad",
                train_total_verdict(t), isnan(t->score) ? 0 : t->score);
        if (t->failed_by >= 0) page_name(f, t->result[t->failed_by].name);
        fprintf(f, "</td><td>%.1f s</td></tr>\n", t->end);
    }
    fprintf(f, "</table>\n<p>Pass mark %.0f. ", b->e->pass);
    if (b->run[0].total.validity.validated)
        fputs("Validated.", f);
    else {
        fputs("<b>Not validated</b>: ", f);
        compare_escape(f, train_validity_missing(&b->run[0].total.validity));
        fputs(".", f);
    }
    fputs("</p>\n", f);
}

// Points that the second run has more than the first; NaN: not judged in both.
static double gain(const both *b, int k) {
    const train_result *x = &b->run[0].total.result[k], *y = &b->run[1].total.result[k];
    return x->judged && y->judged ? y->points - x->points : (double)NAN;
}

static double rank(const both *b, int k) { return isnan(gain(b, k)) ? -1 : fabs(gain(b, k)); }

// The greatest difference first; equal ones in the order of the file.
static void sort_items(const both *b, int order[TRAIN_RESULTS]) {
    for (int k = 0; k < b->run[0].total.results; k++) {
        int at = k;
        for (; at > 0 && rank(b, order[at - 1]) < rank(b, k); at--) order[at] = order[at - 1];
        order[at] = k;
    }
}

static void write_item(FILE *f, const both *b, int k) {
    const train_result *r[2] = {&b->run[0].total.result[k], &b->run[1].total.result[k]};
    const double more = gain(b, k);
    fprintf(f, "<tr><td>%s<br>", debrief_kind(r[0]));
    page_name(f, r[0]->name);
    if (r[0]->kind == TRAIN_FORBIDDEN)
        fputs("</td><td></td>", f);
    else
        fprintf(f, "</td><td>%.4g</td>", r[0]->of);
    for (int i = 0; i < 2; i++) {
        if (r[i]->judged)
            fprintf(f, "<td>%.1f%s</td>", r[i]->points == 0 ? 0 : r[i]->points,
                    r[i]->failed ? " <b class=\"bad\">fails</b>" : "");
        else
            fputs("<td>not judged</td>", f);
    }
    if (isnan(more))
        fputs("<td>–</td>", f);
    else if (fabs(more) < 0.05)
        fputs("<td>0.0</td>", f);
    else
        fprintf(f, "<td class=\"%s\"><b>%+.1f</b></td>", more > 0 ? "good" : "bad", more);
    for (int i = 0; i < 2; i++) {
        fputs("<td>", f);
        debrief_write_value(f, r[i]->judged ? r[i]->value : (double)NAN, r[i]->unit);
        fputs("</td>", f);
    }
    fputs("<td>", f);
    debrief_write_value(f, r[0]->limit, r[0]->unit);
    fputs("</td></tr>\n", f);
}

static void write_items(FILE *f, const both *b) {
    int order[TRAIN_RESULTS];
    const train_total *x = &b->run[0].total, *y = &b->run[1].total;
    sort_items(b, order);
    fputs("<h2>Items, the greatest difference first</h2>\n<table "
          "class=\"text\"><tr><th>item</th><th>of</th><th>first</th><th>"
          "second</th><th>difference</th><th>value, first</th><th>value, second</th><th>limit</th></tr>\n",
          f);
    for (int k = 0; k < x->results; k++) write_item(f, b, order[k]);
    fprintf(
        f,
        "<tr><td><b>all</b></td><td></td><td>%.1f of %.4g</td><td>%.1f of %.4g</td><td><b>%+.1f</b></td><td></td><td>"
        "</td><td></td></tr>\n</table>\n",
        x->points, x->of, y->points, y->of, y->points - x->points);
}

// ---- reports -------------------------------------------------------------------------------------------------------

// The n-th time, from 0, at which the report was due; NULL: it was not due so often. Answers come the latest first.
static const train_answer *answer_of(const train_total *t, int result, int n) {
    for (int k = t->answers - 1; k >= 0; k--)
        if (t->answer[k].result == result && !isnan(t->answer[k].due) && n-- == 0) return &t->answer[k];
    return NULL;
}

static void write_delay(FILE *f, const train_answer *a) {
    if (!a)
        fputs("<td>not due</td>", f);
    else if (isnan(a->said))
        fputs("<td class=\"bad\">not given rightly in time</td>", f);
    else
        fprintf(f, "<td>%.1f s after %.1f s</td>", a->said - a->due, a->due);
}

static void write_reports(FILE *f, const both *b) {
    const train_total *t = &b->run[0].total;
    if (b->e->reports.n == 0) return;
    fputs(
        "<h2>Reports</h2>\n<table class=\"text\"><tr><th>report</th><th>first</th><th>second</th><th>limit</th></tr>\n",
        f);
    for (int k = 0; k < t->results; k++)
        for (int n = 0; t->result[k].kind == TRAIN_REPORT; n++) {
            const train_answer *x = answer_of(t, k, n), *y = answer_of(&b->run[1].total, k, n);
            if (!x && !y && n > 0) break;
            fputs("<tr><td>", f);
            page_name(f, t->result[k].name);
            fputs("</td>", f);
            write_delay(f, x), write_delay(f, y);
            fputs("<td>", f);
            debrief_write_value(f, t->result[k].limit, t->result[k].unit);
            fputs("</td></tr>\n", f);
            if (!x && !y) break;
        }
    fputs("</table>\n", f);
}

// ---- plots ---------------------------------------------------------------------------------------------------------

static void write_plots(FILE *f, const both *b) {
    const debrief_record *x = &b->record[0], *y = &b->record[1];
    debrief_plots c;
    plot_axis axis[DEBRIEF_PLOTS];
    const double *line[DEBRIEF_PLOTS];
    char name[2][200];
    debrief_choose_plots(b->e, x, &c);
    for (int k = 0; k < c.n; k++) {
        const sim_column *column = &x->channel.column[c.channel[k]];
        axis[k] = (plot_axis){column->name, column->unit, x->column + (size_t)(c.channel[k] + 1) * x->room};
        line[k] = y->column + (size_t)(c.channel[k] + 1) * y->room;
    }
    for (int k = 0; k < 2; k++)
        snprintf(name[k], sizeof name[k], "%s: %.180s", order_name[k], file_name(b->run[k].file));
    const plot_beside beside = {name[0], name[1], y->t, (int)y->rows, line};
    const plot_def def = {.title = "",
                          .x_name = "time",
                          .x_unit = "s",
                          .x = x->t,
                          .n = (int)x->rows,
                          .from = 0,
                          .to = fmax(x->end, y->end),
                          .axis = axis,
                          .n_axes = c.n,
                          .limit = c.limit,
                          .n_limits = c.limits,
                          .beside = &beside};
    char *svg = c.n > 0 && x->rows > 0 ? plot_svg(&def, "b") : NULL;
    fprintf(
        f,
        "<h2>What the items judge</h2>\n<figure role=\"img\" aria-label=\"judged channels of both runs\">%s</figure>\n",
        svg ? svg : "<p>No item judges a channel.</p>");
    free(svg);
}

// ---- the page ------------------------------------------------------------------------------------------------------

static void write_page(FILE *f, const both *b) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width\"><title>",
          f);
    compare_escape(f, b->e->title);
    fprintf(
        f,
        ": two runs</title><style>%s%s</style></head>\n<body><p class=\"from\">hawse, two runs of an exercise</p><h1>",
        page_style, debrief_page_style);
    compare_escape(f, b->e->title);
    fputs("</h1>\n", f);
    write_verdicts(f, b);
    write_items(f, b);
    write_reports(f, b);
    write_plots(f, b);
    fputs("<footer>Written by hawse " HAWSE_VERSION
          ". A design and training aid; not certified.</footer></body></html>\n",
          f);
}

static bool have_same_channels(const both *b, rt_diag *d) {
    const recording_channels *x = &b->record[0].channel, *y = &b->record[1].channel;
    bool same = x->n == y->n;
    for (int k = 0; same && k < x->n; k++) same = strcmp(x->column[k].name, y->column[k].name) == 0;
    if (!same)
        rt_diag_error(d, b->run[1].file, 0, 0,
                      "expected a recording with the channels of %s, found others: two runs of one "
                      "scenario can be compared",
                      b->run[0].file);
    return same;
}

static rt_status write_file(const char *path, const both *b, rt_diag *d) {
    rt_whole_file w;
    rt_status status = rt_whole_open(&w, path, d);
    if (status != RT_OK) return status;
    write_page(w.file, b);
    return rt_whole_close(&w, d);
}

rt_status debrief_beside_write(const char *path, const train_exercise *e, const debrief_run run[2], rt_diag *d) {
    both *b = calloc(1, sizeof *b);
    if (!b) {
        rt_diag_error(d, path, 0, 0, "no memory for the page");
        return RT_ERR_MEMORY;
    }
    b->e = e, b->run = run;
    const bool good = debrief_record_read(&b->record[0], e, run[0].file, d) &&
                      debrief_record_read(&b->record[1], e, run[1].file, d) && have_same_channels(b, d);
    const rt_status status = good ? write_file(path, b, d) : RT_ERR_FORMAT;
    for (int k = 0; k < 2; k++) debrief_record_free(&b->record[k]);
    free(b);
    return status;
}
