// SPDX-License-Identifier: MIT
#include "hw/virtual/line.h"
#include <string.h>

static const char *const name[HW_FAULTS] = {"none",   "unplug",      "silence", "garbage", "flood",
                                            "half",   "duplicates",  "baud",    "version", "stuck",
                                            "frozen", "frozen-time", "stall",   "range"};

int hw_fault_find(const char *text) {
    for (int i = 0; i < HW_FAULTS; i++)
        if (strcmp(text, name[i]) == 0) return i;
    return -1;
}

const char *hw_fault_name(hw_fault fault) { return name[fault]; }

void virtual_line_init(virtual_line *l, int baud, int64_t batch_ns, int64_t jitter_ns, uint64_t seed) {
    memset(l, 0, sizeof *l);
    l->byte_ns = INT64_C(10000000000) / baud;
    l->batch_ns = batch_ns;
    l->jitter_ns = jitter_ns;
    l->random = seed;
}

void virtual_line_clear(virtual_line *l) {
    l->head = l->tail;
    l->free_ns = 0;
    l->n = 0;
}

void virtual_line_set_fault(virtual_line *l, hw_fault fault) {
    l->fault = fault;
    l->frozen = false;
    l->n_bits = 0;
    memcpy(l->old, l->whole, l->n_whole);
    l->n_old = l->n_whole;
}

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014: splitmix64.
static uint32_t random_below(virtual_line *l, uint32_t n) {
    uint64_t z = l->random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ (z >> 31)) >> 32) % n;
}

// ---- bytes with their time ------------------------------------------------------------------------------------------

static void enqueue(virtual_line *l, uint8_t byte, int64_t now_ns) {
    l->last = byte;
    l->free_ns = (l->free_ns > now_ns ? l->free_ns : now_ns) + l->byte_ns;
    if (l->tail - l->head == VIRTUAL_LINE_ROOM) {
        l->overrun++;
        return;
    }
    if (l->batch_ns > 0 && l->free_ns > l->batch_at) {
        l->batch_at = (l->free_ns / l->batch_ns + 1) * l->batch_ns;
        if (l->jitter_ns > 0) l->batch_at += random_below(l, (uint32_t)(l->jitter_ns / 1000)) * INT64_C(1000);
    }
    l->byte[l->tail % VIRTUAL_LINE_ROOM] = byte;
    l->due_ns[l->tail % VIRTUAL_LINE_ROOM] = l->batch_ns > 0 ? l->batch_at : l->free_ns;
    l->tail++;
}

static void enqueue_all(virtual_line *l, const uint8_t *bytes, size_t n, int64_t now_ns) {
    for (size_t i = 0; i < n; i++) enqueue(l, bytes[i], now_ns);
}

// ---- faults ---------------------------------------------------------------------------------------------------------

static void send_half(virtual_line *l, int64_t now_ns) {
    uint32_t part = random_below(l, l->n);
    enqueue_all(l, l->frame, part, now_ns);
    if (random_below(l, 2)) enqueue(l, 0, now_ns);
}

static void send_twice(virtual_line *l, int64_t now_ns) {
    enqueue_all(l, l->frame, l->n, now_ns);
    enqueue_all(l, l->frame, l->n, now_ns);
    if (random_below(l, 10) == 0) enqueue_all(l, l->old, l->n_old, now_ns);
}

static void send_frozen_time(virtual_line *l, int64_t now_ns) {
    wire_decoder d = {0};
    wire_frame f;
    uint8_t again[WIRE_FRAME_MAX];
    for (int i = 0; i < l->n; i++) {
        if (wire_decode(&d, l->frame[i], &f) != WIRE_FRAME) continue;
        if (!l->frozen) l->frozen_us = f.t_us;
        l->frozen = true;
        enqueue_all(l, again, wire_frame_build(f.type, f.seq, l->frozen_us, f.body, f.n, again), now_ns);
    }
}

// Sends the collected frame with the fault applied.
static void send_frame(virtual_line *l, int64_t now_ns) {
    if (l->fault == HW_FAULT_HALF)
        send_half(l, now_ns);
    else if (l->fault == HW_FAULT_DUPLICATES)
        send_twice(l, now_ns);
    else if (l->fault == HW_FAULT_FROZEN_SEQ)
        enqueue_all(l, l->old, l->n_old, now_ns);
    else
        send_frozen_time(l, now_ns);
    memcpy(l->whole, l->frame, l->n);
    l->n_whole = l->n;
    l->n = 0;
}

// The sender sends a start bit, eight data bits from the lowest, and a stop bit. The receiver, at half the sender's
// rate, samples every second bit.
static void send_wrong_baud(virtual_line *l, uint8_t byte, int64_t now_ns) {
    l->bits |= ((uint32_t)byte << 1 | 1u << 9) << l->n_bits;
    l->n_bits += 10;
    if (l->n_bits < 20) return;
    uint8_t seen = 0;
    for (int i = 0; i < 8; i++) seen |= (uint8_t)((l->bits >> (2 * i + 3) & 1) << i);
    enqueue(l, seen, now_ns);
    l->bits = l->n_bits = 0;
}

static void send_garbled(virtual_line *l, uint8_t byte, int64_t now_ns) {
    enqueue(l, random_below(l, 20) == 0 ? (uint8_t)random_below(l, 256) : byte, now_ns);
    if (random_below(l, 20) == 0) enqueue(l, (uint8_t)random_below(l, 256), now_ns);
}

// Collects bytes into frames and sends them, for the faults that change whole frames.
static void collect_frame(virtual_line *l, uint8_t byte, int64_t now_ns) {
    bool by_frame = l->fault == HW_FAULT_HALF || l->fault == HW_FAULT_DUPLICATES || l->fault == HW_FAULT_FROZEN_SEQ ||
                    l->fault == HW_FAULT_FROZEN_TIME;
    if (l->n == WIRE_FRAME_MAX) l->n = 0;
    l->frame[l->n++] = byte;
    if (byte != 0) return;
    if (by_frame) {
        send_frame(l, now_ns);
        return;
    }
    memcpy(l->whole, l->frame, l->n);
    l->n_whole = l->n;
    l->n = 0;
}

bool virtual_line_send(virtual_line *l, uint8_t byte, int64_t now_ns) {
    if (l->free_ns - now_ns > VIRTUAL_LINE_FIFO * l->byte_ns) return false;
    collect_frame(l, byte, now_ns);
    switch (l->fault) {
    case HW_FAULT_GARBAGE:
        send_garbled(l, byte, now_ns);
        break;
    case HW_FAULT_BAUD:
        send_wrong_baud(l, byte, now_ns);
        break;
    case HW_FAULT_STUCK_BYTE:
        enqueue(l, l->last, now_ns);
        break;
    case HW_FAULT_NONE:
    case HW_FAULT_VERSION:
    case HW_FAULT_RANGE:
    case HW_FAULT_STALL:
        enqueue(l, byte, now_ns);
        break;
    default: // lost, or sent as a whole frame
        break;
    }
    return true;
}

size_t virtual_line_read(virtual_line *l, uint8_t *bytes, size_t room, int64_t now_ns) {
    size_t n = 0;
    if (l->fault == HW_FAULT_STALL || l->fault == HW_FAULT_UNPLUG) return 0;
    while (n < room && l->head != l->tail && l->due_ns[l->head % VIRTUAL_LINE_ROOM] <= now_ns)
        bytes[n++] = l->byte[l->head++ % VIRTUAL_LINE_ROOM];
    while (l->fault == HW_FAULT_FLOOD && n < room) bytes[n++] = (uint8_t)random_below(l, 256);
    return n;
}
