// SPDX-License-Identifier: MIT
// Back in the run: by a time, or to a moment that the instructor has named. The desk moves the run; the station knows
// which recording has the moment.
#include "rt/station/private.h"
#include <math.h>
#include <string.h>

// Why the run cannot go back; NULL: it can.
static const char *find_obstacle(const station *st) {
    return st->desk.rewind->s ? NULL : "this run is not recorded: start it with --record FILE to go back in it";
}

// Frames of the run up to the present moment.
static uint64_t frames_now(const station *st, const dyn_snapshot *now) {
    return st->desk.rewind->held ? st->desk.s->frames : now->frame;
}

static void go_to(station *st, const dyn_snapshot *now, const char *file, uint64_t frame, const char *said) {
    const double h = st->desk.s->sim.model.h;
    const uint64_t from = frames_now(st, now);
    char why[STATION_REASON], path[RT_CONFIG_TEXT];
    snprintf(path, sizeof path, "%s", file); // it may be the desk's own, which changes
    if (!st->desk.go_to(st->desk.ctx, path, frame, why)) {
        station_refuse_command(st, why);
        return;
    }
    const uint64_t there = st->desk.s->frames;
    station_log(st, there, "instructor", "%s: from %.3f s to %.3f s", said, h * (double)from, h * (double)there);
    station_answer_command(st, there, h * (double)there, false);
}

void station_go_back(station *st, const dyn_snapshot *now) {
    const char *why = find_obstacle(st);
    const uint64_t from = frames_now(st, now), back = (uint64_t)llround(st->command.seconds / st->desk.s->sim.model.h);
    char said[48];
    if (why) {
        station_refuse_command(st, why);
        return;
    }
    snprintf(said, sizeof said, "back %g s", st->command.seconds);
    go_to(st, now, st->desk.rewind->file, back < from ? from - back : 0, said);
}

static int find_moment(const station *st, const char *name) {
    for (int k = 0; k < st->shown.moments; k++)
        if (strcmp(st->moment[k].name, name) == 0) return k;
    return -1;
}

void station_keep_moment(station *st, const dyn_snapshot *now) {
    station_values *v = &st->shown;
    const char *why = find_obstacle(st);
    if (!why && find_moment(st, st->command.text) >= 0) why = "there is a snapshot of that name: choose another";
    if (!why && v->moments == STATION_MOMENTS) why = "a run has at most 32 snapshots";
    if (why) {
        station_refuse_command(st, why);
        return;
    }
    station_moment *m = &st->moment[v->moments];
    const double t = st->desk.s->sim.model.h * (double)frames_now(st, now);
    *m = (station_moment){.frame = frames_now(st, now)};
    memcpy(m->name, st->command.text, sizeof m->name);
    memcpy(m->file, st->desk.rewind->file, sizeof m->file);
    memcpy(v->moment[v->moments], m->name, sizeof m->name);
    v->moment_t[v->moments++] = t;
    station_log(st, m->frame, "instructor", "snapshot '%s' at %.3f s", m->name, t);
    station_answer_command(st, m->frame, t, false);
}

void station_return_to_moment(station *st, const dyn_snapshot *now) {
    const int k = find_moment(st, st->command.text);
    char said[64];
    if (k < 0) {
        station_refuse_command(st, "this run has no snapshot of that name");
        return;
    }
    snprintf(said, sizeof said, "restored '%s'", st->moment[k].name);
    go_to(st, now, st->moment[k].file, st->moment[k].frame, said);
}
