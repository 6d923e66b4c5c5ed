// SPDX-License-Identifier: MIT
#include "rt/frame/profile.h"
#include "rt/frame/clock.h"
#include <math.h>
#include <string.h>

#define OVERSHOOT_NS 200 // largest overshoot of a spin without interruption

enum { SUB_BITS = 6, SUB = 1 << SUB_BITS }; // sub-buckets an octave

// Below SUB the bucket is the value; above, each octave [2^e, 2^(e+1)) is cut into SUB equal parts.
static int bucket_of(uint64_t v) {
    if (v < SUB) return (int)v;
    int e = 63 - __builtin_clzll(v);
    int i = (e - SUB_BITS + 1) * SUB + (int)(v >> (e - SUB_BITS)) - SUB;
    return i < RT_HISTOGRAM_BUCKETS ? i : RT_HISTOGRAM_BUCKETS - 1;
}

// Largest value that falls into the bucket.
static int64_t bucket_top(int i) {
    if (i < SUB) return i;
    int shift = i / SUB - 1;
    return ((int64_t)(i % SUB + SUB + 1) << shift) - 1;
}

void rt_histogram_add(rt_histogram *h, int64_t ns) {
    if (ns < 0) ns = 0;
    h->n++;
    if (ns > h->max_ns) h->max_ns = ns;
    h->count[bucket_of((uint64_t)ns)]++;
}

int64_t rt_histogram_quantile(const rt_histogram *h, double fraction) {
    if (h->n == 0) return 0;
    // Rounding may put the product an ulp above a whole number; ceil must not then ask for one more sample.
    double rank = ceil(fraction * (double)h->n * (1 - 4e-16));
    uint64_t seen = 0;
    for (int i = 0; i < RT_HISTOGRAM_BUCKETS - 1; i++) {
        seen += h->count[i];
        if (h->count[i] && (double)seen >= rank) return bucket_top(i) < h->max_ns ? bucket_top(i) : h->max_ns;
    }
    return h->max_ns;
}

uint64_t rt_histogram_up_to(const rt_histogram *h, int64_t ns) {
    uint64_t n = 0;
    if (ns >= h->max_ns) return h->n;
    for (int i = 0; i < RT_HISTOGRAM_BUCKETS - 1 && bucket_top(i) <= ns; i++) n += h->count[i];
    return n;
}

const char *rt_phase_name(rt_phase p) {
    static const char *const name[RT_PHASE_COUNT] = {"input", "windlass", "contact", "assemble",
                                                     "solve", "project",  "publish"};
    return p >= 0 && p < RT_PHASE_COUNT ? name[p] : "unknown";
}

const char *rt_work_name(rt_work w) {
    static const char *const name[RT_WORK_COUNT] = {"newton", "factors", "pairs",   "regions",
                                                    "points", "links",   "load_us", "injected_us"};
    return w >= 0 && w < RT_WORK_COUNT ? name[w] : "unknown";
}

static int64_t now_ns(void) {
    rt_clock c = rt_clock_monotonic(); // phases are real durations, also where the loop's own clock is manual
    return rt_clock_now_ns(&c);
}

static int64_t burn_until(int64_t when_ns) {
    int64_t now = now_ns();
    while (now < when_ns) now = now_ns();
    return now;
}

void rt_burn_ns(int64_t ns) { burn_until(now_ns() + ns); }

void rt_profile_begin(rt_profile *p) {
    *p = (rt_profile){.slow = p->slow, .mark_ns = now_ns()};
    if (p->slow) p->slow->spent_ns = 0;
}

// A spin's overshoot is deducted from the next spin: the mean share is exact. Time that another thread or the host took
// is not deducted.
static int64_t slow_down(rt_slow *s, int64_t mark_ns, int64_t now) {
    s->owed_ns += (int64_t)(s->share * (double)(now - mark_ns));
    if (s->owed_ns <= 0) return now;
    int64_t end = burn_until(now + s->owed_ns), most = s->owed_ns + OVERSHOOT_NS;
    int64_t spent = end - now < most ? end - now : most;
    s->owed_ns -= spent;
    s->spent_ns += spent;
    return end;
}

void rt_profile_end(rt_profile *p, rt_phase phase) {
    int64_t now = now_ns();
    if (p->slow && p->slow->phase == phase) now = slow_down(p->slow, p->mark_ns, now);
    p->ns[phase] += now - p->mark_ns;
    p->mark_ns = now;
}
