// SPDX-License-Identifier: MIT
#include "rt/judge/pull_log.h"
#include <math.h>
#include <stdio.h>

void pull_log_add(pull_log *l, bool acted, double force, double t) {
    if (!acted) {
        l->ignored++;
        return;
    }
    if (l->steps++ == 0) l->first_s = t;
    l->force = fmax(l->force, force);
}

void pull_log_explain(const pull_log *l, double h, char *text, size_t size) {
    bool large = l->force >= 1e3;
    text[0] = 0;
    if (l->steps > 0)
        snprintf(text, size, "%.3g s, first at %.3f s, with up to %.3g %s; the outcome is not the run's own",
                 (double)l->steps * h, l->first_s, large ? 1e-3 * l->force : l->force, large ? "kN" : "N");
}

void pull_log_write(const pull_log *l, double h, rt_json *j) {
    char text[128];
    pull_log_explain(l, h, text, sizeof text);
    rt_json_object(j, "pull");
    rt_json_text(j, "text", text);
    rt_json_int(j, "steps", (int64_t)l->steps);
    rt_json_number(j, "time_s", (double)l->steps * h);
    rt_json_number(j, "first_s", l->steps > 0 ? l->first_s : (double)NAN);
    rt_json_number(j, "force_max_n", l->force);
    rt_json_int(j, "ignored_steps", (int64_t)l->ignored);
    rt_json_end(j);
}
