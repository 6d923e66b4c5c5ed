// SPDX-License-Identifier: MIT
// Convex shapes without a closed form: GJK, and EPA where they meet, then the manifold.
#include "contact/convex.h"

bool contact_convex_find(const contact_convex *c, vec3 start, double margin, contact_convex_answer *out) {
    contact_gjk g;
    contact_gjk_run(c, start, margin, &g);
    *out = (contact_convex_answer){.supports = g.iterations, .capped = g.capped};
    if (g.answer == CONTACT_BEYOND) {
        out->touching.normal = vec3_unit(vec3_scale(-1, g.nearest));
        return false;
    }
    if (g.answer == CONTACT_APART) {
        double distance = vec3_norm(g.nearest);
        vec3 on_a = {0, 0, 0};
        for (int i = 0; i < g.simplex.n; i++) on_a = vec3_madd(on_a, g.simplex.weight[i], g.simplex.v[i].a);
        out->touching = (contact_touching){vec3_scale(-1 / distance, g.nearest), -distance, on_a};
        return distance < margin;
    }
    contact_epa e;
    contact_epa_run(c, &g.simplex, &e);
    out->supports += e.vertices, out->capped |= e.capped | e.degraded;
    out->touching = (contact_touching){e.normal, e.depth, e.on_a};
    return e.depth > -margin;
}

void contact_convex_remember(const contact_convex_answer *found, const pose *at_a, contact_pair_memory *m) {
    m->axis = vec3_scale(-1, mat3_mul(&at_a->r, found->touching.normal));
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
    contact_convex_remember(&found, at_a, m);
    return near ? contact_convex_hits(&c, &found, at_a, margin, hit, most) : 0;
}
