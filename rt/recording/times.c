// SPDX-License-Identifier: MIT
#include "rt/recording/times.h"
#include "rt/recording/recording.h"
#include <stdlib.h>

recording_times recording_times_from(rt_player *p, uint64_t step) {
    char period[32];
    recording_times r = {.player = p, .period_ns = rt_play_header(p)->h_ns};
    if (recording_info_find(rt_play_header(p)->info, "period_ns", 0, period, sizeof period))
        r.period_ns = strtoll(period, NULL, 10);
    rt_play_seek(p, step);
    r.more = rt_play_next_times(p, &r.step, &r.row);
    return r;
}

static void add_step(recording_frame_times *f, const rt_record_times *t) {
    f->work_ns += t->work_ns;
    for (int k = 0; k < RT_PHASE_COUNT; k++) f->phase[k] += t->phase[k];
    f->end_ns = t->start_ns + (int64_t)t->work_ns;
}

bool recording_times_next(recording_times *r, recording_frame_times *f) {
    if (!r->more) return false;
    *f = (recording_frame_times){.step = r->step, .release_ns = r->row.release_ns, .start_ns = r->row.start_ns};
    bool several = r->period_ns > rt_play_header(r->player)->h_ns;
    do {
        add_step(f, &r->row);
        r->more = rt_play_next_times(r->player, &r->step, &r->row);
    } while (several && r->more && r->row.release_ns == f->release_ns);
    return true;
}
