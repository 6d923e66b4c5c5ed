// SPDX-License-Identifier: MIT
// Measures the anchor's parts: extent from the crown pin, masses, and the shank against the bore.
#include "rt/review/circle.h"
#include "rt/review/private.h"
#include <stdlib.h>

static double largest_edge(const contact_mesh *m) {
    vec3 e = vec3_sub(m->hi, m->lo);
    return fmax(e.x, fmax(e.y, e.z));
}

static void measure_part(const contact_mesh *m, double given, double density, review_part *p) {
    p->low = m->lo.z, p->high = m->hi.z;
    p->size = largest_edge(m);
    p->by_mesh = contact_mesh_mass(m, density).mass;
    p->given = given > 0 ? given : p->by_mesh;
}

// The smallest circle around the shank from z on, seen along the shank: a pipe of that bore lets it pass straight.
// Faces that cross z count with the points of their edges at z.
static double envelope_above(const contact_mesh *m, double z) {
    double(*point)[2] = malloc((size_t)(3 * m->nt + 1) * sizeof *point);
    int n = 0;
    for (int k = 0; point && k < m->nt; k++)
        for (int i = 0; i < 3; i++) {
            vec3 a = m->vertex[m->tri[k].v[i]], b = m->vertex[m->tri[k].v[(i + 1) % 3]];
            bool crosses = a.z < z && b.z >= z;
            if (a.z < z && !crosses) continue;
            double t = crosses ? (z - a.z) / (b.z - a.z) : 0;
            point[n][0] = a.x + t * (b.x - a.x);
            point[n++][1] = a.y + t * (b.y - a.y);
        }
    double diameter = n > 0 ? 2 * review_circle_around(point, n).r : 0;
    free(point);
    return diameter;
}

void review_measure_anchor(const review_ship *s, review *r) {
    const scenario_anchor *a = &s->sc->anchor;
    measure_part(&s->shank->mesh, a->shank_mass, a->density, &r->part[REVIEW_SHANK]);
    measure_part(&s->head->mesh, a->head_mass, a->density, &r->part[REVIEW_HEAD]);
    r->hull_size = largest_edge(&s->hull->mesh);
    r->enters = s->sc->end.pin_distance;
    r->envelope = envelope_above(&s->shank->mesh, r->enters);
}
