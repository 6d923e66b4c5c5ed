// SPDX-License-Identifier: MIT
// The floating-point environment in which every step is computed, in real time, in software-in-the-loop and in replay
// alike: round to nearest, no traps, denormal results and operands taken as zero (FTZ and DAZ: they cost a multiple
// and carry nothing here).
#ifndef HAWSE_RT_BASE_FLOAT_ENV_H
#define HAWSE_RT_BASE_FLOAT_ENV_H

#include "rt/base/base.h"

// Sets it for the calling thread; threads made later inherit it. The program does so first of all, and every loop
// again.
void rt_float_env_set(void);
// The control register of the calling thread without its sticky flags (x86: MXCSR); 0 where the processor has none of
// this kind and the C library's default holds.
uint32_t rt_float_env(void);

#endif
