// SPDX-License-Identifier: MIT
// Writes the deck's gauges and snapshot, with the tensions of the links and the reactions of the anchor's joints.
#include "contact/set/show.h"
#include "rt/deck/private.h"
#include <stdio.h>

static void write_bodies(const deck *dk, dyn_snapshot *out) {
    dyn_eval e = dyn_eval_at(&dk->sim->model, &dk->sim->state);
    int links = sim_bodies(dk->sim);
    out->n_bodies = 0;
    for (int k = 0; k < links && out->n_bodies < DYN_SNAPSHOT_BODIES - 2; k++)
        if (dyn_body_active(&e, dk->chain.body[k]))
            out->body[out->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_LINK, k, dyn_body_pose(&e, dk->chain.body[k])};
    out->body[out->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_SHANK, 0, dyn_body_pose(&e, dk->anchor.shank)};
    out->body[out->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_HEAD, 0, dyn_body_pose(&e, dk->anchor.head)};
}

bool deck_grip(const sim *s, int kind, int number, vec3 at, rt_pull *out) {
    const deck *dk = s->self;
    if (kind == DYN_SHOW_LINK && (number < 0 || number >= dk->chain.capacity)) return false;
    int body = kind == DYN_SHOW_LINK    ? dk->chain.body[number]
               : kind == DYN_SHOW_SHANK ? dk->anchor.shank
               : kind == DYN_SHOW_HEAD  ? dk->anchor.head
                                        : -1;
    *out = (rt_pull){.kind = RT_PULL_BODY, .number = body, .at = {at.x, at.y, at.z}};
    return body >= 0;
}

static void write_part_contacts(const deck_part_contact *p, dyn_snapshot *out) {
    contact_write_snapshot(p->set, p->set == &p->regions.set ? &p->regions : NULL, out);
}

static void write_contacts(const deck *dk, dyn_snapshot *out) {
    out->n_contacts = out->n_regions = out->n_contours = out->n_corners = out->undrawn = 0;
    write_part_contacts(&dk->shank_contact, out);
    int shank = out->n_contacts;
    write_part_contacts(&dk->head_contact, out);
    int head = out->n_contacts;
    contact_set_snapshot(&dk->link_contact.set, out);
    for (int part = 0; part < DECK_ANCHOR_PARTS; part++) contact_set_snapshot(&dk->anchor_links[part].set, out);
    for (int k = 0; k < dk->n_special; k++)
        contact_write_snapshot(&dk->special[k].contact.set, &dk->special[k].contact, out);
    // The model numbers head and shank before the links; the snapshot has the links first.
    for (int k = 0; k < out->n_contacts; k++)
        out->contact[k].body = k < shank  ? out->n_bodies - 2
                               : k < head ? out->n_bodies - 1
                                          : deck_snapshot_index(dk, out->contact[k].body - dk->chain.body[0]);
    for (int k = 0; k < head; k++) {
        dyn_snapshot_contact *c = &out->contact[k];
        c->part = jam_part(&dk->jam_def, k >= shank, pose_point_inverse(&out->body[c->body].pose, c->position));
        c->face = jam_face(&dk->jam_def, c->position, c->normal);
    }
}

int deck_snapshot_index(const deck *dk, int link) {
    int64_t parted = tackle_strength_state_of(&dk->strength, &dk->sim->model, &dk->sim->state)->parted;
    return link - (parted > 0 && link >= parted);
}

int deck_link_contacts(const deck *dk) {
    double force = 0;
    return deck_count_touching(&dk->link_contact.set, &force);
}

// Writes what the eye sees of the anchor from deck: nothing before the event "in sight".
static void write_sight(const deck *dk, dyn_gauges *g) {
    const outcome *o = &dk->sim->outcome;
    const double *n = dk->sim->sc.ship.face_normal;
    bool seen = dk->log.sight.side > 0;
    double out = vec3_dot(o->last.flukes, vec3_unit(vec3_make(n[0], n[1], n[2])));
    g->anchor_m = seen ? o->pin_distance : (double)NAN;
    g->flukes_rad = seen ? asin(fmax(-1, fmin(1, out))) : (double)NAN;
    g->sway_m_s = seen ? o->last.anchor_speed : (double)NAN;
}

