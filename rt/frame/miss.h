// SPDX-License-Identifier: MIT
// Causes of missed deadlines, and their names.
#ifndef HAWSE_RT_FRAME_MISS_H
#define HAWSE_RT_FRAME_MISS_H

// Why a frame ended after its deadline: rt/loop/cause.c has the order of decision and the evidence of each cause.
typedef enum rt_miss_cause {
    RT_MISS_OWN_WORK = 0,   // long CPU time that the frame's load explains
    RT_MISS_SLOW_PROCESSOR, // long CPU time that the frame's load does not explain
    RT_MISS_PREEMPTED,      // ready to run while another thread had the processor
    RT_MISS_BLOCKED,        // the frame itself waited: for a sleep, a lock, a file
    RT_MISS_PAGE_FAULT,     // without its page faults the frame would have met its deadline
    RT_MISS_THROTTLED,      // stopped by the kernel's limit of real-time processor time
    RT_MISS_HOST,           // lost time that no wait, switch or work explains: host, hypervisor, firmware
    RT_MISS_LATE_TIMER,     // the timer woke it late; neither another thread nor steal explains it
    RT_MISS_BACKLOG,        // its own work fits the budget, but an earlier frame ended after this one's release
    RT_MISS_CAUSE_COUNT
} rt_miss_cause;

// The cause's key in the report, such as "late_timer".
const char *rt_miss_cause_name(rt_miss_cause c);

#endif
