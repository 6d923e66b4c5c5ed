// SPDX-License-Identifier: MIT
#include "rt/timeline/timeline.h"
#include "rt/base/plain.h"
#include <math.h>
#include <string.h>

alarm_kind timeline_alarm_of(rt_event e) {
    static const struct {
        rt_event event;
        alarm_kind alarm;
    } raises[] = {{RT_EVENT_STALE, ALARM_SIGNAL},
                  {RT_EVENT_FAILSAFE, ALARM_FAILSAFE},
                  {RT_EVENT_ESTOP, ALARM_ESTOP},
                  {RT_EVENT_RELEASE, ALARM_RELEASE},
                  {RT_EVENT_JAMMED, ALARM_JAMMED},
                  {RT_EVENT_CHAIN_PARTED, ALARM_ANCHOR_LOST},
                  {RT_EVENT_WRONG_WAY_ROUND, ALARM_WRONG_WAY},
                  {RT_EVENT_STOPPER_BROKEN, ALARM_STOPPER_BROKEN},
                  {RT_EVENT_MOTOR_TRIPPED, ALARM_MOTOR_TRIPPED},
                  {RT_EVENT_MOTOR_BURST, ALARM_MOTOR_BURST},
                  {RT_EVENT_BRAKE_SLIP, ALARM_BRAKE_SLIPS},
                  {RT_EVENT_RUNAWAY, ALARM_RUNAWAY},
                  {RT_EVENT_BITTER_END, ALARM_BITTER_END},
                  {RT_EVENT_AGROUND, ALARM_AGROUND}};
    for (size_t k = 0; k < sizeof raises / sizeof raises[0]; k++)
        if (raises[k].event == e) return raises[k].alarm;
    return ALARM_KINDS;
}

// What an event is called on the slider; text NULL: no mark. An event that raises an alarm has that alarm's name.
typedef struct event_text {
    const char *text;
    panel_mark_kind kind;
} event_text;

static event_text text_of(rt_event e) {
    static const event_text table[RT_EVENT_COUNT] = {
        [RT_EVENT_NON_FINITE] = {"simulation failed", PANEL_MARK_ALARM},
        [RT_EVENT_HULL_IMPACT] = {"anchor strikes the hull", PANEL_MARK_EVENT},
        [RT_EVENT_DEVICE_LOST] = {"controls lost", PANEL_MARK_WARNING},
        [RT_EVENT_DEVICE_BACK] = {"controls back", PANEL_MARK_EVENT},
        [RT_EVENT_DEVICE_FROZEN] = {"console frozen", PANEL_MARK_WARNING},
        [RT_EVENT_AXIS_RANGE] = {"axis out of range", PANEL_MARK_WARNING},
        [RT_EVENT_AXIS_STUCK] = {"axis stuck", PANEL_MARK_WARNING},
        [RT_EVENT_ACTIVE] = {"controls active", PANEL_MARK_EVENT},
        [RT_EVENT_CHANGEOVER] = {"command changed over", PANEL_MARK_EVENT},
        [RT_EVENT_HOUSED] = {"HOUSED", PANEL_MARK_EVENT},
        [RT_EVENT_FAILURE] = {"failure on deck", PANEL_MARK_WARNING},
        [RT_EVENT_PROOF_LOAD] = {"chain over its proof load", PANEL_MARK_ALARM},
        [RT_EVENT_SHACKLE_IN_WATER] = {"shackle at the water", PANEL_MARK_EVENT},
        [RT_EVENT_SHACKLE_ON_DECK] = {"shackle on deck", PANEL_MARK_EVENT},
        [RT_EVENT_SHACKLE_AT_LIFTER] = {"shackle at the gypsy", PANEL_MARK_EVENT},
        [RT_EVENT_LONG_STAY] = {"long stay", PANEL_MARK_EVENT},
        [RT_EVENT_MEDIUM_STAY] = {"medium stay", PANEL_MARK_EVENT},
        [RT_EVENT_SHORT_STAY] = {"short stay", PANEL_MARK_EVENT},
        [RT_EVENT_UP_AND_DOWN] = {"up and down", PANEL_MARK_EVENT},
        [RT_EVENT_AWEIGH] = {"anchor aweigh", PANEL_MARK_EVENT},
        [RT_EVENT_IN_SIGHT] = {"anchor in sight", PANEL_MARK_EVENT},
        [RT_EVENT_CLEAR_OF_WATER] = {"clear of the water", PANEL_MARK_EVENT},
        [RT_EVENT_AT_HAWSE] = {"at the hawse", PANEL_MARK_EVENT},
        [RT_EVENT_DISLODGED] = {"anchor dislodged", PANEL_MARK_WARNING},
        [RT_EVENT_SNAP_LOAD] = {"snap load", PANEL_MARK_WARNING},
        [RT_EVENT_STOPPER_HOLDS] = {"stopper holds", PANEL_MARK_EVENT},
        [RT_EVENT_STOPPER_OPEN] = {"stopper open", PANEL_MARK_EVENT},
        [RT_EVENT_STOPPER_REFUSED] = {"stopper bar loaded", PANEL_MARK_WARNING},
        [RT_EVENT_STOPPER_ON_RUNNING] = {"stopper on running chain", PANEL_MARK_WARNING},
        [RT_EVENT_MOTOR_OVERSPEED] = {"motor overspeed", PANEL_MARK_WARNING},
        [RT_EVENT_MOTOR_STALL] = {"motor stalls", PANEL_MARK_EVENT},
        [RT_EVENT_CLUTCH_CLASH] = {"clutch clashes", PANEL_MARK_WARNING},
        [RT_EVENT_CLUTCH_REFUSED] = {"clutch refuses", PANEL_MARK_WARNING},
        [RT_EVENT_BROUGHT_UP] = {"brought up", PANEL_MARK_EVENT},
        [RT_EVENT_ANCHOR_DRAGS] = {"anchor drags", PANEL_MARK_WARNING},
        [RT_EVENT_BITTER_END_PARTED] = {"bitter end parted", PANEL_MARK_ALARM},
    };
    alarm_kind k = timeline_alarm_of(e);
    if (k == ALARM_KINDS) return table[e];
    bool alarm = alarm_priority_of(k) == ALARM_ALARM;
    return (event_text){alarm_name(k), alarm ? PANEL_MARK_ALARM : PANEL_MARK_WARNING};
}

