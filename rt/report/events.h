// SPDX-License-Identifier: MIT
// Events in the report: count, time and evidence; alarms.
#ifndef HAWSE_RT_REPORT_EVENTS_H
#define HAWSE_RT_REPORT_EVENTS_H

#include "rt/file/json.h"
#include "rt/session/session.h"

// Writes the keys `events` and `event_list`.
void report_events_write(rt_json *j, const session *s);

// Writes the key `alarms` of a ship, in the order in which they were raised.
void report_alarms_write(rt_json *j, const session *s);

#endif
