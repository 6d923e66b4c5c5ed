// SPDX-License-Identifier: MIT
#include "contact/set/set_table.h"
#include <stdlib.h>
#include <string.h>

rt_status contact_set_create(contact_set *s, const contact_material *m, int capacity, double match) {
    return contact_set_create_between(s, m, capacity, match, -1);
}

rt_status contact_set_create_between(contact_set *s, const contact_material *m, int capacity, double match, int other) {
    *s = (contact_set){.material = *m,
                       .hysteresis = contact_hysteresis(m->law, m->restitution),
                       .match = match,
                       .scale = 1,
                       .other = other,
                       .capacity = capacity};
    s->item = calloc((size_t)capacity, sizeof *s->item);
    s->taken = calloc((size_t)capacity, sizeof *s->taken);
    s->heir = calloc((size_t)capacity, sizeof *s->heir);
    s->claim = calloc((size_t)capacity, sizeof *s->claim);
    if (other >= 0) s->turned = calloc(1, contact_set_z_size(capacity));
    if (s->item && s->taken && s->heir && s->claim && (other < 0 || s->turned)) return RT_OK;
    contact_set_free(s);
    return RT_ERR_MEMORY;
}

void contact_set_free(contact_set *s) {
    free(s->item);
    free(s->taken);
    free(s->heir);
    free(s->claim);
    free(s->turned);
    *s = (contact_set){0};
}

size_t contact_set_z_size(int capacity) {
    return sizeof(contact_memory_table) + (size_t)capacity * sizeof(contact_entry);
}

void contact_set_begin(contact_set *s) {
    s->n = 0;
    s->dropped = 0;
    memset(s->taken, 0, (size_t)s->capacity * sizeof *s->taken);
}

// Transforms an entry from the frame of `at` to the world, or back.
static void transform_entry(contact_entry *k, const pose *at, bool back) {
    const mat3 r = back ? mat3_transpose(&at->r) : at->r;
    k->point = back ? pose_point_inverse(at, k->point) : pose_point(at, k->point);
    k->outline.centre = back ? pose_point_inverse(at, k->outline.centre) : pose_point(at, k->outline.centre);
    k->normal = mat3_mul(&r, k->normal);
    k->memory.bristle = mat3_mul(&r, k->memory.bristle);
    for (int i = 0; i < 2; i++) k->outline.half[i] = mat3_mul(&r, k->outline.half[i]);
}

const void *contact_set_memory(contact_set *s, const void *z, const pose *other) {
    if (s->other < 0) return z;
    contact_memory_table *t = s->turned;
    memcpy(t, z, contact_set_z_size((int)((const contact_memory_table *)z)->n));
    for (int k = 0; k < t->n; k++) transform_entry(&t->entry[k], other, false);
    return t;
}

// Nearest remembered contact with the same key that no other contact of this step has taken; -1: none. If touches
// wander, only one that faces a similar way matches.
static int find_entry(const contact_set *s, const contact_memory_table *t, const contact_touch *touch) {
    int best = -1;
    double nearest = s->match * s->match;
    for (int k = 0; k < t->n; k++) {
        if (s->taken[k] || t->entry[k].key != touch->key) continue;
        if (s->wanders && vec3_dot(t->entry[k].normal, touch->normal) < CONTACT_ALIKE) continue;
        double d = vec3_norm2(vec3_sub(t->entry[k].point, touch->point));
        if (d < nearest) {
            nearest = d;
            best = k;
        }
    }
    return best;
}

contact_item *contact_set_append(contact_set *s, const dyn_eval *e, int body, const pose *at,
                                 const contact_touch *touch, const contact_outline *outline) {
    if (s->n == s->capacity) {
        s->dropped++;
        return NULL;
    }
    contact_item *c = &s->item[s->n++];
    *c = (contact_item){.body = body, .touch = *touch, .outline = *outline};
    if (s->structure) c->compliance = contact_structure_compliance(s->structure, touch->point);
    dyn_body_weights(e->model, body, pose_point_inverse(at, touch->point), c->w);
    dyn_body_weights(e->model, body, pose_point_inverse(at, outline->centre), c->w_slip);
    if (s->other < 0) return c;
    pose other = dyn_body_pose(e, s->other);
    dyn_body_weights(e->model, s->other, pose_point_inverse(&other, touch->point), c->v);
    dyn_body_weights(e->model, s->other, pose_point_inverse(&other, outline->centre), c->v_slip);
    return c;
}

