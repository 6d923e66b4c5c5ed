// SPDX-License-Identifier: MIT
// Compares the picture of a real window with its reference in tests/rt/reference, at half size and by the mean absolute
// difference of blocks: rounding of another driver passes, a missing panel, lamp or text does not. A picture that may
// be compared shows a moment that is the same in each run: before the start, or of a recording.
//
// HAWSE_WRITE_REFERENCES=1 writes the references instead; look at each before you commit it.
#ifndef HAWSE_TESTS_RT_REFERENCE_H
#define HAWSE_TESTS_RT_REFERENCE_H

#include "render/window/render.h"
#include "tests/blocks.h"
#include <png.h>

enum { REFERENCE_WIDTH = 640, REFERENCE_HEIGHT = 360, REFERENCE_BYTES = 3 * 640 * 360 };
// without the rows of the status line, which tells how far the machine is behind
static const block_grid reference_grid = {REFERENCE_WIDTH, REFERENCE_HEIGHT, 16, 8};
static const double reference_block_limit = 16, reference_mean_limit = 1.5; // of 255

static inline void reference_path(const char *name, char path[600]) {
    snprintf(path, 600, "%s/tests/rt/reference/%s", HAWSE_SOURCE_DIR, name);
}

// Reads the window's picture at half size; false: it has another size.
static inline bool reference_read_window(render *r, uint8_t *half) {
    static uint8_t rgb[4 * REFERENCE_BYTES];
    int width, height;
    render_size(r, &width, &height);
    if (width != 2 * REFERENCE_WIDTH || height != 2 * REFERENCE_HEIGHT) return false;
    render_read_rgb(r, rgb);
    for (int i = 0; i < REFERENCE_BYTES; i++) {
        int colour = i % 3, x = i / 3 % REFERENCE_WIDTH, y = i / 3 / REFERENCE_WIDTH;
        const uint8_t *p = rgb + 3 * (2 * y * width + 2 * x) + colour;
        half[i] = (uint8_t)((p[0] + p[3] + p[3 * width] + p[3 * width + 3] + 2) / 4);
    }
    return true;
}

// Whether the window shows the picture `name`. If not, `why` says how it differs.
static inline bool reference_is_shown(render *r, const char *name, char why[200]) {
    static uint8_t now[REFERENCE_BYTES], before[REFERENCE_BYTES];
    char path[600];
    double mean = 0;
    png_image image = {.version = PNG_IMAGE_VERSION};
    reference_path(name, path);
    if (!reference_read_window(r, now)) {
        snprintf(why, 200, "%s: the window is not of %d by %d", name, 2 * REFERENCE_WIDTH, 2 * REFERENCE_HEIGHT);
        return false;
    }
    if (!png_image_begin_read_from_file(&image, path) || image.width != REFERENCE_WIDTH ||
        image.height != REFERENCE_HEIGHT) {
        snprintf(why, 200, "%s: no reference of %d by %d: %s", name, REFERENCE_WIDTH, REFERENCE_HEIGHT, image.message);
        png_image_free(&image);
        return false;
    }
    image.format = PNG_FORMAT_RGB;
    if (!png_image_finish_read(&image, NULL, before, 0, NULL)) {
        snprintf(why, 200, "%s: %s", name, image.message);
        return false;
    }
    double worst = block_difference(&reference_grid, now, before, &mean);
    snprintf(why, 200, "%s: a block differs by %.1f (at most %.0f), the whole by %.2f (at most %.1f)", name, worst,
             reference_block_limit, mean, reference_mean_limit);
    return worst <= reference_block_limit && mean <= reference_mean_limit;
}

// Writes the window's picture as the reference `name`.
static inline bool reference_write(render *r, const char *name) {
    static uint8_t now[REFERENCE_BYTES];
    char path[600];
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = REFERENCE_WIDTH, .height = REFERENCE_HEIGHT, .format = PNG_FORMAT_RGB};
    reference_path(name, path);
    return reference_read_window(r, now) && png_image_write_to_file(&image, path, 0, now, 0, NULL);
}

#endif
