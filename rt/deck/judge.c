// SPDX-License-Identifier: MIT
// Updates outcome, events and jam from the state of each frame.
#include "rt/deck/private.h"

int deck_count_touching(const contact_set *c, double *force) {
    int n = 0;
    for (int k = 0; k < c->n; k++)
        if (c->item[k].depth > 0) {
            n++;
            *force = fmax(*force, c->item[k].normal_force);
        }
    return n;
}

static const tackle_windlass_state *windlass_of(const deck *dk) {
    return tackle_windlass_state_of(&dk->windlass, &dk->sim->model, &dk->sim->state);
}

// Whether a contact is beyond the pocket's rim: by the pocket's width, measured along the face, or, on a mesh of
// unknown width, on the shell around the pocket.
static bool is_beside_pocket(const deck *dk, const contact_touch *t) {
    const scenario_ship *ship = &dk->sim->sc.ship;
    if (ship->type != SCENARIO_SHIP_BOW)
        return dk->jam_def.has_pocket && jam_face(&dk->jam_def, t->point, t->normal) == DYN_FACE_SHELL;
    const double *m = ship->face_normal, *p = ship->mouth;
    double along = (t->point.x - p[0]) * m[1] - (t->point.y - p[1]) * m[0];
    return fabs(along) > 0.5 * ship->pocket.width + ship->pocket.rim_radius;
}

static int count_beside_pocket(const deck *dk, const contact_set *c) {
    int n = 0;
    for (int k = 0; k < c->n; k++) n += c->item[k].depth > 0 && is_beside_pocket(dk, &c->item[k].touch);
    return n;
}

static seat_load observe_seat(const deck *dk, const dyn_eval *e) {
    const contact_set *head = dk->head_contact.set, *shank = dk->shank_contact.set;
    const pose at = dyn_body_pose(e, dk->anchor.head);
    vec3 across = mat3_column(&at.r, 0);
    seat_load s = {0};
    for (int k = 0; k < head->n; k++) {
        const contact_item *i = &head->item[k];
        double half = fabs(vec3_dot(i->outline.half[0], across)) + fabs(vec3_dot(i->outline.half[1], across));
        if (i->depth > 0)
            seat_add_head(&s, &dk->jam_def, pose_point_inverse(&at, i->touch.point), half, i->normal_force);
    }
    for (int k = 0; k < shank->n; k++) {
        const contact_item *i = &shank->item[k];
        if (i->depth > 0) seat_add_shank(&s, &dk->jam_def, i->touch.point, i->touch.normal, i->normal_force);
    }
    return s;
}

// The touching contact with the largest normal force on the anchor; NULL: none touches.
static const contact_item *find_hardest(const deck *dk, bool *head) {
    const contact_item *hardest = NULL;
    for (int part = 0; part < 2; part++) {
        const contact_set *c = part ? dk->head_contact.set : dk->shank_contact.set;
        for (int k = 0; k < c->n; k++)
            if (c->item[k].depth > 0 && (!hardest || c->item[k].normal_force > hardest->normal_force))
                hardest = &c->item[k], *head = part;
    }
    return hardest;
}

// Adds place and parts of the largest force on the hull, if it is larger than before.
static void locate_impact(const deck *dk, const dyn_eval *e, outcome_input *in) {
    bool head = false;
    const contact_item *c = in->impact_force > dk->sim->outcome.max_impact_n ? find_hardest(dk, &head) : NULL;
    if (!c) return;
    const pose at = dyn_body_pose(e, head ? dk->anchor.head : dk->anchor.shank);
    in->impact_at = c->touch.point;
    in->impact_part = jam_part(&dk->jam_def, head, pose_point_inverse(&at, c->touch.point));
    in->impact_face = jam_face(&dk->jam_def, c->touch.point, c->touch.normal);
}

