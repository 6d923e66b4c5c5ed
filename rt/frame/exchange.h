// SPDX-License-Identifier: MIT
// The only two exchanges between threads: latest (newest value wins, triple buffer) and queue (bounded FIFO, one
// producer, one consumer, overflow counted). Neither side ever waits or allocates. A latest may have a second reader:
// the two readers exclude each other while they swap indices, the writer still never waits.
#ifndef HAWSE_RT_FRAME_EXCHANGE_H
#define HAWSE_RT_FRAME_EXCHANGE_H

#include "rt/base/base.h"
#include <pthread.h>
#include <stdatomic.h>

typedef struct rt_latest {
    unsigned char *slot[4]; // three values of `size` bytes; a fourth for a second reader
    size_t size;
    _Atomic unsigned middle; // slot index | 4 when it is newer than the reader's
    unsigned back, front[2]; // owned by the writer and by each reader; the readers may share a slot
    bool shared;             // there is a second reader; it owns, with the first:
    unsigned spare;          // the slot that is free while they share one
    bool behind[2];          // the other reader has a newer value
    pthread_mutex_t readers;
} rt_latest;

rt_status rt_latest_init(rt_latest *l, size_t size);
void rt_latest_free(rt_latest *l);
// The writer's buffer to fill; valid until the next publish. Writer's thread.
void *rt_latest_back(rt_latest *l);
// Makes the back buffer the newest value. Writer's thread.
void rt_latest_publish(rt_latest *l);
// The newest published value (zero bytes before the first), valid until the next call; *fresh (may be NULL): whether it
// is new. Reader's thread.
const void *rt_latest_front(rt_latest *l, bool *fresh);
// Admits a second reader, which uses rt_latest_second as the first uses rt_latest_front. Call before there are several
// threads. RT_ERR_MEMORY.
rt_status rt_latest_share(rt_latest *l);
const void *rt_latest_second(rt_latest *l, bool *fresh);

typedef struct rt_queue {
    unsigned char *items; // capacity × size bytes
    size_t size, capacity;
    _Atomic size_t head, tail;
    _Atomic uint64_t dropped; // items refused because the queue was full
} rt_queue;

rt_status rt_queue_init(rt_queue *q, size_t size, size_t capacity);
void rt_queue_free(rt_queue *q);
// Appends a copy; if the queue is full: false, and counted in dropped. Producer's thread.
bool rt_queue_push(rt_queue *q, const void *item);
// Pops the oldest; false if empty. Consumer's thread.
bool rt_queue_pop(rt_queue *q, void *item);

#endif
