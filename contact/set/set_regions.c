// SPDX-License-Identifier: MIT
// Which of the last step's regions a region comes from, and what it takes over.
//
// 1. Pairs of an old and a new region are carried on one to one, nearest centres first, while they are closer than the
//    set's `match` and face the same way: the new one keeps the running number.
// 2. Split: a new region that is left over, lies within the outline of an old one and has taken area from it, is its
//    child. It gets a number of its own, the first-touch speed of the old one, and a share of its friction.
// 3. Merge: an old region that is left over, lies within the outline of a new one and has given it area, is one more
//    parent. The new one keeps the number and the first-touch speed of the parent that pressed hardest.
//
// A region that is closing faster than it first touched (its other end comes down) takes that speed as its first-touch
// speed, else its damper would be far too strong for what arrives.
//
// Friction. The bristle's force is mu_s n_ref / pre_slide times its deflection. Children share n_ref as their elastic
// forces stand and take the deflection; a merged region adds its parents' n_ref and takes the deflection's mean,
// weighted with n_ref: in both cases the sum of the bristles' forces, and of their bounds, stays what it was.
#include "contact/set/set_table.h"
#include <math.h>

static const double AROUND = 0.02; // an outline holds what is this close to its box [m]
static const double TAKEN = 0.5;   // part of a child's area that must have gone from its parent
static const double LET_IN = 0.5;  // time constant with which depth without approach comes to bear [s]

static int similarity(const contact_item *c, const contact_entry *k) {
    return c->touch.key == k->key && vec3_dot(c->touch.normal, k->normal) > CONTACT_ALIKE;
}

// Whether x lies in the outline's box.
static int holds(const contact_outline *o, vec3 x) {
    vec3 d = vec3_sub(x, o->centre);
    for (int i = 0; i < 2; i++) {
        double along = vec3_dot(d, vec3_unit(o->half[i]));
        if (fabs(along) > vec3_norm(o->half[i]) + AROUND) return 0;
        d = vec3_madd(d, -along, vec3_unit(o->half[i]));
    }
    return vec3_norm(d) < AROUND;
}

static double elastic(const contact_set *s, const dyn_eval *e, const contact_item *c) {
    contact_press p = contact_set_press(s, e, c, c->touch.depth, 0);
    return c->outline.share * contact_elastic_force(&s->material, &p);
}

// Takes a part of an entry's memory over.
static void copy_memory(contact_item *c, const contact_entry *k, double part, double *hardest) {
    double n = part * k->memory.n_ref, sum = c->memory.n_ref + n;
    if (c->fresh || n > *hardest) {
        c->memory.v0 = k->memory.v0;
        c->memory.withheld = k->memory.withheld;
        c->memory.borne = k->memory.borne;
        *hardest = n;
    }
    if (sum > 0)
        c->memory.bristle =
            vec3_add(vec3_scale(c->memory.n_ref / sum, c->memory.bristle), vec3_scale(n / sum, k->memory.bristle));
    c->memory.n_ref = sum;
    c->fresh = false;
}

// Nearest centres first; ties go to the first in the list.
static void carry_on(contact_set *s, const contact_memory_table *t, int first) {
    for (;;) {
        double nearest = s->match * s->match;
        int item = -1, entry = -1;
        for (int i = first; i < s->n; i++) {
            if (s->item[i].identity) continue;
            for (int k = 0; k < t->n; k++) {
                double d = vec3_norm2(vec3_sub(s->item[i].outline.centre, t->entry[k].outline.centre));
                if (d >= nearest || s->taken[k] || !similarity(&s->item[i], &t->entry[k])) continue;
                nearest = d, item = i, entry = k;
            }
        }
        if (item < 0) return;
        s->taken[entry] = true;
        s->heir[entry] = item;
        s->item[item].identity = t->entry[entry].identity;
    }
}

