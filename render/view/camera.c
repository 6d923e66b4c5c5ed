// SPDX-License-Identifier: MIT
#include "render/view/camera.h"

static const double elevation_limit = 1.55; // [rad]
static const double free_distance = 5;      // distance of a free camera's target [m]
static const double free_height = 0.7;      // fraction of the picture's height above the instruments
static const double lift = 0.23;            // of the target above the picture's middle, in half heights

// The eye in the axes of the camera's data.
static vec3 own_eye(const camera *c) {
    double h = c->distance * cos(c->elevation);
    return vec3_add(c->target, vec3_make(h * cos(c->azimuth), h * sin(c->azimuth), c->distance * sin(c->elevation)));
}

static vec3 up_of(const camera *c) {
    vec3 up = vec3_make(0, 0, 1);
    return c->outside ? mat3_mul(&c->level.r, up) : up;
}

vec3 camera_eye(const camera *c) { return c->outside ? pose_point(&c->level, own_eye(c)) : own_eye(c); }

vec3 camera_target(const camera *c) { return c->outside ? pose_point(&c->level, c->target) : c->target; }

pose camera_level_axes(const pose *ship) {
    const vec3 bow = mat3_column(&ship->r, 0), up = vec3_make(0, 0, 1);
    const vec3 ahead = vec3_unit(vec3_make(bow.x, bow.y, 0));
    const mat3 level = mat3_columns(ahead, vec3_cross(up, ahead), up), to_ship = mat3_transpose(&ship->r);
    return (pose){mat3_matmul(&to_ship, &level), mat3_mul(&to_ship, vec3_make(0, 0, -ship->p.z))};
}

// Moves the target so that the eye is at this point.
static void move_eye_to(camera *c, vec3 eye) { c->target = vec3_add(c->target, vec3_sub(eye, own_eye(c))); }

camera camera_set_free(const camera *c) {
    camera f = *c;
    f.free = true;
    f.follow = false;
    f.distance = free_distance;
    move_eye_to(&f, own_eye(c));
    return f;
}

camera camera_inset(const camera *c) {
    camera small = *c;
    small.centred = true;
    small.distance *= free_height;
    return small;
}

void camera_orbit(camera *c, double dx, double dy, int height) {
    double rad_per_px = M_PI / height;
    vec3 eye = own_eye(c);
    c->azimuth -= dx * rad_per_px;
    c->elevation = fmin(fmax(c->elevation + dy * rad_per_px, -elevation_limit), elevation_limit);
    if (c->free) move_eye_to(c, eye);
}

void camera_stay_above(camera *c, vec3 at, vec3 normal, double least) {
    enum { TURNS = 40 };
    for (int k = 0; k < TURNS && !c->free; k++) {
        double missing = least - vec3_dot(normal, vec3_sub(camera_eye(c), at));
        if (missing <= 0 || c->elevation >= elevation_limit) return;
        c->elevation = fmin(c->elevation + fmax(missing / c->distance, 0.01), elevation_limit);
    }
}

void camera_pan(camera *c, double dx, double dy, int height) {
    double m_per_px = 2 * c->distance * tan(c->fov_y / 2) / height;
    vec3 right = vec3_make(-sin(c->azimuth), cos(c->azimuth), 0);
    vec3 back = vec3_unit(vec3_sub(own_eye(c), c->target));
    vec3 up = vec3_cross(back, right);
    c->target = vec3_madd(vec3_madd(c->target, -dx * m_per_px, right), dy * m_per_px, up);
    c->follow = false;
}

void camera_zoom(camera *c, double steps) {
    if (c->free)
        c->target = vec3_madd(c->target, 0.5 * steps, vec3_unit(vec3_sub(c->target, own_eye(c))));
    else
        c->distance = fmin(fmax(c->distance * pow(0.9, steps), 0.3), 500);
}

void camera_view_projection(const camera *c, double aspect, mat4 view_projection) {
    float eye[3], target[3], up[3];
    glmath_vec3(camera_eye(c), eye);
    glmath_vec3(camera_target(c), target);
    glmath_vec3(up_of(c), up);
    mat4 view, projection;
    glm_lookat(eye, target, up, view);
    glm_perspective((float)c->fov_y, (float)aspect, (float)fmax(0.05, 0.02 * c->distance), 4000.0f, projection);
    if (!c->centred) projection[2][1] -= (float)lift;
    glm_mat4_mul(projection, view, view_projection);
}

// Inverse of camera_view_projection, with its right-handed axes.
pick_ray camera_ray_through(const camera *c, double aspect, double x, double y) {
    double half = tan(c->fov_y / 2), across = (2 * x - 1) * half * aspect,
           up = (1 - 2 * y - (c->centred ? 0 : lift)) * half;
    vec3 eye = camera_eye(c), forward = vec3_unit(vec3_sub(camera_target(c), eye));
    vec3 right = vec3_unit(vec3_cross(forward, up_of(c))), above = vec3_cross(right, forward);
    return (pick_ray){eye, vec3_unit(vec3_madd(vec3_madd(forward, across, right), up, above)), forward};
}

bool camera_project(mat4 view_projection, vec3 point, double *x, double *y) {
    vec4 p = {(float)point.x, (float)point.y, (float)point.z, 1}, clip;
    glm_mat4_mulv(view_projection, p, clip);
    if (!(clip[3] > 0)) return false;
    *x = 0.5 * (1 + (double)(clip[0] / clip[3]));
    *y = 0.5 * (1 - (double)(clip[1] / clip[3]));
    return true;
}
