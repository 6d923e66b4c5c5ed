// SPDX-License-Identifier: MIT
// The alarms of a run in its report.
#ifndef HAWSE_RT_REPORT_ALARMS_H
#define HAWSE_RT_REPORT_ALARMS_H

#include "rt/file/json.h"
#include "rt/session/session.h"

// Writes the key `alarms`, in the order in which they were raised; nothing for a mechanism.
void report_alarms_write(rt_json *j, const session *s);

#endif
