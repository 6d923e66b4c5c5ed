// SPDX-License-Identifier: MIT
// Fixed log-linear histograms of durations, and the phases of a frame. No allocation after init.
#ifndef HAWSE_RT_FRAME_PROFILE_H
#define HAWSE_RT_FRAME_PROFILE_H

#include "rt/base/base.h"

// Log-linear: 64 linear sub-buckets an octave (1.6 % resolution), 0 ns .. 137 s; the maximum is exact.
// More than 137 s counts in the last bucket, a negative duration as 0. All zero bytes is an empty histogram.
#define RT_HISTOGRAM_BUCKETS 2048
typedef struct rt_histogram {
    uint64_t n;                           // samples
    int64_t max_ns;                       // exact maximum [ns]
    uint32_t count[RT_HISTOGRAM_BUCKETS]; // samples per bucket
} rt_histogram;

void rt_histogram_add(rt_histogram *h, int64_t ns);
// The smallest value that `fraction` (0..1) of the samples do not exceed, to bucket resolution [ns]; 0 when empty.
int64_t rt_histogram_quantile(const rt_histogram *h, double fraction);

// Number of samples of at most `ns` nanoseconds, to bucket resolution. A bucket that reaches beyond `ns` does not
// count.
uint64_t rt_histogram_up_to(const rt_histogram *h, int64_t ns);

typedef enum rt_phase {
    RT_PHASE_INPUT = 0,
    RT_PHASE_WINDLASS,
    RT_PHASE_CONTACT,
    RT_PHASE_ASSEMBLE,
    RT_PHASE_SOLVE,
    RT_PHASE_PROJECT,
    RT_PHASE_PUBLISH,
    RT_PHASE_COUNT
} rt_phase;

// The phase's key in the report, such as "contact".
const char *rt_phase_name(rt_phase p);

// Amount of work in a frame. A miss counts as our own work only if one of these explains it (rt/loop/cause.c).
typedef enum rt_work {
    RT_WORK_NEWTON = 0, // Newton iterations
    RT_WORK_FACTORS,    // factorisations of the tangent
    RT_WORK_PAIRS,      // triangle pairs between anchor and hull
    RT_WORK_REGIONS,    // contacts between anchor and hull
    RT_WORK_POINTS,     // contacts between links and hull
    RT_WORK_LINKS,      // simulated links
    RT_WORK_LOAD,       // predicted cost of all these, in microseconds of a reference processor; 0: unknown
    RT_WORK_INJECTED,   // injected load [us]
    RT_WORK_COUNT
} rt_work;

// The count's key in the report, such as "newton".
const char *rt_work_name(rt_work w);

// Slows one phase by a share of its own time: a planted fault for the tests of timing. The processor really spins.
typedef struct rt_slow {
    rt_phase phase;
    double share;     // 0.05: five per cent longer
    int64_t owed_ns;  // time still to spin [ns]; negative: overshoot, deducted from the next spin
    int64_t spent_ns; // time spun in this frame [ns]
} rt_slow;

// Time of each phase of the current frame [ns]. The code of the phases fills it in.
typedef struct rt_profile {
    int64_t ns[RT_PHASE_COUNT];  // this frame
    int64_t mark_ns;             // when the last phase ended
    int32_t work[RT_WORK_COUNT]; // amount of work; saved with a missed deadline
    int32_t allocations;         // calls of the malloc family; expected 0
    bool idle;                   // the frame had no work: it does not enter the norm
    rt_slow *slow;               // NULL: none
} rt_profile;

// Starts a frame: clears all but `slow` and marks now.
void rt_profile_begin(rt_profile *p);
// Adds the time since the last mark to `phase` and marks now. About 25 ns.
void rt_profile_end(rt_profile *p, rt_phase phase);
// Spins for the given time [ns].
void rt_burn_ns(int64_t ns);

#endif
