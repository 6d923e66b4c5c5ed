// SPDX-License-Identifier: MIT
// Elastic part: each face gives its corners the nodal loads of its pressure against its own normal. With a pressure
// fixed to the hull that is a potential force. Damping and friction act in and across the hull's normal n at the
// vertex; of a load they see the share -n_body . n, the face's projection on the hull:
//     f = -Σ L n_body + N clip(d rate, -1, a) n + friction(N),   N = Σ L max(0, -n_body . n),
// so that the damper takes energy whichever way it moves, and F = K depth (1 + a rate/v0) where the face lies flat.
// Depth is that of the predicted coordinates and follows the vertex along n within the step.
#include "contact/hull_foundation.h"

#include <stdlib.h>
#include <string.h>

#define EDGE 0.03    // longest edge of the body's faces [m]
#define MEMORY 512   // loaded vertices whose friction is remembered
#define FORGET 3     // steps without load after which a vertex is a new one
#define REPORTED 32  // patches in the reports
#define WHISPER 1e-6 // weight of a remembered vertex that bears nothing [N]

typedef struct entry {
    int64_t vertex, patch, age; // age: steps since it bore load
    contact_memory memory;
} entry;

typedef struct table {
    int64_t n, patches; // patches: identities given so far
    entry entry[MEMORY];
} table;

static vec3 tangential(vec3 v, vec3 n) { return vec3_madd(v, -vec3_dot(v, n), n); }

// Where the vertices are at this iterate, and what the faces put on them.
static void take_loads(contact_hull_foundation *c, const dyn_eval *e) {
    const contact_foundation *g = &c->geometry;
    for (int i = 0; i < g->n_vertices; i++) {
        contact_foundation_node *n = &c->node[i];
        const contact_wet_vertex *v = &g->vertex[i];
        n->position = dyn_body_point(e, c->body, n->w);
        n->depth = v->depth - vec3_dot(v->normal, vec3_sub(n->position, v->x));
        n->rate = -vec3_dot(v->normal, dyn_body_velocity(e, c->body, n->w));
        n->elastic = vec3_make(0, 0, 0);
        n->load = n->area = 0;
    }
    for (int i = 0; i < g->n_faces; i++) {
        const contact_wet_face *f = &g->face[i];
        const int *v = f->corner;
        double depth[3] = {c->node[v[0]].depth, c->node[v[1]].depth, c->node[v[2]].depth}, load[3], wet[3];
        if (!contact_wet_triangle(depth, f->area, load, wet)) continue;
        for (int k = 0; k < 3; k++) {
            contact_foundation_node *n = &c->node[v[k]];
            double share = -vec3_dot(f->normal, g->vertex[v[k]].normal);
            n->elastic = vec3_madd(n->elastic, -c->modulus * load[k], f->normal);
            if (share <= 0) continue;
            n->load += c->modulus * share * load[k];
            n->area += share * wet[k];
        }
    }
}

// Gives the vertices what they remember, and the patches what their vertices do.
static void recall(contact_hull_foundation *c, const table *t) {
    const contact_foundation *g = &c->geometry;
    for (int k = 0; k < t->n; k++) {
        const entry *r = &t->entry[k];
        if (g->seen[r->vertex] != g->epoch) continue;
        int i = g->place[r->vertex];
        contact_foundation_patch *p = &c->patch[g->vertex[i].patch];
        double weight = r->memory.n_ref + WHISPER;
        c->node[i].memory = r->memory;
        p->fresh = false;
        p->v0 += weight * r->memory.v0;
        p->known += weight;
        if (weight > p->most) {
            p->most = weight;
            p->identity = r->patch;
        }
    }
}

