// SPDX-License-Identifier: MIT
// Verdict, the moments that cost most, all items the worst first, and the reports.
#include "rt/command/phrase.h"
#include "rt/debrief_page/private.h"
#include "rt/file/base64.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- verdict -------------------------------------------------------------------------------------------------------

static void write_validity(FILE *f, const train_validity *v) {
    if (v->validated) {
        fputs(" Validated: the assessors' marks of this exercise agree with the automatic ones.</p>\n", f);
        return;
    }
    fputs(" <b>Not validated</b>: ", f);
    compare_escape(f, train_validity_missing(v));
    fputs(". The assessor decides.</p>\n", f);
}

void debrief_write_verdict(FILE *f, const debrief_part *p) {
    const train_total *t = p->page->total;
    const char *verdict = train_total_verdict(t);
    fprintf(f, "<h2>Score</h2>\n<p><span class=\"verdict %s\">%c%s</span><b>", t->passed ? "good" : "bad",
            verdict[0] - 'a' + 'A', verdict + 1);
    compare_escape(f, p->page->e->title);
    fputs("</b>: ", f);
    page_figure(f, p->report, "score.of_100", 1, 1, "of 100 points");
    fputs(", pass mark ", f);
    page_figure(f, p->report, "score.pass_mark", 1, 0, "");
    if (t->failed_by >= 0) {
        fputs("; failed by <b>", f);
        page_name(f, t->result[t->failed_by].name);
        fputs("</b>", f);
    }
    fputs(".", f);
    write_validity(f, &t->validity);
    if (t->ended) return;
    fputs("<p class=\"caution\">The run was not ended: its recording stops at ", f);
    page_figure(f, p->report, "score.end_s", 1, 3, "s");
    fputs(". The items are judged up to there.</p>\n", f);
}

// ---- items ---------------------------------------------------------------------------------------------------------

static void write_figure(FILE *f, const debrief_part *p, int at, const char *key, const char *unit) {
    const bool large = strcmp(unit, "N") == 0 || strcmp(unit, "N m") == 0;
    char path[64], shown[24];
    snprintf(path, sizeof path, "score.items.%d.%s", at, key);
    snprintf(shown, sizeof shown, "%s%s", large ? "k" : "", strcmp(unit, "1") == 0 ? "" : unit);
    page_figure(f, p->report, path, large ? 1e-3 : 1, -4, shown);
}

// The number of an item on this page, by which moments, time line and plots refer to it.
static void write_number(FILE *f, int k) { fprintf(f, "<span class=\"number\">%d</span>", k + 1); }

// Forbidden acts that were not done are no news.
static bool is_shown(const train_result *r) { return r->kind != TRAIN_FORBIDDEN || r->points < 0 || r->failed; }

static void write_item(FILE *f, const debrief_part *p, int k) {
    const int at = p->item[k].at;
    const train_result *r = &p->page->total->result[at];
    char key[64];
    fputs("<tr><td>", f);
    if (k < p->lost) write_number(f, k);
    fputs("</td><td>", f);
    snprintf(key, sizeof key, "score.items.%d.points", at);
    if (r->judged)
        page_figure(f, p->report, key, 1, 1, "");
    else
        fputs("not judged", f);
    if (r->kind != TRAIN_FORBIDDEN) fprintf(f, " of %.4g", r->of);
    fprintf(f, "</td><td>%s<br>", debrief_kind(r));
    page_name(f, r->name);
    fputs(r->failed ? " <b class=\"bad\">fails the run</b></td><td>" : "</td><td>", f);
    compare_escape(f, r->text);
    if (k < p->lost && p->page->shown) fputs("<br>", f);
    if (k < p->lost) debrief_write_command(f, p, p->item[k].t);
    fputs("</td><td>", f);
    if (r->judged) write_figure(f, p, at, "value", r->unit);
    fputs("</td><td>", f);
    if (r->judged) write_figure(f, p, at, "limit", r->unit);
    fprintf(f, "</td><td>");
    if (r->judged) fprintf(f, "%.1f s", p->item[k].t);
    fputs("</td></tr>\n", f);
}

void debrief_write_items(FILE *f, const debrief_part *p) {
    const train_total *t = p->page->total;
    fputs("<h2>Items, the worst first</h2>\n<table class=\"text "
          "items\"><tr><th></th><th>points</th><th>item</th><th>what "
          "came of it</th><th>value</th><th>limit</th><th>at</th></tr>\n",
          f);
    for (int k = 0; k < t->results; k++)
        if (is_shown(&t->result[p->item[k].at])) write_item(f, p, k);
    fputs("</table>\n", f);
}

// ---- moments -------------------------------------------------------------------------------------------------------

static void write_picture(FILE *f, const debrief_part *p, int k) {
    const debrief_picture *i = &p->picture[k];
    if (!i->png) {
        fputs("<p>No picture: ", f);
        compare_escape(f, p->why.errors ? p->why.text : "none was drawn");
        fputs("</p>\n", f);
        return;
    }
    fprintf(f, "<img width=\"%d\" height=\"%d\" alt=\"the scene at %.2f s\" src=\"data:image/png;base64,",
            DEBRIEF_WIDTH, DEBRIEF_HEIGHT, p->item[k].t);
    rt_base64_write(f, i->png, i->size);
    fputs("\">\n", f);
}

