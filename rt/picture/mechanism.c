// SPDX-License-Identifier: MIT
#include "rt/picture/mechanism.h"
#include "contact/shape/tessellate.h"
#include <stdlib.h>

static const double fine = 0.002;         // sagitta of a tessellated shape, of its size
static const double thick_of_all = 0.010; // radius of a stick, of the mechanism's size
static const double thick_of_one = 0.06;  // and of the mean length of sticks at most
static const double thick_of_body = 0.15; // and, beside drawn shapes, of the median radius of shapes on bodies at most
static const double farthest = 3; // helper point from its body's nearest shape, in radii of that shape: no stick
static const vec3 ground_paint = {0.05, 0.05, 0.055}, stand_paint = {0.15, 0.15, 0.16}, pin_paint = {0.30, 0.29, 0.26},
                  mass_paint = {0.45, 0.12, 0.05}, rod_paint = {0.08, 0.26, 0.36}, spring_paint = {0.20, 0.42, 0.25},
                  actuator_paint = {0.55, 0.30, 0.05}, mark_paint = {0.55, 0.52, 0.44}, rope_paint = {0.50, 0.42, 0.22};
static const vec3 body_paint[] = {{0.10, 0.22, 0.45}, {0.45, 0.20, 0.05}, {0.08, 0.32, 0.22}, {0.38, 0.30, 0.06},
                                  {0.30, 0.10, 0.32}, {0.08, 0.33, 0.38}, {0.40, 0.12, 0.14}, {0.22, 0.24, 0.28}};
enum { PAINTS = sizeof body_paint / sizeof *body_paint };

// The drawing under construction.
typedef struct builder {
    const scenario_model *f;
    const mechanism *k;
    picture_mechanism *all;
    render_mechanism *out;
    rt_diag *d;
    int room_parts, room_between;
    double thick; // radius of a stick [m]
    double size;  // of the mechanism [m]
    bool failed;
} builder;

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }
static vec3 place(const builder *b, int point) { return vector(b->f->points.item[point].at); }

// The list with room for one more; NULL: no memory, the list stays.
static void *with_room(builder *b, void *list, int n, int *room, size_t each) {
    if (n < *room) return list;
    void *more = realloc(list, (size_t)(2 * *room + 16) * each);
    b->failed = b->failed || !more;
    if (more) *room = 2 * *room + 16;
    return more;
}

static void add_part(builder *b, render_part part) {
    render_mechanism *m = b->out;
    render_part *list = with_room(b, m->part, m->n_parts, &b->room_parts, sizeof part);
    if (!list) return;
    m->part = list;
    m->part[m->n_parts++] = part;
}

static void add_between(builder *b, render_between between) {
    render_mechanism *m = b->out;
    render_between *list = with_room(b, m->between, m->n_between, &b->room_between, sizeof between);
    if (!list) return;
    m->between = list;
    m->between[m->n_between++] = between;
}

// What carries a part: its kind and number, and its pose at the start.
typedef struct carrier {
    int kind, number;
    pose at;
} carrier;

// A body of the file, or ground.
static carrier carrier_of(const builder *b, int body) {
    if (body < 0) return (carrier){DYN_SHOW_BODY, RENDER_GROUND, {mat3_identity(), {0, 0, 0}}};
    int number = b->k->body[body];
    return (carrier){DYN_SHOW_BODY, number, b->k->pose[number]};
}

static void add_ball(builder *b, const carrier *on, vec3 at, double radius, vec3 colour) {
    add_part(b, (render_part){.solid = RENDER_BALL,
                              .kind = on->kind,
                              .number = on->number,
                              .place = {mat3_identity(), pose_point_inverse(&on->at, at)},
                              .size = {radius, radius, radius},
                              .colour = colour});
}

static void add_rod(builder *b, const carrier *on, vec3 from, vec3 to, double radius, vec3 colour) {
    vec3 along = vec3_sub(to, from);
    double length = vec3_norm(along);
    if (length == 0) return;
    vec3 z = vec3_scale(1 / length, along), x = vec3_any_normal(z);
    mat3 world = mat3_columns(x, vec3_cross(z, x), z), back = mat3_transpose(&on->at.r);
    add_part(b, (render_part){.solid = RENDER_ROD,
                              .kind = on->kind,
                              .number = on->number,
                              .place = {mat3_matmul(&back, &world), pose_point_inverse(&on->at, from)},
                              .size = {radius, radius, length},
                              .colour = colour});
}

