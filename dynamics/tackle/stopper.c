// SPDX-License-Identifier: MIT
#include "dynamics/tackle/stopper.h"
#include "dynamics/math/math3.h"

// Class rules require a stopper to hold 80 % of the chain's breaking load (IACS UR A1). All other figures are plausible
// defaults; replace them by the maker's.
#define HOLDS 0.8       // strength over the chain's breaking load
#define GIVES 0.2       // deflection at the strength, in bar diameters
#define PLAY 0.8        // in bar diameters
#define BAR_LINKS 5.0   // mass of the bar in common links
#define LIFT_LOAD 10e3  // [N]
#define DAMPING 2.0     // damping force over elastic force and speed [s/m], as between link and hull
#define SLOT_TILT 0.26  // sine of the largest inclination of the link in the slot: 15°
#define GUIDE 4.0       // largest height of a thrown bar, in bar diameters
#define BLOW_TIME 0.01  // decay time of a blow [s]
#define BLOW_SPEED 0.05 // chain speed below which a blow fades with the speed [m/s]
#define BLOW_LEAST 1.0  // smaller blows are set to zero [N]

tackle_stopper_def tackle_stopper_def_default(const tackle_link *link, double breaking_load) {
    double strength = HOLDS * breaking_load;
    return (tackle_stopper_def){.strength = strength,
                                .stiffness = strength / (GIVES * link->d),
                                .play = PLAY * link->d,
                                .bar_mass = BAR_LINKS * link->mass,
                                .lift_load = LIFT_LOAD};
}

static const tackle_chain *chain_of(const tackle_stopper *s) { return s->lifter->chain; }

static bool has_failed(const rt_command *c) { return c->failures >> RT_FAILURE_STOPPER & 1; }

// ---- force ----------------------------------------------------------------------------------------------------------

// One face of the bar: the force on it and the derivatives.
typedef struct face {
    int node, body;    // the joint at the bow, and the link of that bow
    double side;       // +1: pushes the chain inboard, -1: outboard
    double push, k, c; // [N], [N/m], [N s/m]
} face;

// Computes the force on a face: a spring with a damping that grows with depth, limited to 0 .. strength.
static void compute_face(const tackle_stopper *s, const dyn_eval *e, face *f) {
    double at = vec3_dot(s->def.lead, vec3_sub(e->q[f->node], s->def.at));
    double depth = s->clear - f->side * at, approach = -f->side * vec3_dot(s->def.lead, e->qd[f->node]);
    double stiff = s->def.stiffness, damped = 1 + DAMPING * approach;
    bool there = f->body < 0 || dyn_body_active(e, f->body); // a broken link exerts no force
    f->push = f->k = f->c = 0;
    if (!there || depth <= 0 || damped <= 0) return;
    f->push = stiff * depth * damped;
    if (f->push >= s->def.strength) { // it yields
        f->push = s->def.strength;
        return;
    }
    f->k = stiff * damped;
    f->c = stiff * depth * DAMPING;
}

// Computes both faces of a holding bar: inboard the link that would run out, outboard the flat link before it.
static void faces_of(const tackle_stopper *s, const dyn_eval *e, int link, face f[2]) {
    const tackle_chain *c = chain_of(s);
    f[0] = (face){.node = c->p[link], .body = c->body[link], .side = 1};
    f[1] = (face){.node = c->p[link - 1], .body = link > 1 ? c->body[link - 2] : -1, .side = -1};
    compute_face(s, e, &f[0]);
    compute_face(s, e, &f[1]);
}

// Adds a face's force along the lead, and its tangent c_weight c + k_weight k.
static void add_along(const tackle_stopper *s, const dyn_eval *e, const face *f) {
    vec3 n = s->def.lead;
    dyn_node_add_force(e, f->body, f->node, vec3_scale(f->side * f->push, n));
    double t = e->k_weight * f->k + e->c_weight * f->c;
    if (!e->tangent || t == 0) return;
    mat3 block = mat3_columns(vec3_scale(t * n.x, n), vec3_scale(t * n.y, n), vec3_scale(t * n.z, n));
    dyn_node_add_tangent(e, f->node, f->node, &block);
}