// Secured for sea: the anchor housed, the bar down, the chain lashed, the band brake set, the motor out of gear, and
// the lever at neutral: out of gear it would turn the motor.
static bool is_secured(const dyn_gauges *g) {
    static const double set = 0.95, neutral = 0.1; // as the hints have them (render/instrument/hints.c)
    bool bar = g->stopper == TACKLE_STOPPER_DOWN || g->stopper == TACKLE_STOPPER_HOLDING;
    return g->housed && bar && g->claw == TACKLE_CLAW_ON && g->brake >= set && !g->engaged && fabs(g->lever) <= neutral;
}

dyn_gauges deck_gauges(const sim *s) {
    const deck *dk = s->self;
    dyn_eval e = dyn_eval_at(&dk->sim->model, &dk->sim->state);
    dyn_gauges g = {.tension_n = dk->sim->outcome.last.tension,
                    .anchor_tension_n = dyn_body_tension(&e, dk->chain.body[0]),
                    .chain_out_m = dk->sim->outcome.last.chain_out,
                    .speed_m_s = dk->sim->outcome.last.chain_speed,
                    .lever = dk->sim->command.lever,
                    .brake = dk->sim->command.brake,
                    .hinge_rad = tackle_anchor_hinge(&dk->anchor, &e),
                    .clutch = dk->sim->command.clutch,
                    .failsafe = dk->sim->command.failsafe,
                    .release = dk->sim->command.release,
                    .stopper = (uint8_t)deck_stopper(dk).state,
                    .claw = (uint8_t)deck_claw(dk).state,
                    .controls = dk->sim->command.controls,
                    .blind = (uint8_t)(dk->sim->command.failures >> RT_FAILURE_TENSION),
                    .counter_m = dk->counter.reading,
                    .housed = dk->sim->outcome.housed,
                    .jammed = dk->sim->outcome.jammed,
                    .lost = dk->sim->outcome.parted_s >= 0,
                    .wrong_way = dk->log.turned > 0,
                    .dragging = dk->watch.outside > 0,
                    .aground = dk->aground > 0};
    deck_windlass_gauges(dk, &g);
    g.secured = is_secured(&g);
    write_sight(dk, &g);
    return g;
}

sim_contacts deck_contacts(const sim *s) {
    const deck *dk = s->self;
    double force = 0;
    sim_contacts c = {.anchor_pairs = dk->shank_contact.info->pairs + dk->head_contact.info->pairs,
                      .regions = deck_count_touching(dk->shank_contact.set, &force) +
                                 deck_count_touching(dk->head_contact.set, &force),
                      .points = deck_link_contacts(dk),
                      .items = dk->link_contact.set.n};
    int dropped = dk->shank_contact.info->dropped + dk->head_contact.info->dropped + dk->link_contact.dropped +
                  dk->anchor_links[0].dropped + dk->anchor_links[1].dropped;
    c.pairs = c.anchor_pairs;
    c.dropped = (uint64_t)dropped;
    for (int k = 0; k < dk->n_special; k++) {
        const deck_special *l = &dk->special[k];
        c.pairs += l->contact.info.pairs;
        c.regions += deck_count_touching(&l->contact.set, &force);
        c.dropped += (uint64_t)l->contact.info.dropped;
    }
    return c;
}

// Writes the operator's message: a pull test, the explanation of a jam, or a warning of the outcome.
static void write_message(const deck *dk, dyn_snapshot *out) {
    const sim *s = dk->sim;
    out->message[0] = 0; // the exchange reuses the snapshot's memory
    if (proof_runs(&dk->proof))
        snprintf(out->message, sizeof out->message, "pull test: controls locked until it is done");
    else if (s->outcome.jammed && dk->jam.begun)
        jam_text(&dk->jam, &dk->jam_def, false, out->message, sizeof out->message);
    else if (dk->log.foul && dk->log.sight.side > 0)
        snprintf(out->message, sizeof out->message,
                 "FOUL ANCHOR: the chain is round the anchor; hang it off and clear it");
    else if (outcome_needs_attention(&s->outcome, &s->sc))
        outcome_explain(&s->outcome, &s->sc, out->message, sizeof out->message);
}

// A link's length row carries its axial force: the multiplier of phi = (|p1 - p0|² - L²) / 2 L is conjugate to the
// length (García de Jalón & Bayo 1994, ch. 5). Half of a link's weight acts at each end. In a chain at rest the tension
// is therefore the weight below the link's middle. The lifter holds the top link at its exit, not at the link's end;
// the tension of that link is the lifter's reaction.
static void write_tensions(const deck *dk, dyn_snapshot *out) {
    const dyn_eval e = {.model = &dk->sim->model, .state = &dk->sim->state};
    int links = out->n_bodies - 2;
    for (int k = 0; k < links; k++) out->tension_n[k] = dyn_body_tension(&e, dk->chain.body[out->body[k].number]);
    if (links > 0 && out->body[links - 1].number == sim_bodies(dk->sim) - 1)
        out->tension_n[links - 1] = dk->sim->outcome.last.tension;
    out->tension_n[links] = out->tension_n[links + 1] = 0;
}

