// SPDX-License-Identifier: MIT
// One direction of a serial line: bytes take their time, adapters deliver them in batches with random delay, and faults
// occur. It has a time of its own and no clock.
#ifndef HAWSE_HW_VIRTUAL_LINE_H
#define HAWSE_HW_VIRTUAL_LINE_H

#include "hw/wire/wire.h"
#include "rt/base/base.h"

#define VIRTUAL_LINE_ROOM 4096 // bytes under way, as in the kernel's buffer; more are lost
#define VIRTUAL_LINE_FIFO 64   // bytes in the sender's buffer

typedef enum hw_fault {
    HW_FAULT_NONE = 0,
    HW_FAULT_UNPLUG,      // no line (its owner takes it down)
    HW_FAULT_SILENCE,     // bytes are lost
    HW_FAULT_GARBAGE,     // one byte in twenty replaced, one in twenty added
    HW_FAULT_FLOOD,       // as many random bytes as the reader accepts
    HW_FAULT_HALF,        // a random part of each frame, with or without its delimiter
    HW_FAULT_DUPLICATES,  // each frame twice, and sometimes an old one
    HW_FAULT_BAUD,        // sent at twice the rate that the receiver expects
    HW_FAULT_VERSION,     // the console has another major version (its owner sets it)
    HW_FAULT_STUCK_BYTE,  // the last byte for ever
    HW_FAULT_FROZEN_SEQ,  // the last frame instead of each new one
    HW_FAULT_FROZEN_TIME, // new frames with an old device time
    HW_FAULT_STALL,       // nothing, then everything at once
    HW_FAULT_RANGE,       // a count that the lever cannot give (whoever owns the board)
    HW_FAULTS
} hw_fault;

typedef struct virtual_line {
    int64_t byte_ns;   // a byte's time on the line, 10 bits
    int64_t batch_ns;  // the adapter hands over once in so long; 0: each byte at once
    int64_t jitter_ns; // and up to this much later, by chance
    hw_fault fault;
    uint64_t random;
    int64_t free_ns;  // when the line is free
    int64_t batch_at; // when the adapter hands over next
    uint8_t byte[VIRTUAL_LINE_ROOM];
    int64_t due_ns[VIRTUAL_LINE_ROOM];
    unsigned head, tail;
    uint64_t overrun; // bytes lost in a full buffer
    // what the faults remember
    uint8_t last;                           // byte
    uint8_t frame[WIRE_FRAME_MAX], n;       // that is being sent
    uint8_t whole[WIRE_FRAME_MAX], n_whole; // sent last
    uint8_t old[WIRE_FRAME_MAX], n_old;     // sent before the fault began
    uint32_t frozen_us;
    bool frozen;
    uint32_t bits, n_bits; // of the wrong baud
} virtual_line;

// A line of this baud rate, batches and jitter; seed makes its chances.
void virtual_line_init(virtual_line *l, int baud, int64_t batch_ns, int64_t jitter_ns, uint64_t seed);
// Begins or ends a fault.
void virtual_line_fail(virtual_line *l, hw_fault fault);
// Sends a byte; false: the buffer is full, try again.
bool virtual_line_put(virtual_line *l, uint8_t byte, int64_t now_ns);
// Receives the bytes that have arrived by now.
size_t virtual_line_read(virtual_line *l, uint8_t *bytes, size_t room, int64_t now_ns);
// Drops all bytes under way: unplugged.
void virtual_line_clear(virtual_line *l);
// The fault of this name, -1: none; and its name.
int hw_fault_find(const char *name);
const char *hw_fault_name(hw_fault fault);

#endif
