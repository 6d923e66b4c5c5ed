// SPDX-License-Identifier: MIT
#include "dynamics/joint/private.h"

#define PARALLEL 1e-6    // sine of the angle below which two axes are parallel
#define SAME 1e-9        // distance below which two points meet [m, and per metre from the origin]
#define LOOSE_AXIS 1e-12 // length below which an axis has no direction

#define ROW(NAME, word, bodies, axes, place, freedom, nodes, angles, travel, meaning)                                  \
    [DYN_JOINT_##NAME] = {#word, bodies, axes, place, freedom, nodes, angles, travel, 0},
#define COUPLING(NAME, word, place, coordinates, meaning)                                                              \
    [DYN_JOINT_##NAME] = {#word, 0, 0, place, 5, 0, 0, false, coordinates},
#define ADD(NAME, word, ...) [DYN_JOINT_##NAME] = joint_##word,

const dyn_joint_traits dyn_joint_kinds[] = {DYN_JOINT_LIST(ROW) DYN_COUPLING_LIST(COUPLING, COUPLING)};
static joint_add *const add[] = {DYN_JOINT_LIST(ADD)};

dyn_joint_need dyn_joint_needs(dyn_joint_kind kind) {
    const dyn_joint_traits *t = &dyn_joint_kinds[kind];
    return (dyn_joint_need){.nodes = t->nodes, .rows = 6 - t->freedom, .groups = t->nodes}; // a group ties each node
}

static const char *find_fault(const dyn_joint_def *def) {
    if (def->body[0] < 0 && def->body[1] < 0) return "both bodies are ground";
    if (def->body[0] == def->body[1]) return "both bodies are the same";
    int axes = dyn_joint_kinds[def->kind].axes;
    if (axes == 0) return NULL;
    if (!(vec3_norm(def->axis[0]) > LOOSE_AXIS)) return "the axis is zero";
    if (axes == 1) return NULL;
    if (!(vec3_norm(def->axis[1]) > LOOSE_AXIS)) return "the second axis is zero";
    vec3 cross = vec3_cross(vec3_unit(def->axis[0]), vec3_unit(def->axis[1]));
    return vec3_norm(cross) > PARALLEL ? NULL : "the two axes are parallel";
}

// Finds the node of the point on each body. Ground uses the other body's node if that node is ground.
static void place_points(dyn_joint *j, dyn_model *m, const dyn_joint_def *def) {
    int first = def->body[0] < 0 ? 1 : 0, second = 1 - first;
    j->point[first] = dyn_body_point_node(m, def->body[first], def->point[first], joint_tie(j));
    bool ground = def->body[second] < 0 && m->fixed[j->point[first]];
    bool meet = vec3_norm(vec3_sub(def->point[0], def->point[1])) <= SAME * (1 + vec3_norm(def->point[0]));
    j->point[second] =
        ground && meet ? j->point[first] : dyn_body_point_node(m, def->body[second], def->point[second], joint_tie(j));
}

rt_status dyn_joint_add(dyn_joint *j, dyn_model *m, const dyn_joint_def *def, const char **why) {
    *why = find_fault(def);
    if (*why) return RT_ERR_USAGE;
    *j = (dyn_joint){.kind = def->kind, .body = {def->body[0], def->body[1]}};
    place_points(j, m, def);
    bool slides = dyn_joint_kinds[def->kind].place != DYN_AT_POINT;
    if (slides && j->point[0] == j->point[1]) *why = "the bodies share the point that is to slide";
    if (*why) return RT_ERR_USAGE;
    add[def->kind](j, m, def);
    return RT_OK;
}