static void write_caption(FILE *f, const debrief_part *p, int k) {
    const train_result *r = &p->page->total->result[p->item[k].at];
    fputs("<figcaption>", f);
    write_number(f, k);
    fprintf(f, " <b>%.1f s: ", p->item[k].t);
    page_name(f, r->name);
    fprintf(f, "</b>, ");
    if (p->item[k].loss > 0) fprintf(f, "%.1f points lost", p->item[k].loss);
    fprintf(f, "%s%s. ", p->item[k].loss > 0 && r->failed ? ", " : "", r->failed ? "fails the run" : "");
    compare_escape(f, r->text);
    if (p->page->shown) fputs("<br>", f);
    debrief_write_command(f, p, p->item[k].t);
    fputs("</figcaption>", f);
}

// What happened around the moment.
static void write_around(FILE *f, const debrief_part *p, int k) {
    static const char *const who[] = {"trainee", "machine", "bridge"};
    const debrief_record *r = p->record;
    int n = 0;
    for (int i = 0; i < r->n && n < 10; i++) {
        const debrief_entry *e = &r->entry[i];
        if (fabs(e->t - p->item[k].t) > 10) continue;
        fprintf(f, "%s<li>%.1f s, %s: ", n++ ? "" : "<ul class=\"around\">", e->t, who[e->lane]);
        compare_escape(f, e->text);
        fputs("</li>", f);
    }
    fputs(n ? "</ul>\n" : "", f);
}

void debrief_write_moments(FILE *f, const debrief_part *p) {
    const int most = p->lost < DEBRIEF_MOMENTS ? p->lost : DEBRIEF_MOMENTS,
              drawn = p->lost < DEBRIEF_PICTURES ? p->lost : DEBRIEF_PICTURES;
    if (p->lost == 0) {
        fputs("<p>No item lost points.</p>\n", f);
        return;
    }
    static const char *const title[] = {"The moment that cost most", "The two moments that cost most",
                                        "The three moments that cost most"};
    fprintf(f, "<h2>%s</h2>\n", title[most - 1]);
    for (int k = 0; k < most; k++) {
        fputs("<figure class=\"moment\">", f);
        write_picture(f, p, k);
        fputs("<div>", f);
        write_caption(f, p, k);
        write_around(f, p, k);
        fputs("</div></figure>\n", f);
    }
    if (drawn <= most) return;
    fputs("<h3>Further losses</h3>\n<div class=\"pictures\">\n", f);
    for (int k = most; k < drawn; k++) {
        fputs("<figure>", f);
        write_picture(f, p, k);
        write_caption(f, p, k);
        fputs("</figure>\n", f);
    }
    fputs("</div>\n", f);
    if (p->lost > drawn) fprintf(f, "<p>%d smaller losses have no picture.</p>\n", p->lost - drawn);
}

// ---- reports -------------------------------------------------------------------------------------------------------

static int by_due(const void *a, const void *b) {
    const train_answer *const *x = a, *const *y = b;
    const double a_t = isnan((*x)->due) ? (*x)->said : (*x)->due, b_t = isnan((*y)->due) ? (*y)->said : (*y)->due;
    return a_t > b_t ? 1 : a_t < b_t ? -1 : *x > *y ? 1 : -1;
}

static void write_answer(FILE *f, const debrief_part *p, const train_answer *a) {
    const train_total *t = p->page->total;
    const train_result *r = &t->result[a->result];
    const long at = (long)(a - t->answer);
    char key[64], phrase[64];
    const rt_phrase_kind kind = rt_phrase_kind_find(r->name);
    rt_phrase_text(rt_phrase_make(kind, a->number > 0 ? a->number : 1), phrase, sizeof phrase);
    fputs("<tr><td>", f);
    snprintf(key, sizeof key, "score.reports.%ld.due_s", at);
    if (isnan(a->due))
        fputs("<b class=\"bad\">it was not so</b>", f);
    else
        page_figure(f, p->report, key, 1, 1, "s");
    fputs("</td><td>", f);
    if (rt_phrase_has_number(kind) && a->number == 0)
        page_name(f, r->name);
    else
        compare_escape(f, phrase);
    fputs("</td><td>", f);
    snprintf(key, sizeof key, "score.reports.%ld.said_s", at);
    if (isnan(a->said))
        fputs("<b class=\"bad\">not given rightly in time</b></td><td>", f);
    else
        page_figure(f, p->report, key, 1, 1, "s"), fputs("</td><td>", f);
    snprintf(key, sizeof key, "score.reports.%ld.delay_s", at);
    if (isfinite(a->said - a->due)) page_figure(f, p->report, key, 1, 1, "s");
    fputs("</td><td>", f);
    debrief_write_value(f, r->limit, r->unit);
    fprintf(f, "</td><td>%.0f %%</td></tr>\n", 100 * a->share);
}

void debrief_write_reports(FILE *f, const debrief_part *p) {
    const train_total *t = p->page->total;
    const train_answer *order[TRAIN_ANSWERS];
    if (p->page->e->reports.n == 0) return;
    fputs("<h2>Reports</h2>\n", f);
    if (t->answers == 0) {
        fputs("<p>No report was due.</p>\n", f);
        return;
    }
    for (int k = 0; k < t->answers; k++) order[k] = &t->answer[k];
    qsort(order, (size_t)t->answers, sizeof order[0], by_due);
    fputs(
        "<table class=\"text\"><tr><th>due at</th><th>report</th><th>given at</th><th>delay</th><th>limit</th><th>earns"
        "</th></tr>\n",
        f);
    for (int k = 0; k < t->answers; k++) write_answer(f, p, order[k]);
    fputs("</table>\n", f);
}
