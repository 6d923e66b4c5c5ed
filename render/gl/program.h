// SPDX-License-Identifier: MIT
// Shader programs, and the uniform block of values that are constant over a frame.
#ifndef HAWSE_RENDER_GL_PROGRAM_H
#define HAWSE_RENDER_GL_PROGRAM_H

#include <epoxy/gl.h>

#include "render/shape/glmath.h"
#include "rt/base/base.h"

// std140 block "Frame" of every 3-D program.
typedef struct gl_frame {
    mat4 view_projection;
    mat4 inverse; // of view_projection
    float eye[4]; // xyz [m], time [s]
    float sea[4]; // direction of the waves (x, y), where the table of heights starts along it [m], 1/table length [1/m]
    float at_eye[4]; // z of the water at the eye [m]; three unused
} gl_frame;

enum { GL_UNIT_SHADOW, GL_UNIT_FONT, GL_UNIT_SEA, GL_UNITS }; // texture units, fixed for the program's life

// Compiles and links a program from `defines`, `shared` and the stage's own source, in this order. Returns 0 on
// failure, with the compiler's message in d.
GLuint gl_program_create(const char *name, const char *defines, const char *shared, const char *vertex,
                         const char *fragment, rt_diag *d);

#endif
