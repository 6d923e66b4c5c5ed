// SPDX-License-Identifier: MIT
#include "rt/check/reference.h"
#include "hw/device/script.h"
#include "rt/session/on_loop.h"
#include "rt/world/world.h"
#include <stdlib.h>
#include <string.h>

typedef struct reference_run {
    train_run run;
    scenario sc;
    rt_script script;
    hw_device device;
    session *s;
    char path[RT_CONFIG_TEXT];
    const char *file; // recording
} reference_run;

static bool drain(void *ctx, session *s) {
    (void)ctx;
    recording_drain(s->recording);
    return true;
}

static rt_status prepare(reference_run *c, const train_exercise *e, int which, bool anywhere, rt_diag *d) {
    const char *script = e->references.item[which].script;
    session *s = c->s;
    snprintf(c->path, sizeof c->path, "%s", e->path);
    rt_status status = train_run_load(&c->run, c->path, anywhere, d);
    if (status == RT_OK) status = scenario_load(c->path, anywhere, &c->sc, d);
    if (status == RT_OK) status = rt_script_load(script, &c->script, d);
    if (status == RT_OK) status = hw_script_open(&c->device, &c->script, script, 0, d);
    if (status == RT_OK) status = sim_create(&s->sim, &c->sc, d);
    if (status == RT_OK) status = session_init(s, &c->device, d);
    if (status != RT_OK) return status;
    session_configure(s);
    s->manual = true;
    s->after = drain;
    status = train_run_begin(&c->run, s, false, d);
    if (status == RT_OK) c->file = train_run_recording(&c->run, NULL, &status, d);
    if (status == RT_OK && !(s->recording = recording_open(c->file, &s->sim, 0, d))) status = RT_ERR_FILE;
    return status;
}

static rt_status run(reference_run *c, rt_diag *d) {
    const session_loop_options usual = {0};
    rt_clock manual = rt_clock_manual();
    rt_loop_stats *loop = calloc(1, sizeof *loop);
    rt_loop_def def;
    rt_status status = loop ? session_loop_prepare(c->s, &usual, &def, d) : RT_ERR_MEMORY;
    if (status == RT_OK) rt_loop_run(&def, &manual, session_frame, c->s, loop, NULL);
    free(loop);
    if (status != RT_OK || !c->s->failed) return status;
    rt_diag_error(d, c->run.e.path, 0, 0, "the state became non-finite at %.3f s", sim_time(&c->s->sim));
    return RT_ERR_NUMERIC;
}

// A run that must fail does so by its named item: the one that fails it or loses most.
static bool is_expected(const train_reference *r, const train_total *t) {
    const train_result *worst = train_total_worst(t);
    if (r->expect == TRAIN_PASS) return t->passed;
    return !t->passed && (!r->item_name.text[0] || (worst && strcmp(worst->name, r->item_name.text) == 0));
}

static void release(reference_run *c, rt_diag *d) {
    recording_close(c->s->recording, &c->s->sim, d);
    train_run_free(&c->run, c->s);
    session_free(c->s);
    hw_device_close(&c->device);
    rt_script_free(&c->script);
    scenario_free(&c->sc);
    free(c->s);
    free(c);
}

rt_status check_reference_run(const train_exercise *e, int which, bool anywhere, check_reference_result *out,
                              rt_diag *d) {
    reference_run *c = calloc(1, sizeof *c);
    if (c) c->s = calloc(1, sizeof *c->s);
    if (!c || !c->s) {
        free(c);
        rt_diag_error(d, e->path, 0, 0, "no memory for the run");
        return RT_ERR_MEMORY;
    }
    rt_status status = prepare(c, e, which, anywhere, d);
    if (status == RT_OK) status = run(c, d);
    if (status == RT_OK) status = recording_close(c->s->recording, &c->s->sim, d);
    c->s->recording = NULL;
    if (status == RT_OK) status = train_run_end(&c->run, c->file, c->s->frames, d);
    if (status == RT_OK) {
        *out = (check_reference_result){.total = c->run.total, .t = sim_time(&c->s->sim), .hash = c->s->hash};
        out->as_expected = is_expected(&e->references.item[which], &out->total);
    }
    release(c, d);
    return status;
}
