// SPDX-License-Identifier: MIT
// Gathers the marks of the assessors beside the automatic scores, and judges them.
#include "rt/base/line.h"
#include "rt/logbook/agreement.h"
#include "rt/logbook/private.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// A session that one assessor has marked wholly; totals in % of the judged points.
typedef struct total {
    int64_t session;
    int rater;
    double automatic, mark;
} total;

typedef struct totals {
    total *item;
    int n, room;
} totals;

static const char marks[] =
    "SELECT m.assessor, p.name, i.kind, i.points, i.most, m.points FROM mark m"
    " JOIN item i ON i.session = m.session AND i.name = m.item JOIN person p ON p.id = m.assessor"
    " JOIN session s ON s.id = m.session WHERE i.judged AND s.ended AND (?1 IS NULL OR s.exercise = ?1)"
    " ORDER BY m.assessor";

static const char whole_sessions[] =
    "SELECT m.session, m.assessor, 100 * total(i.points) / s.possible, 100 * total(m.points) / s.possible FROM mark m"
    " JOIN item i ON i.session = m.session AND i.name = m.item JOIN session s ON s.id = m.session"
    " WHERE i.judged AND s.ended AND s.possible > 0 AND (?1 IS NULL OR s.exercise = ?1)"
    " GROUP BY m.assessor, m.session"
    " HAVING count(*) = (SELECT count(*) FROM item WHERE session = m.session AND judged)"
    " ORDER BY m.session, m.assessor";

static void *grow(void *items, int n, int *room, size_t size) {
    if (n < *room) return items;
    void *more = realloc(items, (size_t)(2 * *room + 16) * size);
    if (more) *room = 2 * *room + 16;
    return more;
}

static void add_mark(logbook_rater *r, logbook_kind kind, int automatic, int his) {
    r->count[kind][automatic][his]++;
    r->marks[kind]++;
}

// The assessor of the row; marks come in the order of assessors.
static logbook_rater *find_rater(logbook_agreement *a, sqlite3_stmt *q, int *room) {
    int64_t person = sqlite3_column_int64(q, 0);
    if (a->n > 0 && a->rater[a->n - 1].person == person) return &a->rater[a->n - 1];
    logbook_rater *more = grow(a->rater, a->n, room, sizeof *more);
    if (!more) return NULL;
    a->rater = more;
    more[a->n] = (logbook_rater){.person = person};
    const char *name = logbook_text(q, 1);
    snprintf(more[a->n].name, sizeof more[a->n].name, "%s", name ? name : "(deleted)");
    return &more[a->n++];
}

static rt_status out_of_memory(rt_diag *d) {
    rt_diag_error(d, NULL, 0, 0, "the marks cannot be read: out of memory");
    return RT_ERR_MEMORY;
}

static rt_status read_marks(logbook *l, const char *exercise, logbook_agreement *a, rt_diag *d) {
    static const char what[] = "the marks cannot be read";
    sqlite3_stmt *q = logbook_prepare(l, what, d, marks, "t", exercise);
    if (!q) return RT_ERR_FILE;
    int code, room = 0;
    rt_status status = RT_OK;
    while (status == RT_OK && (code = sqlite3_step(q)) != SQLITE_DONE) {
        if (code != SQLITE_ROW) {
            status = logbook_fail(l, what, d);
            break;
        }
        int kind = sqlite3_column_int(q, 2);
        logbook_rater *r = find_rater(a, q, &room);
        if (!r) status = out_of_memory(d);
        if (!r || kind < 0 || kind >= LOGBOOK_KINDS) continue;
        double of = logbook_number(q, 4);
        int automatic = logbook_grade((logbook_kind)kind, logbook_number(q, 3), of);
        int his = logbook_grade((logbook_kind)kind, logbook_number(q, 5), of);
        add_mark(r, (logbook_kind)kind, automatic, his);
        add_mark(&a->all, (logbook_kind)kind, automatic, his);
    }
    sqlite3_finalize(q);
    return status;
}

