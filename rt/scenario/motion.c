// SPDX-License-Identifier: MIT
// Checks of the keys `ship.motion` and of the section `wind`.
#include "rt/scenario/scenario.h"
#include <assert.h>
#include <string.h>

#define AT(field) offsetof(scenario_telegraph_point, field)
enum { STOP = 4 }; // the telegraph's position without a key
static const char positions[] = "full_astern|half_astern|slow_astern|dead_slow_astern|dead_slow_ahead|slow_ahead|half_"
                                "ahead|full_ahead|full_sea_speed";
// clang-format off
static const rt_key telegraph_key[] = {
    {"position", RT_KEY_ENUM, NULL, 0, 0, NULL, AT(position), positions, "position of the engine telegraph"},
    {"revolutions", RT_KEY_NUMBER, "1", 0.01, 1, NULL, AT(revolutions), NULL, "revolutions of the propeller there over those of ship.motion.full_speed, astern too a positive number"},
};
// clang-format on
const rt_list scenario_telegraph_list = {telegraph_key, 2, sizeof(scenario_telegraph_point)};

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

static int place_of(const scenario_telegraph_point *p) { return p->position + (p->position >= STOP); }

void scenario_telegraph(const scenario *s, double share[RT_TELEGRAPH_POSITIONS]) {
    rt_telegraph_standard(share);
    for (int i = 0; i < s->motion.telegraph.n; i++) {
        const scenario_telegraph_point *p = &s->motion.telegraph.item[i];
        share[place_of(p)] = place_of(p) < STOP ? -p->revolutions : p->revolutions;
    }
}

// Each position once, and more revolutions at a position further from stop.
static void check_telegraph(const char *file, const scenario *s, rt_diag *d) {
    double share[RT_TELEGRAPH_POSITIONS];
    bool given[RT_TELEGRAPH_POSITIONS] = {false};
    scenario_telegraph(s, share);
    for (int i = 0; i < s->motion.telegraph.n; i++) {
        const scenario_telegraph_point *p = &s->motion.telegraph.item[i];
        const int k = place_of(p), down = k - 1, up = k + 1;
        if (given[k])
            rt_diag_error(d, file, p->item.line, 0,
                          "ship.motion.telegraph[%d]: expected each position once, found '%s' again", i,
                          rt_telegraph[k].name);
        for (int other = down; other <= up; other += 2)
            if (other >= 0 && other < RT_TELEGRAPH_POSITIONS && (share[k] - share[other]) * (k - other) <= 0)
                rt_diag_error(d, file, p->item.line, 0,
                              "ship.motion.telegraph[%d]: %s: expected %s than %g at '%s', found %g", i,
                              rt_telegraph[k].name, (other > k) == (k > STOP) ? "less" : "more", fabs(share[other]),
                              rt_telegraph[other].name, p->revolutions);
        given[k] = true;
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
    if (!mmg && s->wind.speed > 0)
        rt_diag_error(d, file, line_of(table, n, line, "wind.speed"), 0,
                      "wind.speed: a wind of %g m/s needs ship.motion.manoeuvring: mmg to act on the ship; found none",
                      s->wind.speed);
}

rt_status scenario_motion_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                                rt_diag *d) {
    int waves = line_of(table, n, line, "ship.motion.waves"), errors = d->errors;
    check_manoeuvring(file, s, table, n, line, d);
    check_telegraph(file, s, d);
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
