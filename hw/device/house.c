// SPDX-License-Identifier: MIT
#include "hw/device/house.h"
#include <math.h>
#include <stdio.h>

typedef struct house {
    rules_table rules;
    rules_state state;
    hw_feedback seen; // of the frame before; t_ns 0: none yet
    int64_t start_ns;
} house;

// Readings of the gauges on deck, and of the eye.
static rules_seen readings(const house *h) {
    const hw_feedback *f = &h->seen;
    rules_seen s = {{0}};
    s.value[RULES_CHAIN] = f->counter_m - h->rules.inboard;
    s.value[RULES_SPEED] = f->speed_m_s;
    s.value[RULES_TENSION] = f->tension_n;
    s.value[RULES_MOTOR] = f->motor;
    s.value[RULES_FAULT] = f->motor_state;
    s.value[RULES_BAR] = f->stopper;
    s.value[RULES_ANCHOR] = f->anchor_m;
    s.value[RULES_FLUKES] = f->flukes_rad;
    s.value[RULES_SWAY] = f->sway_m_s;
    return s;
}

// Before the first feedback the operator leaves everything as it is: lever at neutral, brake set, clutch engaged.
static void house_poll(hw_device *d, int64_t now_ns) {
    house *h = d->self;
    rt_input in = {.brake = 1, .clutch = true, .dead_man = true, .has_device = true};
    if (h->seen.t_ns != 0) {
        const rules_seen seen = readings(h);
        const rules_rule *r = rules_step(&h->rules, &h->state, &seen, (double)(now_ns - h->start_ns) / 1e9);
        in.lever = r->lever;
        in.brake = r->brake;
        in.clutch = r->clutch;
        in.stopper = r->stopper;
    }
    in.t_ns = hw_device_stamp(now_ns);
    hw_device_publish(d, &in);
}

static void house_feedback(hw_device *d, const hw_feedback *f) {
    house *h = d->self;
    h->seen = *f;
    if (f->t_ns == 0) h->seen.t_ns = 1; // the first instant of a manual clock
}

static void house_identity(const hw_device *d, hw_identity *out) {
    (void)d;
    snprintf(out->name, sizeof out->name, "operator by rules");
}

static const hw_device_ops ops = {
    .kind = "house", .poll = house_poll, .feedback = house_feedback, .identity = house_identity};

rt_status hw_house_follow(hw_device *d, const rules_table *rules, int64_t start_ns, rt_diag *diag) {
    rt_status status = hw_device_init(d, &ops, sizeof(house), diag);
    if (status != RT_OK) return status;
    house *h = d->self;
    h->rules = *rules;
    h->state = rules_begin();
    h->start_ns = start_ns;
    return RT_OK;
}

rt_status hw_house_open(hw_device *d, const hw_opening *o, rt_diag *diag) {
    if (o->rules) return hw_house_follow(d, o->rules, o->start_ns, diag);
    rt_diag_error(diag, NULL, 0, 0, "--device house: expected a ship's scenario: a mechanism has no rules");
    return RT_ERR_USAGE;
}

bool hw_house_story(const hw_device *d, const rules_table **rules, const rules_state **state) {
    const house *h = d->self;
    if (d->ops != &ops) return false;
    *rules = &h->rules;
    *state = &h->state;
    return true;
}
