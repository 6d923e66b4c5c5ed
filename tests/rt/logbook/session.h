// SPDX-License-Identifier: MIT
// A made-up session with four items: three objectives and reports of 60 points, one forbidden act.
#ifndef HAWSE_TESTS_RT_LOGBOOK_SESSION_H
#define HAWSE_TESTS_RT_LOGBOOK_SESSION_H

#include "rt/logbook/logbook.h"
#include "tests/rt/scratch.h"

static const logbook_session shown_session = {.exercise = "weigh_one_pump",
                                              .title = "Weigh with one pump",
                                              .version = "0.1.0",
                                              .exercise_hash = 0x0123456789abcdef,
                                              .start = 1800000000,
                                              .frame = 0.001,
                                              .recording = "/rec/a b.rec",
                                              .duration = 812.5,
                                              .state_hash = 0xfedcba9876543210,
                                              .points = 45,
                                              .possible = 60,
                                              .pass_mark = 70,
                                              .complete = true,
                                              .passed = true,
                                              .interventions = 2,
                                              .freezes = 1};

static const logbook_item shown_item[] = {
    {.name = "home",
     .kind = LOGBOOK_OBJECTIVE,
     .points = 30,
     .of = 30,
     .judged = true,
     .value = 700,
     .limit = 720,
     .unit = "s",
     .frame_from = 700000,
     .frame_to = 700000,
     .text = "housed after 700 s"},
    {.name = "peak tension",
     .kind = LOGBOOK_OBJECTIVE,
     .points = 10,
     .of = 20,
     .judged = true,
     .value = 205,
     .limit = 160,
     .unit = "kN",
     .channel = "tension",
     .frame_from = 300000,
     .frame_to = 301000},
    {.name = "aweigh",
     .kind = LOGBOOK_REPORT,
     .points = 10,
     .of = 10,
     .judged = true,
     .value = NAN,
     .limit = NAN,
     .frame_from = -1,
     .frame_to = -1},
    {.name = "loaded clutch",
     .kind = LOGBOOK_FORBIDDEN,
     .points = -5,
     .of = 15,
     .judged = true,
     .value = 1,
     .limit = 0,
     .frame_from = 2000,
     .frame_to = 2000},
    {.name = "secured",
     .kind = LOGBOOK_OBJECTIVE,
     .points = 0,
     .of = 10,
     .value = NAN,
     .limit = NAN,
     .frame_from = -1,
     .frame_to = -1},
};
enum { SHOWN_ITEMS = sizeof shown_item / sizeof shown_item[0] };

static rt_diag diag;

#define OK(call) check_ok((call), #call, __LINE__)

static inline void check_ok(rt_status status, const char *what, int line) {
    if (status != RT_OK) fail_msg("line %d: %s: %s", line, what, diag.text);
    diag = (rt_diag){0};
}

static inline logbook *open_log(const char *name) {
    rt_status status;
    logbook *l = logbook_open(scratch_path(name), true, &status, &diag);
    if (!l) fail_msg("%s", diag.text);
    return l;
}

// Adds an ended session of the trainee.
static inline int64_t add_session(logbook *l, const char *trainee) {
    logbook_session s = shown_session;
    int64_t id;
    s.trainee = trainee;
    OK(logbook_begin(l, &s, &id, &diag));
    OK(logbook_end(l, id, &s, shown_item, SHOWN_ITEMS, &diag));
    return id;
}

// Fails unless the status is that and the message contains the text.
#define REFUSED(call, expected, text) check_refused((call), (expected), (text), __LINE__)

static inline void check_refused(rt_status status, rt_status expected, const char *text, int line) {
    if (status != expected || !strstr(diag.text, text))
        fail_msg("line %d: status %d, expected %d with '%s', found: %s", line, status, expected, text, diag.text);
    diag = (rt_diag){0};
}

#endif
