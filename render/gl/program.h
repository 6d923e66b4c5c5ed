// SPDX-License-Identifier: MIT
// Shader programs and what they share: the block of values that are constant over a frame.
#ifndef HAWSE_RENDER_GL_PROGRAM_H
#define HAWSE_RENDER_GL_PROGRAM_H

#include <epoxy/gl.h>

#include "render/shape/glmath.h"
#include "rt/base/base.h"

// std140 block "Frame" of every 3-D program.
typedef struct gl_frame {
    mat4 view_projection;
    mat4 inverse;    // of view_projection
    float eye[4];    // xyz [m], time [s]
    float sea[4];    // direction of the waves (x, y), start of the table of heights along it [m], 1/its length [1/m]
    float at_eye[4]; // z of the water at the eye [m]; nothing
} gl_frame;

enum { GL_UNIT_SHADOW, GL_UNIT_FONT, GL_UNIT_SEA, GL_UNITS }; // texture units, fixed for the program's life

// Compiles and links; 0 with the compiler's message in d on failure. `defines`, then `shared` are put before both
// sources.
GLuint gl_program_create(const char *name, const char *defines, const char *shared, const char *vertex,
                         const char *fragment, rt_diag *d);

#endif
