// SPDX-License-Identifier: MIT
#include "rt/train/recorded.h"
#include "rt/train/follow.h"
#include "rt/train/weather.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *world_channel(const void *of, int k) { return sim_column_of(of, k).name; }
static const char *world_unit(const void *of, int k) { return sim_column_of(of, k).unit; }

rt_status train_bind_world(train_exercise *e, const sim *s, rt_diag *d) {
    const train_names names = {sim_columns(s), world_channel, world_unit, s, NULL, 0};
    const rt_status bound = train_exercise_bind(e, &names, d), weather = train_weather_check(e, &s->sc, d);
    return bound == RT_OK ? weather : bound;
}

// ---- the score -----------------------------------------------------------------------------------------------------

rt_status train_score_recording(train_exercise *e, const char *file, uint64_t end, train_total *out, rt_diag *d) {
    train_follow *f = train_follow_open(e, file, d);
    if (!f) return RT_ERR_FORMAT;
    const rt_status status = train_follow_finish(f, end, d);
    if (status == RT_OK) train_follow_total(f, out);
    train_follow_close(f);
    return status;
}

const char *train_total_verdict(const train_total *t) {
    return !t->ended ? "not ended" : t->passed ? "passed" : "not passed";
}

const char *train_validity_missing(const train_validity *v) { return v->missing[0] ? v->missing : "no logbook"; }

// ---- print and report ----------------------------------------------------------------------------------------------

static const char *const kind_name[] = {"objective", "report", "forbidden"};

// Those not judged come last.
static double rank(const train_result *r) { return r->judged ? train_result_loss(r) : -1; }

static int by_loss(const void *a, const void *b) {
    const train_result *const *x = a, *const *y = b;
    const double d = rank(*y) - rank(*x);
    return d > 0 ? 1 : d < 0 ? -1 : *x > *y ? 1 : -1;
}

void train_total_print(FILE *f, const train_exercise *e, const train_total *t, const char *file, double h) {
    const train_result *order[TRAIN_RESULTS];
    for (int k = 0; k < t->results; k++) order[k] = &t->result[k];
    qsort(order, (size_t)t->results, sizeof order[0], by_loss);
    fprintf(f, "%s: %s, %.1f of 100 points (%svalidated; pass mark %.0f)", e->title, train_total_verdict(t),
            isnan(t->score) ? 0 : t->score, t->validity.validated ? "" : "not ", e->pass);
    if (t->failed_by >= 0) fprintf(f, "; failed by '%s'", t->result[t->failed_by].name);
    if (!t->ended) fprintf(f, "; the recording stops at %.3f s", t->end);
    fputc('\n', f);
    if (!t->validity.validated) fprintf(f, "  not validated: %s\n", train_validity_missing(&t->validity));
    for (int k = 0; k < t->results; k++) {
        const train_result *r = order[k];
        if (r->kind == TRAIN_FORBIDDEN && r->points == 0 && !r->failed) continue;
        if (r->kind == TRAIN_FORBIDDEN)
            fprintf(f, "  %6.1f          %-9s %s: %s", r->points, kind_name[r->kind], r->name, r->text);
        else if (r->judged)
            fprintf(f, "  %6.1f of %-5.1f %-9s %s: %s", r->points, r->of, kind_name[r->kind], r->name, r->text);
        else
            fprintf(f, "       - of %-5.1f %-9s %s: %s", r->of, kind_name[r->kind], r->name, r->text);
        if (file && train_result_loss(r) > 0)
            fprintf(f, "\n                   hawse replay %s --window --from %.1f", file,
                    fmax(0, h * (double)r->from - 5));
        fputc('\n', f);
    }
    if (t->unheard > 0) fprintf(f, "  too many reports: %d of them were not judged\n", t->unheard);
}

static void write_result(rt_json *j, const train_result *r, double h) {
    rt_json_object(j, NULL);
    rt_json_text(j, "name", r->name);
    rt_json_text(j, "kind", kind_name[r->kind]);
    rt_json_bool(j, "judged", r->judged);
    rt_json_bool(j, "critical", r->critical);
    rt_json_bool(j, "failed", r->failed);
    rt_json_number(j, "points", r->points);
    rt_json_number(j, "of", r->of);
    rt_json_number(j, "value", r->value);
    rt_json_number(j, "limit", r->limit);
    rt_json_text(j, "unit", r->unit);
    rt_json_text(j, "channel", r->channel);
    rt_json_int(j, "frame_from", (int64_t)r->from);
    rt_json_int(j, "frame_to", (int64_t)r->to);
    rt_json_number(j, "from_s", h * (double)r->from);
    rt_json_number(j, "to_s", h * (double)r->to);
    rt_json_text(j, "text", r->text);
    rt_json_end(j);
}

static void write_answer(rt_json *j, const train_total *t, const train_answer *a) {
    rt_json_object(j, NULL);
    rt_json_text(j, "name", t->result[a->result].name);
    rt_json_int(j, "number", a->number);
    rt_json_number(j, "due_s", a->due);
    rt_json_number(j, "said_s", a->said);
    rt_json_number(j, "delay_s", a->said - a->due);
    rt_json_number(j, "share", a->share);
    rt_json_end(j);
}

void train_total_write(rt_json *j, const train_exercise *e, const train_total *t, double h) {
    rt_json_object(j, "score");
    rt_json_text(j, "id", e->id.text);
    rt_json_text(j, "title", e->title);
    rt_json_text(j, "file", e->path);
    rt_json_bool(j, "validated", t->validity.validated);
    if (!t->validity.validated) rt_json_text(j, "not_validated", train_validity_missing(&t->validity));
    rt_json_bool(j, "ended", t->ended);
    rt_json_number(j, "end_s", t->end);
    rt_json_number(j, "of_100", t->score);
    rt_json_number(j, "points", t->points);
    rt_json_number(j, "of", t->of);
    rt_json_number(j, "pass_mark", e->pass);
    rt_json_bool(j, "passed", t->passed);
    rt_json_text(j, "failed_by", t->failed_by >= 0 ? t->result[t->failed_by].name : "");
    rt_json_int(j, "reports_not_judged", t->unheard);
    rt_json_array(j, "items");
    for (int k = 0; k < t->results; k++) write_result(j, &t->result[k], h);
    rt_json_end(j);
    rt_json_array(j, "reports");
    for (int k = 0; k < t->answers; k++) write_answer(j, t, &t->answer[k]);
    rt_json_end(j);
    rt_json_end(j);
}
