// SPDX-License-Identifier: MIT
#include "contact/set/show.h"
#include "dynamics/core/start.h"
#include "rt/deck/private.h"
#include <string.h>

double sim_time(const sim *s) { return (double)s->state.step * s->model.h; }

static int touching(const contact_set *c, double *force) {
    int n = 0;
    for (int k = 0; k < c->n; k++)
        if (c->item[k].depth > 0) {
            n++;
            *force = fmax(*force, c->item[k].normal_force);
        }
    return n;
}

static void count(sim *s) {
    sim_counters *c = &s->counters;
    double force = 0;
    int pairs = s->shank_contact.info->pairs + s->head_contact.info->pairs;
    int regions = touching(s->shank_contact.set, &force) + touching(s->head_contact.set, &force);
    int points = touching(&s->link_contact.set, &force);
    uint64_t dropped =
        (uint64_t)(s->shank_contact.info->dropped + s->head_contact.info->dropped + s->link_contact.dropped);
    for (int k = 0; k < s->n_special; k++) {
        pairs += s->special[k].contact.info.pairs;
        regions += touching(&s->special[k].contact.set, &force);
        dropped += (uint64_t)s->special[k].contact.info.dropped;
    }
    c->newton += (uint64_t)s->step.newton;
    c->newton_frames += (uint64_t)s->step.parts;
    c->divided += s->step.parts > 1;
    c->substeps += s->step.parts > 1 ? (uint64_t)s->step.parts : 0;
    c->cap_hits += s->step.capped;
    c->dropped += dropped;
    c->newton_max = s->step.newton_most > c->newton_max ? s->step.newton_most : c->newton_max;
    c->pairs_max = pairs > c->pairs_max ? pairs : c->pairs_max;
    c->regions_max = regions > c->regions_max ? regions : c->regions_max;
    c->points_max = points > c->points_max ? points : c->points_max;
    c->rcond_min = c->newton_frames > 1 ? fmin(c->rcond_min, s->step.rcond) : s->step.rcond;
    c->phi_max_m = fmax(c->phi_max_m, s->step.phi_max);
    for (int k = 0; k < RT_EVENT_COUNT; k++) c->event[k] += s->events >> k & 1;
}

static double motor_share(const sim *s) {
    return tackle_windlass_motor_share(&s->windlass, tackle_windlass_state_of(&s->windlass, &s->model, &s->state));
}

// Contacts beyond the pocket's rim, along the face: what bears there is not in its pocket.
static int beside(const contact_set *c, const scenario_ship *ship) {
    if (ship->type != SCENARIO_SHIP_BOW) return 0;
    const double *m = ship->face_normal, *p = ship->mouth;
    double reach = 0.5 * ship->pocket.width + ship->pocket.rim_radius;
    int n = 0;
    for (int k = 0; k < c->n; k++) {
        vec3 x = c->item[k].touch.point;
        n += c->item[k].depth > 0 && fabs((x.x - p[0]) * m[1] - (x.y - p[1]) * m[0]) > reach;
    }
    return n;
}

static outcome_input look(const sim *s) {
    const dyn_state *st = &s->state;
    double force = 0, fastest = 0;
    const int points[] = {s->anchor.pin, s->anchor.shackle, s->anchor.tip};
    for (int i = 0; i < 3; i++) fastest = fmax(fastest, vec3_norm(st->qd[points[i]]));
    int regions = touching(s->shank_contact.set, &force) + touching(s->head_contact.set, &force);
    return (outcome_input){.t = sim_time(s),
                           .pin = st->q[s->anchor.pin],
                           .shackle = st->q[s->anchor.shackle],
                           .flukes = vec3_unit(vec3_sub(st->q[s->anchor.tip], st->q[s->anchor.pin_head])),
                           .anchor_speed = fastest,
                           .tension = tackle_lifter_tension(&s->lifter, &s->model, st),
                           .chain_out = tackle_lifter_chain_out(&s->lifter, &s->model, st),
                           .chain_speed = st->qd[s->lifter.node].x * s->lifter.radius,
                           .motor_share = motor_share(s),
                           .brake = s->command.brake,
                           .regions = regions,
                           .beside =
                               beside(s->shank_contact.set, &s->sc.ship) + beside(s->head_contact.set, &s->sc.ship),
                           .breaking_share = tackle_strength_state_of(&s->strength, &s->model, st)->share,
                           .worst_link = (int)tackle_strength_state_of(&s->strength, &s->model, st)->worst,
                           .parted = (int)tackle_strength_state_of(&s->strength, &s->model, st)->parted,
                           .impacts = *s->shank_contact.impacts + *s->head_contact.impacts,
                           .impact_force = force};
}

