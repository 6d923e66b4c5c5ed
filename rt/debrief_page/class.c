// SPDX-License-Identifier: MIT
#include "rt/debrief_page/class.h"
#include "rt/base/plain.h"
#include "rt/file/whole_file.h"
#include "rt/page/figure.h"
#include "rt/plot/plot.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEMBERS = 200, SCORES = 200, ITEMS = 6, NAME = 128 };
enum { WIDTH = 960, HEIGHT = 300, LEFT = 44, RIGHT = 60, TOP = 14, BOTTOM = 40 };
// Colours that most colour-blind people tell apart: Okabe and Ito, Color universal design (2008). With more trainees
// they repeat with another dash.
static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"};
enum { COLOURS = sizeof colour / sizeof colour[0] };
static const char *const dash[] = {"", "6 3", "2 3"};

typedef struct attempt {
    double at, percent; // UTC [s]; score [%]
    bool passed;
} attempt;

// A trainee of an exercise.
typedef struct member {
    char exercise[NAME], name[NAME];
    int64_t person;
    attempt attempt[SCORES]; // (n) oldest first, the newest ones
    int n;
    double pass_mark;
    char title[NAME];
    char failed[ITEMS][64]; // items failed twice or more
    int times[ITEMS], n_failed;
} member;

typedef struct class {
    member *member; // (n) in the order of exercises
    int n, left_out;
} class;

// ---- from the logbook ----------------------------------------------------------------------------------------------

static void add_member(void *ctx, const char *exercise, const char *trainee, int64_t person) {
    class *c = ctx;
    if (c->n == MEMBERS) {
        c->left_out++;
        return;
    }
    member *m = &c->member[c->n++];
    snprintf(m->exercise, NAME, "%s", exercise);
    snprintf(m->name, NAME, "%s", trainee ? trainee : "");
    m->person = person;
}

// Sessions come the newest first.
static void add_attempt(void *ctx, const logbook_session *s) {
    member *m = ctx;
    if (m->n == SCORES) return;
    if (m->n == 0) {
        m->pass_mark = s->pass_mark;
        snprintf(m->title, NAME, "%s", s->title ? s->title : s->exercise);
    }
    m->attempt[m->n++] = (attempt){
        (double)s->start, s->effective_of > 0 ? 100 * s->effective_points / s->effective_of : 0, s->effective_passed};
}

static void add_failed(void *ctx, const char *item, int times) {
    member *m = ctx;
    if (m->n_failed == ITEMS) return;
    snprintf(m->failed[m->n_failed], sizeof m->failed[0], "%s", item);
    m->times[m->n_failed++] = times;
}

static rt_status read_member(logbook *l, member *m, rt_diag *d) {
    const logbook_filter of = {.trainee = m->name, .exercise = m->exercise, .last = SCORES, .ended = true};
    const rt_status status = logbook_sessions(l, &of, add_attempt, m, d);
    for (int k = 0; k < m->n / 2; k++) {
        const attempt swap = m->attempt[k];
        m->attempt[k] = m->attempt[m->n - 1 - k];
        m->attempt[m->n - 1 - k] = swap;
    }
    return status == RT_OK ? logbook_failed_items(l, m->exercise, m->name, add_failed, m, d) : status;
}

// ---- the plot of an exercise ---------------------------------------------------------------------------------------

typedef struct span {
    double from, to; // UTC [s]
} span;

static span span_of(const member *m, int n) {
    span s = {INFINITY, -INFINITY};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < m[k].n; i++) s = (span){fmin(s.from, m[k].attempt[i].at), fmax(s.to, m[k].attempt[i].at)};
    if (!(s.to > s.from)) s.from -= 1800, s.to = s.from + 3600;
    return s;
}

static double px(const span *s, double at) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (at - s->from) / (s->to - s->from);
}
static double py(double percent) { return TOP + (HEIGHT - TOP - BOTTOM) * (1 - percent / 100); }

