// SPDX-License-Identifier: MIT
// Checks joints, relative coordinates and drivers of a mechanism.
#include "rt/model/private.h"
#include <string.h>

static model_rule rule_of(int kind) {
    const dyn_joint_traits *t = &dyn_joint_kinds[kind];
    static const char *const keys[] = {"bodies points", "bodies points axis", "bodies points axis second_axis"};
    if (t->coordinates > 0)
        return (model_rule){NULL, kind == DYN_JOINT_GEAR ? "coordinates ratio" : "coordinates radius", ""};
    return (model_rule){NULL, t->bodies > 0 ? keys[t->axes] : "points", ""};
}

// Whether the point moves with the body (SCENARIO_GROUND: is fixed).
static bool is_on_body(const scenario_model *m, int point, int body) {
    const scenario_point *p = &m->points.item[point];
    if (body == SCENARIO_GROUND) return p->fixed;
    const scenario_body *b = &m->bodies.item[body];
    return p->on.index == body || b->point[0] == point || b->point[1] == point;
}

static const char *body_name(const scenario_model *m, int body) {
    return body == SCENARIO_GROUND ? "ground" : m->bodies.item[body].name.text;
}

static void check_point_on_body(const model_check *c, int point, int body) {
    const scenario_model *m = c->m;
    if (is_on_body(m, point, body)) return;
    const char *name = m->points.item[point].name.text;
    if (body == SCENARIO_GROUND)
        model_report_fault(c, "its point '%s' is not fixed: expected a fixed point, on ground", name);
    else
        model_report_fault(c, "its point '%s' is not on the body '%s': expected one of the body's points", name,
                           body_name(m, body));
}

static void check_places(const model_check *c, scenario_joint *j) {
    const scenario_model *m = c->m;
    int bodies = dyn_joint_kinds[j->kind].bodies;
    bool one = j->points.n == 1;
    if (one) j->point[1] = j->point[0];
    if (!one && j->point[0] == j->point[1]) {
        model_report_fault(c, "its two points are the same: expected one name, or two points");
    } else if (bodies == 0) {
        if (m->points.item[j->point[0]].fixed && m->points.item[j->point[1]].fixed)
            model_report_fault(c, "both of its points are fixed");
    } else if (bodies == 1) {
        check_point_on_body(c, j->point[0], j->body[0]);
        if (is_on_body(m, j->point[1], j->body[0]))
            model_report_fault(c, "its second point does not move against the first");
    } else if (!one) {
        for (int k = 0; k < 2; k++) check_point_on_body(c, j->point[k], j->body[k]);
    } else if (!is_on_body(m, j->point[0], j->body[0]) && !is_on_body(m, j->point[0], j->body[1])) {
        model_report_fault(c, "its point '%s' is on neither body", j->points.name[0].text);
    }
}

static void check_axes(const model_check *c, scenario_joint *j) {
    bool good = true;
    if (rt_config_is_given(&scenario_joint_list, j, "axis")) good = model_check_direction(c, "axis", j->axis);
    if (!rt_config_is_given(&scenario_joint_list, j, "second_axis")) return;
    good = model_check_direction(c, "second_axis", j->second_axis) && good;
    vec3 a = vec3_make(j->axis[0], j->axis[1], j->axis[2]);
    vec3 b = vec3_make(j->second_axis[0], j->second_axis[1], j->second_axis[2]);
    if (good && dyn_joint_kinds[j->kind].axes == 2 && fabs(vec3_dot(a, b)) > 1e-6)
        model_report_fault(c, "its axes are not perpendicular: their cosine is %.3g", vec3_dot(a, b));
}

// Whether the coordinate is an angle; else it is a length.
static bool is_angular(const scenario_model *m, int coordinate) {
    return m->coordinates.item[coordinate].kind == SCENARIO_ANGLE;
}

