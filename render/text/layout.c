// SPDX-License-Identifier: MIT
#include "render/text/layout.h"

static const float full_width[CONSOLE_GAUGES] = {244, 174, 186, 102, 86, 90, 106, 236};
static const float small_width[CONSOLE_GAUGES] = {140, 128, 148, 100, 76, 76, 84, 194};
static const float full_height = 158, small_height = 138;

// One row of these instruments at height y, with equal gaps.
static void lay_row(console_layout *l, const int *which, int n, const float *size, float width, float y, float height) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += size[which[i]];
    float gap = (width - sum) / (float)(n + 1), x = gap;
    for (int i = 0; i < n; i++) {
        l->gauge[which[i]] = (area){x, y, size[which[i]], height};
        x += size[which[i]] + gap;
    }
}

// How many of them fit side by side.
static int fit(const int *which, int n, const float *size, float width) {
    int k = 0;
    for (float sum = 0; k < n && sum + size[which[k]] <= width; k++) sum += size[which[k]];
    return k;
}

// How many of them make the upper of two rows that are as even as can be.
static int even_split(const int *which, int n, const float *size) {
    float total = 0, upper = 0;
    for (int i = 0; i < n; i++) total += size[which[i]];
    int k = 0;
    while (upper + size[which[k]] / 2 < total / 2) upper += size[which[k++]];
    return k;
}

console_layout console_lay_out(float width, float height) {
    enum { ALL = CONSOLE_GAUGES };
    static const int all[ALL] = {CONSOLE_TENSION, CONSOLE_SPEED,  CONSOLE_CHAIN,  CONSOLE_LEVER,
                                 CONSOLE_BRAKE,   CONSOLE_LINING, CONSOLE_TORQUE, CONSOLE_LAMPS};
    static const int less[] = {CONSOLE_TENSION, CONSOLE_SPEED, CONSOLE_CHAIN,
                               CONSOLE_LEVER,   CONSOLE_BRAKE, CONSOLE_LAMPS};
    static const int first[] = {CONSOLE_LEVER, CONSOLE_BRAKE, CONSOLE_TENSION,
                                CONSOLE_SPEED, CONSOLE_LAMPS, CONSOLE_CHAIN};
    console_layout l = {.full = fit(all, ALL, full_width, width) == ALL && height >= 3 * full_height};
    const float *size = l.full ? full_width : small_width;
    l.height = l.full ? full_height : small_height;
    if (height < 2 * l.height) return (console_layout){0};
    float y = height - l.height;
    if (fit(all, ALL, size, width) == ALL) {
        lay_row(&l, all, ALL, size, width, y, l.height);
        return l;
    }
    if (fit(less, 6, size, width) == 6) {
        lay_row(&l, less, 6, size, width, y, l.height);
        return l;
    }
    int above = even_split(all, ALL, size);
    if (fit(all, above, size, width) == above && fit(all + above, ALL - above, size, width) == ALL - above &&
        height >= 5 * small_height) {
        l.height = 2 * small_height;
        lay_row(&l, all, above, size, width, height - l.height, small_height);
        lay_row(&l, all + above, ALL - above, size, width, y, small_height);
        return l;
    }
    int n = fit(first, 6, size, width);
    if (n == 0) l.height = 0;
    lay_row(&l, first, n, size, width, y, l.height);
    return l;
}
