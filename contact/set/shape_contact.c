// SPDX-License-Identifier: MIT
#include "contact/set/shape_contact.h"
#include "contact/convex/support.h"

#define PI 3.14159265358979323846
#define NEAR_BY 0.1 // of the smaller shape's size

// The internal state. The memory of the contacts follows it, and of hits that go by place the scale of their energy.
typedef struct shape_memory {
    contact_pair_memory pair;
    contact_impact impact;
} shape_memory;

static const void *set_memory(const void *z) { return (const shape_memory *)z + 1; }

static double *scale_at(void *z) {
    return (double *)((char *)((shape_memory *)z + 1) + contact_set_z_size(CONTACT_PAIR_HITS));
}

static double scale_of(const void *z) {
    return *(const double *)((const char *)set_memory(z) + contact_set_z_size(CONTACT_PAIR_HITS));
}

static pose solid_pose(const dyn_eval *e, const contact_solid *s) {
    if (s->body < 0) return s->at;
    pose body = dyn_body_pose(e, s->body);
    return (pose){mat3_matmul(&body.r, &s->at.r), pose_point(&body, s->at.p)};
}

// Velocity of the shape's origin [m/s].
static vec3 solid_velocity(const dyn_eval *e, const contact_solid *s) {
    double w[4];
    if (s->body < 0) return vec3_make(0, 0, 0);
    dyn_body_weights(e->model, s->body, s->at.p, w);
    return dyn_body_velocity(e, s->body, w);
}

// Detection margin: the shapes' relative motion within the step. Detection starts from the predicted coordinates.
static double detection_margin(const contact_shape_contact *c, const dyn_eval *e) {
    return e->h * vec3_norm(vec3_sub(solid_velocity(e, c->a), solid_velocity(e, c->b)));
}

// Contact area of a hit. A law that presses on an area takes the patch of the two shapes at the point; others take the
// patch of the material.
static double area_of(const contact_shape_contact *c, const contact_hit *h) {
    const contact_material *m = &c->set.material;
    if (m->law == CONTACT_LAW_VOLUME) return contact_pair_area(&c->pair, h);
    return h->area > 0 ? h->area : PI * m->patch_radius * m->patch_radius;
}

static contact_touch touch_of(const contact_shape_contact *c, const contact_hit *h) {
    return (contact_touch){
        .key = h->feature, .point = h->point, .normal = h->normal, .depth = h->depth, .area = area_of(c, h)};
}

// The contacts' memory in the world frame.
static const void *memory_in_world(contact_shape_contact *c, const dyn_eval *e, const void *z) {
    pose other = {0};
    if (c->b->body >= 0) other = dyn_body_pose(e, c->b->body);
    return contact_set_memory(&c->set, set_memory(z), &other);
}

// Adds the hits of a pair, which are either all regions or all points.
static void add_hits(contact_shape_contact *c, const dyn_eval *e, const void *was, const contact_hit *hit, int n) {
    contact_touch touch[CONTACT_PAIR_HITS];
    contact_outline outline[CONTACT_PAIR_HITS];
    pose body = dyn_body_pose(e, c->a->body);
    for (int i = 0; i < n; i++) {
        touch[i] = touch_of(c, &hit[i]);
        outline[i] = hit[i].outline;
        if (!hit[i].region && !c->by_place) contact_set_add(&c->set, e, was, c->a->body, &body, &touch[i]);
    }
    if (c->by_place) contact_set_add_places(&c->set, e, was, c->a->body, &body, touch, n);
    if (n > 0 && hit[0].region) contact_set_add_regions(&c->set, e, was, c->a->body, &body, touch, outline, n);
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    contact_shape_contact *c = self;
    contact_hit hit[CONTACT_PAIR_HITS];
    contact_set_begin(&c->set);
    c->memory = ((const shape_memory *)z)->pair;
    pose a = solid_pose(e, c->a), b = solid_pose(e, c->b);
    int n = contact_pair_find(&c->pair, &a, &b, detection_margin(c, e), &c->memory, hit, c->most);
    int beyond = n > c->most ? n - c->most : 0;
    c->dropped = beyond + contact_pair_dropped(&c->pair);
    if (c->dropped > 0) *e->events |= RT_EVENT_BIT(RT_EVENT_CONTACT_FULL);
    const void *was = memory_in_world(c, e, z);
    add_hits(c, e, was, hit, n - beyond);
    if (c->by_place) contact_set_hand_on_energy(&c->set, e, was, c->a->body, scale_of(z));
}

