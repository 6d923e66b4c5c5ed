// SPDX-License-Identifier: MIT
#include "hw/serial/device.h"
#include "hw/serial/console.h"
#include "hw/serial/serial.h"
#include "rt/frame/clock.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define REOPEN_NS 1000000000
#define STATUS_NS 250000000 // between published statistics
#define HELLO_NS 3000000000 // longest wait for a HELLO: covers a board that restarts when its port is opened
#define PRIORITY 70         // below the frame thread's
// At our baud rate the line wakes the thread a few times in a window. More wake-ups are a flood: the thread then
// ignores the port until the window ends.
#define WINDOW_NS 10000000
#define WINDOW_WAKES 32

typedef struct serial {
    char name[256];
    hw_device *device;
    hw_console console;
    hw_port port;
    int wake_fd;
    _Atomic bool stop;
    pthread_t thread;
    bool running, real_time;
    rt_latest feedback; // of hw_feedback, from the frame thread
    rt_latest status;   // of hw_link_stats, from the I/O thread
    bool gone;          // the port was lost after its console connected: the console may return at another port
    int64_t opened_ns, reopen_ns, status_ns, window_ns;
    int window_wakes;
    uint64_t wakes;
} serial;

static void publish_status(serial *s, int64_t now_ns) {
    hw_link_stats *out = rt_latest_back(&s->status);
    hw_console_stats(&s->console, out);
    snprintf(out->port, sizeof out->port, "%s", s->port.path);
    out->cpu_ns = rt_clock_thread_cpu_ns();
    out->wakes = s->wakes;
    out->real_time = s->real_time;
    rt_latest_publish(&s->status);
    s->status_ns = now_ns + STATUS_NS;
}

static void hang_up(serial *s, int64_t now_ns) {
    hw_port_close(&s->port);
    hw_console_disconnect(&s->console, now_ns);
    hw_device_publish(s->device, hw_console_input(&s->console));
    s->reopen_ns = now_ns + REOPEN_NS;
}

static void reopen(serial *s, int64_t now_ns) {
    char why[512];
    if (hw_port_reopen(&s->port, s->name, why, sizeof why) == RT_OK) {
        hw_console_connect(&s->console, now_ns);
        s->opened_ns = now_ns;
    } else {
        s->reopen_ns = now_ns + REOPEN_NS;
    }
}

// Reads at most one buffer per wake-up: the rest wakes the thread again.
static bool receive(serial *s, int64_t now_ns) {
    uint8_t bytes[512];
    int n = hw_port_read(&s->port, bytes, sizeof bytes);
    uint32_t accepted = s->console.stats.accepted;
    if (n > 0 && hw_console_receive(&s->console, bytes, (size_t)n, now_ns))
        hw_device_publish(s->device, hw_console_input(&s->console));
    if (s->console.stats.accepted != accepted) {
        hw_port_record_answer(&s->port);
        s->gone = false;
    }
    return n >= 0;
}

static bool transmit(serial *s) {
    if (s->console.n_out == 0) return true;
    int n = hw_port_write(&s->port, s->console.out, s->console.n_out);
    if (n > 0) hw_console_mark_sent(&s->console, (size_t)n);
    return n >= 0;
}

// Whether to leave a port without a HELLO after a loss. A console that is silent at a port that was not lost is still
// connected; the thread waits for it.
static bool should_leave_port(const serial *s, int64_t now_ns) {
    return s->gone && s->console.stats.state != HW_LINK_UP && now_ns - s->opened_ns >= HELLO_NS;
}

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

// Waits for the port, the next due time or the end. In a flood it ignores the port until the window ends.
static short wait_for_event(serial *s, int64_t now_ns) {
    bool open = s->port.port != NULL, flood = s->window_wakes >= WINDOW_WAKES;
    int64_t until = earlier(s->status_ns, open ? s->console.due_ns : s->reopen_ns);
    if (flood) until = earlier(until, s->window_ns + WINDOW_NS);
    struct pollfd fds[2] = {
        {.fd = s->wake_fd, .events = POLLIN},
        {.fd = open ? s->port.fd : -1, .events = (short)(flood ? 0 : POLLIN | (s->console.n_out > 0 ? POLLOUT : 0))},
    };
    int64_t left = until > now_ns ? until - now_ns : 0;
    struct timespec timeout = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    if (ppoll(fds, 2, &timeout, NULL) <= 0) return 0;
    return fds[1].revents;
}

static void count_wake(serial *s, int64_t now_ns) {
    s->wakes++;
    if (now_ns - s->window_ns >= WINDOW_NS) {
        s->window_ns = now_ns;
        s->window_wakes = 0;
    }
    s->window_wakes++;
}

static void serve_port(serial *s, short events, int64_t now_ns) {
    bool alive = !(events & (POLLERR | POLLNVAL));
    if (alive && events & (POLLIN | POLLHUP)) alive = receive(s, now_ns);
    alive = alive && !(events & POLLHUP);
    if (alive && hw_console_tick(&s->console, rt_latest_front(&s->feedback, NULL), now_ns))
        hw_device_publish(s->device, hw_console_input(&s->console));
    alive = alive && transmit(s);
    s->gone = s->gone || !alive;
    if (!alive || should_leave_port(s, now_ns)) hang_up(s, now_ns);
}

