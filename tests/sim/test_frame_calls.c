// SPDX-License-Identifier: MIT
// Frames of the shipped scenario do nothing that may wait: no lock, file or print by name (calls of our own code are
// bound to counters at link time), no allocation, and no system call but the loop's own (a filter of the kernel ends
// the process at any other). Warm-up and headroom beside them, which share the means.
#include "hw/script_device.h"
#include "rt/alloc_count.h"
#include "rt/script.h"
#include "rt/session_loop.h"
#include "tests/check.h"
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum { FRAMES = 2000, SPOILT = 700 };
#define ALLOCATES(k) (37 + 61 * (k)) // frame in which it allocates for the k-th time
#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml"

static _Thread_local bool in_frame;
static _Atomic int forbidden;
static const char *_Atomic which;

static void note(const char *name) {
    if (!in_frame) return;
    atomic_fetch_add(&forbidden, 1);
    atomic_store(&which, name);
}

// Every function that these programs could wait, read or print by: the linker binds their calls to __wrap_NAME.
#define WRAP(type, name, parameters, arguments)                                                                        \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters {                                                                                    \
        note(#name);                                                                                                   \
        return __real_##name arguments;                                                                                \
    }
WRAP(int, pthread_mutex_lock, (pthread_mutex_t * m), (m))
WRAP(int, pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t *m), (c, m))
WRAP(int, sem_wait, (sem_t * s), (s))
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
WRAP(int, vfprintf, (FILE * f, const char *format, va_list a), (f, format, a))
WRAP(int, usleep, (useconds_t us), (us))
WRAP(int, nanosleep, (const struct timespec *t, struct timespec *left), (t, left))

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list a;
    va_start(a, flags);
    int mode = va_arg(a, int);
    va_end(a);
    note("open");
    return __real_open(path, flags, mode);
}

int __wrap_printf(const char *format, ...);
int __wrap_printf(const char *format, ...) {
    va_list a;
    va_start(a, format);
    note("printf");
    int n = __real_vfprintf(stdout, format, a);
    va_end(a);
    return n;
}

int __wrap_fprintf(FILE *f, const char *format, ...);
int __wrap_fprintf(FILE *f, const char *format, ...) {
    va_list a;
    va_start(a, format);
    note("fprintf");
    int n = __real_vfprintf(f, format, a);
    va_end(a);
    return n;
}

// A frame that allocates, where a test wants one.
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

// The shipped scenario from near the hull, so that links and anchor touch it, with a recorder that has its own thread.
typedef struct run {
    session s;
    scenario sc;
    rt_script script;
    hw_device device;
    rt_loop_def def;
    rt_loop_stats stats;
    rt_diag d;
    int (*spoil)(void); // done in frame SPOILT; NULL: nothing
    bool to_filter, filtered;
    int32_t pairs; // most of a frame
    uint64_t hash[FRAMES];
} run;

static int setup(void **state) {
    run *r = calloc(1, sizeof *r);
    assert_non_null(r);
    const session_loop_options none = {0};
    assert_int_equal(scenario_load(SCENARIO, false, &r->sc, &r->d), RT_OK);
    r->sc.start.depth = 0.5;
    r->sc.start.settle = 1;
    assert_int_equal(rt_script_load(r->sc.operator.script, &r->script, &r->d), RT_OK);
    assert_int_equal(hw_script_open(&r->device, &r->script, "script", 0, &r->d), RT_OK);
    if (sim_create(&r->s.sim, &r->sc, &r->d) != RT_OK) fail_msg("%s", r->d.text);
    assert_int_equal(session_init(&r->s, &r->device, &r->d), RT_OK);
    session_configure(&r->s);
    assert_int_equal(session_loop_prepare(&r->s, &none, &r->def, &r->d), RT_OK);
    r->s.max_frames = FRAMES;
    r->s.loop = &r->stats;
    *state = r;
    return 0;
}

