// SPDX-License-Identifier: MIT
// hawse replay --window: shows the recorded run at the debriefing desk, and runs live from there.
#include "render/window/render.h"
#include "rt/app/cmd.h"
#include "rt/app/replay.h"
#include "rt/debrief/debrief.h"
#include <inttypes.h>
#include <stdio.h>

static int report_end(debrief_end how) {
    if (how == DEBRIEF_LOST) fputs(RENDER_LOST "\n", stderr);
    return how == DEBRIEF_FAILED ? EXIT_USAGE : how == DEBRIEF_LOST ? EXIT_SHORT : EXIT_DONE;
}

int replay_window(const replay_command *c, rt_player *p, rt_diag *d) {
    static replay r;
    uint64_t from, to;
    rt_status status = replay_begin(c, p, &r, &from, &to, d);
    if (status != RT_OK) return options_fail(d, status);
    if (from >= to) {
        rt_diag_error(d, c->file, 0, 0, "--window: the recording holds no frames");
        replay_close(&r);
        return options_fail(d, RT_ERR_USAGE);
    }
    const debrief_def def = {c->file, c->scenario, c->beside, c->anywhere};
    debrief_end how = debrief_show(&def, &r, from, to, d);
    uint64_t frame = r.next;
    if (how != DEBRIEF_FAILED) printf("closed at %.3f s, frame %" PRIu64 "\n", sim_time(r.sim), frame);
    replay_close(&r);
    fputs(d->text, stderr);
    *d = (rt_diag){0};
    if (how != DEBRIEF_BRANCH) return report_end(how);
    fflush(stdout);
    return run_branch(c->file, frame, c->anywhere, &c->laws);
}
