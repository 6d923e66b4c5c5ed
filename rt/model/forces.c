// SPDX-License-Identifier: MIT
// Checks force elements of a mechanism.
#include "rt/model/private.h"
#include <string.h>

#define PROGRAM "time_constant command command_offset command_amplitude frequency phase table table_file"

// The keys of each element, acting on a length and on an angle.
static const model_rule force_rule[][2] = {
    [SCENARIO_SPRING] = {{NULL, "points", "stiffness damping rest"}, {NULL, NULL, NULL}},
    [SCENARIO_TORSION] = {{NULL, NULL, NULL},
                          {"joint coordinate", "", "axis torsional_stiffness torsional_damping rest_angle"}},
    [SCENARIO_FRICTION] = {{"joint coordinate", "max_force", "yield"},
                           {"joint coordinate", "max_torque", "yield_angle axis"}},
    [SCENARIO_STOP] = {{"joint coordinate", "stiffness", "min max damping"},
                       {"joint coordinate", "torsional_stiffness", "min_angle max_angle torsional_damping axis"}},
    [SCENARIO_APPLIED_FORCE] = {{NULL, "point force", "table table_file"}, {NULL, NULL, NULL}},
    [SCENARIO_APPLIED_TORQUE] = {{NULL, "bodies torque", "table table_file"}, {NULL, NULL, NULL}},
    [SCENARIO_ACTUATOR] = {{"points joint coordinate", "max_force", PROGRAM},
                           {"joint coordinate", "max_torque", PROGRAM " axis"}},
    [SCENARIO_ROPE] = {{NULL, "points stiffness", "damping rest"}, {NULL, NULL, NULL}},
    [SCENARIO_DRAG] = {{NULL, "point area drag_coefficient", "density"}, {NULL, NULL, NULL}},
};

static bool is_key_set(const scenario_force *f, const char *key) {
    return rt_config_is_given(&scenario_force_list, f, key);
}

static const dyn_joint_traits *traits_of(const model_check *c, const scenario_force *f) {
    return &dyn_joint_kinds[c->m->joints.item[f->joint.index].kind];
}

// Whether the element acts on an angle: 1 angle, 0 length, -1 unknown, which has been reported.
static int acts_on_angle(const model_check *c, const scenario_force *f) {
    if (f->kind == SCENARIO_SPRING || f->kind == SCENARIO_APPLIED_FORCE || f->kind == SCENARIO_APPLIED_TORQUE ||
        f->kind == SCENARIO_ROPE || f->kind == SCENARIO_DRAG)
        return 0;
    if (f->coordinate.index >= 0) return c->m->coordinates.item[f->coordinate.index].kind == SCENARIO_ANGLE;
    if (f->joint.index < 0) return f->kind == SCENARIO_TORSION;
    const dyn_joint_traits *t = traits_of(c, f);
    if (t->angles > 0 && t->travel) // the keys decide
        return f->kind == SCENARIO_TORSION || is_key_set(f, "max_torque") || is_key_set(f, "torsional_stiffness");
    if (t->angles > 0 || t->travel) return t->angles > 0;
    model_report_joint(c, &f->joint, true);
    return -1;
}

static void check_stop(const model_check *c, scenario_force *f) {
    const char *low = f->angular ? "min_angle" : "min", *high = f->angular ? "max_angle" : "max";
    if (!is_key_set(f, low)) f->law.low = -HUGE_VAL;
    if (!is_key_set(f, high)) f->law.high = HUGE_VAL;
    if (!is_key_set(f, low) && !is_key_set(f, high))
        model_report_fault(c, "expected %s, %s or both, found none", low, high);
    else if (!(f->law.low < f->law.high))
        model_report_fault(c, "%s must be below %s, found %g and %g", low, high, f->law.low, f->law.high);
    if (f->law.stiffness == 0) model_report_fault(c, "its stiffness is zero: expected more than 0");
}

// Adds up the rope's length at the start.
static double path_length(const scenario_model *m, const scenario_force *f) {
    double sum = 0;
    for (int k = 0; k + 1 < f->points.n; k++) {
        const double *x = m->points.item[f->path[k]].at, *y = m->points.item[f->path[k + 1]].at;
        sum += hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]);
    }
    return sum;
}