// Attachment points of a body without shapes: its points, joints and middle, each place once.
enum { PLACES = 32 };
typedef struct places {
    vec3 at[PLACES];
    int n;
} places;

static void note(places *p, vec3 at, double same) {
    for (int i = 0; i < p->n; i++)
        if (vec3_norm(vec3_sub(p->at[i], at)) <= same) return;
    if (p->n < PLACES) p->at[p->n++] = at;
}

// The middle of a shape at the start.
static vec3 middle_of(const builder *b, int shape) {
    double radius;
    const pose at = b->f->shapes.item[shape].pose;
    return pose_point(&at, picture_shape_ball(&b->k->solid[shape].shape, &radius));
}

static places places_of(const builder *b, int body) {
    const scenario_body *d = &b->f->bodies.item[body];
    const double same = 1e-6 * b->size;
    places p = {.n = 0};
    for (int k = 0; k < 2; k++)
        if (d->point[k] >= 0) note(&p, place(b, d->point[k]), same);
    for (int k = 0; k < b->f->points.n; k++)
        if (b->f->points.item[k].on.index == body) note(&p, place(b, k), same);
    for (int k = 0; k < b->f->joints.n; k++) {
        const scenario_joint *j = &b->f->joints.item[k];
        for (int side = 0; side < 2; side++)
            if (dyn_joint_kinds[j->kind].bodies == 2 && j->body[side] == body && j->point[side] >= 0)
                note(&p, place(b, j->point[side]), same);
    }
    for (int k = 0; k < b->f->shapes.n && p.n > 0; k++)
        if (b->f->shapes.item[k].on.index == body) note(&p, middle_of(b, k), same);
    return p;
}

// A ball of the body's mass and mean moment of inertia: I = 2/5 m r².
static double ball_of(const builder *b, const scenario_body *d) {
    double mean = (d->inertia[0] + d->inertia[1] + d->inertia[2]) / 3, r = d->mass > 0 ? sqrt(2.5 * mean / d->mass) : 0;
    return fmin(fmax(r, 2 * b->thick), 0.1 * b->size);
}

// Two places: a stick; three: a triangle of them; more: a star about their middle; one: a ball at the body's centre of
// mass, and a stick to it.
static void add_sticks(builder *b, int body) {
    const scenario_body *d = &b->f->bodies.item[body];
    const carrier on = carrier_of(b, body);
    const vec3 paint = body_paint[body % PAINTS], centre = pose_point(&on.at, vector(d->centre));
    const double end = (1 + 0.04 * (body % 4)) * b->thick; // coincident ends of two bodies differ in size
    places p = places_of(b, body);
    vec3 middle = vec3_make(0, 0, 0);
    for (int i = 0; i < p.n; i++) middle = vec3_madd(middle, 1.0 / p.n, p.at[i]);
    if (p.n == 1) add_ball(b, &on, centre, ball_of(b, d), paint);
    if (p.n == 1) add_rod(b, &on, p.at[0], centre, b->thick, paint);
    for (int i = 0; i < p.n; i++) {
        if (p.n > 1) add_ball(b, &on, p.at[i], end, paint);
        if (p.n > 3) add_rod(b, &on, middle, p.at[i], b->thick, paint);
        for (int k = 0; k < i && p.n <= 3; k++) add_rod(b, &on, p.at[k], p.at[i], b->thick, paint);
    }
    if (p.n > 3) add_ball(b, &on, middle, b->thick, paint);
}

