// SPDX-License-Identifier: MIT
#include "hw/device/device.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

rt_status hw_device_init(hw_device *d, const hw_device_ops *ops, size_t size, rt_diag *diag) {
    memset(d, 0, sizeof *d);
    void *self = calloc(1, size);
    rt_status status = self ? rt_latest_init(&d->latest, sizeof(rt_input)) : RT_ERR_MEMORY;
    if (status != RT_OK) {
        free(self);
        rt_diag_error(diag, NULL, 0, 0, "no memory for the %s device", ops->kind);
        return status;
    }
    d->ops = ops;
    d->self = self;
    return RT_OK;
}

void hw_device_close(hw_device *d) {
    if (!d->ops) return;
    if (d->ops->close) d->ops->close(d);
    free(d->self);
    rt_latest_free(&d->latest);
    memset(d, 0, sizeof *d);
}

void hw_device_event(hw_device *d, const union SDL_Event *e) {
    assert(d->ops);
    if (d->ops->event) d->ops->event(d, e);
}

void hw_device_poll(hw_device *d, int64_t now_ns) {
    assert(d->ops);
    if (d->ops->poll) d->ops->poll(d, now_ns);
}

const rt_input *hw_device_input(hw_device *d) {
    return d->ops && d->ops->input ? d->ops->input(d) : rt_latest_front(&d->latest, NULL);
}

void hw_device_identity(const hw_device *d, hw_identity *out) {
    assert(d->ops);
    memset(out, 0, sizeof *out);
    out->kind = d->ops->kind;
    d->ops->identity(d, out);
}

void hw_device_feedback(hw_device *d, const hw_feedback *f) {
    if (d->ops->feedback) d->ops->feedback(d, f);
}

void hw_device_select(hw_device *d, bool remote) {
    if (d->ops->select) d->ops->select(d, remote);
}

bool hw_device_link(hw_device *d, hw_link_stats *out) { return d->ops->link && d->ops->link(d, out); }

const struct hw_map *hw_device_map(const hw_device *d, bool *given) {
    *given = false;
    return d->ops && d->ops->map ? d->ops->map(d, given) : NULL;
}

bool hw_device_is_live(const hw_device *d) { return d->ops->live ? d->ops->live(d) : d->ops->poll == NULL; }

bool hw_device_polls_in_frame(const hw_device *d) { return d->ops->poll && !d->ops->event; }

void hw_device_publish(hw_device *d, const rt_input *in) {
    rt_input *out = rt_latest_back(&d->latest);
    *out = *in;
    if (d->ops->poll) out->heard_ns = in->t_ns;
    out->has_device = in->has_device && (in->t_ns != 0 || in->estop);
    rt_latest_publish(&d->latest);
}

int64_t hw_device_stamp(int64_t now_ns) { return now_ns > 0 ? now_ns : 1; }
