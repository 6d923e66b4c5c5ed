// SPDX-License-Identifier: MIT
#include "dynamics/ground/body.h"
#include "dynamics/soil/clay.h"
#include <assert.h>
#include <stdlib.h>

// What all soils of the bottom have in common.
static const ground_soil *common(const ground_body *b) { return &b->bottom->site[0].top; }

static vec3 world_point(const dyn_eval *e, int body, const double w[4]) {
    return dyn_axes_to_world(e->axes, dyn_body_point(e, body, w));
}

// Displacement since the last rest and the damper's share, in components of the axes.
static vec3 displacement(const ground_body *b, int body, const ground_patch *p, const dyn_eval *e,
                         const ground_grip *g) {
    vec3 x = dyn_body_point(e, body, p->weight), v = dyn_body_velocity(e, body, p->weight);
    vec3 off = mat3_tmul(&e->axes->r, vec3_sub(dyn_axes_to_world(e->axes, x), g->anchor));
    return vec3_madd(off, common(b)->body_settle, dyn_axes_velocity(e->axes, x, v));
}

// Stress on a patch at this depth, all in the axes [Pa], by the soil where its bristle holds.
static vec3 stress_on(const ground_body *b, vec3 normal, vec3 way, vec3 up, double depth, const ground_grip *g) {
    if (b->bottom->areas == 0) return ground_site_stress(&b->bottom->site[0], normal, way, up, depth, g);
    const ground_mixture m = ground_bottom_soil(b->bottom, g->anchor);
    vec3 stress = {0, 0, 0};
    for (int i = 0; i < m.n; i++)
        stress = vec3_madd(stress, m.share[i], ground_site_stress(m.site[i], normal, way, up, depth, g));
    return stress;
}

static void predict_patch(const ground_body *b, int body, ground_patch *p, const dyn_eval *e, const ground_grip *g) {
    p->way = p->stress = vec3_make(0, 0, 0);
    p->rock.near = false;
    if (b->bottom->rock >= 0) ground_rock_predict(&p->rock, b->bottom, e, body, p->weight, p->def.area);
    if (!(g->holds > 0)) return;
    const vec3 at = world_point(e, body, p->weight);
    const ground_plane under = ground_bottom_at(b->bottom, at);
    double depth = ground_depth(&under, at);
    if (!(depth > 0)) return;
    vec3 u = displacement(b, body, p, e, g);
    if (!(vec3_norm2(u) > 0)) return;
    const mat3 turn = dyn_body_pose(e, body).r;
    p->way = vec3_unit(u);
    p->stress = vec3_scale(p->def.area, stress_on(b, mat3_mul(&turn, p->def.normal), p->way,
                                                  mat3_tmul(&e->axes->r, under.normal), depth, g));
}

static bool is_near(const ground_body *b, const ground_part *part, const dyn_eval *e) {
    if (!dyn_body_active(e, part->body)) return false;
    vec3 x = dyn_axes_to_world(e->axes, dyn_body_pose(e, part->body).p);
    return !ground_bottom_clear(b->bottom, x, part->reach);
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    ground_body *b = self;
    const ground_grip *grip = z;
    for (int i = 0; i < b->parts; i++) {
        ground_part *part = &b->part[i];
        part->near = is_near(b, part, e);
        for (int k = part->first; part->near && k < part->first + part->n; k++)
            predict_patch(b, part->body, &b->patch[k], e, &grip[k]);
    }
}

// Share of the strength that is mobilised, up to 1; *stretch: the displacement over `mobilise`.
static double mobilised(const ground_body *b, int body, const ground_patch *p, const dyn_eval *e, const ground_grip *g,
                        double *stretch) {
    *stretch = 0;
    if (!(vec3_norm2(p->stress) > 0)) return 0;
    const double by = vec3_dot(p->way, displacement(b, body, p, e, g)) / common(b)->mobilise;
    *stretch = by > 0 ? by : 0;
    return by < 1 ? *stretch : 1;
}

// The secant: beyond the strength, the tangent is zero, and Newton's iteration would jump to and fro over the corner.
static void add_secant(const ground_body *b, int body, const ground_patch *p, const dyn_eval *e, double of_stretch) {
    const double w[3] = {p->way.x, p->way.y, p->way.z}, against = -vec3_dot(p->stress, p->way) * of_stretch;
    const double k = (e->k_weight + e->c_weight * common(b)->body_settle) * against / common(b)->mobilise;
    mat3 t;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t.m[i][j] = k * w[i] * w[j];
    dyn_body_add_tangent(e, body, p->weight, &t);
}

