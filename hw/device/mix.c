// SPDX-License-Identifier: MIT
#include "hw/device/mix.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct mix {
    hw_device source[HW_MIX_SOURCES];
    int n, of_role[HW_ROLES];
    int remote; // source of the remote position, or HW_NO_REMOTE
    // of the frame thread
    bool selected;  // the program gives command to the remote position
    bool is_remote; // the remote position had command in the newest input
    rt_input merged;
} mix;

const char *hw_role_name(hw_role r) {
    static const char *const name[HW_ROLES] = {"lever", "brake", "clutch", "release", "buttons", "stopper"};
    return name[r];
}

// The source that carries role r for the position that has command.
static int in_command(const mix *m, hw_role r) { return m->is_remote ? m->remote : m->of_role[r]; }

static bool has_command(const mix *m, int source) {
    for (int r = 0; r < HW_ROLES; r++)
        if (in_command(m, (hw_role)r) == source) return true;
    return false;
}

// Age, presence, fault and dead-man are the worst of the sources that carry a role.
static void add_health(rt_input *out, const rt_input *in) {
    if (in->t_ns < out->t_ns) {
        out->t_ns = in->t_ns;
        out->heard_ns = in->heard_ns;
    }
    out->has_device = out->has_device && in->has_device;
    out->dead_man = out->dead_man && in->dead_man;
    if (out->fault == RT_FAULT_NONE) out->fault = in->fault;
}

// Each order of the bridge is the first source's that gives it.
static void add_orders(rt_input *out, const rt_input *in) {
    const unsigned more = in->has_device ? in->bridge & ~out->bridge : 0;
    if (more & RT_GIVES_ENGINE) out->orders.engine = in->orders.engine;
    if (more & RT_GIVES_RUDDER) out->orders.rudder = in->orders.rudder;
    if (more & RT_GIVES_THRUSTER) out->orders.thruster = in->orders.thruster;
    out->bridge |= (uint8_t)more;
}

static const rt_input *mix_input(hw_device *d) {
    mix *m = d->self;
    rt_input in[HW_MIX_SOURCES] = {0};
    rt_input out = {.t_ns = INT64_MAX, .dead_man = true, .has_device = true};
    bool stop = false;
    for (int i = 0; i < m->n; i++) {
        in[i] = *hw_device_input(&m->source[i]);
        stop = stop || (in[i].estop && in[i].has_device);
        out.failures |= in[i].failures;
        out.controls |= in[i].controls;
        if (out.pull.kind == RT_PULL_NONE) out.pull = in[i].pull; // of a recording
        if (!out.phrase) out.phrase = in[i].phrase;
        if (!out.act) out.act = in[i].act;
        for (int k = 0; k < RT_WEATHERS; k++)
            if (!out.weather.of[k]) out.weather.of[k] = in[i].weather.of[k];
        add_orders(&out, &in[i]);
    }
    if (m->remote != HW_NO_REMOTE) {
        if (m->selected) out.controls |= RT_CONTROL_REMOTE;
        m->is_remote = out.controls & RT_CONTROL_REMOTE;
    }
    for (int i = 0; i < m->n; i++)
        if (has_command(m, i)) add_health(&out, &in[i]);
    out.lever = in[in_command(m, HW_ROLE_LEVER)].lever;
    out.brake = in[in_command(m, HW_ROLE_BRAKE)].brake;
    out.no_brake = in[in_command(m, HW_ROLE_BRAKE)].no_brake;
    out.clutch = in[in_command(m, HW_ROLE_CLUTCH)].clutch;
    out.release = in[in_command(m, HW_ROLE_RELEASE)].release;
    out.reset = in[in_command(m, HW_ROLE_BUTTONS)].reset;
    out.stopper = in[in_command(m, HW_ROLE_STOPPER)].stopper;
    out.estop = stop;
    out.has_device = out.has_device || stop; // an emergency stop counts even if another source is missing
    m->merged = out;
    return &m->merged;
}

static void mix_event(hw_device *d, const union SDL_Event *e) {
    mix *m = d->self;
    for (int i = 0; i < m->n; i++)
        if (m->source[i].ops) hw_device_event(&m->source[i], e);
}

static void mix_poll(hw_device *d, int64_t now_ns) {
    mix *m = d->self;
    for (int i = 0; i < m->n; i++)
        if (m->source[i].ops) hw_device_poll(&m->source[i], now_ns);
}

static void mix_select(hw_device *d, bool remote) {
    mix *m = d->self;
    m->selected = remote;
}