// A fresh patch starts with the speed at which its load closes; others go on with the mean of theirs.
static void start_patches(contact_hull_foundation *c) {
    const contact_foundation *g = &c->geometry;
    for (int i = 0; i < g->n_vertices; i++) {
        contact_foundation_patch *p = &c->patch[g->vertex[i].patch];
        if (!p->fresh) continue;
        p->v0 += c->node[i].load * c->node[i].rate;
        p->known += c->node[i].load;
    }
    for (int k = 0; k < g->n_patches; k++) {
        contact_foundation_patch *p = &c->patch[k];
        p->v0 = p->known > 0 ? fmax(p->v0 / p->known, c->set.material.v_min) : c->set.material.v_min;
    }
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    contact_hull_foundation *c = self;
    contact_foundation *g = &c->geometry;
    c->info = (contact_detect_info){0};
    g->n_vertices = g->n_faces = g->n_patches = 0;
    if (!dyn_body_active(e, c->body)) return;
    pose at = dyn_body_pose(e, c->body);
    contact_foundation_detect(g, &at);
    c->info.pairs = g->n_faces;
    for (int i = 0; i < g->n_vertices; i++) {
        c->node[i] = (contact_foundation_node){0};
        dyn_body_weights(e->model, c->body, g->skin.vertex[g->vertex[i].vertex], c->node[i].w);
    }
    for (int k = 0; k < g->n_patches; k++) c->patch[k] = (contact_foundation_patch){.fresh = true};
    recall(c, z);
    take_loads(c, e);
    start_patches(c);
}

static vec3 slip_since_last(const contact_hull_foundation *c, const contact_foundation_node *n, vec3 normal,
                            const dyn_eval *e) {
    dyn_eval last = *e;
    last.q = e->q_last;
    return tangential(vec3_sub(n->position, dyn_body_point(&last, c->body, n->w)), normal);
}

// Damping by the approach speed of the patch, with the guard rails of contact_normal_force.
static double damping_of(const contact_hull_foundation *c, int patch) {
    const contact_material *m = &c->set.material;
    double a = c->set.hysteresis;
    return a / fmax(fmax(c->patch[patch].v0, m->v_min), a / m->damping_max);
}

// k_weight K + c_weight C of one vertex: the damper's own derivative counts within its bounds.
static mat3 tangent_of(const contact_hull_foundation *c, const dyn_eval *e, const contact_foundation_node *n,
                       vec3 normal, double damping, double bracket, const contact_friction *f) {
    bool free = bracket > -1 && bracket < c->set.hysteresis;
    double s = e->k_weight * c->modulus * n->area * (1 + bracket) + (free ? e->c_weight * n->load * damping : 0);
    const double v[3] = {normal.x, normal.y, normal.z};
    mat3 t;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t.m[i][j] = s * v[i] * v[j] + e->k_weight * f->k.m[i][j] + e->c_weight * f->c.m[i][j];
    return t;
}

static void eval_node(contact_hull_foundation *c, const dyn_eval *e, int i, vec3 sum[4]) {
    contact_foundation_node *n = &c->node[i];
    vec3 normal = c->geometry.vertex[i].normal;
    double damping = damping_of(c, c->geometry.vertex[i].patch);
    double bracket = fmin(fmax(damping * n->rate, -1), c->set.hysteresis);
    vec3 v = dyn_body_velocity(e, c->body, n->w);
    // friction is bound by the last step's elastic load, as that of every contact
    contact_friction f = contact_friction_force(&c->set.material, &n->memory, n->memory.n_ref, tangential(v, normal),
                                                slip_since_last(c, n, normal, e), normal);
    n->normal_force = n->load * (1 + bracket);
    n->friction = f.force;
    n->sticking = f.sticking;
    vec3 force = vec3_add(f.force, vec3_madd(n->elastic, n->load * bracket, normal));
    for (int k = 0; k < 4; k++) sum[k] = vec3_madd(sum[k], n->w[k], force);
    if (!e->tangent) return;
    mat3 t = tangent_of(c, e, n, normal, damping, bracket, &f);
    dyn_body_add_tangent(e, c->body, n->w, &t);
}

static bool bears(const contact_foundation_node *n) { return vec3_norm2(n->elastic) > 0 || n->memory.n_ref > 0; }

