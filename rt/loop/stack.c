// SPDX-License-Identifier: MIT
#include "rt/loop/run.h"

// One page a call, downwards.
__attribute__((noinline)) void rt_loop_touch_stack(size_t bytes) {
    volatile unsigned char page[4096];
    page[0] = page[sizeof page - 1] = 1;
    if (bytes > sizeof page) rt_loop_touch_stack(bytes - sizeof page);
    page[1] = page[0]; // work after the call prevents a tail call
}
