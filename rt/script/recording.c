// SPDX-License-Identifier: MIT
#include "rt/record/record.h"
#include "rt/script/read.h"
#include <string.h>

// The script's row that reproduces a command. Fail-safe becomes a held emergency stop, and its end a reset. A lever at
// 0 becomes a released dead-man, because only that stops the lever at once.
static void make_row(double *row, double t, const rt_command *c, bool was_failsafe) {
    rt_script_row_clear(row);
    row[RT_SCRIPT_T] = t;
    row[RT_SCRIPT_LEVER] = c->lever;
    row[RT_SCRIPT_BRAKE] = c->brake;
    row[RT_SCRIPT_CLUTCH] = c->clutch;
    row[RT_SCRIPT_RELEASE] = c->release;
    row[RT_SCRIPT_STOPPER] = c->stopper;
    row[RT_SCRIPT_ESTOP] = c->failsafe;
    row[RT_SCRIPT_RESET] = was_failsafe && !c->failsafe;
    for (int k = 0; k < RT_FAILURE_COUNT; k++) row[RT_SCRIPT_FAILURE + k] = c->failures >> k & 1;
    for (int k = 0; k < RT_CONTROLS; k++) row[RT_SCRIPT_CONTROL + k] = c->controls >> k & 1;
    row[RT_SCRIPT_ENGINE] = rt_order_share(c->orders.engine);
    row[RT_SCRIPT_RUDDER] = rt_order_share(c->orders.rudder);
    row[RT_SCRIPT_THRUSTER] = rt_order_share(c->orders.thruster);
    row[RT_SCRIPT_REPORT] = c->phrase;
    row[RT_SCRIPT_ACT] = c->act;
    for (rt_weather_kind k = 0; k < RT_WEATHERS; k++)
        if (rt_weather_is_set(&c->weather, k)) row[RT_SCRIPT_WEATHER + k] = rt_weather_value(&c->weather, k);
    row[RT_SCRIPT_DEAD_MAN] = c->lever != 0 || c->release;
}

rt_status rt_script_load_recording(const char *file, rt_script *s, rt_diag *d) {
    rt_player *p = rt_play_open(file, d);
    if (!p) return RT_ERR_FILE;
    int errors = d->errors;
    memset(s, 0, sizeof *s);
    bool was_failsafe = false;
    const rt_record_header *h = rt_play_header(p);
    rt_record_row r;
    while (d->errors == errors && rt_play_next(p, &r, d) == RT_PLAY_FRAME) {
        double row[RT_SCRIPT_COLUMNS];
        make_row(row, (double)((int64_t)(r.frame - h->first_frame) * h->h_ns) / 1e9, &r.command, was_failsafe);
        rt_script_append(s, row, file, 0, d);
        if (r.command.pull.kind != RT_PULL_NONE) rt_script_append_pull(s, &r.command.pull, file, d);
        was_failsafe = r.command.failsafe;
    }
    rt_play_close(p);
    if (d->errors == errors && s->n == 0) rt_diag_error(d, file, 0, 0, "has no frames");
    if (d->errors == errors) return RT_OK;
    rt_script_free(s);
    return RT_ERR_FORMAT;
}
