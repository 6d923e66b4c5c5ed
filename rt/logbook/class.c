// SPDX-License-Identifier: MIT
// A class over time, and the agreement of its assessors.
#include "rt/logbook/agreement.h"
#include "rt/logbook/cell.h"
#include "rt/logbook/print.h"
#include "rt/logbook/private.h"
#include <math.h>

enum { TEN = LOGBOOK_CLASS_SESSIONS };

static const char what[] = "the class cannot be read";

static const char pairs[] = "SELECT s.exercise, p.name, p.id FROM session s JOIN person p ON p.id = s.trainee"
                            " WHERE s.ended AND (?1 IS NULL OR p.name = ?1) AND (?2 IS NULL OR s.exercise = ?2)"
                            " GROUP BY s.exercise, p.id ORDER BY s.exercise, p.name";

static const char failed_items[] =
    "SELECT e.name, count(*) AS times FROM (SELECT session.id FROM session JOIN person ON person.id = trainee"
    "  WHERE ended AND exercise = ?1 AND name = ?2 ORDER BY session.id DESC LIMIT ?3) s"
    " CROSS JOIN effective_item e ON e.session = s.id WHERE (e.judged OR e.overridden)"
    " AND CASE e.kind WHEN 2 THEN e.effective < 0 ELSE e.effective < 0.5 * e.most END"
    " GROUP BY e.name HAVING times >= 2 ORDER BY times DESC, e.name";

typedef struct scores {
    int n;
    double percent[TEN]; // newest first
    bool passed[TEN];
} scores;

static void add_score(void *ctx, const logbook_session *s) {
    scores *c = ctx;
    if (c->n == TEN) return;
    c->percent[c->n] = s->effective_of > 0 ? 100 * s->effective_points / s->effective_of : 0;
    c->passed[c->n++] = s->effective_passed;
}

rt_status logbook_failed_items(logbook *l, const char *exercise, const char *trainee,
                               void (*each)(void *ctx, const char *item, int times), void *ctx, rt_diag *d) {
    sqlite3_stmt *q = logbook_prepare(l, what, d, failed_items, "ttn", exercise, trainee, (int)TEN);
    if (!q) return RT_ERR_FILE;
    int code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW) each(ctx, logbook_text(q, 0), sqlite3_column_int(q, 1));
    rt_status status = code == SQLITE_DONE ? RT_OK : logbook_fail(l, what, d);
    sqlite3_finalize(q);
    return status;
}

rt_status logbook_class(logbook *l, const logbook_filter *f,
                        void (*each)(void *ctx, const char *exercise, const char *trainee, int64_t person), void *ctx,
                        rt_diag *d) {
    sqlite3_stmt *q = logbook_prepare(l, what, d, pairs, "tt", f->trainee, f->exercise);
    if (!q) return RT_ERR_FILE;
    int code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW)
        each(ctx, logbook_text(q, 0), logbook_text(q, 1), sqlite3_column_int64(q, 2));
    rt_status status = code == SQLITE_DONE ? RT_OK : logbook_fail(l, what, d);
    sqlite3_finalize(q);
    return status;
}

typedef struct printer {
    FILE *f;
    logbook *l;
    rt_status status;
    int n; // lines; items of a line
    rt_diag *d;
} printer;

static void print_failed(void *ctx, const char *item, int times) {
    printer *p = ctx;
    fprintf(p->f, "%s", p->n++ ? ", " : "  ");
    logbook_print_cell(p->f, item, 0);
    fprintf(p->f, " (%d times)", times);
}

static void print_pair(void *ctx, const char *exercise, const char *name, int64_t person) {
    printer *p = ctx, items = {.f = p->f};
    scores c = {0};
    logbook_filter filter = {.trainee = name, .exercise = exercise, .last = TEN, .ended = true};
    (void)person;
    if (p->status != RT_OK) return;
    if (p->n++ == 0)
        fprintf(p->f, "%-24s %-20s %-50s  items failed twice or more\n", "exercise", "trainee",
                "last ten scores [%], oldest first; +: passed");
    p->status = logbook_sessions(p->l, &filter, add_score, &c, p->d);
    logbook_print_cell(p->f, exercise, 25);
    logbook_print_cell(p->f, name, 21);
    for (int k = TEN - 1; k >= 0; k--)
        if (k < c.n)
            fprintf(p->f, "%4.0f%c", c.percent[k], c.passed[k] ? '+' : ' ');
        else
            fprintf(p->f, "     ");
    if (p->status == RT_OK) p->status = logbook_failed_items(p->l, exercise, name, print_failed, &items, p->d);
    fprintf(p->f, "\n");
}

rt_status logbook_print_class(FILE *f, logbook *l, const logbook_filter *filter, rt_diag *d) {
    printer p = {.f = f, .l = l, .d = d};
    const rt_status status = logbook_class(l, filter, print_pair, &p, d);
    if (status == RT_OK && p.status == RT_OK && p.n == 0) fprintf(f, "no sessions that have ended\n");
    return status != RT_OK ? status : p.status;
}

static void print_rater(FILE *f, const logbook_rater *r) {
    logbook_print_cell(f, r->name, 24);
    fprintf(f, " %8d", r->sessions);
    for (int k = 0; k < LOGBOOK_KINDS; k++)
        if (isnan(r->kappa[k]))
            fprintf(f, " %7s (%4d)", "-", r->marks[k]);
        else
            fprintf(f, " %7.2f (%4d)", r->kappa[k], r->marks[k]);
    if (isnan(r->icc))
        fprintf(f, " %8s\n", "-");
    else
        fprintf(f, " %8.2f\n", fabs(r->icc) < 0.005 ? 0 : r->icc); // no -0.00
}

rt_status logbook_print_agreement(FILE *f, logbook *l, const char *exercise, rt_diag *d) {
    logbook_agreement a;
    rt_status status = logbook_agree(l, exercise, &a, d);
    if (status == RT_OK) {
        logbook_print_cell(f, exercise ? exercise : "all exercises", 0);
        fprintf(f, ": agreement of assessors' marks with the automatic score\n");
        fprintf(f, "%-24s %8s %14s %14s %14s %8s\n", "assessor", "sessions", "objectives", "reports", "forbidden",
                "ICC(2,1)");
        for (int k = 0; k < a.n; k++) print_rater(f, &a.rater[k]);
        print_rater(f, &a.all);
        fprintf(f, "columns of items: weighted kappa (number of marks); ICC: of the totals\n");
        if (a.validated)
            fprintf(f, "validated: the automatic score agrees with the assessors\n");
        else
            fprintf(f, "not validated: %s\n", a.missing + 2);
    }
    logbook_agreement_free(&a);
    return status;
}
