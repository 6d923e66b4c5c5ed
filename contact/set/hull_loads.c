// SPDX-License-Identifier: MIT
#include "contact/set/hull_loads.h"
#include "contact/tree/ball.h"
#include <stdlib.h>

static const double REACH = 1; // [m]

rt_status contact_hull_loads_create(contact_hull_loads *l, const contact_mesh *hull, const contact_bvh *tree) {
    *l = (contact_hull_loads){.hull = hull, .tree = tree};
    l->triangle = calloc((size_t)hull->nt + 1, sizeof *l->triangle);
    l->loaded = calloc((size_t)hull->nt + 1, sizeof *l->loaded);
    if (l->triangle && l->loaded) return RT_OK;
    contact_hull_loads_free(l);
    return RT_ERR_MEMORY;
}

void contact_hull_loads_free(contact_hull_loads *l) {
    free(l->triangle), free(l->loaded);
    *l = (contact_hull_loads){0};
}

int contact_hull_triangle(const contact_mesh *hull, const contact_bvh *tree, vec3 x) {
    return mesh_nearest(hull, tree, x, REACH).tri;
}

void contact_hull_loads_begin(contact_hull_loads *l) {
    l->step++;
    l->n_loaded = 0;
}

static void add_force(contact_hull_loads *l, int tri, double force, double area) {
    if (tri < 0 || !(force > 0)) return;
    contact_triangle_load *t = &l->triangle[tri];
    if (t->last != l->step) {
        t->count += t->last != l->step - 1 || t->steps == 0;
        t->last = l->step;
        t->steps++;
        t->now = 0;
        l->loaded[l->n_loaded++] = tri;
    }
    t->now += force;
    if (area > 0) t->peak_pressure = fmax(t->peak_pressure, force / area);
}

void contact_hull_loads_add_set(contact_hull_loads *l, const contact_set *s) {
    for (int k = 0; k < s->n; k++) {
        const contact_item *c = &s->item[k];
        if (c->normal_force > 0)
            add_force(l, contact_hull_triangle(l->hull, l->tree, c->touch.point), c->normal_force, c->touch.area);
    }
}

void contact_hull_loads_add_foundation(contact_hull_loads *l, const contact_hull_foundation *c) {
    for (int i = 0; i < c->geometry.n_vertices; i++) {
        const contact_foundation_node *n = &c->node[i];
        if (n->normal_force > 0)
            add_force(l, contact_hull_triangle(l->hull, l->tree, n->position), n->normal_force, n->area);
    }
}

void contact_hull_loads_end(contact_hull_loads *l, double t, double h) {
    for (int k = 0; k < l->n_loaded; k++) {
        contact_triangle_load *c = &l->triangle[l->loaded[k]];
        c->impulse += c->now * h;
        if (c->now > c->peak_force) c->peak_force = c->now, c->peak_time = t;
    }
}