// Displacement of a patch's bristle for friction on rock: of one that does not hold, the damper's share alone.
static ground_rock_place place_on_rock(const ground_body *b, int body, const ground_patch *p, const dyn_eval *e,
                                       const ground_grip *g) {
    ground_grip here = *g;
    if (!(g->holds > 0)) here.anchor = world_point(e, body, p->weight);
    return (ground_rock_place){body, p->weight, displacement(b, body, p, e, &here)};
}

static void eval_rock(const ground_body *b, int body, const ground_patch *p, const dyn_eval *e, const ground_grip *g) {
    const ground_soil *rock = ground_bottom_rock_soil(b->bottom);
    const ground_rock_place at = place_on_rock(b, body, p, e, g);
    dyn_body_add_force(e, body, p->weight, ground_rock_force(&p->rock, rock, e, &at));
    if (e->tangent) ground_rock_add_tangent(&p->rock, rock, e, &at, g->holds);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const ground_body *b = self;
    const ground_grip *grip = z;
    for (int i = 0; i < b->parts; i++) {
        const ground_part *part = &b->part[i];
        for (int k = part->first; part->near && k < part->first + part->n; k++) {
            const ground_patch *p = &b->patch[k];
            if (p->rock.near) eval_rock(b, part->body, p, e, &grip[k]);
            double stretch, share = mobilised(b, part->body, p, e, &grip[k], &stretch);
            if (!(share > 0)) continue;
            dyn_body_add_force(e, part->body, p->weight, vec3_scale(share, p->stress));
            if (e->tangent) add_secant(b, part->body, p, e, share / stretch);
        }
    }
}

// Lets the soil at a patch rest for a time under the pressure that it bears, then the patch slide.
static void rest_patch(const ground_body *b, int body, const ground_patch *p, const dyn_eval *e, double time,
                       double slid, ground_grip *g) {
    if (!(common(b)->rest > 0) || !(g->holds > 0)) return;
    const vec3 at = world_point(e, body, p->weight);
    const ground_plane under = ground_bottom_at(b->bottom, at);
    const double depth = ground_depth(&under, at);
    const ground_soil *soil = ground_site_soil(ground_bottom_site(b->bottom, g->anchor), depth);
    if (soil->law != GROUND_CLAY) return;
    const mat3 turn = dyn_body_pose(e, body).r;
    double stretch, share = mobilised(b, body, p, e, g, &stretch);
    double pressure = -share * vec3_dot(p->stress, mat3_mul(&turn, p->def.normal)) / p->def.area;
    ground_clay_rest(soil, fmax(pressure, 0) / ground_clay_shear(soil, depth), time, slid, g);
}

// Drags the anchor of a bristle that is stretched beyond its length; drops it where the patch is clear.
static void hold_patch(const ground_body *b, const ground_part *part, const ground_patch *p, const dyn_eval *e,
                       ground_grip *g) {
    vec3 at = world_point(e, part->body, p->weight);
    const ground_plane under = part->near ? ground_bottom_at(b->bottom, at) : b->bottom->plane;
    if (!part->near || !(ground_depth(&under, at) > 0)) {
        *g = (ground_grip){.holds = 0};
        return;
    }
    vec3 off = g->holds > 0 ? vec3_sub(at, g->anchor) : vec3_make(0, 0, 0);
    double size = vec3_norm(off), slid = fmax(size - common(b)->mobilise, 0);
    if (slid > 0) off = vec3_scale(common(b)->mobilise / size, off);
    rest_patch(b, part->body, p, e, e->h, slid, g);
    g->anchor = vec3_sub(at, off), g->holds = 1;
}

// Whether soil covers a patch.
static bool is_covered(const ground_body *b, const ground_grip *g) {
    return g->holds > 0 && (b->bottom->rock < 0 || ground_bottom_sticks(b->bottom, g->anchor));
}

double ground_body_buried(const ground_body *b, const void *z, int part) {
    const ground_grip *grip = z;
    const ground_part *of = &b->part[part];
    double in = 0;
    for (int k = of->first; of->near && k < of->first + of->n; k++)
        in += is_covered(b, &grip[k]) ? b->patch[k].def.area : 0;
    return in / of->area;
}

