// SPDX-License-Identifier: MIT
#include "tests/bench/gate_run.h"
#include "rt/world/world.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gate_run_option(gate_run_def *def, int argc, char **argv, int *k) {
    const char *name = argv[*k], *value = *k + 1 < argc ? argv[*k + 1] : NULL;
    if (name[0] != '-') {
        if (def->file) return false;
        def->file = name;
        return true;
    }
    if (!strcmp(name, "--depth"))
        def->depth = gate_number(name, value, 0, 1e4);
    else if (!strcmp(name, "--settle"))
        def->settle = gate_number(name, value, 0, 60);
    else if (!strcmp(name, "--script"))
        def->script = value;
    else if (!strcmp(name, "--skip"))
        def->skip = (long)gate_number(name, value, 0, 1e9);
    else
        return false;
    ++*k;
    return true;
}

rt_status gate_run_create(gate_run *g, const gate_run_def *def, rt_diag *d) {
    rt_status status = scenario_load(def->file, true, &g->sc, d);
    if (status == RT_OK && def->depth >= 0) g->sc.start.depth = def->depth;
    if (status == RT_OK && def->settle >= 0) g->sc.start.settle = def->settle;
    const char *script = def->script ? def->script : g->sc.operator.script;
    if (status == RT_OK) status = rt_script_load(script, &g->script, d);
    if (status == RT_OK) status = hw_script_open(&g->device, &g->script, script, 0, d);
    if (status == RT_OK) status = sim_create(&g->s.sim, &g->sc, d);
    if (status == RT_OK) status = session_init(&g->s, &g->device, d);
    if (status != RT_OK) return status;
    session_configure(&g->s);
    g->s.manual = true;
    g->s.sim.sc.end.stop_when_housed = false;
    g->period_ns = (int64_t)llround(1e9 * g->s.sim.model.h);
    return RT_OK;
}

bool gate_run_step(gate_run *g, rt_profile *p) {
    uint64_t n = g->s.frames;
    if (session_frame(&g->s, n, (int64_t)n * g->period_ns, p)) return true;
    fprintf(stderr, "error: the run ended at step %llu\n", (unsigned long long)n);
    return false;
}

void gate_run_destroy(gate_run *g) {
    session_free(&g->s);
    scenario_free(&g->sc);
    hw_device_close(&g->device);
    rt_script_free(&g->script);
}

double gate_number(const char *option, const char *text, double least, double most) {
    char *end = NULL;
    double x = text ? strtod(text, &end) : -1;
    if (text && end != text && *end == 0 && x >= least && x <= most) return x;
    fprintf(stderr, "error: %s: expected a number from %g to %g, found \"%s\"\n", option, least, most,
            text ? text : "nothing");
    exit(2);
}
