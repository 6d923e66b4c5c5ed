// SPDX-License-Identifier: MIT
// Matching of regions with those of the last step, and transfer of their memory.
//
// 1. Continuation: an old and a new region are matched one to one, nearest centres first, if they are closer than the
// set's `match` and face a similar way. The new one keeps the running number.
// 2. Split: a new region without a match is the child of an old one if it lies within its outline and took area from
// it. It gets its own number, the first-touch speed of the parent, and a share of its friction.
// 3. Merge: an old region without a match is a further parent of a new one if it lies within its outline and gave it
// area. The new one keeps the number and the first-touch speed of the parent that pressed hardest.
//
// A region that closes faster than at first touch (its other end comes down) takes that speed as its first-touch speed.
// Otherwise its damper would be far too strong for the arriving end.
//
// Friction: the bristle's force is mu_s n_ref / pre_slide times its deflection. Children divide n_ref in proportion to
// their elastic forces and take the deflection. A merged region adds its parents' n_ref and takes the mean deflection,
// weighted with n_ref. In both cases the sum of the bristles' forces, and of their bounds, is unchanged.
#include "contact/set/set_table.h"
#include <math.h>

static const double AROUND = 0.02; // an outline contains points this close to its box [m]
static const double TAKEN = 0.5;   // share of a child's area that its parent must have lost
static const double LET_IN = 0.5;  // time constant with which depth beyond the approach begins to carry load [s]

static int are_alike(const contact_item *c, const contact_entry *k) {
    return c->touch.key == k->key && vec3_dot(c->touch.normal, k->normal) > CONTACT_ALIKE;
}

// Whether x lies in the outline's box.
static int outline_contains(const contact_outline *o, vec3 x) {
    vec3 d = vec3_sub(x, o->centre);
    for (int i = 0; i < 2; i++) {
        double along = vec3_dot(d, vec3_unit(o->half[i]));
        if (fabs(along) > vec3_norm(o->half[i]) + AROUND) return 0;
        d = vec3_madd(d, -along, vec3_unit(o->half[i]));
    }
    return vec3_norm(d) < AROUND;
}

static double elastic_force(const contact_set *s, const dyn_eval *e, const contact_item *c) {
    contact_press p = contact_set_press(s, e, c, c->touch.depth, 0);
    return c->outline.share * contact_elastic_force(&s->material, &p);
}

// Adds a part of an entry's memory to the item.
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

// Matches items with entries, nearest centres first; of equal distances the first in the list wins.
static void continue_regions(contact_set *s, const contact_memory_table *t, int first) {
    for (;;) {
        double nearest = s->match * s->match;
        int item = -1, entry = -1;
        for (int i = first; i < s->n; i++) {
            if (s->item[i].identity) continue;
            for (int k = 0; k < t->n; k++) {
                double d = vec3_norm2(vec3_sub(s->item[i].outline.centre, t->entry[k].outline.centre));
                if (d >= nearest || s->taken[k] || !are_alike(&s->item[i], &t->entry[k])) continue;
                nearest = d, item = i, entry = k;
            }
        }
        if (item < 0) return;
        s->taken[entry] = true;
        s->heir[entry] = item;
        s->item[item].identity = t->entry[entry].identity;
    }
}

// Entry that the unmatched item was split from, -1.
static int parent_of(const contact_set *s, const contact_memory_table *t, const contact_item *c) {
    int best = -1;
    for (int k = 0; k < t->n; k++) {
        const contact_entry *was = &t->entry[k];
        if (!are_alike(c, was) || was->age > 0 || !outline_contains(&was->outline, c->outline.centre)) continue;
        double left = s->heir[k] < 0 ? 0 : s->item[s->heir[k]].touch.area;
        if (was->area < left + TAKEN * c->touch.area) continue;
        if (best < 0 || was->memory.n_ref > t->entry[best].memory.n_ref) best = k;
    }
    return best;
}

// Item that the unmatched entry merged into, -1.
static int child_of(const contact_set *s, const contact_memory_table *t, const contact_entry *was, int first) {
    int best = -1;
    for (int i = first; i < s->n; i++) {
        const contact_item *c = &s->item[i];
        double before = 0;
        if (!are_alike(c, was) || was->age > 0 || !outline_contains(&c->outline, was->outline.centre)) continue;
        for (int k = 0; k < t->n; k++)
            if (s->heir[k] == i) before += t->entry[k].area;
        if (c->touch.area < before + TAKEN * was->area) continue;
        if (best < 0 || c->touch.depth > s->item[best].touch.depth) best = i;
    }
    return best;
}

// The depth that determines the force grows no faster than the region's point approaches. The measured depth may grow
// faster, because point and normal are means over a changing region: the second end of a shank comes down, an outline
// closes. A force from that depth would create energy. The excess is released slowly.
static void release_depth(const contact_set *s, contact_item *c, const dyn_eval *e) {
    vec3 moved = contact_set_displacement(s, e, c->body, c->w, c->v);
    double earned = c->memory.borne - vec3_dot(c->touch.normal, moved);
    c->memory.unearned = fmax(c->touch.depth - earned, 0) * fmax(1 - e->h / LET_IN, 0);
}

static void distribute_memory(contact_set *s, const dyn_eval *e, const contact_memory_table *t, int first) {
    for (int k = 0; k < t->n; k++) s->claim[k] = s->heir[k] < 0 ? 0 : elastic_force(s, e, &s->item[s->heir[k]]);
    for (int i = first; i < s->n; i++)
        if (s->item[i].parent >= 0) s->claim[s->item[i].parent] += elastic_force(s, e, &s->item[i]);
    for (int i = first; i < s->n; i++) {
        contact_item *c = &s->item[i];
        double hardest = 0, own = elastic_force(s, e, c);
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
    continue_regions(s, t, first);
    for (int i = first; i < s->n; i++)
        if (!s->item[i].identity) s->item[i].parent = parent_of(s, t, &s->item[i]);
    for (int k = 0; k < t->n; k++) {
        if (s->taken[k]) continue;
        int child = child_of(s, t, &t->entry[k], first);
        if (child >= 0) s->taken[k] = true, s->heir[k] = child;
    }
    distribute_memory(s, e, t, first);
}
