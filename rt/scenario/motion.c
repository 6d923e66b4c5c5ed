// SPDX-License-Identifier: MIT
// Checks of the keys `ship.motion`.
#include "rt/scenario/scenario.h"
#include <assert.h>
#include <string.h>

static int line_of(const rt_key *table, int n, const int *line, const char *path) {
    int k = 0;
    while (k < n && strcmp(table[k].path, path) != 0) k++;
    assert(k < n);
    return line[k];
}

bool scenario_ship_moves(const scenario *s) { return s->motion.table[0] || s->motion.waves != SCENARIO_MOTION_NONE; }

rt_status scenario_motion_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                                rt_diag *d) {
    const struct {
        const char *key;
        double value;
    } needed[] = {{"ship.motion.length", s->motion.length},
                  {"ship.motion.beam", s->motion.beam},
                  {"ship.motion.draught", s->motion.draught}};
    int waves = line_of(table, n, line, "ship.motion.waves"), errors = d->errors;
    for (int k = 0; k < 3 && s->motion.waves == SCENARIO_MOTION_CLOSED_FORM; k++) {
        if (needed[k].value > 0) continue;
        int own = line_of(table, n, line, needed[k].key);
        rt_diag_error(d, file, own > 0 ? own : waves, 0,
                      "%s: ship.motion.waves: closed_form needs it: expected more than 0 m, found %g m", needed[k].key,
                      needed[k].value);
    }
    if (s->motion.waves == SCENARIO_MOTION_RESPONSES && !s->motion.responses[0])
        rt_diag_error(d, file, waves, 0, "ship.motion.waves: responses needs a file ship.motion.responses, found none");
    if (s->motion.waves != SCENARIO_MOTION_RESPONSES && s->motion.responses[0])
        rt_diag_error(
            d, file, line_of(table, n, line, "ship.motion.responses"), 0,
            "ship.motion.responses: expected ship.motion.waves: responses, which uses the file, found another");
    return d->errors > errors ? RT_ERR_FORMAT : RT_OK;
}
