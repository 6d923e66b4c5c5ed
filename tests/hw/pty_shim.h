// SPDX-License-Identifier: MIT
#ifndef HAWSE_TESTS_HW_PTY_SHIM_H
#define HAWSE_TESTS_HW_PTY_SHIM_H

#include <stdatomic.h>
#include <stdbool.h>

#define PTY_SHIM_ROOT "/dev/../../.."

extern _Atomic int pty_shim_exclusive; // ports made exclusive so far

#endif
