// SPDX-License-Identifier: MIT
#include "dynamics/joint/private.h"
#include <assert.h>

#define PARALLEL 1e-6    // sine of the angle below which the axes of a universal joint are parallel
#define ACROSS 1e-9      // cosine below which two directions are at right angles
#define LOOSE_AXIS 1e-12 // length below which an axis has no direction

typedef struct joint_kind {
    void (*add)(dyn_joint *j, dyn_model *m, const dyn_joint_def *def);
    bool axis;
    dyn_joint_need need; // nodes and groups: two points and the directions
} joint_kind;

static const joint_kind kinds[DYN_JOINT_KINDS] = {
    [DYN_JOINT_SPHERICAL] = {joint_spherical, false, {2, 3, 2}},
    [DYN_JOINT_REVOLUTE] = {joint_revolute, true, {5, 5, 5}},
    [DYN_JOINT_UNIVERSAL] = {joint_universal, true, {4, 4, 4}},
    [DYN_JOINT_CYLINDRICAL] = {joint_cylindrical, true, {5, 4, 5}},
    [DYN_JOINT_PRISMATIC] = {joint_prismatic, true, {6, 5, 6}},
    [DYN_JOINT_FIXED] = {joint_fixed, false, {6, 6, 6}},
    [DYN_JOINT_INLINE] = {joint_inline, true, {4, 2, 4}},
};

dyn_joint_need dyn_joint_needs(dyn_joint_kind kind) { return kinds[kind].need; }

static const char *fault(const dyn_joint_def *def) {
    if (def->body[0] < 0 && def->body[1] < 0) return "both bodies are ground";
    if (def->body[0] == def->body[1]) return "both bodies are the same";
    if (!kinds[def->kind].axis) return NULL;
    if (!(vec3_norm(def->axis[0]) > LOOSE_AXIS)) return "the axis is zero";
    if (def->kind != DYN_JOINT_UNIVERSAL) return NULL;
    if (!(vec3_norm(def->axis[1]) > LOOSE_AXIS)) return "the second axis is zero";
    vec3 cross = vec3_cross(vec3_unit(def->axis[0]), vec3_unit(def->axis[1]));
    return vec3_norm(cross) > PARALLEL ? NULL : "the two axes are parallel";
}

// The node of the point on each body: a ground body uses the other's node if that is itself ground.
static void place_points(dyn_joint *j, dyn_model *m, const dyn_joint_def *def) {
    int first = def->body[0] < 0 ? 1 : 0, second = 1 - first;
    j->point[first] = dyn_body_point_node(m, def->body[first], def->point[first], joint_tie(j));
    bool ground = def->body[second] < 0 && m->fixed[j->point[first]];
    bool meet = vec3_norm(vec3_sub(def->point[0], def->point[1])) <= ACROSS * (1 + vec3_norm(def->point[0]));
    j->point[second] =
        ground && meet ? j->point[first] : dyn_body_point_node(m, def->body[second], def->point[second], joint_tie(j));
}

rt_status dyn_joint_add(dyn_joint *j, dyn_model *m, const dyn_joint_def *def, const char **why) {
    *why = fault(def);
    if (*why) return RT_ERR_USAGE;
    *j = (dyn_joint){.kind = def->kind, .body = {def->body[0], def->body[1]}};
    place_points(j, m, def);
    bool slides =
        def->kind == DYN_JOINT_CYLINDRICAL || def->kind == DYN_JOINT_PRISMATIC || def->kind == DYN_JOINT_INLINE;
    if (slides && j->point[0] == j->point[1]) *why = "the bodies share the point that is to slide";
    if (*why) return RT_ERR_USAGE;
    kinds[def->kind].add(j, m, def);
    return RT_OK;
}
