// SPDX-License-Identifier: MIT
// What a logbook returns, kept with its texts.
#ifndef HAWSE_TESTS_RT_LOGBOOK_SEEN_H
#define HAWSE_TESTS_RT_LOGBOOK_SEEN_H

#include "session.h"

typedef struct seen {
    int n;
    logbook_session session[8];
    logbook_item item[8];
    logbook_remark remark[8];
    char text[8][8][64];
} seen;

static inline void copy(seen *s, int place, const char **text) {
    if (!*text) return;
    snprintf(s->text[s->n][place], sizeof s->text[0][0], "%s", *text);
    *text = s->text[s->n][place];
}

static inline void see_session(void *ctx, const logbook_session *of) {
    seen *s = ctx;
    logbook_session *to = &s->session[s->n];
    assert_true(s->n < 8);
    *to = *of;
    copy(s, 0, &to->trainee);
    copy(s, 1, &to->exercise);
    copy(s, 2, &to->title);
    copy(s, 3, &to->version);
    copy(s, 4, &to->recording);
    s->n++;
}

static inline void see_item(void *ctx, const logbook_item *of) {
    seen *s = ctx;
    logbook_item *to = &s->item[s->n];
    assert_true(s->n < 8);
    *to = *of;
    copy(s, 0, &to->name);
    copy(s, 1, &to->unit);
    copy(s, 2, &to->channel);
    copy(s, 3, &to->text);
    s->n++;
}

static inline void see_remark(void *ctx, const logbook_remark *of) {
    seen *s = ctx;
    logbook_remark *to = &s->remark[s->n];
    assert_true(s->n < 8);
    *to = *of;
    copy(s, 0, &to->by);
    copy(s, 1, &to->text);
    copy(s, 2, &to->item);
    s->n++;
}

// An empty one, valid for the next three calls.
static inline seen *fresh(void) {
    static seen s[4];
    static int turn;
    turn = (turn + 1) % 4;
    s[turn] = (seen){0};
    return &s[turn];
}

static inline const seen *sessions(logbook *l, logbook_filter f) {
    seen *s = fresh();
    OK(logbook_sessions(l, &f, see_session, s, &diag));
    return s;
}

static inline const seen *items(logbook *l, int64_t id) {
    seen *s = fresh();
    OK(logbook_items(l, id, see_item, s, &diag));
    return s;
}

static inline const seen *remarks(logbook *l, int64_t id) {
    seen *s = fresh();
    OK(logbook_remarks(l, id, see_remark, s, &diag));
    return s;
}

#endif
