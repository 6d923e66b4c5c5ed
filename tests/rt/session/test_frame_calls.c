// SPDX-License-Identifier: MIT
// Frames of the shipped scenario do nothing that may block. No lock, file access or printing: the linker binds these
// calls of our own code to counters. No allocation. No system call: a seccomp filter traps each on the frame threads,
// and its handler passes those between frames. Tested with one thread, and with two threads of which the first is held
// up. Also tests the warm-up, which uses the same fixture.
#include "hw/device/house.h"
#include "rt/base/alloc_count.h"
#include "rt/deck/deck.h"
#include "rt/scenario/rules.h"
#include "tests/rt/heave_session.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

enum { FRAMES = 2000, SPOILT = 700 };
#define ALLOCATES(k) (37 + 61 * (k)) // frame of the k-th allocation

static _Thread_local bool in_frame;
static _Atomic int forbidden;
static const char *_Atomic which;

static void count_forbidden(const char *name) {
    if (!in_frame) return;
    atomic_fetch_add(&forbidden, 1);
    atomic_store(&which, name);
}

// Functions that may block, read or print: the linker binds their calls to __wrap_NAME.
#define WRAP(type, name, parameters, arguments)                                                                        \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters {                                                                                    \
        count_forbidden(#name);                                                                                        \
        return __real_##name arguments;                                                                                \
    }
WRAP(int, pthread_mutex_lock, (pthread_mutex_t * m), (m))
WRAP(int, pthread_mutex_trylock, (pthread_mutex_t * m), (m))
WRAP(int, pthread_mutex_timedlock, (pthread_mutex_t * m, const struct timespec *t), (m, t))
WRAP(int, pthread_rwlock_rdlock, (pthread_rwlock_t * l), (l))
WRAP(int, pthread_rwlock_wrlock, (pthread_rwlock_t * l), (l))
WRAP(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * l), (l))
WRAP(int, pthread_rwlock_trywrlock, (pthread_rwlock_t * l), (l))
WRAP(int, pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t *m), (c, m))
WRAP(int, pthread_cond_timedwait, (pthread_cond_t * c, pthread_mutex_t *m, const struct timespec *t), (c, m, t))
WRAP(int, sem_wait, (sem_t * s), (s))
WRAP(int, sem_trywait, (sem_t * s), (s))
WRAP(int, sem_timedwait, (sem_t * s, const struct timespec *t), (s, t))
WRAP(FILE *, fopen, (const char *path, const char *mode), (path, mode))
WRAP(int, fclose, (FILE * f), (f))
WRAP(size_t, fwrite, (const void *p, size_t size, size_t n, FILE *f), (p, size, n, f))
WRAP(size_t, fread, (void *p, size_t size, size_t n, FILE *f), (p, size, n, f))
WRAP(int, fputs, (const char *text, FILE *f), (text, f))
WRAP(int, fputc, (int c, FILE *f), (c, f))
WRAP(int, puts, (const char *text), (text))
WRAP(int, fflush, (FILE * f), (f))
WRAP(ssize_t, write, (int fd, const void *p, size_t n), (fd, p, n))
WRAP(ssize_t, read, (int fd, void *p, size_t n), (fd, p, n))
WRAP(ssize_t, pwrite, (int fd, const void *p, size_t n, off_t at), (fd, p, n, at))
WRAP(ssize_t, pread, (int fd, void *p, size_t n, off_t at), (fd, p, n, at))
WRAP(int, close, (int fd), (fd))
WRAP(int, fsync, (int fd), (fd))
WRAP(int, fdatasync, (int fd), (fd))
WRAP(int, poll, (struct pollfd * p, nfds_t n, int ms), (p, n, ms))
WRAP(int, ppoll, (struct pollfd * p, nfds_t n, const struct timespec *t, const sigset_t *s), (p, n, t, s))
WRAP(int, vfprintf, (FILE * f, const char *format, va_list a), (f, format, a))
WRAP(int, usleep, (useconds_t us), (us))
WRAP(int, nanosleep, (const struct timespec *t, struct timespec *left), (t, left))
WRAP(int, clock_nanosleep, (clockid_t c, int flags, const struct timespec *t, struct timespec *left),
     (c, flags, t, left))

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list a;
    va_start(a, flags);
    int mode = va_arg(a, int);
    va_end(a);
    count_forbidden("open");
    return __real_open(path, flags, mode);
}

int __wrap_printf(const char *format, ...);
int __wrap_printf(const char *format, ...) {
    va_list a;
    va_start(a, format);
    count_forbidden("printf");
    int n = __real_vfprintf(stdout, format, a);
    va_end(a);
    return n;
}

int __wrap_fprintf(FILE *f, const char *format, ...);
int __wrap_fprintf(FILE *f, const char *format, ...) {
    va_list a;
    va_start(a, format);
    count_forbidden("fprintf");
    int n = __real_vfprintf(f, format, a);
    va_end(a);
    return n;
}

