// SPDX-License-Identifier: MIT
// Fault injection into the whole chain from hand to command: for a rig on a manual clock (console_soak) and for the
// real serial device in real time (serial_soak). It moves the hands, injects faults, and checks after every step:
//   - an accepted input equals the counts at the time of its reading;
//   - its stamp exceeds that time by no more than the line's shortest delay explains;
//   - with every sound report older than the fail-safe limit, the lever is 0, fail-safe is set, the clutch unchanged;
//   - after a fail-safe nothing moves before a reset at neutral;
//   - a line without a fault is up again in time.
// Exit code 1 with the time and the fault at the first violation.
#ifndef HAWSE_TESTS_HW_CONSOLE_FAULTS_H
#define HAWSE_TESTS_HW_CONSOLE_FAULTS_H

#include "tests/hw/console_rig.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define NEUTRAL_US 500000u // time at neutral in each period of the hands
#define REPORT 21          // bytes of the reference console's report on the line
#define LONGEST 85         // bytes of its HELLO

static rig r;
static uint64_t seed;
static uint32_t period_us = 4000000; // period of the hands

static inline uint32_t random_below(uint32_t n) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((seed >> 33) % n);
}

// Lever counts: half a second at neutral, with reset pressed in the middle; then a new count each 10 ms, on both sides.
static inline int32_t hands_lever(uint32_t t_us) {
    uint32_t t = t_us % period_us, step = t / 10000;
    if (t < NEUTRAL_US) return 512;
    return t % 2000000 < 1000000 ? 600 + (int32_t)(step * 7 % 300) : 400 - (int32_t)(step * 5 % 300);
}

static inline bool hands_reset(uint32_t t_us) {
    uint32_t t = t_us % period_us;
    return t >= 200000 && t < 300000;
}

typedef struct soak {
    hw_fault fault, last; // current fault; last fault that ended
    bool up, down;
    int64_t until_ns;     // when the fault, or the pause after it, ends
    int64_t faultless_ns; // start of the time without a fault
    uint64_t met[HW_FAULTS];
    uint64_t pulled_behind[LONGEST]; // times that the plug was pulled after this byte of a frame
    int next_pull;
    uint64_t recoveries, failsafes, moves;
    bool was_up, armed, locked; // locked: in fail-safe after arming, without a reset at neutral since
    void (*plug)(void);
    hw_link_state link;
    int64_t recovery_ns; // longest permitted time until the line is up again
    int64_t slack_ns;    // recent stall of the machine
} soak;

static soak s;

static inline void stop_with(const char *what) {
    printf("%.3f s: %s; fault %s after %s (up %d, down %d); host %s, console %s, no host %d\n", 1e-9 * (double)r.now_ns,
           what, hw_fault_name(s.fault), hw_fault_name(s.last), s.up, s.down, hw_link_state_name(s.link),
           (const char *[]){"greeting", "refused", "reporting"}[r.firmware.state], r.firmware.no_host);
    printf("lever %g, fail-safe %d, input age %.1f ms, in truth %.1f ms, the machine recently stalled for %.1f ms\n",
           r.command.lever, r.command.failsafe, 1e-6 * (double)(r.now_ns - r.seen.t_ns),
           1e-6 * (double)(r.now_ns - r.true_ns), 1e-6 * (double)s.slack_ns);
    exit(1);
}

// ---- faults ---------------------------------------------------------------------------------------------------------

// Starts a fault toward the host (up), from the host (down), or both.
static inline void begin_fault(hw_fault fault, int64_t length_ns, bool up, bool down) {
    s.fault = fault;
    s.up = up;
    s.down = down;
    s.met[fault]++;
    s.until_ns = r.now_ns + length_ns;
    if (fault == HW_FAULT_UNPLUG) {
        r.pull_behind = s.next_pull;
        r.frame_bytes = 1; // a frame is already under way; counting starts with the next
        s.next_pull = (s.next_pull + 1) % LONGEST;
        if (r.pull_behind >= REPORT) console_init(&r.firmware, &r.def); // restart the console: it sends a HELLO
        s.until_ns = r.now_ns + 500 * MS;
        return;
    }
    if (fault == HW_FAULT_VERSION) {
        r.def.hello.major = (uint8_t)(WIRE_MAJOR + 1 + random_below(200));
        console_init(&r.firmware, &r.def);
        return;
    }
    r.broken_wire = fault == HW_FAULT_RANGE;
    if (s.up) virtual_line_set_fault(&r.up, fault);
    if (s.down) virtual_line_set_fault(&r.down, fault);
}

static inline void end_fault(void) {
    if (!r.plugged) s.plug();
    if (s.fault == HW_FAULT_VERSION) {
        r.def.hello.major = WIRE_MAJOR;
        console_init(&r.firmware, &r.def);
    }
    r.broken_wire = false;
    r.pull_behind = -1;
    virtual_line_set_fault(&r.up, HW_FAULT_NONE);
    virtual_line_set_fault(&r.down, HW_FAULT_NONE);
    s.last = s.fault;
    s.fault = HW_FAULT_NONE;
    s.faultless_ns = r.now_ns;
    s.was_up = false;
}