// Shows how a joint moves: a ball, a pin along its axis, a guide, a plate across its axis, a rod.
static void add_joint(builder *b, const scenario_joint *j) {
    if (dyn_joint_kinds[j->kind].place == DYN_ANYWHERE) return;
    const carrier on = carrier_of(b, j->body[0]);
    const vec3 at = place(b, j->point[0]), axis = vector(j->axis);
    const int freedom = dyn_joint_kinds[j->kind].freedom;
    double half = 0, radius = 0;
    switch (dyn_joint_kinds[j->kind].place) {
    case DYN_AT_POINT:
        if (freedom > 1) add_ball(b, &on, at, 1.7 * b->thick, pin_paint);
        if (freedom != 1) return;
        half = 2 * b->thick, radius = 1.5 * b->thick;
        break;
    case DYN_ON_LINE:
        half = j->body[0] == SCENARIO_GROUND ? 0.3 * b->size : 6 * b->thick, radius = 0.4 * b->thick;
        break;
    case DYN_IN_PLANE:
        half = 0.2 * b->thick, radius = 6 * b->thick;
        break;
    case DYN_ON_SPHERE:
        add_between(b, (render_between){RENDER_ROD, {j->point[0], j->point[1]}, 0.6 * b->thick, rod_paint});
        return;
    case DYN_ANYWHERE:
        return;
    }
    add_rod(b, &on, vec3_madd(at, -half, axis), vec3_madd(at, half, axis), radius, pin_paint);
}

static void add_force(builder *b, const scenario_force *e) {
    for (int k = 0; e->kind == SCENARIO_ROPE && k + 1 < e->points.n; k++)
        add_between(b, (render_between){RENDER_ROD, {e->path[k], e->path[k + 1]}, 0.4 * b->thick, rope_paint});
    if (e->point[0] < 0 || e->point[1] < 0 || (e->kind != SCENARIO_SPRING && e->kind != SCENARIO_ACTUATOR)) return;
    double length = vec3_norm(vec3_sub(place(b, e->point[0]), place(b, e->point[1])));
    bool spring = e->kind == SCENARIO_SPRING;
    double radius = spring ? fmin(3 * b->thick, fmax(length / 13, b->thick)) : 0.8 * b->thick;
    add_between(b, (render_between){spring ? RENDER_COIL : RENDER_ROD,
                                    {e->point[0], e->point[1]},
                                    radius,
                                    spring ? spring_paint : actuator_paint});
}

static void add_points(builder *b) {
    for (int k = 0; k < b->f->points.n; k++) {
        const scenario_point *p = &b->f->points.item[k];
        const carrier ground = carrier_of(b, SCENARIO_GROUND),
                      own = {DYN_SHOW_POINT, k, {mat3_identity(), place(b, k)}};
        if (p->fixed) add_ball(b, &ground, place(b, k), 1.4 * b->thick, ground_paint);
        if (p->mass > 0) add_ball(b, &own, place(b, k), 4 * b->thick, mass_paint);
    }
}

// A mark on a shape that turns about an axis of its own, by which the turning is seen.
static void add_mark(builder *b, const carrier *on, const contact_solid *s, vec3 at, double radius) {
    const pose world = {mat3_matmul(&on->at.r, &s->at.r), pose_point(&on->at, s->at.p)};
    add_ball(b, on, pose_point(&world, at), radius, mark_paint);
}

static void add_marks(builder *b, const carrier *on, const contact_solid *s) {
    const vec3 size = s->shape.size;
    for (int side = -1; side <= 1; side += 2) {
        if (s->shape.kind == CONTACT_SPHERE) add_mark(b, on, s, vec3_make(0.72 * side * size.x, 0, 0), 0.34 * size.x);
        if (s->shape.kind == CONTACT_ELLIPSOID) {
            double r = 0.3 * fmin(fmin(size.x, size.y), size.z);
            add_mark(b, on, s, vec3_make(side * (size.x - 0.7 * r), 0, 0), r);
        }
        if (s->shape.kind == CONTACT_FRUSTUM) {
            double from = side < 0 ? size.x : size.y, r = 0.15 * from;
            add_mark(b, on, s, vec3_make(0.7 * from, 0, side < 0 ? 0.7 * r : size.z - 0.7 * r), r);
        }
    }
}

static bool can_be_drawn(const contact_shape *s) {
    return s->mesh || s->curve || s->kind == CONTACT_PLANE || s->kind == CONTACT_SPHERE || s->kind == CONTACT_BOX ||
           s->kind == CONTACT_ELLIPSOID || s->kind == CONTACT_FRUSTUM;
}