// Makes frames allocate, if a test sets `allocating`.
static bool allocating;
uint64_t __real_sim_hash(sim *s);
uint64_t __wrap_sim_hash(sim *s);
uint64_t __wrap_sim_hash(sim *s) {
    uint64_t frame = s->state.step - 1;
    if (allocating && frame >= ALLOCATES(0) && (frame - ALLOCATES(0)) % 61 == 0) {
        void *volatile p = malloc(100);
        free(p);
    }
    return __real_sim_hash(s);
}

typedef struct run {
    heave_session h;
    int (*spoil)(void); // called in frame SPOILT; NULL: none
    bool to_filter;
    int filtered;  // number of filtered threads
    int32_t pairs; // most in a frame
    _Atomic bool over;
    uint64_t hash[FRAMES];
} run;

static int setup(void **state) {
    run *r = calloc(1, sizeof *r);
    assert_non_null(r);
    heave_session_open(&r->h);
    r->h.s.max_frames = FRAMES;
    *state = r;
    return 0;
}

static int teardown(void **state) {
    run *r = *state;
    heave_session_close(&r->h);
    free(r);
    return 0;
}

#define SKIP_SANITIZED()                                                                                               \
    do {                                                                                                               \
        if (heave_session_sanitized) {                                                                                 \
            print_message("skipped: a sanitizer makes system calls of its own\n");                                     \
            skip();                                                                                                    \
        }                                                                                                              \
    } while (0)

static _Atomic int refused_calls, refused_call;

// Sixth argument that lets a call pass the filter. No call of the frame threads has it.
#define PASS 0x48617773

// Between frames, makes the trapped call for the thread. In a frame, counts it and returns ENOSYS.
static void on_trapped(int number, siginfo_t *info, void *context) {
    (void)number;
#ifdef __x86_64__
    greg_t *g = ((ucontext_t *)context)->uc_mcontext.gregs;
    int saved = errno;
    if (in_frame) {
        atomic_fetch_add(&refused_calls, 1);
        atomic_store(&refused_call, info->si_syscall);
        g[REG_RAX] = -ENOSYS;
    } else {
        long result = syscall(info->si_syscall, g[REG_RDI], g[REG_RSI], g[REG_RDX], g[REG_R10], g[REG_R8], PASS);
        g[REG_RAX] = result == -1 ? -errno : result;
    }
    errno = saved;
#else
    (void)info, (void)context;
#endif
}

// Calls that always pass: the clock, if it is not in the vDSO; the handler's own; and those of a thread's end, when all
// signals are blocked.
static const unsigned allowed[] = {SYS_clock_gettime, SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_madvise, SYS_exit};
enum { ALLOWED = sizeof allowed / sizeof *allowed };

// Filters the calling thread only: every call that is not allowed traps.
static bool filter_system_calls(void) {
    struct sigaction act = {.sa_sigaction = on_trapped, .sa_flags = SA_SIGINFO | SA_NODEFER};
    struct sock_filter code[ALLOWED + 5];
    int n = 0;
    sigaction(SIGSYS, &act, NULL);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int k = 0; k < ALLOWED; k++)
        code[n++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[k], (unsigned char)(ALLOWED - k + 2), 0);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[5]));
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PASS, 1, 0);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {.len = (unsigned short)n, .filter = code};
#ifndef __x86_64__
    return false; // the handler knows the registers of x86-64 only
#endif
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static bool watched_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    static _Thread_local bool filtered;
    run *r = ctx;
    if (r->to_filter && !filtered) r->filtered += filtered = filter_system_calls();
    in_frame = true;
    bool go_on = session_frame(&r->h.s, frame, release_ns, p);
    if (frame == SPOILT && r->spoil) r->spoil();
    in_frame = false;
    if (frame < FRAMES) r->hash[frame] = r->h.s.hash;
    r->pairs = p->work[RT_WORK_PAIRS] > r->pairs ? p->work[RT_WORK_PAIRS] : r->pairs;
    return go_on;
}

// Runs the frames on their own thread, which also polls the script, as `hawse run` does.
static void run_frames(run *r) {
    rt_loop loop;
    rt_clock clock = rt_clock_monotonic();
    atomic_store(&forbidden, 0);
    atomic_store(&refused_calls, 0);
    r->h.s.manual = false;
    assert_int_equal(rt_loop_start(&loop, &r->h.def, watched_frame, r, &r->h.stats, &r->h.d), RT_OK);
    while (!rt_loop_done(&loop)) rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + 5000000);
    rt_loop_join(&loop);
    assert_int_equal(r->h.s.frames, FRAMES);
    assert_false(r->h.s.failed);
    if (r->to_filter && !r->filtered) {
        print_message("skipped: no system-call filter here\n");
        skip();
    }
}

