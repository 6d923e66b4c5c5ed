// SPDX-License-Identifier: MIT
#include "rt/logbook/print.h"
#include "rt/base/line.h"
#include "rt/logbook/cell.h"
#include "rt/logbook/private.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#define BEFORE_EVIDENCE_S 5.0 // a replay begins this long before the evidence [s]

static const char *date(char text[32], int64_t utc) {
    struct tm tm;
    time_t t = (time_t)utc;
    if (!gmtime_r(&t, &tm) || strftime(text, 32, "%Y-%m-%d %H:%M", &tm) == 0) snprintf(text, 32, "?");
    return text;
}

// The list
// -------------------------------------------------------------------------------------------------------------

static rt_status print_trainees(FILE *f, logbook *l, const logbook_filter *filter, rt_diag *d) {
    static const char what[] = "the trainees cannot be read";
    char when[32];
    sqlite3_stmt *q = logbook_prepare(l, what, d,
                                      "SELECT p.name, count(*), count(CASE WHEN s.ended THEN 1 END), max(s.start)"
                                      " FROM session s JOIN person p ON p.id = s.trainee"
                                      " WHERE (?1 IS NULL OR p.name = ?1) AND (?2 IS NULL OR s.exercise = ?2)"
                                      " GROUP BY p.id ORDER BY p.name",
                                      "tt", filter->trainee, filter->exercise);
    if (!q) return RT_ERR_FILE;
    int code, n = 0;
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        if (n++ == 0) fprintf(f, "%-24s %8s %8s  %s\n", "trainee", "sessions", "ended", "last [UTC]");
        logbook_print_cell(f, logbook_text(q, 0), 24);
        fprintf(f, " %8d %8d  %s\n", sqlite3_column_int(q, 1), sqlite3_column_int(q, 2),
                date(when, sqlite3_column_int64(q, 3)));
    }
    if (n == 0 && code == SQLITE_DONE) fprintf(f, "no sessions\n");
    rt_status status = code == SQLITE_DONE ? RT_OK : logbook_fail(l, what, d);
    sqlite3_finalize(q);
    return status;
}

static const char *verdict(bool complete, bool passed) {
    return !complete ? "incomplete" : passed ? "passed" : "failed";
}

static double percent(double points, double possible) { return possible > 0 ? 100 * points / possible : 0; }

typedef struct printer {
    FILE *f;
    int n;
    logbook_session of; // of the session shown: recording and frame
    char recording[4096];
} printer;

static void print_row(void *ctx, const logbook_session *s) {
    printer *p = ctx;
    char when[32];
    if (p->n++ == 0)
        fprintf(p->f, "\n%6s  %-16s  %-20s %-24s %s\n", "number", "start [UTC]", "trainee", "exercise", "score");
    fprintf(p->f, "%6" PRId64 "  %-16s  ", s->id, date(when, s->start));
    logbook_print_cell(p->f, s->trainee, 21);
    logbook_print_cell(p->f, s->exercise, 25);
    if (s->ended)
        fprintf(p->f, "%6.1f of %-6.1f %4.0f %%  %s", s->effective_points, s->effective_of,
                percent(s->effective_points, s->effective_of), verdict(s->complete, s->effective_passed));
    else
        fprintf(p->f, "not ended");
    if (s->overrides) fprintf(p->f, "  %d override%s", s->overrides, s->overrides > 1 ? "s" : "");
    fprintf(p->f, "\n");
}

rt_status logbook_print_list(FILE *f, logbook *l, const logbook_filter *filter, rt_diag *d) {
    printer p = {.f = f};
    rt_status status = print_trainees(f, l, filter, d);
    return status == RT_OK ? logbook_sessions(l, filter, print_row, &p, d) : status;
}

// One session
// ----------------------------------------------------------------------------------------------------------

static void print_replay(const printer *p, int64_t frame) {
    if (!p->recording[0] || frame < 0) return;
    fprintf(p->f, "    hawse replay ");
    logbook_print_word(p->f, p->recording);
    fprintf(p->f, " --window --from %.1f\n", fmax((double)frame * p->of.frame - BEFORE_EVIDENCE_S, 0));
}

static void print_totals(FILE *f, const logbook_session *s) {
    fprintf(f, "score %.1f of %.1f, %.0f %%: %s (pass mark %.0f %%)\n", s->effective_points, s->effective_of,
            percent(s->effective_points, s->effective_of), verdict(s->complete, s->effective_passed), s->pass_mark);
    if (s->overrides)
        fprintf(f, "automatic %.1f of %.1f, %.0f %%: %s\n", s->points, s->possible, percent(s->points, s->possible),
                verdict(s->complete, s->passed));
    fprintf(f, "%.1f s; interventions %d, freezes %d\n", s->duration, s->interventions, s->freezes);
}

