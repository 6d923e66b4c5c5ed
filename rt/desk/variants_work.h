// SPDX-License-Identifier: MIT
// The work on one of two designs, in a thread of its own.
#ifndef HAWSE_RT_DESK_VARIANTS_WORK_H
#define HAWSE_RT_DESK_VARIANTS_WORK_H

#include "rt/desk/variants.h"

// Starts v->work on the design with this resolved scenario. If no thread starts, the result says so at once.
void variants_begin(variants *v, const char *text);

#endif