// The old region that the left-over item was split from, -1.
static int parent_of(const contact_set *s, const contact_memory_table *t, const contact_item *c) {
    int best = -1;
    for (int k = 0; k < t->n; k++) {
        const contact_entry *was = &t->entry[k];
        if (!similarity(c, was) || was->age > 0 || !holds(&was->outline, c->outline.centre)) continue;
        double left = s->heir[k] < 0 ? 0 : s->item[s->heir[k]].touch.area;
        if (was->area < left + TAKEN * c->touch.area) continue;
        if (best < 0 || was->memory.n_ref > t->entry[best].memory.n_ref) best = k;
    }
    return best;
}

// The item that the left-over entry went into, -1.
static int child_of(const contact_set *s, const contact_memory_table *t, const contact_entry *was, int first) {
    int best = -1;
    for (int i = first; i < s->n; i++) {
        const contact_item *c = &s->item[i];
        double before = 0;
        if (!similarity(c, was) || was->age > 0 || !holds(&c->outline, was->outline.centre)) continue;
        for (int k = 0; k < t->n; k++)
            if (s->heir[k] == i) before += t->entry[k].area;
        if (c->touch.area < before + TAKEN * was->area) continue;
        if (best < 0 || c->touch.depth > s->item[best].touch.depth) best = i;
    }
    return best;
}

// The force follows a depth that grows no faster than the region's point approaches. A region's depth may grow faster,
// as its point and normal are means over what changes: the second end of a shank comes down, an outline closes. A force
// of that depth would give out energy that nobody put in. What approach has not earned is let in slowly.
static void release_depth(const contact_set *s, contact_item *c, const dyn_eval *e) {
    vec3 moved = contact_set_moved(s, e, c->body, c->w, c->v);
    double earned = c->memory.borne - vec3_dot(c->touch.normal, moved);
    c->memory.unearned = fmax(c->touch.depth - earned, 0) * fmax(1 - e->h / LET_IN, 0);
}

static void pass_memory_on(contact_set *s, const dyn_eval *e, const contact_memory_table *t, int first) {
    for (int k = 0; k < t->n; k++) s->claim[k] = s->heir[k] < 0 ? 0 : elastic(s, e, &s->item[s->heir[k]]);
    for (int i = first; i < s->n; i++)
        if (s->item[i].parent >= 0) s->claim[s->item[i].parent] += elastic(s, e, &s->item[i]);
    for (int i = first; i < s->n; i++) {
        contact_item *c = &s->item[i];
        double hardest = 0, own = elastic(s, e, c);
        c->fresh = true;
        for (int k = 0; k < t->n; k++)
            if (s->heir[k] == i || c->parent == k)
                copy_memory(c, &t->entry[k], s->claim[k] > 0 ? own / s->claim[k] : 1, &hardest);
        if (c->fresh) {
            contact_set_start_memory(s, e, c);
        } else {
            c->memory.v0 = fmax(c->memory.v0, contact_set_approach(s, e, c));
            release_depth(s, c, e);
        }
    }
}

void contact_set_add_regions(contact_set *s, const dyn_eval *e, const void *z, int body, const pose *at,
                             const contact_touch *touch, const contact_outline *outline, int n) {
    const contact_memory_table *t = z;
    int first = s->n;
    for (int i = 0; i < n; i++) {
        contact_item *c = contact_set_append(s, e, body, at, &touch[i], &outline[i]);
        if (c) c->parent = -1;
    }
    for (int k = 0; k < t->n; k++) s->heir[k] = -1;
    carry_on(s, t, first);
    for (int i = first; i < s->n; i++)
        if (!s->item[i].identity) s->item[i].parent = parent_of(s, t, &s->item[i]);
    for (int k = 0; k < t->n; k++) {
        if (s->taken[k]) continue;
        int child = child_of(s, t, &t->entry[k], first);
        if (child >= 0) s->taken[k] = true, s->heir[k] = child;
    }
    pass_memory_on(s, e, t, first);
}
