// SPDX-License-Identifier: MIT
// State of a device's line, for lists and reports.
#ifndef HAWSE_HW_DEVICE_LINK_H
#define HAWSE_HW_DEVICE_LINK_H

#include "hw/wire/message.h"

typedef enum hw_link_state {
    HW_LINK_DOWN = 0, // no port
    HW_LINK_WAITING,  // the port is open; no HELLO yet
    HW_LINK_UP,       // accepted: sound reports are commands
    HW_LINK_REFUSED,  // it said HELLO, but cannot be used
} hw_link_state;

typedef struct hw_link_stats {
    hw_link_state state;
    char port[256];        // path of the port that is or was open
    char why[WIRE_REASON]; // of a refusal
    wire_hello hello;      // of the last accepted console; before the first, of the last refused
    wire_counts received;  // since the program's start
    uint64_t bytes_in, bytes_out;
    uint32_t opened;                              // times that the port was opened
    uint32_t accepted;                            // times that a HELLO was accepted
    uint32_t losses;                              // times that an accepted console was lost
    uint32_t inputs;                              // accepted reports
    uint32_t malformed;                           // refused: the body does not match its type
    uint32_t late;                                //   older than the line can explain
    uint32_t frozen;                              // the console's clock stands still or runs backward
    uint32_t out_of_range;                        //   a count that its sensor cannot give
    uint32_t unheard;                             //   the console does not receive our frames
    uint32_t unsent;                              // frames not sent because the line was full
    int64_t interval_p50_ns, interval_p99_ns;     // between accepted reports
    int64_t age_p50_ns, age_p99_ns, age_max_ns;   // age of the input when the next one replaced it
    int64_t round_trip_p50_ns, round_trip_p99_ns; // of a frame, without its time in the console
    int64_t cpu_ns;                               // processor time of the I/O thread
    uint64_t wakes;                               // times that it woke
    bool real_time;                               // it runs under SCHED_FIFO
} hw_link_stats;

// The state in a word: "down", "waiting", "up", "refused".
const char *hw_link_state_name(hw_link_state s);

#endif
