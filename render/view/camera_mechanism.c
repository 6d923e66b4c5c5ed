// SPDX-License-Identifier: MIT
#include "render/view/camera.h"
#include "render/view/mechanism_frame.h"

static const double fov = MECHANISM_FOV; // vertical [rad]
static const double margin = 0.85;       // fraction of the picture filled by the box
static const double steepest = 1.54;     // elevation of the top view [rad]
static const double slanting = 0.6;      // greatest elevation of the overview [rad]
static const double aside = 0.5;         // azimuth of the overview from the front [rad]
static const double above = 0.3;         // elevation of the overview above the front [rad]

// Least distance at which all corners of the box lie within the picture's upper, lower and side planes.
static double fit_distance(const camera *c, const camera_scene *s) {
    vec3 back = vec3_unit(vec3_sub(camera_eye(c), c->target)), right = vec3_make(-sin(c->azimuth), cos(c->azimuth), 0);
    vec3 up = vec3_cross(back, right);
    double tall = margin * tan(c->fov_y / 2), wide = tall * s->aspect, distance = 0;
    for (int k = 0; k < 8; k++) {
        vec3 corner = vec3_make(k & 1 ? s->hi.x : s->lo.x, k & 2 ? s->hi.y : s->lo.y, k & 4 ? s->hi.z : s->lo.z);
        vec3 off = vec3_sub(corner, c->target);
        double toward = vec3_dot(off, back);
        distance = fmax(distance, toward + fabs(vec3_dot(off, up)) / tall);
        distance = fmax(distance, toward + fabs(vec3_dot(off, right)) / wide);
    }
    return distance;
}

camera camera_preset_mechanism(render_view view, const camera_scene *s) {
    double level = hypot(s->front.x, s->front.y);
    camera c = {.target = vec3_scale(0.5, vec3_add(s->lo, s->hi)),
                .distance = 1,
                .azimuth = level > 0 ? atan2(s->front.y, s->front.x) : -M_PI / 2,
                .elevation = fmin(atan2(s->front.z, level), steepest),
                .fov_y = fov,
                .centred = true};
    switch (view) {
    case RENDER_VIEW_FRONT:
        break;
    case RENDER_VIEW_SIDE:
        c.azimuth += M_PI / 2;
        c.elevation = 0.1;
        break;
    case RENDER_VIEW_TOP:
        c.elevation = steepest;
        break;
    default:
        c.azimuth += aside;
        c.elevation = fmin(c.elevation + above, slanting);
    }
    c.distance = fit_distance(&c, s);
    if (view == RENDER_VIEW_FOLLOW || view == RENDER_VIEW_NEAR) {
        c.target = s->anchor;
        c.follow = true;
    }
    if (view == RENDER_VIEW_NEAR) c.distance = s->near / sin(margin * c.fov_y / 2);
    return view == RENDER_VIEW_FREE ? camera_set_free(&c) : c;
}