static void print_head(void *ctx, const logbook_session *s) {
    printer *p = ctx;
    char when[32];
    p->n++;
    p->of = *s;
    snprintf(p->recording, sizeof p->recording, "%s", s->recording ? s->recording : "");
    fprintf(p->f, "session %" PRId64 ": ", s->id);
    logbook_print_cell(p->f, s->title ? s->title : "", 0);
    fprintf(p->f, " (");
    logbook_print_cell(p->f, s->exercise, 0);
    fprintf(p->f, "), hash %016" PRIx64 "\ntrainee ", s->exercise_hash);
    logbook_print_cell(p->f, s->trainee, 0);
    fprintf(p->f, ", start %s UTC, hawse ", date(when, s->start));
    logbook_print_cell(p->f, s->version, 0);
    fprintf(p->f, "\n");
    if (s->ended)
        print_totals(p->f, s);
    else
        fprintf(p->f, "not ended: the run was killed or still goes on\n");
    if (!s->recording) return;
    fprintf(p->f, "recording ");
    logbook_print_word(p->f, s->recording);
    if (s->ended) fprintf(p->f, ", state hash %016" PRIx64, s->state_hash);
    fprintf(p->f, "\n");
}

// The judgement: its text, else value and limit with their unit.
static void write_judgement(const logbook_item *i, text_line *line) {
    const char *unit = i->unit && strcmp(i->unit, "1") != 0 ? i->unit : "";
    if (i->overridden && i->judged) text_line_add(line, "  (automatic %.1f)", i->points);
    if (i->failed) text_line_add(line, "  fails the session%s", i->overridden ? " (automatic)" : "");
    if (i->text) {
        text_line_add(line, "  %s", i->text);
        return;
    }
    if (!isnan(i->value)) text_line_add(line, "  %.4g%s%s", i->value, *unit ? " " : "", unit);
    if (!isnan(i->limit)) text_line_add(line, " (limit %.4g%s%s)", i->limit, *unit ? " " : "", unit);
}

// Points of what they can be; of what is forbidden, the loss of the most that it can cost.
static void write_points(const logbook_item *i, char *text, size_t size) {
    bool forbidden = i->kind == LOGBOOK_FORBIDDEN;
    if (!i->judged && !i->overridden)
        snprintf(text, size, "not judged");
    else if (forbidden && !(i->of > 0))
        snprintf(text, size, "%.1f", i->effective);
    else
        snprintf(text, size, "%.1f of %.1f", i->effective, forbidden ? -i->of : i->of);
}

static void print_item(void *ctx, const logbook_item *i) {
    printer *p = ctx;
    char words[1024], points[48];
    text_line line = text_line_begin(words, sizeof words);
    if (p->n++ == 0) fprintf(p->f, "\n%-24s %-10s %-16s  judgement\n", "item", "kind", "points");
    logbook_print_cell(p->f, i->name, 25);
    write_points(i, points, sizeof points);
    write_judgement(i, &line);
    fprintf(p->f, "%-10s %-*s", logbook_kind_name(i->kind), line.n ? 16 : 0, points);
    logbook_print_cell(p->f, words, 0);
    fprintf(p->f, "\n");
    if (i->judged) print_replay(p, i->frame_from);
}

static void print_remark(void *ctx, const logbook_remark *r) {
    printer *p = ctx;
    char when[32];
    if (p->n++ == 0) fprintf(p->f, "\nnotes and overrides\n");
    fprintf(p->f, "%s UTC  ", date(when, r->utc));
    if (r->item) {
        fprintf(p->f, "override of ");
        logbook_print_cell(p->f, r->item, 0);
        fprintf(p->f, ": %g to %g, ", r->before, r->after);
    } else if (r->frame >= 0)
        fprintf(p->f, "at %.1f s, ", (double)r->frame * p->of.frame);
    logbook_print_cell(p->f, r->by, 0);
    fprintf(p->f, ": ");
    logbook_print_cell(p->f, r->text, 0);
    fprintf(p->f, "\n");
    if (!r->item) print_replay(p, r->frame);
}

rt_status logbook_print_session(FILE *f, logbook *l, int64_t id, rt_diag *d) {
    static printer p;
    p = (printer){.f = f};
    rt_status status = logbook_sessions(l, &(logbook_filter){.id = id, .last = 1}, print_head, &p, d);
    if (status == RT_OK && p.n == 0) {
        rt_diag_error(d, NULL, 0, 0, "no session %" PRId64 ": hawse log lists them", id);
        return RT_ERR_USAGE;
    }
    p.n = 0;
    if (status == RT_OK) status = logbook_items(l, id, print_item, &p, d);
    p.n = 0;
    return status == RT_OK ? logbook_remarks(l, id, print_remark, &p, d) : status;
}
