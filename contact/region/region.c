// SPDX-License-Identifier: MIT
// Plane, centroid and indentation of each contact region (Dopico et al. 2011 §IV-D..F), in the order of the papers,
// with these repairs. The plane's normal is the contour's vector area, which needs no fit and has a sign. The inner
// vertices come from a flood fill, not from a projection. The indentation is the overlap's extent along the normal
// (depth.c).
#include "contact/region/detector.h"
#include "contact/tree/bvh_box.h"

contact_region_def contact_region_def_default(void) {
    return (contact_region_def){.max_pairs = 16384,
                                .max_segments = 4096,
                                .max_vertices = 4096,
                                .max_regions = 32,
                                .split_angle = 60 * 3.14159265358979323846 / 180,
                                .margin = 0.006};
}

static bool make_body(contact_detector *c, int body) {
    size_t nv = (size_t)c->mesh[body]->nv + 1, nt = (size_t)c->mesh[body]->nt + 1; // never 0
    c->label[body] = calloc(nv, sizeof *c->label[body]);
    c->label_epoch[body] = calloc(nv, sizeof *c->label_epoch[body]);
    c->tri_epoch[body] = calloc(nt, sizeof *c->tri_epoch[body]);
    c->tri_patch[body] = calloc(nt, sizeof *c->tri_patch[body]);
    c->inner_of[body] = calloc(nv, sizeof *c->inner_of[body]);
    c->patches[body] = calloc((size_t)c->patch_max, sizeof *c->patches[body]);
    c->stretch[body] = calloc((size_t)c->patch_max, sizeof *c->stretch[body]);
    c->chord[body] = calloc((size_t)c->patch_max, sizeof *c->chord[body]);
    return c->label[body] && c->label_epoch[body] && c->inner_of[body] && c->tri_epoch[body] && c->tri_patch[body] &&
           c->patches[body] && c->stretch[body] && c->chord[body];
}

static bool make_scratch(contact_detector *c) {
    size_t segments = (size_t)c->def.max_segments;
    c->patch_max = c->def.max_segments + 3 * c->def.max_vertices;
    c->segment = calloc(segments, sizeof *c->segment);
    c->crossing = calloc(2 * segments, sizeof *c->crossing);
    c->flat = calloc(2 * segments, sizeof *c->flat);
    c->sorted = calloc((size_t)c->patch_max, sizeof *c->sorted);
    c->contour = calloc(segments, sizeof *c->contour);
    c->inner = calloc((size_t)c->def.max_vertices, sizeof *c->inner);
    c->extent = calloc((size_t)c->def.max_vertices, sizeof *c->extent);
    c->wanted = calloc((size_t)c->mesh[0]->nv + 1, sizeof *c->wanted);
    c->wanted_epoch = calloc((size_t)c->mesh[0]->nv + 1, sizeof *c->wanted_epoch);
    size_t regions = (size_t)c->def.max_regions;
    c->found = calloc(regions, sizeof *c->found);
    c->link = calloc(regions * regions, sizeof *c->link);
    return c->segment && c->crossing && c->flat && c->sorted && c->wanted && c->wanted_epoch && c->contour &&
           c->inner && c->extent && c->found && c->link && contact_table_make(&c->pair, c->def.max_segments) &&
           contact_table_make(&c->edge, 2 * c->def.max_segments) && make_body(c, 0) && make_body(c, 1) &&
           contact_pairs_create(&c->pairs, c->mesh[0], c->tree[0], c->mesh[1], c->tree[1], c->def.max_pairs,
                                c->def.margin) == RT_OK;
}

contact_detector *contact_detector_create(const contact_region_def *def, const contact_mesh *a, const contact_bvh *ta,
                                          const contact_mesh *b, const contact_bvh *tb) {
    contact_detector *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->def = *def;
    c->split_cosine = cos(def->split_angle);
    c->mesh[0] = a, c->mesh[1] = b;
    c->tree[0] = ta, c->tree[1] = tb;
    if (make_scratch(c)) return c;
    contact_detector_destroy(c);
    return NULL;
}

