// SPDX-License-Identifier: MIT
// Accelerated fault injection: console_soak SECONDS [SEED] of line time on a manual clock. Faults of every kind, on
// either direction or both, of 5 ms to 3 s, one after the other; the plug pulled behind every byte of a report and of a
// HELLO. After each millisecond it is checked that
//   - every input that is believed is what the counts were, at the device time of the report, to the bit;
//   - its stamp is not later than the truth by more than the line's shortest delay explains;
//   - when no sound report is younger than the fail-safe limit, the lever is 0 and fail-safe set, the clutch as it was;
//   - after a fail-safe nothing moves before a reset at neutral;
//   - a line without a fault is up again within 1.5 s.
// Exit code 1 with the time and the fault at the first violation. Prints what was done; exit code 1 also when a kind of
// fault was never met, or left no trace in the counters where it must.
#include "tests/hw/console_rig.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define PERIOD_US 4000000u // of the hands
#define NEUTRAL_US 500000u
#define REPORT 21  // bytes of the reference console's report on the line
#define LONGEST 85 // of its HELLO

static rig r;
static uint64_t seed;

static uint32_t chance(uint32_t n) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((seed >> 33) % n);
}

// Half a second neutral, with reset pressed in its middle; else a new count each 10 ms, to both sides.
static int32_t hands_lever(uint32_t t_us) {
    uint32_t t = t_us % PERIOD_US, step = t / 10000;
    if (t < NEUTRAL_US) return 512;
    return t % 2000000 < 1000000 ? 600 + (int32_t)(step * 7 % 300) : 400 - (int32_t)(step * 5 % 300);
}

static bool hands_reset(uint32_t t_us) {
    uint32_t t = t_us % PERIOD_US;
    return t >= 200000 && t < 300000;
}

typedef struct soak {
    hw_fault fault, last; // that runs; that ended last
    bool up, down;
    int64_t until_ns;     // when the fault, or the pause after it, ends
    int64_t faultless_ns; // since when there is no fault
    uint64_t met[HW_FAULTS];
    uint64_t pulled_behind[LONGEST]; // bytes of a frame
    int next_pull;
    uint64_t recoveries, failsafes, moves;
    bool was_up, armed, locked; // locked: fail-safe since it was armed, no reset at neutral seen by the conditioning
} soak;

static soak s;

static void fail(const char *what) {
    printf("%.3f s: %s; fault %s after %s (up %d, down %d); host %s, console %s, no host %d\n", 1e-9 * (double)r.now_ns,
           what, hw_fault_name(s.fault), hw_fault_name(s.last), s.up, s.down, hw_link_state_name(r.host.stats.state),
           (const char *[]){"greeting", "refused", "reporting"}[r.firmware.state], r.firmware.no_host);
    printf("lever %g, fail-safe %d, input age %.1f ms, in truth %.1f ms, the same arguments give the same run\n",
           r.command.lever, r.command.failsafe, 1e-6 * (double)(r.now_ns - r.seen.t_ns),
           1e-6 * (double)(r.now_ns - r.true_ns));
    exit(1);
}

// ---- faults ---------------------------------------------------------------------------------------------------------

static void begin(hw_fault fault) {
    uint32_t where = chance(4);
    s.fault = fault;
    s.up = where != 1;
    s.down = where == 1 || where == 2;
    s.met[fault]++;
    s.until_ns = r.now_ns + 5 * MS + chance(2) * chance(3000) * MS + chance(200) * MS;
    if (fault == HW_FAULT_UNPLUG) {
        r.pull_behind = s.next_pull;
        r.frame_bytes = 1; // of a frame that has begun; counted from the next on
        s.next_pull = (s.next_pull + 1) % LONGEST;
        if (r.pull_behind >= REPORT) console_init(&r.firmware, &r.def); // so that a HELLO comes
        s.until_ns = r.now_ns + 500 * MS;
        return;
    }
    if (fault == HW_FAULT_VERSION) {
        r.def.hello.major = (uint8_t)(WIRE_MAJOR + 1 + chance(200));
        console_init(&r.firmware, &r.def);
        return;
    }
    r.broken_wire = fault == HW_FAULT_RANGE;
    if (s.up) virtual_line_fail(&r.up, fault);
    if (s.down) virtual_line_fail(&r.down, fault);
}

static void end(void) {
    if (!r.plugged) rig_plug(&r);
    if (s.fault == HW_FAULT_VERSION) {
        r.def.hello.major = WIRE_MAJOR;
        console_init(&r.firmware, &r.def);
    }
    r.broken_wire = false;
    r.pull_behind = -1;
    virtual_line_fail(&r.up, HW_FAULT_NONE);
    virtual_line_fail(&r.down, HW_FAULT_NONE);
    s.last = s.fault;
    s.fault = HW_FAULT_NONE;
    s.faultless_ns = r.now_ns;
    s.was_up = false;
    // now and then the next fault comes before all is well again
    s.until_ns = r.now_ns + (chance(3) == 0 ? chance(500) : 2000 + chance(8000)) * MS;
}

static void note_pull(void) {
    if (r.plugged || r.pull_behind < 0) return;
    s.pulled_behind[r.pull_behind]++;
    r.pull_behind = -1;
    s.until_ns = r.now_ns + chance(1500) * MS;
}