vec3 contact_set_velocity(const contact_set *s, const dyn_eval *e, int body, const double w[4], const double v[4]) {
    vec3 moves = dyn_body_velocity(e, body, w);
    return s->other < 0 ? moves : vec3_sub(moves, dyn_body_velocity(e, s->other, v));
}

vec3 contact_set_displacement(const contact_set *s, const dyn_eval *e, int body, const double w[4], const double v[4]) {
    dyn_eval last = *e;
    last.q = e->q_last;
    vec3 moved = vec3_sub(dyn_body_point(e, body, w), dyn_body_point(&last, body, w));
    if (s->other < 0) return moved;
    return vec3_sub(moved, vec3_sub(dyn_body_point(e, s->other, v), dyn_body_point(&last, s->other, v)));
}

double contact_set_approach(const contact_set *s, const dyn_eval *e, const contact_item *c) {
    return -vec3_dot(c->touch.normal, contact_set_velocity(s, e, c->body, c->w, c->v));
}

// Effective mass against a force between the body and the hull, or the other body [kg].
static double mass_between(const contact_set *s, const dyn_eval *e, int body) {
    double m = dyn_body_mass(e, body);
    return s->other < 0 ? m : 1 / (1 / m + 1 / dyn_body_mass(e, s->other));
}

contact_press contact_set_press(const contact_set *s, const dyn_eval *e, const contact_item *c, double depth,
                                double rate) {
    return (contact_press){.depth = depth,
                           .rate = rate,
                           .v0 = c->memory.v0,
                           .area = c->touch.area,
                           .compliance = c->compliance,
                           .h = e->h,
                           .mass = mass_between(s, e, c->body)};
}

double contact_set_mobility(const contact_set *s, const dyn_eval *e, const contact_item *c) {
    double mobility = dyn_body_mobility(e, c->body, c->touch.point, c->touch.normal);
    if (s->other >= 0) mobility += dyn_body_mobility(e, s->other, c->touch.point, c->touch.normal);
    return mobility;
}

// Softens the first touches of the last item's body, which are in a row. They share its mass.
static void soften_blows(const contact_set *s, const dyn_eval *e, contact_item *last) {
    const contact_item *first = last;
    int touches = 0;
    for (const contact_item *c = last; c >= s->item && c->body == last->body; c--) first = c, touches += c->fresh;
    for (contact_item *c = last; c >= first; c--) {
        if (!c->fresh || c->memory.v0 <= CONTACT_FAST) continue;
        contact_press p = contact_set_press(s, e, c, 0, 0);
        p.mass = 1 / (touches * contact_set_mobility(s, e, c));
        c->memory.withheld = contact_withheld_of_blow(&s->material, &p);
    }
}

void contact_set_start_memory(const contact_set *s, const dyn_eval *e, contact_item *c) {
    c->fresh = true;
    c->memory = (contact_memory){.v0 = fmax(contact_set_approach(s, e, c), s->material.v_min)};
    contact_press p = contact_set_press(s, e, c, c->touch.depth, 0);
    c->memory.withheld = contact_withheld(&s->material, &p);
    if (c->memory.withheld > 0) // what began deep did not touch at its present speed
        c->memory.v0 = fmin(c->memory.v0, CONTACT_FAST);
    else if (c->memory.v0 > CONTACT_FAST)
        soften_blows(s, e, c);
}

// Weights of the material points that touched at `point` at the last accepted step (world, with the other body at its
// present pose).
static void weigh_last_touch(const contact_set *s, const dyn_eval *e, int body, vec3 point, double w[4], double v[4]) {
    dyn_eval last = *e;
    last.q = e->q_last;
    vec3 then = point;
    if (s->other >= 0) {
        pose now = dyn_body_pose(e, s->other), was = dyn_body_pose(&last, s->other);
        vec3 on_other = pose_point_inverse(&now, point);
        dyn_body_weights(e->model, s->other, on_other, v);
        then = pose_point(&was, on_other);
    }
    pose at = dyn_body_pose(&last, body);
    dyn_body_weights(e->model, body, pose_point_inverse(&at, then), w);
}

