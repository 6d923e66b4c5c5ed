// SPDX-License-Identifier: MIT
// Causes of missed deadlines, and their names.
#ifndef HAWSE_RT_FRAME_MISS_H
#define HAWSE_RT_FRAME_MISS_H

// Why a frame ended after its deadline: rt/loop/cause.c has the order of decision and what each rests on.
typedef enum rt_miss_cause {
    RT_MISS_OWN_WORK = 0,   // its CPU time, which its load explains
    RT_MISS_SLOW_PROCESSOR, // its CPU time, which its load does not explain
    RT_MISS_PREEMPTED,      // ready to run while another thread had the processor
    RT_MISS_BLOCKED,        // it waited for something itself: a sleep, a lock, a file
    RT_MISS_PAGE_FAULT,     // without its page faults its work would have fitted
    RT_MISS_THROTTLED,      // held back by the kernel's limit of real-time processor time
    RT_MISS_HOST,           // time passed without the processor and without a wait for it: host, hypervisor, firmware
    RT_MISS_LATE_TIMER,     // the timer woke it late, with no other thread and no steal to show for it
    RT_MISS_BACKLOG,        // its work fitted, but an earlier frame ended after this one's release
    RT_MISS_CAUSE_COUNT
} rt_miss_cause;

// The cause's key in the report, such as "late_timer".
const char *rt_miss_cause_name(rt_miss_cause c);

#endif