static int teardown(void **state) {
    run *r = *state;
    session_free(&r->s);
    scenario_free(&r->sc);
    hw_device_close(&r->device);
    rt_script_free(&r->script);
    free(r);
    return 0;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool sanitized = true;
#else
static const bool sanitized = false;
#endif
#define SKIP_SANITIZED()                                                                                               \
    do {                                                                                                               \
        if (sanitized) {                                                                                               \
            print_message("skipped: a sanitizer asks the kernel for things of its own\n");                             \
            skip();                                                                                                    \
        }                                                                                                              \
    } while (0)

static _Atomic int refused_calls, refused_call;

static void on_refused(int number, siginfo_t *info, void *context) {
    (void)number, (void)context;
    atomic_fetch_add(&refused_calls, 1);
    atomic_store(&refused_call, info->si_syscall);
}

// What the loop's thread may ask of the kernel: to sleep, for its counters, and at the end to close them and to wake
// the one that joins it.
static const unsigned allowed[] = {
    SYS_clock_nanosleep, SYS_getrusage, SYS_clock_gettime,  SYS_pread64, SYS_close,
    SYS_futex,           SYS_madvise,   SYS_rt_sigprocmask, SYS_exit,    SYS_rt_sigreturn};
enum { ALLOWED = sizeof allowed / sizeof *allowed };

// For the calling thread only. Any other call does not happen, and is noted.
static bool filter_system_calls(void) {
    struct sigaction act = {.sa_sigaction = on_refused, .sa_flags = SA_SIGINFO};
    struct sock_filter code[ALLOWED + 3];
    int n = 0;
    sigaction(SIGSYS, &act, NULL);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int k = 0; k < ALLOWED; k++)
        code[n++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[k], (unsigned char)(ALLOWED - k), 0);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {.len = (unsigned short)n, .filter = code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static bool watched_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    run *r = ctx;
    if (frame == 0 && r->to_filter) r->filtered = filter_system_calls();
    in_frame = true;
    bool go_on = session_frame(&r->s, frame, release_ns, p);
    if (frame == SPOILT && r->spoil) r->spoil();
    in_frame = false;
    if (frame < FRAMES) r->hash[frame] = r->s.hash;
    r->pairs = p->work[RT_WORK_PAIRS] > r->pairs ? p->work[RT_WORK_PAIRS] : r->pairs;
    return go_on;
}

// The frames on their own thread, which moves the script as well, as in `hawse run`.
static void run_frames(run *r) {
    rt_loop loop;
    rt_clock clock = rt_clock_monotonic();
    atomic_store(&forbidden, 0);
    atomic_store(&refused_calls, 0);
    r->s.manual = false;
    assert_int_equal(rt_loop_start(&loop, &r->def, watched_frame, r, &r->stats, &r->d), RT_OK);
    while (!rt_loop_done(&loop)) rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + 5000000);
    rt_loop_join(&loop);
    assert_int_equal(r->s.frames, FRAMES);
    assert_false(r->s.failed);
    if (r->to_filter && !r->filtered) {
        print_message("skipped: this kernel has no system-call filter\n");
        skip();
    }
}

// The same in software-in-the-loop.
static void run_in_the_loop(run *r) {
    rt_clock clock = rt_clock_manual();
    r->s.manual = true;
    r->s.loop = NULL;
    rt_loop_run(&r->def, &clock, watched_frame, r, &r->stats, NULL);
    assert_int_equal(r->s.frames, r->s.max_frames);
}

static uint64_t warm_up_session(void *ctx) { return session_warm_up(&((run *)ctx)->s); }

static void run_with_all_threads(run *r) {
    r->def.warm_up = warm_up_session;
    r->s.recording = recording_open("/dev/null", &r->s.sim, session_period_ns(&r->s), &r->d);
    const rt_flight_def flight = {.period_ns = r->def.period_ns};
    r->def.flight = rt_flight_create(&flight, &r->d);
    assert_non_null(r->s.recording);
    assert_non_null(r->def.flight);
    assert_int_equal(rt_flight_start(r->def.flight, &r->d), RT_OK);
    run_frames(r);
    assert_int_equal(recording_close(r->s.recording, &r->s.sim, &r->d), RT_OK);
    assert_int_equal(rt_flight_close(r->def.flight, &r->d), RT_OK);
    assert_true(r->pairs > 0); // the anchor touched the hull meanwhile
    assert_int_equal(r->stats.warm_up_steps, SESSION_WARM_UP);
}

