// SPDX-License-Identifier: MIT
#include "hw/modbus/modbus.h"
#include "rt/frame/clock.h"
#include <errno.h>
#include <math.h>
#include <modbus.h>
#include <pthread.h>
#include <string.h>

#define RETRY_NS 1000000000 // between attempts to reopen a lost line
#define SLICE_NS 20000000   // longest sleep between checks of `stop`
#define FEEDBACK_NS 100000000

typedef struct console {
    hw_map map;
    hw_map_state state;
    char port[128];
    modbus_t *line;
    bool connected;
    int axes, buttons; // numbers of input registers and discrete inputs to read
    rt_input last;     // as last published
    rt_latest shown;   // of hw_feedback, from the frame thread
    int64_t shown_ns;  // time of the last write of the feedback [ns]
    const char *asked; // last request, for messages: kind, first address and number
    int asked_first, asked_n;
    bool refusal_reported;
    _Atomic bool stop;
    bool has_thread;
    pthread_t thread;
    rt_clock clock;
} console;

bool hw_modbus_available(void) { return true; }

static int max_channels(int so_far, int channel) { return channel >= so_far ? channel + 1 : so_far; }

static void count_channels(console *c) {
    const hw_map *m = &c->map;
    c->axes = max_channels(max_channels(max_channels(0, m->lever.channel), m->brake.channel), m->modbus.heartbeat);
    for (int i = 0; i < RT_ORDERS; i++) c->axes = max_channels(c->axes, m->bridge[i].channel);
    for (int i = 0; i < HW_BUTTON_ROLES; i++) c->buttons = max_channels(c->buttons, m->button[i].channel);
}

// Sleeps in slices until when_ns or until `stop` is set.
static void wait_until(console *c, int64_t when_ns) {
    for (int64_t now; !atomic_load(&c->stop) && (now = rt_clock_now_ns(&c->clock)) < when_ns;)
        rt_clock_sleep_until(&c->clock, when_ns - now < SLICE_NS ? when_ns : now + SLICE_NS);
}

static bool connect_line(console *c) {
    c->connected = modbus_connect(c->line) == 0;
    // The console reports positions, so a new connection needs no movement of a control first.
    if (c->connected) c->state = hw_map_start(&c->map, c->state.clutch, c->state.stopper);
    return c->connected;
}

static void lose_connection(console *c, hw_device *d) {
    modbus_close(c->line);
    c->connected = false;
    c->last.has_device = false;
    hw_device_publish(d, &c->last);
}

// Whether the line is still usable after this error: a silent or garbled console may recover by itself.
static bool is_line_usable(int error) { return error == ETIMEDOUT || error >= MODBUS_ENOBASE; }

// A refusal lasts until map or console change, so it is reported once.
static void report_refusal(console *c, int error) {
    if (c->refusal_reported || error < EMBXILFUN || error > EMBXGTAR) return;
    c->refusal_reported = true;
    fprintf(stderr, "modbus %s: the console refuses %s %d..%d: %s; correct modbus.* in the device map\n", c->port,
            c->asked, c->asked_first, c->asked_first + c->asked_n - 1, modbus_strerror(error));
}

static void record_request(console *c, const char *what, int first, int n) {
    c->asked = what;
    c->asked_first = first;
    c->asked_n = n;
}

static bool read_console(console *c, uint16_t *axis, uint8_t *button) {
    const hw_modbus_map *m = &c->map.modbus;
    record_request(c, "input registers", m->axes, c->axes);
    if (modbus_read_input_registers(c->line, m->axes, c->axes, axis) != c->axes) return false;
    record_request(c, "discrete inputs", m->buttons, c->buttons);
    return c->buttons == 0 || modbus_read_input_bits(c->line, m->buttons, c->buttons, button) == c->buttons;
}

static bool write_registers(console *c, int first, int n, const uint16_t *value) {
    record_request(c, "holding registers", first, n);
    return first < 0 || modbus_write_registers(c->line, first, n, value) == n;
}

