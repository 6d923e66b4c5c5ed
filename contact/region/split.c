// SPDX-License-Identifier: MIT
// Splitting of a region that one plane cannot represent (a shank wedged in the hawse pipe; a contour that does not
// close): one region for each cluster of hull triangles with similar normals.
#include "contact/region/detector.h"
#include "contact/tree/ray.h"
#include <string.h>

enum { MAX_CLUSTERS = 16, RAY_BUDGET = 1 << 16 };

typedef struct cluster {
    vec3 leader;  // normal of the cluster's first triangle
    vec3 normal;  // weighted sum, then unit
    vec3 centre;  // weighted sum, then mean [m]
    vec3 deepest; // midpoint of the line of largest depth [m]
    double weight, area, depth;
    int feature, pairs;
} cluster;

// Weight of a hull triangle: its area inside a if the contour is closed, else the length of its segments.
static double patch_weight(const contact_patch *p, int closed) { return closed ? p->area : p->length; }

// Sorts triangles by index, so that the clusters' leaders stay the same when the pose changes a little (heapsort: in
// place, bounded).
static void sift_down(contact_patch *p, int i, int n) {
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && p[child + 1].tri > p[child].tri) child++;
        if (p[i].tri >= p[child].tri) return;
        contact_patch t = p[i];
        p[i] = p[child], p[child] = t;
    }
}

static void sort_by_triangle(contact_patch *p, int n) {
    for (int i = n / 2 - 1; i >= 0; i--) sift_down(p, i, n);
    for (int i = n - 1; i > 0; i--) {
        contact_patch t = p[0];
        p[0] = p[i], p[i] = t;
        sift_down(p, 0, i);
    }
}

static int nearest_leader(const cluster *k, int n, vec3 normal, double *cosine) {
    int best = -1;
    *cosine = -2;
    for (int i = 0; i < n; i++)
        if (vec3_dot(k[i].leader, normal) > *cosine) *cosine = vec3_dot(k[i].leader, normal), best = i;
    return best;
}

static int choose_leaders(const contact_detector *c, cluster *k, int closed) {
    int n = 0;
    for (int i = 0; i < c->n_patch[1] && n < MAX_CLUSTERS; i++) {
        vec3 normal = c->mesh[1]->normal[c->patch[1][i].tri];
        double cosine;
        nearest_leader(k, n, normal, &cosine);
        if (patch_weight(&c->patch[1][i], closed) > 0 && cosine < c->split_cosine)
            k[n++] = (cluster){.leader = normal, .feature = c->mesh[1]->nt};
    }
    return n;
}

static void gather_clusters(const contact_detector *c, cluster *k, int n, int closed) {
    for (int i = 0; i < c->n_patch[1]; i++) {
        const contact_patch *p = &c->patch[1][i];
        vec3 normal = c->mesh[1]->normal[p->tri];
        double cosine, w = patch_weight(p, closed);
        cluster *to = &k[nearest_leader(k, n, normal, &cosine)];
        to->weight += w;
        if (closed) to->area += p->area;
        to->normal = vec3_madd(to->normal, w, normal);
        to->centre = vec3_madd(to->centre, w, p->at);
        if (p->tri < to->feature) to->feature = p->tri;
    }
    for (int i = 0; i < n; i++)
        k[i].normal = vec3_unit(k[i].normal), k[i].centre = vec3_scale(1 / k[i].weight, k[i].centre);
}

// Counts the pairs of each cluster. If the contour is open, no area can be clipped: the area is then that of the
// sectors of its segments about the cluster's centre.
static void count_segments(const contact_detector *c, cluster *k, int n, int root) {
    int closed = c->contour[root].closed;
    for (int j = root; j >= 0; j = c->contour[j].next) {
        int i = c->contour[j].first;
        for (int m = 0; m < c->contour[j].count; m++, i = c->segment[i].next) {
            const contact_segment *s = &c->segment[i];
            double cosine;
            cluster *to = &k[nearest_leader(k, n, c->mesh[1]->normal[s->tri[1]], &cosine)];
            to->pairs++;
            if (closed) continue;
            vec3 x = vec3_sub(c->crossing[s->from].x, to->centre), y = vec3_sub(c->crossing[s->to].x, to->centre);
            to->area += 0.5 * fabs(vec3_dot(to->normal, vec3_cross(x, y)));
        }
    }
}