static void accept(void *self, const dyn_eval *e, void *z) {
    const ground_body *b = self;
    ground_grip *grip = z;
    double *mud = (double *)(void *)&grip[b->n];
    const double origin[4] = {1, 0, 0, 0};
    for (int i = 0; i < b->parts; i++) {
        const ground_part *part = &b->part[i];
        for (int k = part->first; k < part->first + part->n; k++) hold_patch(b, part, &b->patch[k], e, &grip[k]);
        const double in = ground_body_buried(b, z, i);
        mud[i] = ground_mud_after(common(b), &b->jets, e, part->body, origin, mud[i], in);
    }
}

bool ground_body_touches(const ground_body *b, const void *z) {
    const ground_grip *grip = z;
    int k = 0;
    while (k < b->n && !(grip[k].holds > 0)) k++;
    return k < b->n;
}

double ground_body_mud(const ground_body *b, const void *z, int part) {
    const ground_grip *grip = z;
    return ((const double *)(const void *)&grip[b->n])[part];
}

// Of the soil's bristles and of rock under the patches [J].
static double energy(const void *self, const dyn_eval *e, const void *z) {
    const ground_body *b = self;
    const ground_grip *grip = z;
    double sum = 0;
    for (int i = 0; i < b->parts; i++)
        for (int k = b->part[i].first; b->part[i].near && k < b->part[i].first + b->part[i].n; k++) {
            const ground_patch *p = &b->patch[k];
            double stretch, share = mobilised(b, b->part[i].body, p, e, &grip[k], &stretch);
            sum -= 0.5 * share * share * common(b)->mobilise * vec3_dot(p->stress, p->way);
            if (p->rock.near)
                sum += ground_rock_energy(&p->rock, ground_bottom_rock_soil(b->bottom), e, b->part[i].body, p->weight);
        }
    return sum;
}

void ground_body_rest(const ground_body *b, const dyn_eval *e, void *z, double time) {
    ground_grip *grip = z;
    for (int i = 0; i < b->parts; i++)
        for (int k = b->part[i].first; b->part[i].near && k < b->part[i].first + b->part[i].n; k++)
            rest_patch(b, b->part[i].body, &b->patch[k], e, time, 0, &grip[k]);
}

vec3 ground_body_force_on(const ground_body *b, const dyn_eval *e, const void *z, int part) {
    const ground_part *of = &b->part[part];
    const ground_grip *grip = z;
    vec3 f = {0, 0, 0};
    double stretch;
    for (int k = of->first; of->near && k < of->first + of->n; k++) {
        const ground_patch *p = &b->patch[k];
        f = vec3_madd(f, mobilised(b, of->body, p, e, &grip[k], &stretch), p->stress);
        if (!p->rock.near) continue;
        const ground_rock_place at = place_on_rock(b, of->body, p, e, &grip[k]);
        f = vec3_add(f, ground_rock_force(&p->rock, ground_bottom_rock_soil(b->bottom), e, &at));
    }
    return f;
}

rt_status ground_body_create(ground_body *b, int capacity, const ground_plane *plane, const ground_soil *soil) {
    *b = (ground_body){.bottom = &b->own, .capacity = capacity};
    ground_bottom_make(&b->own, plane, soil);
    b->patch = calloc((size_t)capacity + 1, sizeof *b->patch);
    return b->patch ? RT_OK : RT_ERR_MEMORY;
}

void ground_body_free(ground_body *b) {
    free(b->patch);
    *b = (ground_body){0};
}

void ground_body_set_bottom(ground_body *b, const ground_bottom *bottom) { b->bottom = bottom; }

void ground_body_add_part(ground_body *b, int body) {
    assert(b->parts < GROUND_PARTS);
    b->part[b->parts++] = (ground_part){.body = body, .first = b->n};
}

void ground_body_add_patch(ground_body *b, const dyn_model *m, const ground_patch_def *def) {
    assert(b->parts > 0 && b->n < b->capacity && def->area > 0);
    ground_part *part = &b->part[b->parts - 1];
    ground_patch *p = &b->patch[b->n++];
    *p = (ground_patch){.def = *def};
    part->n++;
    part->area += def->area;
    part->reach = fmax(part->reach, vec3_norm(def->at));
    dyn_body_weights(m, part->body, def->at, p->weight);
}

void ground_body_finish(ground_body *b) {
    b->force = (dyn_force){.self = b,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = (size_t)b->n * sizeof(ground_grip) + (size_t)b->parts * sizeof(double),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
}
