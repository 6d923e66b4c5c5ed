// SPDX-License-Identifier: MIT
// The operator's side of the alarms: list, acknowledgement, mute.
#include "rt/desk/run.h"
#include "rt/desk/views.h"

#define MUTE_NS 30000000000 // IMO MSC.302(87): temporary silence of 30 s [ns]

static int64_t now_ns(void) {
    rt_clock clock = rt_clock_monotonic();
    return rt_clock_now_ns(&clock);
}

static bool is_muted(const run *c) {
    return now_ns() < c->alarms_muted_ns && !alarm_log_raised_since(render_alarms(c->window), c->alarms_muted_t);
}

sound_alarm run_alarm_sound(const run *c) {
    if (!c->window || is_muted(c)) return SOUND_ALARM_NONE;
    return sound_alarm_of(render_alarms(c->window));
}

void run_write_alarms(const run *c, panel_state *p) {
    alarms_write(render_alarms(c->window), &c->s->sim, p);
    p->alarms_muted = is_muted(c);
}

// The first that is listed and not acknowledged is the first of the list.
static void acknowledge_first(run *c) {
    int list[ALARM_RECORDS], n = alarm_log_list(render_alarms(c->window), list);
    if (n > 0) render_acknowledge(c->window, list[0]);
}

bool run_do_alarm_action(run *c, const panel_action *a) {
    switch (a->ask) {
    case PANEL_ACKNOWLEDGE:
        if (a->index < 0)
            acknowledge_first(c);
        else if (a->index < c->shown.n_alarms)
            render_acknowledge(c->window, c->shown.alarm[a->index].record);
        return true;
    case PANEL_ACKNOWLEDGE_ALL:
        render_acknowledge_all(c->window);
        return true;
    case PANEL_MUTE_ALARMS:
        c->alarms_muted_ns = now_ns() + MUTE_NS;
        c->alarms_muted_t = render_alarms(c->window)->t;
        return true;
    default:
        return false;
    }
}
