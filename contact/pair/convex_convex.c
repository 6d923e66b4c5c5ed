// SPDX-License-Identifier: MIT
// Convex shapes without a closed form: GJK; EPA if the cores intersect; then the manifold.
#include "contact/convex/convex.h"
#include "contact/pair/pair.h"

// Converts the cores' contact into that of the shapes.
static void set_touching(const contact_convex *c, vec3 normal, double depth, vec3 on_a, contact_touching *out) {
    *out = (contact_touching){normal, depth + c->round_a + c->round_b, vec3_madd(on_a, c->round_a, normal)};
}

bool contact_convex_find(const contact_convex *c, vec3 start, double margin, contact_convex_answer *out) {
    contact_gjk g;
    contact_gjk_run(c, start, margin + c->round_a + c->round_b, &g);
    *out = (contact_convex_answer){.supports = g.iterations, .capped = g.capped};
    if (g.answer == CONTACT_BEYOND) {
        out->touching.normal = g.normal;
        return false;
    }
    if (g.answer == CONTACT_APART) {
        set_touching(c, g.normal, -g.distance, g.on_a, &out->touching);
        out->slack = 0; // the distance is exact: a point of A - B has it
        return out->touching.depth > -margin;
    }
    contact_epa e;
    contact_epa_run(c, &g.simplex, false, &e);
    set_touching(c, e.normal, e.depth, e.on_a, &out->touching);
    out->slack = e.depth - e.bound, out->supports += e.vertices, out->capped |= e.capped | e.degraded;
    return out->touching.depth > -margin;
}

void contact_convex_store(const contact_convex_answer *found, const pose *at_a, contact_pair_memory *m) {
    bool meet = found->touching.depth > 0;
    m->axis = meet ? vec3_make(0, 0, 0) : vec3_scale(-1, mat3_mul(&at_a->r, found->touching.normal));
    m->capped += found->capped;
}

int contact_convex_hits(const contact_convex *c, const contact_convex_answer *found, const pose *at_a, double margin,
                        contact_hit *hit, int most) {
    contact_manifold manifold;
    contact_manifold_of(c, &found->touching, &manifold);
    return contact_manifold_hits(&manifold, at_a, margin, hit, most);
}

int contact_convex_convex(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                          double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)work;
    contact_convex c = contact_convex_make(a, at_a, b, at_b);
    contact_convex_answer found;
    bool near = contact_convex_find(&c, mat3_tmul(&at_a->r, vec3_scale(-1, m->axis)), margin, &found);
    contact_convex_store(&found, at_a, m);
    return near ? contact_convex_hits(&c, &found, at_a, margin, hit, most) : 0;
}
