// SPDX-License-Identifier: MIT
// Sums the loads of the anchor's seat.
#include "rt/judge/seat.h"
#include <stdio.h>

#define MIDDLE 0.1  // half width of the strip that counts for neither half / half width of the head
#define COUNTS 50.0 // a smaller load is left out of a text [N]

// Share of the interval [x - half, x + half] above `from`.
static double share_above(double x, double half, double from) {
    if (!(half > 0)) return x > from;
    return fmax(0, fmin(1, (x + half - from) / (2 * half)));
}

void seat_add_head(seat_load *s, const jam_def *d, vec3 in_body, double half_x, double force) {
    double strip = MIDDLE * 0.5 * (d->head_hi.x - d->head_lo.x);
    dyn_anchor_part part = jam_part(d, true, in_body);
    s->head_n[SEAT_LEFT][part] += force * share_above(-in_body.x, half_x, strip);
    s->head_n[SEAT_RIGHT][part] += force * share_above(in_body.x, half_x, strip);
}

void seat_add_shank(seat_load *s, const jam_def *d, vec3 position, vec3 normal, double force) {
    s->shank_n[jam_face(d, position, normal)] += force;
}

double seat_fluke_load(const seat_load *s, int side) {
    double sum = 0;
    for (int k = 0; k < SEAT_PARTS; k++) sum += s->head_n[side][k];
    return sum;
}

// Writes "name 12 kN" for each load of at least `least`; returns the number of loads written.
static int write_loads(const double *load, int n, double least, const char *(*name)(int), char *text, size_t size) {
    int written = 0;
    size_t used = 0;
    if (size > 0) text[0] = 0;
    for (int k = 0; k < n; k++) {
        if (load[k] < least || used >= size) continue;
        int w = snprintf(text + used, size - used, "%s%s %.1f kN", written ? ", " : "", name(k), load[k] / 1e3);
        used += w > 0 ? (size_t)w : 0;
        written++;
    }
    return written;
}

bool seat_write_shank(const seat_load *s, double least, char *text, size_t size) {
    return write_loads(s->shank_n, SEAT_FACES, fmax(least, COUNTS), dyn_hull_face_name, text, size) > 0;
}

void seat_write_fluke(const seat_load *s, int side, char *text, size_t size) {
    write_loads(s->head_n[side], SEAT_PARTS, COUNTS, dyn_anchor_part_name, text, size);
}
