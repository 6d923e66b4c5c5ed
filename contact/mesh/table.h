// SPDX-License-Identifier: MIT
// Hash table from 64-bit keys to indices: fixed capacity, open addressing, linear probing, cleared in constant time.
#ifndef HAWSE_CONTACT_MESH_TABLE_H
#define HAWSE_CONTACT_MESH_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct contact_table_slot {
    uint64_t key;
    uint32_t epoch; // the slot is in use when this equals the table's epoch
    int value;
} contact_table_slot;

typedef struct contact_table {
    contact_table_slot *slot;
    uint32_t epoch, mask;
} contact_table;

// Reserves space for n keys at half load. False: out of memory.
static inline bool contact_table_make(contact_table *t, int n) {
    uint32_t size = 16;
    while (size < 2 * (uint32_t)n) size *= 2;
    t->slot = calloc(size, sizeof *t->slot);
    t->mask = size - 1;
    t->epoch = 1;
    return t->slot != NULL;
}

static inline void contact_table_clear(contact_table *t) {
    if (++t->epoch != 0) return;
    for (uint32_t i = 0; i <= t->mask; i++) t->slot[i].epoch = 0; // once in 2^32 calls
    t->epoch = 1;
}

// The slot that holds the key, or the free slot where it would go. The caller keeps the number of keys within the
// capacity.
static inline contact_table_slot *contact_table_find(const contact_table *t, uint64_t key) {
    uint64_t h = key * 0x9e3779b97f4a7c15u; // Fibonacci hashing (Knuth, TAOCP 3, §6.4)
    uint32_t i = (uint32_t)(h >> 32) & t->mask;
    while (t->slot[i].epoch == t->epoch && t->slot[i].key != key) i = (i + 1) & t->mask;
    return &t->slot[i];
}

// The value of the key; -1 if it is absent.
static inline int contact_table_get(const contact_table *t, uint64_t key) {
    const contact_table_slot *s = contact_table_find(t, key);
    return s->epoch == t->epoch ? s->value : -1;
}

static inline void contact_table_put(contact_table *t, uint64_t key, int value) {
    contact_table_slot *s = contact_table_find(t, key);
    *s = (contact_table_slot){key, t->epoch, value};
}

#endif