// Rolling correction of the slip: displacement of the touching points since the last step, minus h/2 (slip velocity
// then + now), each velocity of the points that touched at its time.
//
// Take surfaces that turn against each other about the normal while the touch wanders over them. Points that touch now
// have then moved by a second-order term in h although nothing slipped: a(W - w_z) w h²/2 for a ball of radius a on a
// table that turns with W. Without this correction a bristle takes the term for creep. Newmark's rule gives the
// velocity that the points of then had: h/2 (v_last + v) is their displacement. `point` is the touching point of the
// last step, as for weigh_last_touch.
static vec3 rolling_correction(const contact_set *s, const dyn_eval *e, const contact_item *c, vec3 point) {
    double w[4], v[4];
    weigh_last_touch(s, e, c->body, point, w, v);
    vec3 way = vec3_sub(contact_set_displacement(s, e, c->body, w, v),
                        contact_set_displacement(s, e, c->body, c->w_slip, c->v_slip));
    vec3 speed =
        vec3_sub(contact_set_velocity(s, e, c->body, w, v), contact_set_velocity(s, e, c->body, c->w_slip, c->v_slip));
    return vec3_madd(way, -0.5 * e->h, speed);
}

vec3 contact_set_motion_of(const contact_set *s, const dyn_eval *e, int body, vec3 point) {
    double w[4], v[4];
    weigh_last_touch(s, e, body, point, w, v);
    return contact_set_displacement(s, e, body, w, v);
}

double contact_set_sinking(const contact_set *s, const dyn_eval *e, const contact_item *c) {
    vec3 n = c->touch.normal;
    if (s->other >= 0) {
        dyn_eval last = *e;
        last.q = e->q_last;
        pose now = dyn_body_pose(e, s->other), was = dyn_body_pose(&last, s->other);
        n = mat3_mul(&was.r, mat3_tmul(&now.r, n));
    }
    return -vec3_dot(n, contact_set_displacement(s, e, c->body, c->w, c->v));
}

void contact_set_continue(const contact_set *s, const dyn_eval *e, contact_item *c, const contact_entry *was) {
    c->memory = was->memory;
    c->identity = was->identity;
    if (s->wanders) c->rolled = rolling_correction(s, e, c, was->point);
}

void contact_set_add(contact_set *s, const dyn_eval *e, const void *z, int body, const pose *at,
                     const contact_touch *touch) {
    contact_item *c = contact_set_append(s, e, body, at, touch, &(contact_outline){.centre = touch->point, .share = 1});
    if (!c) return;
    int k = find_entry(s, z, touch);
    if (k < 0) {
        contact_set_start_memory(s, e, c);
        return;
    }
    s->taken[k] = true;
    contact_set_continue(s, e, c, &((const contact_memory_table *)z)->entry[k]);
}

static vec3 tangential(vec3 v, vec3 n) { return vec3_madd(v, -vec3_dot(v, n), n); }

static vec3 slip_since_last(const contact_set *s, const contact_item *c, const dyn_eval *e) {
    vec3 moved = vec3_add(contact_set_displacement(s, e, c->body, c->w_slip, c->v_slip), c->rolled);
    return tangential(moved, c->touch.normal);
}

static void add_tangent(const contact_set *s, const dyn_eval *e, int body, const double w[4], const double v[4],
                        const mat3 *t) {
    if (s->other >= 0 && !s->uncoupled) {
        dyn_bodies_add_tangent(e, body, w, s->other, v, t);
        return;
    }
    dyn_body_add_tangent(e, body, w, t);
    if (s->other >= 0) dyn_body_add_tangent(e, s->other, v, t);
}

// Adds k_weight K + c_weight C of the normal force and of friction.
static void add_tangents(const contact_set *s, const dyn_eval *e, const contact_item *c, const contact_normal *n,
                         const contact_friction *f) {
    double ck = e->k_weight, cc = e->c_weight, stiff = ck * n->k + cc * n->c;
    const double v[3] = {c->touch.normal.x, c->touch.normal.y, c->touch.normal.z};
    mat3 press, slip;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            press.m[i][j] = stiff * v[i] * v[j];
            slip.m[i][j] = ck * f->k.m[i][j] + cc * f->c.m[i][j];
        }
    add_tangent(s, e, c->body, c->w, c->v, &press);
    add_tangent(s, e, c->body, c->w_slip, c->v_slip, &slip);
}

double contact_set_depth(const contact_set *s, const contact_item *c, const dyn_eval *e) {
    vec3 there = s->other < 0 ? c->touch.point : dyn_body_point(e, s->other, c->v);
    return c->touch.depth - c->memory.unearned -
           vec3_dot(c->touch.normal, vec3_sub(dyn_body_point(e, c->body, c->w), there));
}

