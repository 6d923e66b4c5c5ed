// SPDX-License-Identifier: MIT
// hawse replay --window: shows the recorded run in the window of hawse run.
#include "rt/app/cmd.h"
#include "rt/app/replay.h"
#include "rt/frame/clock.h"
#include "rt/picture/picture.h"
#include "rt/picture/replay.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_WORK_NS 30000000    // replayed work between two pictures
#define MIN_INTERVAL_NS 5000000 // between two pictures, where the display does not pace the loop

static void show_until_closed(picture_replay *v, render *window) {
    static picture_pair shown;
    rt_clock clock = rt_clock_monotonic();
    bool go_on = true;
    while (go_on && !render_is_lost(window)) {
        SDL_Event e;
        int64_t now = rt_clock_now_ns(&clock);
        while (go_on && SDL_PollEvent(&e)) {
            render_handle_event(window, &e);
            go_on = picture_replay_event(v, &e, now);
        }
        picture_replay_advance(v, now, MAX_WORK_NS);
        picture_between(&shown, window, &v->shown, now);
        render_present(window);
        rt_clock_sleep_until(&clock, now + MIN_INTERVAL_NS);
    }
}

int replay_window(const replay_command *c, rt_player *p, rt_diag *d) {
    static replay r;
    static picture_replay view;
    uint64_t from, to;
    rt_status status = replay_begin(c, p, &r, &from, &to, d);
    if (status != RT_OK) return options_fail(d, status);
    if (from >= to) {
        rt_diag_error(d, c->file, 0, 0, "--window: the recording holds no frames");
        replay_close(&r);
        return options_fail(d, RT_ERR_USAGE);
    }
    setenv("LP_NUM_THREADS", "1", 0); // software rendering leaves a processor to the frames
    render_def def;
    render *window = NULL;
    if (picture_def(r.sim, &def, d) == RT_OK) {
        def.title = "hawse replay";
        window = render_create(&def, d);
        picture_def_free(&def);
    }
    int code = window ? EXIT_DONE : EXIT_USAGE;
    if (window) {
        printf("%s", picture_replay_help());
        fflush(stdout);
        rt_clock clock = rt_clock_monotonic();
        picture_replay_begin(&view, &r, from, to, rt_clock_now_ns(&clock), d);
        show_until_closed(&view, window);
        if (render_is_lost(window)) {
            fputs(RENDER_LOST "\n", stderr);
            code = EXIT_SHORT;
        }
        printf("closed at %.3f s, frame %" PRIu64 "\n", sim_time(r.sim), r.next);
        render_destroy(window);
    }
    replay_close(&r);
    fputs(d->text, stderr);
    return code;
}