static void eval(void *self, const dyn_eval *e, const void *z) {
    contact_hull_foundation *c = self;
    vec3 sum[4] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    (void)z;
    if (c->geometry.n_faces == 0) return;
    take_loads(c, e);
    for (int i = 0; i < c->geometry.n_vertices; i++)
        if (bears(&c->node[i])) eval_node(c, e, i, sum);
    for (int k = 0; k < 4; k++) {
        double one[4] = {0};
        one[k] = 1;
        dyn_body_add_force(e, c->body, one, sum[k]);
    }
}

// Elastic energy k ∫ depth²/2 over the part of the hull's face that is covered: exact on a plane.
static double energy(const void *self, const dyn_eval *e, const void *z) {
    (void)e, (void)z;
    const contact_hull_foundation *c = self;
    double sum = 0;
    for (int i = 0; i < c->geometry.n_vertices; i++) sum += 0.5 * c->node[i].load * c->node[i].depth;
    return sum;
}

// The load that a vertex must bear for its friction to be remembered, so that no more than fit do.
static double least_load(const contact_hull_foundation *c) {
    double low = -1, high = 0; // all above low are too many, all above high fit
    int n = 0;
    for (int i = 0; i < c->geometry.n_vertices; i++) {
        n += c->node[i].load > 0;
        high = fmax(high, c->node[i].load);
    }
    if (n <= MEMORY) return 0;
    for (int pass = 0; pass < 60; pass++) {
        double middle = 0.5 * (low + high);
        n = 0;
        for (int i = 0; i < c->geometry.n_vertices; i++) n += c->node[i].load > middle;
        if (n > MEMORY)
            low = middle;
        else
            high = middle;
    }
    return high;
}

// An identity that two patches claim stays with the one whose claim bears more; the others get new ones.
static void give_identities(contact_hull_foundation *c, table *t) {
    int n = c->geometry.n_patches < MEMORY ? c->geometry.n_patches : MEMORY;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n && c->patch[k].identity; j++)
            if (j != k && c->patch[j].identity == c->patch[k].identity &&
                (c->patch[j].most > c->patch[k].most || (c->patch[j].most == c->patch[k].most && j < k)))
                c->patch[k].identity = 0;
    for (int k = 0; k < c->geometry.n_patches; k++)
        if (c->patch[k].identity == 0) c->patch[k].identity = ++t->patches;
}

static void keep_unloaded(const contact_hull_foundation *c, table *t) {
    const contact_foundation *g = &c->geometry;
    int64_t kept = 0;
    for (int64_t k = 0; k < t->n; k++) {
        entry *r = &t->entry[k];
        bool loaded = g->seen[r->vertex] == g->epoch && g->n_vertices > 0 && c->node[g->place[r->vertex]].load > 0;
        if (loaded || ++r->age > FORGET) continue;
        r->memory.bristle = vec3_make(0, 0, 0);
        r->memory.n_ref = 0;
        t->entry[kept++] = *r;
    }
    t->n = kept;
}

// The contact's memory of each loaded vertex; what bears load goes before what does not.
static void remember(contact_hull_foundation *c, const dyn_eval *e, table *t) {
    const contact_foundation *g = &c->geometry;
    double least = least_load(c);
    int loaded = 0;
    for (int i = 0; i < g->n_vertices; i++) loaded += c->node[i].load > least;
    if (t->n > MEMORY - loaded) t->n = MEMORY - loaded;
    for (int i = 0; i < g->n_vertices; i++) {
        contact_foundation_node *n = &c->node[i];
        const contact_wet_vertex *v = &g->vertex[i];
        if (n->load <= least) {
            c->info.dropped += n->load > 0;
            continue;
        }
        entry *r = &t->entry[t->n++];
        *r = (entry){.vertex = v->vertex, .patch = c->patch[v->patch].identity, .memory = n->memory};
        r->memory.bristle = contact_bristle_update(&c->set.material, &n->memory, n->memory.n_ref,
                                                   slip_since_last(c, n, v->normal, e), v->normal);
        r->memory.v0 = c->patch[v->patch].v0;
        r->memory.n_ref = n->load;
    }
}

