// SPDX-License-Identifier: MIT
// The bottom's own program and texture: the chain's trace on it.
#ifndef HAWSE_RENDER_TRACE_MARKS_H
#define HAWSE_RENDER_TRACE_MARKS_H

#include "render/gl/batch.h"
#include "render/gl/program.h"
#include "render/trace/trace.h"
#include "render/view/def.h"

typedef struct trace_marks {
    bool known;
    trace trace;
    GLuint texture, program[2];                    // by day and by night
    GLint clip_from_world[2], window[2], ghost[2]; // uniforms of the programs
} trace_marks;

// Creates trace, texture and programs for a ship with a bottom. `defines`: texts of the programs' constants by day and
// night.
rt_status trace_marks_create(trace_marks *m, const render_def *def, const char *const defines[2], rt_diag *d);
void trace_marks_free(trace_marks *m);
// Adds the links (of n bodies, in the ship's axes) that lie on the bottom at time t; middle: of the bottom drawn.
void trace_marks_follow(trace_marks *m, const render_def *def, double t, vec3 middle, const pose *ship,
                        const dyn_snapshot_body *body, int n);
// Draws the batch of the bottom with its trace. Leaves its own program in use.
void trace_marks_draw(trace_marks *m, const batch *bottom, bool night, mat4 view_projection);

#endif
