// SPDX-License-Identifier: MIT
// The floating-point environment of every step, the same in real time, software-in-the-loop and replay: round to
// nearest, no traps, denormal results and operands as zero (FTZ and DAZ). Denormals cost a multiple of the time and
// carry no information here.
#ifndef HAWSE_RT_BASE_FLOAT_ENV_H
#define HAWSE_RT_BASE_FLOAT_ENV_H

#include "rt/base/base.h"

// Sets the environment for the calling thread; threads created later inherit it. The program calls this first, and
// every loop calls it again.
void rt_float_env_set(void);
// The control register of the calling thread without its sticky flags (x86: MXCSR); 0 on a processor without such a
// register, where the C library's default applies.
uint32_t rt_float_env(void);

#endif
