// SPDX-License-Identifier: MIT
#include "hw/serial/console.h"
#include "hw/serial/console_private.h"
#include <string.h>

void hw_console_init(hw_console *c, const hw_map *map, bool clutch, bool stopper) {
    memset(c, 0, sizeof *c);
    c->has_map = map != NULL;
    if (map) c->map = *map;
    c->channels.clutch = c->last.clutch = clutch;
    c->channels.stopper = c->last.stopper = stopper;
}

const rt_input *hw_console_input(const hw_console *c) { return &c->last; }

// Marks the device as lost until a HELLO arrives and the loss has been read.
static void lose_device(hw_console *c, hw_link_state state, int64_t now_ns) {
    if (c->stats.state == HW_LINK_UP) c->stats.losses++;
    c->stats.state = state;
    c->last.has_device = false;
    c->last.fault = RT_FAULT_NONE;
    c->loss_ns = now_ns;
    c->timed = false;
    c->due_ns = now_ns;
}

void hw_console_connect(hw_console *c, int64_t now_ns) {
    lose_device(c, HW_LINK_WAITING, now_ns);
    wire_decoder_restart(&c->decoder);
    c->stats.opened++;
    c->n_out = 1;
    c->out[0] = 0; // delimiter after earlier bytes on the line
}

void hw_console_disconnect(hw_console *c, int64_t now_ns) {
    lose_device(c, HW_LINK_DOWN, now_ns);
    c->n_out = 0;
}

// Appends a frame to out. A blocked line loses frames; it never blocks the caller.
static void send(hw_console *c, wire_type type, const uint8_t *body, uint8_t n, int64_t now_ns) {
    if (c->n_out + WIRE_FRAME_MAX > sizeof c->out) {
        c->stats.unsent++;
        return;
    }
    c->n_out += wire_frame_build((uint8_t)type, c->seq, (uint32_t)(now_ns / 1000), body, n, c->out + c->n_out);
    c->sent_ns[c->seq % HW_CONSOLE_SENT] = now_ns;
    c->seq++;
    c->session++;
}

void hw_console_mark_sent(hw_console *c, size_t n) {
    memmove(c->out, c->out + n, c->n_out - n);
    c->n_out -= n;
    c->stats.bytes_out += n;
}

static void refuse(hw_console *c, const char *why, int64_t now_ns) {
    lose_device(c, HW_LINK_REFUSED, now_ns);
    c->due_ns = now_ns + HW_CONSOLE_REFUSED_NS;
    snprintf(c->stats.why, sizeof c->stats.why, "%s", why);
    send(c, WIRE_REFUSE, (const uint8_t *)c->stats.why, (uint8_t)strlen(c->stats.why), now_ns);
}

static bool is_same_console(const hw_console *c, const char *serial, char *why, size_t size) {
    if (!c->keeps_to_one || c->stats.accepted == 0 || strcmp(serial, c->one) == 0) return true;
    snprintf(why, size, "console '%s', expected '%s'", serial, c->one);
    return false;
}

// A HELLO begins a session. A HELLO within a session means that the console has restarted.
static void handle_hello(hw_console *c, const wire_frame *f, int64_t now_ns) {
    char why[WIRE_REASON] = "malformed HELLO";
    wire_hello hello;
    wire_channel table[WIRE_CHANNELS] = {0};
    if (!wire_unpack_hello(f->body, f->n, &hello, table) ||
        !console_check_hello(&hello, table, c->has_map ? &c->map : NULL, why, sizeof why) ||
        !is_same_console(c, hello.serial, why, sizeof why)) {
        if (c->stats.accepted == 0)
            c->stats.hello = hello; // after a session the statistics describe the accepted console
        refuse(c, why, now_ns);     // also during a session: another console may be connected now
        return;
    }
    lose_device(c, HW_LINK_UP, now_ns);
    c->stats.hello = hello;
    memcpy(c->table, table, sizeof c->table);
    if (!c->has_map) console_map_from_table(&hello, table, &c->map);
    c->channels = hw_map_start(&c->map, c->channels.clutch, c->channels.stopper);
    c->newer = hello.minor > WIRE_MINOR;
    c->heard_ns = now_ns;
    c->session = 0;
    c->stats.accepted++;
    memcpy(c->one, hello.serial, sizeof c->one);
    c->stats.why[0] = '\0';
    uint8_t body[WIRE_BODY_MAX];
    const wire_accept accept = {WIRE_MAJOR, WIRE_MINOR, HW_CONSOLE_INPUT_NS / 1000000, HW_CONSOLE_OUTPUT_NS / 1000000,
                                HW_CONSOLE_WATCHDOG_NS / 1000000};
    send(c, WIRE_ACCEPT, body, wire_pack_accept(&accept, body), now_ns);
}

