// SPDX-License-Identifier: MIT
// Host side of the wire protocol, without a port: bytes and times in, bytes and rt_input out. The serial device drives
// it with a port and the monotonic clock, the tests with memory and a manual clock.
//
// The host accepts a report if it is complete and new, answers a recent frame of ours, its clock has advanced, its
// counts are in range, and the console receives us. Any other report renews no stamp, so the input ages; from a
// complete one the host applies only a pressed emergency stop and a released dead-man. After a loss, a restart or a new
// HELLO the host publishes no device for HW_CONSOLE_SETTLE_NS, so the frames notice every loss.
#ifndef HAWSE_HW_SERIAL_CONSOLE_H
#define HAWSE_HW_SERIAL_CONSOLE_H

#include "hw/device/device.h"
#include "hw/device/feedback.h"
#include "hw/device/link.h"
#include "hw/map/map.h"
#include "rt/frame/profile.h"

#define HW_CONSOLE_INPUT_NS 10000000     // period of the reports
#define HW_CONSOLE_OUTPUT_NS 20000000    // period of our OUTPUT
#define HW_CONSOLE_ASK_NS 200000000      // period of our requests for a HELLO
#define HW_CONSOLE_REFUSED_NS 1000000000 // the same after a refusal
#define HW_CONSOLE_WATCHDOG_NS 200000000 // silence of ours after which the console shows "no host"
#define HW_CONSOLE_LOST_NS 300000000     // time without a sound report after which the console is lost
#define HW_CONSOLE_FRESH_NS 100000000    // oldest frame of ours that a report may answer
#define HW_CONSOLE_SETTLE_NS 50000000    // time without a device after each loss
#define HW_CONSOLE_SENT 64               // frames with a known sending time; a power of two

typedef struct hw_console {
    bool has_map; // the map is the user's, not made from the HELLO
    hw_map map;
    hw_map_state channels;
    bool keeps_to_one;       // after the first accepted console, only one with the same serial number
    char one[WIRE_TEXT + 1]; //   that number
    wire_decoder decoder;
    wire_channel table[WIRE_CHANNELS];
    bool newer;       // the console speaks a newer minor version
    int64_t loss_ns;  // time of the last loss
    int64_t heard_ns; // arrival of the last sound report
    // the console's clock relative to ours
    bool timed;
    uint32_t device_us;           // in the last report
    int64_t device_ns, offset_ns; // console time, unwrapped, and its offset to ours
    rt_input last;                // as last published
    int64_t accepted_ns;          // arrival of the last accepted report
    uint32_t accepted_us;         //   the console's clock in it
    uint16_t seq;                 // sequence of our next frame
    uint32_t session;             // frames sent since the ACCEPT, included; answers to older frames are void
    int64_t sent_ns[HW_CONSOLE_SENT];
    int64_t due_ns;                  // when to send next
    uint8_t out[2 * WIRE_FRAME_MAX]; // (n_out) bytes for the line
    size_t n_out;
    hw_link_stats stats; // without the quantiles
    rt_histogram interval, age, round_trip;
} hw_console;

// Initialises a console that is not connected. map: roles and calibration, with the ids of the HELLO as channel
// numbers; NULL: those of the HELLO. clutch, stopper: states at the start.
void hw_console_init(hw_console *c, const hw_map *map, bool clutch, bool stopper);
// Reports that the line was opened, or was lost.
void hw_console_connect(hw_console *c, int64_t now_ns);
void hw_console_disconnect(hw_console *c, int64_t now_ns);
// Processes bytes from the line. True if the input may have changed.
bool hw_console_receive(hw_console *c, const uint8_t *bytes, size_t n, int64_t now_ns);
// Sends requests and feedback (NULL: none) when due, and checks for a loss. True if the input has changed.
bool hw_console_tick(hw_console *c, const hw_feedback *f, int64_t now_ns);
// The input to publish.
const rt_input *hw_console_input(const hw_console *c);
// Removes n bytes from out (n_out) after the line has accepted them.
void hw_console_mark_sent(hw_console *c, size_t n);
// The statistics with their quantiles.
void hw_console_stats(const hw_console *c, hw_link_stats *out);

#endif
