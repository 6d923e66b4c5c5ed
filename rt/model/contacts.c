// SPDX-License-Identifier: MIT
// Checks shapes, materials and contacts of a mechanism.
#include "contact/pair/pair.h"
#include "rt/model/private.h"

// The keys of each shape beside its place.
#define PLACE "on frame offset x_axis z_axis angles quaternion"
static const model_rule shape_rule[] = {
    [SCENARIO_PLANE] = {NULL, "at", PLACE " sagitta size"},
    [SCENARIO_SPHERE] = {NULL, "at radius", PLACE " sagitta"},
    [SCENARIO_BOX] = {NULL, "at size", PLACE " sagitta"},
    [SCENARIO_ELLIPSOID] = {NULL, "at semi_axes", PLACE " sagitta"},
    [SCENARIO_CYLINDER] = {NULL, "at radius height", PLACE " sagitta"},
    [SCENARIO_FRUSTUM] = {NULL, "at radius top_radius height", PLACE " sagitta"},
    [SCENARIO_HULL] = {NULL, "at file", PLACE " scale"},
    [SCENARIO_MESH] = {NULL, "at file", PLACE " scale"},
    [SCENARIO_CURVE] = {"file points", "at", PLACE " scale closed smooth_angle reach"},
};

static const double MIN_SINE = 1e-6; // of the angle between a shape's x_axis and z_axis

// Turns the z axis, and the x axis as far as it goes, into the frame's orientation.
static bool orient_by_axes(const model_check *c, scenario_shape *s, mat3 *r) {
    if (!model_check_direction(c, "z_axis", s->z_axis)) return false;
    if (!rt_config_is_given(&scenario_shape_list, s, "x_axis")) {
        bool along_x = fabs(s->z_axis[0]) > 0.9;
        s->x_axis[0] = !along_x, s->x_axis[1] = along_x;
    }
    if (!model_check_direction(c, "x_axis", s->x_axis)) return false;
    vec3 z = vec3_make(s->z_axis[0], s->z_axis[1], s->z_axis[2]),
         x = vec3_make(s->x_axis[0], s->x_axis[1], s->x_axis[2]);
    if (vec3_norm(vec3_cross(x, z)) < MIN_SINE) {
        model_report_fault(c, "x_axis is along z_axis: expected another direction");
        return false;
    }
    vec3 y = vec3_unit(vec3_cross(z, x));
    *r = mat3_columns(vec3_cross(y, z), y, z);
    return true;
}

// Computes the frame in the world. before: errors before this shape.
static void place_shape(const model_check *c, scenario_shape *s, int before) {
    mat3 r;
    int given = model_read_orientation(c, &scenario_shape_list, "x_axis z_axis", s->angles, s->quaternion, &r);
    if (given < 0 || c->d->errors > before || (given == 0 && !orient_by_axes(c, s, &r))) return;
    s->pose = (pose){r, vec3_make(s->at[0], s->at[1], s->at[2])};
    pose body;
    if (s->frame == SCENARIO_WORLD || !scenario_body_pose(c->m, &c->m->bodies.item[s->on.index], &body)) return;
    s->pose = (pose){mat3_matmul(&body.r, &r), pose_point(&body, s->pose.p)};
}

static void check_shape(model_check *c, scenario_shape *s) {
    char kind[32];
    int before = c->d->errors;
    model_set_entry(c, s, "shape", &s->name);
    s->on.index = *s->on.name.text ? model_resolve(c, &s->on.name, SCENARIO_BODY, true, NULL) : SCENARIO_GROUND;
    model_check_keys(c, &scenario_shape_list, &shape_rule[s->kind],
                     model_choice_name(&scenario_shape_list, "kind", s->kind, kind, sizeof kind));
    bool sized = rt_config_is_given(&scenario_shape_list, s, "size");
    if (s->kind == SCENARIO_PLANE && sized != (s->sagitta > 0))
        model_report_fault(c, "a plane needs size and sagitta together: they make its rectangle of triangles");
    if (s->points.n > 0 && rt_config_is_given(&scenario_shape_list, s, "scale"))
        model_report_fault(
            c, "key 'scale' is for the coordinates of a file: expected points in metres, or with their unit");
    if (rt_config_is_given(&scenario_shape_list, s, "offset") && !rt_config_is_given(&scenario_shape_list, s, "repeat"))
        model_report_fault(c, "key 'offset' needs the key 'repeat'");
    if (s->frame == SCENARIO_OF_BODY && s->on.index == SCENARIO_GROUND)
        model_report_fault(c, "frame: body: expected the key 'on' with its body");
    place_shape(c, s, before);
}