static bool is_solid(const contact_solid *s) { return s->shape.kind != CONTACT_PLANE && can_be_drawn(&s->shape); }

static const contact_mesh *tessellated(builder *b, const contact_solid *s, const char *name) {
    contact_mesh *m = &b->all->made[b->all->n_made];
    double size = fmax(fmax(s->shape.size.x, s->shape.size.y), s->shape.size.z);
    rt_status status = s->shape.curve ? picture_curve(name, s->shape.curve, m, b->d)
                                      : contact_tessellate(name, &s->shape, fine * size, m, NULL, b->d);
    if (status != RT_OK) return NULL;
    b->all->n_made++;
    return m;
}

// A plane as a floor that is half again as wide as all that is seen, tiles of a round length from the shape's origin.
static void add_floor(builder *b, render_part part, const carrier *on) {
    const pose world = {mat3_matmul(&on->at.r, &part.place.r), pose_point(&on->at, part.place.p)};
    const vec3 middle = pose_point_inverse(&world, vec3_scale(0.5, vec3_add(b->out->lo, b->out->hi)));
    double wanted = 1.5 * b->size / RENDER_FLOOR_TILES, tile = pow(10, floor(log10(wanted)));
    while (tile < wanted) tile *= tile * 2 < wanted ? 5 : 2;
    part.solid = RENDER_FLOOR;
    part.size = vec3_make(0.5 * RENDER_FLOOR_TILES * tile, 0.5 * RENDER_FLOOR_TILES * tile, 0);
    part.place.p = pose_point(&part.place, vec3_make(tile * round(middle.x / tile), tile * round(middle.y / tile), 0));
    add_part(b, part);
}

static void add_shape(builder *b, int index) {
    const scenario_shape *f = &b->f->shapes.item[index];
    const contact_solid *s = &b->k->solid[index];
    const carrier on = carrier_of(b, f->on.index);
    render_part part = {.kind = on.kind,
                        .number = on.number,
                        .place = s->at,
                        .colour = f->on.index < 0 ? stand_paint : body_paint[f->on.index % PAINTS]};
    if (s->shape.kind == CONTACT_PLANE) add_floor(b, part, &on);
    if (!is_solid(s)) return;
    part.solid = RENDER_MESH;
    part.mesh = s->shape.mesh ? s->shape.mesh : tessellated(b, s, f->name.text);
    b->failed = b->failed || !part.mesh;
    if (part.mesh) add_part(b, part);
    if (f->on.index >= 0) add_marks(b, &on, s);
}

// Whether a place lies in the bounding ball of one of the body's shapes, or below its plane.
static bool is_covered(const builder *b, int body, vec3 at) {
    for (int k = 0; k < b->f->shapes.n; k++) {
        const pose of = b->f->shapes.item[k].pose;
        const contact_shape *s = &b->k->solid[k].shape;
        double radius, most = 1e-9 * b->size;
        vec3 off = vec3_sub(pose_point_inverse(&of, at), picture_shape_ball(s, &radius));
        bool within = s->kind == CONTACT_PLANE ? off.z <= most : vec3_norm(off) <= radius + most;
        if (b->f->shapes.item[k].on.index == body && can_be_drawn(s) && within) return true;
    }
    return false;
}

// Shapes represent the whole body if they contain all its places; otherwise it also gets sticks.
static bool needs_sticks(const builder *b, int body) {
    const places p = places_of(b, body);
    for (int k = 0; k < p.n; k++)
        if (!is_covered(b, body, p.at[k])) return true;
    return false;
}

static bool has_shape(const builder *b, int body) {
    for (int k = 0; k < b->f->shapes.n; k++)
        if (b->f->shapes.item[k].on.index == body && is_solid(&b->k->solid[k])) return true;
    return false;
}

