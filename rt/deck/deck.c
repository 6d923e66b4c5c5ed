// SPDX-License-Identifier: MIT
// Assembles a deck from its table of parts, in the order of the model.
#include "rt/deck/private.h"
#include "rt/scenario/parts.h"
#include "rt/watch/report.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A new part needs a file and a row here. Force elements act in the order in which they are added.
static const deck_part part[] = {
    {deck_load_motion, deck_add_motion, deck_free_motion},
    {deck_load_meshes, NULL, deck_free_meshes},
    {NULL, deck_add_tackle, deck_free_tackle},
    {deck_load_laws, deck_add_contact, deck_free_contact},
    {NULL, deck_add_sea, deck_free_sea},
    {NULL, deck_add_weather, NULL},
    {deck_load_ground, deck_add_ground, deck_free_ground},
};
enum { PARTS = sizeof part / sizeof part[0] };

#define PULL_REACH 1.0 // of a pull by hand [m]: an arm's length beside the anchor

static rt_status load_parts(deck *dk, rt_diag *d) {
    rt_status status = RT_OK;
    for (int k = 0; k < PARTS && status == RT_OK; k++)
        if (part[k].load) status = part[k].load(dk, d);
    return status;
}

// Creates a model with capacity for anchor, chain and all force elements.
static rt_status create_model(deck *dk, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    int links = scenario_max_links(sc);
    if (dyn_model_create(&dk->sim->model, sc->solver.step, vec3_make(0, 0, -9.81), 8 + 3 * links, 2 + links,
                         links + 1 + dk->n_special, 1, DECK_FORCES + dk->n_special + 1))
        return RT_OK;
    rt_diag_error(d, sc->path, 0, 0, "no memory for a chain of %d links", links);
    return RT_ERR_MEMORY;
}

static rt_status add_parts(deck *dk, const start_layout *l, rt_diag *d) {
    rt_status status = RT_OK;
    for (int k = 0; k < PARTS && status == RT_OK; k++)
        if (part[k].add) status = part[k].add(dk, l, d);
    return status;
}

static rt_status finish_model(deck *dk, const start_layout *l, rt_diag *d) {
    sim *s = dk->sim;
    rt_status status = sim_finish_model(s, PULL_REACH, d);
    if (status != RT_OK) return status;
    tackle_lifter_start(&dk->lifter, &s->model, &s->state, l->links);
    dk->hang = l->hang;
    return RT_OK;
}

static void destroy(sim *s) {
    deck *dk = s->self;
    for (int k = PARTS - 1; k >= 0 && dk; k--)
        if (part[k].free) part[k].free(dk);
    free(dk);
}

// Sets the pointers to the empty results of region contact, until contact is added.
static void init_contact_results(deck_part_contact *p) {
    p->set = &p->regions.set, p->info = &p->regions.info, p->impacts = &p->regions.impacts,
    p->impact_speed = &p->regions.impact_speed;
}

// Sets the weather, lets links join and leave at the gypsy, fall asleep and wake on the bottom, and a pull test act,
// before a step.
static void exchange_links(sim *s) {
    deck *dk = s->self;
    deck_take_weather(dk);
    tackle_lifter_exchange(&dk->lifter, &s->model, &s->state, &s->events);
    deck_rest_links(dk);
    deck_prove(dk);
}

// A parted bitter end releases the lifter's rows, and the chain with its tension.
static bool part_chain(sim *s) {
    bool broke = tackle_strength_break_worst(&((deck *)s->self)->strength, &s->model, &s->state, &s->events);
    return broke || (s->events & RT_EVENT_BIT(RT_EVENT_BITTER_END_PARTED));
}

// Waves or a current, which do work on anchor and chain.
static bool water_moves(const scenario *sc) {
    bool drifts = sc->wind.drift > 0 && sc->wind.speed > 0;
    return sc->sea.immersion != SCENARIO_IMMERSION_NONE && (sc->sea.wave_height > 0 || sc->sea.current > 0 || drifts);
}

// The motor does all work on the deck. Water that moves, a ship that moves and the pulses of a pull test do work, too,
// which is not counted; a user's law may not tell its energy.
static sim_drive drive(const sim *s) {
    const deck *dk = s->self;
    const tackle_lifter_state *end = tackle_lifter_state_of(&dk->lifter, &s->model, &s->state);
    bool cut = dk->lifter.locker.cut && (end->taut > 0 || end->parted > 0);
    bool shaken = dk->proof.stage == PROOF_SHAKES;
    return (sim_drive){.known =
                           !water_moves(&s->sc) && !shaken && dk->ship.n == 0 && s->sc.contact.law != CONTACT_LAW_USER,
                       .force = tackle_windlass_state_of(&dk->windlass, &s->model, &s->state)->motor.torque,
                       .at = s->state.q[dk->lifter.node].y,
                       .limit = cut ? "the chain ran out of links to simulate (chain.capacity)" : NULL};
}