static inline void note_pull(void) {
    if (r.plugged || r.pull_behind < 0) return;
    s.pulled_behind[r.pull_behind]++;
    r.pull_behind = -1;
    s.until_ns = r.now_ns + random_below(1500) * MS;
}

// ---- checks ---------------------------------------------------------------------------------------------------------

static inline double lever_value(int32_t count) {
    const hw_axis_map m = {.min = REFERENCE_LOW,
                           .neutral_low = REFERENCE_NEUTRAL_LOW,
                           .neutral_high = REFERENCE_NEUTRAL_HIGH,
                           .max = REFERENCE_HIGH};
    return hw_axis_value(&m, count);
}

// Checks a new input against the lever's count at the time of reading.
static inline void check_truth(int32_t count) {
    if (r.seen.lever != lever_value(count)) stop_with("an input differs from the hands");
    if (r.seen.estop || !r.seen.clutch || !r.seen.dead_man) stop_with("a contact differs from the hands");
    if (r.now_ns - r.true_ns > HW_CONSOLE_FRESH_NS + 70 * MS + s.slack_ns) stop_with("an old input was accepted");
    if (r.seen.t_ns > r.now_ns) stop_with("a stamp in the future");
    if (r.seen.t_ns - r.true_ns > HW_CONSOLE_FRESH_NS + s.slack_ns) stop_with("a stamp much later than the reading");
}

static inline void check_command(void) {
    int64_t silent = r.true_ns < 0 ? INT64_MAX : r.now_ns - r.true_ns;
    if (r.command.clutch != 1) stop_with("the clutch moved");
    if (silent > r.limits.failsafe_ns + 30 * MS + s.slack_ns && (!r.command.failsafe || r.command.lever != 0)) {
        if (r.true_ns >= 0) stop_with("motion after loss of signal");
        if (r.command.lever != 0) stop_with("motion before the first signal");
    }
    bool reset = r.seen.has_device && r.seen.reset && fabs(r.seen.lever) < r.limits.neutral;
    s.armed = s.armed || !r.command.failsafe; // the first arming needs neutral only
    if (r.command.failsafe && !s.locked && s.armed) s.failsafes++;
    if (s.locked && !r.command.failsafe && !reset) stop_with("armed again without a reset at neutral");
    s.locked = r.command.failsafe && s.armed;
    if (r.command.failsafe && r.command.lever != 0) stop_with("motion in fail-safe");
    s.moves += fabs(r.command.lever) > 0.2;
}

static inline void check_recovery(void) {
    if (s.fault != HW_FAULT_NONE) return;
    bool up = s.link == HW_LINK_UP && r.now_ns - r.true_ns < 30 * MS + s.slack_ns;
    if (up && !s.was_up) s.recoveries++;
    s.was_up = s.was_up || up;
    if (!up && r.now_ns - s.faultless_ns > s.recovery_ns + s.slack_ns)
        stop_with("not up again in time after the fault");
}

// Prints the statistics. False if a kind of fault never occurred. In a whole run also false if a fault left no trace in
// its counter, or if the plug was not pulled after every byte of a frame.
static inline bool report(double seconds, const hw_link_stats *k, bool whole) {
    printf("%.0f s: %" PRIu64
           " bytes, %u frames, %u inputs; %u damaged, %u oversize, %u lost, %u duplicates, %u resyncs\n",
           seconds, k->bytes_in, k->received.frames, k->inputs, k->received.crc_errors, k->received.oversize,
           k->received.lost, k->received.duplicates, k->received.resyncs);
    printf("rejected: %u malformed, %u late, %u frozen, %u out of range, %u unheard; %u losses, %" PRIu64
           " recoveries, %" PRIu64 " fail-safes, %" PRIu64 " ms of motion\n",
           k->malformed, k->late, k->frozen, k->out_of_range, k->unheard, k->losses, s.recoveries, s.failsafes,
           s.moves);
    bool all = true;
    for (int i = 1; i < HW_FAULTS; i++) {
        printf("%s%s %" PRIu64, i > 1 ? ", " : "", hw_fault_name((hw_fault)i), s.met[i]);
        all = all && s.met[i] > 0;
    }
    int bytes = 0;
    for (int i = 0; i < LONGEST; i++) bytes += s.pulled_behind[i] > 0;
    printf("; unplugged after %d of %d bytes of a frame\n", bytes, LONGEST);
    bool moved = all && s.recoveries > 0 && s.failsafes > 0 && s.moves > 0;
    bool traces = bytes == LONGEST && k->received.crc_errors > 0 && k->received.duplicates > 0 &&
                  k->received.resyncs > 0 && k->frozen > 0 && k->out_of_range > 0 && k->late > 0;
    return moved && (traces || !whole);
}

#endif
