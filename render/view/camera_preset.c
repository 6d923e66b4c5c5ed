// SPDX-License-Identifier: MIT
#include "render/shape/windlass.h"
#include "render/view/camera.h"

static const double fov = 0.7; // vertical [rad]

static const double deck_fov = 0.85;  // of a person on deck [rad]
static const double eye_height = 2.1; // of the operator at his stand [m]

// The instruments cover the lower part of the picture: the target stands in the middle of the rest.
static const double free_height = 0.7; // part of the picture's height

// Distance at which a sphere of this radius fills the free height.
static double fit(double radius) { return radius / sin(fov / 2) / free_height; }

static camera camera_from(vec3 eye, vec3 target, double angle) {
    vec3 back = vec3_sub(eye, target);
    double level = hypot(back.x, back.y);
    return (camera){.target = target,
                    .distance = hypot(level, back.z),
                    .azimuth = atan2(back.y, back.x),
                    .elevation = atan2(back.z, level),
                    .fov_y = angle};
}

static camera camera_toward(vec3 target, double distance, vec3 from, double elevation) {
    return (camera){
        .target = target, .distance = distance, .azimuth = atan2(from.y, from.x), .elevation = elevation, .fov_y = fov};
}

// The horizontal direction `turn` rad from outboard toward the bow.
static vec3 toward_bow(vec3 outboard, double turn) {
    double side = outboard.y >= 0 ? -1 : 1; // +x is clockwise of port, counter-clockwise of starboard
    mat3 r = mat3_rotation(vec3_make(0, 0, 1), side * turn);
    return mat3_mul(&r, outboard);
}

// Where the bow meets the picture: the box around the focus, cut to 4 anchor lengths so that a whole ship stays
// readable.
static camera overview(const camera_scene *s) {
    vec3 half = vec3_make(4 * s->size, 4 * s->size, 4 * s->size);
    vec3 lo = vec3_max(s->lo, vec3_sub(s->focus, half)), hi = vec3_min(s->hi, vec3_add(s->focus, half));
    vec3 centre = vec3_scale(0.5, vec3_add(lo, hi));
    double radius = fmax(0.5 * vec3_norm(vec3_sub(hi, lo)), 2 * s->size);
    return camera_toward(centre, 0.65 * fit(radius), toward_bow(s->outboard, 0.75), 0.22);
}

// Hawse mouth and, when it is near, the anchor below it.
static camera bolster(const camera_scene *s) {
    vec3 down = vec3_sub(s->anchor, s->focus);
    double reach = vec3_norm(down);
    if (reach > 3 * s->size) down = vec3_scale(3 * s->size / reach, down);
    vec3 target = vec3_madd(s->focus, 0.5, down);
    return camera_toward(target, fit(0.5 * vec3_norm(down) + 0.9 * s->size), toward_bow(s->outboard, 0.45), 0.12);
}

// The operator: behind the windlass, a step beside the chain where the gearbox is not, looking along it to the deck
// opening of the pipe.
static camera deck(const camera_scene *s) {
    vec3 opening = vec3_add(s->focus, s->pipe), lead = vec3_sub(opening, s->lifter);
    double length = fmax(hypot(lead.x, lead.y), 0.1);
    vec3 ahead = vec3_make(lead.x / length, lead.y / length, 0);
    vec3 left = vec3_cross(vec3_make(0, 0, 1), ahead);
    vec3 eye = vec3_madd(vec3_madd(s->lifter, -2.8, ahead), -0.55 * windlass_side(ahead, s->outboard), left);
    eye.z = opening.z + eye_height;
    vec3 target = vec3_madd(s->lifter, 0.4 * length, ahead);
    target.z = opening.z;
    return camera_from(eye, target, deck_fov);
}

// In the upper part of the pipe, over the chain, which lies on its lower side.
static camera pipe(const camera_scene *s) {
    double length = fmax(vec3_norm(s->pipe), 0.5);
    vec3 up_pipe = vec3_unit(s->pipe), side = vec3_cross(up_pipe, vec3_make(0, 0, 1));
    vec3 above = vec3_norm2(side) > 1e-6 ? vec3_unit(vec3_cross(side, up_pipe)) : s->outboard;
    vec3 aside = vec3_scale(0.25 * s->bore, above);
    vec3 eye = vec3_add(vec3_madd(s->focus, 0.7 * length, up_pipe), aside);
    return camera_from(eye, s->focus, fov);
}

camera camera_preset(render_view view, const camera_scene *s) {
    camera c;
    if (s->mechanism) return camera_of_mechanism(view, s);
    switch (view) {
    case RENDER_VIEW_OVERVIEW:
        return overview(s);
    case RENDER_VIEW_DECK:
        return deck(s);
    case RENDER_VIEW_PIPE:
        return pipe(s);
    case RENDER_VIEW_FREE:
        c = bolster(s);
        return camera_set_free(&c);
    case RENDER_VIEW_ANCHOR:
        c = camera_toward(s->anchor, fit(1.1 * s->size), toward_bow(s->outboard, 0.3), 0.1);
        break;
    case RENDER_VIEW_UNDERWATER:
        c = camera_toward(s->anchor, fit(1.3 * s->size), toward_bow(s->outboard, 0.5), -0.25);
        // the eye stays below the surface, even when the anchor hangs above it
        c.target.z = fmin(c.target.z, s->water_level - 0.5 + c.distance * sin(0.25));
        break;
    default:
        return bolster(s);
    }
    c.follow = true;
    return c;
}
