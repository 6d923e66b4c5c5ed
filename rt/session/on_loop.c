// SPDX-License-Identifier: MIT
#include "rt/session/on_loop.h"
#include "rt/base/number.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LAG_PERIODS 50
#define MOST_PERCENT 1e4

static int phase_of(const char *name, size_t length) {
    for (int k = 0; k < RT_PHASE_COUNT; k++)
        if (strlen(rt_phase_name((rt_phase)k)) == length && strncmp(rt_phase_name((rt_phase)k), name, length) == 0)
            return k;
    return -1;
}

rt_status session_slow_read(const char *text, rt_slow *slow, rt_diag *d) {
    const char *name = text + strlen("phase=");
    bool begins = strncmp(text, "phase=", strlen("phase=")) == 0;
    size_t length = begins ? strcspn(name, ",") : 0;
    int phase = begins ? phase_of(name, length) : -1;
    const char *end = "";
    double percent = 0;
    bool given =
        phase >= 0 && strncmp(name + length, ",+", 2) == 0 && rt_number_parse(name + length + 2, &percent, &end);
    if (given && strcmp(end, "%") == 0 && percent > 0 && percent <= MOST_PERCENT) {
        *slow = (rt_slow){.phase = (rt_phase)phase, .share = 0.01 * percent};
        return RT_OK;
    }
    rt_diag_error(d, NULL, 0, 0,
                  "--inject-slow: expected phase=NAME,+P%% with NAME input, windlass, contact, assemble, solve, "
                  "project or publish, and P above 0 and at most %g; found '%s'",
                  MOST_PERCENT, text);
    return RT_ERR_USAGE;
}

static rt_status read_policy(const char *text, rt_overrun *policy, rt_diag *d) {
    if (strcmp(text, "slip") == 0)
        *policy = RT_OVERRUN_SLIP;
    else if (strcmp(text, "halt") == 0)
        *policy = RT_OVERRUN_HALT;
    else {
        rt_diag_error(d, NULL, 0, 0, "--on-overrun: expected slip or halt, found '%s'", text);
        return RT_ERR_USAGE;
    }
    return RT_OK;
}

rt_status session_loop_prepare(session *s, const session_loop_options *o, rt_loop_def *def, rt_diag *d) {
    *def = rt_loop_def_default();
    def->period_ns = def->budget_ns = session_period_ns(s);
    def->max_lag_ns = LAG_PERIODS * def->period_ns;
    def->on_overrun = (rt_overrun)s->sim.sc.end.on_overrun;
    def->warm_up = session_warm_up;
    rt_status status = o->on_overrun ? read_policy(o->on_overrun, &def->on_overrun, d) : RT_OK;
    if (status == RT_OK && o->inject_slow) status = session_slow_read(o->inject_slow, &s->slow, d);
    if (status != RT_OK || (!o->trace && !o->trace_misses)) return status;
    const rt_flight_def flight = {.last = o->trace, .misses = o->trace_misses, .period_ns = def->period_ns};
    def->flight = rt_flight_create(&flight, d);
    return def->flight ? RT_OK : RT_ERR_FILE;
}