static void schedule(void) {
    note_pull();
    if (r.now_ns < s.until_ns) return;
    if (s.fault != HW_FAULT_NONE)
        end();
    else
        begin(chance(3) == 0 ? HW_FAULT_UNPLUG : (hw_fault)(1 + chance(HW_FAULTS - 1)));
}

// ---- checks ---------------------------------------------------------------------------------------------------------

static double value_of(int32_t count) {
    const hw_axis_map m = {.min = REFERENCE_LOW,
                           .neutral_low = REFERENCE_NEUTRAL_LOW,
                           .neutral_high = REFERENCE_NEUTRAL_HIGH,
                           .max = REFERENCE_HIGH};
    return hw_axis_value(&m, count);
}

static void check_truth(bool new_input) {
    if (!new_input) return;
    if (r.seen.lever != value_of(hands_lever(r.host.believed_us))) fail("an input that the hands never gave");
    if (r.seen.estop || !r.seen.clutch || !r.seen.dead_man) fail("a contact that the hands never moved");
    if (r.now_ns - r.true_ns > HW_CONSOLE_FRESH_NS + 70 * MS) fail("an input believed that was old");
    if (r.seen.t_ns > r.now_ns) fail("a stamp of the future");
    if (r.seen.t_ns - r.true_ns > HW_CONSOLE_FRESH_NS) fail("a stamp much later than the truth");
}

static void check_command(void) {
    int64_t silent = r.true_ns < 0 ? INT64_MAX : r.now_ns - r.true_ns;
    if (r.command.clutch != 1) fail("the clutch moved");
    if (silent > r.limits.failsafe_ns + 30 * MS && (!r.command.failsafe || r.command.lever != 0)) {
        if (r.true_ns >= 0) fail("motion after loss of signal");
        if (r.command.lever != 0) fail("motion before the first signal");
    }
    bool reset = r.seen.has_device && r.seen.reset && fabs(r.seen.lever) < r.limits.neutral;
    s.armed = s.armed || !r.command.failsafe; // the first time neutral is enough
    if (r.command.failsafe && !s.locked && s.armed) s.failsafes++;
    if (s.locked && !r.command.failsafe && !reset) fail("armed again without a reset at neutral");
    s.locked = r.command.failsafe && s.armed;
    if (r.command.failsafe && r.command.lever != 0) fail("motion in fail-safe");
    s.moves += fabs(r.command.lever) > 0.2;
}

static void check_recovery(void) {
    if (s.fault != HW_FAULT_NONE) return;
    bool up = r.host.stats.state == HW_LINK_UP && r.now_ns - r.true_ns < 30 * MS;
    if (up && !s.was_up) s.recoveries++;
    s.was_up = s.was_up || up;
    if (!up && r.now_ns - s.faultless_ns > 1500 * MS) fail("not up again 1.5 s after the fault");
}

static bool report(double seconds) {
    hw_link_stats k;
    hw_console_stats(&r.host, &k);
    printf("%.0f s: %" PRIu64
           " bytes, %u frames, %u inputs; %u damaged, %u oversize, %u lost, %u duplicates, %u resyncs\n",
           seconds, k.bytes_in, k.received.frames, k.inputs, k.received.crc_errors, k.received.oversize,
           k.received.lost, k.received.duplicates, k.received.resyncs);
    printf("not believed: %u malformed, %u late, %u frozen, %u out of range, %u unheard; %u losses, %" PRIu64
           " recoveries, %" PRIu64 " fail-safes, %" PRIu64 " ms of motion\n",
           k.malformed, k.late, k.frozen, k.out_of_range, k.unheard, k.losses, s.recoveries, s.failsafes, s.moves);
    bool all = true;
    for (int i = 1; i < HW_FAULTS; i++) {
        printf("%s%s %" PRIu64, i > 1 ? ", " : "", hw_fault_name((hw_fault)i), s.met[i]);
        all = all && s.met[i] > 0;
    }
    int bytes = 0;
    for (int i = 0; i < LONGEST; i++) bytes += s.pulled_behind[i] > 0;
    printf("; unplugged behind %d of %d bytes of a frame\n", bytes, LONGEST);
    return all && bytes == LONGEST && s.recoveries > 0 && s.failsafes > 0 && s.moves > 0 && k.received.crc_errors > 0 &&
           k.received.duplicates > 0 && k.received.resyncs > 0 && k.frozen > 0 && k.out_of_range > 0 && k.late > 0;
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 0;
    if (seconds <= 0) {
        fprintf(stderr, "usage: console_soak SECONDS [SEED]\n");
        return 2;
    }
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    // the board has been on for so long that its clock wraps in the second minute
    rig_start(&r, 1000 * MS - (INT64_C(4294967296) - 100000000) * 1000, seed);
    the_board.closed[REFERENCE_PIN_ESTOP] = true;
    r.lever = hands_lever;
    r.reset = hands_reset;
    s.faultless_ns = r.now_ns;
    s.until_ns = r.now_ns + 3000 * MS;
    int64_t end_ns = r.now_ns + (int64_t)(1e9 * seconds);
    while (r.now_ns < end_ns) {
        uint32_t before = r.inputs;
        rig_step(&r);
        check_truth(r.inputs != before);
        check_command();
        check_recovery();
        schedule();
    }
    if (report(seconds)) return 0;
    printf("not everything was met: more seconds are needed\n");
    return 1;
}
