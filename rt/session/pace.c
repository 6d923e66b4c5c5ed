// SPDX-License-Identifier: MIT
#include "rt/session/pace.h"
#include "rt/frame/clock.h"

#define POLL_NS 200000         // between two polls for the frames' answer
#define PATIENCE_NS 1000000000 // limit of the wait for an answer

static bool take_single_step(session_pace *p) {
    int n = atomic_load_explicit(&p->singles, memory_order_relaxed);
    return n > 0 && atomic_compare_exchange_strong(&p->singles, &n, n - 1);
}

// Steps due in this frame. Slow motion spreads the steps of one frame over several.
static int count_due_steps(session_pace *p, int each) {
    if (atomic_load_explicit(&p->still, memory_order_relaxed)) return take_single_step(p);
    int slowness = atomic_load_explicit(&p->slowness, memory_order_relaxed);
    int quickness = atomic_load_explicit(&p->quickness, memory_order_relaxed);
    if (slowness < 1) slowness = 1;
    if (quickness > 1) each *= quickness;
    p->owed = p->owed % slowness + each; // carry over less than a step from an earlier, slower pace
    int steps = p->owed / slowness;
    p->owed %= slowness;
    return steps;
}

int session_pace_steps(session_pace *p, int each) {
    unsigned asked = atomic_load_explicit(&p->asked, memory_order_acquire);
    atomic_store_explicit(&p->answered, asked, memory_order_release);
    int steps = asked % 2 == 0 ? count_due_steps(p, each) : 0;
    p->idle += steps == 0;
    return steps;
}

bool session_pace_is_lent(const session_pace *p) {
    return atomic_load_explicit(&p->answered, memory_order_relaxed) % 2 != 0;
}

void session_pace_run(session_pace *p, bool run) {
    atomic_store(&p->singles, 0);
    atomic_store(&p->still, !run);
}

bool session_pace_runs(const session_pace *p) { return !atomic_load(&p->still); }

void session_pace_single(session_pace *p) { atomic_fetch_add(&p->singles, 1); }

void session_pace_slow(session_pace *p, int frames) {
    atomic_store(&p->quickness, 1);
    atomic_store(&p->slowness, frames);
}

void session_pace_fast(session_pace *p, int times) {
    atomic_store(&p->slowness, 1);
    atomic_store(&p->quickness, times);
}

bool session_pace_lend(session_pace *p, bool (*over)(const void *ctx), const void *ctx) {
    rt_clock clock = rt_clock_monotonic();
    int64_t now = rt_clock_now_ns(&clock), until = now + PATIENCE_NS;
    unsigned asked = atomic_load_explicit(&p->asked, memory_order_relaxed);
    if (asked % 2 == 0) atomic_store_explicit(&p->asked, ++asked, memory_order_release);
    while (atomic_load_explicit(&p->answered, memory_order_acquire) != asked) {
        if (over && over(ctx)) return true;
        if (now > until) {
            session_pace_return(p);
            return false;
        }
        rt_clock_sleep_until(&clock, now += POLL_NS);
    }
    return true;
}

void session_pace_return(session_pace *p) {
    unsigned asked = atomic_load_explicit(&p->asked, memory_order_relaxed);
    if (asked % 2 != 0) atomic_store_explicit(&p->asked, asked + 1, memory_order_release);
}
