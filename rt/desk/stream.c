// SPDX-License-Identifier: MIT
// The state stream of a run, for second pictures (hawse view).
#include "rt/desk/run.h"
#include <inttypes.h>

rt_status run_open_stream(run *c) {
    char title[RT_CONFIG_TEXT];
    if (c->streams.n == 0) return RT_OK;
    scenario_title(&c->sc, title);
    c->stream = stream_sender_open(&c->streams, &c->s->snapshot, stream_scene_hash(&c->sc), title, &c->d);
    return c->stream ? RT_OK : RT_ERR_USAGE;
}

void run_close_stream(run *c) {
    stream_sender_counts n;
    if (!c->stream) return;
    stream_sender_close(c->stream, &n);
    c->stream = NULL;
    const double frames = n.frames > 0 ? (double)n.frames : 1;
    printf("state stream: %" PRIu64 " frames of %.0f bytes, %.2f Mbit/s at 60 Hz; %" PRIu64 " datagrams sent, %" PRIu64
           " refused; sender %.0f us a frame, at most %.0f us\n",
           n.frames, (double)n.bytes / frames, 8e-6 * 60 * (double)n.bytes / frames, n.sent, n.refused,
           1e-3 * (double)n.work_ns / frames, 1e-3 * (double)n.longest_ns);
    if (n.unsendable) printf("state stream: %" PRIu64 " frames had a number that is none\n", n.unsendable);
}
