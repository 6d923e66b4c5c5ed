// SPDX-License-Identifier: MIT
// The picture's frame of a mechanism, which may be as small as a watch or as large as a bridge. The frame scales it to
// the size of an anchor, so that cameras, shadows, arrows and lines are those of a ship's scene. z is up.
#ifndef HAWSE_RENDER_VIEW_MECHANISM_FRAME_H
#define HAWSE_RENDER_VIEW_MECHANISM_FRAME_H

#include "render/view/def.h"

#define MECHANISM_RADIUS 5.0  // radius of the ball that holds the mechanism [picture m]
#define MECHANISM_FOV 0.6     // of the cameras, vertical [rad]
#define MECHANISM_MARK 0.0028 // bar diameter that sizes arrows and marks, as a fraction of the distance from the eye

// x_picture = scale turn (x_world - centre)
typedef struct mechanism_frame {
    mat3 turn;
    vec3 centre;  // world [m]
    double scale; // picture m per m
} mechanism_frame;

mechanism_frame mechanism_frame_of(const render_mechanism *m);
vec3 mechanism_frame_point(const mechanism_frame *f, vec3 world);
// The inverse: a point of the picture's frame in the world [m].
vec3 mechanism_frame_world(const mechanism_frame *f, vec3 point);
pose mechanism_frame_pose(const mechanism_frame *f, const pose *world);
// Converts a snapshot to the picture's frame, for scene and overlays. Forces keep their size [N].
void mechanism_frame_snapshot(const mechanism_frame *f, const dyn_snapshot *in, dyn_snapshot *out);

#endif
