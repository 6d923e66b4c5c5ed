// SPDX-License-Identifier: MIT
#include "rt/logbook/print.h"
#include "rt/base/plain.h"
#include "rt/logbook/private.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

enum { CELL = 512 };
#define BEFORE_EVIDENCE_S 5.0 // a replay begins this long before the evidence [s]

static const char *plain(char cell[CELL], const char *text) { return rt_plain(cell, CELL, text ? text : "(deleted)"); }

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
    char cell[CELL], when[32];
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
        fprintf(f, "%-24s %8d %8d  %s\n", plain(cell, logbook_text(q, 0)), sqlite3_column_int(q, 1),
                sqlite3_column_int(q, 2), date(when, sqlite3_column_int64(q, 3)));
    }
    if (n == 0 && code == SQLITE_DONE) fprintf(f, "no sessions\n");
    rt_status status = code == SQLITE_DONE ? RT_OK : logbook_fail(l, what, d);
    sqlite3_finalize(q);
    return status;
}

static void print_score(FILE *f, double points, double possible, bool complete, bool passed) {
    fprintf(f, "%6.1f of %-6.1f %4.0f %%  %s", points, possible, possible > 0 ? 100 * points / possible : 0,
            !complete ? "incomplete"
            : passed  ? "passed"
                      : "failed");
}

typedef struct printer {
    FILE *f;
    int n;
    logbook_session of; // of the session shown: recording and frame
    char recording[4096];
} printer;

static void print_row(void *ctx, const logbook_session *s) {
    printer *p = ctx;
    char name[CELL], exercise[CELL], when[32];
    if (p->n++ == 0)
        fprintf(p->f, "\n%6s  %-16s  %-20s %-24s %s\n", "number", "start [UTC]", "trainee", "exercise", "score");
    fprintf(p->f, "%6" PRId64 "  %-16s  %-20s %-24s ", s->id, date(when, s->start), plain(name, s->trainee),
            plain(exercise, s->exercise));
    if (s->ended)
        print_score(p->f, s->effective_points, s->effective_of, s->complete, s->effective_passed);
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

// Prints a word for a shell: in quotes unless it is plain.
static void print_word(FILE *f, const char *word) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:@%,";
    char shown[4096];
    bool quoted = !*word || strspn(word, safe) < strlen(word);
    rt_plain(shown, sizeof shown, word);
    if (quoted) fputc('\'', f);
    for (const char *c = shown; *c; c++) fprintf(f, *c == '\'' ? "'\\''" : "%c", *c);
    if (quoted) fputc('\'', f);
}

static void print_replay(const printer *p, int64_t frame) {
    if (!p->recording[0] || frame < 0) return;
    fprintf(p->f, "    hawse replay ");
    print_word(p->f, p->recording);
    fprintf(p->f, " --window --from %.1f\n", fmax((double)frame * p->of.frame - BEFORE_EVIDENCE_S, 0));
}

static void print_head(void *ctx, const logbook_session *s) {
    printer *p = ctx;
    char a[CELL], b[CELL], when[32];
    p->n++;
    p->of = *s;
    snprintf(p->recording, sizeof p->recording, "%s", s->recording ? s->recording : "");
    fprintf(p->f, "session %" PRId64 ": %s (%s), hash %016" PRIx64 "\n", s->id, plain(a, s->title ? s->title : ""),
            plain(b, s->exercise), s->exercise_hash);
    fprintf(p->f, "trainee %s, start %s UTC, hawse %s\n", plain(a, s->trainee), date(when, s->start),
            plain(b, s->version));
    if (!s->ended) {
        fprintf(p->f, "not ended: the run was killed or still goes on\n");
    } else {
        fprintf(p->f, "score ");
        print_score(p->f, s->effective_points, s->effective_of, s->complete, s->effective_passed);
        fprintf(p->f, " (pass mark %.0f %%)\n", s->pass_mark);
        if (s->overrides) {
            fprintf(p->f, "automatic ");
            print_score(p->f, s->points, s->possible, s->complete, s->passed);
            fprintf(p->f, "\n");
        }
        fprintf(p->f, "%.1f s; interventions %d, freezes %d\n", s->duration, s->interventions, s->freezes);
    }
    if (s->recording) {
        fprintf(p->f, "recording ");
        print_word(p->f, s->recording);
        if (s->ended) fprintf(p->f, ", state hash %016" PRIx64, s->state_hash);
        fprintf(p->f, "\n");
    }
}

static void print_item(void *ctx, const logbook_item *i) {
    static const char *const kind[LOGBOOK_KINDS] = {"objective", "report", "forbidden"};
    printer *p = ctx;
    char name[CELL], unit[CELL], text[CELL];
    if (p->n++ == 0) fprintf(p->f, "\n%-24s %-10s %16s  judgement\n", "item", "kind", "points");
    fprintf(p->f, "%-24s %-10s ", plain(name, i->name), kind[i->kind]);
    if (i->judged || i->overridden)
        fprintf(p->f, "%6.1f of %-6.1f", i->effective, i->of);
    else
        fprintf(p->f, "%16s", "not judged  ");
    if (i->overridden && i->judged) fprintf(p->f, " (automatic %.1f)", i->points);
    plain(unit, i->unit ? i->unit : "");
    if (!isnan(i->value)) fprintf(p->f, "  %.4g%s%s", i->value, *unit ? " " : "", unit);
    if (!isnan(i->limit)) fprintf(p->f, " (limit %.4g%s%s)", i->limit, *unit ? " " : "", unit);
    if (i->text) fprintf(p->f, "  %s", plain(text, i->text));
    fprintf(p->f, "\n");
    if (i->judged) print_replay(p, i->frame_from);
}

static void print_remark(void *ctx, const logbook_remark *r) {
    printer *p = ctx;
    char by[CELL], text[CELL], item[CELL], when[32];
    if (p->n++ == 0) fprintf(p->f, "\nnotes and overrides\n");
    fprintf(p->f, "%s UTC  ", date(when, r->utc));
    if (r->item)
        fprintf(p->f, "override of %s: %g to %g, ", plain(item, r->item), r->before, r->after);
    else if (r->frame >= 0)
        fprintf(p->f, "at %.1f s, ", (double)r->frame * p->of.frame);
    fprintf(p->f, "%s: %s\n", plain(by, r->by), plain(text, r->text));
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
