// SPDX-License-Identifier: MIT
// Events in the report: how often, when, and with what evidence.
#ifndef HAWSE_RT_REPORT_EVENTS_H
#define HAWSE_RT_REPORT_EVENTS_H

#include "rt/base/json.h"
#include "rt/session/session.h"

// Writes the entries `events` and `event_list`.
void report_events_write(rt_json *j, const session *s);

#endif
