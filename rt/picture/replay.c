// SPDX-License-Identifier: MIT
#include "rt/picture/replay.h"
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
    s->wall_ns = v->anchor_ns + (int64_t)(1e9 * since); // clock time at which this frame is due
    if (!v->playing)
        snprintf(s->message, sizeof s->message, "%s at %.3f s of %.3f .. %.3f s",
                 v->ended ? "the recording ends" : "stopped", s->t, (double)v->from * step_of(v),
                 (double)v->to * step_of(v));
}

// Shows the state after `frame` frames, within the range to show.
static void go_to_frame(picture_replay *v, double frame, int64_t now_ns) {
    double low = (double)v->from + 1, high = (double)v->to;
    uint64_t wanted = (uint64_t)fmax(low, fmin(frame, high));
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
    v->d = d;
    go_to_frame(v, (double)from + 1, now_ns);
}

static void toggle_pause(picture_replay *v, int64_t now_ns) {
    bool again = !v->playing && v->ended; // at the end: play from the start
    v->playing = !v->playing;
    if (again) go_to_frame(v, (double)v->from + 1, now_ns);
    set_anchor(v, now_ns);
    show_frame(v);
}

bool picture_replay_event(picture_replay *v, const SDL_Event *e, int64_t now_ns) {
    if (e->type == SDL_QUIT) return false;
    if (e->type != SDL_KEYDOWN) return true;
    double at = (double)v->replay->next, jump = PICTURE_JUMP_S / step_of(v);
    switch (e->key.keysym.sym) {
    case SDLK_ESCAPE:
        return false;
    case SDLK_SPACE:
        toggle_pause(v, now_ns);
        break;
    case SDLK_LEFT:
        go_to_frame(v, at - jump, now_ns);
        break;
    case SDLK_RIGHT:
        go_to_frame(v, at + jump, now_ns);
        break;
    case SDLK_PAGEUP:
        go_to_frame(v, at - 10 * jump, now_ns);
        break;
    case SDLK_PAGEDOWN:
        go_to_frame(v, at + 10 * jump, now_ns);
        break;
    case SDLK_HOME:
        go_to_frame(v, 0, now_ns);
        break;
    case SDLK_END:
        go_to_frame(v, (double)v->to, now_ns);
        break;
    case SDLK_PERIOD:
        v->playing = false;
        go_to_frame(v, at + 1, now_ns);
        break;
    default:
        break;
    }
    return true;
}

void picture_replay_advance(picture_replay *v, int64_t now_ns, int64_t limit_ns) {
    rt_clock clock = rt_clock_monotonic();
    int64_t begun = rt_clock_now_ns(&clock);
    if (!v->playing) return;
    double due = (double)v->anchor_frame + 1e-9 * (double)(now_ns - v->anchor_ns) / step_of(v);
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

const char *picture_replay_help(void) {
    return "space: pause and play; left, right: 5 s back, forward; Page up, Page down: 50 s back, forward; Home, End: "
           "start, end; '.': one frame forward\n";
}
