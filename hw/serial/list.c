// SPDX-License-Identifier: MIT
#include "hw/serial/list.h"
#include "hw/serial/serial.h"
#include "rt/base/plain.h"
#include "rt/frame/clock.h"
#include <string.h>

#define LISTEN_NS 2500000000 // opening a port restarts many boards; their boot loader waits two seconds
#define POLL_NS 5000000
#define PORTS 32

static void request_hello(hw_port *port) {
    uint8_t out[WIRE_FRAME_MAX];
    size_t n = wire_frame_build(WIRE_ASK, 0, 0, NULL, 0, out);
    hw_port_write(port, out, n); // if the queue is full, the next report repeats the request
}

// Reads the port until a HELLO; false if the port is gone.
static bool read_hello(hw_port *port, wire_decoder *decoder, hw_probe *out) {
    uint8_t bytes[512];
    wire_frame f;
    int n = hw_port_read(port, bytes, sizeof bytes);
    for (int i = 0; i < n && out->heard == HW_HEARD_NOTHING; i++) {
        if (wire_decode(decoder, bytes[i], &f) != WIRE_FRAME) continue;
        if (f.type == WIRE_HELLO && wire_unpack_hello(f.body, f.n, &out->hello, out->table))
            out->heard = HW_HEARD_CONSOLE;
        if (f.type == WIRE_INPUT) request_hello(port);
    }
    return n >= 0;
}

void hw_serial_probe(const char *port, int64_t for_ns, hw_probe *out) {
    hw_port p;
    wire_decoder decoder = {0};
    rt_clock clock = rt_clock_monotonic();
    int64_t end_ns = rt_clock_now_ns(&clock) + for_ns;
    memset(out, 0, sizeof *out);
    if (hw_port_open(&p, port, out->why, sizeof out->why) != RT_OK) {
        out->heard = HW_HEARD_CLOSED;
        return;
    }
    while (read_hello(&p, &decoder, out) && out->heard == HW_HEARD_NOTHING && rt_clock_now_ns(&clock) < end_ns)
        rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + POLL_NS);
    hw_port_close(&p);
}

static const char *kind_name(uint8_t kind) {
    static const char *const axis[] = {"", "lever", "brake", "axis"};
    static const char *const button[] = {"clutch",  "clutch switch", "e-stop",  "reset",         "dead-man",
                                         "release", "button",        "stopper", "stopper switch"};
    return kind < WIRE_KIND_CLUTCH ? axis[kind] : button[kind - WIRE_KIND_CLUTCH];
}

static const char *unit_name(uint8_t unit) {
    static const char *const name[] = {"counts", "mV", "uA", "0.1 deg"};
    return unit < WIRE_UNIT_NORMALLY_OPEN ? name[unit] : unit == WIRE_UNIT_NORMALLY_OPEN ? "NO" : "NC";
}

void hw_serial_print_hello(FILE *f, const wire_hello *h, const wire_channel *table) {
    if (h->major != WIRE_MAJOR) {
        fprintf(f, "  console of protocol %d.%d: cannot be used; expected protocol %d.x\n", h->major, h->minor,
                WIRE_MAJOR);
        return;
    }
    char serial[4 * WIRE_TEXT + 4], firmware[4 * WIRE_TEXT + 4]; // the device chooses its texts
    fprintf(f, "  console %s, %s, protocol %d.%d\n", rt_plain(serial, sizeof serial, h->serial),
            rt_plain(firmware, sizeof firmware, h->firmware), h->major, h->minor);
    for (int i = 0; i < h->n_channels; i++) {
        const wire_channel *c = &table[i];
        if (wire_is_axis(c))
            fprintf(f, "    axis %d    %-14s %d .. %d %s, neutral %d .. %d\n", c->id, kind_name(c->kind), c->min,
                    c->max, unit_name(c->unit), c->neutral_low, c->neutral_high);
        else
            fprintf(f, "    button %d  %-14s %s\n", c->id, kind_name(c->kind), unit_name(c->unit));
    }
}

static void print_port(FILE *f, const hw_port_info *info) {
    static hw_probe probe;
    char what[512], serial[512];
    fprintf(f, "serial port %s  %s", info->path, rt_plain(what, sizeof what, info->what));
    if (info->vendor)
        fprintf(f, "  USB %04x:%04x %s", (unsigned)info->vendor, (unsigned)info->product,
                rt_plain(serial, sizeof serial, info->serial));
    fprintf(f, "\n");
    if (!info->vendor) return;
    hw_serial_probe(info->path, LISTEN_NS, &probe);
    if (probe.heard == HW_HEARD_CONSOLE)
        hw_serial_print_hello(f, &probe.hello, probe.table);
    else
        fprintf(f, "  %s\n", probe.heard == HW_HEARD_CLOSED ? probe.why : "no console found");
}

int hw_serial_list(FILE *f) {
    static hw_port_info info[PORTS];
    int n = hw_port_list(info, PORTS);
    for (int i = 0; i < n && i < PORTS; i++) print_port(f, &info[i]);
    if (n <= 0) fprintf(f, "no serial port%s\n", n < 0 ? ": the system cannot list them" : "");
    return n;
}
