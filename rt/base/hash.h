// SPDX-License-Identifier: MIT
// A fast 64-bit hash of bytes, equal for bit-identical states. Not for hostile input.
#ifndef HAWSE_RT_BASE_HASH_H
#define HAWSE_RT_BASE_HASH_H

#include "rt/base/base.h"

// Hash of the bytes, continuing from seed (0 for the first block). A change within one 8-byte word always changes the
// result, any other change almost always. Hashing "ab" differs from hashing "a", then "b". The result is the same on
// every machine of the same byte order. Frame thread.
uint64_t rt_hash(uint64_t seed, const void *data, size_t size);

#endif
