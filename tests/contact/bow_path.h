// SPDX-License-Identifier: MIT
// Poses of the shipped anchor's parts at the shipped bow, and a path of small moves about them.
#ifndef HAWSE_TESTS_CONTACT_BOW_PATH_H
#define HAWSE_TESTS_CONTACT_BOW_PATH_H

#include "contact/mesh/mesh.h"

#define HINGE (-35.9 * 3.14159265358979323846 / 180) // of the housed head [rad]

// The housed pose of a part of the anchor (config/models/README.md).
static inline pose housed_pose(double hinge) {
    vec3 t = {0.9063078, -0.4226183, 0}, a = {-0.2716538, -0.5825634, 0.7660444};
    pose p = {mat3_columns(t, vec3_cross(a, t), a), {0, 0, 0}};
    mat3 turn = mat3_rotation(vec3_make(1, 0, 0), hinge);
    p.r = mat3_matmul(&p.r, &turn);
    p.p = vec3_madd(vec3_make(9, 7, 5.2), -0.305, a);
    return p;
}

// The shank lies on the lower side of the pipe and the lip of its mouth.
static inline pose leaning_pose(void) {
    pose p = housed_pose(0);
    p.p = vec3_madd(p.p, -0.062, mat3_column(&p.r, 1));
    return p;
}

// A smooth path through 10 000 poses about the housed one; no point of a part moves by more than 0.1 mm a pose.
static inline pose on_path(const pose *home, int k) {
    double s = k * 4e-4;
    vec3 shift = {0.012 * sin(3.1 * s), 0.02 * sin(2.3 * s + 1), 0.03 * sin(1.7 * s)};
    vec3 turn = {0.006 * sin(1.3 * s), 0.006 * sin(1.9 * s + 2), 0.008 * sin(1.1 * s)};
    pose p = *home;
    mat3 r = mat3_rotation(vec3_unit(vec3_add(turn, vec3_make(0, 0, 1e-12))), vec3_norm(turn));
    p.r = mat3_matmul(&p.r, &r);
    p.p = vec3_add(p.p, shift);
    return p;
}

// Largest distance by which a point of the mesh moves between two poses [m].
static inline double largest_move(const contact_mesh *m, const pose *a, const pose *b) {
    double most = 0;
    for (int i = 0; i < 8; i++) {
        vec3 x = {i & 1 ? m->hi.x : m->lo.x, i & 2 ? m->hi.y : m->lo.y, i & 4 ? m->hi.z : m->lo.z};
        most = fmax(most, vec3_norm(vec3_sub(pose_point(a, x), pose_point(b, x))));
    }
    return most;
}

#endif
