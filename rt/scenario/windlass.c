// SPDX-License-Identifier: MIT
// Checks of the section `windlass` as a whole.
#include "rt/scenario/scenario.h"
#include <assert.h>
#include <string.h>

static const struct {
    const char *less, *more;
    bool equal; // equal values are allowed
} order[] = {
    {"windlass.rated_tension", "windlass.max_tension", true},       {"windlass.fade_start", "windlass.fade_end", false},
    {"windlass.band_friction_hot", "windlass.band_friction", true}, {"windlass.overspeed", "windlass.burst", true},
    {"windlass.clutch_speed", "windlass.clash_speed", true},
};

static int find_key(const rt_key *table, int n, const char *path) {
    int k = 0;
    while (k < n && strcmp(table[k].path, path) != 0) k++;
    assert(k < n);
    return k;
}

rt_status scenario_windlass_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                                  rt_diag *d) {
    rt_status worst = RT_OK;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        int a = find_key(table, n, order[i].less), b = find_key(table, n, order[i].more);
        double less, more;
        memcpy(&less, (const char *)s + table[a].offset, sizeof less);
        memcpy(&more, (const char *)s + table[b].offset, sizeof more);
        if (less < more || (order[i].equal && less == more)) continue;
        rt_diag_error(d, file, line[b] > 0 ? line[b] : line[a], 0, "%s: expected %s %s, which is %g, found %g",
                      order[i].more, order[i].equal ? "no less than" : "more than", order[i].less, less, more);
        worst = RT_ERR_FORMAT;
    }
    return worst;
}
