// SPDX-License-Identifier: MIT
// hawse's methods of W2 and W3.
#ifndef HAWSE_TESTS_BENCH_W23_HAWSE_H
#define HAWSE_TESTS_BENCH_W23_HAWSE_H

#include "contact/set/set.h"
#include "tests/bench/w23.h"

extern const w23_code w2_regions, w2_foundation, w3_links;

// Adds the contacts of the sets to the sample: number, greatest depth. Sets the magnitude of their force sum.
void w23_add_contacts(w23_sample *s, const contact_set *const *set, int n);

#endif
