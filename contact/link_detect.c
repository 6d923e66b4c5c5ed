// SPDX-License-Identifier: MIT
// Contacts of one link with a hull. Every candidate triangle that the tube reaches gives its hits and stretches
// (link_touch.c); the touched triangles are grouped into patches from the deepest on, over shared edges, while their
// normals stay within feature_angle of the patch's first; a patch gives each straight piece one or two contacts
// (link_line.c) and each semicircle one.
//
// A semicircle and the straight pieces that it joins share their seams, and a link that lies flat touches with all of
// them. The ends of the straight pieces then carry: a semicircle carries what its depth exceeds theirs on the same
// patch. So a contact that moves across a seam is passed on from one to the other without a jump and is never counted
// twice.
#include "contact/link_detect.h"

// Contacts of a patch or of the link, in the link frame.
typedef struct link_list {
    int n, dropped;
    link_hit at[LINK_FOUND_MAX];
} link_list;

static void add(link_list *list, const contact_link_shape *s, const link_hit *h) {
    // The same closest point again, from the next face at an edge or the next primitive at a seam.
    for (int i = 0; i < list->n; i++)
        if (vec3_norm2(vec3_sub(list->at[i].curve, h->curve)) < 1e-12 * s->radius * s->radius &&
            vec3_dot(list->at[i].normal, h->normal) > 1 - 1e-6)
            return;
    if (list->n == LINK_FOUND_MAX)
        list->dropped++;
    else
        list->at[list->n++] = *h;
}

// Candidates may come in any order; what is touched is kept by triangle.
static void sort_touched(link_touching *w) {
    for (int i = 1; i < w->n_touched; i++) {
        link_touched x = w->touched[i];
        int j = i;
        for (; j > 0 && w->touched[j - 1].triangle > x.triangle; j--) w->touched[j] = w->touched[j - 1];
        w->touched[j] = x;
    }
}

static link_touched *touched_of(link_touching *w, int triangle) {
    int lo = 0, hi = w->n_touched;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (w->touched[mid].triangle < triangle)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < w->n_touched && w->touched[lo].triangle == triangle ? &w->touched[lo] : NULL;
}

// Floods patch `patch` from `seed` over edges.
static void flood(link_touching *w, int seed, int patch, double cos_feature) {
    int stack[LINK_TOUCHED_MAX], n = 0;
    vec3 normal = w->hull->normal[w->touched[seed].triangle];
    w->touched[seed].patch = patch;
    stack[n++] = seed;
    while (n > 0) {
        const contact_tri *tri = &w->hull->tri[w->touched[stack[--n]].triangle];
        for (int k = 0; k < 3; k++) {
            link_touched *next = tri->adj[k] < 0 ? NULL : touched_of(w, tri->adj[k]);
            if (!next || next->patch >= 0 || vec3_dot(normal, w->hull->normal[next->triangle]) < cos_feature) continue;
            next->patch = patch;
            stack[n++] = (int)(next - w->touched);
        }
    }
}

// Deepest first; returns how many patches have a contact.
static int make_patches(link_touching *w, double feature_angle) {
    double cos_feature = cos(feature_angle) - 1e-12;
    for (int patch = 0;; patch++) {
        int seed = -1;
        for (int i = 0; i < w->n_touched; i++)
            if (w->touched[i].patch < 0 && w->touched[i].depth > 0 &&
                (seed < 0 || w->touched[i].depth > w->touched[seed].depth))
                seed = i;
        if (seed < 0) return patch;
        flood(w, seed, patch, cos_feature);
    }
}

// The deepest hit of a primitive on a patch; the lower triangle of a tie.
static const link_hit *deepest_hit(link_touching *w, int patch, int primitive) {
    const link_hit *best = NULL;
    for (int i = 0; i < w->n_hits; i++) {
        const link_hit *h = &w->hit[i];
        if (h->primitive != primitive || touched_of(w, h->triangle)->patch != patch) continue;
        if (!best || h->depth > best->depth || (h->depth == best->depth && h->triangle < best->triangle)) best = h;
    }
    return best;
}