static bool write_coils(console *c, int first, int n, const uint8_t *value) {
    record_request(c, "coils", first, n);
    return first < 0 || modbus_write_bits(c->line, first, n, value) == n;
}

static void publish_input(console *c, hw_device *d, const uint16_t *axis, const uint8_t *button, int64_t asked_ns) {
    rt_input in = c->last;
    for (int i = 0; i < c->axes; i++) hw_map_set_axis(&c->state, &c->map, i, (int16_t)axis[i]);
    for (int i = 0; i < c->buttons; i++) hw_map_set_button(&c->state, &c->map, i, button[i] != 0);
    hw_map_end_report(&c->state);
    if (c->map.modbus.heartbeat >= 0) hw_map_set_clock(&c->state, axis[c->map.modbus.heartbeat], asked_ns);
    if (hw_map_input(&c->state, &c->map, asked_ns, &in)) {
        in.t_ns = hw_device_stamp(asked_ns); // the values are newer than the request
        in.heard_ns = rt_clock_now_ns(&c->clock);
        c->last = in;
    }
    c->last.has_device = true;
    hw_map_copy_stops(&c->last, &in);
    hw_device_publish(d, &c->last);
}

static uint16_t scaled(double value, double per_count) {
    double counts = isfinite(value) ? round(value / per_count) : 0;
    return (uint16_t)(int16_t)fmax(-32768, fmin(32767, counts));
}

// Writes gauges and lamps. A console that refuses them still delivers input. When no new feedback comes from the
// frames, all values are 0 except the beat, which shows that the line is served.
static bool write_feedback(console *c, uint16_t beat, int64_t now_ns) {
    static const hw_feedback nothing = {0};
    const hw_feedback *newest = rt_latest_front(&c->shown, NULL);
    const hw_feedback *f = hw_feedback_counts(newest, now_ns) ? newest : &nothing;
    const uint16_t gauge[] = {beat,
                              (uint16_t)f->state,
                              scaled(f->tension_n, 1e3),
                              scaled(f->speed_m_s, 1e-3),
                              scaled(f->counter_m, 1e-2),
                              scaled(f->motor, 1e-3)};
    const uint8_t lamp[] = {f->clutch,
                            f->state == HW_HOST_ACTIVE,
                            f->state == HW_HOST_STALE,
                            f->state == HW_HOST_FAILSAFE || f->state == HW_HOST_ESTOP,
                            f->state == HW_HOST_ESTOP,
                            f->housed,
                            f->alarm,
                            f->buzzer != HW_BUZZER_OFF};
    const uint16_t deck[] = {(uint16_t)f->stopper, (uint16_t)f->motor_state, scaled(f->brake_temp, 0.1)};
    const hw_modbus_map *m = &c->map.modbus;
    return write_registers(c, m->gauges, (int)(sizeof gauge / sizeof gauge[0]), gauge) &&
           write_registers(c, m->deck, (int)(sizeof deck / sizeof deck[0]), deck) &&
           write_coils(c, m->lamps, (int)sizeof lamp, lamp);
}

// Reads the console once and writes the feedback if due; false if the line is lost.
static bool poll_console(console *c, hw_device *d, int64_t asked_ns) {
    uint16_t axis[HW_CHANNELS];
    uint8_t button[HW_CHANNELS];
    bool good = read_console(c, axis, button);
    if (good) publish_input(c, d, axis, button, asked_ns);
    if (good && asked_ns - c->shown_ns >= FEEDBACK_NS) {
        c->shown_ns = asked_ns;
        good = write_feedback(c, (uint16_t)(asked_ns / FEEDBACK_NS), asked_ns);
    }
    if (good) return true;
    int error = errno;
    report_refusal(c, error);
    if (is_line_usable(error)) modbus_flush(c->line);
    return is_line_usable(error);
}

