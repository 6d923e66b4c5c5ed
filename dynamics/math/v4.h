// SPDX-License-Identifier: MIT
// A vector of four doubles, for 3×3 blocks. Private to dynamics.
#ifndef HAWSE_DYNAMICS_MATH_V4_H
#define HAWSE_DYNAMICS_MATH_V4_H

typedef double v4 __attribute__((vector_size(32)));

#endif