static outcome_input observe_outcome(const deck *dk) {
    const dyn_state *st = &dk->sim->state;
    dyn_eval e = dyn_eval_at(&dk->sim->model, st);
    double force = 0, fastest = 0;
    const int points[] = {dk->anchor.pin, dk->anchor.shackle, dk->anchor.tip};
    for (int i = 0; i < 3; i++) fastest = fmax(fastest, vec3_norm(st->qd[points[i]]));
    int regions =
        deck_count_touching(dk->shank_contact.set, &force) + deck_count_touching(dk->head_contact.set, &force);
    outcome_input in = {.t = sim_time(dk->sim),
                        .pin = st->q[dk->anchor.pin],
                        .shackle = st->q[dk->anchor.shackle],
                        .flukes = vec3_unit(vec3_sub(st->q[dk->anchor.tip], st->q[dk->anchor.pin_head])),
                        .across = st->q[dk->anchor.hinge_axis],
                        .hinge = tackle_anchor_hinge(&dk->anchor, &e),
                        .anchor_speed = fastest,
                        .tension = tackle_lifter_tension(&dk->lifter, &dk->sim->model, st),
                        .chain_out = tackle_lifter_chain_out(&dk->lifter, &dk->sim->model, st),
                        .chain_speed = st->qd[dk->lifter.node].x * dk->lifter.radius,
                        .motor_share = tackle_windlass_motor_share(&dk->windlass, windlass_of(dk)),
                        .brake = dk->sim->command.brake,
                        .held = deck_chain_is_held(dk),
                        .weight = dk->jam_def.shank_weight + dk->jam_def.head_weight,
                        .seat = observe_seat(dk, &e),
                        .regions = regions,
                        .beside = count_beside_pocket(dk, dk->shank_contact.set) +
                                  count_beside_pocket(dk, dk->head_contact.set),
                        .breaking_share = tackle_strength_state_of(&dk->strength, &dk->sim->model, st)->share,
                        .worst_link = (int)tackle_strength_state_of(&dk->strength, &dk->sim->model, st)->worst,
                        .parted = (int)tackle_strength_state_of(&dk->strength, &dk->sim->model, st)->parted,
                        .soil = deck_soil_carried(dk),
                        .bitter_end = tackle_lifter_bitter_end(&dk->lifter, &dk->sim->model, st),
                        .lining = tackle_band_lining(&dk->windlass.band.def, &windlass_of(dk)->band),
                        .brake_share = tackle_band_share(&dk->windlass.band.def, &windlass_of(dk)->band),
                        .end_parted = tackle_lifter_state_of(&dk->lifter, &dk->sim->model, st)->parted > 0,
                        .impacts = *dk->shank_contact.impacts + *dk->head_contact.impacts,
                        .impact_force = force};
    locate_impact(dk, &e, &in);
    return in;
}

// Updates the chain counter on deck; with a failed sensor the counter keeps its last reading.
static void update_counter(deck *dk) {
    double out = dk->sim->outcome.last.chain_out;
    bool zero = dk->sim->command.controls & RT_CONTROL_ZERO;
    deck_counter *c = &dk->counter;
    if (zero && !c->zeroed) c->from = out;
    if (!zero) c->from = 0;
    c->zeroed = zero;
    if (!(dk->sim->command.failures >> RT_FAILURE_COUNTER & 1)) c->reading = out - c->from;
}

rt_status deck_init_verdict(deck *dk) {
    deck_define_jam(dk);
    dk->gravity = dk->sim->model.gravity;
    const outcome_input in = observe_outcome(dk);
    outcome_init(&dk->sim->outcome, &dk->sim->sc, &in);
    update_counter(dk);
    rt_status status = deck_define_events(dk);
    const deck_input seen = deck_events_input(dk);
    deck_log_init(&dk->log, &dk->events_def, &seen);
    if (dk->ground_chain.n > 0) deck_define_watch(dk);
    return status;
}

// Stores the case of a new jam. The frames after it explain the jam, a bounded part of the work in each.
static void explain_jam(deck *dk) {
    if (dk->sim->events & RT_EVENT_BIT(RT_EVENT_JAMMED)) {
        const jam_case c = deck_jam_case(dk);
        jam_begin(&dk->jam, &c, true);
    } else if (dk->jam.begun) {
        jam_work(&dk->jam, &dk->jam_def);
    }
}

void deck_judge(sim *s) {
    deck *dk = s->self;
    const outcome_input in = observe_outcome(dk);
    outcome_update(&dk->sim->outcome, &dk->sim->sc, &in, &dk->sim->events);
    blows_update(&dk->sim->counters.blows, in.impacts, in.impact_force, dk->sim->model.h);
    deck_log_blows(dk);
    const deck_input seen = deck_events_input(dk);
    deck_log_update(&dk->log, &dk->events_def, &seen, &dk->sim->events);
    if (dk->ground_chain.n > 0) {
        const watch_input watched = deck_watch_input(dk);
        anchor_watch_update(&dk->watch, &dk->watch_def, &watched, &dk->sim->events);
    }
    explain_jam(dk);
    deck_judge_aground(dk);
    update_counter(dk);
    proof_update(&dk->proof, &s->sc, &dk->jam_def, &s->outcome, deck_stopper(dk).load);
}