static void check_coupling(const model_check *c, scenario_joint *j) {
    const int *s = j->coordinate;
    bool gear = j->kind == DYN_JOINT_GEAR;
    j->ratio = gear ? j->ratio : j->radius;
    if (s[0] == s[1])
        model_report_fault(c, "its two coordinates are the same");
    else if (gear && is_angular(c->m, s[0]) != is_angular(c->m, s[1]))
        model_report_fault(c, "its coordinates are an angle and a length: expected two of a kind, or the kind rack");
    else if (!gear && (!is_angular(c->m, s[0]) || is_angular(c->m, s[1])))
        model_report_fault(c, "expected an angle first, then a travel or a distance");
    else if (j->ratio == 0)
        model_report_fault(c, gear ? "its ratio is zero" : "its radius is zero");
}

static void check_joint(model_check *c, scenario_joint *j) {
    const dyn_joint_traits *t = &dyn_joint_kinds[j->kind];
    const model_rule rule = rule_of(j->kind);
    char what[48];
    int before = c->d->errors;
    snprintf(what, sizeof what, "%s joint", t->word);
    model_set_entry(c, j, what, &j->name);
    model_resolve_pair(c, &j->bodies, SCENARIO_BODY, true, j->body);
    model_resolve_pair(c, &j->points, SCENARIO_POINT, false, j->point);
    model_check_keys(c, &scenario_joint_list, &rule, what);
    check_axes(c, j);
    model_resolve_all(c, &j->coordinates, SCENARIO_COORDINATE, j->coordinate, 2);
    if (c->d->errors > before) return;
    if (t->coordinates > 0) {
        check_coupling(c, j);
        return;
    }
    if (t->bodies > 0 && !model_check_count(c, "bodies", &j->bodies, t->bodies, t->bodies)) return;
    if (!model_check_count(c, "points", &j->points, t->bodies == 2 ? 1 : 2, 2)) return;
    if (t->bodies == 2 && j->body[0] == j->body[1])
        model_report_fault(c, "both of its bodies are '%s'", body_name(c->m, j->body[0]));
    else
        check_places(c, j);
}

void model_check_joints(model_check *c) {
    for (int i = 0; i < c->m->joints.n; i++) check_joint(c, &c->m->joints.item[i]);
}

void model_report_joint(const model_check *c, const scenario_ref *joint, bool travel) {
    char words[200];
    size_t used = 0;
    for (int k = 0; k < DYN_JOINT_ALL && used < sizeof words; k++)
        if (dyn_joint_kinds[k].angles > 0 || (travel && dyn_joint_kinds[k].travel))
            used +=
                (size_t)snprintf(words + used, sizeof words - used, "%s%s", used ? "|" : "", dyn_joint_kinds[k].word);
    model_report_fault(c, "the joint '%s' is %s: expected one of %s", joint->name.text,
                       dyn_joint_kinds[c->m->joints.item[joint->index].kind].word, words);
}

static void check_coordinate(model_check *c, scenario_coordinate *s) {
    static const model_rule rule[] = {{NULL, "joint", "axis"}, {NULL, "points", ""}, {NULL, "joint", ""}};
    static const char *const what[] = {"coordinate of kind angle", "coordinate of kind distance",
                                       "coordinate of kind travel"};
    model_set_entry(c, s, "coordinate", &s->name);
    model_check_keys(c, &scenario_coordinate_list, &rule[s->kind], what[s->kind]);
    s->joint.index = model_resolve(c, &s->joint.name, SCENARIO_JOINT, false, NULL);
    model_resolve_pair(c, &s->points, SCENARIO_POINT, false, s->point);
    if (s->point[0] >= 0 && s->point[0] == s->point[1]) model_report_fault(c, "its two points are the same");
    if (s->joint.index < 0) return;
    const dyn_joint_traits *t = &dyn_joint_kinds[c->m->joints.item[s->joint.index].kind];
    if (s->kind == SCENARIO_TRAVEL && !t->travel)
        model_report_fault(c, "the joint '%s' is %s: expected one of cylindrical|prismatic", s->joint.name.text,
                           t->word);
    else if (s->kind == SCENARIO_ANGLE && t->angles == 0)
        model_report_joint(c, &s->joint, false);
    else if (s->kind == SCENARIO_ANGLE && t->angles == 1 && rt_config_is_given(&scenario_coordinate_list, s, "axis"))
        model_report_fault(c, "key 'axis' is for a universal joint");
}

