// SPDX-License-Identifier: MIT
// Inside the roof: the parts of a mechanism's assembly.
#ifndef HAWSE_RT_MECHANISM_PRIVATE_H
#define HAWSE_RT_MECHANISM_PRIVATE_H

#include "rt/mechanism.h"

static inline vec3 mechanism_vec3(const double x[3]) { return vec3_make(x[0], x[1], x[2]); }

// Begins and ends the rows of a part.
void mechanism_begin_part(mechanism *k, const char *kind, const rt_name *name);
void mechanism_end_part(mechanism *k);
// Says what is wrong with a part of the file, at its line.
void mechanism_fault(const scenario *sc, const rt_item *item, rt_diag *d, const char *kind, const rt_name *name,
                     const char *why);
rt_status mechanism_add_bodies(mechanism *k, const scenario *sc, rt_diag *d);

#endif