// What the vertices of each patch add up to, in the form in which every contact is shown.
static void report(contact_hull_foundation *c, int patch) {
    const contact_foundation *g = &c->geometry;
    contact_item item = {.body = c->body, .fresh = c->patch[patch].fresh};
    double load = 0, stuck = 0;
    vec3 centre = {0, 0, 0}, normal = {0, 0, 0};
    for (int i = 0; i < g->n_vertices; i++) {
        const contact_foundation_node *n = &c->node[i];
        if (g->vertex[i].patch != patch || n->load <= 0) continue;
        load += n->load;
        stuck += n->sticking ? n->load : 0;
        centre = vec3_madd(centre, n->load, n->position);
        normal = vec3_madd(normal, n->load, g->vertex[i].normal);
        item.depth = fmax(item.depth, n->depth);
        item.touch.area += n->area;
        item.normal_force += n->normal_force;
        item.friction_force = vec3_add(item.friction_force, n->friction);
    }
    if (load <= 0) return;
    item.touch = (contact_touch){c->patch[patch].identity, vec3_scale(1 / load, centre), vec3_unit(normal), item.depth,
                                 item.touch.area};
    item.elastic_force = load;
    item.sticking = stuck > 0.5 * load;
    contact_set *s = &c->set;
    int at = s->n < s->capacity ? s->n++ : 0;
    if (at == 0 && s->n == s->capacity) { // full: in the place of the least loaded
        for (int k = 1; k < s->n; k++)
            if (s->item[k].elastic_force < s->item[at].elastic_force) at = k;
        if (s->item[at].elastic_force >= load) return;
    }
    s->item[at] = item;
}

static void accept(void *self, const dyn_eval *e, void *z) {
    contact_hull_foundation *c = self;
    table *t = z;
    int64_t before = t->n;
    give_identities(c, t);
    keep_unloaded(c, t);
    remember(c, e, t);
    if (before > t->n) memset(&t->entry[t->n], 0, (size_t)(before - t->n) * sizeof t->entry[0]);
    contact_set_begin(&c->set);
    for (int k = 0; k < c->geometry.n_patches; k++) report(c, k);
    c->impacts = 0;
    for (int k = 0; k < c->geometry.n_patches; k++) c->impacts += c->patch[k].fresh && c->patch[k].v0 > c->impact_speed;
    if (c->impacts > 0) *e->events |= 1u << RT_EVENT_HULL_IMPACT;
    if (c->info.dropped > 0) *e->events |= 1u << RT_EVENT_CONTACT_FULL;
}

rt_status contact_hull_foundation_create(contact_hull_foundation *c, int body, const contact_mesh *mesh,
                                         const contact_surface *hull, double modulus, const contact_material *m,
                                         rt_diag *d) {
    *c = (contact_hull_foundation){.body = body, .modulus = modulus, .impact_speed = 0.05};
    rt_status status = contact_foundation_create(&c->geometry, mesh, EDGE, hull, d);
    if (status == RT_OK) status = contact_set_create(&c->set, m, REPORTED, 0);
    if (status == RT_OK) {
        size_t n = (size_t)c->geometry.skin.nv + 1;
        c->node = calloc(n, sizeof *c->node);
        c->patch = calloc(n, sizeof *c->patch);
        if (!c->node || !c->patch) status = RT_ERR_MEMORY;
    }
    c->force = (dyn_force){.self = c,
                           .phase = RT_PHASE_CONTACT,
                           .z_size = sizeof(table),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
    if (status != RT_OK) contact_hull_foundation_free(c);
    return status;
}

void contact_hull_foundation_free(contact_hull_foundation *c) {
    contact_foundation_free(&c->geometry);
    contact_set_free(&c->set);
    free(c->node), free(c->patch);
    *c = (contact_hull_foundation){0};
}
