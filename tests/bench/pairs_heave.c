// SPDX-License-Identifier: MIT
// Poses of a real heave: runs the scenario as software-in-the-loop and records the head's pose in every step.
#include "hw/device/script.h"
#include "rt/script/script.h"
#include "rt/session/session.h"
#include "rt/world/world.h"
#include "tests/bench/pairs.h"
#include <stdlib.h>
#include <string.h>

typedef struct heave {
    scenario sc;
    rt_script script;
    hw_device device;
    session s;
    pairs_pose *at;
    int n;
} heave;

static bool record_pose(void *ctx, session *s) {
    heave *h = ctx;
    const dyn_snapshot *snap = rt_latest_front(&s->snapshot, NULL);
    const pose *head = &snap->body[snap->n_bodies - 1].pose;
    memcpy(h->at[h->n].r, head->r.m, sizeof head->r.m);
    memcpy(h->at[h->n++].p, &head->p, sizeof head->p);
    return true;
}

static rt_status prepare_heave(heave *h, const char *file, rt_diag *d) {
    rt_status status = scenario_load(file, false, &h->sc, d);
    if (status == RT_OK) status = rt_script_load(h->sc.operator.script, &h->script, d);
    if (status == RT_OK) status = hw_script_open(&h->device, &h->script, h->sc.operator.script, 0, d);
    if (status == RT_OK) status = sim_create(&h->s.sim, &h->sc, d);
    if (status == RT_OK) status = session_init(&h->s, &h->device, d);
    if (status != RT_OK) return status;
    session_configure(&h->s);
    h->s.manual = true;
    h->s.after = record_pose;
    h->s.after_ctx = h;
    h->s.max_frames = (uint64_t)llround(h->sc.end.duration / h->s.sim.model.h);
    h->at = calloc(h->s.max_frames + 1, sizeof *h->at);
    return h->at ? RT_OK : RT_ERR_MEMORY;
}

pairs_pose *pairs_heave(const char *file, int *n) {
    heave *h = calloc(1, sizeof *h);
    rt_diag d = {0};
    if (!h) return NULL;
    if (prepare_heave(h, file, &d) != RT_OK) {
        fputs(d.text, stderr);
        return NULL; // the program ends
    }
    rt_loop_def def = rt_loop_def_default();
    def.period_ns = def.budget_ns = (int64_t)llround(1e9 * h->s.sim.model.h);
    def.max_lag_ns = 50 * def.period_ns;
    rt_clock clock = rt_clock_manual();
    rt_loop_stats loop = {0};
    _Atomic bool stop = false;
    rt_loop_run(&def, &clock, session_frame, &h->s, &loop, &stop);
    pairs_pose *at = h->at;
    *n = h->n;
    session_free(&h->s);
    scenario_free(&h->sc);
    hw_device_close(&h->device);
    rt_script_free(&h->script);
    free(h);
    return at;
}
