// SPDX-License-Identifier: MIT
// What the page is told: lines of the log, and the answer to the command in progress. Main thread.
#include "rt/station/private.h"
#include <stdarg.h>
#include <string.h>

void station_log(station *st, uint64_t frame, const char *kind, const char *format, ...) {
    station_values *v = &st->shown;
    station_line *l = &v->line[v->lines % STATION_LINES];
    va_list args;
    *l = (station_line){
        .number = ++v->lines, .frame = frame, .t = st->desk.s->sim.model.h * (double)frame, .kind = kind};
    va_start(args, format);
    vsnprintf(l->text, sizeof l->text, format, args);
    va_end(args);
    if (strcmp(kind, "instructor") == 0 || strcmp(kind, "note") == 0) st->desk.log(st->desk.ctx, frame, l->text);
}

void station_answer_command(station *st, uint64_t frame, double t, bool paused) {
    const station_answer a = {.id = st->command.id, .frame = frame, .t = t, .is_paused = paused};
    st->acting = false;
    rt_queue_push(&st->answers, &a); // full: the request ends by its own limit
}

void station_refuse_command(station *st, const char *why) {
    station_answer a = {.id = st->command.id, .refused = true};
    snprintf(a.text, sizeof a.text, "%s", why);
    st->acting = false;
    rt_queue_push(&st->answers, &a);
}