// Adds the rest of a blow, which brakes the link that struck, in either direction.
static void add_blow(const tackle_stopper *s, const dyn_eval *e, const tackle_stopper_memory *z) {
    const tackle_chain *c = chain_of(s);
    int link = (int)z->link;
    if (!dyn_body_active(e, c->body[link])) return;
    double t = tanh(vec3_dot(s->def.lead, e->qd[c->p[link]]) / BLOW_SPEED);
    const face f = {.node = c->p[link],
                    .body = c->body[link],
                    .side = -1,
                    .push = z->blow * t,
                    .c = z->blow * (1 - t * t) / BLOW_SPEED};
    add_along(s, e, &f);
}

static void eval(void *self, const dyn_eval *e, const void *zz) {
    const tackle_stopper *s = self;
    const tackle_stopper_memory *z = zz;
    if (z->state == TACKLE_STOPPER_HOLDING) {
        face f[2];
        faces_of(s, e, (int)z->link, f);
        add_along(s, e, &f[0]);
        add_along(s, e, &f[1]);
    }
    if (z->blow > 0) add_blow(s, e, z);
}

static double energy(const void *self, const dyn_eval *e, const void *zz) {
    const tackle_stopper *s = self;
    const tackle_stopper_memory *z = zz;
    if (z->state != TACKLE_STOPPER_HOLDING) return 0;
    const tackle_chain *c = chain_of(s);
    double in = s->clear - vec3_dot(s->def.lead, vec3_sub(e->q[c->p[z->link]], s->def.at)),
           out = s->clear + vec3_dot(s->def.lead, vec3_sub(e->q[c->p[z->link - 1]], s->def.at));
    return 0.5 * s->def.stiffness * (fmax(in, 0) * fmax(in, 0) + fmax(out, 0) * fmax(out, 0));
}

// ---- the bar --------------------------------------------------------------------------------------------------------

static void raise_event(const dyn_eval *e, rt_event event) { *e->events |= RT_EVENT_BIT(event); }

// The link that would bear on the bar's inboard face: the outermost with its outboard joint inboard of the bar; -1:
// none.
static int link_behind(const tackle_stopper *s, const dyn_eval *e) {
    const tackle_chain *c = chain_of(s);
    int top = (int)tackle_lifter_state_of(s->lifter, e->model, e->state)->links - 1, k = top + 1;
    while (k > 1 && vec3_dot(s->def.lead, vec3_sub(e->q[c->p[k - 1]], s->def.at)) >= 0) k--;
    return k <= top ? k : -1;
}

// True when the lowered bar would touch no flat link: the link in its slot is upright, and the bows on both sides are
// clear of the bar.
static bool bar_fits(const tackle_stopper *s, const dyn_eval *e, int behind) {
    const tackle_chain *c = chain_of(s);
    vec3 n = s->def.lead, across = vec3_cross(n, s->def.up);
    double lean = vec3_dot(across, vec3_unit(e->q[c->u[behind - 1]]));
    if (!dyn_body_active(e, c->body[behind]) || !dyn_body_active(e, c->body[behind - 1])) return false;
    double in = vec3_dot(n, vec3_sub(e->q[c->p[behind]], s->def.at)),
           out = -vec3_dot(n, vec3_sub(e->q[c->p[behind - 1]], s->def.at));
    return fabs(lean) < SLOT_TILT && in >= s->clear && out >= s->clear;
}

// A flat link strikes a bar that has not fallen deep enough to lock. The link's round bow throws the bar up, at a share
// of the chain's speed that grows with the depth. The peak force is that of the bar's mass on the bar's stiffness.
static void throw_bar_up(const tackle_stopper *s, const dyn_eval *e, int behind, tackle_stopper_memory *z) {
    double speed = fabs(vec3_dot(s->def.lead, e->qd[chain_of(s)->p[behind]]));
    double part = z->depth / (0.5 * chain_of(s)->link.d);
    double peak = part * speed * sqrt(s->def.stiffness * s->def.bar_mass);
    z->depth = 0;
    z->rate = -part * speed;
    z->link = behind;
    z->blow = fmin(part * speed * s->def.bar_mass / BLOW_TIME, s->def.strength);
    if (peak < s->def.strength) return;
    z->state = TACKLE_STOPPER_BROKEN;
    raise_event(e, RT_EVENT_STOPPER_BROKEN);
}

// Advances the bar's free fall, or its flight after a blow, up to the end of its guides.
static void advance_fall(const tackle_stopper *s, tackle_stopper_memory *z, double h) {
    double most = -GUIDE * chain_of(s)->link.d;
    z->rate += s->gravity * h;
    z->depth += z->rate * h;
    if (z->depth < most) z->depth = most, z->rate = 0;
}