// Runs the frames in software-in-the-loop.
static void run_in_the_loop(run *r) {
    rt_clock clock = rt_clock_manual();
    r->h.s.manual = true;
    r->h.s.loop = NULL;
    rt_loop_run(&r->h.def, &clock, watched_frame, r, &r->h.stats, NULL);
    assert_int_equal(r->h.s.frames, r->h.s.max_frames);
}

static uint64_t warm_up_session(void *ctx) { return session_warm_up(&((run *)ctx)->h.s); }

static void run_with_all_threads(run *r) {
    r->h.def.warm_up = warm_up_session;
    r->h.s.recording = recording_open("/dev/null", &r->h.s.sim, session_period_ns(&r->h.s), &r->h.d);
    const rt_flight_def flight = {.period_ns = r->h.def.period_ns};
    r->h.def.flight = rt_flight_create(&flight, &r->h.d);
    assert_non_null(r->h.s.recording);
    assert_non_null(r->h.def.flight);
    assert_int_equal(rt_flight_start(r->h.def.flight, &r->h.d), RT_OK);
    run_frames(r);
    assert_int_equal(recording_close(r->h.s.recording, &r->h.s.sim, &r->h.d), RT_OK);
    assert_int_equal(rt_flight_close(r->h.def.flight, &r->h.d), RT_OK);
    assert_true(r->pairs > 0); // the anchor touched the hull
    assert_int_equal(r->h.stats.warm_up_steps, SESSION_WARM_UP);
}

static void frames_call_no_blocking_function(void **state) {
    run *r = *state;
    run_with_all_threads(r);
    if (forbidden) fail_msg("%d forbidden calls, the last of %s", forbidden, which);
    if (rt_alloc_count_available()) assert_int_equal(r->h.s.allocations, 0);
}

static void frames_make_no_system_call(void **state) {
    run *r = *state;
    SKIP_SANITIZED();
    r->to_filter = true;
    run_with_all_threads(r);
    if (refused_calls) fail_msg("%d system calls, the last number %d", refused_calls, refused_call);
}

// The operator by rules decides within the frame, from the feedback that the frame before left.
static void operator_by_rules_makes_no_call(void **state) {
    run *r = *state;
    rules_table rules;
    const rules_table *t;
    const rules_state *z;
    SKIP_SANITIZED();
    hw_device_close(&r->h.device);
    assert_int_equal(scenario_rules("weigh.yaml", &r->h.sc, &rules, &r->h.d), RT_OK);
    assert_int_equal(hw_house_follow(&r->h.device, &rules, 0, &r->h.d), RT_OK);
    r->to_filter = true;
    run_with_all_threads(r);
    if (forbidden) fail_msg("%d forbidden calls, the last of %s", forbidden, which);
    if (refused_calls) fail_msg("%d system calls, the last number %d", refused_calls, refused_call);
    if (rt_alloc_count_available()) assert_int_equal(r->h.s.allocations, 0);
    assert_true(hw_house_story(&r->h.device, &t, &z));
    assert_true(z->entries >= 2); // it went from rule to rule
}

// Occupies the first thread's processor for 3 ms, again and again, until the loop ends.
static void *hold_processor(void *arg) {
    const run *r = arg;
    rt_clock c = rt_clock_monotonic();
    while (!atomic_load(&r->over)) {
        rt_clock_sleep_until(&c, rt_clock_now_ns(&c) + 20300000);
        for (int64_t end = rt_clock_now_ns(&c) + 3000000; rt_clock_now_ns(&c) < end;) {}
    }
    return NULL;
}

// The test watches and filters the standby thread's frames as the first thread's.
static void frames_of_both_threads_make_no_call(void **state) {
    run *r = *state;
    pthread_t holder;
    SKIP_SANITIZED();
    r->h.def.cpu = rt_loop_choose_cpu();
    r->h.def.standby_cpu = rt_loop_choose_cpu_except(r->h.def.cpu);
    if (r->h.def.cpu < 0 || r->h.def.standby_cpu < 0 ||
        !heave_session_start_above(&holder, r->h.def.cpu, hold_processor, r)) {
        print_message("skipped: needs two processors and real-time scheduling\n");
        skip();
    }
    r->to_filter = true;
    run_with_all_threads(r);
    atomic_store(&r->over, true);
    pthread_join(holder, NULL);
    print_message("the second thread ran %d of %d frames\n", (int)r->h.stats.stood_in, FRAMES);
    assert_true(r->h.stats.stood_in >= FRAMES / 50);
    assert_int_equal(r->filtered, 2);
    if (forbidden) fail_msg("%d forbidden calls, the last of %s", forbidden, which);
    if (refused_calls) fail_msg("%d system calls, the last number %d", refused_calls, refused_call);
    if (rt_alloc_count_available()) assert_int_equal(r->h.s.allocations, 0);
}

