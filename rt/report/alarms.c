// SPDX-License-Identifier: MIT
#include "rt/report/alarms.h"
#include <math.h>

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
    const alarm_limits limits = session_alarm_limits(s);
    if (!s->sim.kind->has_windlass) return;
    rt_json_array(j, "alarms");
    for (int k = 0; k < s->alarms.n; k++) write_alarm(j, &s->alarms.record[k], &limits);
    rt_json_end(j);
    rt_json_int(j, "alarms_dropped", s->alarms.dropped);
}
