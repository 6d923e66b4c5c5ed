// SPDX-License-Identifier: MIT
// Memory of hits that are a choice. As two convex shapes turn, the facets that face each other change: hits appear and
// disappear deep in the contact, the normal switches to another axis, a corner slides along an edge. Of many points on
// a plane others become the outermost. The contact goes on all the same.
//
// Memory. An old and a new hit are matched one to one, nearest places first; keys play no part. A hit
// without a match that bore already at the last step is a further corner of the same contact: it takes the first-touch
// speed of the hit that pressed hardest, and no friction. Only a hit that closed within the step touches for the first
// time.
//
// Energy. Within a step the geometry is frozen, and the forces are the gradient of the elastic energy U of its hits.
// The next detection finds other hits, whose energy differs although nothing moved. The forces would then return more
// or less than they absorbed. So one factor s scales all forces of the pair. The trapezoidal rule takes half of a
// step's work from the forces at its start and half from those at its end: the old hits act up to the middle of the
// step, the new ones from there. There the energies are equal:
//     s' U'(middle) = s U(middle).
// The middle is first that of the predicted step. The energy at the end of the accepted step gives the factor that the
// next step begins with:
//     s'' U'(end) = s U(middle) + s' (U'(end) - U'(middle)).
// A contact begins with s = 1, and keeps it while it is not deeper than two steps' way: the first place found may be
// far from where the shapes press a step later, with an energy so small that the ratio of the two says nothing, and s
// would stay for the whole contact. In slow contact s returns to 1, so that what rests sinks in as its law says.
#include "contact/set/set_table.h"

static const double MOST_SCALE = 64; // and its inverse: guard for hits that hardly touch, whose energy is rounding
static const double SETTLES = 0.5;   // time constant with which the scale of a contact at rest returns to 1 [s]

// Whether the hit bore already at the last step, if the geometry was that of now.
static bool bore_before(const contact_set *s, const dyn_eval *e, const contact_item *c) {
    return c->touch.depth - contact_set_sinking(s, e, c) > 0;
}

// Matches items with entries, nearest places first; of equal distances the first in the list wins. An item that closes
// in this step continues an entry only within the set's `match`.
static void match_places(contact_set *s, const dyn_eval *e, const contact_memory_table *t, int first) {
    for (;;) {
        double nearest = (double)INFINITY;
        int item = -1, entry = -1;
        for (int i = first; i < s->n; i++) {
            if (s->item[i].parent >= 0) continue;
            double reach = bore_before(s, e, &s->item[i]) ? (double)INFINITY : s->match * s->match;
            for (int k = 0; k < t->n; k++) {
                double d = vec3_norm2(vec3_sub(s->item[i].touch.point, t->entry[k].point));
                if (s->taken[k] || d >= nearest || d >= reach) continue;
                nearest = d, item = i, entry = k;
            }
        }
        if (item < 0) return;
        s->taken[entry] = true;
        s->item[item].parent = entry;
    }
}

// The entry that pressed hardest in the last step; NULL: none did.
static const contact_entry *hardest_entry(const contact_memory_table *t) {
    const contact_entry *best = NULL;
    for (int k = 0; k < t->n; k++)
        if (t->entry[k].age == 0 && (!best || t->entry[k].memory.n_ref > best->memory.n_ref)) best = &t->entry[k];
    return best;
}

static void start_place(const contact_set *s, const dyn_eval *e, contact_item *c, const contact_entry *hardest) {
    contact_set_start_memory(s, e, c);
    if (!hardest || !bore_before(s, e, c)) return;
    c->memory = (contact_memory){.v0 = fmax(c->memory.v0, hardest->memory.v0), .withheld = hardest->memory.withheld};
    c->fresh = false;
}

