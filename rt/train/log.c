// SPDX-License-Identifier: MIT
#include "rt/train/log.h"
#include "rt/logbook/agreement.h"
#include "rt/recording/recording.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static uint64_t hash_of(const char *file) {
    char hash[20];
    return recording_file_hash(file, hash) ? strtoull(hash, NULL, 16) : 0;
}

rt_status train_log_begin(train_log *g, const char *file, const char *trainee, const train_run *t, const char *recorded,
                          double h, rt_diag *d) {
    char path[PATH_MAX];
    rt_status status = RT_OK;
    *g = (train_log){0};
    if (!trainee || !t->active) return RT_OK;
    if (!file) status = logbook_default_path(path, sizeof path, d);
    if (status == RT_OK) g->l = logbook_open(file ? file : path, true, &status, d);
    if (!g->l) return status;
    g->session = (logbook_session){.trainee = trainee,
                                   .exercise = t->e.id.text,
                                   .title = t->e.title,
                                   .version = HAWSE_VERSION,
                                   .exercise_hash = hash_of(t->e.path),
                                   .start = (int64_t)time(NULL),
                                   .frame = h,
                                   .recording = recorded};
    status = logbook_begin(g->l, &g->session, &g->id, d);
    if (status == RT_OK) return RT_OK;
    logbook_close(g->l);
    g->l = NULL;
    return status;
}

static logbook_item item_of(const train_total *t, int k) {
    static const logbook_kind kind[] = {
        [TRAIN_OBJECTIVE] = LOGBOOK_OBJECTIVE, [TRAIN_REPORT] = LOGBOOK_REPORT, [TRAIN_FORBIDDEN] = LOGBOOK_FORBIDDEN};
    const train_result *r = &t->result[k];
    return (logbook_item){.name = r->name,
                          .kind = kind[r->kind],
                          .points = r->points,
                          .of = r->of,
                          .judged = r->judged,
                          .critical = r->critical,
                          .failed = r->failed,
                          .value = r->value,
                          .limit = r->limit,
                          .unit = r->unit,
                          .channel = r->channel,
                          .frame_from = (int64_t)r->from,
                          .frame_to = (int64_t)r->to,
                          .text = r->text};
}

void train_log_note(train_log *g, uint64_t frame, const char *text) {
    rt_diag ignored = {0};
    if (g->l && logbook_add_note(g->l, g->id, (int64_t)frame, "instructor", text, &ignored) != RT_OK) g->lost++;
}

rt_status train_log_end(train_log *g, const train_run *t, const session *s, int freezes, rt_diag *d) {
    logbook_item item[TRAIN_RESULTS];
    rt_status status = RT_OK;
    if (!g->l) return RT_OK;
    logbook_session *x = &g->session;
    x->duration = s->sim.model.h * (double)(s->frames - train_exercise_first_frame(&t->e, s->sim.model.h));
    x->state_hash = s->hash;
    x->points = t->total.points, x->possible = t->total.of, x->pass_mark = t->e.pass;
    x->complete = !s->failed, x->passed = t->total.passed;
    x->freezes = freezes;
    for (int k = 0; k < t->total.results; k++) item[k] = item_of(&t->total, k);
    if (t->scored) status = logbook_end(g->l, g->id, x, item, t->total.results, d);
    if (g->lost) rt_diag_warning(d, NULL, 0, 0, "the logbook did not take %d acts of the instructor", g->lost);
    logbook_close(g->l);
    g->l = NULL;
    return status;
}

static rt_status read_validity(const char *path, const char *exercise, train_validity *v, rt_diag *d) {
    logbook_agreement a = {0};
    rt_status status = RT_OK;
    logbook *l = logbook_open(path, false, &status, d);
    if (!l) return status;
    status = logbook_agree(l, exercise, &a, d);
    if (status == RT_OK) {
        v->validated = a.validated;
        snprintf(v->missing, sizeof v->missing, "%.509s", a.validated ? "" : a.missing + 2);
    }
    logbook_agreement_free(&a);
    logbook_close(l);
    return status;
}

rt_status train_validity_read(const char *file, const char *exercise, train_validity *v, rt_diag *d) {
    char path[PATH_MAX];
    rt_diag own = {0};
    *v = (train_validity){0};
    if (file) return read_validity(file, exercise, v, d);
    if (logbook_default_path(path, sizeof path, &own) != RT_OK || access(path, F_OK) != 0) return RT_OK;
    if (read_validity(path, exercise, v, &own) != RT_OK)
        snprintf(v->missing, sizeof v->missing, "the logbook cannot be read; hawse log says why");
    return RT_OK;
}

rt_status train_run_validate(train_run *t, const char *file, rt_diag *d) {
    return t->scored ? train_validity_read(file, t->e.id.text, &t->total.validity, d) : RT_OK;
}