void model_check_coordinates(model_check *c) {
    for (int i = 0; i < c->m->coordinates.n; i++) check_coordinate(c, &c->m->coordinates.item[i]);
}

// Value of the driven quantity at the start; angles are 0 at the start.
static double value_at_start(const scenario_model *m, const scenario_driver *r) {
    if (r->point.index >= 0) {
        const double *x = m->points.item[r->point.index].at;
        return x[0] * r->along[0] + x[1] * r->along[1] + x[2] * r->along[2];
    }
    const scenario_coordinate *s = &m->coordinates.item[r->coordinate.index];
    const scenario_joint *j = s->kind == SCENARIO_TRAVEL ? &m->joints.item[s->joint.index] : NULL;
    const int *point = j ? j->point : s->point;
    if (s->kind == SCENARIO_ANGLE || point[0] < 0 || point[1] < 0) return 0;
    const double *x = m->points.item[point[0]].at, *y = m->points.item[point[1]].at;
    if (j) return (y[0] - x[0]) * j->axis[0] + (y[1] - x[1]) * j->axis[1] + (y[2] - x[2]) * j->axis[2];
    return hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]);
}

static void set_motion(const model_check *c, scenario_driver *r, bool is_angle) {
    double frequency = r->motion.frequency, phase = r->motion.phase;
    r->motion = is_angle ? r->angle : r->length;
    r->motion.frequency = frequency;
    r->motion.phase = phase;
    if (r->motion.amplitude != 0 && !rt_config_is_given(&scenario_driver_list, r, "frequency"))
        model_report_fault(c, "key 'frequency' is missing: its amplitude needs one");
    const scenario_table *table = is_angle ? &r->angular_table : &r->table;
    if (table->n > 0 && *r->file) model_report_fault(c, "its table is given twice: expected a table or a table_file");
    if (table->n > 0 || *r->file) r->function = model_make_table(c, table, r->file, DYN_TABLE_SPLINE);
    double from_table = r->function ? dyn_table_value(r->function, 0) : 0;
    if (!rt_config_is_given(&scenario_driver_list, r, is_angle ? "angular_offset" : "offset"))
        r->motion.offset = value_at_start(c->m, r) - r->motion.amplitude * sin(phase) - from_table;
}

static void check_driver(model_check *c, scenario_driver *r) {
    static const model_rule point = {"coordinate point", "along",
                                     "offset rate acceleration amplitude frequency phase table table_file"},
                            length = {"coordinate point", "",
                                      "offset rate acceleration amplitude frequency phase table table_file"},
                            angle = {"coordinate point", "",
                                     "angular_offset angular_rate angular_acceleration angular_amplitude frequency "
                                     "phase angular_table table_file"};
    int before = c->d->errors;
    model_set_entry(c, r, "driver", &r->name);
    r->coordinate.index = model_resolve(c, &r->coordinate.name, SCENARIO_COORDINATE, false, NULL);
    r->point.index = model_resolve(c, &r->point.name, SCENARIO_POINT, false, NULL);
    if (*r->coordinate.name.text && r->coordinate.index < 0) return; // the unit is unknown
    bool is_angle = r->coordinate.index >= 0 && c->m->coordinates.item[r->coordinate.index].kind == SCENARIO_ANGLE;
    bool is_point = *r->point.name.text != 0;
    model_check_keys(c, &scenario_driver_list,
                     is_angle   ? &angle
                     : is_point ? &point
                                : &length,
                     is_angle   ? "driver of an angle"
                     : is_point ? "driver of a point"
                                : "driver of a distance");
    if (rt_config_is_given(&scenario_driver_list, r, "along")) model_check_direction(c, "along", r->along);
    if (r->point.index >= 0 && c->m->points.item[r->point.index].fixed)
        model_report_fault(c, "the point '%s' is fixed", r->point.name.text);
    if (c->d->errors == before) set_motion(c, r, is_angle);
}

void model_check_drivers(model_check *c) {
    for (int i = 0; i < c->m->drivers.n; i++) check_driver(c, &c->m->drivers.item[i]);
}
