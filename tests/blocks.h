// SPDX-License-Identifier: MIT
// Compares two pictures by square blocks: rounding of another driver passes, a missing part does not.
#ifndef HAWSE_TESTS_BLOCKS_H
#define HAWSE_TESTS_BLOCKS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

// Size of two pictures of three bytes a pixel, the first of their rows that counts, and the side of a block [pixels]. A
// side divides the width and the rows.
typedef struct block_grid {
    int width, height, top, side;
} block_grid;

// Mean absolute difference of the block that differs most; *mean: of all blocks [of 255].
static inline double block_difference(const block_grid *g, const uint8_t *a, const uint8_t *b, double *mean) {
    double worst = 0, all = 0, bytes = 3.0 * g->side * g->side;
    int blocks = 0;
    for (int y = g->top; y < g->height; y += g->side)
        for (int x = 0; x < g->width; x += g->side, blocks++) {
            int sum = 0;
            for (int k = 0; k < 3 * g->side * g->side; k++) {
                int i = 3 * ((y + k / (3 * g->side)) * g->width + x) + k % (3 * g->side);
                sum += abs(a[i] - b[i]);
            }
            worst = fmax(worst, sum / bytes);
            all += sum / bytes;
        }
    *mean = all / blocks;
    return worst;
}

#endif