// Whether the report answers a frame of this session within HW_CONSOLE_FRESH_NS. Reports that waited in a buffer fail.
static bool is_fresh(hw_console *c, const wire_input *in, int64_t now_ns) {
    uint16_t back = (uint16_t)(c->seq - in->host_seq);
    if (back == 0 || back > HW_CONSOLE_SENT || back > c->session) return false;
    int64_t trip = now_ns - c->sent_ns[in->host_seq % HW_CONSOLE_SENT] - 1000 * (int64_t)in->host_age_us;
    rt_histogram_add(&c->round_trip, trip);
    return trip <= HW_CONSOLE_FRESH_NS;
}

// Converts the console's clock to ours. The fastest report sets the offset. Slower reports may raise it by at most 1 %
// of the elapsed time: more than an oscillator drifts, too little to make buffered reports look new. False if the clock
// has not advanced, or jumped by more than 10 HW_CONSOLE_LOST_NS.
static bool follow_clock(hw_console *c, uint32_t t_us, int64_t now_ns) {
    int64_t step_ns = 1000 * (int64_t)(uint32_t)(t_us - c->device_us);
    if (c->timed && (step_ns == 0 || step_ns > (int64_t)10 * HW_CONSOLE_LOST_NS)) return false;
    c->device_ns = c->timed ? c->device_ns + step_ns : 0;
    int64_t offset = now_ns - c->device_ns;
    c->offset_ns = c->timed && offset > c->offset_ns + step_ns / 100 ? c->offset_ns + step_ns / 100 : offset;
    c->device_us = t_us;
    c->timed = true;
    return true;
}

// Whether the counts of lever and brake are within the ranges of the channel table.
static bool is_in_range(const hw_console *c, const wire_input *in) {
    int axis = 0;
    for (int i = 0; i < c->stats.hello.n_channels; i++) {
        const wire_channel *k = &c->table[i];
        if (!wire_is_axis(k)) continue;
        int16_t count = in->axis[axis++];
        bool matters = k->id == c->map.lever.channel || k->id == c->map.brake.channel;
        if (matters && (count < k->min || count > k->max)) return false;
    }
    return true;
}

// Sets the map's button with channel `only`, or all buttons if -1.
static void map_buttons(hw_console *c, const wire_input *in, int only) {
    int button = 0;
    for (int i = 0; i < c->stats.hello.n_channels; i++) {
        const wire_channel *k = &c->table[i];
        if (wire_is_axis(k)) continue;
        bool closed = in->button >> button++ & 1;
        if (only < 0 || only == k->id) hw_map_set_button(&c->channels, &c->map, k->id, closed);
    }
}

// Sets the map's axes. An order of the bridge whose count is out of range stays as it was: a broken wire gives none.
static void map_axes(hw_console *c, const wire_input *in) {
    int axis = 0;
    for (int i = 0; i < c->stats.hello.n_channels; i++) {
        const wire_channel *k = &c->table[i];
        if (!wire_is_axis(k)) continue;
        int16_t count = in->axis[axis++];
        if (count >= k->min && count <= k->max) hw_map_set_axis(&c->channels, &c->map, k->id, count);
    }
}

// Applies only emergency stop and dead-man of a report that must not become a command.
static void handle_stops(hw_console *c, const wire_input *in, int64_t now_ns) {
    int estop = c->map.button[HW_ESTOP].channel, dead_man = c->map.button[HW_DEAD_MAN].channel;
    if (estop != HW_NO_CHANNEL) {
        map_buttons(c, in, estop);
        c->last.estop = hw_button_read(&c->channels.button[HW_ESTOP], now_ns);
    }
    if (dead_man != HW_NO_CHANNEL) {
        map_buttons(c, in, dead_man);
        c->last.dead_man = c->last.dead_man && c->channels.button[HW_DEAD_MAN].down;
    }
}