static void *serve(void *arg) {
    hw_device *d = arg;
    console *c = d->self;
    int64_t period_ns = (int64_t)(1e9 * c->map.modbus.period);
    while (!atomic_load(&c->stop)) {
        int64_t now_ns = rt_clock_now_ns(&c->clock);
        if (!c->connected && !connect_line(c)) {
            wait_until(c, now_ns + RETRY_NS);
            continue;
        }
        if (!poll_console(c, d, now_ns)) {
            lose_connection(c, d);
            wait_until(c, now_ns + RETRY_NS);
        }
        wait_until(c, now_ns + period_ns);
    }
    return NULL;
}

static void modbus_feedback(hw_device *d, const hw_feedback *f) {
    console *c = d->self;
    memcpy(rt_latest_back(&c->shown), f, sizeof *f);
    rt_latest_publish(&c->shown);
}

static void modbus_identity(const hw_device *d, hw_identity *out) {
    const console *c = d->self;
    snprintf(out->name, sizeof out->name, "%.120s", c->map.name);
    snprintf(out->id, sizeof out->id, "%.50s:%d", c->port, c->map.modbus.unit);
}

static void modbus_close_device(hw_device *d) {
    console *c = d->self;
    atomic_store(&c->stop, true);
    if (c->has_thread) pthread_join(c->thread, NULL);
    if (c->connected) modbus_close(c->line);
    if (c->line) modbus_free(c->line);
    rt_latest_free(&c->shown);
}

static const hw_device_ops ops = {
    .kind = "modbus", .identity = modbus_identity, .feedback = modbus_feedback, .close = modbus_close_device};

// Opens the line as master; false with errno.
static bool open_line(console *c) {
    static const char parity[] = {'N', 'E', 'O'};
    const hw_modbus_map *m = &c->map.modbus;
    c->line = modbus_new_rtu(c->port, m->baud, parity[m->parity], 8, m->stop_bits);
    if (!c->line || modbus_set_slave(c->line, m->unit) != 0) return false;
    uint32_t us = (uint32_t)(1e6 * m->timeout);
    if (modbus_set_response_timeout(c->line, us / 1000000, us % 1000000) != 0) return false;
    // No timeout between bytes: libmodbus then applies the response timeout to the whole answer. Its default between
    // bytes, half a second, would be the cost of a lost byte.
    if (modbus_set_byte_timeout(c->line, 0, 0) != 0) return false;
    return connect_line(c);
}

rt_status hw_modbus_open(hw_device *d, const hw_opening *o, rt_diag *diag) {
    const char *port = o->argument;
    rt_status status = hw_device_init(d, &ops, sizeof(console), diag);
    if (status != RT_OK) return status;
    console *c = d->self;
    c->map = *o->map;
    c->state.clutch = o->start->clutch != 0;
    c->state.stopper = o->start->stopper != 0;
    c->clock = rt_clock_monotonic();
    snprintf(c->port, sizeof c->port, "%s", port);
    count_channels(c);
    d->thresholds = hw_map_thresholds(o->map);
    if (rt_latest_init(&c->shown, sizeof(hw_feedback)) != RT_OK) {
        rt_diag_error(diag, NULL, 0, 0, "modbus: out of memory");
        hw_device_close(d);
        return RT_ERR_MEMORY;
    }
    if (!open_line(c)) {
        rt_diag_error(diag, NULL, 0, 0, "modbus: %s cannot be opened: %s", port, modbus_strerror(errno));
        hw_device_close(d);
        return RT_ERR_DEVICE;
    }
    int error = pthread_create(&c->thread, NULL, serve, d);
    c->has_thread = error == 0;
    if (c->has_thread) return RT_OK;
    rt_diag_error(diag, NULL, 0, 0, "modbus: cannot start the I/O thread: %s", strerror(error));
    hw_device_close(d);
    return RT_ERR_MEMORY;
}
