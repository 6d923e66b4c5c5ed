// SPDX-License-Identifier: MIT
#include "contact/set/hull_body.h"

#define MATCH 0.15 // a region whose centre moved farther in one step is a different region [m]

static void predict(void *self, const dyn_eval *e, const void *z) {
    contact_hull_body *c = self;
    contact_region region[CONTACT_HULL_BODY_REGIONS];
    contact_touch touch[CONTACT_HULL_BODY_REGIONS];
    contact_outline outline[CONTACT_HULL_BODY_REGIONS];
    contact_set_begin(&c->set);
    c->info = (contact_detect_info){0};
    if (!dyn_body_active(e, c->body)) return;
    pose at = dyn_body_pose(e, c->body);
    int n = contact_detect(c->detector, &at, region, CONTACT_HULL_BODY_REGIONS, &c->info);
    for (int i = 0; i < n; i++) {
        const contact_region *r = &region[i];
        touch[i] = (contact_touch){
            .key = c->body, .point = r->deepest, .normal = r->normal, .depth = r->depth, .area = r->area};
        c->root[i] = r->root;
        outline[i] = (contact_outline){r->centre, {r->half[0], r->half[1]}, r->share};
    }
    contact_set_add_regions(&c->set, e, z, c->body, &at, touch, outline, n);
    if (c->info.dropped > 0) *e->events |= RT_EVENT_BIT(RT_EVENT_CONTACT_FULL);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    contact_hull_body *c = self;
    (void)z;
    contact_set_eval(&c->set, e);
}

static void accept(void *self, const dyn_eval *e, void *z) {
    contact_hull_body *c = self;
    c->impacts = contact_set_accept(&c->set, e, z, c->impact_speed);
    if (c->impacts > 0) *e->events |= RT_EVENT_BIT(RT_EVENT_HULL_IMPACT);
}

static double energy(const void *self, const dyn_eval *e, const void *z) {
    const contact_hull_body *c = self;
    (void)z;
    return contact_set_energy(&c->set, e);
}

rt_status contact_hull_body_create(contact_hull_body *c, int body, const contact_mesh *mesh,
                                   const contact_bvh *mesh_tree, const contact_mesh *hull, const contact_bvh *hull_tree,
                                   const contact_material *m) {
    *c = (contact_hull_body){.body = body, .impact_speed = 0.05};
    contact_region_def def = contact_region_def_default();
    c->detector = contact_detector_create(&def, mesh, mesh_tree, hull, hull_tree);
    if (!c->detector) return RT_ERR_MEMORY;
    c->force = (dyn_force){.self = c,
                           .phase = RT_PHASE_CONTACT,
                           .z_size = contact_set_z_size(CONTACT_HULL_BODY_REGIONS),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
    return contact_set_create(&c->set, m, CONTACT_HULL_BODY_REGIONS, MATCH);
}

void contact_hull_body_free(contact_hull_body *c) {
    contact_detector_destroy(c->detector);
    contact_set_free(&c->set);
    *c = (contact_hull_body){0};
}
