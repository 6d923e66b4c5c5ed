// SPDX-License-Identifier: MIT
#include "hw/wire/message.h"

static uint8_t *put16(uint8_t *p, uint16_t v) {
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    return p + 2;
}

static uint8_t *put32(uint8_t *p, uint32_t v) { return put16(put16(p, (uint16_t)v), (uint16_t)(v >> 16)); }

static uint16_t get16(const uint8_t *p) { return (uint16_t)(p[0] | (uint16_t)p[1] << 8); }

static uint32_t get32(const uint8_t *p) { return get16(p) | (uint32_t)get16(p + 2) << 16; }

static uint8_t *put_text(uint8_t *p, const char *text) {
    for (uint8_t i = 0; i < WIRE_TEXT; i++) *p++ = *text ? (uint8_t)*text++ : 0;
    return p;
}

// Replaces unprintable bytes by '?', since lists and messages print the text.
static void get_text(const uint8_t *p, char text[WIRE_TEXT + 1]) {
    uint8_t i = 0;
    for (; i < WIRE_TEXT && p[i]; i++) text[i] = p[i] >= 0x20 && p[i] < 0x7F ? (char)p[i] : '?';
    for (; i <= WIRE_TEXT; i++) text[i] = 0;
}

#define HELLO_FIXED (4 + 2 * WIRE_TEXT)
#define ENTRY_BUTTON 3
#define ENTRY_AXIS 13

static bool fits_in_frame(const wire_hello *h, const wire_channel *table) {
    uint16_t n = HELLO_FIXED;
    if (h->n_channels > WIRE_CHANNELS) return false;
    for (uint8_t i = 0; i < h->n_channels; i++)
        n = (uint16_t)(n + (wire_is_axis(&table[i]) ? ENTRY_AXIS : ENTRY_BUTTON));
    return n <= WIRE_BODY_MAX;
}

uint8_t wire_pack_hello(const wire_hello *h, const wire_channel *table, uint8_t body[WIRE_BODY_MAX]) {
    if (!fits_in_frame(h, table)) return 0;
    uint8_t *p = body;
    *p++ = h->major;
    *p++ = h->minor;
    *p++ = h->device_class;
    *p++ = h->n_channels;
    p = put_text(p, h->serial);
    p = put_text(p, h->firmware);
    for (uint8_t i = 0; i < h->n_channels; i++) {
        const wire_channel *c = &table[i];
        *p++ = c->id;
        *p++ = c->kind;
        *p++ = c->unit;
        if (!wire_is_axis(c)) continue;
        p = put16(p, (uint16_t)c->min);
        p = put16(p, (uint16_t)c->neutral_low);
        p = put16(p, (uint16_t)c->neutral_high);
        p = put16(p, (uint16_t)c->max);
        p = put16(p, c->resolution);
    }
    return (uint8_t)(p - body);
}

static bool is_channel_valid(const wire_channel *c) {
    if (c->id >= WIRE_CHANNELS) return false;
    if (!wire_is_axis(c))
        return c->kind < WIRE_KINDS && (c->unit == WIRE_UNIT_NORMALLY_OPEN || c->unit == WIRE_UNIT_NORMALLY_CLOSED);
    return c->kind >= WIRE_KIND_LEVER && c->kind <= WIRE_KIND_THRUSTER && c->unit <= WIRE_UNIT_TENTH_DEGREE &&
           c->min <= c->neutral_low && c->neutral_low <= c->neutral_high && c->neutral_high <= c->max &&
           c->min < c->max;
}

// Reads one entry of the table; returns its size, 0 if it is malformed. An axis or a button of a kind unknown to this
// version has no role.
static uint8_t get_channel(const uint8_t *p, size_t left, bool newer, wire_channel *c) {
    if (left < ENTRY_BUTTON) return 0;
    *c = (wire_channel){.id = p[0], .kind = p[1], .unit = p[2]};
    if (newer && c->kind >= WIRE_KINDS) c->kind = WIRE_KIND_BUTTON;
    if (newer && wire_is_axis(c) && c->kind > WIRE_KIND_THRUSTER) c->kind = WIRE_KIND_AXIS;
    if (!wire_is_axis(c)) return is_channel_valid(c) ? ENTRY_BUTTON : 0;
    if (left < ENTRY_AXIS) return 0;
    c->min = (int16_t)get16(p + 3);
    c->neutral_low = (int16_t)get16(p + 5);
    c->neutral_high = (int16_t)get16(p + 7);
    c->max = (int16_t)get16(p + 9);
    c->resolution = get16(p + 11);
    return is_channel_valid(c) ? ENTRY_AXIS : 0;
}

// Whether two channels of one type share an id, or two channels share a role.
static bool are_ambiguous(const wire_channel *a, const wire_channel *b) {
    bool has_role = a->kind != WIRE_KIND_AXIS && a->kind != WIRE_KIND_BUTTON;
    return (wire_is_axis(a) == wire_is_axis(b) && a->id == b->id) || (has_role && a->kind == b->kind);
}

