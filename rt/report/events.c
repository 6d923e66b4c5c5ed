// SPDX-License-Identifier: MIT
#include "rt/report/events.h"
#include <math.h>

// The values that triggered the event, and a sentence with them.
static void write_evidence(rt_json *j, const session_event *event) {
    const deck_evidence *e = &event->evidence;
    const double own[3] = {e->a, e->b, e->c};
    char text[256];
    deck_evidence_text(event->kind, e, text, sizeof text);
    rt_json_object(j, "evidence");
    rt_json_text(j, "text", text);
    if (e->n > 0) rt_json_int(j, "shackle", e->n);
    rt_json_number(j, "chain_out_m", e->chain_out);
    rt_json_number(j, "chain_speed_m_s", e->chain_speed);
    rt_json_number(j, "tension_n", e->tension);
    for (int i = 0; i < 3; i++) {
        const char *key = deck_evidence_key(event->kind, i);
        if (key) rt_json_number(j, key, own[i]);
    }
    rt_json_end(j);
}

void report_events_write(rt_json *j, const session *s) {
    rt_json_object(j, "events");
    for (int k = 0; k < RT_EVENT_COUNT; k++) {
        uint64_t n = s->sim.counters.event[k] + s->input_events[k];
        if (n > 0) rt_json_int(j, rt_event_name((rt_event)k), (int64_t)n);
    }
    rt_json_end(j);
    rt_json_array(j, "event_list"); // the first SESSION_EVENTS events, without link_joined and link_left
    for (int k = 0; k < s->n_events; k++) {
        const session_event *e = &s->event[k];
        if (e->kind == RT_EVENT_LINK_JOINED || e->kind == RT_EVENT_LINK_LEFT) continue;
        rt_json_object(j, NULL);
        rt_json_int(j, "frame", (int64_t)e->frame);
        rt_json_number(j, "t_s", (double)e->frame * s->sim.model.h);
        rt_json_text(j, "event", rt_event_name(e->kind));
        if (e->has_evidence) write_evidence(j, e);
        rt_json_end(j);
    }
    rt_json_end(j);
}

// Alarms

static void write_alarm(rt_json *j, const alarm_record *r, const alarm_limits *limits) {
    char text[160];
    alarm_write(r->kind, r->worst, limits, text, sizeof text);
    rt_json_object(j, NULL);
    rt_json_text(j, "alarm", alarm_key(r->kind));
    rt_json_text(j, "priority", alarm_priority_name(alarm_priority_of(r->kind)));
    rt_json_number(j, "raised_s", r->raised);
    rt_json_number(j, "cleared_s", r->active ? (double)NAN : r->held);
    rt_json_text(j, "text", text);
    rt_json_end(j);
}

void report_alarms_write(rt_json *j, const session *s) {
    if (!s->sim.kind->has_windlass) return;
    rt_json_array(j, "alarms");
    for (int k = 0; k < s->alarms.n; k++) write_alarm(j, &s->alarms.record[k], &s->alarm_limits);
    rt_json_end(j);
    rt_json_int(j, "alarms_dropped", s->alarms.dropped);
}
