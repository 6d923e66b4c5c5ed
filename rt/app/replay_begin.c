// SPDX-License-Identifier: MIT
// Finds the frames between --from and --to and opens a recording to run it again.
#include "rt/app/replay.h"
#include <math.h>

bool replay_find_frames(const replay_command *c, const rt_player *p, uint64_t *from, uint64_t *to, rt_diag *d) {
    const rt_record_header *h = rt_play_header(p);
    const double step = 1e-9 * (double)h->h_ns, most = 1e15; // frames
    const uint64_t end = rt_play_get_contents(p).end_frame;
    *from = (uint64_t)llround(fmin(c->from / step, most));
    *to = (uint64_t)llround(fmin(c->to / step, most));
    if (*from < h->first_frame) *from = h->first_frame;
    if (*to > end) *to = end;
    if (*from < *to || (*from == *to && c->from == 0 && isinf(c->to))) return true;
    rt_diag_error(d, c->file, 0, 0, "no frame between --from and --to: the recording holds %.3f to %.3f s",
                  step * (double)h->first_frame, step * (double)end);
    return false;
}

rt_status replay_begin(const replay_command *c, rt_player *p, replay *r, uint64_t *from, uint64_t *to, rt_diag *d) {
    if (replay_find_frames(c, p, from, to, d)) return replay_open(r, c->file, p, c->scenario, c->anywhere, d);
    rt_play_close(p);
    return RT_ERR_USAGE;
}
