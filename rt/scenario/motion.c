// SPDX-License-Identifier: MIT
// Checks of the keys `ship.motion` and of the section `wind`.
#include "rt/scenario/scenario.h"
#include <assert.h>
#include <string.h>

static int line_of(const rt_key *table, int n, const int *line, const char *path) {
    int k = 0;
    while (k < n && strcmp(table[k].path, path) != 0) k++;
    assert(k < n);
    return line[k];
}

bool scenario_ship_moves(const scenario *s) {
    return s->motion.table[0] || s->motion.waves != SCENARIO_MOTION_NONE ||
           s->motion.manoeuvring != SCENARIO_MANOEUVRING_NONE;
}

// Reports main dimensions that this value of the key `user` needs and that are missing.
static void check_dimensions(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                             const char *user, const char *value, rt_diag *d) {
    const struct {
        const char *key;
        double value;
    } needed[] = {{"ship.motion.length", s->motion.length},
                  {"ship.motion.beam", s->motion.beam},
                  {"ship.motion.draught", s->motion.draught}};
    for (int k = 0; k < 3; k++) {
        if (needed[k].value > 0) continue;
        int own = line_of(table, n, line, needed[k].key);
        rt_diag_error(d, file, own > 0 ? own : line_of(table, n, line, user), 0,
                      "%s: %s: %s needs it: expected more than 0 m, found %g m", needed[k].key, user, value,
                      needed[k].value);
    }
}

void scenario_telegraph(const scenario *s, double share[RT_TELEGRAPH_POSITIONS]) {
    for (int k = 0; k < RT_TELEGRAPH_POSITIONS; k++)
        share[k] = rt_telegraph[k].engine < 0 ? -s->motion.telegraph[k] : s->motion.telegraph[k];
}

// More revolutions at a position further from stop.
static void check_telegraph(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                            rt_diag *d) {
    for (int k = 1; k < RT_TELEGRAPH_POSITIONS; k++) {
        const bool ahead = rt_telegraph[k].engine > 0; // of two neighbours the one further from stop, and the other
        const int far = ahead ? k : k - 1, near = ahead ? k - 1 : k;
        const double more = s->motion.telegraph[far], less = s->motion.telegraph[near];
        if (more > less) continue;
        char key[64];
        const int to = snprintf(key, sizeof key, "ship.telegraph.%s", rt_telegraph[far].name);
        for (int c = 0; c < to; c++) key[c] = key[c] == ' ' ? '_' : key[c];
        rt_diag_error(d, file, line_of(table, n, line, key), 0,
                      "%s: expected more revolutions than the %g of '%s', found %g", key, less, rt_telegraph[near].name,
                      more);
    }
}

static void check_manoeuvring(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                              rt_diag *d) {
    bool mmg = s->motion.manoeuvring == SCENARIO_MANOEUVRING_MMG;
    if (mmg && s->motion.waves != SCENARIO_MOTION_CLOSED_FORM) // which needs the same, and says so
        check_dimensions(file, s, table, n, line, "ship.motion.manoeuvring", "mmg", d);
    if (mmg && s->motion.table[0])
        rt_diag_error(d, file, line_of(table, n, line, "ship.motion.manoeuvring"), 0,
                      "ship.motion.manoeuvring: mmg: expected no ship.motion.table, which prescribes the same motion; "
                      "found '%s'",
                      s->motion.table);
    if (s->wind.rises_to > 0 && s->wind.speed == 0)
        rt_diag_error(d, file, line_of(table, n, line, "wind.rises_to"), 0,
                      "wind.rises_to: expected a wind.speed above 0 m/s from which the wind changes, found none");
    if (!mmg && s->wind.speed > 0)
        rt_diag_error(d, file, line_of(table, n, line, "wind.speed"), 0,
                      "wind.speed: a wind of %g m/s needs ship.motion.manoeuvring: mmg to act on the ship; found none",
                      s->wind.speed);
}

rt_status scenario_motion_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                                rt_diag *d) {
    int waves = line_of(table, n, line, "ship.motion.waves"), errors = d->errors;
    check_manoeuvring(file, s, table, n, line, d);
    check_telegraph(file, s, table, n, line, d);
    if (s->motion.waves == SCENARIO_MOTION_CLOSED_FORM)
        check_dimensions(file, s, table, n, line, "ship.motion.waves", "closed_form", d);
    if (s->motion.waves == SCENARIO_MOTION_RESPONSES && !s->motion.responses[0])
        rt_diag_error(d, file, waves, 0, "ship.motion.waves: responses needs a file ship.motion.responses, found none");
    if (s->motion.waves != SCENARIO_MOTION_RESPONSES && s->motion.responses[0])
        rt_diag_error(
            d, file, line_of(table, n, line, "ship.motion.responses"), 0,
            "ship.motion.responses: expected ship.motion.waves: responses, which uses the file, found another");
    return d->errors > errors ? RT_ERR_FORMAT : RT_OK;
}
