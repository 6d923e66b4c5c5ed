// SPDX-License-Identifier: MIT
// Orientations of frames by angles or a quaternion; the frame of a body.
#include "rt/model/private.h"

// R = Rz(yaw) Ry(pitch) Rx(roll): roll, pitch and yaw about the fixed axes x, y, z in this order, or yaw, pitch and
// roll about the turned axes z, y', x'' (ISO 8855:2011; URDF's rpy; Diebel 2006, "Representing attitude", sequence (1,
// 2, 3)).
static mat3 turn_by_angles(const double angles[3]) {
    mat3 roll = mat3_rotation(vec3_make(1, 0, 0), angles[0]), pitch = mat3_rotation(vec3_make(0, 1, 0), angles[1]),
         yaw = mat3_rotation(vec3_make(0, 0, 1), angles[2]), both = mat3_matmul(&pitch, &roll);
    return mat3_matmul(&yaw, &both);
}

// R of the unit quaternion w + x i + y j + z k (Diebel 2006, transposed: from the body to the world).
static mat3 turn_by_quaternion(const double q[4], double norm) {
    double w = q[0] / norm, x = q[1] / norm, y = q[2] / norm, z = q[3] / norm;
    return (mat3){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                   {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                   {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

int model_read_orientation(const model_check *c, const rt_list *list, const char *axes, const double angles[3],
                           const double quaternion[4], mat3 *r) {
    bool by_angles = rt_config_is_given(list, c->item, "angles"),
         by_quaternion = rt_config_is_given(list, c->item, "quaternion");
    bool by_axes = false;
    for (int k = 0; k < list->n; k++)
        by_axes = by_axes ||
                  (model_has_word(axes, list->keys[k].path) && rt_config_is_given(list, c->item, list->keys[k].path));
    if (!by_angles && !by_quaternion) return 0;
    double norm = sqrt(quaternion[0] * quaternion[0] + quaternion[1] * quaternion[1] + quaternion[2] * quaternion[2] +
                       quaternion[3] * quaternion[3]);
    if (by_angles + by_quaternion + by_axes > 1)
        model_report_fault(c, "its orientation is given twice: expected one of angles, quaternion, or %s", axes);
    else if (by_quaternion && !(norm > 1e-6))
        model_report_fault(c, "quaternion: expected [w, x, y, z] that is not zero");
    else {
        *r = by_angles ? turn_by_angles(angles) : turn_by_quaternion(quaternion, norm);
        return 1;
    }
    return -1;
}

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

static bool is_given(const scenario_body *b, const char *key) {
    return rt_config_is_given(&scenario_body_list, b, key);
}

bool scenario_body_pose(const scenario_model *m, const scenario_body *b, pose *out) {
    if (b->point[0] < 0) return false; // a fault of the file
    const scenario_point *first = &m->points.item[b->point[0]];
    vec3 x = b->point[1] == SCENARIO_NONE ? vector(b->x_axis)
                                          : vec3_sub(vector(m->points.item[b->point[1]].at), vector(first->at));
    bool own =
        b->vector[0] == SCENARIO_NONE || is_given(b, "y_axis") || is_given(b, "angles") || is_given(b, "quaternion");
    vec3 y = own ? vector(b->y_axis) : vector(m->vectors.item[b->vector[0]].along);
    x = vec3_unit(x);
    vec3 z = vec3_cross(x, vec3_unit(y));
    double sine = vec3_norm(z);
    if (!(sine > MODEL_MIN_SINE)) return false;
    z = vec3_scale(1 / sine, z);
    *out = (pose){mat3_columns(x, vec3_cross(z, x), z), vector(first->at)};
    return true;
}
