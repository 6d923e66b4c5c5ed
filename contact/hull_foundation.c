// SPDX-License-Identifier: MIT
// Elastic part: each face gives its corners the nodal loads of its pressure against its own normal. With a pressure
// fixed to the hull that is a potential force. Damping and friction act in and across the hull's normal n at the
// vertex; of a load they see the share -n_body . n, the face's projection on the hull:
//     f = -Σ L n_body + N clip(d rate, -1, a) n + friction(N),   N = Σ L max(0, -n_body . n),
// so that the damper takes energy whichever way it moves, and F = K depth (1 + a rate/v0) where the face lies flat.
// Friction, bound by N, acts on the centre of pressure of some neighbouring vertices, the same ones in every step: many
// small bristles resist turning as well as sliding, and none has to be shared out when patches meet or part.
// Depth is that of the predicted coordinates and follows the vertex along n within the step.
#include "contact/hull_foundation.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY 256   // sites that are remembered
#define FORGET 3     // steps without load after which a site is a new one
#define REPORTED 32  // patches in the reports
#define WHISPER 1e-6 // weight of a remembered site that bears nothing [N]

typedef struct entry {
    int64_t cluster, patch, age; // age: steps since it bore load
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

// Gathers the loaded vertices into the sites of their clusters.
static void make_sites(contact_hull_foundation *c) {
    const contact_foundation *g = &c->geometry;
    for (int k = 0; k < c->n_sites; k++) c->site_of[c->site[k].cluster] = -1;
    c->n_sites = 0;
    for (int i = 0; i < g->n_vertices; i++) {
        contact_foundation_node *n = &c->node[i];
        int cluster = g->home[g->vertex[i].vertex];
        n->site = -1;
        if (n->load <= 0) continue;
        if (c->site_of[cluster] < 0) {
            c->site_of[cluster] = c->n_sites;
            c->site[c->n_sites++] = (contact_foundation_site){.cluster = cluster};
        }
        n->site = c->site_of[cluster];
        contact_foundation_site *s = &c->site[n->site];
        for (int k = 0; k < 4; k++) s->w[k] += n->load * n->w[k];
        s->normal = vec3_madd(s->normal, n->load, g->vertex[i].normal);
        s->load += n->load;
        if (n->load > s->most) s->most = n->load, s->patch = g->vertex[i].patch;
    }
    for (int i = 0; i < c->n_sites; i++) {
        contact_foundation_site *s = &c->site[i];
        for (int k = 0; k < 4; k++) s->w[k] /= s->load;
        s->normal = vec3_unit(s->normal);
    }
}

// Gives the sites what they remember, and the patches what their sites do.
static void recall(contact_hull_foundation *c, const table *t) {
    for (int k = 0; k < t->n; k++) {
        const entry *r = &t->entry[k];
        int i = c->site_of[r->cluster];
        if (i < 0) continue;
        contact_foundation_patch *p = &c->patch[c->site[i].patch];
        double weight = r->memory.n_ref + WHISPER;
        c->site[i].memory = r->memory;
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
    make_sites(c);
    if (!dyn_body_active(e, c->body)) return;
    pose at = dyn_body_pose(e, c->body);
    contact_foundation_detect(g, &at);
    c->info.pairs = g->n_faces;
    for (int i = 0; i < g->n_vertices; i++) {
        c->node[i] = (contact_foundation_node){0};
        dyn_body_weights(e->model, c->body, g->skin.vertex[g->vertex[i].vertex], c->node[i].w);
    }
    for (int k = 0; k < g->n_patches; k++) c->patch[k] = (contact_foundation_patch){.fresh = true};
    take_loads(c, e);
    make_sites(c);
    recall(c, z);
    start_patches(c);
}

static vec3 slip_since_last(const contact_hull_foundation *c, const contact_foundation_site *s, const dyn_eval *e) {
    dyn_eval last = *e;
    last.q = e->q_last;
    vec3 way = vec3_sub(dyn_body_point(e, c->body, s->w), dyn_body_point(&last, c->body, s->w));
    return tangential(way, s->normal);
}

// Damping by the approach speed of the patch, with the guard rails of contact_normal_force.
static double damping_of(const contact_hull_foundation *c, int patch) {
    const contact_material *m = &c->set.material;
    double a = c->set.hysteresis;
    return a / fmax(fmax(c->patch[patch].v0, m->v_min), a / m->damping_max);
}

static void add_force(const double w[4], vec3 f, vec3 sum[4]) {
    for (int k = 0; k < 4; k++) sum[k] = vec3_madd(sum[k], w[k], f);
}

// Elastic force and damping of one vertex. The damper's own derivative counts within its bounds.
static void eval_node(contact_hull_foundation *c, const dyn_eval *e, int i, vec3 sum[4]) {
    contact_foundation_node *n = &c->node[i];
    const contact_wet_vertex *v = &c->geometry.vertex[i];
    double damping = damping_of(c, v->patch), bracket = fmin(fmax(damping * n->rate, -1), c->set.hysteresis);
    n->normal_force = n->load * (1 + bracket);
    add_force(n->w, vec3_madd(n->elastic, n->load * bracket, v->normal), sum);
    if (!e->tangent) return;
    bool free = bracket > -1 && bracket < c->set.hysteresis;
    double s = e->k_weight * c->modulus * n->area * (1 + bracket) + (free ? e->c_weight * n->load * damping : 0);
    const double x[3] = {v->normal.x, v->normal.y, v->normal.z};
    mat3 t;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) t.m[r][k] = s * x[r] * x[k];
    dyn_body_add_tangent(e, c->body, n->w, &t);
}

// Friction of one site, bound by the last step's elastic load as that of every contact.
static void eval_site(contact_hull_foundation *c, const dyn_eval *e, contact_foundation_site *s, vec3 sum[4]) {
    vec3 v = tangential(dyn_body_velocity(e, c->body, s->w), s->normal);
    contact_friction f =
        contact_friction_force(&c->set.material, &s->memory, s->memory.n_ref, v, slip_since_last(c, s, e), s->normal);
    s->friction = f.force;
    s->sticking = f.sticking;
    add_force(s->w, f.force, sum);
    if (!e->tangent) return;
    mat3 t;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) t.m[r][k] = e->k_weight * f.k.m[r][k] + e->c_weight * f.c.m[r][k];
    dyn_body_add_tangent(e, c->body, s->w, &t);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    contact_hull_foundation *c = self;
    vec3 sum[4] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    (void)z;
    if (c->geometry.n_faces == 0) return;
    take_loads(c, e);
    for (int i = 0; i < c->geometry.n_vertices; i++)
        if (vec3_norm2(c->node[i].elastic) > 0) eval_node(c, e, i, sum);
    for (int i = 0; i < c->n_sites; i++) eval_site(c, e, &c->site[i], sum);
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

// The loads of the sites at the accepted coordinates.
static void weigh_sites(contact_hull_foundation *c) {
    for (int k = 0; k < c->n_sites; k++) c->site[k].load = 0;
    for (int i = 0; i < c->geometry.n_vertices; i++)
        if (c->node[i].site >= 0) c->site[c->node[i].site].load += c->node[i].load;
}

// The load that a site must bear to be remembered, so that no more are than fit.
static double least_load(const contact_hull_foundation *c) {
    double low = 0, high = 0; // above low are too many, above high they fit
    int n = 0;
    for (int k = 0; k < c->n_sites; k++) {
        n += c->site[k].load > 0;
        high = fmax(high, c->site[k].load);
    }
    if (n <= MEMORY) return 0;
    for (int pass = 0; pass < 60; pass++) {
        double middle = 0.5 * (low + high);
        n = 0;
        for (int k = 0; k < c->n_sites; k++) n += c->site[k].load > middle;
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
    int64_t kept = 0;
    for (int64_t k = 0; k < t->n; k++) {
        entry *r = &t->entry[k];
        int i = c->site_of[r->cluster];
        if ((i >= 0 && c->site[i].load > 0) || ++r->age > FORGET) continue;
        r->memory.bristle = vec3_make(0, 0, 0);
        r->memory.n_ref = 0;
        t->entry[kept++] = *r;
    }
    t->n = kept;
}

// The memory of each loaded site; what bears load goes before what does not.
static void remember(contact_hull_foundation *c, const dyn_eval *e, table *t) {
    double least = least_load(c);
    int loaded = 0;
    for (int k = 0; k < c->n_sites; k++) loaded += c->site[k].load > least;
    if (t->n > MEMORY - loaded) t->n = MEMORY - loaded;
    for (int k = 0; k < c->n_sites; k++) {
        const contact_foundation_site *s = &c->site[k];
        if (s->load <= least) {
            c->info.dropped += s->load > 0;
            continue;
        }
        entry *r = &t->entry[t->n++];
        *r = (entry){.cluster = s->cluster, .patch = c->patch[s->patch].identity};
        r->memory.bristle =
            contact_bristle_update(&c->set.material, &s->memory, s->memory.n_ref, slip_since_last(c, s, e), s->normal);
        r->memory.v0 = c->patch[s->patch].v0;
        r->memory.n_ref = s->load;
    }
}

// What the vertices and sites of each patch add up to, in the form in which every contact is shown. Sums first, means
// when all is there.
static void sum_patches(contact_hull_foundation *c) {
    const contact_foundation *g = &c->geometry;
    for (int i = 0; i < g->n_vertices; i++) {
        const contact_foundation_node *n = &c->node[i];
        contact_item *s = &c->patch[g->vertex[i].patch].sum;
        if (n->load <= 0) continue;
        s->touch.point = vec3_madd(s->touch.point, n->load, n->position);
        s->touch.normal = vec3_madd(s->touch.normal, n->load, g->vertex[i].normal);
        s->touch.area += n->area;
        s->depth = fmax(s->depth, n->depth);
        s->normal_force += n->normal_force;
        s->elastic_force += n->load;
    }
    for (int k = 0; k < c->n_sites; k++) {
        contact_foundation_patch *p = &c->patch[c->site[k].patch];
        p->sum.friction_force = vec3_add(p->sum.friction_force, c->site[k].friction);
        p->stuck += c->site[k].sticking ? c->site[k].load : 0;
    }
}

// Puts the patch among the reported ones, in the place of the least loaded when they are full.
static void report(contact_hull_foundation *c, const contact_foundation_patch *p) {
    contact_item item = p->sum;
    contact_set *s = &c->set;
    int at = 0;
    if (item.elastic_force <= 0) return;
    item.body = c->body;
    item.fresh = p->fresh;
    item.touch.key = p->identity;
    item.touch.point = vec3_scale(1 / item.elastic_force, item.touch.point);
    item.touch.normal = vec3_unit(item.touch.normal);
    item.touch.depth = item.depth;
    item.sticking = p->stuck > 0.5 * item.elastic_force;
    if (s->n < s->capacity) {
        s->item[s->n++] = item;
        return;
    }
    for (int k = 1; k < s->n; k++)
        if (s->item[k].elastic_force < s->item[at].elastic_force) at = k;
    if (s->item[at].elastic_force < item.elastic_force) s->item[at] = item;
}

static void accept(void *self, const dyn_eval *e, void *z) {
    contact_hull_foundation *c = self;
    table *t = z;
    int64_t before = t->n;
    weigh_sites(c);
    give_identities(c, t);
    keep_unloaded(c, t);
    remember(c, e, t);
    // what is no longer used is zero, so that equal states have equal bytes
    if (before > t->n) memset(&t->entry[t->n], 0, (size_t)(before - t->n) * sizeof t->entry[0]);
    contact_set_begin(&c->set);
    sum_patches(c);
    c->impacts = 0;
    for (int k = 0; k < c->geometry.n_patches; k++) {
        report(c, &c->patch[k]);
        c->impacts += c->patch[k].fresh && c->patch[k].sum.elastic_force > 0 && c->patch[k].v0 > c->impact_speed;
    }
    if (c->impacts > 0) *e->events |= 1u << RT_EVENT_HULL_IMPACT;
    if (c->info.dropped > 0) *e->events |= 1u << RT_EVENT_CONTACT_FULL;
}

rt_status contact_hull_foundation_create(contact_hull_foundation *c, int body, const contact_mesh *mesh,
                                         const contact_surface *hull, double modulus, const contact_material *m,
                                         rt_diag *d) {
    *c = (contact_hull_foundation){.body = body, .modulus = modulus, .impact_speed = 0.05};
    rt_status status = contact_foundation_create(&c->geometry, mesh, CONTACT_FOUNDATION_EDGE, hull, d);
    if (status == RT_OK) status = contact_set_create(&c->set, m, REPORTED, 0);
    if (status == RT_OK) {
        size_t n = (size_t)c->geometry.skin.nv + 1;
        c->node = calloc(n, sizeof *c->node);
        c->patch = calloc(n, sizeof *c->patch);
        c->site = calloc((size_t)c->geometry.n_clusters + 1, sizeof *c->site);
        c->site_of = calloc((size_t)c->geometry.n_clusters + 1, sizeof *c->site_of);
        if (!c->node || !c->patch || !c->site || !c->site_of) status = RT_ERR_MEMORY;
        for (int k = 0; status == RT_OK && k < c->geometry.n_clusters; k++) c->site_of[k] = -1;
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
    free(c->node), free(c->patch), free(c->site), free(c->site_of);
    *c = (contact_hull_foundation){0};
}
