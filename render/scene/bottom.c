// SPDX-License-Identifier: MIT
#include "render/scene/bottom.h"

static const double tile = 5;     // edge of a tile [m]
static const double darker = 0.8; // of every other tile

// Where the anchor is, in the world; without one, below the hawse.
static vec3 middle_of(const scene *s, const scene_view *v) {
    vec3 at = s->def.focus;
    for (int i = 0; i < v->n_bodies; i++)
        if (v->body[i].kind == DYN_SHOW_SHANK) at = v->body[i].pose.p;
    return pose_point(&v->ship, at);
}

// Axes of the bottom: x to the world's east as far as it lies in the plane, z its normal.
static mat3 axes_of(vec3 normal) {
    vec3 x = vec3_unit(vec3_make(normal.z, 0, -normal.x));
    return mat3_columns(x, vec3_cross(normal, x), normal);
}

void scene_bottom_list(scene *s, const scene_view *v) {
    if (!s->def.has_bottom) return;
    const pose plane = {axes_of(s->def.bottom_normal), s->def.bottom};
    const vec3 middle = middle_of(s, v), at = pose_point_inverse(&plane, middle);
    const int from[2] = {(int)floor(at.x / tile) - SCENE_BOTTOM_TILES / 2,
                         (int)floor(at.y / tile) - SCENE_BOTTOM_TILES / 2};
    const mat3 turn = mat3_transpose(&v->ship.r), r = mat3_matmul(&turn, &plane.r);
    for (int i = from[0]; i < from[0] + SCENE_BOTTOM_TILES; i++)
        for (int k = from[1]; k < from[1] + SCENE_BOTTOM_TILES; k++) {
            const vec3 corner = pose_point(&plane, vec3_make(i * tile, k * tile, 0));
            const pose p = {r, pose_point_inverse(&v->ship, corner)};
            batch_add(&s->batch[SCENE_BOTTOM], &p, vec3_make(tile, tile, 1),
                      vec3_scale((i + k) & 1 ? darker : 1, s->def.bottom_colour), BATCH_STEEL);
        }
}
