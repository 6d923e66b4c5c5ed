// SPDX-License-Identifier: MIT
// Runs one variant software-in-the-loop: an operator by rules or a script, on a manual clock.
#include "hw/device/house.h"
#include "hw/device/script.h"
#include "rt/deck/deck.h"
#include "rt/file/whole_file.h"
#include "rt/judge/verdict.h"
#include "rt/picture/picture.h"
#include "rt/scenario/rules.h"
#include "rt/session/on_loop.h"
#include "rt/study/study.h"
#include "rt/world/world.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct variant_run {
    const study_options *o;
    study_result *r;
    session *s;
    rt_script script;
    hw_device device;
    void (*report)(void *ctx, const study_result *r);
    void *ctx;
    double next_report;
    rt_diag d;
} variant_run;

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

// Records the direction of the flukes when the shackle enters the pipe: the chain then pulls the anchor against the
// hull with its flukes in that direction.
static void observe_arrival(variant_run *c, const sim *m) {
    const outcome *o = &m->outcome;
    bool in_pipe = o->shackle_depth > 0 && o->shackle_offset < 0.5 * m->sc.ship.pipe_bore;
    if (in_pipe && isnan(c->r->flukes_at_hawse))
        c->r->flukes_at_hawse = vec3_dot(o->last.flukes, vec3_unit(vector(m->sc.ship.face_normal)));
}

static bool after_frame(void *ctx, session *s) {
    variant_run *c = ctx;
    double t = sim_time(&s->sim);
    observe_arrival(c, &s->sim);
    c->r->t = t;
    if (c->o->stop && atomic_load_explicit(c->o->stop, memory_order_relaxed)) return false;
    if (!c->report || t < c->next_report) return true;
    c->report(c->ctx, c->r);
    c->next_report = t + 0.5;
    return true;
}

static study_verdict verdict_of(const study_result *r, const outcome *o) {
    if (o->housed) return STUDY_HOUSED;
    if (r->wrong_way) return STUDY_WRONG_WAY;
    return r->jammed ? STUDY_JAMMED : STUDY_NOT_HOME;
}

// Records how far the operator came with its rules. A script leaves the rule empty.
static void collect_operator(variant_run *c) {
    const rules_table *t;
    const rules_state *z;
    if (!hw_house_story(&c->device, &t, &z)) return;
    const rules_rule *now = rules_now(t, z);
    int lower = rules_find(t, "lower");
    snprintf(c->r->rule, sizeof c->r->rule, "%s", now ? now->name : "");
    c->r->tries = lower >= 0 ? z->visits[lower] : 0;
}

static void collect_result(variant_run *c) {
    study_result *r = c->r;
    const sim *m = &c->s->sim;
    const outcome *o = deck_outcome(m);
    const sim_counters *n = &m->counters;
    const deck *ship = deck_of(m);
    r->jammed = o->was_jammed;
    r->wrong_way = r->flukes_at_hawse < 0;
    r->verdict = c->s->failed ? STUDY_FAILED : verdict_of(r, o);
    if (ship && !c->s->failed) {
        r->outcome = (int)outcome_judge(o, &m->sc);
        outcome_write_evidence(o, &m->sc, r->evidence, sizeof r->evidence);
    }
    r->housed_s = o->time_s;
    r->chain_in_m = o->chain_in_m;
    r->peak_tension_n = o->peak_tension_n;
    r->max_impact_n = o->max_impact_n;
    r->pin_distance_m = o->pin_distance;
    r->hull_impacts = o->hull_impacts;
    r->cap_hits = n->cap_hits;
    trust_explain(&n->trust, r->distrust, sizeof r->distrust);
    r->steps = c->s->frames;
    r->newton_mean = n->newton_frames > 0 ? (double)n->newton / (double)n->newton_frames : 0;
    r->hash = c->s->hash;
    collect_operator(c);
    if (c->s->failed)
        snprintf(r->why, sizeof r->why, "the state became non-finite at %.3f s", r->t);
    else if (r->verdict == STUDY_JAMMED && ship && ship->jam.begun)
        jam_text(&ship->jam, &ship->jam_def, false, r->why, sizeof r->why);
    else
        sim_explain(m, r->why, sizeof r->why);
}