void contact_detector_destroy(contact_detector *c) {
    if (!c) return;
    for (int body = 0; body < 2; body++) {
        free(c->label[body]), free(c->label_epoch[body]), free(c->inner_of[body]);
        free(c->tri_epoch[body]), free(c->tri_patch[body]);
        free(c->patches[body]), free(c->stretch[body]), free(c->chord[body]);
    }
    contact_pairs_free(&c->pairs), free(c->segment), free(c->crossing), free(c->flat), free(c->contour);
    free(c->sorted), free(c->wanted), free(c->wanted_epoch);
    free(c->inner), free(c->extent), free(c->found), free(c->link), free(c->pair.slot), free(c->edge.slot);
    free(c);
}

// Whether the vector area is larger than the rounding of the contour's corners.
static int area_is_significant(const contact_outline_sums *o, vec3 mean) {
    double size = bvh_max(fabs(mean.x), bvh_max(fabs(mean.y), fabs(mean.z))) + o->length;
    return vec3_norm(o->area) > 1e-13 * size * o->length;
}

// Sums over the corners of a region in coordinates of the contact plane.
typedef struct corner_sums {
    double area, u, v; // area of the polygon [m²], its first moments [m³]
    double radius2;    // squared distance of the farthest corner from the origin [m²]
    double n, x, y;    // number of corners; first moments [m]
    double xx, xy, yy; // second moments [m²]
    double low, high;  // lowest and highest corner over the plane [m]
} corner_sums;

// Converts the region's corners to coordinates of the plane and sums them: the polygon by eq. 25 of the paper.
static corner_sums project_corners(contact_detector *c, const contact_plane *p, int root) {
    corner_sums s = {0};
    for (int k = root; k >= 0; k = c->contour[k].next) {
        const int first = c->contour[k].corner, n = c->contour[k].count;
        vec3 last = c->flat[first + n - 1] = contact_to_plane(p, c->crossing[first + n - 1].x);
        for (int i = first; i < first + n; i++) {
            vec3 x = contact_to_plane(p, c->crossing[i].x);
            double part = 0.5 * (x.x * last.y - x.y * last.x); // the contour is walked backwards
            c->flat[i] = x;
            s.area += part;
            s.u += part / 3 * (last.x + x.x), s.v += part / 3 * (last.y + x.y);
            s.radius2 = bvh_max(s.radius2, vec3_norm2(x));
            s.low = bvh_min(s.low, x.z), s.high = bvh_max(s.high, x.z);
            s.x += x.x, s.y += x.y;
            s.xx += x.x * x.x, s.xy += x.x * x.y, s.yy += x.y * x.y;
            last = x;
        }
        s.n += n;
    }
    return s;
}

// Centroid of the contours' projection into the plane. If the projection crosses itself, the net area may be small and
// the centroid far away; it is limited to the contour's radius.
static vec3 plane_centroid(const corner_sums *s) {
    vec3 offset = vec3_make(s->u / s->area, s->v / s->area, 0);
    double excess = sqrt(vec3_norm2(offset) / s->radius2);
    return vec3_scale(excess > 1 ? 1 / excess : 1, offset);
}

// Whether one plane cannot represent the region, because its hull surface faces a from many sides. Two criteria, both
// measured by exact areas so that they change gradually with the pose. First, the normals cancel out (a body that runs
// right through). Second, a quarter of the surface turns from the mean by more than the split angle, and the surface is
// hollow about the contour's middle. A sharp edge or corner of the hull that enters a flat of a has such normals too,
// but bulges: it is not split.
static int needs_split(const contact_detector *c, vec3 middle) {
    vec3 sum = {0, 0, 0};
    double area = 0, turned = 0, hollow = 0;
    for (int i = 0; i < c->n_patch[1]; i++) {
        const contact_patch *p = &c->patch[1][i];
        sum = vec3_madd(sum, p->area, p->normal);
        area += p->area;
        hollow += p->area * vec3_dot(p->normal, vec3_sub(middle, p->at));
    }
    if (area == 0) return 0;
    if (vec3_norm(sum) < 0.02 * area) return 1;
    vec3 mean = vec3_unit(sum);
    for (int i = 0; i < c->n_patch[1]; i++)
        if (vec3_dot(c->patch[1][i].normal, mean) < c->split_cosine) turned += c->patch[1][i].area;
    return turned > 0.25 * area && hollow > 0;
}

