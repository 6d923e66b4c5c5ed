// SPDX-License-Identifier: MIT
// The table of a run: channels, failures, alarms, the exercise. The page asks for it once a run.
#include "rt/file/json.h"
#include "rt/file/text.h"
#include "rt/station/private.h"
#include <stdlib.h>
#include <string.h>

static void write_channels(rt_json *j) {
    rt_json_array(j, "channels");
#define STATION_ROW(name, label, unit, value)                                                                          \
    rt_json_object(j, NULL);                                                                                           \
    rt_json_text(j, "name", #name);                                                                                    \
    rt_json_text(j, "label", label);                                                                                   \
    rt_json_text(j, "unit", unit);                                                                                     \
    rt_json_end(j);
    STATION_CHANNELS(STATION_ROW)
#undef STATION_ROW
    rt_json_end(j);
}

static void write_alarms(rt_json *j) {
    rt_json_array(j, "alarms");
    for (int k = 0; k < ALARM_KINDS; k++) {
        rt_json_object(j, NULL);
        rt_json_text(j, "name", alarm_name((alarm_kind)k));
        rt_json_text(j, "priority", alarm_priority_name(alarm_priority_of((alarm_kind)k)));
        rt_json_end(j);
    }
    rt_json_end(j);
}

static void write_failures(rt_json *j, const session *s) {
    rt_json_array(j, "failures");
    for (int k = 0; s->sim.kind->has_windlass && k < RT_FAILURE_COUNT; k++)
        rt_json_text(j, NULL, rt_failure_name((rt_failure)k));
    rt_json_end(j);
}

// What is asked, in the words and units of the exercise's file.
static void write_objectives(rt_json *j, const train_exercise *e) {
    rt_json_array(j, "objectives");
    for (int k = 0; k < e->objectives.n; k++) {
        const train_objective *o = &e->objectives.item[k];
        rt_json_object(j, NULL);
        rt_json_text(j, "name", o->name.text);
        rt_json_text(j, "what", o->given[o->rule]);
        rt_json_text(j, "full", o->full_text);
        rt_json_text(j, "zero", o->zero_text);
        rt_json_number(j, "weight", o->weight);
        rt_json_bool(j, "critical", o->critical);
        rt_json_end(j);
    }
    rt_json_end(j);
    rt_json_array(j, "reports");
    for (int k = 0; k < e->reports.n; k++) {
        rt_json_object(j, NULL);
        rt_json_text(j, "say", e->reports.item[k].say.text);
        rt_json_text(j, "when", e->reports.item[k].when);
        rt_json_end(j);
    }
    rt_json_end(j);
}

static void write_acts(rt_json *j, const train_exercise *e) {
    rt_json_array(j, "acts");
    for (int k = 0; k < e->acts.n; k++) {
        const train_act *a = &e->acts.item[k];
        rt_json_object(j, NULL);
        rt_json_text(j, "name", a->name.text);
        rt_json_text(j, "order", a->order);
        rt_json_bool(j, "button", a->button);
        rt_json_end(j);
    }
    rt_json_end(j);
}

static void write_exercise(rt_json *j, const train_run *t) {
    if (!t->active) return;
    rt_json_object(j, "exercise");
    rt_json_text(j, "title", t->e.title);
    rt_json_number(j, "time_limit", t->e.time_limit);
    write_objectives(j, &t->e);
    write_acts(j, &t->e);
    rt_json_end(j);
}

char *station_table_write(const station_desk *desk) {
    rt_text t;
    rt_json j = {.file = rt_text_open(&t)};
    if (!j.file) return NULL;
    rt_json_object(&j, NULL);
    rt_json_int(&j, "version", STATION_VERSION);
    rt_json_int(&j, "run", desk->run);
    rt_json_text(&j, "title", desk->title);
    rt_json_number(&j, "step", desk->s->sim.model.h);
    write_channels(&j);
    write_alarms(&j);
    write_failures(&j, desk->s);
    write_exercise(&j, desk->exercise);
    rt_json_end(&j);
    char *text = rt_text_close(&t), *end = text ? strrchr(text, '}') : NULL;
    if (end) *end = 0; // the reader's role follows
    return text;
}