// Advances a lowered bar that waits for a gap: it lies on the chain, falls into a gap, or is thrown up.
static void update_lowered_bar(const tackle_stopper *s, const dyn_eval *e, tackle_stopper_memory *z) {
    int behind = link_behind(s, e);
    if (behind < 1) return;
    double speed = fabs(vec3_dot(s->def.lead, e->qd[chain_of(s)->p[behind]]));
    if (speed > s->fast && !z->running) {
        z->running = 1;
        raise_event(e, RT_EVENT_STOPPER_ON_RUNNING);
    }
    bool gap = !has_failed(e->command) && bar_fits(s, e, behind), above = z->depth <= 0;
    if (!gap && !above) {
        throw_bar_up(s, e, behind, z);
        return;
    }
    advance_fall(s, z, e->h);
    if (!gap && z->depth > 0) z->depth = z->rate = 0; // the bar rests on a flat link
    if (z->depth < 0.5 * chain_of(s)->link.d) return;
    z->state = TACKLE_STOPPER_HOLDING; // below the middle of the bow no link can lift the bar
    z->link = behind;
    raise_event(e, RT_EVENT_STOPPER_HOLDS);
}

// Lifts the bar, unless the chain's load on it exceeds lift_load.
static void lift_bar(const tackle_stopper *s, const dyn_eval *e, tackle_stopper_memory *z) {
    if (fabs(z->load) <= s->def.lift_load) {
        *z = (tackle_stopper_memory){.state = TACKLE_STOPPER_OPEN};
        raise_event(e, RT_EVENT_STOPPER_OPEN);
    } else if (!z->refused) {
        z->refused = 1;
        raise_event(e, RT_EVENT_STOPPER_REFUSED);
    }
}

static void update_holding_bar(const tackle_stopper *s, const dyn_eval *e, tackle_stopper_memory *z) {
    face f[2];
    faces_of(s, e, (int)z->link, f);
    z->load = f[0].push - f[1].push;
    if (e->command->stopper) z->refused = 0;
    if (fmax(f[0].push, f[1].push) >= s->def.strength) {
        *z = (tackle_stopper_memory){.state = TACKLE_STOPPER_BROKEN, .link = z->link};
        raise_event(e, RT_EVENT_STOPPER_BROKEN);
    } else if (has_failed(e->command) || !dyn_body_active(e, chain_of(s)->body[z->link])) { // or the link broke
        *z = (tackle_stopper_memory){.state = TACKLE_STOPPER_DOWN};
    } else if (!e->command->stopper) {
        lift_bar(s, e, z);
    }
}

static void accept(void *self, const dyn_eval *e, void *zz) {
    const tackle_stopper *s = self;
    tackle_stopper_memory *z = zz;
    z->blow *= exp(-e->h / BLOW_TIME);
    if (z->blow < BLOW_LEAST) z->blow = 0;
    switch ((tackle_stopper_state)z->state) {
    case TACKLE_STOPPER_OPEN:
        if (e->command->stopper) z->state = TACKLE_STOPPER_DOWN;
        break;
    case TACKLE_STOPPER_DOWN:
        if (e->command->stopper)
            update_lowered_bar(s, e, z);
        else
            lift_bar(s, e, z);
        break;
    case TACKLE_STOPPER_HOLDING:
        update_holding_bar(s, e, z);
        break;
    case TACKLE_STOPPER_BROKEN: // for the rest of the run
        break;
    }
}

void tackle_stopper_add(tackle_stopper *s, dyn_model *m, const tackle_lifter *l, const tackle_stopper_def *def) {
    double d = l->chain->link.d;
    *s = (tackle_stopper){.def = *def, .lifter = l, .gravity = vec3_norm(m->gravity)};
    s->clear = 2 * d - 0.5 * def->play; // the bow reaches d beyond its joint; the bar is 2 d - play thick
    s->fast = def->play * sqrt(s->gravity / d);
    s->force = (dyn_force){.self = s,
                           .phase = RT_PHASE_WINDLASS,
                           .z_size = sizeof(tackle_stopper_memory),
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
    s->force_index = dyn_add_force(m, &s->force);
}

const tackle_stopper_memory *tackle_stopper_memory_of(const tackle_stopper *s, const dyn_model *m,
                                                      const dyn_state *st) {
    return (const tackle_stopper_memory *)(const void *)(st->z + m->force_z[s->force_index]);
}
