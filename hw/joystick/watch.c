// SPDX-License-Identifier: MIT
#include "hw/joystick/calibrate.h"
#include "hw/map/store.h"
#include "rt/frame/clock.h"
#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct watch {
    hw_map map;
    hw_map_state state;
    bool mapped;
    rt_clock clock;
    char last[1024]; // last line printed if out is not a terminal
} watch;

// Describes the counts by the device's calibration; empty without one.
static void describe_counts(watch *w, hw_dialogue *q, char *text, size_t size) {
    rt_input in = {0};
    text[0] = '\0';
    if (!w->mapped) return;
    for (int i = 0; i < q->raw.axes; i++) hw_map_set_axis(&w->state, &w->map, i, q->raw.axis[i]);
    for (int i = 0; i < q->raw.buttons; i++) hw_map_set_button(&w->state, &w->map, i, q->raw.button[i]);
    hw_map_end_report(&w->state);
    hw_map_input(&w->state, &w->map, rt_clock_now_ns(&w->clock), &in);
    snprintf(text, size, "lever %+.2f brake %.2f clutch %s%s%s%s%s%s%s", in.lever, in.brake, in.clutch ? "in" : "out",
             in.stopper ? " stopper down" : "", in.dead_man ? "" : " no-dead-man", in.estop ? " STOP" : "",
             in.reset ? " reset" : "", in.release ? " RELEASE" : "", in.fault ? " FAULT" : "");
}

static void print_change(watch *w, hw_dialogue *q, const char *meaning) {
    char now[sizeof w->last];
    int n = snprintf(now, sizeof now, "axes");
    for (int i = 0; i < q->raw.axes; i++) n += snprintf(now + n, sizeof now - (size_t)n, " %d", q->raw.axis[i]);
    n += snprintf(now + n, sizeof now - (size_t)n, " buttons ");
    for (int i = 0; i < q->raw.buttons; i++) n += snprintf(now + n, sizeof now - (size_t)n, "%d", q->raw.button[i]);
    snprintf(now + n, sizeof now - (size_t)n, " %s", meaning);
    if (strcmp(now, w->last) == 0) return;
    memcpy(w->last, now, sizeof now);
    fprintf(q->terminal->out, "%s\n", now);
    fflush(q->terminal->out);
}

static void show_axes(hw_dialogue *q, void *ctx) {
    watch *w = ctx;
    char meaning[160];
    describe_counts(w, q, meaning, sizeof meaning);
    if (q->terminal->live)
        hw_dialogue_print(q, meaning);
    else
        print_change(w, q, meaning);
}

rt_status hw_watch(hw_terminal *t, const char *which, double seconds, rt_diag *diag) {
    hw_dialogue q = {.terminal = t};
    watch w = {.clock = rt_clock_monotonic()};
    char path[HW_STORE_PATH];
    rt_status status = hw_joystick_raw_open(&q.raw, which, diag);
    if (status != RT_OK) return status;
    fprintf(t->out, "\"%s\" %s\n", q.raw.name, q.raw.guid);
    if (hw_store_path(q.raw.guid, q.raw.serial, path) && access(path, F_OK) == 0) {
        status = hw_map_load(path, &w.map, diag);
        w.mapped = status == RT_OK;
        w.state = hw_map_start(&w.map, true, false);
    }
    bool stopped = false;
    if (status == RT_OK && !hw_dialogue_read_for(&q, seconds > 0 ? seconds : (double)INFINITY, show_axes, &w)) {
        stopped = t->stop && atomic_load(t->stop);
        if (!stopped) rt_diag_error(diag, NULL, 0, 0, "the joystick was unplugged");
        status = stopped ? RT_OK : RT_ERR_DEVICE;
    }
    if (t->live) fputc('\n', t->out);
    hw_joystick_raw_close(&q.raw);
    return status;
}
