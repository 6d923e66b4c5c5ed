// SPDX-License-Identifier: MIT
// The exercise at the desk: briefing, orders of the bridge, reports to it, and the score at the end.
#include "rt/command/phrase.h"
#include "rt/desk/run.h"
#include <math.h>
#include <string.h>

#define ORDER_NS 12000000000 // an order stays over the picture this long [ns]

// The phrase that place k among the reports makes.
static uint8_t phrase_at(const run *c, int k) {
    const rt_phrase_kind kind = (rt_phrase_kind)(k + 1);
    return rt_phrase_make(kind, c->phrase_number);
}

static void write_reports(run *c, panel_exercise *x) {
    if (c->phrase_number == 0) c->phrase_number = 1;
    for (int k = 1; k < RT_PHRASE_KINDS; k++)
        x->report[x->n_reports++] =
            (panel_report){rt_phrase_word((rt_phrase_kind)k), rt_phrase_has_number((rt_phrase_kind)k)};
    x->number = c->phrase_number;
    x->next = x->report[c->phrase_now].name;
}

// ---- what is asked, and what came of it ----------------------------------------------------------------------------

static void add_task(panel_exercise *x, double of, const char *format, const char *a, const char *b, const char *d) {
    if (x->n_tasks == PANEL_TASKS) return;
    panel_task *t = &x->task[x->n_tasks++];
    *t = (panel_task){.of = of};
    snprintf(t->text, sizeof t->text, format, a, b, d);
}

// The objective in words, with its limits in the units of its file: the trainee knows what is asked.
static void write_objective(const train_objective *o, panel_exercise *x) {
    static const char *const how[TRAIN_RULES] = {
        "", "at the end ", "at most: ", "at least: ", "number of ", "in order: "};
    char limit[100] = "", when[120] = "";
    if (o->full_text[0])
        snprintf(limit, sizeof limit, ", %s%.24s%s%.24s", o->rule == TRAIN_MIN ? "" : "up to ", o->full_text,
                 o->zero_text[0] ? ", no points from " : "", o->zero_text);
    if (o->during[0] || o->from[0])
        snprintf(when, sizeof when, "%s%.50s%s%.50s", o->during[0] ? ", while " : "", o->during,
                 o->from[0] ? ", after " : "", o->from);
    if (x->n_tasks == PANEL_TASKS) return;
    panel_task *t = &x->task[x->n_tasks++];
    *t = (panel_task){.of = o->weight};
    snprintf(t->text, sizeof t->text, "%.47s: %s%.70s%s%.70s%s", o->name.text, how[o->rule], o->given[o->rule], limit,
             when, o->critical ? ". Must be met" : "");
}

static void write_asked(const train_exercise *e, panel_exercise *x) {
    for (int k = 0; k < e->objectives.n; k++) write_objective(&e->objectives.item[k], x);
    for (int k = 0; k < e->reports.n; k++)
        add_task(x, e->reports.item[k].weight, "%s%s when %.120s", "report ", e->reports.item[k].say.text,
                 e->reports.item[k].when);
    for (int k = 0; k < e->forbidden.n; k++) {
        const train_forbidden *f = &e->forbidden.item[k];
        add_task(x, -f->cost, "%s%s%s", "forbidden: ", f->name.text, f->fail ? "; fails the exercise" : "");
    }
}

static void write_scored(const run *c, panel_exercise *x) {
    const train_total *t = &c->exercise.total;
    for (int k = 0; k < t->results && x->n_tasks < PANEL_TASKS; k++) {
        const train_result *r = &t->result[k];
        if (r->kind == TRAIN_FORBIDDEN && r->points == 0 && !r->failed) continue;
        add_task(x, r->of, "%s: %.160s%s", r->name, r->text, "");
        panel_task *task = &x->task[x->n_tasks - 1];
        task->scored = true, task->judged = r->judged;
        task->points = r->points;
        task->t = c->s->sim.model.h * (double)r->from;
    }
    snprintf(x->score, sizeof x->score, "%s: %.1f of 100 points (%svalidated), pass mark %.0f",
             t->passed ? "Passed" : "Not passed", isnan(t->score) ? 0 : t->score, t->validity.validated ? "" : "not ",
             c->exercise.e.pass);
    x->passed = t->passed;
}

// Scores a run that has come to its end: the frames stop, and the recording is closed for it. A run that goes on again
// has no score.
static void score_at_end(run *c) {
    session *s = c->s;
    const bool runs = session_pace_runs(&s->pace);
    const dyn_snapshot *now = rt_latest_front(&s->snapshot, NULL);
    const bool ended = !runs && !c->rewind.held && s->pause_at > 0 && now->frame + 1 >= s->pause_at;
    if (runs) c->exercise.scored = false;
    if (!ended || c->exercise.scored || !run_rewind_to(&c->rewind, UINT64_MAX, &c->d)) return;
    if (train_run_end(&c->exercise, c->rewind.file, c->rewind.end, &c->d) != RT_OK ||
        train_run_validate(&c->exercise, c->log_file, &c->d) != RT_OK)
        run_set_error_message(c);
    if (c->panel) panel_show(c->panel, true);
}