void model_check_shapes(model_check *c) {
    for (int i = 0; i < c->m->shapes.n; i++) check_shape(c, &c->m->shapes.item[i]);
}

static bool is_key_set(const scenario_material *m, const char *key) {
    return rt_config_is_given(&scenario_material_list, m, key);
}

// Computes the stiffness of the layers.
static void check_layers(model_check *c, scenario_material *m) {
    static const char *const key[] = {"elastic_modulus", "layer_depth", "second_elastic_modulus", "second_layer_depth"};
    double k[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        if (is_key_set(m, key[2 * i]) && is_key_set(m, key[2 * i + 1]))
            k[i] = contact_layer_stiffness(m->layer[i].modulus, m->layer[i].poissons_ratio, m->layer[i].depth);
        else if (i == 0 || is_key_set(m, key[2]) || is_key_set(m, key[3]))
            model_report_fault(c, "law volume: expected %s and %s together", key[2 * i], key[2 * i + 1]);
    m->law.stiffness = k[1] > 0 ? contact_layers_in_series(k[0], k[1]) : k[0];
    if (!is_key_set(m, "exponent")) m->law.exponent = 1;
}

// Checks the keys of the normal law.
static void check_normal_law(model_check *c, scenario_material *m) {
    static const char *const layer[] = {"elastic_modulus",        "poissons_ratio",        "layer_depth",
                                        "second_elastic_modulus", "second_poissons_ratio", "second_layer_depth"};
    bool volume = m->law.law == CONTACT_LAW_VOLUME, user = m->law.law == CONTACT_LAW_USER;
    for (int i = 0; i < 6 && !volume; i++)
        if (is_key_set(m, layer[i])) model_report_fault(c, "key '%s' is for the law volume", layer[i]);
    if ((volume || user) == is_key_set(m, "stiffness"))
        model_report_fault(c,
                           volume || user ? "key 'stiffness' does not fit the law %s" : "key 'stiffness' is missing%s",
                           volume ? "volume: its layers have one"
                           : user ? "user: it has its own"
                                  : "");
    if (!is_key_set(m, "exponent")) m->law.exponent = 1.5;
    if (volume) check_layers(c, m);
    bool asks = user || m->law.friction == CONTACT_FRICTION_USER;
    if (asks != (*m->law_library != 0))
        model_report_fault(c, asks ? "key 'law_library' is missing: a law is user"
                                   : "key 'law_library' is for the laws user: neither law nor friction is");
}

static void check_material(model_check *c, scenario_material *m) {
    model_set_entry(c, m, "material", &m->name);
    check_normal_law(c, m);
    if (m->law.law == CONTACT_LAW_TABLE || m->law.friction == CONTACT_FRICTION_TABLE)
        model_report_fault(c, "tables of forces are for a ship's contacts: expected another law");
    if (m->law.mu_static < m->law.mu_dynamic)
        model_report_fault(c, "mu_static is below mu_dynamic: expected at least %g, found %g", m->law.mu_dynamic,
                           m->law.mu_static);
    if (m->law.friction == CONTACT_FRICTION_STEP && m->law.v_dynamic <= m->law.v_stick)
        model_report_fault(c, "friction step: expected v_dynamic above v_stick");
}

void model_check_materials(model_check *c) {
    for (int i = 0; i < c->m->materials.n; i++) check_material(c, &c->m->materials.item[i]);
}

contact_shape_kind scenario_shape_primitive_kind(const scenario_shape *s) {
    static const contact_shape_kind kind[] = {
        [SCENARIO_PLANE] = CONTACT_PLANE,      [SCENARIO_SPHERE] = CONTACT_SPHERE,
        [SCENARIO_BOX] = CONTACT_BOX,          [SCENARIO_ELLIPSOID] = CONTACT_ELLIPSOID,
        [SCENARIO_CYLINDER] = CONTACT_FRUSTUM, [SCENARIO_FRUSTUM] = CONTACT_FRUSTUM,
        [SCENARIO_HULL] = CONTACT_POINTS,      [SCENARIO_MESH] = CONTACT_MESH,
        [SCENARIO_CURVE] = CONTACT_CURVE,
    };
    return kind[s->kind];
}

contact_shape_kind scenario_shape_contact_kind(const scenario_shape *s) {
    return s->sagitta > 0 ? CONTACT_MESH : scenario_shape_primitive_kind(s);
}

// Whether the shape's contacts use clipping for their manifold.
static bool is_clipped(const scenario_shape *s) {
    contact_shape_kind kind = scenario_shape_contact_kind(s);
    return kind == CONTACT_BOX || kind == CONTACT_ELLIPSOID || kind == CONTACT_FRUSTUM || kind == CONTACT_POINTS;
}

static void check_contact(model_check *c, scenario_contact_pair *p) {
    int before = c->d->errors;
    model_set_entry(c, p, "contact", &p->name);
    model_resolve_pair(c, &p->shapes, SCENARIO_SHAPE, false, p->shape);
    p->material.index = model_resolve(c, &p->material.name, SCENARIO_MATERIAL, false, NULL);
    if (c->d->errors > before || p->shape[0] < 0 || p->shape[1] < 0) return;
    const scenario_shape *a = &c->m->shapes.item[p->shape[0]], *b = &c->m->shapes.item[p->shape[1]];
    char kind[2][32];
    if (a->on.index == b->on.index)
        model_report_fault(c, "both of its shapes are on %s: expected shapes of different bodies",
                           a->on.index == SCENARIO_GROUND ? "ground" : c->m->bodies.item[a->on.index].name.text);
    else if (!contact_pair_exists(scenario_shape_contact_kind(a), scenario_shape_contact_kind(b)))
        model_report_fault(c, "a %s against a %s: there is no such pair",
                           model_choice_name(&scenario_shape_list, "kind", a->kind, kind[0], sizeof kind[0]),
                           model_choice_name(&scenario_shape_list, "kind", b->kind, kind[1], sizeof kind[1]));
    else if (p->manifold == SCENARIO_CENTRE && !(is_clipped(a) && is_clipped(b)))
        model_report_fault(c, "manifold: a %s against a %s has no faces that overlap: expected corners",
                           model_choice_name(&scenario_shape_list, "kind", a->kind, kind[0], sizeof kind[0]),
                           model_choice_name(&scenario_shape_list, "kind", b->kind, kind[1], sizeof kind[1]));
    else if (p->material.index >= 0 && c->m->materials.item[p->material.index].law.law == CONTACT_LAW_VOLUME &&
             !contact_pair_has_area(scenario_shape_contact_kind(a), scenario_shape_contact_kind(b)))
        model_report_fault(
            c,
            "the law volume of '%s' needs a contact area, and %s against %s has none: expected meshes (a "
            "sagitta makes a shape one), or a sphere against a plane or a sphere",
            p->material.name.text, model_choice_name(&scenario_shape_list, "kind", a->kind, kind[0], sizeof kind[0]),
            model_choice_name(&scenario_shape_list, "kind", b->kind, kind[1], sizeof kind[1]));
}

void model_check_contacts(model_check *c) {
    for (int i = 0; i < c->m->contacts.n; i++) check_contact(c, &c->m->contacts.item[i]);
}