static void *run_io_thread(void *self) {
    serial *s = self;
    rt_clock clock = rt_clock_monotonic();
    const struct sched_param priority = {.sched_priority = PRIORITY};
    s->real_time = pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) == 0;
    int64_t now_ns = rt_clock_now_ns(&clock);
    hw_console_connect(&s->console, now_ns);
    while (!atomic_load_explicit(&s->stop, memory_order_relaxed)) {
        short events = wait_for_event(s, now_ns);
        now_ns = rt_clock_now_ns(&clock);
        count_wake(s, now_ns);
        if (s->port.port)
            serve_port(s, events, now_ns);
        else if (now_ns >= s->reopen_ns)
            reopen(s, now_ns);
        if (now_ns >= s->status_ns) publish_status(s, now_ns);
    }
    return NULL;
}

static void serial_feedback(hw_device *d, const hw_feedback *f) {
    serial *s = d->self;
    *(hw_feedback *)rt_latest_back(&s->feedback) = *f;
    rt_latest_publish(&s->feedback);
}

static bool serial_link(hw_device *d, hw_link_stats *out) {
    serial *s = d->self;
    *out = *(const hw_link_stats *)rt_latest_front(&s->status, NULL);
    return true;
}

static void serial_identity(const hw_device *d, hw_identity *out) {
    serial *s = d->self;
    const hw_link_stats *stats = rt_latest_front(&s->status, NULL);
    snprintf(out->name, sizeof out->name, "%s at %.100s", stats->hello.firmware, stats->port);
    snprintf(out->id, sizeof out->id, "%s", stats->hello.serial);
}

static void serial_close(hw_device *d) {
    serial *s = d->self;
    if (s->running) {
        const uint64_t one = 1;
        atomic_store(&s->stop, true);
        if (write(s->wake_fd, &one, sizeof one) != sizeof one) abort(); // impossible: the counter is zero
        pthread_join(s->thread, NULL);
    }
    hw_port_close(&s->port);
    if (s->wake_fd >= 0) close(s->wake_fd);
    rt_latest_free(&s->feedback);
    rt_latest_free(&s->status);
}

static const hw_device_ops ops = {.kind = "serial",
                                  .identity = serial_identity,
                                  .feedback = serial_feedback,
                                  .link = serial_link,
                                  .close = serial_close};

static rt_status start_thread(serial *s) {
    if (rt_latest_init(&s->feedback, sizeof(hw_feedback)) != RT_OK) return RT_ERR_MEMORY;
    if (rt_latest_init(&s->status, sizeof(hw_link_stats)) != RT_OK) return RT_ERR_MEMORY;
    s->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (s->wake_fd < 0) return RT_ERR_MEMORY;
    s->running = pthread_create(&s->thread, NULL, run_io_thread, s) == 0;
    return s->running ? RT_OK : RT_ERR_MEMORY;
}

// Waits for the HELLO; after a timeout or a refusal reports what came instead.
static rt_status await_hello(serial *s, rt_diag *diag) {
    rt_clock clock = rt_clock_monotonic();
    int64_t end = rt_clock_now_ns(&clock) + HELLO_NS;
    const hw_link_stats *stats;
    do {
        rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + 10000000);
        stats = rt_latest_front(&s->status, NULL);
        if (stats->state == HW_LINK_UP) return RT_OK;
    } while (stats->state != HW_LINK_REFUSED && rt_clock_now_ns(&clock) < end);
    if (stats->state == HW_LINK_REFUSED)
        rt_diag_error(diag, NULL, 0, 0, "serial port %s: the console cannot be used: %s", s->name, stats->why);
    else if (stats->bytes_in == 0)
        rt_diag_error(diag, NULL, 0, 0, "serial port %s: expected HELLO from a console, received nothing for 3 s",
                      s->name);
    else
        rt_diag_error(diag, NULL, 0, 0,
                      "serial port %s: expected HELLO from a console at %d baud, received %llu bytes without one (%u "
                      "damaged frames)",
                      s->name, HW_SERIAL_BAUD, (unsigned long long)stats->bytes_in,
                      stats->received.crc_errors + stats->received.resyncs);
    return RT_ERR_DEVICE;
}

rt_status hw_serial_open(hw_device *d, const hw_opening *o, rt_diag *diag) {
    char why[512];
    rt_status status = hw_device_init(d, &ops, sizeof(serial), diag);
    if (status != RT_OK) return status;
    serial *s = d->self;
    s->device = d;
    s->wake_fd = -1;
    snprintf(s->name, sizeof s->name, "%s", o->argument);
    if (o->map) d->thresholds = hw_map_thresholds(o->map);
    hw_console_init(&s->console, o->map, o->start->clutch != 0, o->start->stopper != 0);
    status = hw_port_open(&s->port, o->argument, why, sizeof why);
    if (status != RT_OK) rt_diag_error(diag, NULL, 0, 0, "serial port %s", why);
    s->console.keeps_to_one = s->port.vendor != 0; // since a USB adapter is searched for at other ports
    if (status == RT_OK && (status = start_thread(s)) != RT_OK)
        rt_diag_error(diag, NULL, 0, 0, "serial port %s: cannot start the I/O thread (memory)", s->name);
    if (status == RT_OK) status = await_hello(s, diag);
    if (status != RT_OK) hw_device_close(d);
    return status;
}