static void check_rope(const model_check *c, scenario_force *f) {
    if (f->law.stiffness == 0) model_report_fault(c, "its stiffness is zero: expected more than 0");
    for (int k = 0; k + 1 < f->points.n; k++)
        if (f->path[k] == f->path[k + 1])
            model_report_fault(c, "its point '%s' is there twice in a row", f->points.name[k].text);
    if (!is_key_set(f, "rest")) f->law.rest = path_length(c->m, f);
}

static void check_values(const model_check *c, scenario_force *f) {
    f->law = f->angular ? f->angle : f->length;
    if (f->kind == SCENARIO_STOP) check_stop(c, f);
    if (f->kind == SCENARIO_SPRING && f->law.stiffness > 0 && !is_key_set(f, "rest"))
        model_report_fault(c, "key 'rest' is missing: length without force");
    if ((f->kind == SCENARIO_SPRING || f->kind == SCENARIO_TORSION) && f->law.stiffness == 0 && f->law.damping == 0)
        model_report_fault(c, "expected a stiffness or a damping above zero, found none");
    if (f->kind == SCENARIO_ROPE) check_rope(c, f);
    if (f->kind == SCENARIO_DRAG && (f->area == 0 || f->drag_coefficient == 0 || f->density == 0))
        model_report_fault(c, "its area, drag_coefficient or density is zero");
    if (f->table.n > 0 && *f->file) model_report_fault(c, "its table is given twice: expected a table or a table_file");
    if (f->table.n > 0 || *f->file) f->function = model_make_table(c, &f->table, f->file, DYN_TABLE_LINEAR);
    if (f->kind != SCENARIO_ACTUATOR) return;
    if (f->law.limit == 0) model_report_fault(c, "its largest force is zero");
    if (f->program.amplitude != 0 && !is_key_set(f, "frequency"))
        model_report_fault(c, "key 'frequency' is missing: its command_amplitude needs one");
    if (f->command == SCENARIO_COMMAND_NONE && f->program.offset == 0 && f->program.amplitude == 0 && f->table.n == 0 &&
        !*f->file)
        model_report_fault(c,
                           "it has no command: expected command: lever, command_offset, command_amplitude or a table");
}

static bool resolve_force(const model_check *c, scenario_force *f) {
    int before = c->d->errors;
    f->joint.index = model_resolve(c, &f->joint.name, SCENARIO_JOINT, false, NULL);
    f->coordinate.index = model_resolve(c, &f->coordinate.name, SCENARIO_COORDINATE, false, NULL);
    f->point_ref.index = model_resolve(c, &f->point_ref.name, SCENARIO_POINT, false, NULL);
    model_resolve_all(c, &f->points, SCENARIO_POINT, f->path, SCENARIO_PATH);
    f->point[0] = f->path[0], f->point[1] = f->path[1];
    model_resolve_pair(c, &f->bodies, SCENARIO_BODY, true, f->body);
    if (f->bodies.n == 1) f->body[1] = SCENARIO_GROUND;
    return c->d->errors == before;
}

static void check_force(model_check *c, scenario_force *f) {
    char kind[32];
    int before = c->d->errors;
    model_set_entry(c, f, model_choice_name(&scenario_force_list, "kind", f->kind, kind, sizeof kind), &f->name);
    int angle = resolve_force(c, f) ? acts_on_angle(c, f) : -1;
    if (angle < 0) return;
    f->angular = angle == 1;
    const model_rule *rule = &force_rule[f->kind][angle];
    if (!rule->needs) { // a torsion
        model_report_fault(c, "it acts on a length: expected a joint or a coordinate with an angle");
        return;
    }
    model_check_keys(c, &scenario_force_list, rule, kind);
    if (f->kind != SCENARIO_ROPE && f->points.n > 0) model_check_count(c, "points", &f->points, 2, 2);
    if (is_key_set(f, "axis") && (f->joint.index < 0 || traits_of(c, f)->angles < 2))
        model_report_fault(c, "key 'axis' is for a universal joint");
    if (f->kind != SCENARIO_ROPE && f->point[0] >= 0 && f->point[0] == f->point[1])
        model_report_fault(c, "its two points are the same");
    if (f->bodies.n > 0 && f->body[0] == f->body[1])
        model_report_fault(c, "the torque and its reaction act on the same body");
    if (c->d->errors == before) check_values(c, f);
}

void model_check_forces(model_check *c) {
    for (int i = 0; i < c->m->forces.n; i++) check_force(c, &c->m->forces.item[i]);
}
