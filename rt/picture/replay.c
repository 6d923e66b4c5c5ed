// SPDX-License-Identifier: MIT
#include "rt/picture/replay.h"
#include "rt/base/float_env.h"
#include "rt/frame/clock.h"
#include <math.h>
#include <stdio.h>

static double step_of(const picture_replay *v) { return v->replay->sim->model.h; }

static void set_anchor(picture_replay *v, int64_t now_ns) {
    v->anchor_ns = now_ns;
    v->anchor_frame = v->replay->next;
}

static void show_frame(picture_replay *v) {
    dyn_snapshot *s = &v->shown;
    sim_snapshot(v->replay->sim, s);
    double since = ((double)v->replay->next - (double)v->anchor_frame) * step_of(v);
    s->wall_ns = v->anchor_ns + (int64_t)(1e9 * since / v->speed); // clock time at which this frame is due
    if (v->ended) snprintf(s->message, sizeof s->message, "the recording ends at %.3f s", s->t);
}

void picture_replay_go(picture_replay *v, double frame, int64_t now_ns) {
    double low = (double)v->from + 1, high = (double)v->to;
    uint64_t wanted = (uint64_t)fmax(low, fmin(frame, high));
    rt_float_env_set(); // this thread also runs a display driver, which may change it
    rt_play how = replay_run_to(v->replay, wanted, v->d);
    v->ended = how != RT_PLAY_FRAME || v->replay->next >= v->to;
    v->playing = v->playing && !v->ended;
    set_anchor(v, now_ns);
    show_frame(v);
}

void picture_replay_begin(picture_replay *v, replay *r, uint64_t from, uint64_t to, int64_t now_ns, rt_diag *d) {
    v->replay = r;
    v->from = from;
    v->to = to;
    v->playing = true;
    v->speed = 1;
    v->d = d;
    picture_replay_go(v, (double)from + 1, now_ns);
}

void picture_replay_play(picture_replay *v, bool playing, int64_t now_ns) {
    bool again = playing && !v->playing && v->ended; // at the end: play from the start
    v->playing = playing;
    if (again) picture_replay_go(v, (double)v->from + 1, now_ns);
    set_anchor(v, now_ns);
    show_frame(v);
}

void picture_replay_set_speed(picture_replay *v, double speed, int64_t now_ns) {
    v->speed = speed;
    set_anchor(v, now_ns);
}

void picture_replay_advance(picture_replay *v, int64_t now_ns, int64_t limit_ns) {
    rt_clock clock = rt_clock_monotonic();
    int64_t begun = rt_clock_now_ns(&clock);
    if (!v->playing) return;
    rt_float_env_set();
    double due = (double)v->anchor_frame + 1e-9 * v->speed * (double)(now_ns - v->anchor_ns) / step_of(v);
    uint64_t wanted = (uint64_t)fmin(due, (double)v->to);
    rt_play how = RT_PLAY_FRAME;
    while (v->replay->next < wanted && how == RT_PLAY_FRAME) {
        how = replay_run_to(v->replay, v->replay->next + 1, v->d);
        if (rt_clock_now_ns(&clock) - begun > limit_ns) {
            set_anchor(v, now_ns);
            break;
        }
    }
    v->ended = how != RT_PLAY_FRAME || v->replay->next >= v->to;
    v->playing = !v->ended;
    show_frame(v);
}