bool wire_unpack_hello(const uint8_t *body, uint8_t n, wire_hello *h, wire_channel table[WIRE_CHANNELS]) {
    *h = (wire_hello){0};
    if (n < 2) return false;
    h->major = body[0];
    h->minor = body[1];
    if (h->major != WIRE_MAJOR) return true;
    if (n < HELLO_FIXED || body[3] > WIRE_CHANNELS) return false;
    h->device_class = body[2];
    h->n_channels = body[3];
    get_text(body + 4, h->serial);
    get_text(body + 4 + WIRE_TEXT, h->firmware);
    uint8_t at = HELLO_FIXED;
    for (uint8_t i = 0; i < h->n_channels; i++) {
        uint8_t took = get_channel(body + at, (size_t)(n - at), h->minor > WIRE_MINOR, &table[i]);
        if (took == 0) return false;
        for (uint8_t k = 0; k < i; k++)
            if (are_ambiguous(&table[i], &table[k])) return false;
        at = (uint8_t)(at + took);
    }
    return at == n || h->minor > WIRE_MINOR;
}

uint8_t wire_pack_accept(const wire_accept *a, uint8_t body[WIRE_BODY_MAX]) {
    body[0] = a->major;
    body[1] = a->minor;
    put16(put16(put16(body + 2, a->input_period_ms), a->output_period_ms), a->watchdog_ms);
    return 8;
}

bool wire_unpack_accept(const uint8_t *body, uint8_t n, wire_accept *a) {
    if (n < 8) return false;
    *a = (wire_accept){body[0], body[1], get16(body + 2), get16(body + 4), get16(body + 6)};
    return a->major == WIRE_MAJOR && (n == 8 || a->minor > WIRE_MINOR) && a->input_period_ms > 0 && a->watchdog_ms > 0;
}

static uint8_t count_axes(const wire_channel *table, uint8_t n) {
    uint8_t axes = 0;
    for (uint8_t i = 0; i < n; i++) axes = (uint8_t)(axes + wire_is_axis(&table[i]));
    return axes;
}

#define INPUT_FIXED 5

uint8_t wire_pack_input(const wire_input *in, const wire_channel *table, uint8_t n_channels,
                        uint8_t body[WIRE_BODY_MAX]) {
    uint8_t axes = count_axes(table, n_channels), buttons = (uint8_t)(n_channels - axes);
    uint8_t *p = put16(put16(body, in->host_seq), in->host_age_us);
    *p++ = in->flags;
    for (uint8_t i = 0; i < axes; i++) p = put16(p, (uint16_t)in->axis[i]);
    for (uint8_t i = 0; i < buttons; i = (uint8_t)(i + 8)) *p++ = (uint8_t)(in->button >> i);
    return (uint8_t)(p - body);
}

bool wire_unpack_input(const uint8_t *body, uint8_t n, const wire_channel *table, uint8_t n_channels, bool newer,
                       wire_input *in) {
    uint8_t axes = count_axes(table, n_channels), buttons = (uint8_t)(n_channels - axes);
    uint8_t length = (uint8_t)(INPUT_FIXED + 2 * axes + (buttons + 7) / 8);
    if (n < length || (n > length && !newer)) return false;
    *in = (wire_input){.host_seq = get16(body), .host_age_us = get16(body + 2), .flags = body[4]};
    const uint8_t *p = body + INPUT_FIXED;
    for (uint8_t i = 0; i < axes; i++, p += 2) in->axis[i] = (int16_t)get16(p);
    for (uint8_t i = 0; i < buttons; i = (uint8_t)(i + 8)) in->button |= (uint32_t)*p++ << i;
    return buttons >= 32 || in->button >> buttons == 0;
}

#define OUTPUT_BYTES_1_0 19
#define OUTPUT_BYTES 21

uint8_t wire_pack_output(const wire_output *o, uint8_t body[WIRE_BODY_MAX]) {
    uint8_t *p = put16(body, o->input_seq);
    *p++ = o->state;
    *p++ = o->lamps;
    *p++ = o->buzzer;
    p = put16(put32(p, (uint32_t)o->tension), (uint16_t)o->speed);
    p = put32(p, (uint32_t)o->counter);
    p = put16(put16(p, (uint16_t)o->motor), (uint16_t)o->brake_temp);
    p[0] = o->stopper;
    p[1] = o->motor_state;
    return OUTPUT_BYTES;
}

// The console learns the host's minor version only from ACCEPT: it reads the fields that it knows.
bool wire_unpack_output(const uint8_t *body, uint8_t n, wire_output *o) {
    if (n < OUTPUT_BYTES_1_0) return false;
    bool has_deck = n >= OUTPUT_BYTES;
    *o = (wire_output){.input_seq = get16(body),
                       .state = body[2],
                       .lamps = body[3],
                       .buzzer = body[4],
                       .tension = (int32_t)get32(body + 5),
                       .speed = (int16_t)get16(body + 9),
                       .counter = (int32_t)get32(body + 11),
                       .motor = (int16_t)get16(body + 15),
                       .brake_temp = (int16_t)get16(body + 17),
                       .stopper = has_deck ? body[19] : 0,
                       .motor_state = has_deck ? body[20] : 0};
    return true;
}
