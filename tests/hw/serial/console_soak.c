// SPDX-License-Identifier: MIT
// Accelerated fault injection: console_soak SECONDS [SEED] of line time on a manual clock. Faults of every kind, in
// either direction or both, last 5 ms to 3 s and follow one another. The plug is pulled after every byte of a report
// and of a HELLO. The checks of tests/hw/console_faults.h run after each millisecond; inputs must match bit for bit.
// Exit code 1 also if a kind of fault never occurred, or left no trace in its counter.
#include "tests/hw/console_faults.h"

static void plug(void) { rig_plug(&r); }

static void schedule(void) {
    note_pull();
    if (r.now_ns < s.until_ns) return;
    if (s.fault == HW_FAULT_NONE) {
        hw_fault fault = random_below(3) == 0 ? HW_FAULT_UNPLUG : (hw_fault)(1 + random_below(HW_FAULTS - 1));
        uint32_t where = random_below(4);
        begin_fault(fault, 5 * MS + random_below(2) * random_below(3000) * MS + random_below(200) * MS, where != 1,
                    where == 1 || where == 2);
    } else {
        end_fault();
        // sometimes the next fault starts before the recovery
        s.until_ns = r.now_ns + (random_below(3) == 0 ? random_below(500) : 2000 + random_below(8000)) * MS;
    }
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 0;
    if (seconds <= 0) {
        fprintf(stderr, "usage: console_soak SECONDS [SEED]\n");
        return 2;
    }
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    // the board's clock wraps in the second minute
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
        if (r.inputs != before) check_truth(hands_lever(r.host.accepted_us));
        check_command();
        check_recovery();
        schedule();
    }
    hw_link_stats k;
    hw_console_stats(&r.host, &k);
    if (report(seconds, &k, true)) return 0;
    printf("incomplete coverage: run more seconds\n");
    return 1;
}