static double longest_step(const void *self, const dyn_eval *e, const void *z) {
    const contact_shape_contact *c = self;
    return contact_impact_step(&c->set, e, &((const shape_memory *)z)->impact);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    contact_shape_contact *c = self;
    (void)z;
    contact_set_eval(&c->set, e);
}

static void accept(void *self, const dyn_eval *e, void *z) {
    contact_shape_contact *c = self;
    shape_memory *m = z;
    m->pair = c->memory;
    contact_impact_accept(&c->set, e, &m->impact);
    if (c->by_place)
        *scale_at(z) = contact_set_next_scale(&c->set, e, memory_in_world(c, e, z), c->a->body, scale_of(z));
    contact_set_accept(&c->set, e, m + 1, INFINITY);
}

static double energy(const void *self, const dyn_eval *e, const void *z) {
    const contact_shape_contact *c = self;
    (void)z;
    return contact_set_energy(&c->set, e);
}

static double size_of(const contact_shape *s) {
    if (s->kind == CONTACT_PLANE) return INFINITY;
    if (s->kind == CONTACT_MESH) return 0.5 * vec3_norm(vec3_sub(s->mesh->hi, s->mesh->lo));
    return contact_support_radius(s);
}

// Distance beyond which a remembered contact is a different one. Hits of the same feature in successive steps are the
// same contact at any distance; regions, and hits by place that do not bear yet, are matched by distance.
static double match_distance(const contact_shape_contact *c) {
    if (c->by_place) return NEAR_BY * fmin(size_of(&c->a->shape), size_of(&c->b->shape));
    const contact_mesh *a = c->a->shape.mesh, *b = c->b->shape.mesh;
    if (c->a->shape.kind != CONTACT_MESH || c->b->shape.kind != CONTACT_MESH) return INFINITY;
    return 0.5 * fmin(vec3_norm(vec3_sub(a->hi, a->lo)), vec3_norm(vec3_sub(b->hi, b->lo)));
}

rt_status contact_shape_contact_create(contact_shape_contact *c, const contact_solid *first,
                                       const contact_solid *second, const contact_material *material) {
    bool swapped = first->body < second->body; // the order of the arguments does not change the bits
    *c = (contact_shape_contact){
        .a = swapped ? second : first, .b = swapped ? first : second, .most = CONTACT_PAIR_HITS};
    if (first->body == second->body) return RT_ERR_FORMAT;
    rt_status status = contact_pair_create(&c->pair, &c->a->shape, &c->b->shape);
    if (status != RT_OK) return status;
    c->by_place = contact_pair_chooses_hits(&c->pair);
    c->force = (dyn_force){.self = c,
                           .phase = RT_PHASE_CONTACT,
                           .z_size = sizeof(shape_memory) + contact_set_z_size(CONTACT_PAIR_HITS) +
                                     (c->by_place ? sizeof(double) : 0),
                           .predict = predict,
                           .longest_step = longest_step,
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
    status = contact_set_create_between(&c->set, material, CONTACT_PAIR_HITS, match_distance(c), c->b->body);
    c->set.wanders = true;
    return status;
}

void contact_shape_contact_free(contact_shape_contact *c) {
    contact_pair_free(&c->pair);
    contact_set_free(&c->set);
    *c = (contact_shape_contact){0};
}

contact_shape_sum contact_shape_contact_sum(const contact_shape_contact *c) {
    contact_shape_sum sum = {0};
    vec3 friction = {0, 0, 0};
    for (int i = 0; i < c->set.n; i++) {
        const contact_item *k = &c->set.item[i];
        if (k->depth <= 0) continue;
        sum.hits++;
        sum.depth = fmax(sum.depth, k->depth);
        sum.normal += k->normal_force;
        friction = vec3_add(friction, k->friction_force);
    }
    sum.friction = vec3_norm(friction);
    return sum;
}