static int count_links(const sim *s) {
    return (int)tackle_lifter_state_of(&((const deck *)s->self)->lifter, &s->model, &s->state)->links;
}

static bool find_evidence(const sim *s, rt_event event, deck_evidence *out) {
    const deck *dk = s->self;
    *out = deck_evidence_of(&dk->log, event);
    anchor_watch_add_evidence(&dk->watch, &dk->watch_def, event, out);
    return deck_has_evidence(event);
}

// The part of the verdict that the deck owns; the sim owns the outcome.
typedef struct verdict {
    deck_log log;
    jam jam;
    proof_test proof;
    blow_log blows;
    deck_counter counter;
    anchor_watch watch;
    int32_t aground;
} verdict;

static void save_verdict(const sim *s, void *to) {
    const deck *dk = s->self;
    verdict v;
    memset(&v, 0, sizeof v); // defined padding bytes
    v.log = dk->log;
    v.jam = dk->jam;
    v.proof = dk->proof;
    v.blows = dk->blows;
    v.counter = dk->counter;
    v.watch = dk->watch;
    v.aground = dk->aground;
    memcpy(to, &v, sizeof v);
}

static void restore_verdict(sim *s, const void *from) {
    deck *dk = s->self;
    verdict v;
    memcpy(&v, from, sizeof v);
    dk->log = v.log;
    dk->jam = v.jam;
    dk->proof = v.proof;
    dk->blows = v.blows;
    dk->counter = v.counter;
    dk->watch = v.watch;
    dk->aground = v.aground;
    deck_restore_weather(dk);
}

static double row_interval(const sim *s) {
    (void)s;
    return 0.01;
}

static void write_status(const sim *s, char *text, size_t size) {
    const outcome_input *o = &s->outcome.last;
    snprintf(text, size, "tension %4.0f kN  chain out %5.2f m ", o->tension / 1e3, o->chain_out);
}

static void explain_outcome(const sim *s, char *text, size_t size) {
    outcome_explain(deck_outcome(s), &s->sc, text, size);
}

const sim_kind deck_kind = {
    .name = "ship",
    .has_windlass = true,
    .verdict_bytes = sizeof(verdict),
    .start = deck_start,
    .destroy = destroy,
    .exchange = exchange_links,
    .part = part_chain,
    .judge = deck_judge,
    .drive = drive,
    .goes_on = deck_goes_on,
    .grip = deck_grip,
    .bodies = count_links,
    .contacts = deck_contacts,
    .gauges = deck_gauges,
    .snapshot = deck_snapshot,
    .evidence = find_evidence,
    .save_verdict = save_verdict,
    .restore_verdict = restore_verdict,
    .force_name = deck_force_name,
    .body_name = deck_body_name,
    .node_name = deck_node_name,
    .row_name = deck_row_name,
    .columns = deck_columns,
    .column = deck_column,
    .values = deck_values,
    .row_interval = row_interval,
    .charts = deck_charts,
    .chart_values = deck_chart_values,
    .status = write_status,
    .explain = explain_outcome,
};

const deck *deck_of(const sim *s) { return s->kind == &deck_kind ? s->self : NULL; }

const outcome *deck_outcome(const sim *s) {
    const deck *dk = deck_of(s);
    return dk && dk->proof.stage != PROOF_WAITS ? &dk->proof.before : &s->outcome;
}

rt_status deck_assemble(sim *s, rt_diag *d) {
    start_layout layout = {0};
    deck *dk = calloc(1, sizeof *dk);
    if (!dk) {
        rt_diag_error(d, s->sc.path, 0, 0, "no memory for the deck");
        return RT_ERR_MEMORY;
    }
    s->kind = &deck_kind;
    s->self = dk;
    dk->sim = s;
    dk->swivel = -1;
    init_contact_results(&dk->shank_contact), init_contact_results(&dk->head_contact);
    rt_status status = load_parts(dk, d);
    if (status == RT_OK) status = deck_lay_out(dk, &layout, NULL, NULL, d);
    if (status == RT_OK) status = create_model(dk, d);
    if (status == RT_OK) status = add_parts(dk, &layout, d);
    if (status == RT_OK) status = finish_model(dk, &layout, d);
    start_lay_out_free(&layout);
    if (status != RT_OK) sim_destroy(s);
    return status;
}
