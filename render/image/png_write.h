// SPDX-License-Identifier: MIT
// Writes pictures as PNG. Any thread; no OpenGL.
#ifndef HAWSE_RENDER_IMAGE_PNG_WRITE_H
#define HAWSE_RENDER_IMAGE_PNG_WRITE_H

#include "rt/base/base.h"

// Writes 8-bit RGB, top row first, as PNG to path. On RT_ERR_FILE (message in d) no file appears at path.
rt_status png_write_rgb(const char *path, const uint8_t *rgb, int width, int height, rt_diag *d);
// Encodes the same pixels in memory, with full compression. The caller frees the result. NULL with an error in d.
uint8_t *png_encode_rgb(const uint8_t *rgb, int width, int height, size_t *size, rt_diag *d);

#endif
