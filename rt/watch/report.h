// SPDX-License-Identifier: MIT
#ifndef HAWSE_RT_WATCH_REPORT_H
#define HAWSE_RT_WATCH_REPORT_H

#include "rt/file/json.h"
#include "rt/judge/deck_events.h"
#include "rt/watch/watch.h"

// Writes the report's object `anchor_watch`: places in the world, without a watch so far null.
void anchor_watch_write(const anchor_watch *w, const watch_def *d, rt_json *j);
// Adds the evidence of the watch's own events to *e.
void anchor_watch_add_evidence(const anchor_watch *w, const watch_def *d, rt_event event, deck_evidence *e);
// Name of a state: "brought_up".
const char *anchor_watch_state_name(int state);

#endif
