// SPDX-License-Identifier: MIT
// Backing store for opaque instruments and panels over the picture. An area is drawn again only when its content
// changes; otherwise it is copied into the picture. In software, instruments and panels cost half of a full picture,
// and most of them change seldom. Main thread, GL context current.
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

// Zero-initialised: empty. Rows are stored top first, like a window's, so the copy is a plain byte copy.
typedef struct backing {
    GLuint framebuffer, colour;
    int width, height; // [px]
    int n;             // areas of the last picture
    backing_area area[BACKING_AREAS];
} backing;

void backing_free(backing *b);
// Resizes the store to the picture. A new size empties it. Returns false if the framebuffer cannot be created.
bool backing_resize(backing *b, int width, int height);
// Returns true if area k already holds this content in this box. Otherwise it records both, binds the framebuffer,
// clears the box to `colour` (red, green, blue) and sets the scissor to it. The caller then draws upside down. The
// areas of one picture must not overlap, and k counts up from 0.
bool backing_is_current(backing *b, int k, const int box[4], uint64_t content, const float colour[3]);
// Copies the first n areas into the framebuffer `to` and leaves `to` bound. Drops all further areas.
void backing_copy(backing *b, int n, GLuint to);

#ifdef __cplusplus
}
#endif

#endif
