// SPDX-License-Identifier: MIT
#include "hw/firmware/hawse_console/console.h"
#include "hw/firmware/hawse_console/board.h"

#define HELLO_US 200000UL
#define REFUSED_US 1000000UL
#define SAMPLE_US 1000UL
#define DEBOUNCE 5        // samples, one each millisecond
#define RX_BYTES 64       // bytes read in one step
#define PULSE_US 262144UL // half period of buzzer and blinking lamp; a power of two, so the clock's wrap causes no jump

void console_init(console *c, const console_def *def) {
    *c = (console){.def = def, .no_host = true};
    c->sent_us = board_micros() - HELLO_US; // HELLO is due at once
}

// ---- from the host --------------------------------------------------------------------------------------------------

static void handle_frame(console *c, const wire_frame *f, uint32_t now) {
    wire_accept accept;
    wire_output output;
    c->host_seq = f->seq;
    c->host_us = now;
    if (f->type == WIRE_ASK && c->state != CONSOLE_GREETING) { // while greeting, a HELLO comes anyway
        c->state = CONSOLE_GREETING;
        c->sent_us = now - HELLO_US;
    } else if (f->type == WIRE_REFUSE) {
        c->state = CONSOLE_REFUSED;
        c->sent_us = now;
    } else if (f->type == WIRE_ACCEPT && wire_unpack_accept(f->body, f->n, &accept)) {
        c->accept = accept;
        c->state = CONSOLE_REPORTING;
        c->no_host = false;
        c->sent_us = now;
    } else if (f->type == WIRE_OUTPUT && c->state == CONSOLE_REPORTING && wire_unpack_output(f->body, f->n, &output)) {
        c->output = output;
        c->no_host = false;
    }
}

static void receive(console *c, uint32_t now) {
    uint8_t byte;
    wire_frame f;
    for (uint8_t i = 0; i < RX_BYTES && board_uart_get(&byte); i++)
        if (wire_decode(&c->decoder, byte, &f) == WIRE_FRAME) handle_frame(c, &f, now);
}

// An expired watchdog stays expired until the host's next frame, even when the clock wraps.
static void watch_host(console *c, uint32_t now) {
    if (c->state != CONSOLE_REPORTING || now - c->host_us > 1000UL * c->accept.watchdog_ms) c->no_host = true;
}

// ---- contacts and axes ----------------------------------------------------------------------------------------------

static void sample_contacts(console *c, uint32_t now) {
    if (now - c->sample_us < SAMPLE_US) return;
    c->sample_us = now;
    for (uint8_t i = 0; i < c->def->hello.n_channels; i++) {
        if (wire_is_axis(&c->def->table[i])) continue;
        uint32_t bit = (uint32_t)1 << i;
        bool counts = (c->closed & bit) != 0;
        c->differs[i] = board_read_pin(c->def->source[i]) != counts ? (uint8_t)(c->differs[i] + 1) : 0;
        if (c->differs[i] < DEBOUNCE) continue;
        c->closed ^= bit;
        c->differs[i] = 0;
    }
}

static uint8_t pack_report(const console *c, uint32_t now, uint8_t body[WIRE_BODY_MAX]) {
    wire_input in = {.host_seq = c->host_seq, .flags = c->no_host ? WIRE_FLAG_NO_HOST : 0};
    uint32_t age = now - c->host_us;
    in.host_age_us = age < 65535 && !c->no_host ? (uint16_t)age : 65535;
    uint8_t axis = 0, button = 0;
    for (uint8_t i = 0; i < c->def->hello.n_channels; i++)
        if (wire_is_axis(&c->def->table[i]))
            in.axis[axis++] = board_read_adc(c->def->source[i]);
        else
            in.button |= (c->closed >> i & 1) << button++;
    return wire_pack_input(&in, c->def->table, c->def->hello.n_channels, body);
}

// ---- to the host ----------------------------------------------------------------------------------------------------

// Sends one frame at a time: the next starts when the last is sent and the period has passed.
static void transmit(console *c, uint32_t now) {
    uint8_t body[WIRE_BODY_MAX];
    while (c->at_tx < c->n_tx && board_uart_put(c->tx[c->at_tx])) c->at_tx++;
    if (c->at_tx < c->n_tx) return;
    bool reporting = c->state == CONSOLE_REPORTING;
    uint32_t period = reporting                     ? 1000UL * c->accept.input_period_ms
                      : c->state == CONSOLE_REFUSED ? REFUSED_US
                                                    : HELLO_US;
    if (now - c->sent_us < period) return;
    // keep the beat, unless a whole period was missed
    c->sent_us = now - c->sent_us < 2 * period ? c->sent_us + period : now;
    uint8_t n = reporting ? pack_report(c, now, body) : wire_pack_hello(&c->def->hello, c->def->table, body);
    c->n_tx = (uint8_t)wire_frame_build(reporting ? WIRE_INPUT : WIRE_HELLO, c->seq++, now, body, n, c->tx);
    c->at_tx = 0;
}

// A negative value shows its magnitude; an unknown value leaves the pointer at rest.
static void show_gauge(const console_gauge *g, int32_t value, bool known) {
    if (g->full == 0) return;
    int32_t size = !known ? 0 : value < 0 ? -value : value;
    if (size > g->full) size = g->full;
    board_pwm(g->output, (uint8_t)(size * 255 / g->full));
}

static void show_outputs(const console *c, uint32_t now) {
    const console_def *d = c->def;
    const wire_output *o = &c->output;
    bool host = !c->no_host;
    for (uint8_t i = 0; i < CONSOLE_LAMPS; i++)
        if (d->lamp[i] != CONSOLE_NO_PIN) board_write_pin(d->lamp[i], host && (o->lamps >> i & 1));
    // the lamp blinks when the host has refused
    board_write_pin(d->no_host, !host && (c->state != CONSOLE_REFUSED || (now & PULSE_US) != 0));
    board_write_pin(d->buzzer, host && (o->buzzer >= 2 || (o->buzzer == 1 && (now & PULSE_US) != 0)));
    show_gauge(&d->tension, o->tension, host && o->tension != INT32_MIN);
    show_gauge(&d->speed, o->speed, host && o->speed != WIRE_NO_VALUE);
    show_gauge(&d->motor, o->motor, host && o->motor != WIRE_NO_VALUE);
    show_gauge(&d->brake_temp, o->brake_temp, host && o->brake_temp != WIRE_NO_VALUE);
}

void console_step(console *c) {
    uint32_t now = board_micros();
    receive(c, now);
    watch_host(c, now);
    sample_contacts(c, now);
    transmit(c, now);
    show_outputs(c, now);
}