static rt_status read_totals(logbook *l, const char *exercise, const logbook_agreement *a, totals *t, rt_diag *d) {
    static const char what[] = "the marks cannot be read";
    sqlite3_stmt *q = logbook_prepare(l, what, d, whole_sessions, "t", exercise);
    if (!q) return RT_ERR_FILE;
    int code;
    rt_status status = RT_OK;
    while (status == RT_OK && (code = sqlite3_step(q)) != SQLITE_DONE) {
        total *more = grow(t->item, t->n, &t->room, sizeof *more);
        if (more) t->item = more;
        if (code != SQLITE_ROW)
            status = logbook_fail(l, what, d);
        else if (!more)
            status = out_of_memory(d);
        else {
            int r = 0;
            while (r + 1 < a->n && a->rater[r].person != sqlite3_column_int64(q, 1)) r++;
            t->item[t->n++] = (total){sqlite3_column_int64(q, 0), r, logbook_number(q, 2), logbook_number(q, 3)};
        }
    }
    sqlite3_finalize(q);
    return status;
}

static void compute_kappas(logbook_rater *r) {
    double weight[LOGBOOK_GRADES * LOGBOOK_GRADES];
    for (int i = 0; i < LOGBOOK_GRADES; i++)
        for (int j = 0; j < LOGBOOK_GRADES; j++) weight[i * LOGBOOK_GRADES + j] = (i - j) * (i - j);
    for (int k = 0; k < LOGBOOK_KINDS; k++)
        r->kappa[k] = logbook_weighted_kappa(&r->count[k][0][0], weight, LOGBOOK_GRADES);
}

// ICC of each assessor with the automatic score: two raters.
static void compute_icc(logbook_agreement *a, const totals *t, double *x) {
    for (int r = 0; r < a->n; r++) {
        int n = 0;
        for (int k = 0; k < t->n; k++)
            if (t->item[k].rater == r) {
                x[2 * n] = t->item[k].automatic;
                x[2 * n++ + 1] = t->item[k].mark;
            }
        a->rater[r].sessions = n;
        a->rater[r].icc = logbook_icc_2_1(x, n, 2);
    }
}

// ICC of the automatic score and all assessors, over the sessions that each of them has marked. Totals come in the
// order of sessions.
static void compute_icc_of_all(logbook_agreement *a, const totals *t, double *x) {
    int n = 0, width = a->n + 1;
    for (int k = 0, end; k < t->n; k = end) {
        for (end = k; end < t->n && t->item[end].session == t->item[k].session; end++) {}
        a->by_two += end - k >= LOGBOOK_ASSESSORS_NEEDED;
        a->all.sessions++;
        if (end - k < a->n) continue;
        x[n * width] = t->item[k].automatic;
        for (int j = k; j < end; j++) x[n * width + 1 + j - k] = t->item[j].mark;
        n++;
    }
    a->all.icc = logbook_icc_2_1(x, n, width);
}

static void judge(logbook_agreement *a) {
    static const char *const kind[LOGBOOK_KINDS] = {"objectives", "reports", "forbidden acts"};
    text_line line = text_line_begin(a->missing, sizeof a->missing);
    if (a->by_two < LOGBOOK_SESSIONS_NEEDED)
        text_line_add(&line, "; %d sessions marked by %d assessors or more (%d needed)", a->by_two,
                      LOGBOOK_ASSESSORS_NEEDED, LOGBOOK_SESSIONS_NEEDED);
    for (int k = 0; k < LOGBOOK_KINDS; k++)
        if (a->all.marks[k] > 0 && isnan(a->all.kappa[k]))
            text_line_add(&line, "; %s: all grades alike, kappa not defined", kind[k]);
        else if (a->all.marks[k] > 0 && a->all.kappa[k] < LOGBOOK_KAPPA_NEEDED)
            text_line_add(&line, "; %s: kappa %.2f (%.1f needed)", kind[k], a->all.kappa[k], LOGBOOK_KAPPA_NEEDED);
    a->validated = line.n == 0;
}

rt_status logbook_agree(logbook *l, const char *exercise, logbook_agreement *a, rt_diag *d) {
    totals t = {0};
    *a = (logbook_agreement){.all.name = "all"};
    rt_status status = read_marks(l, exercise, a, d);
    if (status == RT_OK) status = read_totals(l, exercise, a, &t, d);
    double *x = status == RT_OK ? calloc((size_t)(t.n + 1) * (size_t)(a->n + 2), sizeof *x) : NULL;
    if (status == RT_OK && !x) status = out_of_memory(d);
    if (status == RT_OK) {
        for (int k = 0; k < a->n; k++) compute_kappas(&a->rater[k]);
        compute_kappas(&a->all);
        compute_icc(a, &t, x);
        compute_icc_of_all(a, &t, x);
        judge(a);
    }
    free(x);
    free(t.item);
    return status;
}

void logbook_agreement_free(logbook_agreement *a) {
    free(a->rater);
    *a = (logbook_agreement){0};
}
