// SPDX-License-Identifier: MIT
// A second recording, shown beside the first at the same time.
#include "rt/base/float_env.h"
#include "rt/debrief/private.h"
#include <math.h>
#include <string.h>

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static rt_status load(debrief *b, rt_diag *d) {
    render_def def;
    rt_status status = picture_def(b->other.replay.sim, &def, d);
    if (status != RT_OK) return status;
    status = render_load_beside(b->window, &def, d);
    picture_def_free(&def);
    return status;
}

rt_status debrief_open_other(debrief *b, rt_diag *d) {
    debrief_other *o = &b->other;
    rt_float_env_set(); // the display driver may have changed it
    rt_player *p = rt_play_open(b->def->beside, d);
    if (!p) return RT_ERR_FORMAT;
    o->end = rt_play_get_contents(p).end_frame;
    rt_status status = replay_open(&o->replay, b->def->beside, p, NULL, b->def->anywhere, d);
    if (status != RT_OK) return status;
    status = load(b, d);
    o->open = status == RT_OK;
    if (!o->open) {
        replay_close(&o->replay);
        return status;
    }
    sim_snapshot(o->replay.sim, &o->shown);
    render_set_beside(b->window, base_name(b->def->file), base_name(b->def->beside), &o->shown);
    return RT_OK;
}

void debrief_follow(debrief *b) {
    debrief_other *o = &b->other;
    if (!o->open) return;
    uint64_t frame = (uint64_t)llround(debrief_time(b) / o->replay.sim->model.h);
    if (frame > o->end) frame = o->end;
    if (frame == o->replay.next || frame == 0) return;
    rt_float_env_set();
    replay_run_to(&o->replay, frame, b->d);
    sim_snapshot(o->replay.sim, &o->shown);
    render_record_charts(b->window, &o->shown, true, false);
}
