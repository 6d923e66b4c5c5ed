// SPDX-License-Identifier: MIT
// Shader programs, and the uniform block of values that are constant over a frame.
#ifndef HAWSE_RENDER_GL_PROGRAM_H
#define HAWSE_RENDER_GL_PROGRAM_H

#include <epoxy/gl.h>
#include <stddef.h>

#include "render/shape/glmath.h"
#include "rt/base/base.h"

// std140 block "Frame" of every 3-D program.
typedef struct gl_frame {
    mat4 view_projection;
    mat4 inverse;    // of view_projection
    mat4 from_world; // from the world to the ship's axes, which the picture is drawn in
    float eye[4];    // xyz [m], time [s]
    float sea[4]; // direction of the waves (x, y), where the table of heights starts along it [m], 1/table length [1/m]
    float at_eye[4];    // depth of the eye under water [m]; cosine and sine of the ship's heading; unused
    float to_height[4]; // coefficients of a point's height in the world [m]
    float to_table[4];  // the same of its place in the table of heights, 0..1
} gl_frame;

// 32 bytes are the alignment of cglm's matrices, not of the block's: no vector may stand before one.
_Static_assert(offsetof(gl_frame, eye) == 192 && offsetof(gl_frame, to_table) == 256, "laid out as the block");

enum {
    GL_UNIT_SHADOW,
    GL_UNIT_FONT,
    GL_UNIT_SEA,
    GL_UNIT_TRACE,
    GL_UNITS
}; // texture units, fixed for the program's life

// Compiles and links a program from `defines`, `shared` and the stage's own source, in this order. Returns 0 on
// failure, with the compiler's message in d.
GLuint gl_program_create(const char *name, const char *defines, const char *shared, const char *vertex,
                         const char *fragment, rt_diag *d);

#endif
