// SPDX-License-Identifier: MIT
#include "render/image/png_write.h"
#include "rt/file/whole_file.h"
#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rt_status png_write_rgb(const char *path, const uint8_t *rgb, int width, int height, rt_diag *d) {
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGB,
                       .flags = PNG_IMAGE_FLAG_FAST};
    rt_whole_file w;
    rt_status status = rt_whole_open(&w, path, d);
    if (status != RT_OK) return status;
    errno = 0;
    if (png_image_write_to_stdio(&image, w.file, 0, rgb, 0, NULL)) return rt_whole_close(&w, d);
    rt_diag_error(d, path, 0, 0, "cannot write the picture: %s%s%s", image.message, errno ? ": " : "",
                  errno ? strerror(errno) : "");
    rt_whole_abandon(&w);
    return RT_ERR_FILE;
}

uint8_t *png_encode_rgb(const uint8_t *rgb, int width, int height, size_t *size, rt_diag *d) {
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGB};
    png_alloc_size_t room = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *bytes = malloc(room);
    if (bytes && png_image_write_to_memory(&image, bytes, &room, 0, rgb, 0, NULL)) {
        *size = room;
        return bytes;
    }
    rt_diag_error(d, NULL, 0, 0, "cannot encode the picture as PNG: %s", bytes ? image.message : "no memory");
    free(bytes);
    return NULL;
}
