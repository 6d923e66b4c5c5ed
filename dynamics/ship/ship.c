// SPDX-License-Identifier: MIT
#include "dynamics/ship/ship.h"
#include <assert.h>

static void find_axes(const void *self, double t, dyn_axes *out) {
    const moving_ship *s = self;
    const ship_motions m = s->held ? (ship_motions){0} : moving_ship_motions(s, t);
    ship_axes(&m, s->reference, out);
}

void moving_ship_create(moving_ship *s, vec3 reference) {
    *s = (moving_ship){.reference = reference, .motion = {.self = s, .at = find_axes}};
}

void moving_ship_add(moving_ship *s, const ship_source *source) {
    assert(s->n < SHIP_SOURCES);
    s->source[s->n++] = *source;
}

ship_motions moving_ship_motions(const moving_ship *s, double t) {
    ship_motions sum = {0};
    for (int k = 0; k < s->n; k++) s->source[k].add(s->source[k].self, t, &sum);
    return sum;
}

// Quaternion of Rz(yaw) Ry(pitch) Rx(roll) (Fossen 2011, Handbook of Marine Craft Hydrodynamics, 2.2).
static void turn_by_angles(double roll, double pitch, double yaw, dyn_axes *out) {
    double cr = cos(0.5 * roll), sr = sin(0.5 * roll), cp = cos(0.5 * pitch), sp = sin(0.5 * pitch),
           cy = cos(0.5 * yaw), sy = sin(0.5 * yaw);
    const double turn[4] = {cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
                            cr * cp * sy - sr * sp * cy};
    dyn_axes_turn(out, turn);
}

// Angular velocity in the ship's axes: the rate of roll about x, of pitch about the y axis before the roll, of yaw
// about the world's z (Fossen 2011, 2.2.1), and its derivative.
static void spin_by_rates(const ship_motions *m, dyn_axes *out) {
    double cr = cos(m->x[SHIP_ROLL]), sr = sin(m->x[SHIP_ROLL]), cp = cos(m->x[SHIP_PITCH]), sp = sin(m->x[SHIP_PITCH]),
           roll = m->v[SHIP_ROLL], pitch = m->v[SHIP_PITCH], yaw = m->v[SHIP_YAW], rolls = m->a[SHIP_ROLL],
           pitches = m->a[SHIP_PITCH], yaws = m->a[SHIP_YAW];
    out->w = vec3_make(roll - yaw * sp, pitch * cr + yaw * cp * sr, -pitch * sr + yaw * cp * cr);
    out->w_change =
        vec3_make(rolls - yaws * sp - yaw * pitch * cp,
                  pitches * cr - pitch * roll * sr + yaws * cp * sr - yaw * pitch * sp * sr + yaw * roll * cp * cr,
                  -pitches * sr - pitch * roll * cr + yaws * cp * cr - yaw * pitch * sp * cr - yaw * roll * cp * sr);
}

void ship_axes(const ship_motions *m, vec3 reference, dyn_axes *out) {
    turn_by_angles(m->x[SHIP_ROLL], m->x[SHIP_PITCH], m->x[SHIP_YAW], out);
    spin_by_rates(m, out);
    // the origin moves with the reference point: p = reference + displacement - R reference
    vec3 speed = vec3_cross(out->w, reference),
         change = vec3_add(vec3_cross(out->w, speed), vec3_cross(out->w_change, reference));
    vec3 moved = vec3_add(reference, vec3_make(m->x[SHIP_SURGE], m->x[SHIP_SWAY], m->x[SHIP_HEAVE]));
    out->p = vec3_sub(moved, mat3_mul(&out->r, reference));
    out->v = vec3_sub(vec3_make(m->v[SHIP_SURGE], m->v[SHIP_SWAY], m->v[SHIP_HEAVE]), mat3_mul(&out->r, speed));
    out->a = vec3_sub(vec3_make(m->a[SHIP_SURGE], m->a[SHIP_SWAY], m->a[SHIP_HEAVE]), mat3_mul(&out->r, change));
}