// Half axes of the box about the centre that holds the contours, along the principal axes of their corners.
static void set_box(const contact_detector *c, const contact_plane *p, int root, const corner_sums *s, vec3 centre,
                    vec3 half[2]) {
    double xx = s->xx + centre.x * (s->n * centre.x - 2 * s->x), yy = s->yy + centre.y * (s->n * centre.y - 2 * s->y),
           xy = s->xy + s->n * centre.x * centre.y - centre.x * s->y - centre.y * s->x, along = 0, across = 0;
    double angle = 0.5 * atan2(2 * xy, xx - yy), cosine = cos(angle), sine = sin(angle);
    for (int k = root; k >= 0; k = c->contour[k].next) {
        const vec3 *corner = &c->flat[c->contour[k].corner];
        for (int i = 0; i < c->contour[k].count; i++) {
            double x = corner[i].x - centre.x, y = corner[i].y - centre.y;
            along = bvh_max(along, fabs(cosine * x + sine * y)), across = bvh_max(across, fabs(cosine * y - sine * x));
        }
    }
    half[0] = vec3_scale(along, vec3_madd(vec3_scale(cosine, p->u), sine, p->v));
    half[1] = vec3_scale(across, vec3_madd(vec3_scale(cosine, p->v), -sine, p->u));
}

static void measure_region(contact_detector *c, const pose *a_to_b, int root) {
    const contact_outline_sums o = contact_stage_patches(c, root);
    vec3 mean = o.length > 0 ? vec3_scale(1 / o.length, o.moment) : c->crossing[c->contour[root].corner].x;
    if (!c->contour[root].closed || needs_split(c, mean)) {
        contact_stage_split(c, a_to_b, root);
        return;
    }
    contact_region r = {.share = 1, .pairs = o.pairs, .closed = 1, .root = root, .feature = o.feature};
    int flat = area_is_significant(&o, mean);
    r.normal = vec3_unit(flat ? o.area : o.along);
    if (vec3_norm2(r.normal) == 0) r.normal = c->mesh[1]->normal[o.feature];
    vec3 u = vec3_any_normal(r.normal), centre = {0, 0, 0};
    const contact_plane p = {mean, u, vec3_cross(r.normal, u), r.normal};
    const corner_sums s = project_corners(c, &p, root);
    if (flat) {
        r.area = vec3_norm(o.area);
        centre = plane_centroid(&s);
    }
    r.centre = contact_from_plane(&p, centre);
    set_box(c, &p, root, &s, centre, r.half);
    r.depth = contact_region_depth(c, a_to_b, root, &p, (contact_span){s.low, s.high}, &r.deepest);
    contact_store_region(c, &r);
}

int contact_detect(contact_detector *c, const pose *a_to_b, contact_region *out, int max, contact_detect_info *info) {
    c->dropped = c->n_found = 0;
    if (!contact_stage_segments(c, a_to_b)) {
        c->reusable = c->def.margin > 0;
        contact_stage_contours(c);
        contact_stage_inside(c);
        contact_stage_parts(c);
        if (c->dropped > 0) c->reusable = false;
    }
    for (int i = 0; i < c->n_contours; i++)
        if (contour_root(c, i) == i) measure_region(c, a_to_b, i);
    int n = contact_emit_regions(c, out, max);
    contact_stage_shares(c, out, n);
    *info = (contact_detect_info){.pairs = c->n_segments, .dropped = c->dropped, .open = c->open};
    return n;
}

long contact_detector_visits(const contact_detector *c) { return c->pairs.visits; }