static rt_status open_operator(variant_run *c, const scenario *sc) {
    const char *script = sc->operator.script;
    rules_table rules;
    if (sc->operator.type == SCENARIO_OPERATOR_HOUSE) {
        rt_status status = scenario_rules(sc->path, sc, &rules, &c->d);
        return status == RT_OK ? hw_house_follow(&c->device, &rules, 0, &c->d) : status;
    }
    if (!script[0]) {
        rt_diag_error(&c->d, sc->path, 0, 0, "no operator: expected operator.script in the scenario");
        return RT_ERR_USAGE;
    }
    rt_status status = rt_script_load(script, &c->script, &c->d);
    return status == RT_OK ? hw_script_open(&c->device, &c->script, script, 0, &c->d) : status;
}

static rt_status prepare(variant_run *c, const study_variant *v) {
    session *s = c->s;
    rt_status status = open_operator(c, &v->scenario);
    if (status == RT_OK) status = sim_create(&s->sim, &v->scenario, &c->d);
    if (status == RT_OK) status = session_init(s, &c->device, &c->d);
    if (status != RT_OK) return status;
    if (c->o->duration > 0) s->sim.sc.end.duration = c->o->duration;
    session_configure(s);
    s->manual = true;
    s->after = after_frame;
    s->after_ctx = c;
    session_end_after(s, s->sim.sc.end.duration);
    c->r->duration = s->sim.sc.end.duration;
    return RT_OK;
}

void study_picture_path(const study_options *o, const study_variant *v, char path[STUDY_PATH]) {
    snprintf(path, STUDY_PATH, "%.400s/%s.png", o->pictures, v->name);
}

// Writes a picture of the variant's end into the folder of pictures.
static rt_status write_picture(variant_run *c, const study_variant *v) {
    char path[STUDY_PATH];
    render_view view;
    size_t size;
    dyn_snapshot *snap = calloc(1, sizeof *snap);
    picture *p = NULL;
    uint8_t *png = NULL;
    if (snap && picture_view(c->o->view ? c->o->view : "bolster", false, &view, &c->d))
        p = picture_create(&c->s->sim, view, 800, 600, &c->d);
    if (p) {
        sim_snapshot(&c->s->sim, snap);
        png = picture_png(p, view, 0, snap, &size, &c->d);
    }
    rt_status status = RT_ERR_DEVICE;
    if (png) {
        rt_whole_file w;
        study_picture_path(c->o, v, path);
        status = rt_whole_open(&w, path, &c->d);
        if (status == RT_OK) {
            rt_whole_write(&w, png, size);
            status = rt_whole_close(&w, &c->d);
        }
    }
    free(png);
    picture_destroy(p);
    free(snap);
    return status;
}

// Writes the first error as one line.
static void write_first_error(const variant_run *c, char text[STUDY_WHY]) {
    const char *why = strstr(c->d.text, "error: ");
    why = why ? why + 7 : "no memory";
    snprintf(text, STUDY_WHY, "%.*s", (int)strcspn(why, "\n"), why);
}

void study_run_one(const study_variant *v, const study_options *o, study_result *r,
                   void (*report)(void *ctx, const study_result *r), void *ctx) {
    rt_clock wall = rt_clock_monotonic(), manual = rt_clock_manual();
    variant_run *c = calloc(1, sizeof *c);
    session *s = calloc(1, sizeof *s);
    rt_loop_stats *loop = calloc(1, sizeof *loop);
    rt_loop_def def;
    const session_loop_options usual = {0};
    int64_t start = rt_clock_now_ns(&wall);
    *r = (study_result){.housed_s = -1,
                        .outcome = -1,
                        .flukes_at_hawse = NAN,
                        .verdict = STUDY_FAILED,
                        .done = true,
                        .why = "no memory"};
    if (c && s && loop) {
        *c = (variant_run){.o = o, .r = r, .s = s, .report = report, .ctx = ctx};
        r->done = false;
        snprintf(r->why, sizeof r->why, STUDY_UNFINISHED);
        r->verdict = STUDY_NOT_RUN;
        rt_status status = prepare(c, v);
        if (status == RT_OK) status = session_loop_prepare(s, &usual, &def, &c->d);
        if (status == RT_OK) {
            rt_loop_run(&def, &manual, session_frame, s, loop, NULL);
            collect_result(c);
            if (o->pictures && write_picture(c, v) != RT_OK) write_first_error(c, r->no_picture);
        } else {
            r->verdict = STUDY_FAILED;
            write_first_error(c, r->why);
        }
        r->done = true;
        session_free(s);
        hw_device_close(&c->device);
        rt_script_free(&c->script);
    }
    r->wall_s = 1e-9 * (double)(rt_clock_now_ns(&wall) - start);
    free(loop);
    free(s);
    free(c);
}
