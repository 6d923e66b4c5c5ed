// SPDX-License-Identifier: MIT
#include "rt/frame/exchange.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FRESH = 4, SLOT = 3, LINE = 64 }; // LINE: bytes of a cache line

// Zeroed and aligned to a cache line; NULL without memory.
static unsigned char *allocate(size_t size) {
    size_t whole = (size + LINE - 1) / LINE * LINE;
    unsigned char *p = whole >= size ? aligned_alloc(LINE, whole) : NULL;
    if (p) memset(p, 0, whole);
    return p;
}

rt_status rt_latest_init(rt_latest *l, size_t size) {
    assert(size > 0);
    memset(l, 0, sizeof *l);
    l->size = size;
    for (int i = 0; i < 3; i++) {
        l->slot[i] = allocate(size);
        if (!l->slot[i]) {
            rt_latest_free(l);
            return RT_ERR_MEMORY;
        }
    }
    l->back = 0;
    atomic_init(&l->middle, 1);
    l->front[0] = 2;
    return RT_OK;
}

void rt_latest_free(rt_latest *l) {
    if (l->shared) pthread_mutex_destroy(&l->readers);
    l->shared = false;
    for (int i = 0; i < 4; i++) {
        free(l->slot[i]);
        l->slot[i] = NULL;
    }
}

void *rt_latest_back(rt_latest *l) { return l->slot[l->back]; }

void rt_latest_publish(rt_latest *l) {
    // Release: the reader of the index sees the written slot. Acquire: the reader has finished with the returned slot.
    l->back = atomic_exchange_explicit(&l->middle, l->back | FRESH, memory_order_acq_rel) & SLOT;
}

rt_status rt_latest_share(rt_latest *l) {
    assert(!l->shared);
    if (pthread_mutex_init(&l->readers, NULL) != 0) return RT_ERR_MEMORY;
    l->shared = true; // from here on rt_latest_free destroys the mutex
    l->spare = 3;
    l->front[1] = l->front[0];
    l->slot[3] = allocate(l->size);
    return l->slot[3] ? RT_OK : RT_ERR_MEMORY;
}

static bool is_fresh(const rt_latest *l) { return atomic_load_explicit(&l->middle, memory_order_relaxed) & FRESH; }

// Swaps a slot that no reader uses for the newest value.
static unsigned take_middle(rt_latest *l, unsigned given) {
    return atomic_exchange_explicit(&l->middle, given, memory_order_acq_rel) & SLOT;
}

// One of two readers takes the newest value: from the middle, or the one that the other reader has. Four slots suffice:
// back, middle, and two for the readers, one of which is spare while they share the other.
static bool take_shared(rt_latest *l, int reader) {
    pthread_mutex_lock(&l->readers);
    unsigned *own = &l->front[reader], other = l->front[!reader];
    bool is_new = is_fresh(l), behind = l->behind[reader];
    if (is_new) {
        *own = take_middle(l, *own == other ? l->spare : *own);
        l->behind[!reader] = true;
    } else if (behind) {
        l->spare = *own;
        *own = other;
    }
    l->behind[reader] = false;
    pthread_mutex_unlock(&l->readers);
    return is_new || behind;
}

const void *rt_latest_front(rt_latest *l, bool *fresh) {
    bool is_new = l->shared ? take_shared(l, 0) : is_fresh(l);
    if (is_new && !l->shared) l->front[0] = take_middle(l, l->front[0]);
    if (fresh) *fresh = is_new;
    return l->slot[l->front[0]];
}

const void *rt_latest_second(rt_latest *l, bool *fresh) {
    assert(l->shared);
    bool is_new = take_shared(l, 1);
    if (fresh) *fresh = is_new;
    return l->slot[l->front[1]];
}

rt_status rt_queue_init(rt_queue *q, size_t size, size_t capacity) {
    assert(size > 0 && capacity > 0);
    memset(q, 0, sizeof *q);
    q->size = size;
    q->capacity = capacity;
    q->items = capacity <= SIZE_MAX / size ? allocate(size * capacity) : NULL;
    return q->items ? RT_OK : RT_ERR_MEMORY;
}

void rt_queue_free(rt_queue *q) {
    free(q->items);
    q->items = NULL;
}

// head and tail only grow; their difference is the queue's length. The producer owns tail, the consumer head.
bool rt_queue_push(rt_queue *q, const void *item) {
    size_t tail = atomic_load_explicit(&q->tail, memory_order_relaxed);
    size_t head = atomic_load_explicit(&q->head, memory_order_acquire);
    if (tail - head == q->capacity) {
        atomic_fetch_add_explicit(&q->dropped, 1, memory_order_relaxed);
        return false;
    }
    memcpy(q->items + tail % q->capacity * q->size, item, q->size);
    atomic_store_explicit(&q->tail, tail + 1, memory_order_release);
    return true;
}

bool rt_queue_pop(rt_queue *q, void *item) {
    size_t head = atomic_load_explicit(&q->head, memory_order_relaxed);
    size_t tail = atomic_load_explicit(&q->tail, memory_order_acquire);
    if (head == tail) return false;
    memcpy(item, q->items + head % q->capacity * q->size, q->size);
    atomic_store_explicit(&q->head, head + 1, memory_order_release);
    return true;
}
