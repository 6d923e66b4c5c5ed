// SPDX-License-Identifier: MIT
// Orbit camera, pure mathematics. Azimuth is from +x toward +y, elevation above the horizon; both describe the eye as
// seen from the target [rad].
#ifndef HAWSE_RENDER_VIEW_CAMERA_H
#define HAWSE_RENDER_VIEW_CAMERA_H

#include "render/shape/glmath.h"
#include "render/view/pick.h"

typedef struct camera {
    vec3 target;               // [m]
    double distance;           // eye from target [m]
    double azimuth, elevation; // [rad]
    double fov_y;              // [rad]
    bool follow;               // the target moves with the anchor
    bool free;                 // drag turns the view in place, wheel moves the eye
    bool centred;              // the target is in the middle of the picture, not above the instruments
    bool outside; // all above is in the level axes: the camera does not heave, roll and pitch with the ship
    pose level;   // the level axes in the ship's, if outside
} camera;

// Input of the presets.
typedef struct camera_scene {
    vec3 lo, hi;        // bounding box of the hull [m]
    vec3 focus;         // hawse mouth [m]
    vec3 outboard;      // horizontal unit vector outward from the hull
    vec3 pipe;          // from the focus up the hawse pipe to its deck opening [m]
    double bore;        // of the pipe [m]
    vec3 ball;          // top of the anchor ball, hoisted [m]; below hi: none, as with zero
    vec3 rim;           // edge of the deck above the mouth, where a mate leans over [m]
    vec3 lifter;        // centre of the gypsy, or of its usual position [m]
    vec3 anchor;        // middle of the anchor [m]
    double size;        // length of the anchor [m], scales distances
    double water_level; // lowest point of the surface [m]
    bool mechanism;     // lo and hi are its box in the picture's frame; otherwise only `anchor` and the next two count:
    double near;        // radius of near views
    vec3 front;    // unit vector from the box to the viewer of its front; `anchor` is the middle of the moving parts
    double aspect; // width / height of the picture
    bool outside;  // the overview stands outside the ship, in these level axes
    pose level;
} camera_scene;

// Camera of a view, framed for the present scene. The free camera starts as the bolster camera.
camera camera_preset(render_view view, const camera_scene *s);
// The same for a mechanism: the box fills the picture.
camera camera_preset_mechanism(render_view view, const camera_scene *s);
// Free camera with the same eye.
camera camera_set_free(const camera *c);
// Camera of a small picture without instruments.
camera camera_inset(const camera *c);
// Eye and target in the ship's axes [m].
vec3 camera_eye(const camera *c);
vec3 camera_target(const camera *c);
// Level axes that turn with the heading of a ship of this pose in the world and keep its place, in the ship's axes.
pose camera_level_axes(const pose *ship);
// Turns by a drag of (dx, dy) pixels; half the picture's height turns 90°. Turns about the target, or in place if free.
// Elevation stays within ±89°.
void camera_orbit(camera *c, double dx, double dy, int height);
// Raises the eye until it is `least` above the plane through `at` (ship's axes), by the elevation. A free camera goes
// where it is sent.
void camera_stay_above(camera *c, vec3 at, vec3 normal, double least);
// Moves the target so that points at its depth follow the pointer. Ends following.
void camera_pan(camera *c, double dx, double dy, int height);
// Zooms by steps of the wheel, positive nearer: 10 % each within 0.3 m .. 500 m. A free camera moves 0.5 m along the
// view each.
void camera_zoom(camera *c, double steps);
// World to clip space for a picture of this aspect (width / height).
void camera_view_projection(const camera *c, double aspect, mat4 view_projection);
// Position of a world point in the picture, 0..1 from the top left. Returns false if behind the camera.
bool camera_project(mat4 view_projection, vec3 point, double *x, double *y);
// The ray from the eye through a place in the picture, 0..1 from the top left, of this aspect.
pick_ray camera_ray_through(const camera *c, double aspect, double x, double y);

#endif
