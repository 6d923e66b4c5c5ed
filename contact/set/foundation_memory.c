// SPDX-License-Identifier: MIT
#include "contact/set/foundation_memory.h"

#include <string.h>

#define MEMORY 256        // capacity: remembered sites
#define LEAST_WEIGHT 1e-6 // least weight of a remembered site, so that an unloaded one counts [N]

typedef struct entry {
    int64_t cluster, patch, age; // age: steps since it last carried load
    contact_memory memory;
} entry;

typedef struct table {
    int64_t n, patches; // patches: number of identities assigned so far
    entry entry[MEMORY];
} table;

size_t foundation_z_size(void) { return sizeof(table); }

void foundation_restore_memory(contact_hull_foundation *c, const void *z) {
    const table *t = z;
    for (int k = 0; k < t->n; k++) {
        const entry *r = &t->entry[k];
        int i = c->site_of[r->cluster];
        if (i < 0) continue;
        contact_foundation_patch *p = &c->patch[c->site[i].patch];
        double weight = r->memory.n_ref + LEAST_WEIGHT;
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

// Sums the loads of the sites at the accepted coordinates.
static void sum_site_loads(contact_hull_foundation *c) {
    for (int k = 0; k < c->n_sites; k++) c->site[k].load = 0;
    for (int i = 0; i < c->geometry.n_vertices; i++)
        if (c->node[i].site >= 0) c->site[c->node[i].site].load += c->node[i].load;
}

// Load above which sites are remembered, so that they fit into the table.
static double least_load(const contact_hull_foundation *c) {
    double low = 0, high = 0; // too many sites above `low`, few enough above `high`
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

// Assigns identities. If several patches claim one, the patch whose claim carries most load keeps it; the others get
// new ones.
static void assign_identities(contact_hull_foundation *c, table *t) {
    int n = c->geometry.n_patches < MEMORY ? c->geometry.n_patches : MEMORY;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n && c->patch[k].identity; j++)
            if (j != k && c->patch[j].identity == c->patch[k].identity &&
                (c->patch[j].most > c->patch[k].most || (c->patch[j].most == c->patch[k].most && j < k)))
                c->patch[k].identity = 0;
    for (int k = 0; k < c->geometry.n_patches; k++)
        if (c->patch[k].identity == 0) c->patch[k].identity = ++t->patches;
}

static void age_unloaded(const contact_hull_foundation *c, table *t) {
    int64_t kept = 0;
    for (int64_t k = 0; k < t->n; k++) {
        entry *r = &t->entry[k];
        int i = c->site_of[r->cluster];
        if ((i >= 0 && c->site[i].load > 0) || ++r->age > CONTACT_FORGET) continue;
        r->memory.bristle = vec3_make(0, 0, 0);
        r->memory.n_ref = 0;
        t->entry[kept++] = *r;
    }
    t->n = kept;
}

// Stores an entry for each loaded site; loaded sites displace unloaded ones.
static void store_loaded(contact_hull_foundation *c, const dyn_eval *e, table *t) {
    double least = least_load(c);
    int loaded = 0;
    for (int k = 0; k < c->n_sites; k++) loaded += c->site[k].load > least;
    if (t->n > MEMORY - loaded) t->n = MEMORY - loaded;
    for (int k = 0; k < c->n_sites; k++) {
        contact_foundation_site *s = &c->site[k];
        if (s->load <= least) {
            c->info.dropped += s->load > 0;
            continue;
        }
        entry *r = &t->entry[t->n++];
        *r = (entry){.cluster = s->cluster, .patch = c->patch[s->patch].identity};
        contact_slide slide = {.n = s->memory.n_ref, .slip = foundation_slip(c, s, e), .normal = s->normal, .h = e->h};
        slide.v_t = foundation_tangential(dyn_body_velocity(e, c->body, s->w), s->normal);
        r->memory.bristle = contact_bristle_update(&c->set.material, &s->memory, &slide);
        s->memory.bristle = r->memory.bristle; // as in contact_set_accept
        r->memory.v0 = c->patch[s->patch].v0;
        r->memory.n_ref = s->load;
    }
}

// Sums the vertices and sites of each patch into an item for the reports. `point`, `normal` and `rate` are sums here;
// report_patch forms the means.
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
        s->rate += n->load * n->rate;
    }
    for (int k = 0; k < c->n_sites; k++) {
        contact_foundation_patch *p = &c->patch[c->site[k].patch];
        p->sum.friction_force = vec3_add(p->sum.friction_force, c->site[k].friction);
        p->stuck += c->site[k].sticking ? c->site[k].load : 0;
    }
}

// Adds the patch to the reported ones; if they are full it replaces the least loaded.
static void report_patch(contact_hull_foundation *c, const contact_foundation_patch *p) {
    contact_item item = p->sum;
    contact_set *s = &c->set;
    int at = 0;
    if (item.elastic_force <= 0) return;
    item.body = c->body;
    item.fresh = p->fresh;
    item.touch.key = item.identity = p->identity;
    item.memory.v0 = p->v0;
    item.rate /= item.elastic_force;
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

void foundation_store_memory(contact_hull_foundation *c, const dyn_eval *e, void *z) {
    table *t = z;
    int64_t before = t->n;
    sum_site_loads(c);
    assign_identities(c, t);
    age_unloaded(c, t);
    store_loaded(c, e, t);
    // unused entries are zero, so that equal states have equal bytes
    if (before > t->n) memset(&t->entry[t->n], 0, (size_t)(before - t->n) * sizeof t->entry[0]);
}

void foundation_report(contact_hull_foundation *c) {
    contact_set_begin(&c->set);
    sum_patches(c);
    for (int k = 0; k < c->geometry.n_patches; k++) report_patch(c, &c->patch[k]);
}
