// SPDX-License-Identifier: MIT
#include "rt/base/plain.h"
#include "rt/file/whole_file.h"
#include "rt/logbook/print.h"
#include "rt/logbook/private.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

static const char head[] =
    "session,start [UTC],trainee,exercise,title,exercise hash,hawse,recording,ended,"
    "complete,points [1],possible [1],pass mark [%],passed,points with overrides [1],possible with overrides [1],"
    "passed with overrides,overrides [1],duration [s],interventions [1],freezes [1],state hash,"
    "item,kind,judged,critical,fails the session,item points [1],item of [1],item points with overrides [1],value "
    "[unit],limit [unit],"
    "unit,from [s],to [s],channel,text\r\n";
enum { END_COLUMNS = 13, ITEM_COLUMNS = 15, CELL = 4096 };

typedef struct exporter {
    FILE *f;
    logbook *l;
    const logbook_session *s;
    int items;
    rt_status status;
    rt_diag *d;
} exporter;

// Whether a spreadsheet may take the text for a formula: its first character after blanks is = + - @, or one of their
// full-width forms (U+FF1D, FF0B, FF0D, FF20). OWASP, CSV Injection. Tabs and line ends are escaped before.
static bool is_formula(const char *text) {
    static const char *const full_width[] = {"\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};
    text += strspn(text, " \xc2\xa0");
    if (*text && strchr("=+-@", *text)) return true;
    for (int k = 0; k < 4; k++)
        if (strncmp(text, full_width[k], 3) == 0) return true;
    return false;
}

// Writes a text in quotes. An apostrophe makes a formula a text.
static void quote(FILE *f, const char *text) {
    static char shown[CELL];
    rt_plain(shown, sizeof shown, text ? text : "");
    fprintf(f, "\"%s", is_formula(shown) ? "'" : "");
    for (const char *c = shown; *c; c++) fprintf(f, *c == '"' ? "\"\"" : "%c", *c);
    fputc('"', f);
}

static void text_cell(FILE *f, const char *text) {
    quote(f, text);
    fputc(',', f);
}

static void number_cell(FILE *f, double v) {
    if (isnan(v))
        fputc(',', f);
    else
        fprintf(f, "%.10g,", v);
}

static void flag_cell(FILE *f, bool flag) { fputs(flag ? "yes," : "no,", f); }

// 0x: a spreadsheet would take 16 digits for a number and round it.
static void hash_cell(FILE *f, uint64_t hash) { fprintf(f, "0x%016" PRIx64 ",", hash); }

// Columns that a session has from its end on.
static void end_cells(FILE *f, const logbook_session *s) {
    flag_cell(f, s->complete);
    number_cell(f, s->points);
    number_cell(f, s->possible);
    number_cell(f, s->pass_mark);
    flag_cell(f, s->passed);
    number_cell(f, s->effective_points);
    number_cell(f, s->effective_of);
    flag_cell(f, s->effective_passed);
    fprintf(f, "%d,", s->overrides);
    number_cell(f, s->duration);
    fprintf(f, "%d,%d,", s->interventions, s->freezes);
    hash_cell(f, s->state_hash);
}

static void session_cells(FILE *f, const logbook_session *s) {
    char when[32];
    struct tm tm;
    time_t t = (time_t)s->start;
    if (!gmtime_r(&t, &tm) || strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &tm) == 0) when[0] = 0;
    fprintf(f, "%" PRId64 ",%s,", s->id, when);
    text_cell(f, s->trainee);
    text_cell(f, s->exercise);
    text_cell(f, s->title);
    hash_cell(f, s->exercise_hash);
    text_cell(f, s->version);
    text_cell(f, s->recording);
    flag_cell(f, s->ended);
    if (s->ended)
        end_cells(f, s);
    else
        for (int k = 0; k < END_COLUMNS; k++) fputc(',', f);
}

static void export_item(void *ctx, const logbook_item *i) {
    exporter *e = ctx;
    FILE *f = e->f;
    e->items++;
    session_cells(f, e->s);
    text_cell(f, i->name);
    text_cell(f, logbook_kind_name(i->kind));
    flag_cell(f, i->judged);
    flag_cell(f, i->critical);
    flag_cell(f, i->failed);
    number_cell(f, i->points);
    number_cell(f, i->of);
    number_cell(f, i->effective);
    number_cell(f, i->value);
    number_cell(f, i->limit);
    text_cell(f, i->unit);
    number_cell(f, i->frame_from < 0 ? (double)NAN : (double)i->frame_from * e->s->frame);
    number_cell(f, i->frame_to < 0 ? (double)NAN : (double)i->frame_to * e->s->frame);
    text_cell(f, i->channel);
    quote(f, i->text);
    fputs("\r\n", f);
}

static void export_session(void *ctx, const logbook_session *s) {
    exporter *e = ctx;
    e->s = s;
    e->items = 0;
    if (e->status == RT_OK) e->status = logbook_items(e->l, s->id, export_item, e, e->d);
    if (e->items > 0) return;
    session_cells(e->f, s);
    for (int k = 1; k < ITEM_COLUMNS; k++) fputc(',', e->f);
    fputs("\r\n", e->f);
}

rt_status logbook_export(logbook *l, const logbook_filter *filter, const char *path, rt_diag *d) {
    rt_whole_file w;
    rt_status status = rt_whole_open(&w, path, d);
    if (status != RT_OK) return status;
    exporter e = {.f = w.file, .l = l, .d = d};
    fputs(head, w.file);
    status = logbook_sessions(l, filter, export_session, &e, d);
    if (status == RT_OK) status = e.status;
    if (status == RT_OK) return rt_whole_close(&w, d);
    rt_whole_abandon(&w);
    return status;
}
