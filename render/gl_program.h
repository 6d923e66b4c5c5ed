// SPDX-License-Identifier: MIT
// Shader programs and what they share: the block of values that are constant over a frame.
#ifndef HAWSE_RENDER_GL_PROGRAM_H
#define HAWSE_RENDER_GL_PROGRAM_H

#include <epoxy/gl.h>

#include "render/glmath.h"
#include "rt/base.h"

// std140 block "Frame" of every 3-D program.
typedef struct gl_frame {
    mat4 view_projection;
    mat4 inverse; // of view_projection
    mat4 shadow;  // world to shadow map, 0..1
    float eye[4]; // xyz [m], time [s]
    float sun[4]; // unit vector toward the sun, water level [m]
} gl_frame;

enum { GL_UNIT_SHADOW, GL_UNIT_FONT }; // texture units, fixed for the program's life

// Compiles and links; 0 with the compiler's message in d on failure. `shared` is put before both sources.
GLuint gl_program_create(const char *name, const char *shared, const char *vertex, const char *fragment, rt_diag *d);

#endif
