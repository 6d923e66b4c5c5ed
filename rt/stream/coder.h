// SPDX-License-Identifier: MIT
// Values to bytes and back. A function codes a value in either direction, so that the two cannot differ. All numbers
// are little-endian, whatever the machine. What is written from is only read, never stored to: other threads read it
// too.
#ifndef HAWSE_RT_STREAM_CODER_H
#define HAWSE_RT_STREAM_CODER_H

#include "dynamics/math/math3.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct coder {
    unsigned char *at; // only read unless writes
    size_t left;
    bool writes; // to bytes
    bool bad;    // no room, or a value out of its range; what follows is undefined
} coder;

// An integer from lo to hi, in as few bytes as its range needs.
void code_int(coder *c, int32_t *v, int32_t lo, int32_t hi);
void code_byte(coder *c, uint8_t *v, int most);
void code_count(coder *c, uint64_t *v);
// A time or another signed number within a quarter of the range, so that sums do not overflow.
void code_long(coder *c, int64_t *v);
// A number as float64 or float32: written limited to -most .. most, refused beyond when read. NaN only if unknown.
void code_double(coder *c, double *v, double most);
void code_float(coder *c, double *v, double most, bool unknown);
void code_vector(coder *c, vec3 *v, double most, bool unknown);
// Position within `most`, and rotation as a unit quaternion; float32.
void code_pose(coder *c, pose *p, double most);
// A text of at most size - 1 bytes. In a text that is read, '?' replaces each byte that is no printable UTF-8.
void code_text(coder *c, char *text, int size);

#endif
