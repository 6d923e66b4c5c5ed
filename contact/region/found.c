// SPDX-License-Identifier: MIT
// List of the regions of a detection: keeps the deepest if not all fit, and sorts them.
#include "contact/region/detector.h"

// Canonical order: by feature, then by position.
static int comes_before(const contact_region *a, const contact_region *b) {
    if (a->feature != b->feature) return a->feature < b->feature;
    if (a->centre.x != b->centre.x) return a->centre.x < b->centre.x;
    if (a->centre.y != b->centre.y) return a->centre.y < b->centre.y;
    return a->centre.z < b->centre.z;
}

static int shallowest(const contact_region *r, int n) {
    int low = 0;
    for (int i = 1; i < n; i++)
        if (r[i].depth < r[low].depth || (r[i].depth == r[low].depth && comes_before(&r[low], &r[i]))) low = i;
    return low;
}

void contact_store_region(contact_detector *c, const contact_region *r) {
    if (c->n_found < c->def.max_regions) {
        c->found[c->n_found++] = *r;
        return;
    }
    c->dropped++;
    int low = shallowest(c->found, c->n_found);
    if (r->depth > c->found[low].depth) c->found[low] = *r;
}

int contact_emit_regions(contact_detector *c, contact_region *out, int max) {
    for (; c->n_found > max; c->dropped++) {
        int low = shallowest(c->found, c->n_found);
        c->found[low] = c->found[--c->n_found];
    }
    for (int i = 0; i < c->n_found; i++) {
        int j = i;
        for (; j > 0 && comes_before(&c->found[i], &out[j - 1]); j--) out[j] = out[j - 1];
        out[j] = c->found[i];
    }
    return c->n_found;
}
