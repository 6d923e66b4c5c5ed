// SPDX-License-Identifier: MIT
#include "rt/watch/report.h"
#include <math.h>

const char *anchor_watch_state_name(int state) {
    static const char *const name[] = {"off", "laying", "brought_up", "weighing"};
    return name[state];
}

static void write_place(rt_json *j, const char *key, vec3 at, bool known) {
    const double nan = (double)NAN, v[3] = {at.x, at.y, at.z};
    rt_json_array(j, key);
    for (int k = 0; k < 3; k++) rt_json_number(j, NULL, known ? v[k] : nan);
    rt_json_end(j);
}

static double distance(vec3 a, vec3 b) { return hypot(a.x - b.x, a.y - b.y); }

void anchor_watch_write(const anchor_watch *w, const watch_def *d, rt_json *j) {
    const double nan = (double)NAN;
    const watch_input *in = &w->last;
    bool watched = w->n_track > 0, on = w->state != DYN_WATCH_OFF;
    rt_json_object(j, "anchor_watch");
    rt_json_text(j, "state", anchor_watch_state_name(w->state));
    write_place(j, "dropped_m", w->dropped, watched);
    write_place(j, "lies_m", in->anchor, on);
    write_place(j, "centre_m", w->centre, watched);
    rt_json_int(j, "brought_up", w->times);
    rt_json_number(j, "brought_up_s", w->brought_up_s); // the latest time
    rt_json_int(j, "set_anew", w->set);                 // by the bridge
    rt_json_number(j, "outboard_m", in->outboard);
    rt_json_number(j, "scope_m", on ? watch_scope(in->outboard, in->height) : nan);
    rt_json_number(j, "swing_radius_m", on ? watch_swing(d, in) : nan);
    rt_json_number(j, "alarm_radius_m", on ? watch_limit(d, in) : nan);
    rt_json_number(j, "distance_m", on ? distance(in->anchor, in->hawse) : nan);
    rt_json_number(j, "off_max_m", watched ? w->off_most : nan);
    rt_json_number(j, "outside_max_m", watched ? w->over_most : nan); // negative: never outside
    rt_json_number(j, "dragged_m", on ? anchor_watch_dragged(w) : nan);
    rt_json_number(j, "dragged_max_m", watched ? w->dragged_most : nan);
    rt_json_number(j, "from_drop_m", on ? distance(in->anchor, w->dropped) : nan);
    rt_json_number(j, "alarm_s", w->alarm_s); // the first
    rt_json_number(j, "dragged_at_alarm_m", w->alarm_m);
    rt_json_number(j, "anchor_drags_s", w->drags_s);
    rt_json_end(j);
}

void anchor_watch_add_evidence(const anchor_watch *w, const watch_def *d, rt_event event, deck_evidence *e) {
    const watch_input *in = &w->last;
    if (event == RT_EVENT_BROUGHT_UP)
        e->a = in->outboard, e->b = distance(in->anchor, in->hawse), e->c = watch_scope(in->outboard, in->height);
    if (event == RT_EVENT_ANCHOR_DRAGS)
        e->a = anchor_watch_dragged(w), e->b = anchor_watch_off(w), e->c = watch_limit(d, in);
}
