// SPDX-License-Identifier: MIT
// Pictures of the anchors by type, for the desk.
#ifndef HAWSE_RT_PICTURE_GALLERY_H
#define HAWSE_RT_PICTURE_GALLERY_H

#include "rt/scenario/type.h"

enum { GALLERY_SIZE = 112 }; // width and height of a picture [px]

// Draws the shipped anchor of the type, flukes out, as GALLERY_SIZE rows of RGBA. Needs no OpenGL. RT_ERR_FILE or
// RT_ERR_MEMORY with a message. Set-up.
rt_status gallery_draw(int type, uint8_t rgba[GALLERY_SIZE][GALLERY_SIZE][4], rt_diag *d);

#endif
