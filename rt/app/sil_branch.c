// SPDX-License-Identifier: MIT
#include "rt/app/sil_branch.h"
#include <math.h>

rt_status sil_branch_load(sil_branch *b, bool anywhere, scenario *sc, char path[RT_CONFIG_TEXT], rt_diag *d) {
    b->player = rt_play_open(b->file, d);
    if (!b->player) return RT_ERR_FORMAT;
    snprintf(path, RT_CONFIG_TEXT, "%s", rt_play_header(b->player)->scenario_path);
    rt_status status = replay_scenario(b->file, b->player, anywhere, sc, d);
    if (status != RT_OK) sil_branch_close(b);
    return status;
}

// The frame of the branch's moment; false, with a message, if the recording does not hold it.
static bool find_frame(const sil_branch *b, uint64_t *frame, rt_diag *d) {
    const rt_record_header *h = rt_play_header(b->player);
    const double step = 1e-9 * (double)h->h_ns, first = (double)h->first_frame,
                 end = (double)rt_play_get_contents(b->player).end_frame,
                 at = b->from < 0 ? end : round(b->from / step);
    if (at >= first && at <= end) {
        *frame = (uint64_t)at;
        return true;
    }
    rt_diag_error(d, b->file, 0, 0, "--from: expected a time in the recording, %.3f to %.3f s, found %g s",
                  step * first, step * end, b->from);
    return false;
}

// A played operator is at its controls, as at the recorded moment; a live one arms them anew.
static void arm(session *s) {
    if (hw_device_polls_in_frame(s->device))
        s->conditioner.state = s->sim.command.failsafe ? RT_SAFETY_FAILSAFE : RT_SAFETY_ACTIVE;
}

rt_status sil_branch_begin(sil_branch *b, session *s, rt_diag *d) {
    uint64_t frame;
    if (!find_frame(b, &frame, d)) return RT_ERR_USAGE;
    rt_player *p = b->player;
    b->player = NULL; // the replay owns it
    rt_status status = replay_open_in(&b->replay, b->file, p, &s->sim, d);
    if (status != RT_OK) return status;
    if (!session_rewind(s, &b->replay, frame, d) || s->frames != frame) return RT_ERR_FORMAT;
    arm(s);
    return RT_OK;
}

recording *sil_branch_record(const sil_branch *b, const char *path, session *s, int64_t period_ns, rt_diag *d) {
    return recording_branch(path, &s->sim, b->replay.player, b->file, period_ns, d);
}

void sil_branch_close(sil_branch *b) {
    if (b->player) rt_play_close(b->player);
    if (b->replay.player) replay_close(&b->replay);
    b->player = NULL;
}