// Test of the test: one forbidden call in one frame must be found.
static int spoil_open(void) { return open("/dev/null", O_RDONLY); }
static int spoil_lock(void) {
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    return pthread_mutex_lock(&m);
}
// Calls that the loop makes between frames are forbidden within a frame.
static int spoil_read(void) {
    char byte;
    return (int)pread(0, &byte, 0, 0);
}
static int spoil_sleep(void) { return clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = 1}, NULL); }
static int spoil_close(void) { return close(-1); }
static int spoil_hidden(void) { return (int)syscall(SYS_getpid); } // no wrapped name

static void run_spoilt(run *r, int (*spoil)(void)) {
    r->h.def.priority = 0;
    r->h.def.period_ns = 100000; // faster than real time
    r->spoil = spoil;
    r->h.s.frames = 0;
    run_frames(r);
}

static void forbidden_functions_are_found(void **state) {
    run *r = *state;
    run_spoilt(r, spoil_open);
    assert_int_equal(forbidden, 1);
    assert_string_equal(which, "open");
    run_spoilt(r, spoil_lock);
    assert_int_equal(forbidden, 1);
    assert_string_equal(which, "pthread_mutex_lock");
    run_spoilt(r, spoil_read);
    assert_int_equal(forbidden, 1);
    assert_string_equal(which, "pread");
    run_spoilt(r, spoil_sleep);
    assert_int_equal(forbidden, 1);
    assert_string_equal(which, "clock_nanosleep");
}

static void forbidden_system_calls_are_found(void **state) {
    run *r = *state;
    SKIP_SANITIZED();
    r->to_filter = true;
    run_spoilt(r, spoil_open);
    assert_int_equal(refused_calls, 1);
    assert_int_equal(refused_call, SYS_openat);
    run_spoilt(r, spoil_hidden);
    assert_int_equal(forbidden, 0);
    assert_int_equal(refused_calls, 1);
    assert_int_equal(refused_call, SYS_getpid);
    static const struct {
        int (*call)(void);
        int number;
    } of_the_loop[] = {{spoil_read, SYS_pread64}, {spoil_sleep, SYS_clock_nanosleep}, {spoil_close, SYS_close}};
    for (int k = 0; k < 3; k++) {
        run_spoilt(r, of_the_loop[k].call);
        assert_int_equal(refused_calls, 1);
        assert_int_equal(refused_call, of_the_loop[k].number);
    }
}

// States of all frames and all counts are the same with and without the warm-up.
static void warm_up_changes_no_state(void **state) {
    run *r = *state, *other;
    void *second = NULL;
    setup(&second);
    other = second;
    const double counter = deck_of(&r->h.s.sim)->counter.reading;
    assert_int_equal(session_warm_up(&r->h.s), SESSION_WARM_UP);
    assert_true(deck_of(&r->h.s.sim)->counter.reading == counter);
    run *both[2] = {r, other};
    r->h.def.warm_up = warm_up_session;
    other->h.def.warm_up = NULL;
    for (int k = 0; k < 2; k++) run_in_the_loop(both[k]);
    assert_int_equal(r->h.stats.warm_up_steps, SESSION_WARM_UP);
    assert_int_equal(other->h.stats.warm_up_steps, 0);
    assert_true(r->pairs > 0);
    assert_memory_equal(r->hash, other->hash, sizeof r->hash);
    assert_memory_equal(&r->h.s.sim.counters, &other->h.s.sim.counters, sizeof r->h.s.sim.counters);
    assert_int_equal(r->h.s.n_events, other->h.s.n_events);
    teardown(&second);
}

// An allocation in a frame raises an event with the frame's number.
static void allocation_raises_event_of_its_frame(void **state) {
    run *r = *state;
    if (!rt_alloc_count_available()) {
        print_message("skipped: allocations are not counted under a sanitizer\n");
        skip();
    }
    r->h.s.max_frames = ALLOCATES(20);
    allocating = true;
    run_in_the_loop(r);
    allocating = false;
    int found = 0;
    for (int k = 0; k < r->h.s.n_events; k++)
        if (r->h.s.event[k].kind == RT_EVENT_ALLOCATION) assert_int_equal(r->h.s.event[k].frame, ALLOCATES(found++));
    assert_int_equal(found, 20);
    assert_int_equal(r->h.s.allocations, 40);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(frames_call_no_blocking_function), T(frames_make_no_system_call),
        T(operator_by_rules_makes_no_call),  T(frames_of_both_threads_make_no_call),
        T(forbidden_functions_are_found),    T(forbidden_system_calls_are_found),
        T(warm_up_changes_no_state),         T(allocation_raises_event_of_its_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
