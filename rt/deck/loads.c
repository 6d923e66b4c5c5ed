// SPDX-License-Identifier: MIT
// What the hull bears: loads by triangle, and the input to the log of blows.
#include "rt/deck/private.h"

enum { MOST = 128 }; // touches: more than both parts' contact sets hold

static void add_part(contact_hull_loads *l, const deck_part_contact *p) {
    if (p->set == &p->foundation.set)
        contact_hull_loads_add_foundation(l, &p->foundation);
    else
        contact_hull_loads_add_set(l, p->set);
}

void deck_add_hull_loads(const deck *dk, contact_hull_loads *l) {
    contact_hull_loads_begin(l);
    add_part(l, &dk->shank_contact);
    add_part(l, &dk->head_contact);
    contact_hull_loads_add_set(l, &dk->link_contact.set);
    for (int k = 0; k < dk->n_special; k++) contact_hull_loads_add_set(l, &dk->special[k].contact.set);
    contact_hull_loads_end(l, sim_time(dk->sim), dk->sim->model.h);
}

static int collect_touches(const deck *dk, const deck_part_contact *p, int body, bool head, blow_touch *touch, int n) {
    dyn_eval e = dyn_eval_at(&dk->sim->model, &dk->sim->state);
    pose at = dyn_body_pose(&e, body);
    for (int k = 0; k < p->set->n && n < MOST; k++) {
        const contact_item *c = &p->set->item[k];
        bool struck = c->fresh && c->depth > 0 && c->memory.v0 > *p->impact_speed;
        touch[n++] = (blow_touch){.identity = c->identity,
                                  .head = head,
                                  .struck = struck,
                                  .part = jam_part(&dk->jam_def, head, pose_point_inverse(&at, c->touch.point)),
                                  .face = jam_face(&dk->jam_def, c->touch.point, c->touch.normal),
                                  .point = c->touch.point,
                                  .normal = c->touch.normal,
                                  .force = c->normal_force,
                                  .elastic_force = c->elastic_force,
                                  .rate = c->rate,
                                  .approach = c->memory.v0,
                                  .area = c->touch.area};
    }
    return n;
}

void deck_log_blows(deck *dk) {
    blow_touch touch[MOST];
    int n = collect_touches(dk, &dk->shank_contact, dk->anchor.shank, false, touch, 0);
    n = collect_touches(dk, &dk->head_contact, dk->anchor.head, true, touch, n);
    blow_log_update(&dk->blows, touch, n, sim_time(dk->sim), dk->sim->model.h);
}

int deck_hull_triangle(const void *ctx, vec3 place) {
    const deck *dk = ctx;
    return contact_hull_triangle(&dk->hull.mesh, &dk->hull.tree, place);
}