static void write_date(FILE *f, const span *s, double at, const char *anchor) {
    char text[32] = "";
    const time_t when = (time_t)at;
    struct tm tm;
    const bool short_time = s->to - s->from < 3 * 86400;
    if (gmtime_r(&when, &tm)) strftime(text, sizeof text, short_time ? "%Y-%m-%d %H:%M" : "%Y-%m-%d", &tm);
    fprintf(f, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>", px(s, at), HEIGHT - BOTTOM + 17, anchor, text);
}

static void write_axes(FILE *f, const span *s, double pass_mark) {
    for (int k = 0; k <= 100; k += 20)
        fprintf(f,
                "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%d</text>",
                LEFT, WIDTH - RIGHT, py(k), py(k), LEFT - 6, py(k) + 4, k);
    fprintf(f,
            "<line class=\"loss\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\">pass</text>\n",
            LEFT, WIDTH - RIGHT, py(pass_mark), py(pass_mark), WIDTH - RIGHT + 3, py(pass_mark) + 4);
    write_date(f, s, s->from, "start");
    write_date(f, s, 0.5 * (s->from + s->to), "middle");
    write_date(f, s, s->to, "end");
    fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">score [%%] over the start of the session [UTC]</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6);
}

static void write_line(FILE *f, const span *s, const member *m, int k) {
    const char *c = colour[k % COLOURS];
    fprintf(f, "<polyline style=\"stroke:%s;stroke-dasharray:%s\" points=\"", c, dash[k / COLOURS % 3]);
    for (int i = 0; i < m->n; i++) fprintf(f, "%.1f,%.1f ", px(s, m->attempt[i].at), py(m->attempt[i].percent));
    fputs("\"/>", f);
    for (int i = 0; i < m->n; i++)
        fprintf(f,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" style=\"stroke:%s;stroke-width:2;fill:%s\"><title>T%" PRId64
                ": %.1f %%, %s</title></circle>",
                px(s, m->attempt[i].at), py(m->attempt[i].percent), c, m->attempt[i].passed ? c : "#fff", m->person,
                m->attempt[i].percent, m->attempt[i].passed ? "passed" : "not passed");
    const attempt *last = &m->attempt[m->n - 1];
    fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" style=\"fill:%s\">T%" PRId64 "</text>\n", px(s, last->at) + 7,
            py(last->percent) + 4, c, m->person);
}

static void write_plot(FILE *f, const member *m, int n) {
    const span s = span_of(m, n);
    fprintf(f, "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"scores over time\">\n", WIDTH, HEIGHT);
    write_axes(f, &s, m->pass_mark);
    for (int k = 0; k < n; k++)
        if (m[k].n > 0) write_line(f, &s, &m[k], k);
    fputs("</svg><figcaption>A line a trainee; filled: passed.</figcaption></figure>\n", f);
}

// ---- tables --------------------------------------------------------------------------------------------------------

static void write_members(FILE *f, const member *m, int n) {
    fputs(
        "<table "
        "class=\"text\"><tr><th>trainee</th><th>sessions</th><th>passed</th><th>first</th><th>latest</th><th>best</th>"
        "<th>items failed twice or more in the last ten</th></tr>\n",
        f);
    for (int k = 0; k < n; k++) {
        double best = 0;
        int passed = 0;
        for (int i = 0; i < m[k].n; i++) best = fmax(best, m[k].attempt[i].percent), passed += m[k].attempt[i].passed;
        fprintf(f,
                "<tr><td>T%" PRId64 "</td><td>%d</td><td>%d</td><td>%.0f %%</td><td>%.0f %%</td><td>%.0f %%</td><td>",
                m[k].person, m[k].n, passed, m[k].n ? m[k].attempt[0].percent : 0,
                m[k].n ? m[k].attempt[m[k].n - 1].percent : 0, best);
        for (int i = 0; i < m[k].n_failed; i++) {
            fputs(i ? ", " : "", f);
            page_name(f, m[k].failed[i]);
            fprintf(f, " (%d times)", m[k].times[i]);
        }
        fputs("</td></tr>\n", f);
    }
    fputs("</table>\n", f);
}

static int ascending(const void *a, const void *b) {
    const double *x = a, *y = b;
    return *x > *y ? 1 : *x < *y ? -1 : 0;
}