// The counter on deck, which stands still while its sensor has failed.
static void count_chain(sim *s) {
    if (!(s->command.failures >> RT_FAILURE_COUNTER & 1)) s->counter_m = s->outcome.last.chain_out;
}

rt_status sim_look_first(sim *s) {
    const outcome_input in = look(s);
    outcome_begin(&s->outcome, &s->sc, &in);
    count_chain(s);
    rt_status status = sim_deck_define(s);
    sim_jam_define(s);
    const deck_input seen = sim_deck_input(s);
    deck_begin(&s->deck, &s->deck_def, &seen);
    return status;
}

// A jam that began is taken in, and explained bit by bit in the frames after it.
static void explain(sim *s) {
    if (s->events & RT_EVENT_BIT(RT_EVENT_JAMMED)) {
        const jam_case c = sim_jam_case(s);
        jam_begin(&s->jam, &c);
    } else if (s->jam.begun) {
        jam_work(&s->jam, &s->jam_def);
    }
}

static void judge(sim *s) {
    const outcome_input in = look(s);
    outcome_update(&s->outcome, &s->sc, &in, &s->events);
    blows_look(&s->counters.blows, in.impacts, in.impact_force, s->model.h);
    const deck_input seen = sim_deck_input(s);
    deck_update(&s->deck, &s->deck_def, &seen, &s->events);
    explain(s);
    count_chain(s);
}

bool sim_frame(sim *s, const rt_command *c, rt_profile *p) {
    s->events = (rt_events)((c->failures & ~s->command.failures) != 0) << RT_EVENT_FAILURE;
    s->command = *c;
    if (!sim_is_mechanism(s)) tackle_lifter_exchange(&s->lifter, &s->model, &s->state, &s->events);
    if (p) rt_profile_end(p, RT_PHASE_WINDLASS);
    s->step = dyn_step(&s->model, &s->state, s->work, c, p, &s->events);
    bool finite = dyn_state_finite(&s->model, &s->state);
    if (finite && !sim_is_mechanism(s) && tackle_strength_part(&s->strength, &s->model, &s->state, &s->events)) {
        dyn_initial_acceleration(&s->model, &s->state, s->work, c); // both parts are free of each other from now on
        finite = dyn_state_finite(&s->model, &s->state);
    }
    if (!finite) s->events |= RT_EVENT_BIT(RT_EVENT_NON_FINITE);
    if (finite && !sim_is_mechanism(s)) judge(s);
    count(s);
    if (p) rt_profile_end(p, RT_PHASE_PUBLISH);
    return finite;
}

int sim_links(const sim *s) {
    if (sim_is_mechanism(s)) return s->model.n_bodies;
    return (int)tackle_lifter_state_of(&s->lifter, &s->model, &s->state)->links;
}

static void show_mechanism(const sim *s, dyn_snapshot *out) {
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    out->n_bodies = out->n_contacts = out->n_regions = out->n_contours = out->n_corners = out->n_reactions = 0;
    out->undrawn = 0;
    for (int k = 0; k < s->model.n_bodies && k < DYN_SNAPSHOT_BODIES; k++)
        out->body[out->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_BODY, k, dyn_body_pose(&e, k)};
    for (int k = 0; k < s->sc.model.points.n && out->n_bodies < DYN_SNAPSHOT_BODIES; k++) {
        const pose at = {mat3_identity(), s->state.q[s->mechanism.point[k]]};
        out->body[out->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_POINT, k, at};
    }
    for (int k = 0; k < s->sc.model.contacts.n; k++) contact_set_snapshot(&s->mechanism.contact[k].set, out);
    out->gauges = sim_gauges(s);
    out->info = (dyn_snapshot_info){.newton = s->step.newton, .points = out->n_contacts, .phi_max_m = s->step.phi_max};
    out->message[0] = 0;
}

static void show_bodies(const sim *s, dyn_snapshot *out) {
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    int links = sim_links(s);
    out->n_bodies = 0;
    for (int k = 0; k < links && out->n_bodies < DYN_SNAPSHOT_BODIES - 2; k++)
        if (dyn_body_active(&e, s->chain.body[k]))
            out->body[out->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_LINK, k, dyn_body_pose(&e, s->chain.body[k])};
    out->body[out->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_SHANK, 0, dyn_body_pose(&e, s->anchor.shank)};
    out->body[out->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_HEAD, 0, dyn_body_pose(&e, s->anchor.head)};
}

