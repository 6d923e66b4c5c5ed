// SPDX-License-Identifier: MIT
#include "rt/check/exercise.h"
#include "rt/check/reference.h"
#include "rt/train/start.h"
#include "rt/world/world.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_objective(const train_objective *o) {
    static const char *const asked[TRAIN_RULES] = {"comes to hold", "holds at the end", "at most",
                                                   "at least",      "events at most",   "in this order"};
    const char *unit = strcmp(o->unit, "1") ? o->unit : "";
    printf("  %5.1f  %s: %s: %s", o->weight, o->name.text, asked[o->rule], o->given[o->rule]);
    if (o->rule != TRAIN_AT_END) printf("; all points to %.6g %s", o->full, unit);
    if (o->rule != TRAIN_AT_END && o->zero != o->full) printf(", none from %.6g %s", o->zero, unit);
    if (o->during[0]) printf("; while %s", o->during);
    if (o->from[0]) printf("; from %s", o->from);
    printf("%s\n", o->critical ? "; must be met" : "");
}

static void print_weather(const train_act *a) {
    bool changes = false;
    for (int k = 0; k < RT_WEATHERS; k++) changes = changes || !isnan(a->weather[k]);
    if (!isnan(a->weather[RT_WEATHER_WIND])) printf("; wind to %g m/s", a->weather[RT_WEATHER_WIND]);
    if (!isnan(a->weather[RT_WEATHER_WIND_FROM]))
        printf("; wind to come from %.0f deg to port of ahead", a->weather[RT_WEATHER_WIND_FROM] * 180 / M_PI);
    if (!isnan(a->weather[RT_WEATHER_CURRENT])) printf("; current to %g m/s", a->weather[RT_WEATHER_CURRENT]);
    if (!isnan(a->weather[RT_WEATHER_WAVES])) printf("; waves to %g m", a->weather[RT_WEATHER_WAVES]);
    if (changes) printf(" over %g s", a->over);
}

static void print_act(const train_act *a) {
    if (a->at >= 0) printf("  at %g s", a->at);
    if (a->when[0]) printf("  %g s after %s", a->after, a->when);
    if (a->button) printf("  at the instructor's button");
    printf(": %s", a->name.text);
    if (a->order[0]) printf(": \"%s\"", a->order);
    if (a->failure >= 0) printf("; %s", a->fail.text);
    if (a->mended >= 0) printf("; %s mended", a->mend.text);
    if (!isnan(a->engine)) printf("; engine %.0f %%", 100 * a->engine);
    if (!isnan(a->rudder)) printf("; rudder %.0f %%", 100 * a->rudder);
    if (!isnan(a->thruster)) printf("; bow thruster %.0f %%", 100 * a->thruster);
    print_weather(a);
    printf("\n");
}

static void print_exercise(const train_exercise *e) {
    printf("%s: exercise '%s', level %d: %s\n  scenario %s; time limit %g s; passes with %g of 100 points%s\n", e->path,
           e->id.text, e->level, e->title, e->scenario, e->time_limit, e->pass, e->hints ? "" : "; without hints");
    if (e->end.n > 0) printf("  ends when %s\n", e->end.text);
    for (int k = 0; k < e->briefing.n; k++) printf("  | %s\n", e->briefing.item[k].text);
    printf("objectives, points:\n");
    for (int k = 0; k < e->objectives.n; k++) print_objective(&e->objectives.item[k]);
    if (e->reports.n > 0) printf("reports, points:\n");
    for (int k = 0; k < e->reports.n; k++) {
        const train_duty *r = &e->reports.item[k];
        printf("  %5.1f  %s, when %s: within %g s, or %g s before\n", r->weight, r->say.text, r->when, r->within,
               r->early);
    }
    if (e->forbidden.n > 0) printf("forbidden:\n");
    for (int k = 0; k < e->forbidden.n; k++) {
        const train_forbidden *f = &e->forbidden.item[k];
        printf("  %5.1f  %s: %s%s\n", -f->cost, f->name.text, f->when, f->fail ? "; fails the exercise" : "");
    }
    if (e->acts.n > 0) printf("bridge and instructor:\n");
    for (int k = 0; k < e->acts.n; k++) print_act(&e->acts.item[k]);
}

static rt_status run_references(const train_exercise *e, bool anywhere, bool *differs, rt_diag *d) {
    static check_reference_result r;
    rt_status worst = RT_OK;
    for (int k = 0; k < e->references.n; k++) {
        const train_reference *ref = &e->references.item[k];
        const rt_status status = check_reference_run(e, k, anywhere, &r, d);
        if (status != RT_OK) {
            worst = status;
            continue;
        }
        printf("reference %s: %s, as expected%s; %.1f s, state hash %016" PRIx64 "\n", ref->script,
               r.total.passed ? "passed" : "failed", r.as_expected ? "" : ": NO", r.t, r.hash);
        train_total_print(stdout, e, &r.total, NULL, 0);
        fflush(stdout);
        *differs = *differs || !r.as_expected;
    }
    return worst;
}

// Tries the recorded state of the start, and prints it.
static rt_status check_start(const train_exercise *e, sim *s, rt_diag *d) {
    if (!e->start.recording[0]) return RT_OK;
    rt_status status = sim_start(s, d);
    if (status == RT_OK) status = train_start_check(e, s, d);
    if (status == RT_OK)
        printf("starts at %g s of %s, state hash %s\n", e->start.at, e->start.recording, e->start.hash.text);
    return status;
}

rt_status check_exercise(const char *path, bool anywhere, bool references, bool *differs, rt_diag *d) {
    train_exercise e;
    scenario sc;
    sim *s = calloc(1, sizeof *s);
    rt_status status = s ? train_exercise_load(path, anywhere, &e, d) : RT_ERR_MEMORY;
    if (status != RT_OK) {
        free(s);
        return status;
    }
    status = scenario_load(e.scenario, anywhere, &sc, d);
    if (status == RT_OK) {
        status = sim_assemble(s, &sc, d);
        if (status == RT_OK) status = train_bind_world(&e, s, d);
        if (status == RT_OK) print_exercise(&e);
        if (status == RT_OK) status = check_start(&e, s, d);
        sim_destroy(s);
        scenario_free(&sc);
    }
    free(s);
    if (status == RT_OK && references) status = run_references(&e, anywhere, differs, d);
    train_exercise_free(&e);
    return status;
}