static contact_normal scale_normal(contact_normal n, double share) {
    return (contact_normal){share * n.force, share * n.elastic, share * n.k, share * n.c, n.refused};
}

// Adds the friction of a flat contact against spin about its normal. Between two bodies the tangent omits the coupling
// of their spins: it stays positive, and the forces are exact.
static void resist_spin(const contact_set *s, const contact_item *c, const dyn_eval *e, double speed) {
    double spin = vec3_dot(c->touch.normal, dyn_body_omega(e, c->body));
    if (s->other >= 0) spin -= vec3_dot(c->touch.normal, dyn_body_omega(e, s->other));
    contact_spin r = contact_spin_torque(&s->material, c->memory.n_ref, c->touch.area, spin, speed);
    dyn_body_add_torque(e, c->body, vec3_scale(r.torque, c->touch.normal));
    if (s->other >= 0) dyn_body_add_torque(e, s->other, vec3_scale(-r.torque, c->touch.normal));
    if (!e->tangent) return;
    dyn_body_add_spin_tangent(e, c->body, c->touch.normal, e->c_weight * r.c);
    if (s->other >= 0) dyn_body_add_spin_tangent(e, s->other, c->touch.normal, e->c_weight * r.c);
}

// Adds the force on the body, and its reaction on the other one.
static void add_force(const contact_set *s, const dyn_eval *e, int body, const double w[4], const double v[4], vec3 f) {
    dyn_body_add_force(e, body, w, f);
    if (s->other >= 0) dyn_body_add_force(e, s->other, v, vec3_scale(-1, f));
}

static contact_slide slide_of(const contact_set *s, const dyn_eval *e, const contact_item *c, vec3 v_t) {
    return (contact_slide){.n = c->memory.n_ref,
                           .v_t = v_t,
                           .slip = slip_since_last(s, c, e),
                           .normal = c->touch.normal,
                           .area = c->touch.area,
                           .h = e->h};
}

static void eval_item(contact_set *s, contact_item *c, const dyn_eval *e) {
    vec3 v = contact_set_velocity(s, e, c->body, c->w, c->v),
         v_slip = contact_set_velocity(s, e, c->body, c->w_slip, c->v_slip);
    c->depth = contact_set_depth(s, c, e);
    c->rate = -vec3_dot(c->touch.normal, v);
    c->normal_force = c->elastic_force = 0;
    c->friction_force = vec3_make(0, 0, 0);
    c->sticking = 0;
    // A contact that opens loses the friction of the last step's force at once. A step whose solution is that very
    // place has none: there friction stays for the step.
    if (c->depth <= 0 && !e->slow) return;
    contact_press p = contact_set_press(s, e, c, c->depth, c->rate);
    p.mass /= 1 - c->memory.withheld; // the share that acts has so much less stiffness to make up for
    contact_normal n = scale_normal(contact_normal_force(&s->material, s->hysteresis, &p),
                                    s->scale * c->outline.share * (1 - c->memory.withheld));
    // The last step's elastic force bounds friction: no coupling to the damper, and a symmetric tangent.
    contact_slide slide = slide_of(s, e, c, tangential(v_slip, c->touch.normal));
    contact_friction f = contact_friction_force(&s->material, &c->memory, &slide);
    if (n.refused || f.refused) *e->events |= RT_EVENT_BIT(RT_EVENT_LAW_REFUSED);
    c->normal_force = n.force;
    c->elastic_force = n.elastic;
    c->friction_force = f.force;
    c->sticking = f.sticking;
    add_force(s, e, c->body, c->w, c->v, vec3_scale(n.force, c->touch.normal));
    add_force(s, e, c->body, c->w_slip, c->v_slip, f.force);
    if (c->touch.area > 0) resist_spin(s, c, e, vec3_norm(slide.v_t));
    if (e->tangent) add_tangents(s, e, c, &n, &f);
}

void contact_set_eval(contact_set *s, const dyn_eval *e) {
    for (int k = 0; k < s->n; k++) eval_item(s, &s->item[k], e);
}

// Whether the item goes into the table; otherwise it came near but did not touch.
static bool is_remembered(const contact_item *c) { return !c->fresh || c->depth > 0; }