static void show_part(const sim_part *p, dyn_snapshot *out) {
    contact_show(p->set, p->set == &p->regions.set ? &p->regions : NULL, out);
}

static void show_contacts(const sim *s, dyn_snapshot *out) {
    out->n_contacts = out->n_regions = out->n_contours = out->n_corners = out->undrawn = 0;
    show_part(&s->shank_contact, out);
    int shank = out->n_contacts;
    show_part(&s->head_contact, out);
    int head = out->n_contacts;
    contact_set_snapshot(&s->link_contact.set, out);
    for (int k = 0; k < s->n_special; k++) contact_show(&s->special[k].contact.set, &s->special[k].contact, out);
    // the model numbers the head and the shank first, then the links; the snapshot the links first
    for (int k = 0; k < out->n_contacts; k++)
        out->contact[k].body = k < shank  ? out->n_bodies - 2
                               : k < head ? out->n_bodies - 1
                                          : sim_shown_at(s, out->contact[k].body - s->chain.body[0]);
    for (int k = 0; k < head; k++) {
        dyn_snapshot_contact *c = &out->contact[k];
        c->part = jam_part(&s->jam_def, k >= shank, pose_point_inverse(&out->body[c->body].pose, c->position));
        c->face = jam_face(&s->jam_def, c->position, c->normal);
    }
}

int sim_shown_at(const sim *s, int link) {
    int64_t parted = tackle_strength_state_of(&s->strength, &s->model, &s->state)->parted;
    return link - (parted > 0 && link >= parted);
}

int sim_link_contacts(const sim *s) {
    double force = 0;
    return touching(&s->link_contact.set, &force);
}

tackle_stopper_memory sim_stopper(const sim *s) {
    if (!s->stopper.lifter) return (tackle_stopper_memory){0};
    return *tackle_stopper_memory_of(&s->stopper, &s->model, &s->state);
}

dyn_gauges sim_gauges(const sim *s) {
    if (sim_is_mechanism(s))
        return (dyn_gauges){.lever = s->command.lever,
                            .brake = s->command.brake,
                            .clutch = s->command.clutch,
                            .engaged = s->command.clutch};
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    dyn_gauges g = {.tension_n = s->outcome.last.tension,
                    .anchor_tension_n = dyn_body_tension(&e, s->chain.body[0]),
                    .chain_out_m = s->outcome.last.chain_out,
                    .speed_m_s = s->outcome.last.chain_speed,
                    .lever = s->command.lever,
                    .brake = s->command.brake,
                    .hinge_rad = tackle_anchor_hinge(&s->anchor, &e),
                    .clutch = s->command.clutch,
                    .failsafe = s->command.failsafe,
                    .release = s->command.release,
                    .stopper = (uint8_t)sim_stopper(s).state,
                    .blind = (uint8_t)(s->command.failures >> RT_FAILURE_TENSION),
                    .counter_m = s->counter_m,
                    .housed = s->outcome.housed,
                    .jammed = s->outcome.jammed};
    sim_windlass_gauges(s, &g);
    return g;
}

void sim_snapshot(const sim *s, dyn_snapshot *out) {
    out->frame = s->state.step;
    out->t = sim_time(s);
    out->timing = (dyn_timing){0};
    if (sim_is_mechanism(s)) {
        show_mechanism(s, out);
        return;
    }
    show_bodies(s, out);
    show_contacts(s, out);
    sim_show_forces(s, out);
    out->gauges = sim_gauges(s);
    out->info = (dyn_snapshot_info){.blows_n = s->counters.blows.sum_n,
                                    .newton = s->step.newton,
                                    .pairs = s->shank_contact.info->pairs + s->head_contact.info->pairs,
                                    .regions = s->outcome.last.regions,
                                    .points = sim_link_contacts(s),
                                    .links = out->n_bodies - 2,
                                    .phi_max_m = s->step.phi_max};
    out->message[0] = 0; // the snapshot's memory has held others
    if (s->outcome.jammed && s->jam.begun)
        jam_text(&s->jam, &s->jam_def, false, out->message, sizeof out->message);
    else if (outcome_concerns(&s->outcome, &s->sc))
        outcome_explain(&s->outcome, &s->sc, out->message, sizeof out->message);
}
