// SPDX-License-Identifier: MIT
// Input to the deck's events: constants at set-up, and the values of each frame.
#include "rt/deck/private.h"
#include "rt/scenario/parts.h"

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

// Adds a joining shackle whose middle is `way` [m] of chain from the anchor's shackle: finds its link and its position
// along that link.
static void add_mark(deck *dk, double way) {
    deck_def *d = &dk->events_def;
    double left = way;
    int link = 0;
    while (link < dk->chain.capacity && left > dk->chain.pitch[link]) left -= dk->chain.pitch[link++];
    if (link == dk->chain.capacity || d->marks == DECK_MARKS) return; // beyond the simulated links, or no capacity
    d->mark[d->marks] = way;
    dk->mark_link[d->marks] = link;
    dk->mark_share[d->marks] = left / dk->chain.pitch[link];
    d->marks++;
}

// Adds the joining shackles of chain.parts; without a list, one after each length of 27.5 m.
static rt_status add_marks(deck *dk) {
    chain_list list;
    rt_status status = chain_list_expand(&dk->sim->sc, &list);
    for (int k = 0; status == RT_OK && k < list.n; k++)
        if (list.part[k].joint > 0) add_mark(dk, 0.5 * (list.part[k].from + list.part[k].to));
    for (int k = 1; status == RT_OK && !list.part && k <= DECK_MARKS; k++) add_mark(dk, k * DECK_SHACKLE);
    if (status == RT_OK) chain_list_free(&list);
    return status;
}

rt_status deck_define_events(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    const double g = -dk->sim->model.gravity.z;
    dk->events_def = (deck_def){
        .limits = deck_limits_default(),
        .pipe_length = sc->ship.pipe_length,
        .pipe_bore = sc->ship.pipe_bore,
        .anchor_weight = g * (dk->sim->model.body[dk->anchor.shank].mass + dk->sim->model.body[dk->anchor.head].mass),
        .chain_weight = g * dk->chain.link.mass / dk->chain.link.pitch};
    return add_marks(dk);
}

static void update_marks(const deck *dk, const dyn_eval *e, deck_input *in) {
    const deck_def *d = &dk->events_def;
    const vec3 *q = e->q;
    vec3 mouth = vector(dk->sim->sc.ship.mouth), axis = vec3_unit(vector(dk->sim->sc.ship.pipe_axis));
    for (int i = 0; i < d->marks && d->mark[i] <= in->chain_out; i++) {
        int outer = dk->chain.p[dk->mark_link[i]], inner = dk->chain.p[dk->mark_link[i] + 1];
        vec3 at = vec3_madd(q[outer], dk->mark_share[i], vec3_sub(q[inner], q[outer]));
        in->along[i] = vec3_dot(vec3_sub(at, mouth), axis);
        in->height[i] = tackle_sea_height(&dk->sea, e->axes, at, in->t);
    }
}

tackle_stopper_memory deck_stopper(const deck *dk) {
    if (!dk->stopper.lifter) return (tackle_stopper_memory){0};
    return *tackle_stopper_memory_of(&dk->stopper, &dk->sim->model, &dk->sim->state);
}

tackle_claw_memory deck_claw(const deck *dk) {
    if (!dk->claw.lifter) return (tackle_claw_memory){0};
    return *tackle_claw_memory_of(&dk->claw, &dk->sim->model, &dk->sim->state);
}

bool deck_chain_is_held(const deck *dk) {
    const rt_command *c = &dk->sim->command;
    bool hooked = deck_claw(dk).state == TACKLE_CLAW_ON;
    return c->brake > 0 || hooked || deck_stopper(dk).state == TACKLE_STOPPER_HOLDING || (c->clutch && c->lever == 0);
}

// A body's pose in the world.
static pose world_pose(const dyn_eval *e, int body) {
    pose at = dyn_body_pose(e, body);
    return (pose){mat3_matmul(&e->axes->r, &at.r), dyn_axes_to_world(e->axes, at.p)};
}

// Height of the lowest corner of the mesh's bounding box [m].
static double lowest_corner(const contact_mesh *m, const pose *at) {
    vec3 middle = vec3_scale(0.5, vec3_add(m->lo, m->hi)), half = vec3_scale(0.5, vec3_sub(m->hi, m->lo));
    const double *z = at->r.m[2];
    return pose_point(at, middle).z - (fabs(z[0]) * half.x + fabs(z[1]) * half.y + fabs(z[2]) * half.z);
}

// Links over which the chain's lead is taken, at least and at most: over a few alone it swings as each leaves the
// bolster.
enum { LEAST_LEAD = 6, LEAD = 30 };

// Direction of the chain outboard of the mouth, in the world; zero: none of it is outboard.
static vec3 chain_lead(const deck *dk, const dyn_eval *e) {
    vec3 mouth = vector(dk->sim->sc.ship.mouth), axis = vec3_unit(vector(dk->sim->sc.ship.pipe_axis));
    const tackle_lifter_state *lifter = tackle_lifter_state_of(&dk->lifter, &dk->sim->model, &dk->sim->state);
    int k = (int)lifter->links;
    while (k > 0 && vec3_dot(vec3_sub(e->q[dk->chain.p[k]], mouth), axis) > 0) k--;
    if (k < LEAST_LEAD) return vec3_make(0, 0, 0);
    const int outer = k > LEAD ? k - LEAD : 0;
    return mat3_mul(&e->axes->r, vec3_unit(vec3_sub(e->q[dk->chain.p[outer]], e->q[dk->chain.p[k]])));
}

// Chain from the anchor's shackle to the middle of a link [m].
static double chain_to(const deck *dk, int link) {
    double sum = 0.5 * dk->chain.pitch[link];
    for (int k = 0; k < link; k++) sum += dk->chain.pitch[k];
    return sum;
}

deck_input deck_events_input(const deck *dk) {
    int link;
    const double foul_load = deck_chain_on_anchor(dk, &link);
    const outcome *o = &dk->sim->outcome;
    const outcome_input *last = &o->last;
    dyn_eval e = dyn_eval_at(&dk->sim->model, &dk->sim->state);
    pose head = world_pose(&e, dk->anchor.head), shank = world_pose(&e, dk->anchor.shank);
    vec3 crown = pose_point(&head, vec3_make(0, 0, dk->head.mesh.lo.z));
    double water = tackle_sea_surface(&dk->sea, crown.x, crown.y, last->t);
    deck_input in = {
        .t = last->t,
        .chain_out = last->chain_out,
        .chain_speed = last->chain_speed,
        .tension = last->tension,
        .motor_load = last->motor_share,
        .impact_force = last->impact_force,
        .crown_z = crown.z - water,
        .lowest_z = fmin(lowest_corner(&dk->head.mesh, &head), lowest_corner(&dk->shank.mesh, &shank)) - water,
        .shackle_depth = o->shackle_depth,
        .shackle_offset = o->shackle_offset,
        .pin_distance = o->pin_distance,
        .flukes_in = -vec3_dot(last->flukes, vec3_unit(vector(dk->sim->sc.ship.face_normal))),
        .regions = last->regions,
        .fluke_load = fmin(seat_fluke_load(&last->seat, SEAT_LEFT), seat_fluke_load(&last->seat, SEAT_RIGHT)),
        .lead = chain_lead(dk, &e),
        .foul_load = foul_load,
        .foul_chain = foul_load > 0 ? chain_to(dk, link) : 0,
        .grounded = deck_anchor_grounded(dk),
        .held = last->held,
        .housed = o->housed,
        .jammed = o->jammed};
    update_marks(dk, &e, &in);
    return in;
}
