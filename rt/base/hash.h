// SPDX-License-Identifier: MIT
// A fast 64-bit hash of bytes, to tell whether two states are bit-identical. Not for hostile input.
#ifndef HAWSE_RT_BASE_HASH_H
#define HAWSE_RT_BASE_HASH_H

#include "rt/base/base.h"

// Hash of the bytes, continuing from seed (0 for the first block). Any change within one 8-byte word changes the result
// for certain, any other change almost certainly. Blocks are not joined: hashing "ab" is not hashing "a" and
// then "b". Same on every machine of the same byte order. Frame thread.
uint64_t rt_hash(uint64_t seed, const void *data, size_t size);

#endif