// Force of the chain on a part of the anchor that it touches [N].
static vec3 chain_force(const deck *dk, int body) {
    vec3 f = {0, 0, 0};
    for (int part = 0; part < DECK_ANCHOR_PARTS; part++) {
        const contact_set *c = &dk->anchor_links[part].set;
        for (int k = 0; k < c->n && c->other == body; k++)
            f = vec3_sub(f, vec3_madd(c->item[k].friction_force, c->item[k].normal_force, c->item[k].touch.normal));
    }
    return f;
}

// Sum of the joint forces on a body, by Newton: mass times acceleration of its centre, less weight, contact forces and
// forces of the sea.
static vec3 joint_force(const deck *dk, int body, int shown_as, const dyn_snapshot *out) {
    const dyn_body *b = &dk->sim->model.body[body];
    dyn_eval e = dyn_eval_at(&dk->sim->model, &dk->sim->state);
    vec3 f = vec3_madd(vec3_scale(-1, tackle_sea_force_on(&dk->sea, &e, body)), -b->mass, dyn_apparent_gravity(&e));
    for (int k = 0; k < 4; k++) f = vec3_madd(f, b->gravity[k], dyn_node_acceleration(&e, b->node[k]));
    for (int k = 0; k < out->n_contacts; k++) {
        const dyn_snapshot_contact *c = &out->contact[k];
        if (c->body == shown_as) f = vec3_sub(f, vec3_add(c->normal_force, c->tangent_force));
    }
    return vec3_sub(f, chain_force(dk, body));
}

static void write_reactions(const deck *dk, dyn_snapshot *out) {
    vec3 head = joint_force(dk, dk->anchor.head, out->n_bodies - 1, out);
    vec3 shank = joint_force(dk, dk->anchor.shank, out->n_bodies - 2, out);
    out->reaction[DYN_SHOW_HINGE] = (dyn_snapshot_reaction){dk->sim->state.q[dk->anchor.pin], head};
    out->reaction[DYN_SHOW_SHACKLE] =
        (dyn_snapshot_reaction){dk->sim->state.q[dk->anchor.shackle], vec3_add(head, shank)};
    out->n_reactions = DYN_SHOW_JOINTS;
}

// Writes forces that no force element reports, along the links and in the anchor's joints, into a snapshot that already
// has its bodies and contacts.
static void write_forces(const deck *dk, dyn_snapshot *out) {
    write_tensions(dk, out);
    write_reactions(dk, out);
}

static dyn_snapshot_ship ship_in_world(const sim *s) {
    const dyn_axes *a = dyn_eval_at(&s->model, &s->state).axes;
    const double(*r)[3] = a->r.m;
    vec3 v = vec3_make(a->turn[1], a->turn[2], a->turn[3]);
    double sine = vec3_norm(v), angle = 2 * atan2(sine, a->turn[0]);
    return (dyn_snapshot_ship){.place = a->p,
                               .turn = sine > 0 ? vec3_scale(angle / sine, v) : v,
                               .roll_rad = atan2(r[2][1], r[2][2]),
                               .pitch_rad = atan2(-r[2][0], hypot(r[2][1], r[2][2])),
                               .hawse_m_s = deck_hawse_speed(s->self),
                               .swell = deck_wave_share(s->self, &s->command.weather) - 1,
                               .conning = deck_conning(s->self)};
}

void deck_snapshot(const sim *s, dyn_snapshot *out) {
    const deck *dk = s->self;
    write_bodies(dk, out);
    deck_write_mud(dk, out);
    write_contacts(dk, out);
    write_forces(dk, out);
    out->gauges = deck_gauges(s);
    out->ship = ship_in_world(s);
    deck_write_watch(dk, &out->watch);
    out->info = (dyn_snapshot_info){.blows_n = s->counters.blows.sum_n,
                                    .newton = s->step.newton,
                                    .pairs = dk->shank_contact.info->pairs + dk->head_contact.info->pairs,
                                    .regions = s->outcome.last.regions,
                                    .points = deck_link_contacts(dk),
                                    .links = out->n_bodies - 2,
                                    .phi_max_m = s->step.phi_max};
    write_message(dk, out);
}