// Shapes show the body. A place outside them is a helper point: a small ball, and a thin stick from the nearest shape
// if that is near.
static void add_helper_points(builder *b, int body) {
    const carrier on = carrier_of(b, body);
    const vec3 paint = body_paint[body % PAINTS];
    const places p = places_of(b, body);
    for (int i = 0; i < p.n; i++) {
        double nearest = INFINITY, reach = 0;
        vec3 from = p.at[i];
        if (is_covered(b, body, p.at[i])) continue;
        for (int k = 0; k < b->f->shapes.n; k++) {
            double radius;
            vec3 middle = middle_of(b, k);
            picture_shape_ball(&b->k->solid[k].shape, &radius);
            double away = vec3_norm(vec3_sub(middle, p.at[i]));
            if (b->f->shapes.item[k].on.index != body || !is_solid(&b->k->solid[k]) || away >= nearest) continue;
            nearest = away, reach = radius, from = middle;
        }
        add_ball(b, &on, p.at[i], 0.8 * b->thick, paint);
        if (nearest <= farthest * reach) add_rod(b, &on, from, p.at[i], 0.5 * b->thick, paint);
    }
}

static int compare_radii(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Median radius of the shapes on bodies [m]; 0: none.
static double median_shape(builder *b) {
    double *radius = malloc((size_t)(b->f->shapes.n + 1) * sizeof *radius);
    int n = 0;
    b->failed = b->failed || !radius;
    for (int k = 0; radius && k < b->f->shapes.n; k++)
        if (b->f->shapes.item[k].on.index >= 0 && is_solid(&b->k->solid[k]))
            picture_shape_ball(&b->k->solid[k].shape, &radius[n++]);
    if (n > 0) qsort(radius, (size_t)n, sizeof *radius, compare_radii);
    double median = n > 0 ? radius[n / 2] : 0;
    free(radius);
    return median;
}

// Mean length of the sticks [m]; 0: none.
static double mean_stick(const builder *b) {
    double sum = 0;
    int n = 0;
    for (int k = 0; k < b->f->bodies.n; k++) {
        const int *p = b->f->bodies.item[k].point;
        if (p[0] >= 0 && p[1] >= 0) sum += vec3_norm(vec3_sub(place(b, p[1]), place(b, p[0]))), n++;
    }
    for (int k = 0; k < b->f->joints.n; k++) {
        const scenario_joint *j = &b->f->joints.item[k];
        if (j->kind == DYN_JOINT_DISTANCE)
            sum += vec3_norm(vec3_sub(place(b, j->point[1]), place(b, j->point[0]))), n++;
    }
    return n ? sum / n : 0;
}

static void add_all(builder *b) {
    double stick = mean_stick(b), shape = median_shape(b);
    b->size = vec3_norm(vec3_sub(b->out->hi, b->out->lo));
    b->thick = fmin(thick_of_all * b->size, stick > 0 ? thick_of_one * stick : b->size);
    if (shape > 0) b->thick = fmin(b->thick, thick_of_body * shape);
    for (int k = 0; k < b->f->shapes.n; k++) add_shape(b, k);
    for (int k = 0; k < b->f->bodies.n; k++)
        if (has_shape(b, k))
            add_helper_points(b, k);
        else if (needs_sticks(b, k))
            add_sticks(b, k);
    for (int k = 0; k < b->f->joints.n; k++) add_joint(b, &b->f->joints.item[k]);
    for (int k = 0; k < b->f->forces.n; k++) add_force(b, &b->f->forces.item[k]);
    add_points(b);
}

rt_status picture_mechanism_make(const sim *s, picture_mechanism **out, rt_diag *d) {
    picture_mechanism *m = *out = calloc(1, sizeof *m);
    builder b = {.f = &s->sc.model, .k = mechanism_of(s), .all = m, .d = d};
    if (m) m->made = calloc((size_t)b.f->shapes.n + 1, sizeof *m->made);
    b.failed = !m || !m->made;
    if (!b.failed) {
        b.out = &m->shown;
        picture_extent(s, b.out);
        add_all(&b);
    }
    if (!b.failed) return RT_OK;
    if (d->errors == 0) rt_diag_error(d, s->sc.path, s->sc.model_line, 0, "no memory for the picture of the mechanism");
    picture_mechanism_free(m);
    *out = NULL;
    return RT_ERR_MEMORY;
}

void picture_mechanism_free(picture_mechanism *m) {
    if (!m) return;
    for (int k = 0; k < m->n_made; k++) contact_mesh_free(&m->made[k]);
    free(m->made);
    free(m->shown.part);
    free(m->shown.between);
    free(m);
}
