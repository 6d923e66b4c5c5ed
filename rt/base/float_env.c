// SPDX-License-Identifier: MIT
#include "rt/base/float_env.h"

#if defined(__SSE2__)
#include <xmmintrin.h>

enum {
    MASKS = 0x1f80,
    FTZ = 0x8000,
    DAZ = 0x0040,
    FLAGS = 0x003f
}; // Intel SDM volume 1, 10.2.3; rounding bits 0: nearest

void rt_float_env_set(void) { _mm_setcsr(MASKS | FTZ | DAZ); }

uint32_t rt_float_env(void) { return _mm_getcsr() & ~(uint32_t)FLAGS; }

#else

void rt_float_env_set(void) {}

uint32_t rt_float_env(void) { return 0; }

#endif