static void write_spread(FILE *f, const char *what, double *v, int n) {
    double sum = 0, square = 0;
    if (n == 0) return;
    qsort(v, (size_t)n, sizeof *v, ascending);
    for (int k = 0; k < n; k++) sum += v[k];
    for (int k = 0; k < n; k++) square += (v[k] - sum / n) * (v[k] - sum / n);
    const double median = n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
    fprintf(f, "<tr><td>%s</td><td>%d</td><td>%.0f %%</td><td>%.0f %%</td><td>%.0f %%</td><td>", what, n, v[0], median,
            v[n - 1]);
    if (n > 1)
        fprintf(f, "%.1f</td></tr>\n", sqrt(square / (n - 1)));
    else
        fputs("–</td></tr>\n", f);
}

// The spread between trainees at their first and at their latest session: a class that learns has less of it.
static void write_spreads(FILE *f, const member *m, int n) {
    double first[MEMBERS], latest[MEMBERS];
    int of = 0;
    for (int k = 0; k < n; k++) {
        if (m[k].n == 0) continue;
        first[of] = m[k].attempt[0].percent;
        latest[of++] = m[k].attempt[m[k].n - 1].percent;
    }
    fputs("<table class=\"text\"><tr><th>spread between "
          "trainees</th><th>trainees</th><th>lowest</th><th>median</th><th>highest"
          "</th><th>standard deviation</th></tr>\n",
          f);
    write_spread(f, "first session", first, of);
    write_spread(f, "latest session", latest, of);
    fputs("</table>\n", f);
}

// ---- the page ------------------------------------------------------------------------------------------------------

static void write_exercise(FILE *f, const member *m, int n) {
    fputs("<h2>", f);
    compare_escape(f, m->title);
    fputs("</h2>\n<p class=\"from\">", f);
    compare_escape(f, m->exercise);
    fprintf(f, ", pass mark %.0f %%</p>\n", m->pass_mark);
    write_plot(f, m, n);
    write_members(f, m, n);
    write_spreads(f, m, n);
}

static void write_page(FILE *f, const class *c) {
    fprintf(f,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
            "content=\"width=device-width\"><title>A class over time</title><style>%s%s</style></head>\n<body><p "
            "class=\"from\">hawse, logbook</p><h1>A class over time</h1>\n<p>Sessions that have ended, with the "
            "instructors' overrides. A trainee is T and a number; the logbook has the names.</p>\n",
            page_style,
            "polyline{fill:none;stroke-width:1.5}svg .grid{stroke:#d5d9dd}svg line.loss{stroke:#a31515;"
            "stroke-dasharray:3 3}");
    if (c->n == 0) fputs("<p>No sessions that have ended.</p>\n", f);
    for (int from = 0, to; from < c->n; from = to) {
        for (to = from + 1; to < c->n && strcmp(c->member[to].exercise, c->member[from].exercise) == 0;) to++;
        write_exercise(f, &c->member[from], to - from);
    }
    if (c->left_out) fprintf(f, "<p>%d further trainees are left out.</p>\n", c->left_out);
    fputs("<footer>Written by hawse " HAWSE_VERSION
          ". A design and training aid; not certified.</footer></body></html>\n",
          f);
}

static void print_names(FILE *f, const class *c) {
    char shown[4 * NAME];
    for (int k = 0; k < c->n; k++) {
        bool told = false;
        for (int i = 0; i < k; i++) told = told || c->member[i].person == c->member[k].person;
        if (!told)
            fprintf(f, "T%-5" PRId64 " %s\n", c->member[k].person, rt_plain(shown, sizeof shown, c->member[k].name));
    }
}

rt_status class_page_write(const char *path, logbook *l, const logbook_filter *f, FILE *names, rt_diag *d) {
    class c = {.member = calloc(MEMBERS, sizeof *c.member)};
    rt_whole_file w;
    if (!c.member) {
        rt_diag_error(d, path, 0, 0, "no memory for the page");
        return RT_ERR_MEMORY;
    }
    rt_status status = logbook_class(l, f, add_member, &c, d);
    for (int k = 0; k < c.n && status == RT_OK; k++) status = read_member(l, &c.member[k], d);
    if (status == RT_OK) status = rt_whole_open(&w, path, d);
    if (status == RT_OK) {
        write_page(w.file, &c);
        status = rt_whole_close(&w, d);
    }
    if (status == RT_OK) print_names(names, &c);
    free(c.member);
    return status;
}
