// SPDX-License-Identifier: MIT
// Events and alarms of a recording. The channel "alarms" has the conditions that the deck knows, at its rows. The
// events have the alarms that began between two rows, and the state of the controls' safety.
#include "rt/timeline/timeline.h"
#include <string.h>

enum { CHANGES = 1024 }; // later ones are left out

// Alarms that an event raises at time t [s], a bit each, and the state of the controls' safety from then on.
typedef struct change {
    double t;
    uint32_t raised;
    uint8_t safety, estop;
} change;

typedef struct reader {
    double step; // [s]
    change change[CHANGES];
    int changes;
} reader;

static double time_after(const reader *r, uint64_t frame) { return r->step * (double)(frame + 1); }

// A frame enters its states in this order. Only a reset, which arms the controls, releases an emergency stop.
static change change_by(const change *before, double t, rt_events events) {
    static const struct {
        rt_event event;
        rt_safety state;
    } entered[] = {{RT_EVENT_DISARMED, RT_SAFETY_DISARMED},
                   {RT_EVENT_ACTIVE, RT_SAFETY_ACTIVE},
                   {RT_EVENT_STALE, RT_SAFETY_STALE},
                   {RT_EVENT_FAILSAFE, RT_SAFETY_FAILSAFE}};
    change now = {.t = t, .safety = before->safety, .estop = before->estop};
    for (size_t k = 0; k < sizeof entered / sizeof entered[0]; k++)
        if (events & RT_EVENT_BIT(entered[k].event)) now.safety = (uint8_t)entered[k].state;
    if (events & RT_EVENT_BIT(RT_EVENT_ACTIVE)) now.estop = 0;
    if (events & RT_EVENT_BIT(RT_EVENT_ESTOP)) now.estop = 1;
    for (int k = 0; events >> k && k < RT_EVENT_COUNT; k++)
        if (events >> k & 1 && timeline_alarm_of((rt_event)k) < ALARM_KINDS)
            now.raised |= 1u << timeline_alarm_of((rt_event)k);
    now.raised &= ~(1u << ALARM_SIGNAL | 1u << ALARM_FAILSAFE | 1u << ALARM_ESTOP); // by the state
    return now;
}

static void note_change(reader *r, double t, rt_events events) {
    const change before = r->changes > 0 ? r->change[r->changes - 1] : (change){0}, now = change_by(&before, t, events);
    bool changed = now.raised || now.safety != before.safety || now.estop != before.estop;
    if (changed && r->changes < CHANGES) r->change[r->changes++] = now;
}

static void read_events(reader *r, timeline *l, rt_player *p, rt_diag *d) {
    rt_record_row row;
    bool pulls = false;
    rt_play_seek(p, rt_play_header(p)->first_frame);
    while (rt_play_next(p, &row, d) == RT_PLAY_FRAME) {
        double t = time_after(r, row.frame);
        for (int k = 0; row.events >> k && k < RT_EVENT_COUNT; k++)
            if (row.events >> k & 1) timeline_add_event(l, t, (rt_event)k);
        note_change(r, t, row.events);
        if (row.command.pull.kind != RT_PULL_NONE && !pulls) timeline_add_pull(l, t);
        pulls = row.command.pull.kind != RT_PULL_NONE;
    }
}

// Column of a channel, or -1.
static int find_channel(const rt_player *p, const char *name) {
    const char *text = rt_play_header(p)->channels;
    for (int k = 0; k < rt_play_n_channels(p); k++, text += strcspn(text, "\n") + 1)
        if (strcspn(text, "\t") == strlen(name) && strncmp(text, name, strlen(name)) == 0) return k;
    return -1;
}

// Channels that the alarms need.
enum { CONDITIONS, TENSION, SPEED, COUNTER, LINING, NEEDED };

// Finds their columns; false: a mechanism, or a recording without channels.
static bool find_channels(const rt_player *p, int column[NEEDED]) {
    static const char *const name[NEEDED] = {"alarms", "tension", "chain_speed", "counter", "lining"};
    bool all = true;
    for (int k = 0; k < NEEDED; k++) all = (column[k] = find_channel(p, name[k])) >= 0 && all;
    return all;
}

static uint32_t with_safety(uint32_t deck, const change *s) {
    const dyn_gauges g = {.safety = s->safety, .estop = s->estop};
    return deck | alarm_conditions(&g, &(alarm_limits){0});
}

static void read_alarms(const reader *r, rt_player *p, alarm_log *alarms) {
    int column[NEEDED], next = 0;
    if (!find_channels(p, column)) return;
    change last = {0};
    uint32_t deck = 0;
    uint64_t frame;
    const double *value;
    dyn_gauges g = {0};
    rt_play_seek(p, rt_play_header(p)->first_frame);
    while (rt_play_next_channels(p, &frame, &value)) {
        double t = time_after(r, frame);
        for (; next < r->changes && r->change[next].t <= t; next++) { // between two rows
            last = r->change[next];
            alarm_log_update(alarms, with_safety(deck | last.raised, &last), &g, last.t);
        }
        deck = (uint32_t)value[column[CONDITIONS]];
        g.tension_n = value[column[TENSION]], g.speed_m_s = value[column[SPEED]];
        g.chain_out_m = value[column[COUNTER]], g.lining_c = value[column[LINING]];
        alarm_log_update(alarms, with_safety(deck, &last), &g, t);
    }
}

void timeline_read_recording(timeline *l, rt_player *p, alarm_log *alarms, rt_diag *d) {
    static reader r;
    r = (reader){.step = 1e-9 * (double)rt_play_header(p)->h_ns};
    *alarms = (alarm_log){0};
    read_events(&r, l, p, d);
    read_alarms(&r, p, alarms);
    timeline_add_alarms(l, alarms);
}
