// SPDX-License-Identifier: MIT
#include "render/shape/windlass.h"
#include "render/view/camera.h"

static const double fov = 0.7; // vertical [rad]

static const double deck_fov = 0.85;    // of a person on deck [rad]
static const double eye_height = 2.1;   // above the deck, behind the windlass [m]
static const double stand_fov = 1.0;    // of a person who looks round [rad]
static const double stand_height = 1.7; // of the eyes of a person on deck [m]
static const double lean = 1.4;         // of the eyes outboard of the deck's edge: a platform on the bulwark [m]

// The instruments cover the lower part of the picture; the target is in the middle of the rest.
static const double free_height = 0.7; // fraction of the picture's height

// Distance at which a sphere of this radius fills the free height.
static double fit_distance(double radius) { return radius / sin(fov / 2) / free_height; }

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

// Horizontal direction, `turn` rad from outboard toward the bow.
static vec3 toward_bow(vec3 outboard, double turn) {
    double side = outboard.y >= 0 ? -1 : 1; // +x is clockwise of port, counter-clockwise of starboard
    mat3 r = mat3_rotation(vec3_make(0, 0, 1), side * turn);
    return mat3_mul(&r, outboard);
}

// Moves the eye back until the point is below the upper edge of the free part of the picture. The eye moves along the
// ray of the lower edge, so what stands there stays.
static void show_from_above(camera *c, vec3 point) {
    const double upper = 0.1, lower = 0.78; // edges: below the panels' bar, above the instruments
    pick_ray high = camera_ray_through(c, 1, 0.5, upper), low = camera_ray_through(c, 1, 0.5, lower);
    vec3 right = vec3_cross(low.forward, vec3_make(0, 0, 1)), above = vec3_cross(right, high.along);
    double over = vec3_dot(above, vec3_sub(point, high.from));
    if (over <= 0) return;
    vec3 moved = vec3_scale(over / vec3_dot(above, low.along), low.along);
    double back = vec3_dot(moved, low.forward);
    c->target = vec3_add(c->target, vec3_madd(moved, -back, low.forward));
    c->distance -= back;
}

// Frames the bow at the waterline: the hull's box, cut to 4 anchor lengths about the focus so that a whole ship stays
// readable. The anchor ball's place is in the picture.
static camera overview_camera(const camera_scene *s) {
    vec3 half = vec3_make(4 * s->size, 4 * s->size, 4 * s->size);
    vec3 lo = vec3_max(s->lo, vec3_sub(s->focus, half)), hi = vec3_min(s->hi, vec3_add(s->focus, half));
    vec3 centre = vec3_scale(0.5, vec3_add(lo, hi));
    double radius = fmax(0.5 * vec3_norm(vec3_sub(hi, lo)), 2 * s->size);
    camera c = camera_toward(centre, 0.65 * fit_distance(radius), toward_bow(s->outboard, 0.75), 0.22);
    if (s->ball.z > s->hi.z) show_from_above(&c, s->ball);
    return c;
}

// Frames the hawse mouth, and the anchor below it if near.
static camera bolster_camera(const camera_scene *s) {
    vec3 down = vec3_sub(s->anchor, s->focus);
    double reach = vec3_norm(down);
    if (reach > 3 * s->size) down = vec3_scale(3 * s->size / reach, down);
    vec3 target = vec3_madd(s->focus, 0.5, down);
    return camera_toward(target, fit_distance(0.5 * vec3_norm(down) + 0.9 * s->size), toward_bow(s->outboard, 0.45),
                         0.12);
}

// The view over the deck: behind the windlass, a step beside the chain on the side away from the gearbox. The eye looks
// along the chain to the pipe's deck opening.
static camera deck_camera(const camera_scene *s) {
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

// The operator's eye: a step beside the gypsy on the side away from the gearbox, looking along the chain at stopper,
// deck opening and, over the bulwark, the sea.
static camera operator_camera(const camera_scene *s) {
    vec3 opening = vec3_add(s->focus, s->pipe), lead = vec3_sub(opening, s->lifter);
    double length = fmax(hypot(lead.x, lead.y), 0.1);
    vec3 ahead = vec3_make(lead.x / length, lead.y / length, 0), left = vec3_cross(vec3_make(0, 0, 1), ahead);
    vec3 eye = vec3_madd(vec3_madd(s->lifter, -0.9, ahead), -1.1 * windlass_side(ahead, s->outboard), left);
    vec3 target = vec3_madd(s->lifter, 0.8 * length, ahead);
    eye.z = opening.z + stand_height;
    target.z = opening.z + 0.3;
    return camera_from(eye, target, stand_fov);
}

// The mate's eye: leaning over the bulwark forward of the pipe, looking down at mouth and anchor.
static camera overside_camera(const camera_scene *s) {
    vec3 down = vec3_sub(s->anchor, s->focus);
    double reach = vec3_norm(down);
    if (reach > 2 * s->size) down = vec3_scale(2 * s->size / reach, down);
    vec3 eye = vec3_madd(s->rim, lean, vec3_unit(s->outboard));
    vec3 along = toward_bow(s->outboard, M_PI / 2);
    eye = vec3_madd(eye, 3.5, along);
    eye.z += stand_height;
    return camera_from(eye, vec3_madd(s->focus, 0.5, down), stand_fov);
}

// The view down the upper part of the pipe, above the chain on the pipe's lower side.
static camera pipe_camera(const camera_scene *s) {
    double length = fmax(vec3_norm(s->pipe), 0.5);
    vec3 up_pipe = vec3_unit(s->pipe), side = vec3_cross(up_pipe, vec3_make(0, 0, 1));
    vec3 above = vec3_norm2(side) > 1e-6 ? vec3_unit(vec3_cross(side, up_pipe)) : s->outboard;
    vec3 aside = vec3_scale(0.25 * s->bore, above);
    vec3 eye = vec3_add(vec3_madd(s->focus, 0.7 * length, up_pipe), aside);
    return camera_from(eye, s->focus, fov);
}

camera camera_preset(render_view view, const camera_scene *s) {
    camera c;
    if (s->mechanism) return camera_preset_mechanism(view, s);
    switch (view) {
    case RENDER_VIEW_OVERVIEW:
        c = overview_camera(s);
        c.outside = s->outside;
        c.level = s->level;
        return c;
    case RENDER_VIEW_DECK:
        return deck_camera(s);
    case RENDER_VIEW_PIPE:
        return pipe_camera(s);
    case RENDER_VIEW_OPERATOR:
        return operator_camera(s);
    case RENDER_VIEW_OVERSIDE:
        return overside_camera(s);
    case RENDER_VIEW_FREE:
        c = bolster_camera(s);
        return camera_set_free(&c);
    case RENDER_VIEW_ANCHOR:
        c = camera_toward(s->anchor, fit_distance(1.1 * s->size), toward_bow(s->outboard, 0.3), 0.1);
        break;
    case RENDER_VIEW_UNDERWATER:
        c = camera_toward(s->anchor, fit_distance(1.3 * s->size), toward_bow(s->outboard, 0.5), -0.25);
        // the eye stays below the surface, even when the anchor hangs above it
        c.target.z = fmin(c.target.z, s->water_level - 0.5 + c.distance * sin(0.25));
        break;
    default:
        return bolster_camera(s);
    }
    c.follow = true;
    return c;
}