static void accept_report(hw_console *c, const wire_input *report, int64_t now_ns) {
    rt_input in = c->last;
    map_axes(c, report);
    map_buttons(c, report, -1);
    hw_map_end_report(&c->channels);
    if (!hw_map_input(&c->channels, &c->map, now_ns, &in)) {
        hw_map_copy_stops(&c->last, &in);
        return;
    }
    if (c->last.has_device) {
        rt_histogram_add(&c->interval, now_ns - c->accepted_ns);
        rt_histogram_add(&c->age, now_ns - c->last.t_ns);
    }
    in.t_ns = hw_device_stamp(c->device_ns + c->offset_ns);
    in.heard_ns = now_ns;
    in.has_device = true;
    c->last = in;
    c->accepted_ns = now_ns;
    c->accepted_us = c->device_us;
    c->stats.inputs++;
}

static bool handle_input(hw_console *c, const wire_frame *f, int64_t now_ns) {
    wire_input in;
    hw_link_stats *s = &c->stats;
    uint32_t *why = NULL;
    if (s->state != HW_LINK_UP) return false;
    if (!wire_unpack_input(f->body, f->n, c->table, s->hello.n_channels, c->newer, &in)) {
        s->malformed++;
        return false;
    }
    if (!follow_clock(c, f->t_us, now_ns)) {
        s->frozen++;
        c->last.fault = RT_FAULT_FROZEN;
        return true;
    }
    if (in.flags & WIRE_FLAG_NO_HOST || in.host_age_us == UINT16_MAX)
        why = &s->unheard;
    else if (!is_fresh(c, &in, now_ns))
        why = &s->late;
    else if (!is_in_range(c, &in))
        why = &s->out_of_range;
    if (why) (*why)++;
    if (why == &s->out_of_range) c->last.fault = RT_FAULT_RANGE;
    if (why != &s->unheard && why != &s->late) c->heard_ns = now_ns;
    if (why || now_ns - c->loss_ns < HW_CONSOLE_SETTLE_NS)
        handle_stops(c, &in, now_ns);
    else
        accept_report(c, &in, now_ns);
    return true;
}

bool hw_console_receive(hw_console *c, const uint8_t *bytes, size_t n, int64_t now_ns) {
    bool changed = false;
    c->stats.bytes_in += n;
    for (size_t i = 0; i < n; i++) {
        wire_frame f;
        if (wire_decode(&c->decoder, bytes[i], &f) != WIRE_FRAME) continue;
        if (f.type == WIRE_HELLO) {
            handle_hello(c, &f, now_ns);
            changed = true;
        } else if (f.type == WIRE_INPUT) {
            changed = handle_input(c, &f, now_ns) || changed;
        }
    }
    return changed;
}

bool hw_console_tick(hw_console *c, const hw_feedback *f, int64_t now_ns) {
    hw_link_state state = c->stats.state;
    if (state == HW_LINK_DOWN) return false;
    bool lost = state == HW_LINK_UP && now_ns - c->heard_ns >= HW_CONSOLE_LOST_NS;
    if (lost) lose_device(c, HW_LINK_WAITING, now_ns);
    if (now_ns < c->due_ns) return lost;
    uint8_t body[WIRE_BODY_MAX];
    if (c->stats.state == HW_LINK_UP) {
        wire_output o = console_output(f, c->decoder.seq, now_ns);
        send(c, WIRE_OUTPUT, body, wire_pack_output(&o, body), now_ns);
    } else {
        send(c, WIRE_ASK, NULL, 0, now_ns); // also after a refusal: the console may have been replaced
    }
    // a fixed beat; missed periods are skipped
    int64_t period = c->stats.state == HW_LINK_UP        ? HW_CONSOLE_OUTPUT_NS
                     : c->stats.state == HW_LINK_REFUSED ? HW_CONSOLE_REFUSED_NS
                                                         : HW_CONSOLE_ASK_NS;
    c->due_ns = c->due_ns + period > now_ns ? c->due_ns + period : now_ns + period;
    return lost;
}

void hw_console_stats(const hw_console *c, hw_link_stats *out) {
    *out = c->stats;
    out->received = c->decoder.counts;
    out->interval_p50_ns = rt_histogram_quantile(&c->interval, 0.5);
    out->interval_p99_ns = rt_histogram_quantile(&c->interval, 0.99);
    out->age_p50_ns = rt_histogram_quantile(&c->age, 0.5);
    out->age_p99_ns = rt_histogram_quantile(&c->age, 0.99);
    out->age_max_ns = c->age.max_ns;
    out->round_trip_p50_ns = rt_histogram_quantile(&c->round_trip, 0.5);
    out->round_trip_p99_ns = rt_histogram_quantile(&c->round_trip, 0.99);
}