static bool is_marked(const timeline *l, double t, const char *text) {
    for (int k = l->n - 1; k >= 0 && l->mark[k].t >= t - TIMELINE_APART_S; k--)
        if (l->mark[k].t <= t + TIMELINE_APART_S && strcmp(l->mark[k].text, text) == 0) return true;
    return false;
}

static bool add_mark(timeline *l, double t, panel_mark_kind kind, const char *text) {
    if (l->n == TIMELINE_MARKS) {
        l->left_out++;
        return false;
    }
    int at = l->n++;
    for (; at > 0 && l->mark[at - 1].t > t; at--) l->mark[at] = l->mark[at - 1];
    l->mark[at] = (panel_mark){.t = t, .kind = kind};
    rt_plain(l->mark[at].text, sizeof l->mark[at].text, text);
    return true;
}

bool timeline_add_event(timeline *l, double t, rt_event e) {
    event_text m = e < RT_EVENT_COUNT ? text_of(e) : (event_text){0};
    return m.text && !is_marked(l, t, m.text) && add_mark(l, t, m.kind, m.text);
}

void timeline_add_pull(timeline *l, double t) {
    const char *text = "pull by hand";
    if (!is_marked(l, t, text)) add_mark(l, t, PANEL_MARK_EVENT, text);
}

static void add_alarm(timeline *l, double t, alarm_kind a) {
    const char *name = alarm_name(a);
    panel_mark_kind kind = alarm_priority_of(a) == ALARM_ALARM ? PANEL_MARK_ALARM : PANEL_MARK_WARNING;
    if (!is_marked(l, t, name)) add_mark(l, t, kind, name);
}

void timeline_add_alarms(timeline *l, const alarm_log *alarms) {
    for (int k = 0; k < alarms->n; k++) add_alarm(l, alarms->record[k].raised, (alarm_kind)alarms->record[k].kind);
}

bool timeline_add_note(timeline *l, double t, const char *text) {
    return text[0] && isfinite(t) && add_mark(l, t, PANEL_MARK_NOTE, text);
}

void timeline_cut(timeline *l, double t) {
    while (l->n > 0 && l->mark[l->n - 1].t > t) l->n--;
}

const panel_mark *timeline_next(const timeline *l, double t, bool forward) {
    const double here = 1e-6; // a jump ends within half a step of its mark [s]
    int k = 0;
    while (k < l->n && l->mark[k].t <= (forward ? t + here : t - here)) k++;
    if (forward) return k < l->n ? &l->mark[k] : NULL;
    while (k > 0 && l->mark[k - 1].t >= t - here) k--;
    return k > 0 ? &l->mark[k - 1] : NULL;
}
