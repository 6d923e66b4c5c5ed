// SPDX-License-Identifier: MIT
// Accelerated fault injection: console_soak SECONDS [SEED] of line time on a manual clock. Faults of every kind, on
// either direction or both, of 5 ms to 3 s, one after the other; the plug pulled behind every byte of a report and of a
// HELLO. After each millisecond the checks of tests/hw/console_faults.h, the inputs to the bit. Exit code 1 also when a
// kind of fault was never met, or left no trace in the counters where it must.
#include "tests/hw/console_faults.h"

static void plug(void) { rig_plug(&r); }

static void schedule(void) {
    note_pull();
    if (r.now_ns < s.until_ns) return;
    if (s.fault == HW_FAULT_NONE) {
        hw_fault fault = chance(3) == 0 ? HW_FAULT_UNPLUG : (hw_fault)(1 + chance(HW_FAULTS - 1));
        uint32_t where = chance(4);
        begin(fault, 5 * MS + chance(2) * chance(3000) * MS + chance(200) * MS, where != 1, where == 1 || where == 2);
    } else {
        end();
        // now and then the next fault comes before all is well again
        s.until_ns = r.now_ns + (chance(3) == 0 ? chance(500) : 2000 + chance(8000)) * MS;
    }
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
    s.plug = plug;
    s.recovery_ns = 1500 * MS;
    s.faultless_ns = r.now_ns;
    s.until_ns = r.now_ns + 3000 * MS;
    int64_t end_ns = r.now_ns + (int64_t)(1e9 * seconds);
    while (r.now_ns < end_ns) {
        uint32_t before = r.inputs;
        rig_step(&r);
        s.link = r.host.stats.state;
        if (r.inputs != before) check_truth(hands_lever(r.host.believed_us));
        check_command();
        check_recovery();
        schedule();
    }
    hw_link_stats k;
    hw_console_stats(&r.host, &k);
    if (report(seconds, &k, true)) return 0;
    printf("not everything was met: more seconds are needed\n");
    return 1;
}
