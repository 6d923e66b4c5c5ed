// SPDX-License-Identifier: MIT
#include "contact/set/show.h"

// Adds the item to the regions of the snapshot. Returns its index; -1: no room.
static int add_region(const contact_item *c, int contact, dyn_snapshot *out) {
    if (out->n_regions == DYN_SNAPSHOT_REGIONS) {
        out->undrawn++;
        return -1;
    }
    dyn_snapshot_region *r = &out->region[out->n_regions];
    *r = (dyn_snapshot_region){.centre = c->outline.centre,
                               .normal = c->touch.normal,
                               .half = {c->outline.half[0], c->outline.half[1]},
                               .contact = contact};
    if (vec3_norm2(r->half[0]) == 0) { // no outline: use a square of its area about the point
        vec3 u = vec3_any_normal(c->touch.normal);
        double side = 0.5 * sqrt(c->touch.area);
        r->centre = c->touch.point;
        r->half[0] = vec3_scale(side, u), r->half[1] = vec3_scale(side, vec3_cross(c->touch.normal, u));
    }
    return out->n_regions++;
}

// Whether the contours of item k are drawn with another item: of the items that share them the deepest draws them.
static bool is_drawn_with_another(const contact_hull_body *h, int k) {
    for (int i = 0; i < h->set.n; i++) {
        double more = h->set.item[i].depth - h->set.item[k].depth;
        if (i != k && h->root[i] == h->root[k] && (more > 0 || (more == 0 && i < k))) return true;
    }
    return false;
}

static void add_contours(const contact_hull_body *h, int root, int region, dyn_snapshot *out) {
    for (int k = 0; out->n_contours < DYN_SNAPSHOT_REGIONS; k++) {
        bool closed;
        int room = DYN_SNAPSHOT_CORNERS - out->n_corners;
        int n = contact_region_contour(h->detector, root, k, out->corner + out->n_corners, room, &closed);
        if (n == 0) return;
        if (n > room) {
            out->undrawn += n;
            continue;
        }
        out->contour[out->n_contours++] =
            (dyn_snapshot_contour){.region = region, .first = out->n_corners, .count = n, .closed = closed};
        out->n_corners += n;
    }
    out->undrawn++;
}

void contact_write_snapshot(const contact_set *s, const contact_hull_body *detail, dyn_snapshot *out) {
    int contact = out->n_contacts;
    contact_set_snapshot(s, out);
    for (int k = 0; k < s->n && contact < out->n_contacts; k++) {
        const contact_item *c = &s->item[k];
        if (c->depth <= 0) continue;
        int region = c->touch.area > 0 ? add_region(c, contact, out) : -1;
        contact++;
        if (region >= 0 && detail && !is_drawn_with_another(detail, k))
            add_contours(detail, detail->root[k], region, out);
    }
}
