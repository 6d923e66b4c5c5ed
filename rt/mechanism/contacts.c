// SPDX-License-Identifier: MIT
// Adds the shapes of a mechanism, the laws of its materials, and the contacts between shapes.
#include "contact/prepare/load.h"
#include "contact/shape/tessellate.h"
#include "rt/mechanism/private.h"
#include "rt/sim/sim.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vec3 shape_size(const scenario_shape *s) {
    switch (s->kind) {
    case SCENARIO_SPHERE:
        return vec3_make(s->radius, 0, 0);
    case SCENARIO_PLANE:
    case SCENARIO_BOX:
        return vec3_scale(0.5, mechanism_vec3(s->size));
    case SCENARIO_ELLIPSOID:
        return mechanism_vec3(s->semi_axes);
    case SCENARIO_CYLINDER:
        return vec3_make(s->radius, s->radius, s->height);
    case SCENARIO_FRUSTUM:
        return vec3_make(s->radius, s->top_radius, s->height);
    default:
        return vec3_make(0, 0, 0);
    }
}

static rt_status load_mesh(mechanism *k, int index, const scenario *sc, rt_diag *d) {
    const scenario_shape *s = &k->def->shapes.item[index];
    contact_solid *solid = &k->solid[index];
    contact_mesh_options o = {.scale = s->scale};
    contact_prepared *p = &k->mesh[index];
    rt_status status = contact_prepare(s->file, &o, sim_mesh_cache(), p, d);
    if (status != RT_OK) return status;
    solid->shape.mesh = &p->mesh, solid->shape.tree = &p->tree;
    solid->shape.vertex = p->mesh.vertex, solid->shape.n = p->mesh.nv;
    if (s->kind != SCENARIO_HULL || p->mesh.nv <= CONTACT_SHAPE_POINTS) return RT_OK;
    rt_diag_error(d, sc->path, s->item.line, s->item.column,
                  "shape '%s': %s has %d vertices: expected at most %d for a hull", s->name.text, s->file, p->mesh.nv,
                  CONTACT_SHAPE_POINTS);
    return RT_ERR_FORMAT;
}

// Replaces a primitive by triangles.
static rt_status tessellate(mechanism *k, int index, const scenario *sc, rt_diag *d) {
    const scenario_shape *s = &k->def->shapes.item[index];
    contact_solid *solid = &k->solid[index];
    contact_prepared *p = &k->mesh[index];
    rt_diag own = {0};
    contact_shape primitive = solid->shape;
    primitive.kind = scenario_shape_primitive_kind(s);
    rt_status status = contact_tessellate(s->name.text, &primitive, s->sagitta, &p->mesh, &p->tree, &own);
    const char *why = strstr(own.text, "error: ");
    if (status != RT_OK)
        rt_diag_error(d, sc->path, s->item.line, s->item.column, "shape '%s': %.*s", s->name.text,
                      why ? (int)strcspn(why + 7, "\n") : 0, why ? why + 7 : "");
    solid->shape.mesh = &p->mesh, solid->shape.tree = &p->tree;
    return status;
}

// Reads the points of the file, or copies those of the scenario. The caller frees *point.
static rt_status read_contour(const scenario_shape *s, vec2 **point, int *n, rt_diag *d) {
    if (s->file[0]) return contact_curve_read(s->file, s->scale, point, n, d);
    *n = s->points.n;
    *point = malloc(((size_t)*n + 1) * sizeof **point);
    if (!*point) return RT_ERR_MEMORY;
    for (int i = 0; i < *n; i++) (*point)[i] = (vec2){s->points.item[i].x, s->points.item[i].y};
    return RT_OK;
}

static rt_status load_curve(mechanism *k, int index, const scenario *sc, rt_diag *d) {
    const scenario_shape *s = &k->def->shapes.item[index];
    char who[RT_CONFIG_TEXT + 64];
    snprintf(who, sizeof who, "shape '%s'%s%s", s->name.text, s->file[0] ? ": " : "", s->file);
    contact_curve_source from = {sc->path, s->item.line, s->item.column, who};
    contact_curve_options o = {.closed = s->closed, .smooth = s->smooth_angle, .reach = s->reach};
    vec2 *point;
    int n;
    rt_status status = read_contour(s, &point, &n, d);
    if (status != RT_OK) return status;
    status = contact_plane_curve_create(&k->curve[index], point, n, &o, &from, d);
    k->solid[index].shape.curve = &k->curve[index];
    free(point);
    return status;
}

static rt_status add_shape(mechanism *k, int index, const scenario *sc, rt_diag *d) {
    const scenario_shape *s = &k->def->shapes.item[index];
    contact_solid *solid = &k->solid[index];
    pose at = s->pose;
    *solid = (contact_solid){.body = s->on.index >= 0 ? k->body[s->on.index] : -1,
                             .shape = {.kind = scenario_shape_contact_kind(s), .size = shape_size(s)},
                             .at = at};
    if (solid->body >= 0) {
        const pose *body = &k->pose[solid->body];
        const mat3 turned = mat3_transpose(&body->r);
        solid->at = (pose){mat3_matmul(&turned, &at.r), pose_point_inverse(body, at.p)};
    }
    if (s->sagitta > 0) return tessellate(k, index, sc, d);
    if (s->kind == SCENARIO_CURVE) return load_curve(k, index, sc, d);
    return s->file[0] ? load_mesh(k, index, sc, d) : RT_OK;
}

rt_status mechanism_add_shapes(mechanism *k, const scenario *sc, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < k->def->shapes.n; i++) {
        rt_status status = add_shape(k, i, sc, d);
        if (status != RT_OK) worst = status;
    }
    return worst;
}

// Loads the user's laws of a material.
static rt_status load_laws(mechanism *k, int index, const scenario *sc, rt_diag *d) {
    const scenario_material *m = &k->def->materials.item[index];
    char who[96];
    snprintf(who, sizeof who, "material '%s'", m->name.text);
    return law_library_open_for(&k->library[index], m->law_library, &m->law, sc->path, m->item.line, who, d);
}

rt_status mechanism_add_materials(mechanism *k, const scenario *sc, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < k->def->materials.n; i++) {
        rt_status status = load_laws(k, i, sc, d);
        if (status != RT_OK) worst = status;
    }
    return worst;
}

rt_status mechanism_add_contacts(mechanism *k, const scenario *sc, rt_diag *d) {
    for (int i = 0; i < k->def->contacts.n; i++) {
        const scenario_contact_pair *p = &k->def->contacts.item[i];
        const contact_solid *a = &k->solid[p->shape[0]], *b = &k->solid[p->shape[1]];
        contact_shape_contact *c = &k->contact[i];
        contact_material law = k->def->materials.item[p->material.index].law;
        law.user = &k->library[p->material.index].law;
        rt_status status = contact_shape_contact_create(c, a, b, &law);
        if (status != RT_OK) {
            mechanism_report_error(sc, &p->item, d, "contact", &p->name, "no memory for the contact");
            return status;
        }
        if (p->manifold == SCENARIO_CENTRE) c->most = 1;
        if (a->body >= 0 && b->body >= 0) dyn_couple_bodies(k->model, a->body, b->body);
        dyn_add_force(k->model, &c->force);
    }
    return RT_OK;
}
