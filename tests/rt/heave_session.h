// SPDX-License-Identifier: MIT
// A session of the shipped scenario, run by its script, with all that a loop needs for its frames. The start is near
// the hull: links and anchor touch it.
#ifndef HAWSE_TESTS_RT_HEAVE_SESSION_H
#define HAWSE_TESTS_RT_HEAVE_SESSION_H

#include "hw/device/script.h"
#include "rt/script/script.h"
#include "rt/session/on_loop.h"
#include "rt/world/world.h"
#include "tests/check.h"

typedef struct heave_session {
    session s;
    scenario sc;
    rt_script script;
    hw_device device;
    rt_loop_def def;
    rt_loop_stats stats;
    rt_diag d;
} heave_session;

// Under a sanitizer frames are too long for real time, and the program makes more system calls.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool heave_session_sanitized = true;
#else
static const bool heave_session_sanitized = false;
#endif

static inline void heave_session_open(heave_session *h) {
    const session_loop_options none = {0};
    assert_int_equal(scenario_load(HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml", false, &h->sc, &h->d), RT_OK);
    h->sc.start.depth = 0.5;
    h->sc.start.settle = 1;
    assert_int_equal(rt_script_load(h->sc.operator.script, &h->script, &h->d), RT_OK);
    assert_int_equal(hw_script_open(&h->device, &h->script, "script", 0, &h->d), RT_OK);
    if (sim_create(&h->s.sim, &h->sc, &h->d) != RT_OK) fail_msg("%s", h->d.text);
    assert_int_equal(session_init(&h->s, &h->device, &h->d), RT_OK);
    session_configure(&h->s);
    assert_int_equal(session_loop_prepare(&h->s, &none, &h->def, &h->d), RT_OK);
    h->s.loop = &h->stats;
}

static inline void heave_session_close(heave_session *h) {
    session_free(&h->s);
    scenario_free(&h->sc);
    hw_device_close(&h->device);
    rt_script_free(&h->script);
}

// Starts a thread on processor `cpu` with a higher real-time priority than the frame thread; false: not permitted.
static inline bool heave_session_start_above(pthread_t *t, int cpu, void *(*run)(void *), void *arg) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setaffinity_np(&attr, sizeof set, &set);
    pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attr, SCHED_FIFO);
    pthread_attr_setschedparam(&attr, &(struct sched_param){.sched_priority = 85});
    bool made = pthread_create(t, &attr, run, arg) == 0;
    pthread_attr_destroy(&attr);
    return made;
}

#endif
