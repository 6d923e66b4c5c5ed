// SPDX-License-Identifier: MIT
// hawse's methods of W2 and W3.
#ifndef HAWSE_TESTS_BENCH_W23_HAWSE_H
#define HAWSE_TESTS_BENCH_W23_HAWSE_H

#include "contact/set/set.h"
#include "tests/bench/w23.h"

extern const w23_code w2_regions, w2_foundation, w3_links;

// Adds what the sets hold to the sample: number, depth, sum of the forces.
void w23_contacts(w23_sample *s, const contact_set *const *set, int n);

#endif