// Whether the surface at the vertex faces against d within the split angle: only surfaces that face each other press.
static int faces_against(const contact_detector *c, int body, int v, vec3 d) {
    const contact_mesh *m = c->mesh[body];
    for (int j = m->vertex_tri_start[v]; j < m->vertex_tri_start[v + 1]; j++)
        if (vec3_dot(m->normal[m->vertex_tri[j]], d) < -c->split_cosine) return 1;
    return 0;
}

// Depth of one inner vertex in each cluster: from a's vertex along the cluster's normal to the hull, or from the hull's
// vertex against it to a.
static void probe_depths(contact_detector *c, const pose *a_to_b, cluster *k, int n, const contact_inner *in,
                         int *budget) {
    int other = 1 - in->body;
    contact_ray_filter f = {c->tri_epoch[other], c->region_epoch, c->split_cosine, budget};
    vec3 from = detector_vertex(c, in->body, in->v), x = from;
    if (other == 0) x = pose_point_inverse(a_to_b, x);
    for (int i = 0; i < n; i++) {
        vec3 d = in->body == 0 ? k[i].normal : vec3_scale(-1, k[i].normal);
        // a's normals and tree are in a's frame
        vec3 d_a = mat3_tmul(&a_to_b->r, d), own = in->body == 0 ? d_a : d, to = other == 0 ? d_a : d;
        if (!faces_against(c, in->body, in->v, own)) continue;
        int tri;
        double reach = contact_ray_reach(c->mesh[other], c->tree[other], x, to, &f, &tri);
        if (!(reach > 0)) continue;
        double depth = reach * vec3_dot(c->mesh[other]->normal[tri], to);
        if (depth > k[i].depth) k[i].depth = depth, k[i].deepest = vec3_madd(from, 0.5 * depth, d);
    }
}

static void measure_depths(contact_detector *c, const pose *a_to_b, cluster *k, int n, int root) {
    int budget = RAY_BUDGET;
    for (int i = c->contour[root].inner; i >= 0 && budget > 0; i = c->inner[i].next)
        probe_depths(c, a_to_b, k, n, &c->inner[i], &budget);
    if (budget <= 0) c->dropped++;
}

// Whether any cluster has depth. Then clusters without depth carry nothing: the face of the pipe's end around the
// shank.
static int any_depth(const cluster *k, int n) {
    for (int i = 0; i < n; i++)
        if (k[i].depth > 0) return 1;
    return 0;
}

void contact_stage_split(contact_detector *c, const pose *a_to_b, int root) {
    cluster k[MAX_CLUSTERS];
    int closed = c->contour[root].closed;
    memcpy(c->sorted, c->patch[1], (size_t)c->n_patch[1] * sizeof *c->sorted);
    c->patch[1] = c->sorted;
    sort_by_triangle(c->sorted, c->n_patch[1]);
    contact_mark_patches(c);
    int n = choose_leaders(c, k, closed);
    if (n == 0) return; // a contour without length: a touch
    gather_clusters(c, k, n, closed);
    count_segments(c, k, n, root);
    measure_depths(c, a_to_b, k, n, root);
    int pressed = any_depth(k, n);
    for (int i = 0; i < n; i++) {
        if (pressed && k[i].depth == 0) continue;
        vec3 u = vec3_any_normal(k[i].normal); // its outline: a square of the cluster's area
        double side = 0.5 * sqrt(k[i].area);
        contact_store_region(
            c, &(contact_region){.centre = k[i].centre,
                                 .normal = k[i].normal,
                                 .deepest = k[i].depth > 0 ? k[i].deepest : k[i].centre,
                                 .half = {vec3_scale(side, u), vec3_scale(side, vec3_cross(k[i].normal, u))},
                                 .depth = k[i].depth,
                                 .area = k[i].area,
                                 .pairs = k[i].pairs,
                                 .closed = 0,
                                 .root = root,
                                 .feature = k[i].feature});
    }
}
