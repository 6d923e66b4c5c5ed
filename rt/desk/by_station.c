// SPDX-License-Identifier: MIT
// What the instructor's station does at the desk: the desk's own actions, in the main thread.
#include "rt/desk/run.h"
#include "rt/file/outputs.h"

static bool tell_failure(const run *c, char *why) {
    if (c->message_is_error) snprintf(why, STATION_REASON, "%.*s", STATION_REASON - 1, c->message);
    return !c->message_is_error;
}

static bool set_pace(void *ctx, bool runs, char *why) {
    run *c = ctx;
    const panel_action a = {.ask = runs ? PANEL_START : PANEL_PAUSE};
    c->message_is_error = false;
    run_do_action(c, &a);
    return tell_failure(c, why);
}

static void note(void *ctx, const char *text) {
    panel_action a = {.ask = PANEL_NOTE};
    snprintf(a.text, sizeof a.text, "%s", text);
    run_do_action(ctx, &a);
}

static bool go_to(void *ctx, const char *file, uint64_t frame, char *why) {
    run *c = ctx;
    c->message_is_error = false;
    run_seek(c, file, frame);
    return tell_failure(c, why);
}

// A logbook that cannot be written does not stop the run; the end of the run reports it.
static void log_remark(void *ctx, uint64_t frame, const char *text) {
    run *c = ctx;
    train_log_note(&c->log, frame, text);
}

static void tell(void *ctx, const char *text) { run_set_message(ctx, false, "%s", text); }

rt_status run_open_station(run *c) {
    if ((c->station_tls || c->station_readers.n > 0) && !c->station_at) {
        rt_diag_error(&c->d, NULL, 0, 0, "--station-%s: expected --station too", c->station_tls ? "tls" : "reader");
        return RT_ERR_USAGE;
    }
    if (!c->station_at) return RT_OK;
    if (c->station_tls && !rt_outputs_spare(c->station_tls, "the page's certificate", &c->d)) return RT_ERR_USAGE;
    c->station = station_open(c->station_at, c->station_tls, &c->station_readers, &c->d);
    if (c->station) station_print(stdout, c->station);
    return c->station ? RT_OK : RT_ERR_USAGE;
}

rt_status run_begin_station(run *c) {
    char title[RT_CONFIG_TEXT];
    if (!c->station) return RT_OK;
    scenario_title(&c->sc, title);
    const station_desk desk = {.s = c->s,
                               .rewind = &c->rewind,
                               .exercise = &c->exercise,
                               .title = title,
                               .run = c->runs,
                               .pace = set_pace,
                               .note = note,
                               .go_to = go_to,
                               .log = log_remark,
                               .tell = tell,
                               .ctx = c};
    return station_begin(c->station, &desk, &c->d);
}