static int stretches_of(link_touching *w, int patch, int straight, const link_stretch **out) {
    int n = 0;
    for (int i = 0; i < w->n_stretches; i++) {
        const link_stretch *x = &w->stretch[i];
        if (x->straight == straight && touched_of(w, x->triangle)->patch == patch) out[n++] = x;
    }
    // By place, then by triangle: independent of the candidates' order.
    for (int i = 1; i < n; i++) {
        const link_stretch *x = out[i];
        int j = i;
        for (; j > 0 &&
               (out[j - 1]->z[0] > x->z[0] || (out[j - 1]->z[0] == x->z[0] && out[j - 1]->triangle > x->triangle));
             j--)
            out[j] = out[j - 1];
        out[j] = x;
    }
    return n;
}

// The greatest depth that the straight pieces carry at seam z = end h.
static double carried_at_seam(const contact_link_shape *s, const link_hit *lines, int n, int end) {
    double depth = 0;
    for (int i = 0; i < n; i++)
        if (fabs(lines[i].curve.z - end * s->half) < s->tube) depth = fmax(depth, lines[i].depth);
    return depth;
}

static void add_patch(link_touching *w, int patch, link_list *list) {
    const link_stretch *stretch[LINK_STRETCHES_MAX];
    link_hit lines[4];
    int n = 0;
    for (int k = 0; k < 2; k++) {
        int count = stretches_of(w, patch, k, stretch);
        n += link_line_contacts(w->shape, deepest_hit(w, patch, k), stretch, count, lines + n);
    }
    for (int i = 0; i < n; i++) add(list, w->shape, &lines[i]);
    for (int k = 2; k < 4; k++) {
        const link_hit *h = deepest_hit(w, patch, k);
        if (!h) continue;
        link_hit rest = *h;
        rest.depth -= carried_at_seam(w->shape, lines, n, k == 2 ? 1 : -1);
        if (rest.depth > 1e-6 * w->shape->tube) add(list, w->shape, &rest);
    }
}

// -1, 0, 1: the order of results, by primitive, triangle and place.
static int canonical(const link_hit *a, const link_hit *b) {
    if (a->primitive != b->primitive) return a->primitive < b->primitive ? -1 : 1;
    if (a->triangle != b->triangle) return a->triangle < b->triangle ? -1 : 1;
    return a->curve.z < b->curve.z ? -1 : a->curve.z > b->curve.z;
}

static void sort_hits(link_hit *h, int n, bool by_depth) {
    for (int i = 1; i < n; i++) {
        link_hit x = h[i];
        int j = i;
        for (; j > 0; j--) {
            bool after =
                by_depth && h[j - 1].depth != x.depth ? h[j - 1].depth < x.depth : canonical(&h[j - 1], &x) > 0;
            if (!after) break;
            h[j] = h[j - 1];
        }
        h[j] = x;
    }
}

static void put(const link_touching *w, const link_hit *h, contact_link_point *out) {
    vec3 surface = vec3_madd(h->curve, -w->shape->tube, h->normal);
    *out = (contact_link_point){pose_point(w->link, surface), mat3_mul(&w->link->r, h->normal), h->depth, h->primitive,
                                h->triangle};
}

int contact_link_detect(const contact_link_shape *s, const pose *link, const contact_mesh *hull, const int *candidates,
                        int n_candidates, double feature_angle, contact_link_point *out, int max) {
    link_touching w;
    link_list list;
    w.shape = s;
    w.link = link;
    w.hull = hull;
    w.n_touched = w.n_hits = w.n_stretches = w.dropped = 0;
    list.n = list.dropped = 0;
    for (int i = 0; i < n_candidates; i++) link_touch(&w, candidates[i]);
    sort_touched(&w);
    int patches = make_patches(&w, feature_angle);
    for (int patch = 0; patch < patches; patch++) add_patch(&w, patch, &list);
    int kept = list.n < max ? list.n : max, dropped = w.dropped + list.dropped;
    sort_hits(list.at, list.n, true);
    sort_hits(list.at, kept, false);
    for (int i = 0; i < kept; i++) put(&w, &list.at[i], &out[i]);
    if (dropped == 0) return list.n;
    for (int i = kept; i < max; i++) out[i] = (contact_link_point){{0, 0, 0}, {0, 0, 1}, 0, -1, -1};
    return (list.n > max ? list.n : max) + dropped;
}
