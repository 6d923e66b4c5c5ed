// SPDX-License-Identifier: MIT
// A backing store for what stands on opaque grounds over the picture: it is drawn there only when it differs from the
// last time, and copied into the picture otherwise. Where the processor draws, instruments and panels were half of a
// picture with everything on, and most of them say the same for a while. Main thread, with the GL context current.
#ifndef HAWSE_RENDER_GL_BACKING_H
#define HAWSE_RENDER_GL_BACKING_H

#include <epoxy/gl.h>

#include "rt/base/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BACKING_AREAS = 16 };

typedef struct backing_area {
    int box[4];       // left, bottom, width, height in GL's coordinates of the picture [px]
    uint64_t content; // hash of the content drawn there
} backing_area;

// Zero-initialised: empty. Stored upside down, top row first, like a window, so that copying is a copy of bytes.
typedef struct backing {
    GLuint framebuffer, colour;
    int width, height; // [px]
    int n;             // areas of the last picture
    backing_area area[BACKING_AREAS];
} backing;

void backing_free(backing *b);
// Makes it as large as the picture, and then empty. False: it is not to be had.
bool backing_fit(backing *b, int width, int height);
// Whether the k-th area of this picture stands as it was drawn. If not it is kept in mind as about to be drawn, its
// framebuffer bound, cleared in the box to the colour (red, green, blue) and cut down to it: draw, upside down. The
// areas of a picture do not overlap, and k counts up from 0.
bool backing_is_current(backing *b, int k, const int box[4], uint64_t content, const float colour[3]);
// Copies the first n areas into the framebuffer `to`, which is bound then; areas beyond are forgotten.
void backing_copy(backing *b, int n, GLuint to);

#ifdef __cplusplus
}
#endif

#endif
