// SPDX-License-Identifier: MIT
// A region that one plane cannot stand for (a shank wedged in the hawse pipe; a contour that does not close) as
// several: one for each cluster of hull triangles whose normals agree.
#include "contact/detector.h"

enum { MAX_CLUSTERS = 16, MAX_RAYS = 1 << 16 };

typedef struct cluster {
    vec3 leader; // normal of its first triangle
    vec3 normal; // weighted sum, then unit
    vec3 moment;
    double weight, area, depth;
    int feature, pairs;
} cluster;

// Weight of a hull triangle: its area inside a where the region is closed, else the length of its segments.
static double weight_of(const contact_patch *p, int closed) { return closed ? p->area : p->length; }

// Triangles in the order of their indices, so that the clusters' leaders stay while the pose changes a little (heap
// sort: in place, bounded).
static void sift(contact_patch *p, int i, int n) {
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && p[child + 1].tri > p[child].tri) child++;
        if (p[i].tri >= p[child].tri) return;
        contact_patch t = p[i];
        p[i] = p[child], p[child] = t;
    }
}

static void sort_by_triangle(contact_patch *p, int n) {
    for (int i = n / 2 - 1; i >= 0; i--) sift(p, i, n);
    for (int i = n - 1; i > 0; i--) {
        contact_patch t = p[0];
        p[0] = p[i], p[i] = t;
        sift(p, 0, i);
    }
}

static int nearest(const cluster *k, int n, vec3 normal, double *cosine) {
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
        nearest(k, n, normal, &cosine);
        if (weight_of(&c->patch[1][i], closed) > 0 && cosine < cos(c->def.split_angle))
            k[n++] = (cluster){.leader = normal, .feature = c->mesh[1]->nt};
    }
    return n;
}

static void gather(const contact_detector *c, cluster *k, int n, int closed) {
    for (int i = 0; i < c->n_patch[1]; i++) {
        const contact_patch *p = &c->patch[1][i];
        vec3 normal = c->mesh[1]->normal[p->tri];
        double cosine, w = weight_of(p, closed);
        cluster *to = &k[nearest(k, n, normal, &cosine)];
        to->weight += w;
        to->area += p->area;
        to->normal = vec3_madd(to->normal, w, normal);
        to->moment = vec3_madd(to->moment, w, p->at);
        if (p->tri < to->feature) to->feature = p->tri;
    }
    for (int i = 0; i < n; i++) k[i].normal = vec3_unit(k[i].normal);
}

static void count_pairs(const contact_detector *c, cluster *k, int n, int root) {
    for (int j = root; j >= 0; j = c->contour[j].next) {
        int i = c->contour[j].first;
        for (int m = 0; m < c->contour[j].count; m++, i = c->segment[i].next) {
            double cosine;
            k[nearest(k, n, c->mesh[1]->normal[c->segment[i].tri[1]], &cosine)].pairs++;
        }
    }
}

// Distance from x along the unit vector d to the triangle, when it is met and faces along d (side 1) or against it
// (-1); else 0.
static double ray(vec3 x, vec3 d, const vec3 t[3], double side) {
    vec3 n = vec3_cross(vec3_sub(t[1], t[0]), vec3_sub(t[2], t[0]));
    double along = vec3_dot(n, d);
    if (along * side <= 0) return 0;
    double distance = vec3_dot(n, vec3_sub(t[0], x)) / along;
    if (distance <= 0) return 0;
    vec3 hit = vec3_madd(x, distance, d);
    for (int i = 0; i < 3; i++)
        if (vec3_dot(n, vec3_cross(vec3_sub(t[(i + 1) % 3], t[i]), vec3_sub(hit, t[i]))) < 0) return 0;
    return distance;
}

// Depth of a's vertex x: along each cluster's normal to that cluster's triangles.
static void vertex_of_a(contact_detector *c, const pose *a_to_b, cluster *k, int n, vec3 x) {
    for (int i = 0; i < c->n_patch[1]; i++) {
        double cosine;
        cluster *to = &k[nearest(k, n, c->mesh[1]->normal[c->patch[1][i].tri], &cosine)];
        vec3 t[3];
        detector_triangle(c, a_to_b, 1, c->patch[1][i].tri, t);
        to->depth = fmax(to->depth, ray(x, to->normal, t, 1));
    }
}

// Depth of the hull's vertex v: against the normal of each cluster it belongs to, to a's triangles.
static void vertex_of_b(contact_detector *c, const pose *a_to_b, cluster *k, int n, int v) {
    const contact_mesh *m = c->mesh[1];
    int done[MAX_CLUSTERS] = {0};
    for (int j = m->vertex_tri_start[v]; j < m->vertex_tri_start[v + 1]; j++) {
        int tri = m->vertex_tri[j];
        double cosine;
        if (c->tri_epoch[1][tri] != c->region_epoch) continue;
        int i = nearest(k, n, m->normal[tri], &cosine);
        if (done[i]++) continue;
        for (int p = 0; p < c->n_patch[0]; p++) {
            vec3 t[3];
            detector_triangle(c, a_to_b, 0, c->patch[0][p].tri, t);
            k[i].depth = fmax(k[i].depth, ray(m->vertex[v], vec3_scale(-1, k[i].normal), t, 1));
        }
    }
}

static void measure_depths(contact_detector *c, const pose *a_to_b, cluster *k, int n, int root) {
    int rays = 0;
    for (int i = c->contour[root].inner; i >= 0; i = c->inner[i].next) {
        const contact_inner *in = &c->inner[i];
        rays += in->body == 0 ? c->n_patch[1] : 4 * c->n_patch[0];
        if (rays > MAX_RAYS) {
            c->dropped++;
            return;
        }
        if (in->body == 0) vertex_of_a(c, a_to_b, k, n, detector_vertex(c, a_to_b, 0, in->v));
        if (in->body == 1) vertex_of_b(c, a_to_b, k, n, in->v);
    }
}

void contact_stage_split(contact_detector *c, const pose *a_to_b, int root) {
    cluster k[MAX_CLUSTERS];
    int closed = c->contour[root].closed;
    sort_by_triangle(c->patch[1], c->n_patch[1]);
    int n = choose_leaders(c, k, closed);
    if (n == 0) return; // a contour of no length: a touch
    gather(c, k, n, closed);
    count_pairs(c, k, n, root);
    measure_depths(c, a_to_b, k, n, root);
    for (int i = 0; i < n; i++)
        contact_keep_region(c, &(contact_region){.centre = vec3_scale(1 / k[i].weight, k[i].moment),
                                                 .normal = k[i].normal,
                                                 .depth = k[i].depth,
                                                 .area = k[i].area,
                                                 .pairs = k[i].pairs,
                                                 .closed = 0,
                                                 .feature = k[i].feature});
}