void contact_set_add_places(contact_set *s, const dyn_eval *e, const void *z, int body, const pose *at,
                            const contact_touch *touch, int n) {
    const contact_memory_table *t = z;
    const contact_entry *hardest = hardest_entry(t);
    int first = s->n;
    for (int i = 0; i < n; i++) {
        contact_item *c =
            contact_set_append(s, e, body, at, &touch[i], &(contact_outline){.centre = touch[i].point, .share = 1});
        if (c) c->parent = -1;
    }
    match_places(s, e, t, first);
    for (int i = first; i < s->n; i++) {
        contact_item *c = &s->item[i];
        if (c->parent >= 0)
            contact_set_continue(s, e, c, &t->entry[c->parent]);
        else
            start_place(s, e, c, hardest);
    }
}

static double elastic_energy(const contact_set *s, const dyn_eval *e, const contact_item *c, double depth) {
    contact_press p = contact_set_press(s, e, c, depth, 0);
    return c->outline.share * (1 - c->memory.withheld) * contact_elastic_energy(&s->material, &p);
}

// Elastic energy of the last step's hits at the middle of the step, unscaled, without those that leave in this step
// [J].
static double energy_of_entries(const contact_set *s, const dyn_eval *e, const contact_memory_table *t, int body) {
    double sum = 0;
    for (int k = 0; k < t->n; k++) {
        const contact_entry *was = &t->entry[k];
        if (was->age > 0) continue;
        const contact_item c = {.body = body, .outline = was->outline, .memory = was->memory, .touch.area = was->area};
        double sinking = -vec3_dot(was->normal, contact_set_motion_of(s, e, body, was->point));
        if (!s->taken[k] && was->memory.borne + sinking <= 0) continue;
        sum += elastic_energy(s, e, &c, was->memory.borne + 0.5 * sinking);
    }
    return sum;
}

// Elastic energy of this step's hits, unscaled: at its end, and at its middle without those that close in this step
// [J].
static void energy_of_items(const contact_set *s, const dyn_eval *e, double *end, double *middle) {
    *end = *middle = 0;
    for (int i = 0; i < s->n; i++) {
        const contact_item *c = &s->item[i];
        double depth = contact_set_depth(s, c, e), sinking = contact_set_sinking(s, e, c);
        *end += elastic_energy(s, e, c, depth);
        if (depth - sinking > 0) *middle += elastic_energy(s, e, c, depth - 0.5 * sinking);
    }
}

static double limit_scale(double scale) { return fmin(fmax(scale, 1 / MOST_SCALE), MOST_SCALE); }

// Whether the deepest hit was less deep at the last step, if the geometry was that of now, than it sinks in this one.
static bool has_just_begun(const contact_set *s, const dyn_eval *e) {
    double deepest = 0, sinking = 0;
    for (int i = 0; i < s->n; i++) {
        double depth = contact_set_depth(s, &s->item[i], e);
        if (depth > deepest) deepest = depth, sinking = contact_set_sinking(s, e, &s->item[i]);
    }
    return deepest < 2 * sinking;
}

void contact_set_hand_on_energy(contact_set *s, const dyn_eval *e, const void *z, int body, double scale) {
    double was = energy_of_entries(s, e, z, body), end, middle;
    energy_of_items(s, e, &end, &middle);
    s->scale = was > 0 && middle > 0 && !has_just_begun(s, e) ? limit_scale(scale * was / middle) : 1;
}

// 1: all hits that touch are at rest; 0: one moves along its normal at v_min or faster.
static double slowness(const contact_set *s, const dyn_eval *e) {
    double fastest = 0;
    for (int i = 0; i < s->n; i++)
        if (s->item[i].depth > 0) fastest = fmax(fastest, fabs(contact_set_approach(s, e, &s->item[i])));
    return fmax(1 - fastest / s->material.v_min, 0);
}

double contact_set_next_scale(const contact_set *s, const dyn_eval *e, const void *z, int body, double scale) {
    double was = energy_of_entries(s, e, z, body), end, middle, next = s->scale;
    energy_of_items(s, e, &end, &middle);
    if (has_just_begun(s, e)) return next;
    if (was > 0 && middle > 0 && end > 0) next = limit_scale(next + (scale * was - next * middle) / end);
    return next + (1 - next) * fmin(e->h / SETTLES, 1) * slowness(s, e);
}
