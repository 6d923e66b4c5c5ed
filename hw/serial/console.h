// SPDX-License-Identifier: MIT
// The host's end of the wire protocol, without any line: bytes and times in, bytes and rt_input out. The serial device
// drives it with a port and the monotonic clock, tests with memory and a manual clock.
//
// A report is believed only if it is whole, new, answers a frame that we sent a moment ago, its clock has advanced, its
// counts are such as the sensors can give, and the console hears us. A report that is not believed gives no new stamp,
// so that the input ages; of it only what stops counts: a pressed emergency stop and a dead-man let go. A console that
// is lost, restarts or says HELLO again publishes no device for HW_CONSOLE_SETTLE_NS, so that no loss passes unseen.
#ifndef HAWSE_HW_SERIAL_CONSOLE_H
#define HAWSE_HW_SERIAL_CONSOLE_H

#include "hw/device/device.h"
#include "hw/device/feedback.h"
#include "hw/device/link.h"
#include "hw/map/map.h"
#include "rt/frame/profile.h"

#define HW_CONSOLE_INPUT_NS 10000000     // between reports
#define HW_CONSOLE_OUTPUT_NS 20000000    // between our frames
#define HW_CONSOLE_ASK_NS 200000000      // between requests for a HELLO
#define HW_CONSOLE_REFUSED_NS 1000000000 // the same, of a console that was refused
#define HW_CONSOLE_WATCHDOG_NS 200000000 // the console's: without a frame of ours it says "no host"
#define HW_CONSOLE_LOST_NS 300000000     // without a sound report the console counts as lost and must say HELLO
#define HW_CONSOLE_FRESH_NS 100000000    // a report must answer a frame of ours that is no older
#define HW_CONSOLE_SETTLE_NS 50000000
#define HW_CONSOLE_SENT 64 // frames of which the time of sending is known; a power of two

typedef struct hw_console {
    bool has_map; // the map is the user's, not made of the HELLO
    hw_map map;
    hw_map_state channels;
    bool keeps_to_one;       // after the first accepted console, only one with the same serial number
    char one[WIRE_TEXT + 1]; //   that number
    wire_decoder decoder;
    wire_channel table[WIRE_CHANNELS];
    bool newer;       // the console speaks a newer minor version
    int64_t loss_ns;  // when it was lost last
    int64_t heard_ns; // when the last sound report came
    // the console's clock against ours
    bool timed;
    uint32_t device_us;           // of the last report
    int64_t device_ns, offset_ns; // console time, unwrapped, and its offset to ours
    rt_input last;                // as published
    int64_t believed_ns;          // arrival of the last believed report
    uint32_t believed_us;         //   the console's clock in it
    uint16_t seq;                 // of our next frame
    uint32_t session;             // frames sent since the ACCEPT, itself counted: answers to older ones are void
    int64_t sent_ns[HW_CONSOLE_SENT];
    int64_t due_ns;                  // when to send next
    uint8_t out[2 * WIRE_FRAME_MAX]; // (n_out) bytes that wait for the line
    size_t n_out;
    hw_link_stats stats; // without the quantiles
    rt_histogram interval, age, round_trip;
} hw_console;

// A console that is not connected. map: roles and calibration, its channel numbers being the ids of the HELLO; NULL: as
// the HELLO has them. clutch, stopper: as they are at the start.
void hw_console_init(hw_console *c, const hw_map *map, bool clutch, bool stopper);
// The line is there, or was lost.
void hw_console_connect(hw_console *c, int64_t now_ns);
void hw_console_disconnect(hw_console *c, int64_t now_ns);
// Takes bytes from the line. True when the input has changed.
bool hw_console_receive(hw_console *c, const uint8_t *bytes, size_t n, int64_t now_ns);
// Does what is due: requests, feedback (NULL: none), timeouts. True if the input has changed.
bool hw_console_tick(hw_console *c, const hw_feedback *f, int64_t now_ns);
// The input to publish.
const rt_input *hw_console_input(const hw_console *c);
// out (n_out) is for the line; tells how many of its bytes the line took.
void hw_console_sent(hw_console *c, size_t n);
// The statistics with their quantiles.
void hw_console_stats(const hw_console *c, hw_link_stats *out);

#endif
