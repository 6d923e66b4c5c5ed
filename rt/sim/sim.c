// SPDX-License-Identifier: MIT
#include "dynamics/core/start.h"
#include "rt/sim/pull.h"
#include "rt/sim/state.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RETRY_PARTS 4 // of a ship's step that is repeated because its iteration did not converge

double sim_time(const sim *s) { return (double)s->state.step * s->model.h; }
int sim_bodies(const sim *s) { return s->kind->bodies(s); }
dyn_gauges sim_gauges(const sim *s) { return s->kind->gauges(s); }
sim_contacts sim_contacts_of(const sim *s) { return s->kind->contacts(s); }
double sim_row_interval(const sim *s) {
    double asked = s->sc.record_interval;
    return asked > 0 ? fmax(asked, s->model.h) : s->kind->row_interval(s);
}
int sim_columns(const sim *s) { return s->kind->columns(s); }
sim_column sim_column_of(const sim *s, int k) { return s->kind->column(s, k); }
void sim_values(sim *s, double *value) { s->kind->values(s, value); }
void sim_explain(const sim *s, char *text, size_t size) { s->kind->explain(s, text, size); }
bool sim_evidence(const sim *s, rt_event event, deck_evidence *out) { return s->kind->evidence(s, event, out); }
bool sim_goes_on(const sim *s) { return s->kind->goes_on && s->kind->goes_on(s); }
rt_status sim_start(sim *s, rt_diag *d) { return s->kind->start(s, d); }

contact_cache_use sim_mesh_cache(void) {
    const char *word = getenv("HAWSE_MESH_CACHE");
    return word && strcmp(word, "off") == 0 ? CONTACT_CACHE_OFF : CONTACT_CACHE_ON;
}

rt_status sim_finish_model(sim *s, double reach, rt_diag *d) {
    const scenario *sc = &s->sc;
    dyn_step_def step = dyn_step_def_default();
    step.solver = (dyn_solver_kind)sc->solver.linear;
    step.max_newton = sc->solver.max_newton;
    step.tolerance = sc->solver.tolerance;
    step.dissipation = sc->solver.dissipation;
    step.max_projections = sc->solver.projections;
    step.substeps = sc->solver.substeps;
    step.retry_parts = s->kind->has_windlass ? RETRY_PARTS : 0;
    step.projection_tolerance = sc->solver.projection_tolerance;
    dyn_pull_add(&s->pull, &s->model, reach);
    rt_status status = dyn_model_finish(&s->model, sc->solver.gamma);
    if (status == RT_OK) status = dyn_state_create(&s->model, &s->state);
    if (status == RT_OK && !(s->work = dyn_work_create(&s->model, &step))) status = RT_ERR_MEMORY;
    if (status == RT_OK)
        sim_find_sections(s);
    else
        rt_diag_error(d, sc->path, 0, 0, "no memory for %d bodies", s->model.n_bodies);
    return status;
}

void sim_destroy(sim *s) {
    if (s->kind) s->kind->destroy(s);
    dyn_work_destroy(s->work);
    dyn_state_free(&s->state);
    dyn_model_destroy(&s->model);
    memset(s, 0, sizeof *s);
}

static void update_counters(sim *s) {
    sim_counters *c = &s->counters;
    const sim_contacts now = sim_contacts_of(s);
    c->newton += (uint64_t)s->step.newton;
    c->newton_frames += (uint64_t)s->step.parts;
    c->divided += s->step.parts > 1;
    c->substeps += s->step.parts > 1 ? (uint64_t)s->step.parts : 0;
    c->cap_hits += s->step.capped;
    c->pivots += (uint64_t)s->step.pivots;
    c->dropped += now.dropped;
    c->newton_max = s->step.newton_most > c->newton_max ? s->step.newton_most : c->newton_max;
    c->pairs_max = now.pairs > c->pairs_max ? now.pairs : c->pairs_max;
    c->regions_max = now.regions > c->regions_max ? now.regions : c->regions_max;
    c->points_max = now.points > c->points_max ? now.points : c->points_max;
    c->rcond_min = c->newton_frames > 1 ? fmin(c->rcond_min, s->step.rcond) : s->step.rcond;
    c->phi_max_m = fmax(c->phi_max_m, s->step.phi_max);
    for (int k = 0; k < RT_EVENT_COUNT; k++) c->event[k] += s->events >> k & 1;
}

