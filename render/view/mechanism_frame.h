// SPDX-License-Identifier: MIT
// A mechanism may be as small as a watch or as large as a bridge. It is drawn at the size of an anchor, so that
// cameras, shadows, arrows and lines are those of a ship's scene. Up is the picture's z.
#ifndef HAWSE_RENDER_VIEW_MECHANISM_FRAME_H
#define HAWSE_RENDER_VIEW_MECHANISM_FRAME_H

#include "render/view/def.h"

#define MECHANISM_RADIUS 5.0  // of a ball in the picture that holds the mechanism [picture m]
#define MECHANISM_FOV 0.6     // of its cameras, vertical [rad]
#define MECHANISM_MARK 0.0028 // bar diameter by which arrows and marks are sized, of the distance from the eye

// x_picture = scale turn (x_world - centre)
typedef struct mechanism_frame {
    mat3 turn;
    vec3 centre;  // world [m]
    double scale; // picture m per m
} mechanism_frame;

mechanism_frame mechanism_frame_of(const render_mechanism *m);
vec3 mechanism_frame_point(const mechanism_frame *f, vec3 world);
pose mechanism_frame_pose(const mechanism_frame *f, const pose *world);
// A snapshot in the picture's frame, for scene and overlays; forces keep their size [N].
void mechanism_frame_snapshot(const mechanism_frame *f, const dyn_snapshot *in, dyn_snapshot *out);

#endif
