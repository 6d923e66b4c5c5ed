// SPDX-License-Identifier: MIT
// The bottom's own program and texture: the chain's trace on it.
#ifndef HAWSE_RENDER_SCENE_MARKS_H
#define HAWSE_RENDER_SCENE_MARKS_H

#include "render/gl/batch.h"
#include "render/gl/program.h"
#include "render/view/def.h"
#include "render/view/trace.h"

typedef struct scene_marks {
    bool known;
    trace trace;
    GLuint texture, program[2];                    // by day and by night
    GLint clip_from_world[2], window[2], ghost[2]; // uniforms of the programs
} scene_marks;

// Creates trace, texture and programs for a ship with a bottom. `defines`: texts of scene_constants by day and night.
rt_status scene_marks_create(scene_marks *m, const render_def *def, const char *const defines[2], rt_diag *d);
void scene_marks_free(scene_marks *m);
// Adds the links (of n bodies, in the ship's axes) that lie on the bottom at time t; middle: of the bottom drawn.
void scene_marks_follow(scene_marks *m, const render_def *def, double t, vec3 middle, const pose *ship,
                        const dyn_snapshot_body *body, int n);
// Draws the batch of the bottom with its trace. Leaves its own program in use.
void scene_marks_draw(scene_marks *m, const batch *bottom, bool night, mat4 view_projection);

#endif