// Events after which the world has lost or gained parts, with their energy.
#define EXCHANGED (RT_EVENT_BIT(RT_EVENT_LINK_JOINED) | RT_EVENT_BIT(RT_EVENT_LINK_LEFT))
#define LOST (RT_EVENT_BIT(RT_EVENT_BITTER_END_PARTED) | RT_EVENT_BIT(RT_EVENT_CHAIN_PARTED))

static double weight_of(const sim *s) {
    double mass = 0;
    for (int k = 0; k < s->model.n_bodies; k++) mass += s->state.body_on[k] ? s->model.body[k].mass : 0;
    for (int i = 0; i < s->model.n_nodes; i++) mass += s->model.node_weight[i];
    return mass * vec3_norm(s->model.gravity);
}

// Updates the trust by the step, which began with this drive; pulled: work of a pull by hand [J]. The account of energy
// leaves out a step that ends with parts lost.
static void judge_trust(sim *s, const sim_drive *begin, double pulled) {
    const sim_drive end = s->kind->drive(s);
    bool known = s->energy_known && begin->known && !(s->events & LOST);
    trust_step step = {.t = sim_time(s),
                       .phi = s->step.phi_max,
                       .capped = s->step.capped,
                       .refused = (s->events & RT_EVENT_BIT(RT_EVENT_LAW_REFUSED)) != 0,
                       .limit = end.limit,
                       .balanced = known,
                       .energy0 = s->energy,
                       .work = 0.5 * (begin->force + end.force) * (end.at - begin->at) + pulled};
    if (end.known) s->energy = step.energy1 = dyn_energy(&s->model, &s->state);
    s->energy_known = end.known;
    if (known && !s->counters.trust.balanced)
        step.weight = weight_of(s), step.motion = dyn_kinetic_energy(&s->model, &s->state);
    trust_update(&s->counters.trust, &step);
}

bool sim_frame(sim *s, const rt_command *c, rt_profile *p) {
    s->events = (rt_events)((c->failures & ~s->command.failures) != 0) << RT_EVENT_FAILURE;
    sim_pull pull = sim_pull_begin(s, &c->pull);
    s->command = *c;
    s->kind->exchange(s);
    const sim_drive begin = s->kind->drive(s);
    // Not known before the first step: contact remembers the places of its last detection outside the state.
    s->energy_known = s->energy_known && begin.known;
    if (p) rt_profile_end(p, RT_PHASE_WINDLASS);
    if (s->energy_known && (s->events & EXCHANGED)) s->energy = dyn_energy(&s->model, &s->state);
    if (p) rt_profile_end(p, RT_PHASE_PUBLISH); // as the account after the step
    s->step = dyn_step(&s->model, &s->state, s->work, &s->command, p, &s->events);
    bool finite = dyn_state_finite(&s->model, &s->state);
    if (finite && s->kind->part(s)) {
        dyn_initial_acceleration(&s->model, &s->state, s->work,
                                 &s->command); // the parted bodies no longer pull each other
        finite = dyn_state_finite(&s->model, &s->state);
    }
    if (!finite) s->events |= RT_EVENT_BIT(RT_EVENT_NON_FINITE);
    if (finite) s->kind->judge(s);
    if (finite) judge_trust(s, &begin, sim_pull_end(s, &pull));
    update_counters(s);
    if (p) rt_profile_end(p, RT_PHASE_PUBLISH);
    return finite;
}

void sim_snapshot(const sim *s, dyn_snapshot *out) {
    out->frame = s->state.step;
    out->t = sim_time(s);
    out->timing = (dyn_timing){0};
    s->kind->snapshot(s, out);
    sim_pull_show(s, out);
}