static void mix_feedback(hw_device *d, const hw_feedback *f) {
    mix *m = d->self;
    hw_feedback without = *f;
    without.without_command = true;
    if (f->state == HW_HOST_ACTIVE) without.state = HW_HOST_DISARMED;
    for (int i = 0; i < m->n; i++) {
        bool has = m->remote == HW_NO_REMOTE || has_command(m, i);
        if (m->source[i].ops) hw_device_feedback(&m->source[i], has ? f : &without);
    }
}

// "remote by keyboard, lever by joystick, brake by serial, ..." and the sources' identities, truncated if long.
static void mix_identity(const hw_device *d, hw_identity *out) {
    const mix *m = d->self;
    if (m->remote != HW_NO_REMOTE) {
        const hw_device *s = &m->source[m->remote];
        snprintf(out->name, sizeof out->name, "remote by %s, ", s->ops ? s->ops->kind : "nobody");
    }
    for (int r = 0; r < HW_ROLES; r++) {
        const hw_device *s = &m->source[m->of_role[r]];
        size_t used = strlen(out->name);
        snprintf(out->name + used, sizeof out->name - used, "%s%s by %s", r ? ", " : "", hw_role_name((hw_role)r),
                 s->ops ? s->ops->kind : "nobody");
    }
    for (int i = 0; i < m->n; i++) {
        hw_identity one;
        size_t used = strlen(out->id);
        if (!m->source[i].ops) continue;
        hw_device_identity(&m->source[i], &one);
        snprintf(out->id + used, sizeof out->id - used, "%s%s", used ? "," : "", one.id[0] ? one.id : one.kind);
    }
}

static const struct hw_map *mix_map(const hw_device *d, bool *given) {
    const mix *m = d->self;
    const struct hw_map *map = NULL;
    for (int i = 0; i < m->n && !map; i++) map = hw_device_map(&m->source[i], given);
    return map;
}

static bool mix_live(const hw_device *d) {
    const mix *m = d->self;
    for (int i = 0; i < m->n; i++)
        if (m->source[i].ops && hw_device_is_live(&m->source[i])) return true;
    return false;
}

static bool mix_link(hw_device *d, hw_link_stats *out) {
    mix *m = d->self;
    for (int i = 0; i < m->n; i++)
        if (m->source[i].ops && hw_device_link(&m->source[i], out)) return true;
    return false;
}

static void mix_close(hw_device *d) {
    mix *m = d->self;
    for (int i = 0; i < m->n; i++) hw_device_close(&m->source[i]);
}

static const hw_device_ops ops = {.kind = "mix",
                                  .event = mix_event,
                                  .poll = mix_poll,
                                  .identity = mix_identity,
                                  .feedback = mix_feedback,
                                  .select = mix_select,
                                  .input = mix_input,
                                  .map = mix_map,
                                  .live = mix_live,
                                  .link = mix_link,
                                  .close = mix_close};

rt_status hw_mix_open(hw_device *d, int n, const int source[HW_ROLES], int remote, rt_diag *diag) {
    assert(n > 0 && n <= HW_MIX_SOURCES && remote >= HW_NO_REMOTE && remote < n);
    rt_status status = hw_device_init(d, &ops, sizeof(mix), diag);
    if (status != RT_OK) return status;
    mix *m = d->self;
    m->n = n;
    m->remote = remote;
    for (int r = 0; r < HW_ROLES; r++) {
        assert(source[r] >= 0 && source[r] < n);
        m->of_role[r] = source[r];
    }
    return RT_OK;
}

hw_device *hw_mix_source(hw_device *d, int i) {
    mix *m = d->self;
    assert(i >= 0 && i < m->n);
    return &m->source[i];
}

// The thresholds with the defaults filled in.
static hw_thresholds in_effect(const hw_thresholds *t) {
    const rt_command_limits by_default = rt_command_limits_default();
    return (hw_thresholds){.stale_ns = t->stale_ns > 0 ? t->stale_ns : by_default.stale_ns,
                           .failsafe_ns = t->failsafe_ns > 0 ? t->failsafe_ns : by_default.failsafe_ns,
                           .neutral = t->neutral > 0 ? t->neutral : by_default.neutral};
}

void hw_mix_ready(hw_device *d) {
    mix *m = d->self;
    hw_thresholds least = {INT64_MAX, INT64_MAX, 1};
    for (int i = 0; i < m->n; i++) {
        const hw_thresholds t = in_effect(&m->source[i].thresholds);
        if (i != m->remote && !has_command(m, i)) continue; // before the first input the local position has command
        if (t.stale_ns < least.stale_ns) least.stale_ns = t.stale_ns;
        if (t.failsafe_ns < least.failsafe_ns) least.failsafe_ns = t.failsafe_ns;
        if (t.neutral < least.neutral) least.neutral = t.neutral;
    }
    d->thresholds = least;
}
