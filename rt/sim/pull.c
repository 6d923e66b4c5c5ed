// SPDX-License-Identifier: MIT
#include "rt/sim/pull.h"
#include <string.h>

enum { LAST, NOW };

static bool is_gripped(const sim *s, const rt_pull *pull, dyn_grip *g) {
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    return pull->kind != RT_PULL_NONE && dyn_pull_grip(&s->pull, &e, pull, g);
}

sim_pull sim_pull_begin(const sim *s, const rt_pull *pull) {
    sim_pull p = {.pull = {s->command.pull, *pull}};
    for (int k = LAST; k <= NOW; k++) p.acts[k] = is_gripped(s, &p.pull[k], &p.grip[k]);
    return p;
}

// By the trapezoidal rule the momentum of a step is the mean of the forces at its two ends times h, and the way the
// mean of the velocities times h. Hence the work on the kinetic energy is the way times the mean of the two forces: at
// the beginning that of the last step's pull, at the end that of this one.
double sim_pull_end(sim *s, const sim_pull *p) {
    double work = 0;
    dyn_grip end;
    if (p->acts[LAST] && is_gripped(s, &p->pull[LAST], &end))
        work += 0.5 * vec3_dot(p->grip[LAST].force, vec3_sub(end.at, p->grip[LAST].at));
    if (p->pull[NOW].kind == RT_PULL_NONE) return work;
    bool acts = p->acts[NOW] && is_gripped(s, &p->pull[NOW], &end);
    if (acts) work += 0.5 * vec3_dot(end.force, vec3_sub(end.at, p->grip[NOW].at));
    pull_log_add(&s->pulls, acts, acts ? vec3_norm(end.force) : 0, (double)s->state.step * s->model.h);
    return work;
}

// Index of the snapshot's body that shows the part; -1: none does.
static int find_shown(const sim *s, const rt_pull *pull, const dyn_snapshot *out) {
    rt_pull of;
    for (int k = 0; k < out->n_bodies; k++)
        if (s->kind->grip(s, out->body[k].kind, out->body[k].number, vec3_make(0, 0, 0), &of) &&
            of.kind == pull->kind && of.number == pull->number)
            return k;
    return -1;
}

void sim_pull_show(const sim *s, dyn_snapshot *out) {
    const rt_pull *pull = &s->command.pull;
    dyn_grip g;
    int body = is_gripped(s, pull, &g) ? find_shown(s, pull, out) : -1;
    out->pull = (dyn_snapshot_pull){0};
    if (body < 0) return;
    out->pull = (dyn_snapshot_pull){.acts = 1,
                                    .body = body,
                                    .at = vec3_make(pull->at[0], pull->at[1], pull->at[2]),
                                    .to = vec3_make(pull->to[0], pull->to[1], pull->to[2]),
                                    .force_n = vec3_norm(g.force)};
}