static void a_frame_calls_nothing_that_waits(void **state) {
    run *r = *state;
    run_with_all_threads(r);
    if (forbidden) fail_msg("%d forbidden calls, the last of %s", forbidden, which);
    if (rt_alloc_count_available()) assert_int_equal(r->s.allocations, 0);
}

static void a_frame_asks_the_kernel_for_nothing(void **state) {
    run *r = *state;
    SKIP_SANITIZED();
    r->to_filter = true;
    run_with_all_threads(r);
    if (refused_calls) fail_msg("%d system calls, the last number %d", refused_calls, refused_call);
}

// That the means find what they are to find: one forbidden call in one frame.
static int spoil_open(void) { return open("/dev/null", O_RDONLY); }
static int spoil_lock(void) {
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    return pthread_mutex_lock(&m);
}
static int spoil_hidden(void) { return (int)syscall(SYS_getpid); } // by no name that is bound

static void spoilt_run(run *r, int (*spoil)(void)) {
    r->def.priority = 0;
    r->def.period_ns = 100000; // as fast as may be
    r->spoil = spoil;
    r->s.frames = 0;
    run_frames(r);
}

static void names_are_found(void **state) {
    run *r = *state;
    spoilt_run(r, spoil_open);
    assert_int_equal(forbidden, 1);
    assert_string_equal(which, "open");
    spoilt_run(r, spoil_lock);
    assert_int_equal(forbidden, 1);
    assert_string_equal(which, "pthread_mutex_lock");
}

static void system_calls_are_found(void **state) {
    run *r = *state;
    SKIP_SANITIZED();
    r->to_filter = true;
    spoilt_run(r, spoil_open);
    assert_int_equal(refused_calls, 1);
    assert_int_equal(refused_call, SYS_openat);
    spoilt_run(r, spoil_hidden);
    assert_int_equal(forbidden, 0);
    assert_int_equal(refused_calls, 1);
    assert_int_equal(refused_call, SYS_getpid);
}

// The state is the same in every frame with the warm-up and without, and so are all counts.
static void the_warm_up_leaves_no_trace(void **state) {
    run *r = *state, *other;
    void *second = NULL;
    setup(&second);
    other = second;
    const double counter = r->s.sim.counter_m;
    assert_int_equal(session_warm_up(&r->s), SESSION_WARM_UP);
    assert_true(r->s.sim.counter_m == counter);
    run *both[2] = {r, other};
    r->def.warm_up = warm_up_session;
    other->def.warm_up = NULL;
    for (int k = 0; k < 2; k++) run_in_the_loop(both[k]);
    assert_int_equal(r->stats.warm_up_steps, SESSION_WARM_UP);
    assert_int_equal(other->stats.warm_up_steps, 0);
    assert_true(r->pairs > 0);
    assert_memory_equal(r->hash, other->hash, sizeof r->hash);
    assert_memory_equal(&r->s.sim.counters, &other->s.sim.counters, sizeof r->s.sim.counters);
    assert_int_equal(r->s.n_events, other->s.n_events);
    teardown(&second);
}

// An allocation in a frame is told by that frame's number.
static void allocations_are_events_of_their_frames(void **state) {
    run *r = *state;
    if (!rt_alloc_count_available()) {
        print_message("skipped: allocations are not counted under a sanitizer\n");
        skip();
    }
    r->s.max_frames = ALLOCATES(20);
    allocating = true;
    run_in_the_loop(r);
    allocating = false;
    int found = 0;
    for (int k = 0; k < r->s.n_events; k++)
        if (r->s.event[k].kind == RT_EVENT_ALLOCATION) assert_int_equal(r->s.event[k].frame, ALLOCATES(found++));
    assert_int_equal(found, 20);
    assert_int_equal(r->s.allocations, 40);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(a_frame_calls_nothing_that_waits),
        T(a_frame_asks_the_kernel_for_nothing),
        T(names_are_found),
        T(system_calls_are_found),
        T(the_warm_up_leaves_no_trace),
        T(allocations_are_events_of_their_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