// Ages remembered contacts that did not touch, and drops the old ones. If the touching contacts leave no room, those
// first in the table go at once: they have been away longest.
static void age_entries(const contact_set *s, contact_memory_table *t) {
    int64_t kept = 0, room = s->capacity;
    for (int k = 0; k < s->n; k++) room -= is_remembered(&s->item[k]);
    for (int64_t k = 0; k < t->n; k++) {
        if (s->taken[k] || ++t->entry[k].age > CONTACT_FORGET) continue;
        t->entry[k].memory.bristle = vec3_make(0, 0, 0);
        t->entry[k].memory.n_ref = t->entry[k].memory.borne = 0;
        t->entry[kept++] = t->entry[k];
    }
    t->n = kept < room ? kept : room;
    if (t->n < kept) memmove(t->entry, t->entry + (kept - t->n), (size_t)t->n * sizeof t->entry[0]);
}

// Stores the memory of an item at the accepted coordinates.
static void store_item(const contact_set *s, const dyn_eval *e, const contact_item *c, contact_entry *entry) {
    *entry = (contact_entry){.key = c->touch.key,
                             .identity = c->identity,
                             .point = dyn_body_point(e, c->body, c->w),
                             .normal = c->touch.normal,
                             .outline = c->outline,
                             .area = c->touch.area,
                             .memory = c->memory};
    entry->memory.borne = fmax(c->depth, 0);
    if (c->depth > 0) {
        vec3 v_t = contact_set_velocity(s, e, c->body, c->w_slip, c->v_slip);
        contact_slide slide = slide_of(s, e, c, tangential(v_t, c->touch.normal));
        entry->memory.bristle = contact_bristle_update(&s->material, &c->memory, &slide);
        entry->memory.n_ref = c->elastic_force;
        entry->memory.withheld = contact_withheld_next(&s->material, c->memory.withheld, c->memory.v0, c->rate, e->h);
    } else {
        entry->age = 1;
        entry->memory.bristle = vec3_make(0, 0, 0);
        entry->memory.n_ref = 0;
    }
}

int contact_set_accept(contact_set *s, const dyn_eval *e, void *z, double impact) {
    contact_memory_table *t = z;
    int impacts = 0;
    int64_t were = t->n;
    pose other = {0};
    if (s->other >= 0) other = dyn_body_pose(e, s->other);
    age_entries(s, t);
    for (int k = 0; k < s->n; k++) {
        contact_item *c = &s->item[k];
        if (!is_remembered(c)) continue;
        if (c->identity == 0) c->identity = ++t->born;
        if (c->fresh && c->memory.v0 > impact) impacts++;
        if (c->fresh && c->memory.v0 > CONTACT_FAST && c->memory.withheld > 0)
            *e->events |= RT_EVENT_BIT(RT_EVENT_IMPACT_SOFTENED);
        contact_entry *entry = &t->entry[t->n++];
        store_item(s, e, c, entry);
        // outside a step no slip is added: an evaluation there gives the force that acted
        c->memory.bristle = entry->memory.bristle;
        c->rolled = vec3_make(0, 0, 0);
        if (s->other >= 0) transform_entry(entry, &other, true);
    }
    // unused entries are zero, so that equal states have equal bytes
    if (were > t->n) memset(&t->entry[t->n], 0, (size_t)(were - t->n) * sizeof t->entry[0]);
    return impacts;
}

double contact_set_energy(const contact_set *s, const dyn_eval *e) {
    double energy = 0;
    for (int k = 0; k < s->n; k++) {
        const contact_item *c = &s->item[k];
        double bears = s->scale * c->outline.share * (1 - c->memory.withheld);
        contact_press p = contact_set_press(s, e, c, contact_set_depth(s, c, e), 0);
        energy += bears * contact_elastic_energy(&s->material, &p);
    }
    return energy;
}

void contact_set_snapshot(const contact_set *s, dyn_snapshot *out) {
    for (int k = 0; k < s->n; k++) {
        const contact_item *c = &s->item[k];
        if (c->depth <= 0) continue;
        if (out->n_contacts == DYN_SNAPSHOT_VECTORS) {
            out->undrawn++;
            continue;
        }
        out->contact[out->n_contacts++] =
            (dyn_snapshot_contact){.position = c->touch.point,
                                   .normal = c->touch.normal,
                                   .normal_force = vec3_scale(c->normal_force, c->touch.normal),
                                   .depth = c->depth,
                                   .area = c->touch.area,
                                   .mu = s->material.mu_static,
                                   .identity = c->identity,
                                   .tangent_force = c->friction_force,
                                   .body = c->body,
                                   .sticking = c->sticking};
    }
}
