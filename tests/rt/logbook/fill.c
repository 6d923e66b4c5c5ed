// SPDX-License-Identifier: MIT
// hawse_log_fill LOG TRAINEE EXERCISE RECORDING POINTS: adds a session to a logbook, as an exercise does. POINTS of 20:
// for "peak tension"; "-": the session is begun and never ended.
#include "session.h"

static rt_status add(logbook *l, char **word) {
    logbook_session s = shown_session;
    logbook_item item[SHOWN_ITEMS];
    int64_t id;
    bool ends = strcmp(word[3], "-") != 0;
    memcpy(item, shown_item, sizeof item);
    item[1].points = strtod(word[3], NULL);
    s.trainee = word[0];
    s.exercise = word[1];
    s.recording = word[2];
    s.points = 35 + item[1].points;
    s.passed = 100 * s.points >= s.pass_mark * s.possible;
    rt_status status = logbook_begin(l, &s, &id, &diag);
    if (status == RT_OK && ends) status = logbook_end(l, id, &s, item, SHOWN_ITEMS, &diag);
    return status == RT_OK ? logbook_add_note(l, id, 60000, "Olga", "=eased too late", &diag) : status;
}

int main(int argc, char **argv) {
    rt_status status = RT_ERR_USAGE;
    logbook *l = argc == 6 ? logbook_open(argv[1], true, &status, &diag) : NULL;
    if (l) status = add(l, argv + 2);
    logbook_close(l);
    fputs(diag.text, stderr);
    return status == RT_OK ? 0 : 1;
}