rt_status run_begin_log(run *c) {
    c->freezes = 0;
    return train_log_begin(&c->log, c->log_file, c->trainee, &c->exercise, c->record, c->s->sim.model.h, &c->d);
}

rt_status run_score_exercise(run *c, uint64_t frames) {
    const char *file = c->rewind.file[0] ? c->rewind.file : NULL;
    const rt_status scored = train_run_end(&c->exercise, file, frames, &c->d),
                    logged = train_log_end(&c->log, &c->exercise, c->s, c->freezes, &c->d);
    const rt_status asked = train_run_validate(&c->exercise, c->log_file, &c->d);
    return scored != RT_OK ? scored : logged != RT_OK ? logged : asked;
}

void run_add_debrief(run *c, debrief_page *page, report_files *files) {
    if (!c->exercise.scored) return;
    *page = (debrief_page){&c->exercise.e, &c->exercise.total, c->rewind.file,
                           c->rewind.folder[0] ? NULL : c->rewind.file, &c->s->sim};
    files->more = debrief_page_write;
    files->more_ctx = page;
    files->more_style = debrief_page_style;
}

// ---- orders --------------------------------------------------------------------------------------------------------

// Orders of acts that have none are no news.
static const char *order_of(const run *c) {
    const int k = c->act_shown - 1;
    return k >= 0 && k < c->exercise.e.acts.n && c->exercise.e.acts.item[k].order[0] ? c->exercise.e.acts.item[k].order
                                                                                     : NULL;
}

static void follow_orders(run *c, int64_t now_ns) {
    const int newest = atomic_load_explicit(&c->exercise.director.newest, memory_order_relaxed);
    const bool has_order = newest == 0 || c->exercise.e.acts.item[newest - 1].order[0];
    if (newest == c->act_shown || !has_order) return;
    c->act_shown = newest;
    c->act_ns = now_ns;
}

void run_write_exercise(run *c, const dyn_snapshot *now, panel_state *p, int64_t now_ns) {
    const train_exercise *e = &c->exercise.e;
    panel_exercise *x = &c->exercise_shown;
    (void)now;
    if (!c->exercise.active) return;
    follow_orders(c, now_ns);
    score_at_end(c);
    *x = (panel_exercise){.title = e->title, .order = order_of(c)};
    for (int k = 0; k < e->briefing.n; k++) x->paragraph[x->n_paragraphs++] = e->briefing.item[k].text;
    write_reports(c, x);
    if (c->exercise.scored)
        write_scored(c, x);
    else
        write_asked(e, x);
    p->exercise = x;
}

// ---- reports -------------------------------------------------------------------------------------------------------

static void report(run *c, int k) {
    char text[64];
    const uint8_t phrase = phrase_at(c, k);
    if (!session_pace_runs(&c->s->pace)) {
        run_set_message(c, true, "time is paused: the bridge hears nothing. F5 %s", c->started ? "resumes" : "starts");
        return;
    }
    session_report(c->s, phrase);
    rt_phrase_text(phrase, text, sizeof text);
    run_set_message(c, false, "reported: %s", text);
}

bool run_do_exercise_action(run *c, const panel_action *a) {
    const int kinds = RT_PHRASE_KINDS - 1;
    if (!c->s->sim.kind->has_windlass) return false;
    switch (a->ask) {
    case PANEL_REPORT:
        if (a->index >= 0 && a->index < kinds) report(c, a->index);
        return true;
    case PANEL_NUMBER:
        if (a->value >= 1 && a->value <= RT_PHRASE_NUMBERS) c->phrase_number = (int)a->value;
        return true;
    case PANEL_NEXT_NUMBER:
        c->phrase_number = (c->phrase_number + RT_PHRASE_NUMBERS + (a->value < 0 ? -2 : 0)) % RT_PHRASE_NUMBERS + 1;
        return true;
    case PANEL_NEXT_REPORT:
        c->phrase_now = (c->phrase_now + kinds + (a->value < 0 ? -1 : 1)) % kinds;
        return true;
    case PANEL_SAY:
        report(c, c->phrase_now);
        return true;
    default:
        return false;
    }
}

bool run_show_exercise(const run *c, int64_t now_ns, char text[32], char help[96]) {
    const char *order = order_of(c);
    if (!c->exercise.active) return false;
    if (c->exercise.scored) {
        snprintf(text, 32, "END");
        snprintf(help, 96, "%s", c->exercise_shown.score);
        return true;
    }
    if (!order || now_ns - c->act_ns > ORDER_NS) return false;
    snprintf(text, 32, "BRIDGE");
    snprintf(help, 96, "%.95s", order);
    return true;
}
