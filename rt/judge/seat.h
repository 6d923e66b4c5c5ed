// SPDX-License-Identifier: MIT
// Loads under which the anchor bears on the hull: of the head by side and part, of the shank by the hull's face. A
// seated anchor bears on both flukes.
#ifndef HAWSE_RT_JUDGE_SEAT_H
#define HAWSE_RT_JUDGE_SEAT_H

#include "rt/jam/jam.h"

enum { SEAT_PARTS = DYN_PART_FLUKE_TIP + 1, SEAT_FACES = DYN_FACE_SHELL + 1 };
enum { SEAT_LEFT = 0, SEAT_RIGHT, SEAT_SIDES }; // halves of the head: negative and positive x of its frame

// Smallest load of a fluke over the anchor's weight, where the scenario gives none. Two flukes that each bear 0.05 of
// the weight lose their load at an acceleration of 2 x 0.05 g off the hull, as at a static heel of asin(0.1) = 6 deg.
// Less is a touch, not a seat.
#define SEAT_LEAST_SHARE 0.05

typedef struct seat_load {
    double head_n[SEAT_SIDES][SEAT_PARTS]; // normal force on a part of this half of the head [N]
    double shank_n[SEAT_FACES];            // normal force on the shank by a face of the hull [N]
} seat_load;

// Adds a contact of the head with the normal force [N] at in_body, half_x to both sides of it along the head's x [m].
// An even pressure over that width decides the halves' shares. The middle tenth of the head counts for neither half: a
// head that bears there alone can roll.
void seat_add_head(seat_load *s, const jam_def *d, vec3 in_body, double half_x, double force);
// Adds a contact of the shank.
void seat_add_shank(seat_load *s, const jam_def *d, vec3 position, vec3 normal, double force);
// Load of this half of the head [N].
double seat_fluke_load(const seat_load *s, int side);
// Writes the shank's loads: "pipe wall 12 kN, bolster lip 58 kN"; false if none is `least` [N] or more.
bool seat_write_shank(const seat_load *s, double least, char *text, size_t size);
// Writes the parts of this half that bear: "fluke tip 3 kN, tripping palm 21 kN"; "": none.
void seat_write_fluke(const seat_load *s, int side, char *text, size_t size);

#endif
