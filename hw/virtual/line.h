// SPDX-License-Identifier: MIT
// One direction of a serial line: bytes take their transmission time, the adapter delivers them in batches with random
// delay, and faults occur. The caller passes the time; the line reads no clock.
#ifndef HAWSE_HW_VIRTUAL_LINE_H
#define HAWSE_HW_VIRTUAL_LINE_H

#include "hw/wire/wire.h"
#include "rt/base/base.h"

#define VIRTUAL_LINE_ROOM 4096 // bytes in transit, as in the kernel's buffer; further bytes are lost
#define VIRTUAL_LINE_FIFO 64   // bytes in the sender's buffer

typedef enum hw_fault {
    HW_FAULT_NONE = 0,
    HW_FAULT_UNPLUG,      // no line; the owner closes the terminal
    HW_FAULT_SILENCE,     // bytes are lost
    HW_FAULT_GARBAGE,     // one byte in twenty replaced, one in twenty added
    HW_FAULT_FLOOD,       // as many random bytes as the reader accepts
    HW_FAULT_HALF,        // a random part of each frame, with or without its delimiter
    HW_FAULT_DUPLICATES,  // each frame twice, and sometimes an old one
    HW_FAULT_BAUD,        // sent at twice the rate that the receiver expects
    HW_FAULT_VERSION,     // the console has another major version (set by the owner)
    HW_FAULT_STUCK_BYTE,  // the last byte in place of every byte
    HW_FAULT_FROZEN_SEQ,  // the last frame instead of each new one
    HW_FAULT_FROZEN_TIME, // new frames with an old device time
    HW_FAULT_STALL,       // nothing; when the fault ends, all bytes at once
    HW_FAULT_RANGE,       // a lever count out of range (set by the owner of the board)
    HW_FAULTS
} hw_fault;

typedef struct virtual_line {
    int64_t byte_ns;   // a byte's time on the line, 10 bits
    int64_t batch_ns;  // interval of the adapter's deliveries; 0: each byte at once
    int64_t jitter_ns; // largest random delay of a delivery
    hw_fault fault;
    uint64_t random;  // state of the generator
    int64_t free_ns;  // when the line is free
    int64_t batch_at; // time of the adapter's next delivery
    uint8_t byte[VIRTUAL_LINE_ROOM];
    int64_t due_ns[VIRTUAL_LINE_ROOM];
    unsigned head, tail;
    uint64_t overrun; // bytes lost in a full buffer
    // memory of the faults
    uint8_t last;                           // last byte
    uint8_t frame[WIRE_FRAME_MAX], n;       // frame being sent
    uint8_t whole[WIRE_FRAME_MAX], n_whole; // frame sent last
    uint8_t old[WIRE_FRAME_MAX], n_old;     // last frame before the fault began
    uint32_t frozen_us;
    bool frozen;
    uint32_t bits, n_bits; // bits collected at the wrong baud rate
} virtual_line;

// Initialises a line with baud rate, batch interval and jitter; seed sets its random numbers.
void virtual_line_init(virtual_line *l, int baud, int64_t batch_ns, int64_t jitter_ns, uint64_t seed);
// Starts a fault, or ends it with HW_FAULT_NONE.
void virtual_line_set_fault(virtual_line *l, hw_fault fault);
// Sends a byte; false if the sender's buffer is full.
bool virtual_line_send(virtual_line *l, uint8_t byte, int64_t now_ns);
// Receives the bytes that have arrived by now_ns, at most room; returns their number.
size_t virtual_line_read(virtual_line *l, uint8_t *bytes, size_t room, int64_t now_ns);
// Drops all bytes in transit, as on unplugging.
void virtual_line_clear(virtual_line *l);
// Fault by name, -1 if there is none; name by fault.
int hw_fault_find(const char *name);
const char *hw_fault_name(hw_fault fault);

#endif
