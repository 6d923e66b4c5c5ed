// SPDX-License-Identifier: MIT
#include "hw/device/script.h"
#include <stdio.h>

typedef struct script_device {
    const rt_script *script;
    char name[128];
    int64_t start_ns;
} script_device;

static void script_poll(hw_device *d, int64_t now_ns) {
    const script_device *s = d->self;
    // The quotient is the double nearest to the decimal time, as is the number in the script's file: a row at 0.3 s
    // takes effect in the frame at 0.3 s.
    rt_input in = rt_script_input(s->script, (double)(now_ns - s->start_ns) / 1e9);
    in.t_ns = hw_device_stamp(now_ns);
    hw_device_publish(d, &in);
}

static void script_identity(const hw_device *d, hw_identity *out) {
    const script_device *s = d->self;
    snprintf(out->name, sizeof out->name, "%s", s->name);
}

static const hw_device_ops ops = {.kind = "script", .poll = script_poll, .identity = script_identity};

rt_status hw_script_open(hw_device *d, const rt_script *script, const char *name, int64_t start_ns, rt_diag *diag) {
    rt_status status = hw_device_init(d, &ops, sizeof(script_device), diag);
    if (status != RT_OK) return status;
    script_device *s = d->self;
    s->script = script;
    s->start_ns = start_ns;
    snprintf(s->name, sizeof s->name, "%s", name);
    return RT_OK;
}

static rt_status play(hw_device *d, const hw_opening *o, rt_status loaded, rt_diag *diag) {
    if (loaded != RT_OK) return loaded;
    rt_status status = hw_script_open(d, o->script, o->argument, o->start_ns, diag);
    if (status != RT_OK) rt_script_free(o->script);
    return status;
}

rt_status hw_script_open_file(hw_device *d, const hw_opening *o, rt_diag *diag) {
    return play(d, o, rt_script_load(o->argument, o->script, diag), diag);
}

rt_status hw_recording_open_file(hw_device *d, const hw_opening *o, rt_diag *diag) {
    return play(d, o, rt_script_load_recording(o->argument, o->script, diag), diag);
}
